"""`runeheart run` as a process of its own on mock pins, found by a configuration in a folder."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self

CONFIG = """
[state]
directory = "{folder}/state"
[control]
socket = "{folder}/control.sock"
[pins]
backend = "mock"
[oled]
controller = "none"
"""
READY_S = 20


def configured(folder: Path, more: str = "") -> Path:
    """Write the configuration of a prop that lives in a folder."""
    path = folder / "prop.toml"
    path.write_text(CONFIG.format(folder=folder) + more, encoding="utf-8")
    return path


class Daemon:
    """The daemon, from READY=1 to its end; as a context it does not outlive the test."""

    def __init__(self, config: Path, folder: Path, *more: str, env: Mapping[str, str] | None = None) -> None:
        notes = folder / "notify.sock"
        notes.unlink(missing_ok=True)
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.bind(str(notes))
        self.log = (folder / "log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [str(Path(sys.executable).with_name("runeheart")), "run", "--config", str(config), *more],
            stderr=self.log,
            stdout=self.log,
            env={**os.environ, "NOTIFY_SOCKET": str(notes), **(env or {})},
        )
        self.ready = self.heard()

    def heard(self, within_s: float = READY_S) -> bytes:
        """Return the next thing that the daemon tells its service manager; raise TimeoutError."""
        self._systemd.settimeout(within_s)
        return self._systemd.recv(200)

    def forget(self) -> None:
        """Let go of what it told so far."""
        self._systemd.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while self._systemd.recv(200):
                pass

    def stop(self, with_signal: int = signal.SIGTERM) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(READY_S)

    def said(self) -> str:
        self.log.seek(0)
        return self.log.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(READY_S)
        self._systemd.close()
        self.log.close()
