"""The daemon as its service manager sees it: signs of life, stopping, being killed and coming back."""

import asyncio
import json
import os
import signal
import socket
import time

import pytest

from runeheart.runtime import host
from runeheart.runtime.config import Config, ControlTable, StateTable
from support.cli import run
from support.daemon import Daemon, configured
from support.ports import FakeDevices

STOP_S = 2.0
"""How long a stop may take (systemd's own patience is longer)."""
PATIENCE_S = 20


def _ctl(config, *words):
    return run("ctl", "--config", config, *words)


def test_signs_of_life_come_several_times_in_the_time_that_is_waited(tmp_path):
    with Daemon(configured(tmp_path), tmp_path, env={"WATCHDOG_USEC": "400000"}) as daemon:
        assert [daemon.ready, *(daemon.heard() for _ in range(5))] == [b"READY=1", *[b"WATCHDOG=1"] * 5]
        assert daemon.stop() == 0
        said = daemon.heard()
        while said == b"WATCHDOG=1":
            said = daemon.heard()
        assert said == b"STOPPING=1"


def test_one_that_hangs_gives_no_sign_and_where_it_hung_is_in_the_log(tmp_path):
    """What systemd does then: SIGABRT, and SIGCONT so that it is heard; the unit has PYTHONFAULTHANDLER."""
    environment = {"WATCHDOG_USEC": "200000", "PYTHONFAULTHANDLER": "1"}
    with Daemon(configured(tmp_path), tmp_path, env=environment) as daemon:
        assert daemon.heard() == b"WATCHDOG=1"
        daemon.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, daemon.process.pid, os.WSTOPPED | os.WNOWAIT)
        daemon.forget()
        with pytest.raises(TimeoutError):
            daemon.heard(0.5)
        daemon.process.send_signal(signal.SIGABRT)
        daemon.process.send_signal(signal.SIGCONT)
        assert daemon.process.wait(PATIENCE_S) == -signal.SIGABRT
        assert "Fatal Python error: Aborted" in daemon.said()


def test_a_vital_part_that_dies_ends_the_signs_of_life(tmp_path, monkeypatch):
    """In this process, on devices in memory: lgpio's thread is no process that could be killed."""
    devices = FakeDevices()
    config = Config(
        state=StateTable(directory=str(tmp_path / "state")),
        control=ControlTable(socket=str(tmp_path / "c.sock")),
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "40000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        heard = []

        def listen():
            while heard[-1:] != [b"WATCHDOG=trigger"]:
                heard.append(systemd.recv(200))
                if heard.count(b"WATCHDOG=1") == 3:
                    devices.failed = "lgpio's thread has ended"
            os.kill(os.getpid(), signal.SIGTERM)

        class Beside:
            async def __aenter__(self):
                self._listening = asyncio.get_running_loop().run_in_executor(None, listen)

            async def __aexit__(self, *_):
                await self._listening

        host.serve(config, lambda _clock: devices, settle_ms=15, beside=lambda _prop: Beside())
    assert heard[0] == b"READY=1"
    assert set(heard[1:-1]) == {b"WATCHDOG=1"}
    assert devices.closed >= 1


def test_a_reload_that_fails_inside_is_logged_and_systemd_is_told_that_it_is_over(
    tmp_path, monkeypatch, caplog
):
    config = Config(
        state=StateTable(directory=str(tmp_path / "state")),
        control=ControlTable(socket=str(tmp_path / "c.sock")),
    )
    heard = []

    class Broken:
        def read(self):
            raise RuntimeError

        def adopt(self, prop, found):
            pytest.fail("there is nothing to adopt")

    def notify(state):
        heard.append(state.partition("\n")[0])
        if heard == ["READY=1"]:
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGHUP)
        if heard == ["READY=1", "RELOADING=1", "READY=1"]:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(host, "notify", notify)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    host.serve(config, lambda _clock: FakeDevices(), settle_ms=15, reload=Broken())
    assert heard == ["READY=1", "RELOADING=1", "READY=1", "STOPPING=1"]
    assert "what was before stays in effect" in caplog.text


def test_it_stops_in_time_in_the_middle_of_a_game(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path) as daemon:
        assert _ctl(config, "start").exit_code == 0
        begun_s = time.monotonic()
        assert daemon.stop() == 0
        assert time.monotonic() - begun_s <= STOP_S


def test_killed_in_the_middle_it_comes_back_with_the_same_game(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path) as daemon:
        _ctl(config, "start")
        _ctl(config, "add-time", "61")
        before = json.loads(_ctl(config, "status", "--json").stdout)
        assert daemon.stop(signal.SIGKILL) == -signal.SIGKILL
    for _ in range(3):  # and however often
        with Daemon(config, tmp_path) as daemon:
            after = json.loads(_ctl(config, "status", "--json").stdout)
            same = ("game", "phase", "difficulty", "slots", "mistakes", "draws_left", "left_s")
            assert [after[key] for key in same] == [before[key] for key in same]
            assert after["alerts"] == []
            daemon.stop(signal.SIGKILL)
