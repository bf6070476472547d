"""What is written of a game, as statements of the journal's tables. Values only: no file, no disk."""

import sqlite3
from collections.abc import Mapping
from typing import Any

from runeheart.runtime import schema
from runeheart.runtime.records import Record, Row, Saved, public_setup
from runeheart.runtime.savedrows import dumps, read_rows

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
    return statements


def whole(db: sqlite3.Connection, saved: Saved) -> list[Statement]:
    """Return all that would write the game at the table into an empty file."""
    game_id = saved.record.game_id
    statements = of_record(saved.record, saved.record.begun)
    for row, told in zip(saved.rows, read_rows(db, game_id, schema.PUBLIC_ROWS), strict=True):
        statements += of_row(game_id, row, told.body)
    ended, result = db.execute(schema.ENDING, (game_id,)).fetchone()
    statements.append((schema.END, {"wall": ended, "result": result, "game": game_id}))
    statements.append((schema.SET_CLOCK, {"game": game_id, "at_ms": saved.clock_ms}))
    return statements
