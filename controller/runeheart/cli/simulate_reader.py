"""The virtual prop's reader: the real firmware on a pty, and the tray of its page; for `runeheart simulate`.

Owns whether there is one. Where MicroPython is missing the page says so, and rolls are typed.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from runeheart_hw.profile import Profile
    from runeheart_hw.virtual.tray import Tray


@contextlib.contextmanager
def with_reader(profile: "Profile", folder: Path) -> Iterator["tuple[Profile, Tray | None]"]:
    """Give the profile of a prop whose reader is the virtual one, and its tray, while the context is open.

    A profile that has a reader of its own keeps it, and there is no tray. `folder` is the simulation's own.
    """
    if profile.reader.kind != "none":
        yield profile, None
        return
    from runeheart_hw.reader_part import ReaderPart
    from runeheart_hw.virtual.reader import NoMicroPythonError, VirtualReader
    from runeheart_hw.virtual.tray import Tray

    reader = VirtualReader(folder / "reader", folder / "reader/port")
    try:
        reader.start()
    except (NoMicroPythonError, OSError) as error:
        yield profile, Tray(None, f"{error}. Until then give rolls by the runes or on the map.")
        return
    try:
        part = ReaderPart(kind="serial", port=str(reader.port))
        yield msgspec.structs.replace(profile, reader=part), Tray(reader)
    finally:
        reader.close()
