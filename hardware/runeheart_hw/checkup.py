"""What the board and its system look like to a prop: findings with what to do, for `runeheart doctor`.

Looks, and changes nothing: no pin is claimed, and nothing but one harmless command is sent to the screen.
"""

import contextlib
import grp
import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from runeheart_hw import chip as chips
from runeheart_hw.chip import PinsError
from runeheart_hw.header import BUS_PINS
from runeheart_hw.oled_link import (
    GET_SPIDEV,
    OledLink,
    does_not_answer,
    link_opener,
    other_address,
    trouble,
)
from runeheart_hw.pins import GET_LGPIO
from runeheart_hw.profile import Profile

Grade = Literal["ok", "warn", "bad"]
_BUS_DEVICES = {"i2c": "i2c-1", "spi": "spidev0.*", "spi1": "spidev1.*"}
_DISPLAY_OFF = 0xAE


class Finding(Struct, frozen=True):
    """One thing that was looked at: how it is, and what to do about it if anything."""

    what: str
    grade: Grade
    found: str
    do: str = ""


class Machine(Struct, frozen=True):
    """Where to look, and whom to ask: the real machine, or a made-up one."""

    sysfs: Path = chips.SYSFS
    dev: Path = chips.DEV
    proc: Path = chips.PROC
    label: Callable[[Path], str] = chips.label_of
    owner: Callable[[int, int], str | None] = chips.line_owner
    groups: Callable[[], set[str]] = lambda: {_group(number) for number in (*os.getgroups(), os.getegid())}
    has_module: Callable[[str], bool] = lambda name: importlib.util.find_spec(name) is not None
    may_open: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    open_screen: Callable[[Profile], OledLink] | None = None
    """Opens the screen's bus; None: through luma, as the driver does."""


def check_board(profile: Profile, machine: Machine, *, running: bool) -> Iterator[Finding]:
    """Yield what there is to say of pins, buses and screen; `running`: the daemon holds them now."""
    board = _model(machine)
    if profile.pins.backend == "mock":
        yield board
        found = "simulated: with this configuration nothing is played on real pins"
        yield Finding("pins", "warn", found, "leave [pins] backend out to use the board's pins")
        return
    if board.grade != "ok":
        yield Finding("board", "bad", board.found, "to play on this machine: runeheart simulate")
        return
    yield board
    yield _backend(profile, machine)
    number, finding = _chip(profile, machine)
    yield finding
    if number is not None:
        yield _permission(machine, machine.dev / f"gpiochip{number}", "gpio")
        yield _owners(profile, machine, number, running=running)
    yield from _buses(profile, machine)
    if profile.oled.controller != "none":
        yield _screen(profile, machine, running=running)


def _model(machine: Machine) -> Finding:
    """Tell which board this is; a prop's pins can only be had on a Pi, whatever chips there are."""
    try:
        name = (machine.proc / "device-tree/model").read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        name = ""
    if chips.is_pi(machine.proc):
        return Finding("board", "ok", name or "a Raspberry Pi")
    found = f"{name or 'this machine'} does not say that it is a Raspberry Pi: a prop's pins are for one"
    return Finding("board", "warn", found)


def _backend(profile: Profile, machine: Machine) -> Finding:
    backend = profile.pins.backend
    if backend == "rpigpio":
        module, do = "RPi", "pip install 'runeheart[rpigpio]'; on new kernels lgpio is the better choice"
    else:
        module, do = "_lgpio", GET_LGPIO  # its compiled half: lgpio 0.0.0.2 is empty, and of no use (lg #43)
    if not machine.has_module(module):
        return Finding("backend", "bad", f"{backend} is not installed", do)
    return Finding("backend", "ok", f"{backend} is installed")


def _chip(profile: Profile, machine: Machine) -> tuple[int | None, Finding]:
    number = profile.pins.chip
    if number is not None:
        if (machine.sysfs / f"bus/gpio/devices/gpiochip{number}").exists():
            return number, Finding("chip", "ok", f"gpiochip{number}, as configured")
        found = f"gpiochip{number}, as configured, does not exist"
        return None, Finding("chip", "bad", found, "leave [pins] chip out to have it found")
    try:
        found_chip = chips.find_chip(machine.sysfs, machine.dev, machine.label)
    except PinsError as error:
        found, _, do = str(error).partition(". ")
        return None, Finding("chip", "bad", found, do)
    label = f" ({found_chip.label})" if found_chip.label else ""
    return found_chip.number, Finding("chip", "ok", f"gpiochip{found_chip.number}{label}")


def _permission(machine: Machine, device: Path, group: str) -> Finding:
    if not device.exists():
        return Finding("permission", "bad", f"{device} is not there", "is udev running? Start the board anew")
    if machine.may_open(device):
        return Finding("permission", "ok", f"{device} may be opened")
    if group in machine.groups():
        found = f"{device} may not be opened, though the user is in the group {group}"
        return Finding(
            "permission", "bad", found, f"ls -l {device} should show the group {group} and rw for it"
        )
    found = f"{device} may not be opened: the user is not in the group {group}"
    do = f"sudo usermod -aG {group} NAME, then log in anew (in a unit: SupplementaryGroups={group})"
    return Finding("permission", "bad", found, do)


def _owners(profile: Profile, machine: Machine, number: int, *, running: bool) -> Finding:
    held = [(use, machine.owner(number, use.gpio)) for use in profile.uses()]
    taken = [(use, owner) for use, owner in held if owner]
    if running and taken:
        return Finding("pins", "ok", f"{len(taken)} of {len(held)} pins are held: runeheart is running")
    if taken:
        who = "; ".join(f"{use.name} (GPIO {use.gpio}) by {owner}" for use, owner in taken)
        do = "stop that program, take its overlay out of config.txt, or choose other pins"
        return Finding("pins", "bad", f"held by others: {who}", do)
    return Finding("pins", "ok", f"all {len(held)} pins are free")


def _buses(profile: Profile, machine: Machine) -> Iterator[Finding]:
    """Tell of buses that are enabled and own pins of the profile: such a pin would have two masters."""
    wanted = profile.buses_in_use()
    for bus, pattern in _BUS_DEVICES.items():
        enabled = next(iter(sorted(machine.dev.glob(pattern))), None)
        clash = [use for use in profile.uses() if use.gpio in BUS_PINS[bus]]
        if enabled and clash and bus not in wanted:
            who = ", ".join(f"{use.name} (GPIO {use.gpio})" for use in clash)
            found = f"{enabled} is enabled and owns the pins of {who}"
            yield Finding("buses", "bad", found, f"switch {bus} off in config.txt, or choose other pins")


def _screen(profile: Profile, machine: Machine, *, running: bool) -> Finding:
    part = profile.oled
    name = f"i2c-{part.bus_port}" if part.bus == "i2c" else f"spidev{part.bus_port}.{part.device}"
    device = machine.dev / name
    if not device.exists():
        line = "dtparam=i2c_arm=on" if part.bus == "i2c" else "dtparam=spi=on"
        do = f"sudo raspi-config, Interface Options (or {line} in config.txt), then start anew"
        return Finding("screen", "bad", f"{device} is not there: {part.bus.upper()} is off", do)
    permission = _permission(machine, device, part.bus)
    if permission.grade != "ok":
        return Finding("screen", "bad", permission.found, permission.do)
    if part.bus == "spi" and not machine.has_module("spidev"):
        return Finding("screen", "bad", "the screen needs the library spidev", GET_SPIDEV)
    if part.bus == "spi":
        return Finding("screen", "ok", f"{device} is there; a screen on SPI cannot answer, so look at it")
    if running:
        return Finding("screen", "ok", f"{device} is there; runeheart is running and writes to it")
    return _answers(profile, machine)


def _answers(profile: Profile, machine: Machine) -> Finding:
    """Send one command that does nothing to a screen that is not in use, and see whether it is taken."""
    part = profile.oled
    try:
        from luma.core.error import Error as LumaError
    except ImportError:
        return Finding("screen", "bad", "the library luma.oled is missing", "pip install luma.oled")
    errors = (OSError, LumaError)
    try:
        _ask(profile, machine)
    except errors as error:
        what = trouble(part, error)
        other = other_address(part)
        with contextlib.suppress(*errors):
            if part.bus == "i2c" and does_not_answer(error):
                _ask(replace(profile, oled=replace(part, address=other)), machine)
                found = f"a screen answers at 0x{other:02X}, not at {part.where} as configured"
                do = f"it is found at each start; to be rid of this, set [oled] address = 0x{other:02X}"
                return Finding("screen", "warn", found, do)
        return Finding("screen", "bad", what.found, what.do)
    return Finding("screen", "ok", f"something answers at {part.where}")


def _ask(profile: Profile, machine: Machine) -> None:
    link = machine.open_screen(profile) if machine.open_screen else _open(profile)
    try:
        link.command(_DISPLAY_OFF)
    finally:
        link.cleanup()


def _open(profile: Profile) -> OledLink:
    open_link, _release = link_opener(profile.oled, None, lambda _name, _gpio, build: build())
    return open_link()


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
