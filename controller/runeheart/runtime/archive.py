"""The journal as others read it: read-only, also while the daemon plays. Knows no particular game.

Owns the way back from the file to games, rows and, while they are still there, their secrets.
"""

import sqlite3
import stat
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from runeheart.core.events import Json
from runeheart.runtime import migration, schema
from runeheart.runtime.records import About, Row
from runeheart.runtime.savedrows import loads, read_rows

_INTERRUPTED = (
    "UPDATE games SET closed = begun, seed = NULL, outcome = coalesce(outcome, 'interrupted'),"
    " result = CASE WHEN ended IS NULL THEN json_set(result, '$.outcome', 'interrupted') ELSE result END"
    " WHERE closed IS NULL"
)
_COLUMNS = "id, game, rules_version, version, setup, begun, ended, closed, result"
_FACTS = "seed, difficulty, team, players, left_out, hints, interventions, played_ms, places"
_FACTS_OF_1 = "NULL, json_extract(setup, '$.difficulty'), NULL, NULL, 0, 0, 0, NULL, NULL"
"""What a journal of layout 1 tells of them: it is read as it is, and brought up by the prop alone."""


class ArchiveError(Exception):
    """The journal cannot be read; the text says why and what to do."""


class NoJournalError(ArchiveError):
    """There is no file at all."""


class Entry(Struct, frozen=True):
    """A game in the history. Dates are UTC, ISO 8601; `ended` and `closed` are None until they happen."""

    game_id: int
    game: str
    rules_version: int
    version: str
    setup: Mapping[str, Any]
    """Without what gives the answer away."""
    begun: str
    ended: str | None
    closed: str | None
    summary: Mapping[str, Json]
    """The plain values of the public state at the end; empty before."""
    did: Mapping[str, int]
    """How often others than the players did what: `pause`, `add_time`, `undo`, …; power losses as `power`."""
    difficulty: str | None = None
    about: About = About()
    hints: int = 0
    interventions: int = 0
    """How often somebody beside the players changed how the game went."""
    played_ms: int | None = None
    """How long its clock ran; None for a game without a timer, and before the end."""
    places: tuple[int, ...] | None = None
    """Mistakes at each place, the first place first."""

    @property
    def result(self) -> str:
        """The outcome in a word or two."""
        outcome = self.summary.get("outcome")
        if isinstance(outcome, str):
            return outcome
        if self.closed is None:
            return "under way"
        return "not begun" if self.summary.get("phase") == "ready" else "interrupted"


class Kept(Struct, frozen=True):
    """A game with its rows. While it is played, and once erased: `seed` None, `setup` the public one."""

    entry: Entry
    setup: Mapping[str, Any]
    seed: int | None
    rows: tuple[Row, ...]


def by_newest_game(paths: Iterable[Path]) -> list[Path]:
    """Return those journals that have games, the one with the newest first; if none has, an empty one.

    Raises ArchiveError when there is nothing to read, and says where it was looked for.
    """
    begun: dict[Path, str] = {}
    missing: list[Path] = []
    unreadable: list[ArchiveError] = []
    for path in dict.fromkeys(paths):
        try:
            newest = games(path, 1)
        except NoJournalError:
            missing.append(path)
        except ArchiveError as error:
            unreadable.append(error)
        else:
            begun[path] = newest[0].begun if newest else ""
    with_games = sorted(filter(begun.get, begun), key=begun.__getitem__, reverse=True)
    if with_games:
        return with_games
    if unreadable:
        raise ArchiveError("\n".join(map(str, unreadable)))
    if not begun:
        where = " or ".join(map(str, missing))
        raise NoJournalError(f"no game was played yet: there is no journal at {where}")
    return list(begun)[:1]


def games(path: Path, limit: int) -> list[Entry]:
    """Return the last `limit` games, the newest first; raise ArchiveError."""
    with closing(open_to_read(path)) as db:
        try:
            query = f"SELECT {_columns(db)} FROM games ORDER BY id DESC LIMIT ?"  # noqa: S608 - our own names
            found = db.execute(query, (limit,)).fetchall()
            return [_entry(db, columns) for columns in found]
        except (sqlite3.Error, msgspec.DecodeError, TypeError) as error:
            raise damaged(path, error) from error


def game(path: Path, game_id: int | None = None) -> Kept:
    """Return a game with its rows, None: the last one; raise ArchiveError."""
    where = "" if game_id is None else "WHERE id = ?"
    values = () if game_id is None else (game_id,)
    with closing(open_to_read(path)) as db:
        try:
            columns = db.execute(
                f"SELECT {_columns(db)} FROM games {where} ORDER BY id DESC LIMIT 1",  # noqa: S608 - our own words
                values,
            ).fetchone()
            if columns is None:
                which = "no game" if game_id is None else f"no game {game_id}"
                raise ArchiveError(f"there is {which} in {path}; see: runeheart history")
            entry = _entry(db, columns)
            open_seed = None if entry.closed is None and entry.ended is None else columns[9]
            if entry.ended is None:  # nobody reads the answer of a game that is being played
                return Kept(entry, entry.setup, open_seed, read_rows(db, entry.game_id, schema.PUBLIC_ROWS))
            secret = db.execute(schema.HIDDEN, (entry.game_id,)).fetchone()
            seed, setup = (secret[0], loads(secret[1])) if secret else (open_seed, entry.setup)
            return Kept(entry, setup, seed, read_rows(db, entry.game_id))
        except (sqlite3.Error, msgspec.DecodeError, TypeError) as error:
            raise damaged(path, error) from error


def count(path: Path) -> int:
    """Return how many games are in a journal; raise ArchiveError."""
    with closing(open_to_read(path)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.Error as error:
            raise damaged(path, error) from error


def copy_without_secrets(path: Path, target: Path) -> None:
    """Copy a journal whole, also while the daemon writes to it, but for the secrets; raise ArchiveError.

    The game at the table is closed in the copy: without its secrets nobody can play on.
    """
    with closing(open_to_read(path)) as db, closing(sqlite3.connect(target, isolation_level=None)) as copy:
        try:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE").fetchone()
            copy.execute("PRAGMA secure_delete=ON").fetchone()
            if (version := _layout(copy)) < schema.VERSION:
                copy.execute("BEGIN")
                migration.bring_up(copy, version)
                copy.execute(f"PRAGMA user_version={schema.VERSION:d}")
                copy.execute("COMMIT")
            copy.execute(_INTERRUPTED)
            copy.execute(schema.ERASE)
            copy.execute("DELETE FROM clock")
            copy.execute("VACUUM")
        except sqlite3.Error as error:
            raise damaged(path, error) from error


def check(path: Path) -> None:
    """Raise ArchiveError unless a file is a sound journal that this Runeheart can go on with."""
    with closing(open_to_read(path)) as db:
        try:
            version = _layout(db)
            (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            for columns in db.execute(f"SELECT {_columns(db)} FROM games"):  # noqa: S608 - our own column names
                loads(columns[4])
                loads(columns[8])
        except (sqlite3.Error, msgspec.DecodeError, TypeError) as error:
            raise damaged(path, error) from error
    if version > schema.VERSION:
        raise ArchiveError(
            f"the history is of a newer Runeheart (layout {version}, this one knows {schema.VERSION})"
        )
    if found != "ok":
        raise ArchiveError(f"the history is damaged: {found}")


def _layout(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _columns(db: sqlite3.Connection) -> str:
    return f"{_COLUMNS}, {_FACTS if _layout(db) > 1 else _FACTS_OF_1}"


def _entry(db: sqlite3.Connection, columns: tuple[Any, ...]) -> Entry:
    game_id, name, rules_version, version, setup, begun, ended, closed, result = columns[:9]
    difficulty, team, players, left_out, hints, interventions, played_ms, places = columns[10:]
    did: Counter[str] = Counter()
    for source, row_name, number in db.execute(schema.WHO_DID_WHAT, (game_id,)):
        did["power" if source == "power" else row_name] += number
    return Entry(
        game_id,
        name,
        rules_version,
        version,
        loads(setup),
        begun,
        ended,
        closed,
        loads(result),
        dict(did),
        difficulty,
        About(team, players, bool(left_out)),
        hints,
        interventions,
        played_ms,
        None if places is None else tuple(loads(places)),
    )


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open for reading. A file that nobody has open may be in a folder where the reader may not write."""
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
        if is_file:
            path.open("rb").close()
    except FileNotFoundError:
        raise NoJournalError(
            f"there is no journal at {path}: no game was played yet, or it is kept elsewhere"
        ) from None
    except PermissionError:
        raise ArchiveError(
            f"this user may not read the journal {path}; it needs the group of its folder, or sudo"
        ) from None
    except (OSError, ValueError) as error:
        raise ArchiveError(f"the journal {path} cannot be read: {_why(error)}") from error
    if not is_file:
        raise ArchiveError(f"{path} is not a file; expected a journal, such as journal.db")
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    is_alone = not path.with_name(f"{path.name}-wal").exists()
    for options in ("", "&immutable=1") if is_alone else ("",):
        db = sqlite3.connect(uri + options, uri=True, timeout=2)
        try:
            db.execute("SELECT 1 FROM games LIMIT 1").fetchone()
        except sqlite3.Error as error:
            db.close()
            trouble = error
        else:
            return db
    if trouble.sqlite_errorcode == sqlite3.SQLITE_ERROR:
        raise ArchiveError(f"{path} is a database, but no journal of Runeheart: {trouble}") from trouble
    raise damaged(path, trouble) from trouble


def _why(error: Exception) -> str:
    return str((isinstance(error, OSError) and error.strerror) or error)


def damaged(path: Path, error: Exception) -> ArchiveError:
    """Return what to raise for a file that cannot be read as a journal."""
    return ArchiveError(f"{path} cannot be read as a journal: {error}")
