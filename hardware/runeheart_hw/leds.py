"""The lights on their pins: a level becomes a duty cycle, written only where it changed.

Owns gamma, brightness and the pins. PWM is software in every pin library (gpiozero #1209), so it runs only
while a light is between off and full, and whole per cents are all it can do.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from runeheart.core.panel import Button
from runeheart.core.runes import RUNES
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.ports import Health
from runeheart_hw.pins import Claim, PinFactory
from runeheart_hw.profile import LightsPart

log = logging.getLogger(__name__)

UNWRITABLE = Sentence(
    "the {button} light cannot be written ({error}): check its wires, then restart runeheart"
)


class PinLights:
    """Six lights, and the heart's where there is one; fills `ports.Lights`."""

    def __init__(self, part: LightsPart, factory: PinFactory, claim: Claim) -> None:
        """Open the pins, dark."""
        from gpiozero import OutputDevice

        self._part = part
        self._broken: dict[Button, str] = {}
        self._devices: dict[Button, Any] = {}
        self._percent: dict[Button, int] = {}
        for button, gpio in part.pins.by_button().items():
            build = partial(OutputDevice, gpio, active_high=part.active_high, pin_factory=factory)
            self._devices[button] = claim(f"lights.pins.{button}", gpio, build)
            self._percent[button] = 0

    def show(self, levels: Sequence[float]) -> None:
        """Set the six levels (0 … 1, as an eye sees them), and the heart's where a seventh is given.

        Without a seventh the heart's light is on while lights are shown.
        """
        runes, heart = levels[: len(RUNES)], levels[len(RUNES) :] or (1.0,)
        wanted = dict(zip((*map(Button, RUNES), Button.HEART), (*runes, *heart), strict=True))
        for button, level in wanted.items():
            percent = self._duty_percent(level)
            if button in self._devices and percent != self._percent[button]:
                self._write(button, percent)

    def adjust(self, part: LightsPart) -> None:
        """Take over another brightness and gamma; they count from the next `show` on."""
        self._part = replace(self._part, brightness=part.brightness, gamma=part.gamma)

    def health(self) -> Health:
        """Tell whether a light could not be written."""
        return Health("lights", "; ".join(self._broken.values()) or None)

    def close(self) -> None:
        """Switch all lights off and release the pins; one that fails does not keep the others."""
        for button, device in self._devices.items():
            self._write(button, 0)
            try:
                device.close()
            except Exception as error:  # noqa: BLE001 - the pin libraries' errors share no base class
                log.warning("light %s was not released: %s", button, error)
        self._devices.clear()

    def _duty_percent(self, level: float) -> int:
        level = min(max(level, 0.0), 1.0)
        if self._part.kind == "on_off":
            return 100 if level >= 0.5 else 0
        if level == 0:
            return 0
        duty: float = self._part.brightness * level**self._part.gamma
        return max(1, round(100 * duty))

    def _write(self, button: Button, percent: int) -> None:
        """Write a light; one that fails is written again at the next `show`."""
        pin = self._devices[button].pin
        high = percent if self._part.active_high else 100 - percent
        try:
            if 0 < percent < 100:
                if pin.frequency is None:
                    pin.frequency = self._part.frequency_hz
                pin.state = min(high / 100 + 1e-6, 1.0)  # lgpio cuts 0.29 to 28 %
            else:
                if pin.frequency is not None:
                    pin.frequency = None
                pin.state = high == 100
        except Exception as error:  # noqa: BLE001 - the pin libraries' errors share no base class
            if button not in self._broken:
                log.warning("light %s cannot be written: %s", button, error)
            self._broken[button] = UNWRITABLE.told(button=button, error=error)
            return
        self._percent[button] = percent
        if self._broken.pop(button, None):
            log.info("light %s is written again", button)
