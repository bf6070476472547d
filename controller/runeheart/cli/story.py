"""`runeheart story`: an evening of the Cult, told from the journal, or from what was printed.

Owns how the lines are found and which of them count. Must not know how a story is worded.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NoReturn

import click

from runeheart.cli import replay, settings
from runeheart.core.given import hex_at
from runeheart.core.hexes import Hex
from runeheart.core.lines import parse
from runeheart.core.table import shown
from runeheart.games.cult.rules import CULT
from runeheart.games.cult.story import Story
from runeheart.runtime import archive, setups
from runeheart.runtime.archive import ArchiveError


@click.command(name="story")
@click.argument("which", metavar="[FILE|GAME]", required=False)
@click.option("--last", is_flag=True, help="The last game in the journal.")
@click.option(
    "--board",
    "board",
    metavar="FILE|NAME",
    help="The board that was played on, for its towns' names: what `play` printed tells only numbers.",
)
@settings.config_option
@settings.journal_option
def command(
    which: str | None, config_file: Path | None, journal_file: Path | None, *, last: bool, board: str | None
) -> None:
    """Tell an evening of the Cult as a story, with the score sheet at its end.

    GAME is a number of `runeheart history`. FILE is what `runeheart play cult` or `runeheart replay` printed;
    "-" reads it from standard input. What `play` printed names a town only once something happened there;
    --board names them all.
    """
    towns = {} if board is None else _towns_of(board)
    number = replay.number_of(which, last=last)
    if which is not None and number is None:
        file = click.File("rb").convert(which, None, click.get_current_context())
        name = "standard input" if which == "-" else which
        _print(_told(_lines(file, name), name, towns), name)
        return
    try:
        kept = archive.game(journal_file or settings.journal(config_file), number)
        name = f"game {kept.entry.game_id}"
        _print(_told(enumerate(replay.from_kept(kept), 1), name, towns), name)
    except (ArchiveError, replay.ReplayError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _print(story: Story, name: str) -> None:
    if not story.lines:
        _give_up(f"{name} has no events of a Cult game; nothing is told")
    for line in story.lines:
        click.echo(line)
    if story.sheet:
        click.echo("")
    for line in story.sheet:
        click.echo(line)


def _lines(file: IO[bytes], name: str) -> Iterator[tuple[int, Any]]:
    """Yield each line of a file with its number; end the program at one that is no JSON."""
    for number, raw in enumerate(file, 1):
        if not raw.strip():
            continue
        try:
            yield number, parse(raw.decode("utf-8-sig"))
        except UnicodeDecodeError:
            _give_up(f"{name}, line {number} is not UTF-8 text")
        except ValueError as error:
            _give_up(f"{name}, line {number} {error}; expected JSON objects")


def _told(lines: Iterable[tuple[int, Any]], name: str, towns: Mapping[Hex, str]) -> Story:
    """Tell every line that is an event, but for what was undone later; a first line names the towns."""
    story = Story(towns)
    is_undone = False
    for number, line in lines:
        if not isinstance(line, Mapping):
            continue
        if "event" not in line:
            story.answered()  # a command begins or ends here
            is_undone = "undone" in line
            if "setup" in line and "game" in line:
                story = Story({**towns, **_towns(line, name)})
        elif not is_undone:
            try:
                story.tell(line)
            except (LookupError, TypeError, ValueError, AttributeError):
                _give_up(f"{name}, line {number} is no event of a Cult game: {shown(line, 80)}")
    story.finish()
    return story


def _towns_of(board: str) -> dict[Hex, str]:
    """Return the towns of a board that is named: one of ours, or a file."""
    found = setups.read(
        "cult", {"board": board if board in setups.ours("cult") else str(Path(board).absolute())}
    )
    if found.problems:
        _give_up("; ".join(problem.removeprefix("cult.") for problem in found.problems))
    spaces = CULT.setup(found.setup, 0).board.spaces
    return {at: space.town for at, space in spaces.items() if space.town is not None}


def _towns(header: Mapping[str, Any], name: str) -> dict[Hex, str]:
    """Return the towns of the board that a game began with, as far as its header tells them."""
    game, setup = header["game"], header["setup"]
    if game != "cult":
        _give_up(
            f"{name} is of the {game}; only the Cult is told as a story, the rest by: runeheart replay --text"
        )
    board = setup.get("board") if isinstance(setup, Mapping) else None
    spaces = board.get("spaces") if isinstance(board, Mapping) else None
    named = [space for space in spaces if isinstance(space, Mapping)] if isinstance(spaces, list) else []
    towns = ((hex_at(space.get("at")), space.get("town")) for space in named)
    return {at: town for at, town in towns if at is not None and isinstance(town, str)}


def _give_up(why: str) -> NoReturn:
    click.echo(why, err=True)
    sys.exit(1)
