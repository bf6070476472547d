"""The setups of the games with a board, as a prop is configured: `[ruin]` and `[cult]` (play.md 3 and 4).

Owns how a table becomes a whole setup with its board read. What a value means, and whether it fits, the game
itself says: it is imported when it can be played or its table is given, and not before.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from runeheart.core.game import SetupInvalidError
from runeheart.core.table import shown
from runeheart.games.registry import GAMES
from runeheart.runtime.boardfiles import GameOnABoard, with_board
from runeheart.runtime.places import is_there
from runeheart.runtime.tables import ON_A_BOARD
from runeheart.surface.letters import SMALL


class Setup(Struct, frozen=True):
    """What a table says: the whole setup of play.md, or the problems that keep it from being one."""

    setup: Mapping[str, Any]
    problems: tuple[str, ...] = ()
    """Each begins with its path from the top: `cult.heroes[2].at: …`."""
    warnings: tuple[str, ...] = ()
    """What is odd about it, though it can be played, in the same form."""


def read(name: str, table: Mapping[str, Any]) -> Setup:
    """Read a game's table into a setup with its board in it.

    `table` has the keys of `ON_A_BOARD[name]` that are given (None: not given). A board is the name of one of
    ours, the whole path of a file (see `anchored`), or the object of play.md; left out, the game's first one.
    A hero of the Cult without `at` begins in the forge.
    """
    engine = _engine(name)
    raw = {key: value for key, value in table.items() if value is not None}
    raw.setdefault("board", ours(name)[0])
    warnings: tuple[str, ...] = ()
    try:
        if isinstance(raw["board"], str):
            title = Path(raw["board"]).stem
            raw, warnings = with_board(engine, raw, None)
            raw["board"] = {"title": title, **raw["board"]}
        raw = _in_the_forge(raw)
        warnings += engine.warnings(engine.setup(raw, 0))
        warnings += tuple(_undrawable(raw))
    except SetupInvalidError as error:
        missing = os.strerror(errno.ENOENT)
        known = f"; those that come with the game are {', '.join(ours(name))}"
        return Setup(
            {},
            tuple(
                f"{name}.{problem}{known if problem.endswith(missing) else ''}" for problem in error.problems
            ),
        )
    return Setup(raw, warnings=tuple(f"{name}.{warning}" for warning in warnings))


def _in_the_forge(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Let every hero of the Cult for whom no space is named begin in the forge, as the two of play.md do."""
    board, heroes = raw["board"], raw.get("heroes")
    if not isinstance(heroes, list) or not isinstance(board, Mapping) or "forge" not in board:
        return dict(raw)
    placed = [{"at": board["forge"], **hero} if isinstance(hero, dict) else hero for hero in heroes]
    return {**raw, "heroes": placed}


def _undrawable(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield what of the names of heroes and towns the prop's screen cannot draw; pages show all of it."""
    heroes = ((f"heroes[{place}].name", hero["name"]) for place, hero in enumerate(raw.get("heroes") or ()))
    spaces = enumerate(raw["board"].get("spaces") or ())
    towns = ((f"board.spaces[{place}].town", space["town"]) for place, space in spaces if "town" in space)
    for path, name in (*heroes, *towns):
        unknown = SMALL.cannot_draw(name)
        if unknown:
            listed = ", ".join(shown(one) if one.isprintable() else f"U+{ord(one):04X}" for one in unknown)
            yield f"{path}: the screen cannot draw {listed} of {shown(name)}, and shows a ? for each"


def ours(name: str) -> tuple[str, ...]:
    """Return the names of the boards that come with a game; the first is played if none is named."""
    return tuple(_engine(name).shipped)


def read_all(said: Mapping[str, Mapping[str, Any]], game: str) -> dict[str, Mapping[str, Any]]:
    """Return the setups of the games that can be played here, by name; `game` is that of the prop.

    `said` is what their tables say beyond their defaults. Raises SetupInvalidError with every problem.
    """
    found = {name: read(name, said[name]) for name in _playable(said, game)}
    problems = [problem for setup in found.values() for problem in setup.problems]
    if problems:
        raise SetupInvalidError(problems)
    return {name: setup.setup for name, setup in found.items()}


def problems(raw: Mapping[str, Any], game: object) -> list[str]:
    """Return what keeps the tables of a file, boards `anchored`, from being setups of games played here."""
    found: list[str] = []
    for name in _playable(raw, game):
        table = raw.get(name, {})
        if isinstance(table, dict):  # or what it is was told already, as are keys that nobody knows
            known = {key: table[key] for key in ON_A_BOARD[name].__struct_fields__ if key in table}
            found += read(name, known).problems
    return found


def anchored(raw: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the tables of a file whose board is a path as seen from `folder`, with the whole path."""
    tables = {}
    for name in ON_A_BOARD:
        table = raw.get(name)
        board = table.get("board") if isinstance(table, dict) else None
        if isinstance(table, dict) and isinstance(board, str):
            tables[name] = {**table, "board": _whole_path(name, board, folder)}
    return tables


def _whole_path(name: str, board: str, folder: Path) -> str:
    """Return the path of a board file; the name of one of our boards stays, unless a file has it, too."""
    try:
        path = (folder / Path(board).expanduser()).absolute()
    except RuntimeError:  # "~" and a name that is no user's
        path = (folder / board).absolute()
    return board if board in ours(name) and is_there(path) is False else str(path)


def _playable(tables: Mapping[str, object], game: object) -> list[str]:
    """Return the games with a board that can be played: by players, or because their table says something."""
    return [name for name in ON_A_BOARD if game in (name, "choose") or tables.get(name)]


def _engine(name: str) -> GameOnABoard:
    return cast("GameOnABoard", GAMES[name])
