"""[reader] of a board profile: whether there is a reader of real dice and a compass, and where it is.

Owns the table's shape and what can be said of it without a port.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Annotated, Any, Final, Literal

import msgspec

from runeheart.core.table import shown

PICO: Final = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_*"
"""What udev calls a Raspberry Pi Pico that runs MicroPython, whichever it is."""


class ReaderPart(msgspec.Struct, frozen=True, kw_only=True):
    """The reader on a serial port; `kind` "none": values are typed."""

    kind: Literal["serial", "none"] = "none"
    port: Annotated[str, msgspec.Meta(min_length=1, max_length=400)] = PICO
    """A port, or a pattern of its stable names; where several match, the first by name is used."""
    baud: Literal[4800, 9600, 19200, 38400, 57600, 115200, 230400] = 115200
    """Of a port with real wires; a board on USB takes any."""
    still_s: Annotated[float, msgspec.Meta(ge=0.5, le=30)] = 2.0
    """A compass without a confirm button counts once it kept still for this long."""
    still_deg: Annotated[float, msgspec.Meta(ge=1, le=15)] = 4.0
    """Headings this far from each other are the same one: a needle trembles."""


def reader_problems(raw: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the port's name, as lines that begin with its path."""
    port = raw.get("port")
    if not isinstance(port, str) or not port:
        return []  # left out; or no text at all, which was said
    here = f"reader.port: {shown(port, 80)}"
    if "\0" in port:
        return [f"{here} has a NUL character, which no path can have"]
    if not port.startswith("/"):
        return [f"{here} is no whole path; expected one such as {PICO} (runeheart reader list shows them)"]
    folder, _, name = port.rpartition("/")
    if not name:
        return [f"{here} is a folder; expected a port in it, such as {PICO}"]
    if any(mark in folder for mark in "*?["):
        return [f"{here} has a pattern in a folder's name; only the last part may be one"]
    return []


def is_pico(port: str) -> bool:
    """Tell whether a port's stable name is that of a board which runs MicroPython."""
    return fnmatchcase(port, PICO)
