"""What stands in the place of the journal and will never do: put aside, told until read, and play goes on."""

import asyncio
import os
import sqlite3

import pytest

from runeheart.runtime import journalfile, schema
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import Journal
from support.ports import Rig
from support.written import Files, opened, played, record, row, rows_of

DATE = "20000101T000000Z"


def _folder(path):
    path.mkdir()
    (path / "mine.txt").write_text("keep me")


def _pipe(path):
    os.mkfifo(path)


def _foreign(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE photos (name)")
    db.close()


def _foreign_with_our_number(path):
    _foreign(path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=1")
    db.close()


def _newer(path):
    journal, _ = played(path.parent, 2)
    journal.close()
    (path.parent / "played.db").rename(path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    db.close()


def _other_columns(path):
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE games (a); CREATE TABLE rows (b); CREATE TABLE secret (c);")
        db.executescript(f"CREATE TABLE clock (d); PRAGMA user_version={schema.VERSION};")
    db.close()


def _text(path):
    path.write_text("this is no database, but somebody's shopping list\n" * 40)


CASES = {
    "no-file": [(_folder, "is a folder"), (_pipe, "is no file")],
    "foreign": [
        (_foreign, "is a database of another program"),
        (_foreign_with_our_number, "is a database of another program"),
        (_other_columns, "is a database of another program (no such column"),
    ],
    "newer": [(_newer, f"was written by a newer Runeheart (layout 99, this one knows {schema.VERSION})")],
    "damaged": [(_text, "was damaged (file is not a database)")],
}


@pytest.mark.parametrize(
    ("kind", "make", "why"), [(kind, *case) for kind, cases in CASES.items() for case in cases]
)
def test_it_is_put_aside_untouched_and_games_are_kept_in_a_new_one(tmp_path, kind, make, why):
    path = tmp_path / "journal.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None

    async def play():
        async with Rig(tmp_path) as rig:
            (alert,) = rig.prop.status()["alerts"]
            aside = tmp_path / f"journal.db.{kind}-{DATE}"
            assert alert.startswith(f"the journal {why}")
            assert alert.endswith(f": it was put aside as {aside} and a new one was begun")
            assert before == (aside.read_bytes() if aside.is_file() else None)
            await rig.begin()
            await rig.tap("moon")
            state = rig.state
        async with Rig(tmp_path, after_loss="continue") as rig:
            assert rig.state == state
            assert rig.prop.status()["alerts"] == [alert]  # a restart is no answer
            assert (await rig.verb("acknowledge")).result == "done"
            assert rig.prop.status()["alerts"] == []
        async with Rig(tmp_path) as rig:
            assert rig.prop.status()["alerts"] == []
        assert aside.with_name(f"{aside.name}.txt").read_text().strip() == alert

    asyncio.run(play())


def test_a_file_of_another_user_is_put_aside_where_the_folder_is_ours(tmp_path, monkeypatch):
    path = tmp_path / "journal.db"
    path.write_bytes(b"")
    path.chmod(0)
    access = os.access  # root may do everything: it is told otherwise of this one file
    monkeypatch.setattr(journalfile.os, "access", lambda what, mode: what != path and access(what, mode))
    journal = opened(path)
    monkeypatch.undo()
    assert "may not be read and written by this user: it belongs to " in journal.notes[0]
    assert "(----------)" in journal.notes[0]
    assert (tmp_path / f"journal.db.not-ours-{DATE}").exists()
    journal.begin(record())
    assert rows_of(journal) == 0
    journal.close()


def test_a_log_without_its_file_is_put_aside_not_thrown_away(tmp_path):
    journal, moments = played(tmp_path, 3)
    path = moments[-1].put(tmp_path / "journal.db")
    path.unlink()
    again = opened(path)
    assert "has lost its file, and only its log is left" in again.notes[0]
    assert (tmp_path / f"journal.db.damaged-{DATE}-wal").read_bytes() == moments[-1].log
    again.close()
    journal.close()


def test_a_cut_between_the_names_leaves_nothing_behind_that_counts(tmp_path):
    """The file was renamed, and the power went before its log was."""
    journal, moments = played(tmp_path, 3)
    path = moments[-1].put(tmp_path / "journal.db")
    path.rename(tmp_path / f"journal.db.damaged-{DATE}")
    (tmp_path / f"journal.db.damaged-{DATE}.unread.txt").write_text("the journal was damaged")
    again = opened(path)
    assert len(again.notes) == 2
    assert (tmp_path / f"journal.db.damaged-{DATE}-2-wal").read_bytes() == moments[-1].log
    again.begin(record())
    assert rows_of(again) == 0
    again.close()
    journal.close()


def test_a_card_that_dies_slowly_does_not_fill_itself(tmp_path):
    path = tmp_path / "journal.db"
    clock = ManualClock()
    for number in range(7):
        _text(path)
        with path.open("a") as file:
            file.write(str(number))
        journal = Journal(path, clock)
        journal.close()
    kept = sorted(one.name for one in tmp_path.glob("journal.db.damaged-*Z*") if one.suffix != ".txt")
    assert len(kept) == journalfile.MOST_DAMAGED
    assert any((tmp_path / name).read_text().endswith("6") for name in kept)  # never the newest
    assert len(list(tmp_path.glob("*.unread.txt"))) == journalfile.MOST_DAMAGED


def test_what_others_put_aside_is_never_thrown_away(tmp_path):
    path = tmp_path / "journal.db"
    for _ in range(6):
        for tail in journalfile.PARTS:
            path.with_name(path.name + tail).unlink(missing_ok=True)
        _foreign(path)
        opened(path).close()
    assert len([one for one in tmp_path.glob("*.foreign-*") if one.suffix != ".txt"]) == 6


def test_it_never_crashes_in_a_loop(tmp_path):
    """Start after start with a damaged file: each plays, and none makes it worse."""
    for start in range(5):
        _text(tmp_path / "journal.db")
        journal = opened(tmp_path / "journal.db")
        assert journal.problem is None
        journal.begin(record(journal.next_id()))
        journal.append(1, row(1), row(1).body, None)
        assert rows_of(journal) == 1, f"start {start}"
        journal.close()


class TestInPlay:
    def test_damaged_in_play_the_whole_game_goes_into_a_new_file(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                for _ in range(5):
                    await rig.verb("add-time", seconds=1)
                await rig.written()
                rig.journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                rig.path.write_bytes(rig.path.read_bytes()[:4096] + b"\xa5" * 4096 * 8)
                rig.journal._db.execute("PRAGMA shrink_memory")
                await rig.verb("add-time", seconds=1)
                (alert,) = rig.prop.status()["alerts"]
                assert "the journal was damaged (database disk image is malformed)" in alert
                await rig.verb("add-time", seconds=1)
                await rig.pull_the_plug(tmp_path / "cut")
                state = rig.state
            async with Rig(tmp_path / "cut", after_loss="continue") as rig:
                assert rig.state == state
                assert len(rig.prop.session._rows) == 8

        asyncio.run(play())

    def test_so_does_a_game_that_came_back_after_a_cut(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.verb("add-time", seconds=1)
            async with Rig(tmp_path, after_loss="continue") as rig:
                for tail in journalfile.PARTS:
                    rig.path.with_name(rig.path.name + tail).unlink(missing_ok=True)
                await rig.verb("add-time", seconds=1)
                state = rig.state
                await rig.pull_the_plug(tmp_path / "cut")
            async with Rig(tmp_path / "cut", after_loss="continue") as rig:
                assert rig.state == state
                assert [row.body.get("do") for row in rig.prop.session._rows] == [
                    "read",
                    "add_time",
                    "add_time",
                ]

        asyncio.run(play())

    def test_a_file_that_is_taken_away_is_noticed_at_the_next_row(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.written()
                for tail in journalfile.PARTS:
                    rig.path.with_name(rig.path.name + tail).unlink()
                await rig.after(1_100)
                await rig.written()
                state = rig.state
                await rig.pull_the_plug(tmp_path / "cut")
            async with Rig(tmp_path / "cut", after_loss="continue") as rig:
                assert len(rig.prop.session._rows) == 1
                assert 0 <= state.at_ms - rig.state.at_ms <= 1_000

        asyncio.run(play())

    def test_a_file_that_opens_late_gets_the_whole_game_beside_its_old_ones(self, tmp_path, monkeypatch):
        journal, moments = played(tmp_path, 3)
        journal.close()
        path = moments[-1].put(tmp_path / "journal.db")

        def refuse(_path):
            raise sqlite3.OperationalError("unable to open database file")

        async def play():
            with monkeypatch.context() as patch:
                patch.setattr(journalfile, "open_file", refuse)
                rig = Rig(tmp_path)
                async with rig:
                    await rig.begin()
                    await rig.tap("moon")
                    (alert,) = rig.prop.status()["alerts"]
                    assert "cannot be opened: unable to open database file; games are played" in alert
                    patch.undo()
                    await rig.after(40_000)  # it is tried less and less often, every 30 s at last
                    await rig.written()
                    assert rig.prop.status()["alerts"] == []
                    await rig.verb("add-time", seconds=1)
                    state = rig.state
            with sqlite3.connect(path) as db:
                assert db.execute("SELECT id, closed IS NULL FROM games").fetchall() == [(1, 0), (2, 1)]
                assert db.execute("SELECT count(*) FROM rows GROUP BY game").fetchall() == [(3,), (2,)]
            db.close()
            async with Rig(tmp_path, after_loss="continue") as rig:
                assert rig.state == state

        asyncio.run(play())

    def test_a_number_that_is_taken_costs_no_game(self, tmp_path):
        journal, _ = played(tmp_path, 2)
        journal.begin(record(1))  # as after a mistake of ours
        journal.append(1, row(1), row(1).body, None)
        assert journal.problem is None
        assert rows_of(journal) == 1
        assert journal._db.execute("SELECT count(*) FROM games").fetchone() == (2,)
        journal.close()


def test_put_aside_fails_and_it_is_told_and_tried_again(tmp_path, monkeypatch):
    path = tmp_path / "journal.db"
    _text(path)

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    clock = ManualClock(mono_ns=1)
    with monkeypatch.context() as patch:
        patch.setattr(journalfile, "put_aside", refuse)
        journal = Journal(path, clock)
        assert "was damaged (file is not a database), and" in journal.problem
        assert "cannot be put aside: Read-only file system" in journal.problem
        journal.begin(record(journal.next_id()))
        journal.append(1, row(1), row(1).body, None)
        assert journal.problem is not None
    clock.advance_ms(31_000)
    journal.retry()
    assert journal.problem is None
    assert rows_of(journal) == 1
    journal.close()


def test_a_full_disk_takes_no_note_but_the_damaged_file_still_goes(tmp_path, monkeypatch):
    path = tmp_path / "journal.db"
    _text(path)

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journalfile, "_write_through", refuse)
    journal = opened(path)
    assert "it was put aside as" in journal.notes[0]
    assert (tmp_path / f"journal.db.damaged-{DATE}").exists()
    journal.close()


def test_the_files_of_a_torn_moment_are_read_as_written(tmp_path):
    """The helper of these tests gives what is on the disk, no more."""
    journal, moments = played(tmp_path, 2)
    assert Files.of(tmp_path / "played.db") == moments[-1]
    journal.close()
