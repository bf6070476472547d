"""What is written of a game, as statements of the journal's tables. Values only: no file, no disk."""

import sqlite3
from collections.abc import Mapping
from typing import Any

from runeheart.core.units import milliseconds
from runeheart.runtime import schema
from runeheart.runtime.records import (
    About,
    Ending,
    Record,
    Row,
    Saved,
    is_hint,
    is_intervention,
    public_setup,
)
from runeheart.runtime.savedrows import dumps, read_rows

FACTS = ("outcome", "left_ms", "played_ms", "mistakes", "places")
Statement = tuple[str, dict[str, Any]]
"""A statement of `schema`, and its values by name; `game` is always the number of a game."""


def of_record(record: Record, wall: str) -> list[Statement]:
    """Return what begins a game: the others closed, their secrets gone, record 0."""
    game = {"game": record.game_id}
    columns = {
        "name": record.game,
        "rules_version": record.rules_version,
        "version": record.version,
        "setup": dumps(public_setup(record.setup)),
        "begun": record.begun,
        "seed": record.seed if record.is_open else None,
        "difficulty": record.difficulty,
        "team": record.about.team,
        "players": record.about.players,
    }
    secret = {"seq": 0, "seed": record.seed, "body": dumps(record.setup)}
    return [
        (schema.CLOSE_OTHERS, {**game, "wall": wall}),
        (schema.ERASE, {}),
        (schema.ADD_GAME, {**game, **columns}),
        (schema.HIDE, {**game, **secret}),
    ]


def of_row(game_id: int, row: Row, public: Mapping[str, Any]) -> list[Statement]:
    """Return what keeps a row, and apart from it what is secret in it."""
    columns = {
        "game": game_id,
        "seq": row.seq,
        "at_ms": row.at_ms,
        "kind": row.kind,
        "name": str(row.body.get("do", row.kind)),
        "body": dumps(public),
        "events": dumps(row.events),
        "wall": row.wall,
        "source": row.source,
    }
    statements: list[Statement] = [(schema.ADD_ROW, columns)]
    if public != row.body:
        secret = {"game": game_id, "seq": row.seq, "seed": None, "body": dumps(row.body)}
        statements.append((schema.HIDE, secret))
    counts = {"hints": int(is_hint(row)), "interventions": int(is_intervention(row))}
    if any(counts.values()):
        statements.append((schema.COUNT, {"game": game_id, **counts}))
    return statements


def of_ending(sql: str, game_id: int, wall: str, ending: Ending) -> Statement:
    """Return what keeps how a game ended (`schema.END`) or left the table (`schema.CLOSE`)."""
    values = {
        "wall": wall,
        "result": dumps(ending.summary),
        "outcome": ending.outcome,
        "left_ms": milliseconds(ending.summary.get("left_s")),
        "played_ms": ending.played_ms,
        "mistakes": ending.summary.get("mistakes"),
        "places": None if ending.places is None else dumps(ending.places),
    }
    return sql, {**values, "game": game_id}


def of_no_ending(game_id: int) -> Statement:
    """Return what takes an ending back."""
    return schema.END, {**dict.fromkeys(FACTS), "wall": None, "result": "{}", "game": game_id}


def of_about(game_id: int, about: About, name: str = "game") -> Statement:
    """Return what keeps who plays; `name` is that of the value with the number of the game."""
    sql = schema.DESCRIBE.replace(":game", f":{name}")
    return sql, {"team": about.team, "players": about.players, "left_out": about.left_out, name: game_id}


def whole(db: sqlite3.Connection, saved: Saved) -> list[Statement]:
    """Return all that would write the game at the table into an empty file."""
    game_id = saved.record.game_id
    statements = of_record(saved.record, saved.record.begun)
    for row, told in zip(saved.rows, read_rows(db, game_id, schema.PUBLIC_ROWS), strict=True):
        statements += of_row(game_id, row, told.body)
    ended, result, *facts = db.execute(schema.ENDING, (game_id,)).fetchone()
    kept = dict(zip(FACTS, facts, strict=True))
    statements.append((schema.END, {**kept, "wall": ended, "result": result, "game": game_id}))
    statements.append(of_about(game_id, saved.record.about))
    statements.append((schema.SET_CLOCK, {"game": game_id, "at_ms": saved.clock_ms}))
    return statements
