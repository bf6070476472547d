"""The journal as a file: opened, or put aside with its reason when it will never do, so that play goes on.

Owns the file's name, its neighbours, and what is a passing trouble (a full disk) and what is not (damage).
Knows the tables, and neither games nor who plays them.

What is put aside stays beside the journal, named by its kind and the date, with its reason in a text file.
That ends in `.unread.txt` until somebody has acknowledged it, so an alert outlives restarts.
"""

import contextlib
import os
import sqlite3
import stat
from datetime import datetime
from pathlib import Path

from runeheart.runtime import migration, schema
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.savedrows import UNREADABLE, read_live

FILE_MODE = 0o640
"""The seed of the game at the table is nobody else's business; SQLite gives its other files the same mode."""
MOST_DAMAGED = 3
"""Damaged files that are kept; the oldest gives way, or a card that dies slowly would fill itself."""
PARTS = ("", "-wal", "-shm")
UNREAD, READ = ".unread.txt", ".txt"

PUT_ASIDE = Sentence("the journal {why}: it was put aside as {aside} and a new one was begun")

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_OURS = {"games", "rows", "secret", "clock"}


class UnusableError(Exception):
    """The file will never do. The text goes on the words "the journal"; `kind` names what is put aside."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


def open_file(path: Path) -> sqlite3.Connection:
    """Open the journal for writing, made anew if there is none.

    Raises UnusableError for what is no journal of ours and never will be, sqlite3.Error for what may pass: no
    space, no right to write, locked by another.
    """
    is_new = _look(path)
    if is_new:
        with contextlib.suppress(OSError):  # what is wrong with the path, SQLite says itself
            path.touch(mode=FILE_MODE)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.05)
    try:
        _prepare(db)
    except UNREADABLE as error:
        db.close()
        raise _judged(error) from error
    except BaseException:
        db.close()
        raise
    if is_new:
        sync_folder(path.parent)
        sync_folder(path.parent.parent)
    return db


def is_damage(error: BaseException) -> bool:
    """Tell whether SQLite found the file itself damaged: no disk that is mended will help."""
    return _code(error) in _DAMAGE


def put_aside(path: Path, trouble: UnusableError, now: datetime) -> str:
    """Move the file and its neighbours out of the way, never over anything; return the sentence to tell.

    The reason is written first: after a power cut in between, the rest is put aside at the next start.
    Raises OSError.
    """
    if trouble.kind == "damaged":
        _make_room(path)
    stem = f"{path.name}.{trouble.kind}-{now:%Y%m%dT%H%M%SZ}"
    aside, number = path.with_name(stem), 1
    while any(path.parent.glob(f"{aside.name}*")):
        number += 1
        aside = path.with_name(f"{stem}-{number}")
    sentence = PUT_ASIDE.told(why=trouble, aside=aside)
    reason = aside.with_name(aside.name + UNREAD)
    try:
        _write_through(reason, sentence)
    except OSError:  # a full card takes no note, but new names
        with contextlib.suppress(OSError):
            reason.unlink()
    for tail in PARTS:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    sync_folder(path.parent)
    return sentence


def unread(path: Path) -> list[str]:
    """Return what was put aside and nobody has acknowledged yet, as sentences."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        notes = sorted(path.parent.glob(f"{path.name}.*{UNREAD}"))
        return [note.read_text(encoding="utf-8").strip() for note in notes]
    return []


def acknowledge(path: Path) -> None:
    """Take note that a person has read them; what cannot be renamed is told again after a restart."""
    for note in path.parent.glob(f"{path.name}.*{UNREAD}"):
        with contextlib.suppress(OSError):
            note.rename(note.with_name(note.name.removesuffix(UNREAD) + READ))


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the file system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _look(path: Path) -> bool:
    """Tell whether there is no journal yet; raise UnusableError for what cannot be one."""
    try:
        mode = path.stat().st_mode
    except OSError:
        if any(path.with_name(path.name + tail).exists() for tail in PARTS[1:]):
            raise UnusableError("damaged", "has lost its file, and only its log is left") from None
        return True
    if not stat.S_ISREG(mode):
        raise UnusableError("no-file", f"is {'a folder' if stat.S_ISDIR(mode) else 'no file'}")
    if not os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK):
        raise UnusableError("not-ours", f"may not be read and written by this user: {_owner(path)}")
    return False


def _owner(path: Path) -> str:
    mode = stat.filemode(path.stat().st_mode)
    try:
        return f"it belongs to {path.owner()} ({mode})"
    except KeyError:
        return f"it belongs to user {path.stat().st_uid} ({mode})"


def _prepare(db: sqlite3.Connection) -> None:
    """Set the connection up and make the tables, in one transaction; raise UnusableError."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables - _OURS if version == 0 else not tables >= _OURS:
        raise UnusableError("foreign", "is a database of another program")
    if version > schema.VERSION:
        raise UnusableError(
            "newer",
            f"was written by a newer Runeheart (layout {version}, this one knows {schema.VERSION})",
        )
    if version == schema.VERSION:  # before anything is written to it
        read_live(db)  # the pages that matter now; a damaged one raises here
        db.execute(schema.NEXT_ID).fetchone()
    elif version:
        db.execute(migration.FITS).fetchone()
    for pragma in schema.PRAGMAS:
        db.execute(pragma).fetchone()
    if version < schema.VERSION:
        db.execute("BEGIN IMMEDIATE")
        migration.bring_up(db, version)
        read_live(db)
        db.execute(f"PRAGMA user_version={schema.VERSION:d}")
        db.execute("COMMIT")


def _judged(error: Exception) -> Exception:
    """Return the error as it is when it may pass, else as what is wrong with the file."""
    if not isinstance(error, sqlite3.Error):
        return UnusableError("damaged", f"was damaged (a game in it cannot be read: {error})")
    if is_damage(error):
        return UnusableError("damaged", f"was damaged ({error})")
    if _code(error) == sqlite3.SQLITE_ERROR:  # our statements do not fit its tables
        return UnusableError("foreign", f"is a database of another program ({error})")
    return error


def _code(error: BaseException) -> int:
    code: int = getattr(error, "sqlite_errorcode", None) or 0
    return code & 0xFF  # the rest says more precisely what happened


def _make_room(path: Path) -> None:
    """Let the oldest of the damaged files go, so that the new one is not one too many."""
    tails = (*PARTS[1:], UNREAD, READ)
    stems = set()
    for file in path.parent.glob(f"{path.name}.damaged-*"):
        tail = next((tail for tail in tails if file.name.endswith(tail)), "")
        stems.add(file.name.removesuffix(tail))
    for stem in sorted(stems)[: max(0, len(stems) - MOST_DAMAGED + 1)]:
        for tail in ("", *tails):
            with contextlib.suppress(OSError):
                path.with_name(stem + tail).unlink(missing_ok=True)


def _write_through(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
