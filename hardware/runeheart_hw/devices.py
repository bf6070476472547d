"""Everything a prop is made of, opened from its profile and made safe on every way out.

Owns the order of opening and closing; each device is its own module.
"""

import atexit
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Reader
from runeheart_hw.buttons import PinButtons
from runeheart_hw.buzzer import PinBuzzer
from runeheart_hw.header import HEADER_PIN
from runeheart_hw.leds import PinLights
from runeheart_hw.oled import NoDisplay, OledDisplay
from runeheart_hw.oled_link import OledLink, link_opener, other_opener
from runeheart_hw.pins import Claim, PinFactory, hears, pin_refused, release
from runeheart_hw.profile import Profile

if TYPE_CHECKING:
    from runeheart_hw.reader import SerialReader

log = logging.getLogger(__name__)

Draw = Callable[[Any], Any]
"""A screen in, a Pillow image of mode "1" and size 128x64 out."""


class PropDevices:
    """The open devices; fills `ports.Devices`. Closed at the latest when the interpreter ends."""

    def __init__(
        self,
        buttons: PinButtons,
        lights: PinLights,
        display: OledDisplay | NoDisplay,
        buzzer: PinBuzzer,
        factory: PinFactory,
        reader: "SerialReader | None" = None,
    ) -> None:
        self.buttons = buttons
        self.lights = lights
        self.display = display
        self.buzzer = buzzer
        self.reader: Reader | None = reader
        self._close_reader = reader.close if reader is not None else lambda: None
        self._factory = factory
        self._closed = False
        atexit.register(self.close)

    def failure(self) -> str | None:
        """Tell whether presses can still arrive at all."""
        return None if hears(self._factory) else "lgpio's thread, by which all presses arrive, has ended"

    def adjust(self, profile: Profile) -> None:
        """Take over what of a changed profile needs no new start: how bright the lights are."""
        self.lights.adjust(profile.lights)

    def close(self) -> None:
        """Lights off, buzzer low, screen dark, pins released; the second time nothing happens."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        _close_all(
            self.buzzer.close,
            self.lights.close,
            self.buttons.close,
            self.display.close,
            self._close_reader,
            self._factory.close,
        )


def open_devices(
    profile: Profile,
    *,
    factory: PinFactory,
    clock: Clock,
    oled_link: OledLink | None = None,
    draw: Draw | None = None,
) -> PropDevices:
    """Open a profile's devices on `factory` (`pins.make_factory`), which they own from now on.

    `oled_link` takes the place of the profile's bus (the virtual prop); `draw` makes the picture of a screen,
    None: `surface.screens.draw` (the self-test has screens of its own). A screen that does not answer is told
    in its `health` and tried again. A pin that cannot be had raises PinsError, which names it, after all that
    was open is closed again.
    """
    opened: list[Callable[[], None]] = []

    def claim(name: str, gpio: int, build: Callable[[], Any]) -> Any:
        refused = None
        try:
            device = build()
        except Exception as error:  # noqa: BLE001 - the pin libraries' errors share no base class
            refused = pin_refused(factory, name, gpio, HEADER_PIN[gpio], error)
        if refused:  # raised here: as its cause, the error would keep gpiozero's reservation of the pin alive
            raise refused
        opened.append(partial(release, device))
        return device

    try:
        buzzer = PinBuzzer(profile.buzzer, factory, claim)
        lights = PinLights(profile.lights, factory, claim)
        buttons = PinButtons(profile.buttons, factory, clock, claim)
        display = _display(profile, factory, clock, oled_link, claim, draw)
    except BaseException:
        _close_all(*reversed(opened), factory.close)
        raise
    return PropDevices(buttons, lights, display, buzzer, factory, _reader(profile, clock))


def _display(
    profile: Profile,
    factory: PinFactory,
    clock: Clock,
    oled_link: OledLink | None,
    claim: Claim,
    draw: Draw | None,
) -> OledDisplay | NoDisplay:
    part = profile.oled
    if part.controller == "none":
        return NoDisplay()
    draw = draw or _draw_screen
    if oled_link is not None:
        link = oled_link
        return OledDisplay(part, lambda: link, clock, draw)
    open_link, release = link_opener(part, factory, claim)
    return OledDisplay(part, open_link, clock, draw, release, other_opener(part))


def _reader(profile: Profile, clock: Clock) -> "SerialReader | None":
    """Return the profile's reader, not begun; a prop without one does not load it."""
    if profile.reader.kind == "none":
        return None
    from runeheart_hw.reader import SerialReader

    return SerialReader(profile.reader, clock)


def _draw_screen(screen: Any) -> Any:
    """Draw a screen of the surface; the screen's own thread loads the drawing, off the way to READY."""
    from runeheart.surface import screens

    return screens.draw(screen)


def _close_all(*closers: Callable[[], None]) -> None:
    """Call each; one that fails is logged and does not keep the others."""
    for close in closers:
        try:
            close()
        except Exception:  # the pin libraries' errors share no base class
            log.exception("a device was not closed")
