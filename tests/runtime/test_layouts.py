"""Journals of older layouts: layout-1.db was written by the Runeheart that had layout 1, at a prop in memory.

It holds, by number: 1 an easy game, won after a mistake at place 2, a pause and a time change, all by the
operator; 2 a hard game lost at place 4; 3 a game that was reset before its clock ran; 4 a Ruin taken from the
table in its fourth round; 5 a game under way.
"""

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from runeheart.runtime import archive, history, migration, schema
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.history import Filter
from runeheart.runtime.journal import Journal
from support.ports import Rig

OLD = Path(__file__).with_name("journals") / "layout-1.db"


@pytest.fixture
def path(tmp_path):
    return Path(shutil.copy(OLD, tmp_path / "journal.db"))


def _brought_up(path):
    journal = Journal(path, ManualClock())
    assert (journal.problem, journal.notes) == (None, [])
    journal.close()


def test_an_old_journal_tells_the_history_all_it_knows(path):
    _brought_up(path)
    lost, won = history.page(path, Filter(game="heart")).games[-2:]
    assert (won.difficulty, won.outcome, won.mistakes, won.places) == ("easy", "defused", 1, (0, 1, 0, 0))
    assert (won.played_ms, won.left_ms, won.interventions) == (13_000, 587_000, 8)
    assert (lost.difficulty, lost.outcome, lost.places) == ("hard", "exploded", (0, 0, 0, 2, 0, 0))
    outcomes = [game.outcome for game in history.page(path, Filter()).games]
    assert outcomes == ["under way", "interrupted", "not begun", "exploded", "defused"]


def test_a_game_under_way_goes_on_in_the_new_layout(path):
    async def play():
        async with Rig(path.parent) as rig:
            assert rig.state.phase == "paused"
            await rig.verb("resume")
            await rig.verb("describe", id=5, team="Foxes")
            await rig.verb("abandon")

    asyncio.run(play())
    newest = history.page(path, Filter()).games[0]
    assert (newest.game_id, newest.outcome, newest.about.team) == (5, "abandoned", "Foxes")


def test_an_old_journal_can_be_read_without_being_changed(path):
    before = path.read_bytes()
    found = archive.games(path, 10)
    assert [entry.game_id for entry in found] == [5, 4, 3, 2, 1]
    assert archive.game(path, 1).entry.result == "defused"
    assert path.read_bytes() == before


def test_a_copy_for_a_backup_has_the_new_layout(path, tmp_path):
    copy = tmp_path / "copy.db"
    archive.copy_without_secrets(path, copy)
    archive.check(copy)
    assert history.page(copy, Filter()).games[0].outcome == "interrupted"


def test_what_fails_in_the_middle_leaves_the_old_file(path, monkeypatch):
    monkeypatch.setattr(schema, "INDEX", "CREATE INDEX no_such ON nothing (id)")
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.Error):
        migration.bring_up(db, 1)
    db.close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert "team" not in {column[1] for column in db.execute("PRAGMA table_info(games)")}
    db.close()


def test_new_and_old_files_have_the_same_columns(path, tmp_path):
    _brought_up(path)
    _brought_up(tmp_path / "new.db")
    tables = []
    for file in (path, tmp_path / "new.db"):
        with sqlite3.connect(file) as db:
            tables.append([column[1:] for column in db.execute("PRAGMA table_info(games)")])
        db.close()
    assert tables[0] == tables[1]


@pytest.mark.parametrize("column", ["body", "events"])
@pytest.mark.parametrize("kind", ["command", "undo"])
@pytest.mark.parametrize("value", ["7", "[1]", '"x"', "null", "{}", '{"seq": [1]}', "[7]", "[{}]", "", "{"])
def test_an_old_journal_whose_rows_are_damaged_never_keeps_the_prop_from_starting(path, column, kind, value):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"UPDATE rows SET {column} = ?, kind = ?", (value, kind))  # noqa: S608 - our own words
        db.commit()

    async def play():
        for _ in range(2):
            async with Rig(path.parent) as rig:
                assert rig.words, "it starts, and shows something"

    asyncio.run(play())
