"""Makes a prop's outputs safe when no daemon does it any more: lights off, buzzer low.

For the moment after a crash or a kill -9: boards differ in whether a pin stays as it was when its program
went. Owns the one call to the kernel that this takes, so that neither gpiozero nor lgpio need be loaded, and
the daemon's note of what it drives, so that a configuration changed or broken since does not matter. A line
that somebody holds is left alone: its holder answers for it.
"""

import fcntl
import os
import struct
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from runeheart_hw.chip import DEV, SYSFS, PinsError, find_chip, line_owner
from runeheart_hw.profile import Profile

NOTE: Final = "outputs.json"

_GET_LINE: Final = 0xC250B407  # GPIO_V2_GET_LINE_IOCTL, linux/gpio.h; and the flags of a line:
_ACTIVE_LOW, _OUTPUT, _PULL_UP, _PULL_DOWN = 1 << 1, 1 << 3, 1 << 8, 1 << 9
_REQUEST: Final = struct.Struct("=I252x32sQ264xI24xi")
"""gpio_v2_line_request for one line: offset, consumer, flags (no attributes), number of lines, descriptor."""


class Outputs(msgspec.Struct, frozen=True):
    """What a prop drives: `off` has the level at which each GPIO is off, 0 or 1, by its number."""

    off: dict[int, int]
    chip: int | None = None
    """The N of /dev/gpiochipN; None: found by what the kernel says."""


def outputs_of(profile: Profile) -> Outputs:
    """Return the lights and the buzzer of a profile; none for mock pins."""
    if profile.pins.backend == "mock":
        return Outputs({})
    dark = 0 if profile.lights.active_high else 1
    off = dict.fromkeys(profile.lights.pins.by_button().values(), dark)
    if profile.buzzer.kind != "none" and profile.buzzer.pin is not None:
        off[profile.buzzer.pin] = 0
    return Outputs(off, profile.pins.chip)


def take_note(outputs: Outputs, folder: Path) -> None:
    """Write down what is driven, in the daemon's runtime folder; raises OSError."""
    (folder / NOTE).write_bytes(msgspec.json.encode(outputs))


def noted(folder: Path) -> Outputs | None:
    """Return what the daemon of a runtime folder drove; None where there is no such note."""
    try:
        return msgspec.json.decode((folder / NOTE).read_bytes(), type=Outputs)
    except (OSError, msgspec.MsgspecError):
        return None


def make_safe(outputs: Outputs, *, sysfs: Path = SYSFS, dev: Path = DEV) -> tuple[list[int], list[str]]:
    """Drive every free output to its off level; return those GPIOs, and a sentence for what could not be.

    The pull is set towards off, too: it counts where the board lets go of the pins as the process ends.
    """
    if not outputs.off:
        return [], []
    try:
        chip = find_chip(sysfs).number if outputs.chip is None else outputs.chip
        descriptor = os.open(dev / f"gpiochip{chip}", os.O_RDWR | os.O_CLOEXEC)
    except PinsError as error:
        return [], [str(error)]
    except OSError as error:
        return [], [f"{error.filename} cannot be opened: {error.strerror}"]
    done, problems = [], []
    with ExitStack() as stack:
        stack.callback(os.close, descriptor)
        for gpio, level in outputs.off.items():
            try:
                stack.callback(os.close, _drive(descriptor, gpio, level))
            except OSError as error:
                owner = line_owner(chip, gpio, dev)
                held = f"held by {owner}; its holder answers for it" if owner else f"{error.strerror}"
                problems.append(f"GPIO {gpio} is not made safe: {held}")
            else:
                done.append(gpio)
    return done, problems


def _drive(chip: int, gpio: int, level: int) -> int:
    """Make a line an output that is inactive, which is `level`; return the descriptor that holds it."""
    flags = _OUTPUT | (_ACTIVE_LOW | _PULL_UP if level else _PULL_DOWN)
    answer = fcntl.ioctl(chip, _GET_LINE, _REQUEST.pack(gpio, b"runeheart safe", flags, 1, 0))
    return int(_REQUEST.unpack(answer)[-1])
