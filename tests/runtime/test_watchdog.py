"""The signs of life: sent while every vital part lives, and never again once one does not."""

import asyncio
import os
import socket
from concurrent.futures import Future

import pytest

from runeheart.runtime import notify as notifying
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.notify import notify, reloading, watchdog_s
from runeheart.runtime.watchdog import WRITER_MS, Watchdog


class Parts:
    """The vital parts of a prop, alive until told otherwise."""

    def __init__(self):
        self.clock = ManualClock()
        self.failure = None
        self.asked = []
        self.is_gone = False
        self.watchdog = Watchdog(lambda: self.failure, self._probe, self.clock)

    def _probe(self):
        if self.is_gone:
            raise RuntimeError
        self.asked.append(Future())
        return self.asked[-1]


@pytest.fixture
def parts():
    return Parts()


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """The service manager's end of the notify socket."""
    path = tmp_path / "notify.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(str(path))
        wire.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        yield wire


def test_a_writer_that_answers_in_time_lives(parts):
    for _ in range(5):
        assert parts.watchdog.dead() is None
        parts.clock.advance_ms(WRITER_MS)
        assert parts.watchdog.dead() is None  # it has until now
        parts.asked[-1].set_result(None)
    assert len(parts.asked) == 5  # asked again only after an answer


def test_a_writer_that_does_not_answer_is_dead(parts):
    assert parts.watchdog.dead() is None
    parts.clock.advance_ms(WRITER_MS + 1)
    assert parts.watchdog.dead() == "the journal has not been written for 300 s"
    parts.asked[-1].set_result(None)  # the card was only slow
    assert parts.watchdog.dead() is None


def test_a_writer_that_takes_nothing_any_more_is_dead(parts):
    parts.is_gone = True
    assert parts.watchdog.dead() == "the thread that writes the journal has ended"


def test_a_device_that_only_a_new_start_repairs_is_dead(parts):
    parts.failure = "lgpio's thread has ended"
    assert parts.watchdog.dead() == "lgpio's thread has ended"


async def _fed(parts, systemd, signs):
    loop = asyncio.get_running_loop()
    feeding = asyncio.create_task(parts.watchdog.feed(0.01))
    for _ in range(signs):
        assert await loop.run_in_executor(None, systemd.recv, 100) == b"WATCHDOG=1"
    return feeding


def test_it_is_fed_until_a_part_dies(parts, systemd, caplog):
    async def live_and_die():
        feeding = await _fed(parts, systemd, 3)
        parts.failure = "lgpio's thread has ended"
        await asyncio.wait_for(feeding, 10)

    asyncio.run(live_and_die())
    said = systemd.recv(100)
    while said == b"WATCHDOG=1":
        said = systemd.recv(100)
    assert said == b"WATCHDOG=trigger"
    assert caplog.messages == ["lgpio's thread has ended; the prop must start anew"]
    systemd.setblocking(False)
    with pytest.raises(BlockingIOError):
        systemd.recv(100)  # never again


class TestEnvironment:
    def test_without_a_service_manager_nothing_is_sent(self, monkeypatch):
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
        assert not notifying.is_supervised()
        notify("READY=1")

    def test_a_socket_without_a_file(self, monkeypatch):
        name = f"runeheart-test-{os.getpid()}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.bind(f"\0{name}")
            wire.settimeout(10)
            monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
            notify("READY=1")
            assert wire.recv(100) == b"READY=1"

    def test_a_socket_that_is_gone_is_nobodys_trouble(self, tmp_path, monkeypatch):
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
        notify("READY=1")

    @pytest.mark.parametrize(
        ("limit", "pid", "expected"),
        [
            ("10000000", None, 10.0),
            ("10000000", "own", 10.0),
            ("10000000", "1", None),
            ("0", None, None),
            ("", None, None),
            ("soon", None, None),
            ("5000000", "mine", None),
        ],
    )
    def test_how_long_it_waits(self, monkeypatch, limit, pid, expected):
        monkeypatch.setenv("WATCHDOG_USEC", limit)
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        if pid is not None:
            monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if pid == "own" else pid)
        assert watchdog_s() == expected

    def test_a_reload_tells_since_when(self):
        assert reloading(1_234_567_890) == "RELOADING=1\nMONOTONIC_USEC=1234567"
