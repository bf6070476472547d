"""`runeheart story`: an evening of the Cult, told from what `runeheart play` or `replay` printed."""

import sys
from typing import BinaryIO

import click

from runeheart.core.lines import parse
from runeheart.core.table import shown
from runeheart.games.cult.story import Story


@click.command(name="story")
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> None:
    """Tell FILE, the lines that `runeheart play cult` or `runeheart replay` printed, as a story with scores.

    "-" reads them from standard input: runeheart replay --last | runeheart story -
    """
    try:
        story = _told(file)
    except ValueError as error:
        click.echo(f"{file.name}, {error}", err=True)
        sys.exit(1)
    if not story.lines:
        click.echo(f"{file.name} has no events of a Cult game; nothing is told", err=True)
        sys.exit(1)
    for line in story.lines:
        click.echo(line)
    if story.sheet:
        click.echo("")
    for line in story.sheet:
        click.echo(line)


def _told(lines: BinaryIO) -> Story:
    """Tell every line that is an event, but for what was undone later; ValueError names the line."""
    story = Story()
    is_undone = False
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        try:
            line = parse(raw.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise ValueError(f"line {number} is not UTF-8 text") from None
        except ValueError as error:
            raise ValueError(f"line {number} {error}; expected JSON objects") from None
        if not isinstance(line, dict) or "event" not in line:
            is_undone = isinstance(line, dict) and "undone" in line
        elif not is_undone:
            try:
                story.tell(line)
            except (LookupError, TypeError, ValueError, AttributeError):
                raise ValueError(f"line {number} is no event of a Cult game: {shown(line, 80)}") from None
    story.finish()
    return story
