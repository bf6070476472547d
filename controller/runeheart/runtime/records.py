"""What the journal remembers of a game, and how a state comes back from it: a fold, and nothing else.

Knows no file and no database (journal.py, archive.py), and no particular game.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import Event, Json
from runeheart.core.game import Game
from runeheart.core.table import Table
from runeheart.core.units import seconds

PLAIN = (str, int, float, type(None))
SECRET_KEYS = {"answer", "deck", "bank", "code", "sign"}
"""What in a setup gives the answer away: the answer, the clues, or the printed card that it is on."""
PLAYING = {"button", "reader", "timer", "power"}
"""Sources of what players, the clock and the mains do; all others are somebody who helps."""
INTERVENING = {"pause", "resume", "add_time", "abandon", "activate", "submit"}
"""What changes how a game goes when an operator does it. To type what players rolled is no help."""
Kind = Literal["command", "wait", "undo", "note"]


class FoldError(Exception):
    """The rows do not fit the rules at hand: nothing is guessed at."""


class About(Struct, frozen=True):
    """Who plays, as the operator says: it matters to the history and to no rule."""

    team: str | None = None
    """What the team calls itself, 60 characters at most."""
    players: int | None = None
    """How many they are, 1 to 99."""
    left_out: bool = False
    """Whether statistics leave this game out: a test, or staff."""


class Ending(Struct, frozen=True):
    """What the history keeps of how a game ended, or of how it left the table."""

    summary: Mapping[str, Json]
    """The plain values of the public state."""
    outcome: str
    played_ms: int | None = None
    """How long its clock ran; None for a game without a timer."""
    places: tuple[int, ...] | None = None
    """Mistakes at each place, the first place first; None for a game without places."""


class Record(Struct, frozen=True):
    """Record 0 of a game: all that its state comes from, beside the rows. `seed` and `setup` are secret."""

    game_id: int
    game: str
    rules_version: int
    version: str
    """The Runeheart that began it."""
    setup: Mapping[str, Any]
    seed: int
    begun: str
    """UTC, ISO 8601."""
    is_open: bool = False
    """Whether the game has no hidden answer: then the seed is no secret once it is over."""
    difficulty: str | None = None
    about: "About" = About()


class Row(Struct, frozen=True):
    """One accepted command, one moment at which something fell due (`wait`), one undo, or one note.

    `body` is the command without `at`; of an undo it is `{"seq": the row that is left out}`. A note changes
    nothing: it tells what the operator did beside the game, such as a hint.
    """

    seq: int
    at_ms: int
    kind: Kind
    body: Mapping[str, Any]
    source: str
    """Who: button, reader, page, console, ctl, power (after a power loss), timer."""
    wall: str = ""
    events: tuple[Mapping[str, Json], ...] = ()


class Saved(Struct, frozen=True):
    """A game as it was saved: record 0, the rows in order, and the game time of the last clock row."""

    record: Record
    rows: tuple[Row, ...]
    clock_ms: int = 0


def standing(rows: Iterable[Row]) -> list[Row]:
    """Return the rows without the commands that were undone (the undo rows stay: they carry time)."""
    all_rows = list(rows)
    undone = {row.body["seq"] for row in all_rows if row.kind == "undo"}
    return [row for row in all_rows if row.seq not in undone]


def last_command(rows: Iterable[Row]) -> Row | None:
    """Return the command that the next undo leaves out: the last one that still stands."""
    commands = [row for row in standing(rows) if row.kind == "command"]
    return commands[-1] if commands else None


def fold(game: Game[Any], record: Record, rows: Sequence[Row], clock_ms: int = 0) -> Table[Any]:
    """Return the table after all rows, its clock at the last of them or at `clock_ms`.

    Raises SetupInvalidError or FoldError when the record was not made by these rules.
    """
    return retold(game, record, rows, clock_ms)[0]


def retold(
    game: Game[Any], record: Record, rows: Sequence[Row], clock_ms: int = 0
) -> tuple[Table[Any], list[Row]]:
    """Fold as `fold` does; return the table, and what stands (no undo), each with the events it has now.

    A row's own events are those of its time: what was undone before it can have changed them since.
    """
    table: Table[Any] = Table(game, game.setup(record.setup, record.seed))
    told: list[Row] = []
    for row in standing(rows):
        taken = table.take(take_body(row))
        if taken.refused is not None:
            raise FoldError(f"row {row.seq} does not fit: {taken.refused}")
        table = taken.table
        if row.kind != "undo":
            told.append(replace(row, events=public_events(taken.events)))
    return wait(table, clock_ms), told


def wait(table: Table[Any], at_ms: int) -> Table[Any]:
    """Move the clock of a table to `at_ms`, unless it is there already."""
    if at_ms <= table.at_ms:
        return table
    return table.take({"do": "wait", "at": seconds(at_ms)}).table


def take_body(row: Row) -> dict[str, Any]:
    """Return a row as the command line of play.md that has the same effect."""
    body = row.body if row.kind == "command" else {"do": "wait"}
    return {**body, "at": seconds(row.at_ms)}


def public_body(body: Mapping[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """Return a command without what equals the answer that its events reveal (a right submission)."""
    answers = [event.data["answer"] for event in events if "answer" in event.data]
    return {key: value for key, value in body.items() if list_of(value) not in answers}


def public_events(events: Iterable[Event]) -> tuple[dict[str, Json], ...]:
    """Return events for keeping: as play.md writes them, without the answer."""
    return tuple({key: value for key, value in event.json().items() if key != "answer"} for event in events)


def public_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return a setup without what gives the answer away."""
    return {key: value for key, value in setup.items() if key not in SECRET_KEYS}


def summary(game: Game[Any], state: Any) -> dict[str, Json]:
    """Return the plain values of the public state (phase, outcome, time left, mistakes, …), no lists.

    It is kept for ever, so what gives the answer away later is left out: the sign of a printed set.
    """
    view = game.view(state)
    return {key: value for key, value in view.items() if isinstance(value, PLAIN) and key not in SECRET_KEYS}


def difficulty(table: Table[Any]) -> str | None:
    """Return the difficulty of a game that has one."""
    found = table.game.view(table.state).get("difficulty")
    return found if isinstance(found, str) else None


def ending(table: Table[Any], log: Iterable[Row]) -> Ending:
    """Return what is kept of how a game ends; `log` has the rows that stand."""
    told = summary(table.game, table.state)
    view = table.game.view(table.state)
    outcome = told.get("outcome")
    if not isinstance(outcome, str):
        outcome = "not begun" if told.get("phase") == "ready" else "interrupted"
    if outcome == "abandoned" and table.at_ms == 0:  # the clock never ran: nobody has lost anything
        outcome = "not begun"
    length = view.get("length")
    places = mistaken(log, length) if isinstance(length, int) else None
    return Ending(told, outcome, table.at_ms if "left_s" in told else None, places)


def mistaken(log: Iterable[Row], length: int) -> tuple[int, ...]:
    """Return how many mistakes were made at each of `length` places."""
    places = [0] * length
    for row in log:
        for event in row.events:
            position = event.get("position")
            if event.get("event") == "mistake" and isinstance(position, int) and 1 <= position <= length:
                places[position - 1] += 1
    return tuple(places)


def is_hint(row: Row) -> bool:
    """Tell whether a row is a hint that the operator gave."""
    return row.kind == "note" and row.body.get("do") == "hint"


def is_intervention(row: Row) -> bool:
    """Tell whether with this row somebody beside the players changed how the game went."""
    return row.source not in PLAYING and (row.kind == "undo" or row.body.get("do") in INTERVENING)


def list_of(value: Any) -> Any:
    """Return a tuple as a list, as JSON would; anything else as it is."""
    return list(value) if isinstance(value, tuple) else value
