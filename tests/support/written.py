"""A journal written by hand, row by row, and its files as a power cut could leave them."""

from dataclasses import dataclass
from pathlib import Path

from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.records import Record, Row

PARTS = ("", "-wal")


def record(game_id=1):
    return Record(game_id, "heart", 1, "test", {"answer": ["sun"] * 5}, 4711, "2000-01-01T00:00:00.000+00:00")


def row(seq, source="button"):
    """A row with a body long enough that some rows begin a page of their own."""
    body = {"do": "activate", "rune": "fire", "place": seq, "said": "x" * (40 * seq % 700)}
    return Row(seq, 1000 * seq, "command", body, source, "2000-01-01T00:00:00.000+00:00")


def rows_of(journal):
    saved = journal.live()
    return None if saved is None else len(saved.rows)


@dataclass(frozen=True)
class Files:
    """The journal's files at one moment."""

    main: bytes
    log: bytes

    @classmethod
    def of(cls, path: Path) -> "Files":
        main, log = (path.with_name(path.name + tail) for tail in PARTS)
        return cls(main.read_bytes(), log.read_bytes() if log.exists() else b"")

    def put(self, path: Path) -> Path:
        for tail in (*PARTS, "-shm"):
            path.with_name(path.name + tail).unlink(missing_ok=True)
        path.write_bytes(self.main)
        path.with_name(path.name + "-wal").write_bytes(self.log)
        return path


def played(folder: Path, rows: int) -> tuple[Journal, list[Files]]:
    """Write a game; return the open journal and its files after the beginning and after each row."""
    path = folder / "played.db"
    journal = Journal(path, ManualClock())
    journal.begin(record())
    moments = [Files.of(path)]
    for seq in range(1, rows + 1):
        journal.append(1, row(seq), row(seq).body, None)
        moments.append(Files.of(path))
    return journal, moments


def opened(path: Path) -> Journal:
    return Journal(path, ManualClock())
