"""What a power cut leaves of the files: torn at any byte, any sector missing, damaged anywhere."""

import asyncio
import contextlib
import itertools
import random
import sqlite3

import pytest

from runeheart.runtime import savedrows
from support.ports import Rig
from support.written import Files, opened, played, record, row, rows_of

SECTOR = 512
PAGE = 4096
FRAME = 24 + PAGE
ROWS = 14


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    journal, moments = played(tmp_path_factory.mktemp("game"), ROWS)
    yield moments
    journal.close()


def _rows_after(files, path):
    journal = opened(files.put(path))
    assert journal.notes == []
    assert journal.problem is None
    rows = rows_of(journal)
    journal.close()
    return rows


def test_a_log_cut_at_any_sector_or_frame_keeps_all_that_was_committed_before(game, tmp_path):
    last = game[-1]
    sizes = [len(files.log) for files in game]
    assert sizes == sorted(sizes)
    assert sizes[-1] > 20 * FRAME
    frames = range(32, sizes[-1], FRAME)
    cuts = {
        *range(0, sizes[-1] + 1, SECTOR),
        *frames,
        *(cut - 1 for cut in frames),
        *(cut + 1 for cut in frames),
    }
    chance = random.Random(1)
    cuts |= {chance.randrange(sizes[-1]) for _ in range(100)}
    for cut in sorted(cuts):
        committed = max((rows for rows, size in enumerate(sizes) if size <= cut), default=0)
        torn = Files(last.main, last.log[:cut])
        assert _rows_after(torn, tmp_path / "journal.db") == committed, f"cut at {cut}"


@pytest.mark.parametrize("filled_with", ["nothing", "noise", "zeros"])
def test_sectors_that_were_not_flushed_cost_the_last_commit_at_most(game, tmp_path, filled_with):
    chance = random.Random(2)
    for rows, (before, after) in enumerate(itertools.pairwise(game)):
        log = bytearray(after.log)
        lost = False
        for start in range(len(before.log), len(log), SECTOR):
            if chance.random() < 0.5:
                end = min(start + SECTOR, len(log))
                hole = {"nothing": log[start:end], "zeros": bytes(end - start)}.get(
                    filled_with, bytearray(chance.randbytes(end - start))
                )
                lost |= hole != log[start:end]
                log[start:end] = hole
        found = _rows_after(Files(after.main, bytes(log)), tmp_path / "journal.db")
        assert found == (rows if lost else rows + 1)


def test_a_file_torn_while_the_log_is_moved_into_it_heals_from_the_log(game, tmp_path):
    before = game[-1]
    db = sqlite3.connect(before.put(tmp_path / "moved.db"), isolation_level=None)
    db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    after = Files.of(tmp_path / "moved.db")
    db.close()
    assert after.main != before.main
    moved = {int.from_bytes(before.log[at : at + 4], "big") for at in range(32, len(before.log), FRAME)}
    chance = random.Random(3)
    old = before.main.ljust(len(after.main), b"\0")
    for _ in range(40):
        torn = bytearray(old[: chance.choice((len(before.main), len(old)))])
        for start in range(0, len(torn), SECTOR):
            if start // PAGE + 1 in moved:
                choice = chance.choice((old, after.main, chance.randbytes(len(old))))
                torn[start : start + SECTOR] = choice[start : start + SECTOR]
        torn[:SECTOR] = chance.choice((old, after.main))[:SECTOR]  # one sector is written whole or not
        assert _rows_after(Files(bytes(torn), before.log), tmp_path / "journal.db") == ROWS


def test_damaged_anywhere_there_is_always_a_journal_to_play_on(game, tmp_path):
    chance = random.Random(4)
    aside = 0
    for number in range(80):
        folder = tmp_path / str(number)
        folder.mkdir()
        main, log = bytearray(game[-1].main), bytearray(game[-1].log)
        for _ in range(chance.choice((1, 1, 3, 20))):
            part = chance.choice((main, log))
            start = chance.randrange(len(part))
            size = chance.choice((1, 16, SECTOR, 4096))
            part[start : start + size] = chance.randbytes(len(part[start : start + size]))
        if chance.random() < 0.2:
            del main[chance.randrange(len(main)) :]
        path = Files(bytes(main), bytes(log)).put(folder / "journal.db")
        journal = opened(path)
        with contextlib.suppress(ValueError):  # told as a game that cannot be brought back
            rows_of(journal)
        aside += bool(journal.notes)
        number_of_game = journal.next_id()
        journal.begin(record(number_of_game))
        journal.append(number_of_game, row(1), row(1).body, None)
        assert journal.problem is None
        journal.close()
        again = opened(path)
        assert rows_of(again) == 1
        again.close()
    assert aside > 5  # else this test damages nothing


def test_a_row_that_is_missing_is_found(game, tmp_path):
    path = game[-1].put(tmp_path / "journal.db")
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM rows WHERE seq = 3")
    with pytest.raises(ValueError, match="rows of game 1 are missing"):
        savedrows.read_live(db)
    db.close()
    journal = opened(path)
    assert "was damaged (a game in it cannot be read: rows of game 1 are missing)" in journal.notes[0]
    journal.close()


@pytest.mark.parametrize("column", ["rows.body", "rows.events", "secret.body"])
@pytest.mark.parametrize("value", ["7", "[1]", '"x"', "null", "{}", '{"seq": "x"}', "[[1]]", "true", "", "{"])
def test_json_of_another_shape_never_keeps_the_prop_from_starting(tmp_path, column, value):
    table, name = column.split(".")

    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.verb("undo")
        with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as db:
            db.execute(f"UPDATE {table} SET {name} = ?", (value,))  # noqa: S608 - our own words
            db.commit()
        for _ in range(2):
            async with Rig(tmp_path) as rig:
                assert rig.words, "it starts, and shows something"

    asyncio.run(play())
