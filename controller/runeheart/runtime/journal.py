"""The journal on the disk: commit before show, nothing ever lost, old answers gone (design 5).

Owns what is written, in which order, and what to do when it cannot be. Knows no particular game and no loop:
every call blocks until the disk has it, so the loop makes them in its one disk thread. How the file is opened
and put aside is `journalfile`'s.

When a commit fails (disk full, card turned read-only) the game goes on: what could not be written waits and
is tried again with each row and each `retry`, in order; `problem` says so meanwhile. When the file itself is
damaged or gone, a new one is begun, and the whole game at the table is written into it.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from runeheart.runtime import journalfile, schema
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.clock import Clock
from runeheart.runtime.journalfile import UnusableError
from runeheart.runtime.records import About, Ending, Record, Row, Saved
from runeheart.runtime.savedrows import UNREADABLE, read_live
from runeheart.runtime.statements import (
    Statement,
    of_about,
    of_ending,
    of_no_ending,
    of_record,
    of_row,
    whole,
)

log = logging.getLogger(__name__)

NOT_WRITTEN = Sentence(
    "the journal cannot be written: {why}; the game goes on, and is saved as soon as the disk takes it again;"
    " a power cut before that loses it. Check the disk of {path}"
)
NOT_OPENED = Sentence(
    "the journal {path} cannot be opened: {why}; games are played, and saved as soon as it can; a power cut"
    " before that loses them. Check the disk, the folder and its owner"
)
NOT_PUT_ASIDE = Sentence(
    "the journal {why}, and {path} cannot be put aside: {again}; games are played, but a power cut would lose"
    " them. Check the folder and its owner"
)
NOT_KEPT = Sentence(
    "the disk took nothing for so long that games before this one are not in the history; look at the disk of"
    " {path}"
)
LONGEST_WAIT_S = 30
"""Seconds between tries to open a file that cannot be opened; the first ones come sooner."""
MOST_WAITING = 20_000
"""Statements that wait for the disk; beyond, the games before the one at the table are given up."""
_NS = 1_000_000_000


class Journal:
    """One file of games. Opening it never fails: `problem` and `notes` tell the operator what is wrong."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self.path = path
        self.problem: str | None = None
        """Why the last commit failed, as a sentence for the operator; None while all is written."""
        self.notes: list[str] = journalfile.unread(path)
        """What happened to files and games and a person should know, until it is acknowledged."""
        self._clock = clock
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._game: list[Statement] = []
        """All of the game at the table: what a new file would need."""
        self._waiting: list[Statement] = []
        self._truncate = False
        self._shift = 0
        """What numbers of games are moved by, in a file that had others when it was opened at last."""
        self._failures = 0
        self._retry_ns = 0
        self._open()
        self._next_id = self._free_id()

    def begin(self, record: Record) -> None:
        """Begin a game; any earlier one is closed, and its secrets are erased everywhere in the file."""
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
            self._note(NOT_KEPT.told(path=self.path))
        self._next_id = max(self._next_id, record.game_id + 1)
        self._game = []
        self._add(*of_record(record, self.wall()))
        self._truncate = True
        self._commit()
        self._read_back(record)

    def append(self, game_id: int, row: Row, public: Mapping[str, Any], ended: Ending | None) -> None:
        """Write a row; `public` is its body without a secret, `ended` how the game ended, if it has."""
        statements = of_row(game_id, row, public)
        if ended is not None:
            statements.append(of_ending(schema.END, game_id, row.wall, ended))
        elif row.kind == "undo":  # it may have brought an ended game back
            statements.append(of_no_ending(game_id))
        if row.kind == "undo":  # or one that had left the table
            statements.append((schema.REOPEN, {"game": game_id}))
        self._add(*statements)
        self._commit()

    def tick(self, game_id: int, at_ms: int) -> None:
        """Write the clock row: one row, overwritten, so that an hour of play does not grow the file."""
        statement = (schema.SET_CLOCK, {"game": game_id, "at_ms": at_ms})
        for statements in (self._game, self._waiting):
            if statements and statements[-1][0] == schema.SET_CLOCK:
                statements[-1] = statement
            else:
                statements.append(statement)
        self._commit()

    def close_game(self, game_id: int, ending: Ending) -> None:
        """Mark a game as no longer at the table; its secrets stay until the next one, for a replay."""
        self._add(of_ending(schema.CLOSE, game_id, self.wall(), ending))
        self._commit()

    def about(self, number: int) -> About | None:
        """Return who played a game of the file, by its number there; None if there is no such game.

        Raises sqlite3.Error when the file cannot be read.
        """
        found = self._db.execute(schema.ABOUT, (number,)).fetchone() if self._db else None
        return About(found[0], found[1], bool(found[2])) if found else None

    def describe(self, number: int, about: About) -> None:
        """Write who played a game of the file, by its number there."""
        is_at_table = any(
            sql == schema.ADD_GAME and values["game"] + self._shift == number for sql, values in self._game
        )
        if is_at_table:
            self._add(of_about(number - self._shift, about))
        else:
            self._waiting.append(of_about(number, about, "number"))
        self._commit()

    def number_of(self, record: Record) -> int:
        """Return the number that a game has in the file."""
        return record.game_id + self._shift

    def forget(self) -> None:
        """Erase all secrets now, everywhere in the file; no game may be at the table."""
        self._game = []
        self._waiting.append((schema.ERASE, {}))
        self._truncate = True
        self._commit()

    def retry(self) -> None:
        """Try again what the disk refused, if there is anything."""
        if self.problem is not None:
            self._commit()

    def acknowledge(self) -> None:
        """Take note that a person has read `notes`."""
        journalfile.acknowledge(self.path)
        self.notes.clear()

    def next_id(self) -> int:
        """Return the number of the next game, which no other gets."""
        self._next_id += 1
        return self._next_id - 1

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
            saved = read_live(self._db)
            if saved is not None:
                self._game = whole(self._db, saved)
        except UNREADABLE as error:
            raise ValueError(str(error)) from error
        return saved

    def close(self) -> None:
        """Write what waits, if the disk takes it now, and let go of the file."""
        if self._waiting:
            self._commit()
        self._let_go()

    def _add(self, *statements: Statement) -> None:
        if self._game and self._game[-1][0] == schema.SET_CLOCK:  # what comes now tells a later time
            self._game.pop()
        self._game += statements
        self._waiting += statements

    def _commit(self) -> None:
        """Write all that waits in one transaction; what cannot be written goes on waiting."""
        if self._db is not None and not self._is_in_place():
            self._begin_anew()  # somebody took the file away, or the disk was changed
        if self._db is None and not self._reopened():
            return
        error = self._try()
        if error is not None and journalfile.is_damage(error):
            self._let_go()
            self._put_aside(UnusableError("damaged", f"was damaged ({error})"))
            self._begin_anew()
            error = self._try()
        elif isinstance(error, sqlite3.IntegrityError):  # its numbers are taken
            log.error("the journal has such a game already (%s): this one is written as another", error)
            self._begin_anew()
            error = self._try()
        if error is not None:
            self._tell(NOT_WRITTEN.told(why=_why(error), path=self.path))
            return
        if self._db is None:
            return
        self._waiting.clear()
        if self.problem is not None:
            log.warning("the journal is written again: nothing of the game at the table is missing from it")
        self.problem = None
        if self._truncate:
            self._forget_log(self._db)

    def _read_back(self, record: Record) -> None:
        """See whether the game that begins can be read again: not every damage shows when it is written."""
        if self._db is None or self._waiting:
            return
        try:
            saved = read_live(self._db)
            why = (
                None if saved and saved.record.seed == record.seed else "a game that was written is not there"
            )
        except UNREADABLE as error:
            why = str(error)
        if why is not None:
            self._let_go()
            self._put_aside(UnusableError("damaged", f"was damaged ({why})"))
            self._begin_anew()
            self._commit()

    def _try(self) -> sqlite3.Error | MemoryError | None:
        """Write what waits, all or nothing; return what went wrong."""
        db = self._db
        if db is None:
            return None
        try:
            db.execute("BEGIN IMMEDIATE")
            for sql, values in self._waiting:
                shifted = {**values, "game": values["game"] + self._shift} if "game" in values else values
                db.execute(sql, shifted)
            db.execute("COMMIT")
        except (sqlite3.Error, MemoryError) as error:
            with contextlib.suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            return error
        return None

    def _forget_log(self, db: sqlite3.Connection) -> None:
        """Move the write-ahead log into the file and cut it to nothing: no old answer stays in it.

        Somebody who is just reading the file can hold this up; it is tried again after the next row.
        """
        try:
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except (sqlite3.Error, MemoryError) as error:
            log.warning("the journal's log cannot be emptied yet: %s", error)
            return
        self._truncate = bool(busy)

    def _is_in_place(self) -> bool:
        """Tell whether the file that is written is still the one at the path."""
        try:
            return _identity(self.path) == self._file
        except FileNotFoundError:
            return False
        except OSError:
            return True  # a disk that does not even tell its names: writing will say why

    def _begin_anew(self) -> None:
        """Open what is at the path now, for the whole game at the table."""
        self._let_go()
        self._waiting = list(self._game)
        self._retry_ns = 0
        self._reopened()

    def _reopened(self) -> bool:
        if self._clock.mono_ns() < self._retry_ns:
            return False
        self._open()
        if self._db is None:
            wait_s = min(2**self._failures, LONGEST_WAIT_S)
            self._failures = min(self._failures + 1, 5)
            self._retry_ns = self._clock.mono_ns() + wait_s * _NS
            return False
        self._failures = 0
        first = min((values["game"] for sql, values in self._waiting if sql == schema.ADD_GAME), default=None)
        if first is not None:
            self._shift = max(0, self._free_id() - first)
        return True

    def _open(self) -> None:
        try:
            try:
                db = journalfile.open_file(self.path)
            except UnusableError as trouble:
                if not self._put_aside(trouble):
                    return
                db = journalfile.open_file(self.path)
            self._file = _identity(self.path)
        except (sqlite3.Error, OSError, UnusableError, MemoryError) as error:
            self._tell(NOT_OPENED.told(path=self.path, why=_why(error)))
            return
        self._db = db

    def _put_aside(self, trouble: UnusableError) -> bool:
        try:
            self._note(journalfile.put_aside(self.path, trouble, self._clock.wall()))
        except OSError as again:
            self._tell(NOT_PUT_ASIDE.told(why=trouble, path=self.path, again=_why(again)))
            return False
        return True

    def _free_id(self) -> int:
        try:
            return int(self._db.execute(schema.NEXT_ID).fetchone()[0]) if self._db else 1
        except (sqlite3.Error, MemoryError):
            return 1  # what is wrong, the next row will say

    def _let_go(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()

    def _note(self, note: str) -> None:
        log.warning("%s", note)
        self.notes.append(note)

    def _tell(self, problem: str) -> None:
        if problem != self.problem:
            log.error("%s", problem)
        self.problem = problem


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _why(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "there is no memory left"
    return str(getattr(error, "strerror", None) or error)
