"""Board files from the disk, for commands and for the prop: text and Tiled alike (play.md 5).

Owns how a file is found and read. Must not know what a board holds: the game says.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from runeheart.core.boardgame import BoardGame
from runeheart.core.boards import Sheet, read_text
from runeheart.core.game import Game, SetupInvalidError
from runeheart.runtime.places import is_there

TILED = (".tmx", ".tmj", ".json")
MOST_BYTES = 16 << 20


def read_sheet(path: Path) -> Sheet:
    """Read a board file by its ending: Tiled's, or else text; what cannot be read is a problem."""
    content = _content(path)
    if isinstance(content, str):
        return Sheet((), (content,))
    if path.suffix.lower() in TILED:
        from runeheart.core.boards_tiled import read_tiled  # noqa: PLC0415 - only Tiled's need it

        return read_tiled(content, lambda name: _beside(path, name))
    try:
        return read_text(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Sheet((), ("the file is not UTF-8 text; save it as UTF-8",))


class GameOnABoard(BoardGame[Any], Game[Any], Protocol):
    """What every game with a board is, for the type checker."""


def with_board(
    engine: GameOnABoard, raw: Mapping[str, Any], folder: Path | None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return a setup with the board that its path names, and the file's warnings.

    The path is looked up from `folder`; it may also be the name of a shipped board. Without a folder that
    name always means our board, and a path must be a whole one.

    Raises SetupInvalidError with the board's problems and those of everything else.
    """
    name = raw["board"]
    path = (folder or Path("/")) / name
    is_ours = name in engine.shipped and (folder is None or is_there(path) is False)
    sheet = read_text(engine.shipped[name]) if is_ours else read_sheet(path)
    board, problems = engine.board_of(sheet)
    if problems:
        rest = [
            problem
            for problem in _problems(engine, {**raw, "board": board})
            if not problem.startswith(("board:", "board.", "board["))
        ]  # the board's are told by line already; who is off it can be told all the same
        raise SetupInvalidError([f"board: {name}: {problem}" for problem in problems] + rest)
    return {**raw, "board": board}, tuple(f"board: {name}: {warning}" for warning in sheet.warnings)


def _problems(engine: Game[Any], raw: Mapping[str, Any]) -> list[str]:
    try:
        engine.setup(raw, 0)
    except SetupInvalidError as error:
        return error.problems
    return []


def _content(path: Path) -> bytes | str:
    """Return a file's content, or why there is none."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        return f"the file cannot be read: {getattr(error, 'strerror', None) or error}"
    if len(content) > MOST_BYTES:
        return f"the file is larger than {MOST_BYTES >> 20} MiB, which no board is"
    return content


def _beside(path: Path, name: str) -> bytes | None:
    content = _content(path.parent / name)
    return content if isinstance(content, bytes) else None
