"""The buzzer on its pin: a melody runs on the loop's timers; the pin is low after each sound.

A passive buzzer gets the tone's frequency as a square wave; an active one is on for the tone's length.
gpiozero's own `TonalBuzzer.stop` can leave the pin high, which heats a buzzer, so the pin is driven here.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from runeheart.core.panel import Tone
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.ports import Health
from runeheart_hw.pins import Claim, PinFactory
from runeheart_hw.profile import BuzzerPart

log = logging.getLogger(__name__)

UNWRITABLE: Final = Sentence(
    "the buzzer cannot be written ({error}): check its wires, then restart runeheart"
)
ACTIVE_LEAST_MS: Final = 25
"""An active buzzer needs this long to be heard at all."""
HIGHEST_HZ: Final = 10_000
"""lgpio's software PWM goes no further."""


class PinBuzzer:
    """A passive or active buzzer behind a transistor; fills `ports.Buzzer`."""

    def __init__(self, part: BuzzerPart, factory: PinFactory, claim: Claim) -> None:
        """Open the pin, low. A profile without a buzzer gives a silent one."""
        self._passive = part.kind == "passive"
        self._device: Any = None
        self._tones: list[Tone] = []
        self._timer: asyncio.TimerHandle | None = None
        self._alert: str | None = None
        if part.kind != "none" and part.pin is not None:
            from gpiozero import OutputDevice

            build = partial(OutputDevice, part.pin, pin_factory=factory)
            self._device = claim("buzzer.pin", part.pin, build)

    def play(self, tones: Sequence[Tone]) -> None:
        """Start a melody in the running loop; the one before ends, an empty one is silence."""
        if self._device is None:
            return
        self._stop()
        self._tones = list(tones)
        loop = asyncio.get_running_loop()
        self._next(loop, loop.time())

    def health(self) -> Health:
        """Tell whether the buzzer could not be written."""
        return Health("buzzer", self._alert)

    def close(self) -> None:
        """End the sound, drive the pin low and release it."""
        if self._device is None:
            return
        self._stop()
        device, self._device = self._device, None
        try:
            device.close()
        except Exception as error:  # noqa: BLE001 - the pin libraries' errors share no base class
            log.warning("the buzzer's pin was not released: %s", error)

    def _next(self, loop: asyncio.AbstractEventLoop, at_s: float) -> None:
        """Play the next tone from `at_s` (the loop's clock: tones do not add up their delays)."""
        if not self._tones:
            self._stop()
            return
        tone = self._tones.pop(0)
        length_ms = tone.length_ms
        if tone.frequency_hz and not self._passive:
            length_ms = max(length_ms, ACTIVE_LEAST_MS)
        self._sound(tone.frequency_hz)
        end_s = at_s + length_ms / 1000
        self._timer = loop.call_at(end_s, self._next, loop, end_s)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._tones = []
        self._sound(0)

    def _sound(self, frequency_hz: int) -> None:
        pin = self._device.pin
        try:
            if frequency_hz == 0:
                if pin.frequency is not None:
                    pin.frequency = None
                pin.state = False
            elif self._passive:
                pin.frequency = min(frequency_hz, HIGHEST_HZ)
                pin.state = 0.5
            else:
                pin.state = True
        except Exception as error:  # noqa: BLE001 - the pin libraries' errors share no base class
            if self._alert is None:
                log.warning("the buzzer cannot be written: %s", error)
            self._alert = UNWRITABLE.told(error=error)
            return
        if self._alert is not None:
            log.info("the buzzer is written again")
        self._alert = None
