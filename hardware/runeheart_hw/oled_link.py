"""Opens the screen's bus through luma, and turns a bus's errors into sentences a person can act on.

Knows buses and wires, not pictures. luma's SPI would import RPi.GPIO for the D/C and reset lines, which fails
on a Pi 5 (luma.core #268): an adapter drives them through gpiozero.
"""

import errno
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from runeheart.runtime.alerts import Sentence
from runeheart_hw.pins import Claim, PinFactory
from runeheart_hw.profile import OledPart


class OledLink(Protocol):
    """luma's serial interface: what the driver writes to."""

    def command(self, *commands: int) -> None:
        """Send at most 32 command bytes."""
        ...

    def data(self, data: list[int]) -> None:
        """Send bytes for the controller's RAM."""
        ...

    def cleanup(self) -> None:
        """Close the bus."""
        ...


def link_opener(
    part: OledPart, factory: PinFactory, claim: Claim
) -> tuple[Callable[[], OledLink], Callable[[], None]]:
    """Return a function that opens the bus (again, after it failed), and one that releases its pins.

    The pins of an SPI screen are claimed at once, so that a clash is told at start.
    """
    if part.bus == "i2c":
        return partial(_open_i2c, part), lambda: None
    lines = GpioLines(factory, claim)
    lines.claim("oled.dc", part.dc)
    lines.claim("oled.reset", part.reset)
    return partial(_open_spi, part, lines), lines.close


def other_opener(part: OledPart) -> Callable[[], OledLink] | None:
    """Return a function that opens the bus for the screen's other address; None where there is none."""
    return None if part.bus != "i2c" else partial(_open_i2c, replace(part, address=other_address(part)))


def _open_i2c(part: OledPart) -> OledLink:
    from luma.core.interface.serial import i2c

    link: OledLink = i2c(port=part.bus_port, address=part.address)
    return link


def _open_spi(part: OledPart, lines: "GpioLines") -> OledLink:
    from luma.core.interface.serial import spi

    link: OledLink = spi(
        gpio=lines,
        port=part.bus_port,
        device=part.device,
        bus_speed_hz=part.speed_hz,
        gpio_DC=part.dc,
        gpio_RST=part.reset,
        reset_hold_time=0.01,
        reset_release_time=0.01,
    )
    return link


class GpioLines:
    """The few calls of RPi.GPIO that luma makes, over gpiozero outputs."""

    OUT: ClassVar[int] = 0
    LOW: ClassVar[int] = 0
    HIGH: ClassVar[int] = 1

    def __init__(self, factory: PinFactory, claim: Claim) -> None:
        self._factory = factory
        self._claim = claim
        self._devices: dict[int, Any] = {}

    def claim(self, name: str, gpio: int | None) -> None:
        """Open a pin as an output, high (reset is low-active); None: the line is not wired."""
        from gpiozero import OutputDevice

        if gpio is not None:
            build = partial(OutputDevice, gpio, initial_value=True, pin_factory=self._factory)
            self._devices[gpio] = self._claim(name, gpio, build)

    def setup(self, gpio: int, direction: int) -> None:
        """Do nothing: the pins are outputs already."""

    def output(self, gpio: int, level: int) -> None:
        """Drive a pin."""
        self._devices[gpio].value = bool(level)

    def close(self) -> None:
        """Release the pins."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()


GET_SPIDEV: Final = "sudo apt install python3-spidev, or pip install 'runeheart[spi]'"
_NO_BUS: Final = {errno.ENOENT, errno.ENODEV}
_NO_ANSWER: Final = {errno.EREMOTEIO, errno.EIO, errno.ENXIO}


NO_LIBRARY: Final = Sentence("the screen needs the library spidev: {do}")
NOT_ALLOWED: Final = Sentence(
    "the screen's bus may not be opened by this user: put the user into the group {group}"
)
NO_BUS: Final = Sentence(
    "the screen's bus is not there ({where}): enable {bus} (raspi-config, Interface Options) and start anew"
)
BUS_HANGS: Final = Sentence(
    "the screen's bus hangs ({where}): SDA or SCL is held low; check the cable, cut the power"
)
NO_ANSWER: Final = Sentence(
    "the screen does not answer at {where}: check its plug and its wires; it comes back by itself when"
    " they are good"
)
NO_WRITE: Final = Sentence(
    "the screen cannot be written at {where} ({error}): check its plug and its wires; if they are good, start"
    " the board anew"
)
ELSEWHERE: Final = Sentence(
    "the screen answers at {address}, not at {configured} as configured: it is used there; write"
    " [oled] address = {address} into the configuration"
)


class Trouble(Struct, frozen=True):
    """What is wrong with the screen, and what to do about it."""

    found: str
    do: str

    def __str__(self) -> str:
        return f"{self.found}: {self.do}"


def trouble(part: OledPart, error: Exception) -> Trouble:
    """Return what a bus error means to the operator."""
    found, _, do = _sentence(part, error).partition(": ")
    return Trouble(found, do)


def does_not_answer(error: Exception) -> bool:
    """Tell whether the bus works, and nobody is at the address."""
    if type(error).__name__ == "DeviceNotFoundError":
        return "on address" in str(error)
    return getattr(error, "errno", None) in _NO_ANSWER


def other_address(part: OledPart) -> int:
    """Return the other of the two addresses that such a screen may have."""
    return 0x3D if part.address == 0x3C else 0x3C


def _sentence(part: OledPart, error: Exception) -> str:
    number = getattr(error, "errno", None)
    kind = type(error).__name__
    if part.bus == "spi" and isinstance(error, ImportError):
        return NO_LIBRARY.told(do=GET_SPIDEV)
    if number in {errno.EACCES, errno.EPERM} or kind == "DevicePermissionError":
        return NOT_ALLOWED.told(group=part.bus)
    if does_not_answer(error):
        return NO_ANSWER.told(where=part.where)
    if number in _NO_BUS or kind == "DeviceNotFoundError":
        return NO_BUS.told(where=part.where, bus=part.bus.upper())
    if number == errno.ETIMEDOUT:
        return BUS_HANGS.told(where=part.where)
    return NO_WRITE.told(where=part.where, error=getattr(error, "strerror", None) or error)
