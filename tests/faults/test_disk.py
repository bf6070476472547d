"""The disk in the midst of a game: full, hanging; no memory left. The game goes on and is saved later."""

import asyncio
import contextlib
import json
import resource
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from runeheart.runtime import session
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import MOST_WAITING, Journal
from support.daemon import Daemon, configured
from support.hands import until
from support.ports import Rig
from support.written import opened, record, row, rows_of

WAIT_S = 20


class Operator:
    """One who asks the daemon, and never waits long for an answer."""

    def __init__(self, folder):
        self._path = folder / "control.sock"
        self.patience_s = WAIT_S

    def ask(self, verb, **args):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
            wire.settimeout(self.patience_s)
            wire.connect(str(self._path))
            wire.sendall(json.dumps({"do": verb, **args}).encode() + b"\n")
            return json.loads(wire.makefile("rb").readline())

    def until(self, true):
        end = time.monotonic() + WAIT_S
        while not true(status := self.ask("status")):
            assert time.monotonic() < end, status
            time.sleep(0.05)
        return status


@pytest.fixture
def daemon(tmp_path) -> Iterator[tuple[Daemon, Operator]]:
    with Daemon(configured(tmp_path), tmp_path) as process:
        yield process, Operator(tmp_path)


def _limit(process, kind, size):
    """Let the kernel refuse what is more; None: as before."""
    _, hard = resource.prlimit(process.process.pid, kind)
    resource.prlimit(process.process.pid, kind, (hard if size is None else size, hard))


def test_a_full_disk_holds_nobody_and_all_is_written_when_there_is_room(daemon, tmp_path):
    process, operator = daemon
    operator.ask("start", difficulty="easy")
    operator.ask("command", body={"do": "read"})
    _limit(process, resource.RLIMIT_FSIZE, 20_000)  # no file may grow beyond: the log reaches that soon
    for _ in range(12):
        assert operator.ask("add-time", seconds=1)["result"] == "done"
    status = operator.until(lambda status: status["alerts"])
    (alert,) = status["alerts"]
    assert alert.startswith("the journal cannot be written: ")
    assert "is saved as soon as the disk takes it again" in alert
    assert status["journal"]["written"] is False
    before = status["left_s"]
    operator.until(lambda status: status["left_s"] < before)  # time goes on
    assert operator.ask("pause")["result"] == "done"  # nothing more will come to be written
    _limit(process, resource.RLIMIT_FSIZE, None)
    status = operator.until(lambda status: not status["alerts"])
    process.process.kill()  # as a power cut, right after the alert was gone
    process.process.wait()
    with Daemon(tmp_path / "prop.toml", tmp_path):
        again = operator.ask("status")
        assert (again["phase"], again["left_s"]) == ("paused", status["left_s"])
        with sqlite3.connect(tmp_path / "state/journal.db") as db:
            ((count,),) = db.execute("SELECT count(*) FROM rows WHERE name = 'add_time'")
        db.close()
        assert count == 12


def test_a_disk_that_is_full_at_the_start_gets_the_games_later(tmp_path):
    config = configured(tmp_path)
    operator = Operator(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, hard))  # the daemon has it from us
    try:
        process = Daemon(config, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with process:
        status = operator.ask("status")
        assert any("cannot be opened" in alert for alert in status["alerts"])
        assert operator.ask("start", difficulty="easy")["result"] == "done"
        _limit(process, resource.RLIMIT_FSIZE, None)
        operator.until(lambda status: not status["alerts"])
    with Daemon(config, tmp_path):
        assert operator.ask("status")["phase"] == "ready"


def test_no_memory_left_costs_an_answer_at_most(daemon, tmp_path):
    process, operator = daemon
    operator.ask("start", difficulty="easy")
    operator.ask("command", body={"do": "read"})
    pages = int((Path("/proc") / str(process.process.pid) / "statm").read_text().split()[0])
    _limit(process, resource.RLIMIT_AS, pages * resource.getpagesize())
    operator.patience_s = 1
    for _ in range(10):
        with contextlib.suppress(OSError, json.JSONDecodeError):  # no memory for an answer
            operator.ask("add-time", seconds=1)
            operator.ask("undo")
    assert process.process.poll() is None
    _limit(process, resource.RLIMIT_AS, None)
    operator.patience_s = WAIT_S
    assert operator.ask("add-time", seconds=1)["result"] == "done"
    status = operator.ask("pause")
    assert status["phase"] == "paused"
    process.process.kill()
    process.process.wait()
    with Daemon(tmp_path / "prop.toml", tmp_path):
        assert operator.ask("status")["left_s"] == status["left_s"]


class Exhausted:
    """A connection whose first writes find no memory."""

    def __init__(self, db, failures):
        self._db, self.failures = db, failures

    def execute(self, sql, *values):
        if sql.startswith("INSERT") and self.failures:
            self.failures -= 1
            raise MemoryError
        return self._db.execute(sql, *values)

    def __getattr__(self, name):
        return getattr(self._db, name)


def test_no_memory_in_the_midst_of_a_commit_is_told_and_tried_again(tmp_path):
    journal = Journal(tmp_path / "journal.db", ManualClock())
    journal.begin(record())
    journal._db = Exhausted(journal._db, 1)
    journal.append(1, row(1), row(1).body, None)
    assert journal.problem.startswith(
        "the journal cannot be written: there is no memory left; the game goes on"
    )
    journal.retry()
    assert journal.problem is None
    assert rows_of(journal) == 1
    journal.close()


def test_a_disk_that_hangs_holds_the_players_for_two_seconds_once(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "LONGEST_WRITE_S", 0.05)
    free, hangs = threading.Event(), threading.Event()

    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            commit = rig.journal._commit

            def hang():
                hangs.set()
                free.wait(WAIT_S)
                commit()

            rig.journal._commit = hang
            for seconds in range(1, 6):
                assert (await rig.verb("add-time", seconds=seconds)).result == "done"
            assert hangs.is_set()
            (alert,) = rig.prop.status()["alerts"]
            assert alert.startswith("the disk has not answered for more than 0 s: the game goes on")
            assert rig.prop.status()["journal"]["written"] is False
            rig.edge("fire", down=True)
            await rig.prop.turn()
            rig.edge("fire", down=False)
            await rig.prop.turn()
            assert rig.words[0] == "Clue 2 of 3"  # the screen goes on, too
            state = rig.state
            free.set()
            await until(lambda: rig.prop.status()["alerts"] == [])
            await rig.pull_the_plug(tmp_path / "cut")
        async with Rig(tmp_path / "cut", after_loss="continue") as rig:
            assert len(rig.prop.session._rows) == 6
            assert rig.prop.session.table.game.advance(rig.state, state.at_ms).state == state

    try:
        asyncio.run(asyncio.wait_for(play(), WAIT_S))
    finally:
        free.set()


def test_two_games_begun_while_the_disk_hangs_are_two(tmp_path):
    journal = opened(tmp_path / "journal.db")
    numbers = [journal.next_id(), journal.next_id()]
    for number in numbers:
        journal.begin(record(number))
    assert journal.problem is None
    assert journal._db.execute("SELECT id FROM games ORDER BY id").fetchall() == [(1,), (2,)]
    journal.close()


def test_games_that_nobody_can_keep_are_given_up_before_the_memory_is(tmp_path, monkeypatch):
    journal = opened(tmp_path / "journal.db")
    journal._db.execute("PRAGMA query_only=ON")
    journal.begin(record(journal.next_id()))
    body = row(1).body
    for seq in range(1, 400):
        journal._waiting.append(("SELECT 1", {}))
        journal.append(1, row(seq), body, None)
    monkeypatch.setattr("runeheart.runtime.journal.MOST_WAITING", 300)
    journal.begin(record(journal.next_id()))
    assert len(journal._waiting) < 10
    assert "games before this one are not in the history" in journal.notes[0]
    journal._db.execute("PRAGMA query_only=OFF")
    journal.append(2, row(1), body, None)
    assert journal.problem is None
    assert rows_of(journal) == 1
    assert MOST_WAITING > 1_000
    journal.close()
