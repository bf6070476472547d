"""The way back from the journal's tables to a game as it was saved. Knows SQL, and no particular game."""

import sqlite3
from typing import Any

import msgspec

from runeheart.runtime import schema
from runeheart.runtime.records import About, Record, Row, Saved

UNREADABLE = (sqlite3.Error, msgspec.DecodeError, TypeError, ValueError, AttributeError, LookupError)
"""What can come of reading a damaged file back as games; memory that is low is no damage."""
OBJECT = msgspec.json.Decoder(dict[str, Any])
OBJECTS = msgspec.json.Decoder(tuple[dict[str, Any], ...])
"""JSON of another shape is damage, too: msgspec says so before anybody trusts it."""


def read_live(db: sqlite3.Connection) -> Saved | None:
    """Read the game at the table: record 0, rows, clock row; None if there is none.

    Raises one of UNREADABLE when it cannot be read back whole.
    """
    found = db.execute(schema.LIVE_GAME).fetchone()
    if found is None:
        return None
    game_id, game, rules_version, version, begun, is_open, difficulty, team, players, left_out = found
    secret = db.execute(schema.HIDDEN, (game_id,)).fetchone()
    if secret is None:
        raise ValueError(f"the beginning of game {game_id} is missing")
    seed, setup = secret
    clock = db.execute(schema.CLOCK, (game_id,)).fetchone()
    about = About(team, players, bool(left_out))
    record = Record(
        game_id,
        game,
        rules_version,
        version,
        OBJECT.decode(setup),
        seed,
        begun,
        bool(is_open),
        difficulty,
        about,
    )
    rows = read_rows(db, game_id)
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        raise ValueError(f"rows of game {game_id} are missing")
    return Saved(record, rows, clock[0] if clock else 0)


def read_rows(db: sqlite3.Connection, game_id: int, query: str = schema.ROWS) -> tuple[Row, ...]:
    """Read the rows of a game, in order; `schema.ROWS`: as they were, while the secrets are there."""
    return tuple(
        Row(seq, at_ms, kind, OBJECT.decode(body), source, wall, OBJECTS.decode(events))
        for seq, at_ms, kind, body, source, wall, events in db.execute(query, (game_id,))
    )


def dumps(value: Any) -> str:
    """Write JSON as the columns keep it."""
    return msgspec.json.encode(value).decode()


def loads(text: str) -> Any:
    """Read what `dumps` wrote."""
    return msgspec.json.decode(text)
