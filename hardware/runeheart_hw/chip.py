"""Finds the GPIO chip of a Pi's 40-pin header, and who holds a line of it, by what the kernel says.

Kernels moved the header's chip from gpiochip4 to 0 and to 11 … 15, so its number means nothing
(gpiozero #1166): the device tree's `compatible` tells, and where there is none the chip's label. Opens no
line.
"""

import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

SYSFS: Final = Path("/sys")
DEV: Final = Path("/dev")
PROC: Final = Path("/proc")

COMPATIBLE: Final = frozenset({"brcm,bcm2835-gpio", "brcm,bcm2711-gpio", "raspberrypi,rp1-gpio"})
LABELS: Final = frozenset({"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"})

_CHIP_INFO: Final = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL, linux/gpio.h
_LINE_INFO: Final = 0xC100B405  # GPIO_V2_GET_LINEINFO_IOCTL
_FLAG_USED: Final = 1


class PinsError(Exception):
    """The pins cannot be had; the text names what, why, and what to do."""


class Chip(Struct, frozen=True):
    """A GPIO chip: the N of /dev/gpiochipN, its label, and whether it is the header's."""

    number: int
    label: str
    is_header: bool


def is_pi(proc: Path = PROC) -> bool:
    """Tell whether the machine says which Raspberry Pi it is: gpiozero opens no pin where it does not.

    Looks where gpiozero does: at the device tree's revision, and where there is none at cpuinfo's.
    """
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.pi import PiBoardInfo

    try:
        PiBoardInfo.from_revision(_revision(proc))
    except (OSError, ValueError, struct.error, PinUnknownPi):
        return False
    return True


def _revision(proc: Path) -> int:
    tree = proc / "device-tree/system/linux,revision"
    if tree.exists():
        (number,) = struct.unpack(">L", tree.read_bytes()[:4])
        return int(number)
    lines = (proc / "cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    told = [line.partition(":")[2].strip() for line in lines if line.startswith("Revision")]
    revision = told[-1] if told else ""
    return int(revision[-4:] if revision.startswith("100") else revision, 16)  # 100…: it was overvolted once


def label_of(device: Path) -> str:
    """Ask the kernel for a chip's label; empty when the device may not be opened."""
    try:
        answer = _ask(device, _CHIP_INFO, bytes(68))
    except OSError:
        return ""
    return _words(answer[32:64])


def chips(sysfs: Path = SYSFS, dev: Path = DEV, label: Callable[[Path], str] = label_of) -> list[Chip]:
    """Return every GPIO chip of this machine, by number."""
    found = []
    for entry in sorted((sysfs / "bus/gpio/devices").glob("gpiochip*")):
        number = entry.name.removeprefix("gpiochip")
        if not number.isdigit():
            continue
        kinds = _compatible(entry / "of_node/compatible")
        name = label(dev / entry.name)
        is_header = bool(kinds & COMPATIBLE) if kinds else name in LABELS
        found.append(Chip(int(number), name, is_header))
    return sorted(found, key=lambda chip: chip.number)


def find_chip(sysfs: Path = SYSFS, dev: Path = DEV, label: Callable[[Path], str] = label_of) -> Chip:
    """Return the header's chip, or raise PinsError with the chips that there are."""
    known = chips(sysfs, dev, label)
    for chip in known:
        if chip.is_header:
            return chip
    there = ", ".join(f"gpiochip{chip.number} ({chip.label or 'no label'})" for chip in known) or "none"
    raise PinsError(
        f"no GPIO chip of a Raspberry Pi's header on this machine (found: {there}). On a Pi, update the "
        "system, or give the chip's number as [pins] chip; without a Pi: runeheart simulate"
    )


def line_owner(chip: int, gpio: int, dev: Path = DEV) -> str | None:
    """Return who holds a line (the kernel's consumer text), or None if it is free or cannot be asked."""
    question = bytearray(256)
    struct.pack_into("I", question, 64, gpio)
    try:
        answer = _ask(dev / f"gpiochip{chip}", _LINE_INFO, bytes(question))
    except OSError:
        return None
    (flags,) = struct.unpack_from("Q", answer, 72)
    return (_words(answer[32:64]) or "the kernel") if flags & _FLAG_USED else None


def _ask(device: Path, request: int, question: bytes) -> bytes:
    descriptor = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return fcntl.ioctl(descriptor, request, question)
    finally:
        os.close(descriptor)


def _compatible(path: Path) -> set[str]:
    """Read a device tree's list of NUL-terminated names; empty where there is none."""
    try:
        return {name.decode("ascii", "replace") for name in path.read_bytes().split(b"\0") if name}
    except OSError:
        return set()


def _words(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")
