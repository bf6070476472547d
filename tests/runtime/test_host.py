"""A prop as a process: the order of starting and stopping, in this process on devices in memory."""

import asyncio
import contextlib
import os
import signal

import pytest

from runeheart.runtime import host
from runeheart.runtime.config import Config, ControlTable, StateTable
from runeheart.runtime.journal import Journal
from runeheart.runtime.single import OneDaemon
from support.ports import FakeDevices


@pytest.fixture
def config(tmp_path):
    return Config(
        state=StateTable(directory=str(tmp_path / "state")),
        control=ControlTable(socket=str(tmp_path / "c.sock")),
    )


def _serve(config, devices, beside=None):
    host.serve(config, lambda _clock: devices, settle_ms=15, beside=beside, version="test")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_outputs_are_safe_before_anything_that_takes_time(config, monkeypatch, number):
    order = []
    devices = FakeDevices()
    monkeypatch.setattr(host, "notify", order.append)
    monkeypatch.setattr(devices, "close", lambda: order.append("outputs safe"))
    close = Journal.close
    monkeypatch.setattr(Journal, "close", lambda self: (order.append("journal closed"), close(self)))

    @contextlib.asynccontextmanager
    async def page(prop):
        order.append(f"page of {prop.status()['name']}")
        os.kill(os.getpid(), number)
        yield
        order.append("page closed")

    _serve(config, devices, page)
    assert order[:5] == ["page of RUNEHEART", "READY=1", "STOPPING=1", "outputs safe", "journal closed"]
    assert "page closed" in order


def test_a_hangup_that_is_ignored_stays_ignored(config, monkeypatch):
    """As nohup starts it: its terminal closes, and the prop plays on."""
    devices, ended = FakeDevices(), []
    monkeypatch.setattr(devices, "close", lambda: ended.append("outputs safe"))

    @contextlib.asynccontextmanager
    async def page(_prop):
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0)
        ended.append("hung up")
        os.kill(os.getpid(), signal.SIGTERM)
        yield

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        _serve(config, devices, page)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert ended[:2] == ["hung up", "outputs safe"]


def test_devices_that_cannot_be_opened_end_the_start_and_leave_nothing(config, tmp_path):
    class PinBusyError(Exception):
        pass

    def busy(_clock):
        raise PinBusyError

    with pytest.raises(PinBusyError):
        host.serve(config, busy, settle_ms=15)
    OneDaemon(tmp_path / "state").release()
    assert not (tmp_path / "c.sock").exists()
    assert not (tmp_path / "state/journal.db").exists()  # nobody takes it for a prop's


def test_a_socket_that_cannot_be_made_closes_the_devices(config, tmp_path):
    (tmp_path / "c.sock").mkdir()
    devices = FakeDevices()
    with pytest.raises(host.StartError, match="is no socket"):
        _serve(config, devices)
    assert devices.closed == 1


def test_a_second_one_opens_no_device(config, tmp_path):
    first = OneDaemon(tmp_path / "state")
    with pytest.raises(host.StartError, match="already running"):
        host.serve(config, lambda _clock: pytest.fail("opened"), settle_ms=15)
    first.release()
