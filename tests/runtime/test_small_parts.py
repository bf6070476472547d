"""The lock, the notification, the outputs' guard against what cannot be."""

import asyncio
import logging
import os
import socket
import subprocess
import sys

import pytest

from runeheart.runtime import logs
from runeheart.runtime.notify import notify
from runeheart.runtime.single import OneDaemon, TakenError
from support.ports import Rig


class TestOneDaemon:
    def test_a_second_is_refused_with_the_pid_of_the_first(self, tmp_path):
        first = OneDaemon(tmp_path)
        with pytest.raises(TakenError, match=f"already running, pid {os.getpid()} "):
            OneDaemon(tmp_path)
        first.release()
        OneDaemon(tmp_path).release()

    def test_the_lock_of_a_killed_daemon_is_free(self, tmp_path):
        code = (
            "import os, sys, pathlib\n"
            "from runeheart.runtime.single import OneDaemon\n"
            "OneDaemon(pathlib.Path(sys.argv[1]))\n"
            "os.kill(os.getpid(), 9)"
        )
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
        OneDaemon(tmp_path).release()

    def test_a_folder_that_cannot_be_made_is_told_with_the_remedy(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(
            TakenError, match=r"cannot be had: Not a directory; name one .* \[state\] directory"
        ):
            OneDaemon(tmp_path / "file" / "state")

    def test_without_a_readable_note_it_still_holds(self, tmp_path):
        first = OneDaemon(tmp_path)
        (tmp_path / "daemon.lock").unlink()
        with pytest.raises(TakenError, match=r"already running \("):
            OneDaemon(tmp_path)
        first.release()


class TestNotify:
    @pytest.mark.parametrize("abstract", [False, True])
    def test_one_datagram(self, monkeypatch, tmp_path, abstract):
        name = f"@runeheart-test-{os.getpid()}" if abstract else str(tmp_path / "n.sock")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(name.replace("@", "\0"))
            systemd.settimeout(5)
            monkeypatch.setenv("NOTIFY_SOCKET", name)
            notify("READY=1")
            assert systemd.recv(100) == b"READY=1"

    def test_nobody_there_is_no_trouble(self, monkeypatch, tmp_path):
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "none"))
        notify("READY=1")
        monkeypatch.delenv("NOTIFY_SOCKET")
        notify("READY=1")


def test_lines_for_journald_carry_their_level():
    formatter = logs.JournalFormatter()
    for level, mark in ((logging.INFO, "<6>"), (logging.WARNING, "<4>"), (logging.ERROR, "<3>")):
        record = logging.LogRecord("x", level, "", 0, "two\nlines", None, None)
        assert formatter.format(record) == f"{mark}two\n{mark}lines"


def test_health_that_raises_is_an_alert(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            rig.devices.lights.health = lambda: 1 / 0
            status = rig.prop.status()
            assert [device["device"] for device in status["devices"]] == ["buttons", "display", "buzzer"]
            assert "lights.health: ZeroDivisionError" in status["alerts"][0]

    asyncio.run(play())
