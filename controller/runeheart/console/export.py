"""The history for spreadsheets and programs: every game that a filter lets through, piece by piece.

Owns the columns, and that no cell can be a formula: a team's name is a text, whatever it begins with.
"""

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec

from runeheart.core.events import Json
from runeheart.core.units import seconds
from runeheart.runtime.history import Listed

COLUMNS = (
    "id", "begun", "ended", "game", "difficulty", "team", "players", "result", "left_s", "played_s",
    "mistakes", "mistakes_by_place", "hints", "interventions", "left_out", "version",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def row(game: Listed) -> dict[str, Json]:
    """Return a game as an object: times in seconds, dates in UTC (ISO 8601)."""
    values: tuple[Json, ...] = (
        game.game_id,
        game.begun,
        game.ended,
        game.game,
        game.difficulty,
        game.about.team,
        game.about.players,
        game.outcome,
        _seconds(game.left_ms),
        _seconds(game.played_ms),
        game.mistakes,
        None if game.places is None else list(game.places),
        game.hints,
        game.interventions,
        game.about.left_out,
        game.version,
    )
    return dict(zip(COLUMNS, values, strict=True))


def as_csv(batches: Iterable[Iterable[Listed]]) -> Iterator[bytes]:
    """Give the file in UTF-8, with a mark that spreadsheets need to know it by."""
    yield b"\xef\xbb\xbf" + _line(COLUMNS)
    for games in batches:
        yield b"".join(_line([cell(value) for value in row(game).values()]) for game in games)


def as_json(batches: Iterable[Iterable[Listed]]) -> Iterator[bytes]:
    """Give one array of objects."""
    between = b"[\n"
    for games in batches:
        yield between + b",\n".join(msgspec.json.encode(row(game)) for game in games)
        between = b",\n"
    yield b"[]\n" if between == b"[\n" else b"\n]\n"


def _line(cells: Iterable[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode()


def cell(value: Json) -> object:
    """Return a value as a cell: a list as words, a truth as yes or no, a text that is never a formula."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA) else value


def _seconds(ms: int | None) -> float | None:
    return None if ms is None else seconds(ms)
