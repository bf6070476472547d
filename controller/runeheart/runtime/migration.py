"""A journal that an older Runeheart wrote gets the tables of this one, with all that it knows in them.

Owns how each layout becomes the next. The caller has begun a transaction: after a power cut in the middle the
file is as it was. Knows no particular game.
"""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from runeheart.runtime import schema
from runeheart.runtime.records import INTERVENING, Row, is_intervention, mistaken, standing
from runeheart.runtime.savedrows import OBJECT, OBJECTS, dumps

_NEW_IN_2 = (
    "seed INTEGER",
    "difficulty TEXT",
    "team TEXT",
    "players INTEGER",
    "outcome TEXT",
    "left_ms INTEGER",
    "played_ms INTEGER",
    "mistakes INTEGER",
    "places TEXT",
    "hints INTEGER NOT NULL DEFAULT 0",
    "interventions INTEGER NOT NULL DEFAULT 0",
    "left_out INTEGER NOT NULL DEFAULT 0",
)
FITS = "SELECT id, setup, begun, closed, result FROM games LIMIT 1"
"""What a file of any older layout can answer: asked before anything in it is changed."""
_FROM_THE_RESULT = """
UPDATE games SET
    difficulty = coalesce(json_extract(result, '$.difficulty'), json_extract(setup, '$.difficulty')),
    left_ms = CAST(round(1000 * json_extract(result, '$.left_s')) AS INTEGER),
    mistakes = json_extract(result, '$.mistakes'),
    outcome = CASE
        WHEN json_extract(result, '$.outcome') IS NOT NULL THEN json_extract(result, '$.outcome')
        WHEN closed IS NULL THEN NULL
        WHEN json_extract(result, '$.phase') = 'ready' THEN 'not begun'
        ELSE 'interrupted'
    END
"""
_PLAYED = """
UPDATE games SET played_ms = (SELECT at_ms FROM rows WHERE rows.game = games.id ORDER BY seq DESC LIMIT 1)
WHERE left_ms IS NOT NULL
"""
_NEVER_BEGUN = "UPDATE games SET outcome = 'not begun' WHERE outcome = 'abandoned' AND played_ms = 0"
_LENGTHS = "SELECT id, json_extract(result, '$.length') FROM games WHERE json_extract(result, '$.length') > 0"
_TELLING = (
    "SELECT game, seq, at_ms, kind, body, source, wall, events FROM rows"
    " WHERE kind = 'undo' OR name IN ({names}) OR events LIKE '%\"mistake\"%' ORDER BY game, seq"
)
_TELL = "UPDATE games SET places = coalesce(?, places), interventions = ? WHERE id = ?"
_NO_MISTAKES = "UPDATE games SET places = ? WHERE id = ?"


def bring_up(db: sqlite3.Connection, version: int) -> None:
    """Make the tables, or bring those of `version` (0: none) to this layout; raise sqlite3.Error."""
    for statement in schema.CREATE.split(";"):
        db.execute(statement)
    if version == 1:
        _to_2(db)
    db.execute(schema.INDEX)


def _to_2(db: sqlite3.Connection) -> None:
    """Fill the columns of the history from what layout 1 kept as JSON, and from the rows."""
    for column in _NEW_IN_2:
        db.execute(f"ALTER TABLE games ADD COLUMN {column}")
    db.execute(_FROM_THE_RESULT)
    db.execute(_PLAYED)
    db.execute(_NEVER_BEGUN)
    lengths: dict[int, int] = dict(db.execute(_LENGTHS))
    db.executemany(_NO_MISTAKES, ((dumps([0] * length), game_id) for game_id, length in lengths.items()))
    db.executemany(
        _TELL,
        (
            (
                dumps(mistaken(standing(rows), lengths[game_id])) if game_id in lengths else None,
                sum(map(is_intervention, rows)),
                game_id,
            )
            for game_id, rows in _told(db)
        ),
    )


def _told(db: sqlite3.Connection) -> Iterator[tuple[int, list[Row]]]:
    """Return of each game those rows that tell of mistakes and interventions."""
    names = ", ".join(f"'{name}'" for name in sorted(INTERVENING))
    found = db.execute(_TELLING.format(names=names))
    for game_id, columns in groupby(found, key=lambda row: row[0]):
        yield game_id, [_row(*one[1:]) for one in columns]


def _row(seq: int, at_ms: int, kind: Any, body: str, source: str, wall: str, events: str) -> Row:
    return Row(seq, at_ms, kind, OBJECT.decode(body), source, wall, OBJECTS.decode(events))
