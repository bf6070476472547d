"""A game that was played, step by step, as a page shows it again: what could be seen after each command.

Owns how a step is worked out: of the Heart from the events that everybody at the table saw, so that it can be
shown long after its answer was erased; of a game on a board from its setup, seed and commands. A game under
way is told by its events only. No answer is in any step.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from runeheart.core.events import Event, Json
from runeheart.core.game import Game
from runeheart.core.table import Table
from runeheart.core.units import seconds
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.registry import GAMES
from runeheart.runtime import records
from runeheart.runtime.archive import Kept
from runeheart.runtime.records import Row
from runeheart.surface import maps, wording

_OVER = {"defused", "exploded", "abandoned"}
_AFTER = {"started": "running", "paused": "paused", "resumed": "running", **dict.fromkeys(_OVER, "over")}


class Step(Struct, frozen=True, omit_defaults=True):
    """One row of a game: who did what at which game time, and what came of it."""

    seq: int
    at_s: float
    who: str
    what: str
    """The command in words."""
    lines: tuple[str, ...] = ()
    undone: bool = False
    """Whether it was taken back later."""
    heart: dict[str, Json] | None = None
    """Of the Heart: places, mistakes, time left and the clues read so far, after this step."""


def steps(kept: Kept) -> list[Step]:
    """Return every row as a step, the first one first."""
    game = kept.entry.game
    undone = {row.body["seq"] for row in kept.rows if row.kind == "undo"}
    tables = _tables(kept) if maps.has_map(game) else None
    told: list[Step] = []
    for number, row in enumerate(kept.rows):
        state = tables[number].state if tables else None
        lines = [_line(game, event, state) for event in row.events]
        heart = _heart(kept, kept.rows[: number + 1]) if game == "heart" else None
        told.append(
            Step(
                row.seq,
                seconds(row.at_ms),
                row.source,
                _what(game, row, kept.rows),
                tuple(line for line in lines if line),
                row.seq in undone,
                heart,
            )
        )
    return told


def has_maps(kept: Kept) -> bool:
    """Tell whether the map of each step can be worked out."""
    return maps.has_map(kept.entry.game) and _tables(kept) is not None


def board(kept: Kept, number: int) -> dict[str, Json] | None:
    """Return the map document after step `number` (0: before the first); None if there is no such map."""
    name = kept.entry.game
    tables = _tables(kept, number) if maps.has_map(name) else None
    if tables is None or not 0 <= number <= len(kept.rows):
        return None
    table = tables[-1] if number else _begun(kept, GAMES[name])
    game: Game[Any] = table.game
    standing = records.standing(kept.rows[:number])
    play = maps.play(name, table.state, game.ask(table.state), maps.happened(row.events for row in standing))
    shown = msgspec.to_builtins(play)
    return {"board": msgspec.to_builtins(maps.board(name, table.state)), "play": {**shown, "choices": []}}


def _begun(kept: Kept, game: Game[Any]) -> Table[Any]:
    return Table(game, game.setup(kept.setup, kept.seed or 0))


def _tables(kept: Kept, number: int | None = None) -> list[Table[Any]] | None:
    """Return the table after each of the first rows; None where other rules or an unknown seed made them."""
    game = GAMES.get(kept.entry.game)
    if kept.seed is None or game is None or game.rules_version != kept.entry.rules_version:
        return None
    rows = kept.rows[:number]
    record = records.Record(
        kept.entry.game_id, game.name, game.rules_version, "", kept.setup, kept.seed, kept.entry.begun
    )
    table = _begun(kept, game)
    tables: list[Table[Any]] = []
    try:
        for end, row in enumerate(rows, 1):
            if row.kind == "undo":
                table = records.fold(game, record, rows[:end])
            else:
                taken = table.take(records.take_body(row))
                if taken.refused is not None:
                    return None
                table = taken.table
            tables.append(table)
    except records.FoldError:
        return None
    return tables


def _what(game: str, row: Row, rows: Sequence[Row]) -> str:
    if row.kind == "wait":
        return "Time passes"
    if row.kind == "undo":
        last = next((one for one in rows if one.seq == row.body["seq"]), None)
        return f"Undo: {_what(game, last, rows)}" if last else "Undo"
    if row.kind == "note":
        return (
            f"Hint, step {row.body.get('step', 1)}" if records.is_hint(row) else _capital(row.body.get("do"))
        )
    do = str(row.body.get("do"))
    try:
        said = wording.command(game, do)
    except KeyError:
        said = _capital(do)
    rune, position = row.body.get("rune"), row.body.get("position")
    return f"{said}: {rune} at {position}" if rune and position else said


def _line(game: str, event: Mapping[str, Json], state: Any) -> str | None:
    name = str(event["event"])
    if game != "heart" and state is None:
        return _capital(name)
    return wording.happened(game, Event(name, {k: v for k, v in event.items() if k != "event"}), state)


def _heart(kept: Kept, rows: Sequence[Row]) -> dict[str, Json]:
    """Fold the events that stand into what could be seen."""
    entry = kept.entry
    length = entry.summary.get("length")
    if not isinstance(length, int):
        length = DIFFICULTIES[entry.difficulty or "normal"].length
    slots: list[Json] = [None] * length
    hand: dict[Any, Json] = {}
    seen: dict[str, Json] = {"phase": "ready", "left_s": None, "mistakes": 0}
    for row in records.standing(rows):
        for event in row.events:
            name = str(event["event"])
            seen["phase"] = _AFTER.get(name, seen["phase"])
            seen["left_s"] = event.get("left_s", seen["left_s"])
            seen["mistakes"] = event.get("mistakes", seen["mistakes"])
            position = event.get("position")
            if name == "locked" and isinstance(position, int) and position <= length:
                slots[position - 1] = event["rune"]
            if name == "clue":
                hand[event["card"]] = {"card": event["card"], "text": event["text"]}
    most = entry.summary.get("max_mistakes")
    return {**seen, "slots": slots, "max_mistakes": most, "hand": [hand[card] for card in sorted(hand)]}


def _capital(name: object) -> str:
    return str(name).replace("_", " ").capitalize()
