"""The environment that the service runs in: made anew beside the one in use, then taken into use in one step.

Owns /opt/runeheart: `versions/N`, and `venv`, the link to the one in use. Which libraries go in stands in the
lock files, with hashes; on 32-bit systems without, because their wheels are built elsewhere and have others.
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from machine import Machine, StopError, say

LGPIO_MISSING = (
    "lgpio, by which the pins are reached, is not there for this Python:"
    " sudo apt install python3-lgpio, then try again"
)
_ASK_LGPIO = "import lgpio; print(hasattr(lgpio, 'SET_PULL_NONE'))"
IS_64_BIT = sys.maxsize > 2**32


class Wheels:
    """Where libraries come from: a folder, or the network where there is none."""

    def __init__(self, folder: Path | None) -> None:
        if folder is not None and not any(folder.glob("runeheart-*.whl")):
            raise StopError(
                f"{folder} is no wheelhouse: there is no runeheart-*.whl in it; make wheelhouse fills one"
            )
        self.folder = folder

    def options(self) -> list[str]:
        """Return what pip is told of it."""
        if self.folder is None:
            return []
        return ["--no-index", "--find-links", str(self.folder.resolve())]


class Environment:
    """What is under `folder`, which is /opt/runeheart."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self._machine = machine
        self._versions = folder / "versions"
        self._link = folder / "venv"

    def current(self) -> Path | None:
        """Return the environment in use."""
        return self._link.resolve() if self._link.exists() else None

    def build(self, source: Path, wheels: Wheels) -> Path:
        """Make a new environment with everything in it; raise StopError, the one in use untouched."""
        numbers = [int(entry.name) for entry in self._versions.glob("[0-9]*")]
        new = self._versions / str(max(numbers, default=0) + 1)
        self._versions.mkdir(parents=True, exist_ok=True)
        try:
            self._fill(new, source, wheels)
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise
        return new

    def switch(self, new: Path) -> None:
        """Take an environment into use, once all of it is on the disk."""
        os.sync()
        self._machine.link(self._link, new.relative_to(self._link.parent))

    def tidy(self) -> None:
        """Remove the environments that are not in use: older ones, and what an interruption left behind."""
        for entry in self._versions.iterdir():
            if entry != self.current():
                shutil.rmtree(entry, ignore_errors=True)

    def _fill(self, new: Path, source: Path, wheels: Wheels) -> None:
        from_system = _system_lgpio()
        say(f"Making {new} with Python {sys.version.split()[0]} ...")
        words = [sys.executable, "-m", "venv", *(["--system-site-packages"] if from_system else []), str(new)]
        made = Machine.ask(*words)
        if made.returncode:
            say(made.stdout + made.stderr)
            raise StopError(f"{sys.executable} cannot make an environment: sudo apt install python3-venv")
        pip: list[str | Path] = [new / "bin/python", "-m", "pip", "--disable-pip-version-check", "install"]
        pip += ["--quiet", *wheels.options()]
        locks = [source / "requirements-run.lock"]
        if not from_system and sys.version_info < (3, 13):
            locks.append(source / "requirements-pi.lock")
        for lock in locks:
            self._install(pip, lock)
        own = next(iter(wheels.folder.glob("runeheart-*.whl")), source) if wheels.folder else source
        self._machine.talk(*pip, "--no-deps", "--no-build-isolation", own)
        if not _has_lgpio(new / "bin/python"):
            raise StopError(LGPIO_MISSING)

    def _install(self, pip: list[str | Path], lock: Path) -> None:
        if IS_64_BIT:
            self._machine.talk(*pip, "--require-hashes", "--requirement", lock)
            return
        with tempfile.TemporaryDirectory() as folder:
            pins = Path(folder) / lock.name
            pins.write_text(without_hashes(lock.read_text(encoding="utf-8")), encoding="utf-8")
            self._machine.talk(*pip, "--requirement", pins)


def without_hashes(lock: str) -> str:
    """Return the pins of a lock file alone."""
    lines = (line.removesuffix("\\").rstrip() for line in lock.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.lstrip().startswith(("--hash", "#")))


def _system_lgpio() -> bool:
    """Tell whether this Python, outside any environment, has an lgpio that is new enough."""
    return sys.prefix == sys.base_prefix and _has_lgpio(Path(sys.executable))


def _has_lgpio(python: Path) -> bool:
    """Ask a Python; lgpio leaves a pipe in the working directory, so that is a folder for this only."""
    with tempfile.TemporaryDirectory() as folder:
        code = f"import os; os.chdir({json.dumps(folder)}); {_ASK_LGPIO}"
        return Machine.ask(python, "-c", code).stdout.strip() == "True"
