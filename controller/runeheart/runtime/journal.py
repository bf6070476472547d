"""The journal on the disk: commit before show, nothing ever lost, old answers gone (design 5).

Owns the SQLite file and what to do when it cannot be written. Knows no particular game and no loop: every
call blocks until the disk has it, so the loop makes them in its one disk thread.

When a commit fails (disk full, card turned read-only) the game goes on: what could not be written waits and
is tried again with the next row, in order; `problem` says so meanwhile. A damaged file is put aside, never
deleted.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from runeheart.core.events import Json
from runeheart.runtime import schema
from runeheart.runtime.clock import Clock
from runeheart.runtime.records import Record, Row, Saved, public_setup

log = logging.getLogger(__name__)
FILE_MODE = 0o640
"""The seed of the game at the table is nobody else's business; SQLite gives its other files the same mode."""
Statement = tuple[str, tuple[Any, ...]]


class Journal:
    """One file of games. Opening it never fails: `problem` and `notes` tell the operator what is wrong."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self.path = path
        self.problem: str | None = None
        """Why the last commit failed, as a sentence for the operator; None while all is written."""
        self.notes: list[str] = []
        """What happened when the file was opened and a person should know."""
        self._clock = clock
        self._waiting: list[Statement] = []
        self._truncate = False
        self._db = self._open_or_put_aside()
        self._next_id = self._db.execute(schema.NEXT_ID).fetchone()[0] if self._db else 1

    def begin(self, record: Record) -> None:
        """Begin a game; any earlier one is closed, and its secrets are erased everywhere in the file."""
        self._next_id = record.game_id + 1
        self._waiting += [
            (schema.CLOSE_OTHERS, (self.wall(), record.game_id)),
            (schema.ERASE, ()),
            (
                schema.ADD_GAME,
                (
                    record.game_id,
                    record.game,
                    record.rules_version,
                    record.version,
                    dumps(public_setup(record.setup)),
                    record.begun,
                ),
            ),
            (schema.HIDE, (record.game_id, 0, record.seed, dumps(record.setup))),
        ]
        self._truncate = True
        self._commit()

    def append(
        self, game_id: int, row: Row, public: Mapping[str, Any], ended: Mapping[str, Json] | None
    ) -> None:
        """Write a row; `public` is its body without a secret, `ended` the summary if the game is over now."""
        name = str(row.body.get("do", row.kind))
        columns = (game_id, row.seq, row.at_ms, row.kind, name, dumps(public), dumps(row.events), row.wall)
        self._waiting.append((schema.ADD_ROW, (*columns, row.source)))
        if public != row.body:
            self._waiting.append((schema.HIDE, (game_id, row.seq, None, dumps(row.body))))
        if ended is not None:
            self._waiting.append((schema.END, (row.wall, dumps(ended), game_id)))
        elif row.kind == "undo":  # it may have brought an ended game back
            self._waiting.append((schema.END, (None, "{}", game_id)))
        if row.kind == "undo":  # or one that had left the table
            self._waiting.append((schema.REOPEN, (game_id,)))
        self._commit()

    def tick(self, game_id: int, at_ms: int) -> None:
        """Write the clock row: one row, overwritten, so that an hour of play does not grow the file."""
        statement = (schema.SET_CLOCK, (game_id, at_ms))
        if self._waiting and self._waiting[-1][0] == schema.SET_CLOCK:
            self._waiting[-1] = statement
        else:
            self._waiting.append(statement)
        self._commit()

    def close_game(self, game_id: int, result: Mapping[str, Json]) -> None:
        """Mark a game as no longer at the table; its secrets stay until the next one, for a replay."""
        self._waiting.append((schema.CLOSE, (self.wall(), dumps(result), game_id)))
        self._commit()

    def forget(self) -> None:
        """Erase all secrets now, everywhere in the file; no game may be at the table."""
        self._waiting.append((schema.ERASE, ()))
        self._truncate = True
        self._commit()

    def next_id(self) -> int:
        """Return the number of the next game."""
        return self._next_id

    def wall(self) -> str:
        """Return the date and time in UTC as the rows keep it."""
        return self._clock.wall().isoformat(timespec="milliseconds")

    def live(self) -> Saved | None:
        """Return the game that was at the table when the file was last written; None if there was none.

        Raises ValueError when what is there cannot be read back as a game.
        """
        if self._db is None:
            return None
        try:
            return read_live(self._db)
        except (sqlite3.Error, msgspec.DecodeError, TypeError) as error:
            raise ValueError(str(error)) from error

    def close(self) -> None:
        """Write what waits, if the disk takes it now, and let go of the file."""
        if self._waiting:
            self._commit()
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _commit(self) -> None:
        db = self._db
        if db is None:
            self._waiting.clear()
            return
        try:
            db.execute("BEGIN IMMEDIATE")
            for sql, values in self._waiting:
                db.execute(sql, values)
            db.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            self._tell(
                f"the journal cannot be written: {error}; the game goes on, but a power cut would lose"
                f" what happened since. Check the disk of {self.path}"
            )
            return
        self._waiting.clear()
        if self.problem is not None:
            log.warning("the journal is written again: nothing is missing from it")
        self.problem = None
        if self._truncate:
            self._forget_log(db)

    def _forget_log(self, db: sqlite3.Connection) -> None:
        """Move the write-ahead log into the file and cut it to nothing: no old answer stays in it.

        Somebody who is just reading the file can hold this up; it is tried again after the next row.
        """
        try:
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            log.warning("the journal's log cannot be emptied yet: %s", error)
            return
        self._truncate = bool(busy)

    def _open_or_put_aside(self) -> sqlite3.Connection | None:
        try:
            return _open(self.path)
        except sqlite3.OperationalError as error:  # locked, read-only, no space: the file itself is sound
            self._tell(
                f"the journal {self.path} cannot be opened: {error}; games are played, but a power cut"
                " would lose them. Check the disk, the folder and its owner, then start again"
            )
            return None
        except sqlite3.DatabaseError as error:
            return self._put_aside(error)

    def _put_aside(self, error: sqlite3.DatabaseError) -> sqlite3.Connection | None:
        stamp = self._clock.wall().strftime("%Y%m%dT%H%M%SZ")
        aside = self.path.with_name(f"{self.path.name}.damaged-{stamp}")
        try:
            for tail in ("", "-wal", "-shm"):
                part = self.path.with_name(self.path.name + tail)
                if part.exists():
                    part.rename(aside.with_name(aside.name + tail))
            db = _open(self.path)
        except (OSError, sqlite3.Error) as again:
            self._tell(
                f"the journal {self.path} is damaged ({error}) and cannot be put aside: {again};"
                " games are played, but a power cut would lose them"
            )
            return None
        note = f"the journal was damaged ({error}); it was put aside as {aside} and a new one was begun"
        log.warning("%s", note)
        self.notes.append(note)
        return db

    def _tell(self, problem: str) -> None:
        if problem != self.problem:
            log.error("%s", problem)
        self.problem = problem


def read_live(db: sqlite3.Connection) -> Saved | None:
    """Read the game at the table: record 0, rows, clock row."""
    found = db.execute(schema.LIVE_GAME).fetchone()
    if found is None:
        return None
    game_id, game, rules_version, version, begun = found
    secret = db.execute(schema.HIDDEN, (game_id,)).fetchone()
    if secret is None:
        return None
    seed, setup = secret
    clock = db.execute(schema.CLOCK, (game_id,)).fetchone()
    record = Record(game_id, game, rules_version, version, loads(setup), seed, begun)
    return Saved(record, read_rows(db, game_id), clock[0] if clock else 0)


def read_rows(db: sqlite3.Connection, game_id: int, query: str = schema.ROWS) -> tuple[Row, ...]:
    """Read the rows of a game, in order; `schema.ROWS`: as they were, while the secrets are there."""
    return tuple(
        Row(seq, at_ms, kind, loads(body), source, wall, tuple(loads(events)))
        for seq, at_ms, kind, body, source, wall, events in db.execute(query, (game_id,))
    )


def dumps(value: Any) -> str:
    """Write JSON as the columns keep it."""
    return msgspec.json.encode(value).decode()


def loads(text: str) -> Any:
    """Read what `dumps` wrote."""
    return msgspec.json.decode(text)


def _open(path: Path) -> sqlite3.Connection:
    with contextlib.suppress(OSError):  # what is wrong with the path, SQLite says itself
        path.touch(mode=FILE_MODE)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.05)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > schema.VERSION:
            raise sqlite3.OperationalError(
                f"it was written by a newer Runeheart (layout {version}, this one knows {schema.VERSION})"
            )
        for pragma in schema.PRAGMAS:
            db.execute(pragma).fetchone()
        if version < schema.VERSION:
            db.executescript(schema.CREATE)
            db.execute(f"PRAGMA user_version={schema.VERSION:d}")
        read_live(db)  # the pages that matter now; a damaged one raises here
        db.execute(schema.NEXT_ID).fetchone()
    except (sqlite3.Error, msgspec.DecodeError, TypeError) as error:
        db.close()
        if isinstance(error, sqlite3.Error):
            raise
        raise sqlite3.DatabaseError(f"a game in it cannot be read: {error}") from error
    return db
