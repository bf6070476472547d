"""Opens the screen's bus through luma, and turns a bus's errors into sentences a person can act on.

Knows buses and wires, not pictures. luma's SPI would import RPi.GPIO for the D/C and reset lines, which fails
on a Pi 5 (luma.core #268): an adapter drives them through gpiozero.
"""

import errno
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final, Protocol

from msgspec import Struct

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


class Trouble(Struct, frozen=True):
    """What is wrong with the screen, and what to do about it."""

    found: str
    do: str

    def __str__(self) -> str:
        return f"{self.found}: {self.do}"


def trouble(part: OledPart, error: Exception) -> Trouble:
    """Return what a bus error means to the operator."""
    number = getattr(error, "errno", None)
    kind = type(error).__name__
    if part.bus == "spi" and isinstance(error, ImportError):
        return Trouble("the screen needs the library spidev", GET_SPIDEV)
    if number in {errno.EACCES, errno.EPERM} or kind == "DevicePermissionError":
        found = "the screen's bus may not be opened by this user"
        return Trouble(found, f"put the user into the group {part.bus}")
    if number in _NO_BUS or (kind == "DeviceNotFoundError" and "on address" not in str(error)):
        found = f"the screen's bus is not there ({part.where})"
        return Trouble(found, f"enable {part.bus.upper()} (raspi-config, Interface Options) and start anew")
    if number == errno.ETIMEDOUT:
        found = f"the screen's bus hangs ({part.where})"
        return Trouble(found, "SDA or SCL is held low; check the cable, cut the power")
    if number in _NO_ANSWER or kind == "DeviceNotFoundError":
        other = 0x3D if part.address == 0x3C else 0x3C
        hint = f". Some screens are at 0x{other:02X}: [oled] address = 0x{other:02X}"
        found = f"the screen does not answer at {part.where}"
        return Trouble(found, f"check its plug and its wires{hint if part.bus == 'i2c' else ''}")
    found = f"the screen cannot be written at {part.where} ({getattr(error, 'strerror', None) or error})"
    return Trouble(found, "check its plug and its wires; if they are good, start the board anew")
