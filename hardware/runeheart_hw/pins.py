"""Builds gpiozero's pin factory, the one that was asked for: no fallback chain, every failure a sentence.

gpiozero alone would fall from lgpio to RPi.GPIO to bare registers with a warning, and fail later with words
about "SOC peripheral base address" (#1172). Here each backend is one function in a table; a factory over
libgpiod's own bindings would be one more.
"""

import atexit
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from runeheart_hw.chip import SYSFS, PinsError, chips, find_chip, line_owner

MOCK_REVISION: Final = "902120"
"""A Zero 2 W: what the mock pins pretend to be."""

GET_LGPIO: Final = (
    "On Raspberry Pi OS: sudo apt install python3-lgpio, in an environment made with --system-site-packages; "
    "elsewhere: pip install 'runeheart[pi]' (wiring.md, Libraries)"
)
"""How to come by the library: told by the daemon and by the doctor alike."""

PinFactory = Any
"""gpiozero.pins.Factory; gpiozero brings no types."""

Claim = Callable[[str, int, Callable[[], Any]], Any]
"""(name, GPIO, build) → the gpiozero device that `build` makes; raises PinsError that names the pin."""


def make_factory(backend: str, chip: int | None = None, sysfs: Path = SYSFS) -> PinFactory:
    """Return gpiozero's factory for `backend` (lgpio, rpigpio, mock).

    `chip` is the N of /dev/gpiochipN for lgpio, None: found (`chip.find_chip`). Raises PinsError.
    """
    if backend not in _BACKENDS:
        raise PinsError(f'[pins] backend "{backend}" is not known; expected one of: {", ".join(_BACKENDS)}')
    _fallbacks_are_errors()
    return _BACKENDS[backend](chip, sysfs)


def _lgpio(chip: int | None, sysfs: Path) -> PinFactory:
    lgpio = _import_lgpio()
    number = find_chip(sysfs).number if chip is None else chip
    device = Path(f"/dev/gpiochip{number}")
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.lgpio import LGPIOFactory

    try:
        factory = LGPIOFactory(chip=number)
        _ = factory.board_info  # reads the revision now, where the reason can be told
    except lgpio.error as error:
        raise PinsError(_why_closed(device, number, sysfs, str(error.value))) from None
    except PinUnknownPi:
        raise PinsError(
            f"{device} is there, but this machine does not say which Raspberry Pi it is "
            "(/proc/device-tree/system/linux,revision), and its pins can only be had on a Pi. "
            "Without one: runeheart simulate"
        ) from None
    return factory


def _import_lgpio() -> Any:
    """Import lgpio; its notification pipe goes to LG_WD, or to a directory of its own, not to where we are.

    The library makes `.lgd-nfy0` in the working directory as it is imported, or in $LG_WD, to which it then
    changes (lg #22): the working directory is put back.
    """
    if "lgpio" not in sys.modules and "LG_WD" not in os.environ:
        import shutil
        import tempfile

        folder = tempfile.mkdtemp(prefix="runeheart-lgpio-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["LG_WD"] = folder
    here = Path.cwd()
    try:
        import lgpio
    except ImportError:
        raise PinsError(f"the library lgpio is missing. {GET_LGPIO}") from None
    except OSError as error:
        folder = os.environ.get("LG_WD", str(here))
        raise PinsError(
            f"lgpio cannot make its pipe {error.filename} in {folder}: {error.strerror}. "
            "Set LG_WD to a directory that this user may write"
        ) from None
    finally:
        os.chdir(here)
    if not hasattr(lgpio, "SET_PULL_NONE"):
        raise PinsError(
            f"this lgpio is an empty or old one (no SET_PULL_NONE); 0.2.2.0 or newer is needed. {GET_LGPIO}"
        )
    return lgpio


def _why_closed(device: Path, number: int, sysfs: Path, why: str) -> str:
    if not device.exists():
        there = ", ".join(f"gpiochip{chip.number}" for chip in chips(sysfs)) or "none"
        return f"{device} does not exist (found: {there}). Leave [pins] chip out to have it found"
    if not os.access(device, os.R_OK | os.W_OK):
        return (
            f"{device} may not be opened by this user. Put the user into the group gpio "
            "(sudo usermod -aG gpio NAME) and log in anew"
        )
    return f"{device} (gpiochip{number}) cannot be opened: {why}"


def _rpigpio(chip: int | None, sysfs: Path) -> PinFactory:
    del chip, sysfs  # RPi.GPIO has no choice of chip
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        factory = RPiGPIOFactory()
    except ImportError:
        raise PinsError(
            "the library RPi.GPIO is missing: pip install 'runeheart[rpigpio]' (on kernels from 6.6 on use "
            'rpi-lgpio in its place, or better [pins] backend = "lgpio")'
        ) from None
    except RuntimeError as error:
        raise PinsError(
            f'RPi.GPIO does not run here: {error}. Use [pins] backend = "lgpio" on a Pi 5 or a new kernel'
        ) from None
    return factory


def _mock(chip: int | None, sysfs: Path) -> PinFactory:
    del chip, sysfs
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(revision=MOCK_REVISION, pin_class=MockPWMPin)


_BACKENDS: Final[dict[str, Callable[[int | None, Path], PinFactory]]] = {
    "lgpio": _lgpio,
    "rpigpio": _rpigpio,
    "mock": _mock,
}


def pin_refused(factory: PinFactory, name: str, gpio: int, header_pin: int, error: Exception) -> PinsError:
    """Return what to tell of a pin that could not be opened: which one, who holds it, what to do."""
    where = f"{name}: GPIO {gpio} (header pin {header_pin})"
    text = str(getattr(error, "value", error))
    if "busy" in text.lower() or "in use" in text.lower():
        chip = getattr(factory, "chip", None)
        owner = line_owner(chip, gpio) if isinstance(chip, int) else None
        held = f"is held by {owner}" if owner else "is in use"
        return PinsError(
            f"{where} {held}. Stop the other program, or runeheart itself if it runs already "
            "(systemctl status runeheart), or free the pin in config.txt"
        )
    if isinstance(error, PermissionError):
        return PinsError(f"{where}: no permission. Put the user into the group gpio and log in anew")
    if "edge detection" in text.lower():
        return PinsError(
            f'{where}: RPi.GPIO finds no edges on this kernel (6.6 or newer). Use [pins] backend = "lgpio"'
        )
    return PinsError(f"{where} cannot be opened: {text or type(error).__name__}")


def hears(factory: PinFactory) -> bool:
    """Tell whether edges can still arrive: lgpio has one thread for all of them, which an exception ends."""
    lgpio = sys.modules.get("lgpio")
    if lgpio is None or not type(factory).__module__.endswith(".lgpio"):
        return True
    return bool(lgpio._notify_thread.is_alive())  # noqa: SLF001 - lgpio offers no other way to ask


def release(device: Any) -> None:
    """Close a gpiozero device for good; twice is once.

    lgpio's pins leave their callback behind when they close: the next edge would raise in lgpio's only
    notification thread and end it. So it is unhooked first.
    """
    if device.pin is not None:
        device.pin.when_changed = None
    device.close()


def _fallbacks_are_errors() -> None:
    """Make each of gpiozero's quiet changes of plan an error."""
    from gpiozero import exc

    for kind in (exc.PinFactoryFallback, exc.NativePinFactoryFallback, exc.PWMSoftwareFallback):
        warnings.filterwarnings("error", category=kind)
