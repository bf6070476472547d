"""The virtual board: fingers on mock pins, and what one sees and hears of the pins and the OLED model.

Owns the physics of the prop on the table. The real drivers run on `factory` and `oled`; this module must not
know them, nor any game, nor who looks.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from msgspec import Struct

from runeheart.core.panel import Button
from runeheart.runtime.clock import Clock
from runeheart_hw.profile import Profile
from runeheart_hw.virtual.fingers import Fingers
from runeheart_hw.virtual.oled_model import PICTURE_BYTES, OledModel

if TYPE_CHECKING:
    from runeheart_hw.virtual.contacts import VirtualPin

ACTIVE_BUZZER_HZ = 2300
"""What an active buzzer sounds like by itself: the usual part's resonance, about 2.3 kHz."""

_QUICKEST_MS = 30  # a fast finger needs 50 ms down and as many up

# A contact that closes or opens, as an oscilloscope shows it: whether it has, and for how many seconds.
_BOUNCE_S = ((True, 0.0004), (False, 0.0007), (True, 0.0003), (False, 0.0011))


class Face(Struct, frozen=True):
    """What one sees of the prop at one moment."""

    lights: tuple[float, ...]
    """Brightness as a share of the time, 0 … 1: the six in rune order, then the heart's if it has one."""
    held: frozenset[Button]
    picture: bytes
    """The glass: 64 rows of 16 bytes, leftmost pixel in the highest bit."""
    contrast: int
    plugged: bool
    words: tuple[str, ...]


class VirtualBoard:
    """A prop without metal. `press` is a finger; `face` is a look; `watch` tells when to look again.

    Fingers are never faster than flesh: a tap that a touchpad made too short for any debounce is lengthened.
    With `bounce` every contact chatters for 2.5 ms first.
    """

    def __init__(self, profile: Profile, *, clock: Clock, bounce: bool = False) -> None:
        from runeheart_hw.virtual.contacts import VirtualFactory

        self.oled = _oled(profile)
        self.words: tuple[str, ...] = ()
        self.clock = clock
        self._bounce = bounce
        self._on_change: Callable[[], None] | None = None
        self._on_tone: Callable[[int, float], None] | None = None
        self._lock = threading.Lock()
        self._buzzer_hz = 0.0
        self._pause = threading.Event()
        self.factory = VirtualFactory(self._pins_changed)
        pins = self.factory.pin
        self._buttons = {button: pins(gpio) for button, gpio in profile.buttons.pins.by_button().items()}
        self._lights = tuple(pins(gpio) for gpio in profile.lights.pins.by_button().values())
        self._active_high = profile.lights.active_high
        self._buzzer = None if profile.buzzer.kind == "none" else pins(profile.buzzer.pin)
        least_ms = max(_QUICKEST_MS, 2 * profile.buttons.settle_ms)
        self._fingers = Fingers(self._move, clock=clock, least_ms=least_ms)
        if self.oled:
            self.oled.watch(self._tell)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons that this board has, in rune order, the heart last."""
        return tuple(self._buttons)

    def press(self, button: Button, *, down: bool, at_ns: int = 0) -> "Future[None]":
        """Put a finger on a button or lift it, at `at_ns` of the clock or now; as `Fingers.press` does.

        Raises KeyError for a button that this board does not have.
        """
        if button not in self._buttons:
            raise KeyError(button)
        return self._fingers.press(button, down=down, at_ns=at_ns)

    def say(self, words: tuple[str, ...]) -> None:
        """Tell what the screen shows in words, for those who cannot see it."""
        self.words = words
        self._tell()

    def face(self) -> Face:
        """Look at the prop."""
        return Face(
            lights=tuple(self._level(pin) for pin in self._lights),
            held=self._fingers.held,
            picture=self.oled.picture() if self.oled else bytes(PICTURE_BYTES),
            contrast=self.oled.contrast if self.oled else 0,
            plugged=self.oled is not None and self.oled.plugged,
            words=self.words,
        )

    @property
    def buzzer_hz(self) -> float:
        """What the buzzer sounds now, in hertz; 0 is silence."""
        pin = self._buzzer
        if pin is None or pin.function != "output" or not pin.state:
            return 0.0
        return float(pin.frequency or ACTIVE_BUZZER_HZ)

    def watch(
        self, on_change: Callable[[], None] | None, on_tone: Callable[[int, float], None] | None = None
    ) -> None:
        """Call `on_change` when `face` may have changed, `on_tone(mono_ms, hz)` at each change of the buzzer.

        Both are called in the thread that made the change and must return at once. None ends it.
        """
        self._on_change, self._on_tone = on_change, on_tone

    def close(self) -> None:
        """Lift all fingers and end their thread."""
        self._fingers.close()
        if self.oled:
            self.oled.watch(None)
        self.watch(None)

    def _move(self, button: Button, down: bool) -> None:  # noqa: FBT001 - the fingers' callback
        pin = self._buttons[button]
        if self._bounce:
            for arrived, time_s in _BOUNCE_S:
                pin.ground(grounded=arrived is down)
                self._pause.wait(time_s)
        pin.ground(grounded=down)
        self._tell()

    def _level(self, pin: "VirtualPin") -> float:
        if pin.function != "output":
            return 0.0
        return float(pin.state) if self._active_high else 1.0 - float(pin.state)

    def _pins_changed(self) -> None:
        with self._lock:
            hertz = self.buzzer_hz
            changed, self._buzzer_hz = hertz != self._buzzer_hz, hertz
            if changed and (on_tone := self._on_tone) is not None:
                on_tone(self.clock.mono_ns() // 1_000_000, hertz)
        self._tell()

    def _tell(self) -> None:
        if (on_change := self._on_change) is not None:
            on_change()


def _oled(profile: Profile) -> OledModel | None:
    """Return the profile's screen as a model; None where it has none."""
    part = profile.oled
    return None if part.controller == "none" else OledModel(part.controller, address=part.address)
