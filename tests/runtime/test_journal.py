"""The journal's file: what it forgets, and what happens when the disk is full, read-only or damaged."""

import asyncio
import json
import sqlite3

import pytest

from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import Journal
from runeheart.surface.api import SurfaceSettings
from support.ports import ANSWER, Rig


def _raw(path):
    """Return every byte of the journal: file, write-ahead log, shared memory."""
    parts = [path.with_name(path.name + tail) for tail in ("", "-wal", "-shm")]
    return b"".join(part.read_bytes() for part in parts if part.exists())


def _traces(rig):
    """Return what would give the game at the table away, as the file writes it."""
    seed = rig.prop.session.record.seed
    answer = json.dumps(list(rig.state.answer), separators=(",", ":"))[1:-1]
    return [answer.encode(), seed.to_bytes(8, "big"), str(seed).encode()]


async def _win(rig):
    await rig.tap("moon")
    await rig.hold("moon")
    await rig.hold("sun")
    await rig.tap(*rig.state.answer)
    await rig.hold("sun")
    assert rig.state.outcome == "defused"
    await rig.written()


class TestOldAnswers:
    def test_go_with_the_next_game(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await _win(rig)
                answer, seed, _ = _traces(rig)
                assert answer in _raw(rig.path)  # else this test could not fail
                assert seed in _raw(rig.path)
                await rig.begin({"difficulty": "hard"})
                assert [trace for trace in (answer, seed) if trace in _raw(rig.path)] == []

        asyncio.run(play())

    def test_go_with_a_reset(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.verb("start")
                await _win(rig)
                traces = _traces(rig)
                await rig.verb("reset")
                assert [trace for trace in traces if trace in _raw(rig.path)] == []

        asyncio.run(play())

    def test_go_with_a_reset_also_when_nobody_plays_any_more(self, tmp_path):
        async def play():
            async with Rig(tmp_path, settings=SurfaceSettings(end_screen_ms=60_000)) as rig:
                await rig.verb("start")
                await _win(rig)
                answer, seed, _ = _traces(rig)
                await rig.after(61_000)
                assert rig.state is None
                assert seed in _raw(rig.path)
                await rig.verb("reset")
                assert [trace for trace in (answer, seed) if trace in _raw(rig.path)] == []

        asyncio.run(play())

    def test_of_many_games_none_stays(self, tmp_path):
        async def play():
            traces = []
            async with Rig(tmp_path) as rig:
                for _ in range(25):
                    await rig.verb("start", difficulty="hard")
                    await _win(rig)
                    traces += _traces(rig)[:2]
                await rig.verb("start")
                raw = _raw(rig.path)
                assert [trace for trace in traces if trace in raw] == []
                assert b'"defused"' in raw

        asyncio.run(play())

    def test_a_wrong_submission_stays_for_the_record(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.hold("moon")
                await rig.hold("sun")
                await rig.tap(*reversed(ANSWER))
                await rig.hold("sun")
                assert rig.state.because == ("sequence",)
                await rig.begin({"difficulty": "hard"})
                assert json.dumps(ANSWER[::-1], separators=(",", ":")).encode() in _raw(rig.path)
                assert json.dumps(ANSWER, separators=(",", ":")).encode() not in _raw(rig.path)

        asyncio.run(play())

    def test_a_right_submission_can_be_undone_and_made_again(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await _win(rig)
                await rig.verb("undo")
                assert rig.state.phase == "running"
                await rig.hold("sun")
                await rig.tap(*ANSWER)
                await rig.hold("sun")
                state = rig.state
            async with Rig(tmp_path) as rig:
                assert rig.state == state
                answer, _, _ = _traces(rig)
                await rig.begin({"difficulty": "hard"})
                assert answer not in _raw(rig.path)

        asyncio.run(play())

    def test_somebody_who_reads_delays_it_to_the_next_row(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await _win(rig)
                answer, seed, _ = _traces(rig)
                reader = sqlite3.connect(rig.path)
                reader.execute("BEGIN")
                reader.execute("SELECT * FROM games").fetchall()
                await rig.begin({"difficulty": "hard"})
                assert answer in _raw(rig.path)
                reader.close()
                await rig.tap("moon")
                assert [trace for trace in (answer, seed) if trace in _raw(rig.path)] == []

        asyncio.run(play())


class TestTroubleWithTheDisk:
    def _fill(self, rig):
        (pages,) = rig.journal._db.execute("PRAGMA page_count").fetchone()
        rig.journal._db.execute(f"PRAGMA max_page_count={pages}")

    def test_full_the_game_goes_on_and_nothing_is_missing_later(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                self._fill(rig)
                for _ in range(60):
                    await rig.verb("add-time", seconds=1)
                left_ms = rig.left_ms
                (alert,) = rig.prop.status()["alerts"]
                assert "the journal cannot be written: database or disk is full; the game goes on" in alert
                assert rig.prop.status()["journal"]["written"] is False
                await rig.after(3_000)
                assert rig.left_ms == left_ms - 3_000
                await rig.pull_the_plug(tmp_path / "cut")
                rig.journal._db.execute("PRAGMA max_page_count=100000")
                await rig.verb("add-time", seconds=1)
                assert rig.prop.status()["alerts"] == []
                state = rig.state
            async with Rig(tmp_path, after_loss="continue") as rig:
                assert rig.state == state
            async with Rig(tmp_path / "cut", after_loss="continue") as rig:
                assert rig.state.phase == "running"  # an earlier moment of the same game

        asyncio.run(play())

    def test_full_when_a_game_begins(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                rig.journal._db.execute("PRAGMA query_only=ON")  # as on a card that turned read-only
                await rig.begin()
                await rig.tap("moon")
                assert rig.state.phase == "running"
                assert "attempt to write a readonly database" in rig.prop.status()["alerts"][0]
                rig.journal._db.execute("PRAGMA query_only=OFF")
                await rig.after(1_100)  # the next clock row brings all of it
                await rig.written()
                assert rig.prop.status()["alerts"] == []
                state = rig.state
            async with Rig(tmp_path, after_loss="continue") as rig:
                assert rig.state == state

        asyncio.run(play())

    @pytest.mark.parametrize("damage", ["garbage", "header", "page"])
    def test_a_damaged_file_is_put_aside_and_a_new_one_begun(self, tmp_path, damage):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
            path = tmp_path / "journal.db"
            whole = path.read_bytes()
            path.write_bytes(
                {
                    "garbage": b"\xff" * 5_000,
                    "header": b"\x00" * 100 + whole[100:],
                    "page": whole[:4096] + b"\xa5" * (len(whole) - 4096),
                }[damage]
            )
            async with Rig(tmp_path) as rig:
                assert rig.state is None
                (alert,) = rig.prop.status()["alerts"]
                assert "the journal was damaged" in alert
                aside = tmp_path / "journal.db.damaged-20000101T000000Z"
                assert str(aside) in alert
                assert aside.exists()
                await rig.begin()
                state = rig.state
            async with Rig(tmp_path) as rig:
                assert rig.state == state

        asyncio.run(play())


def test_others_cannot_read_the_answer_from_the_files(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            parts = [rig.path.with_name(rig.path.name + tail) for tail in ("", "-wal", "-shm")]
            assert [oct(part.stat().st_mode & 0o777) for part in parts] == ["0o640"] * 3

    asyncio.run(play())


def test_it_is_written_through(tmp_path):
    journal = Journal(tmp_path / "journal.db", ManualClock())
    asked = ["journal_mode", "synchronous", "secure_delete"]
    assert [journal._db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked] == ["wal", 2, 1]
    journal.close()


def test_an_hour_of_play_does_not_grow_the_file(tmp_path):
    journal = Journal(tmp_path / "journal.db", ManualClock())
    for at_ms in range(0, 300_000, 1_000):
        journal.tick(1, at_ms)
    assert journal._db.execute("SELECT only, at_ms FROM clock").fetchall() == [(1, 299_000)]
    journal.close()
    assert (tmp_path / "journal.db").stat().st_size <= 9 * 4096
