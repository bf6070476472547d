"""A new board to be typed in: a file with every number to fill, or question by question in the terminal.

Owns what such a file looks like. What the words mean is for the game to say.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import click
from msgspec.structs import replace

from runeheart.cli.board_picture import in_letters
from runeheart.core.boards import Sheet, Space, read_text
from runeheart.core.hexes import from_column_row, printed
from runeheart.runtime.boardfiles import GameOnABoard

WORDS = {
    "cult": (
        "terrain, as many as a space shows: road river hills forest swamp mountains plains",
        'a town with its name: town "Riverwatch"; the one where the cult begins: town forge "Runegate"',
        "a jewel: jewel=green, jewel=yellow, jewel=blue or jewel=red",
    ),
    "ruin": (
        "one space each: mother, start",
        "a Brood: brood, or with its Charge brood=3",
        "other words are for the eye: forest, hills",
    ),
}
"""What can be typed behind a number, by game."""

_SIZE = re.compile(r"([1-9]\d?)x([1-9]\d?)", re.ASCII)


def grid(size: str) -> tuple[Space, ...] | None:
    """Return the empty spaces of a board of `COLUMNSxROWS`, column by column; None when it is no size."""
    match = _SIZE.fullmatch(size)
    if match is None:
        return None
    columns, rows = int(match[1]), int(match[2])
    return tuple(
        Space(from_column_row(column, row), (), None, "")
        for column in range(1, columns + 1)
        for row in range(1, rows + 1)
    )


def emptied(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """Return the spaces of another board without what is on them, in the order of their numbers."""
    return tuple(replace(space, words=(), label=None) for space in sorted(spaces, key=lambda one: one.at))


def to_fill(spaces: Iterable[Space], game: str) -> str:
    """Return the text of a board file: how it goes, a picture with the numbers, and a line for each space."""
    listed = list(spaces)
    head = [
        f"A board for the {game}. Type words behind the numbers; delete the lines of spaces that it lacks.",
        *WORDS[game],
        "runeheart board check FILE names what is wrong or missing.",
        "",
        *in_letters(emptied(listed)).splitlines(),
    ]
    lines = [f"# {line}".rstrip() for line in head]
    column = None
    for space in listed:
        if space.at[0] != column:
            column = space.at[0]
            lines += ["", f"# column {column + 1}"]
        lines.append(_line(space))
    return "\n".join(lines) + "\n"


def _line(space: Space) -> str:
    label = [f'"{space.label}"'] if space.label is not None else []
    return " ".join([printed(space.at), *space.words, *label])


def fill(spaces: Iterable[Space], engine: GameOnABoard) -> tuple[Space, ...]:
    """Ask for the words of each space that has none yet; return the board as far as it was typed."""
    listed = list(spaces)
    waiting = [place for place, space in enumerate(listed) if not space.words]
    gone: set[int] = set()
    done = 0
    while done < len(waiting):
        place = waiting[done]
        number = printed(listed[place].at)
        try:
            shown = f"{number} ({done + 1} of {len(waiting)})"
            answer = str(click.prompt(shown, default="", show_default=False)).strip()
        except click.Abort:
            click.echo("\nStopped; the same command goes on from here.")
            break
        if answer == "<":
            done = max(0, done - 1)
            continue
        gone.discard(place)
        if answer == "-":
            gone.add(place)
            done += 1
            continue
        sheet = read_text(f"{number} {answer}")
        problems = _of_this_space(sheet, engine)
        for problem in problems:
            click.echo(f"  {problem}")
        if not problems:
            listed[place] = sheet.spaces[0]
            done += 1
    return tuple(space for place, space in enumerate(listed) if place not in gone)


def _of_this_space(sheet: Sheet, engine: GameOnABoard) -> list[str]:
    """Return what is wrong with one space, without what only a whole board can have."""
    _, problems = engine.board_of(sheet)
    here = "line 1: "
    return [problem.removeprefix(here) for problem in problems if problem.startswith(here)]


def written(path: Path, text: str) -> None:
    """Write a board file; a sentence when it cannot be written."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise click.BadParameter(f"{path} cannot be written: {error.strerror}", param_hint="OUT") from None
