"""The OLED: one worker thread behind a latest-wins slot; sends only what changed; comes back when replugged.

`OledPainter` owns what the controller shows and when to try again; it runs in the caller's thread and takes
time as a number. `OledDisplay` is the thread around it. Neither knows what a screen means: `draw` makes the
picture.
"""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

from runeheart.core.panel import Screen
from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Health
from runeheart_hw.oled_link import OledLink, why_silent
from runeheart_hw.oled_pages import changes, pack, position
from runeheart_hw.profile import OledPart

if TYPE_CHECKING:
    from PIL import Image

log = logging.getLogger(__name__)

REPAINT_MS: Final = 60_000
"""Everything is sent anew this often: heals what noise on the wires has done to the picture."""
RETRY_MS: Final = (1_000, 2_000, 4_000, 8_000, 16_000, 30_000)
"""Waits between tries while the screen is away; the last one stays."""
CLOSE_S: Final = 0.7
"""How long `close` waits for the worker: a bus that hangs must not hold the exit."""

_MS: Final = 1_000_000
_DISPLAY_OFF: Final = 0xAE
_DISPLAY_ON: Final = 0xAF
_PAGE_ADDRESSING: Final = (0x20, 0x02)


class _LumaDevice(Protocol):
    """What is used of luma's device."""

    persist: bool

    def command(self, *commands: int) -> None: ...
    def data(self, data: list[int]) -> None: ...
    def contrast(self, level: int) -> None: ...
    def show(self) -> None: ...
    def hide(self) -> None: ...


class _Tap:
    """Between luma's device and the bus: hears the initialisation once, then passes on to the open link.

    luma registers an exit hook for each device it makes, which keeps it for ever (luma.oled, 331 kB each), so
    one device is made, against no bus at all, and what it would send is kept for every (re)connection.
    """

    def __init__(self) -> None:
        self.link: OledLink | None = None
        self.initialisation: list[tuple[int, ...]] = []
        self.bytes_sent = 0
        """Payload and one control byte per transaction."""

    def command(self, *commands: int) -> None:
        if self.link is None:  # only while luma's device is made
            self.initialisation.append(commands)
            return
        self.link.command(*commands)
        self.bytes_sent += 1 + len(commands)

    def data(self, data: list[int]) -> None:
        if self.link is not None:
            self.link.data(data)
            self.bytes_sent += 1 + len(data)

    def cleanup(self) -> None:
        """Nothing: the link is closed by the painter."""


def _luma_device(controller: str, tap: _Tap) -> _LumaDevice:
    """Make luma's device for a controller, without its `display`: that sends whole frames, by `getdata`."""
    import luma.oled.device

    known: type[Any] = getattr(luma.oled.device, controller)
    device: _LumaDevice = type("Device", (known,), {"display": lambda _self, _image: None})(tap)
    return device


class OledPainter:
    """Keeps the controller's RAM equal to the wanted picture; offline and back. Single-threaded."""

    def __init__(self, part: OledPart, open_link: Callable[[], OledLink]) -> None:
        from luma.core.error import Error as LumaError

        self._errors: tuple[type[Exception], ...] = (OSError, LumaError, ImportError)
        self._part = part
        self._open_link = open_link
        self._tap = _Tap()
        self._device = _luma_device(part.controller, self._tap)
        self._device.persist = True  # its exit hook must not write to a bus that we have closed
        self._setup = [commands for commands in self._tap.initialisation if commands != (_DISPLAY_ON,)]
        self._shown: bytes | None = None
        self._online = False
        self._failures = 0
        self._retry_ns = 0
        self._repaint_ns = 0
        self.alert: str | None = None
        self.returns = 0

    @property
    def bytes_sent(self) -> int:
        """Return the bytes on the wire so far: payload and one control byte per transaction."""
        return self._tap.bytes_sent

    def paint(self, wanted: bytes, now_ns: int) -> int:
        """Bring the controller to show `wanted` (1,024 bytes, see `oled_pages`), as far as it answers.

        Returns the nanoseconds until it must be called again, with the same picture if there is no newer one.
        """
        if not self._online and now_ns < self._retry_ns:
            return self._retry_ns - now_ns
        try:
            self._send(wanted, now_ns)
        except self._errors as error:
            self._lost(error, now_ns)
            return self._retry_ns - now_ns
        return self._repaint_ns - now_ns

    def close(self) -> None:
        """Switch the screen off, if it answers, and close the bus."""
        try:
            if self._online:
                self._device.hide()
        except self._errors as error:
            log.info("the screen was not switched off: %s", error)
        self._hang_up()

    def _send(self, wanted: bytes, now_ns: int) -> None:
        if not self._online:
            self._connect()
        heal = self._shown is None or now_ns >= self._repaint_ns
        if heal:
            self._initialise()
            self._shown = None
        for run in changes(self._shown, wanted):
            self._device.command(*position(run, self._part.first_column))
            self._device.data(list(run.data))
        if heal:
            self._device.show()
            self._repaint_ns = now_ns + REPAINT_MS * _MS
            if not self._online:
                self._back()
        self._shown = wanted

    def _connect(self) -> None:
        """Open the bus if need be, and ask with one raw command before anything else."""
        if self._tap.link is None:
            self._tap.link = self._open_link()
        self._device.hide()
        self._shown = None

    def _initialise(self) -> None:
        """Send luma's initialisation, without its display-off: at a repaint the picture must not blink."""
        for commands in self._setup:
            rest = commands[1:] if commands[0] == _DISPLAY_OFF else commands
            if rest:
                self._device.command(*rest)
        if self._part.controller != "sh1106":  # which knows page addressing only
            self._device.command(*_PAGE_ADDRESSING)
        self._device.contrast(self._part.contrast)

    def _back(self) -> None:
        self._online = True
        if self._failures:
            self.returns += 1
            log.info("the screen is back at %s", self._part.where)
        self._failures, self.alert = 0, None

    def _lost(self, error: Exception, now_ns: int) -> None:
        self.alert = why_silent(self._part, error)
        if self._failures == 0:
            log.warning("%s", self.alert)
        wait_ms = RETRY_MS[min(self._failures, len(RETRY_MS) - 1)]
        self._failures += 1
        self._retry_ns = now_ns + wait_ms * _MS
        self._hang_up()

    def _hang_up(self) -> None:
        link, self._tap.link = self._tap.link, None
        self._online = False
        try:
            if link is not None:
                link.cleanup()
        except self._errors as error:
            log.info("the screen's bus was not closed: %s", error)


class OledDisplay:
    """A screen behind a thread of its own; fills `ports.Display`."""

    def __init__(
        self,
        part: OledPart,
        open_link: Callable[[], OledLink],
        clock: Clock,
        draw: "Callable[[Any], Image.Image]",
        release: Callable[[], None] = lambda: None,
    ) -> None:
        """Start the worker. `draw` turns a screen into a 128x64 picture; `release` frees pins at the end."""
        self._part = part
        self._open_link = open_link
        self._clock = clock
        self._draw = draw
        self._release = release
        self._painter: OledPainter | None = None  # made by the worker: importing luma takes a while
        self._changed = threading.Condition()
        self._wanted: Screen | None = None
        self._closing = False
        self._bug: str | None = None
        self._worker = threading.Thread(target=self._run, name="oled", daemon=True)
        self._worker.start()

    def show(self, screen: Screen) -> None:
        """Show this as soon as the worker is free."""
        with self._changed:
            self._wanted = screen
            self._changed.notify()

    def health(self) -> Health:
        """Tell whether the screen answers, how often it came back, and what was sent."""
        painter = self._painter
        if painter is None:
            return Health("display", self._bug)
        counters = (("bytes", painter.bytes_sent), ("returns", painter.returns))
        return Health("display", painter.alert or self._bug, counters)

    def close(self) -> None:
        """Switch the screen off; waits a little for the worker, which a hanging bus may hold."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._worker.join(CLOSE_S)
        if self._worker.is_alive():
            log.warning("the screen's bus hangs: it was not switched off")

    def _run(self) -> None:
        drawn: Screen | None = None
        picture: bytes | None = None  # of `drawn`; None: it cannot be drawn
        wait_s: float | None = None  # nothing to show yet: sleep until there is
        while (screen := self._next(drawn, wait_s)) is not None:
            try:
                if screen != drawn:
                    drawn, picture = screen, None
                    picture = self._picture(screen)
                if picture is not None:
                    wait_s = self._paint(picture)
                    self._bug = None
            except Exception as error:  # the worker must outlive a mistake of ours: a screen is not the game
                log.exception("the screen could not be drawn")
                self._bug = f"the screen could not be drawn ({error}); the log tells more"
                wait_s = REPAINT_MS / 1000
        if self._painter is not None:
            self._painter.close()
        self._release()

    def _paint(self, picture: bytes) -> float:
        """Bring a picture to the glass; returns the seconds until that has to be seen to again."""
        if self._painter is None:
            self._painter = OledPainter(self._part, self._open_link)
        return self._painter.paint(picture, self._clock.mono_ns()) / (1000 * _MS)

    def _next(self, drawn: Screen | None, wait_s: float | None) -> Screen | None:
        """Wait for a new screen, or until the painter wants to be called again; None: close."""
        with self._changed:
            while not self._closing:
                if self._wanted is not None and self._wanted != drawn:
                    break
                if not self._changed.wait(wait_s):
                    break
            return None if self._closing else self._wanted

    def _picture(self, screen: Screen) -> bytes:
        picture = self._draw(screen)
        if self._part.rotate:
            from PIL.Image import Transpose

            picture = picture.transpose(Transpose.ROTATE_180)
        return pack(picture)


class NoDisplay:
    """A board without a screen."""

    def show(self, screen: Screen) -> None:
        """Do nothing."""

    @staticmethod
    def health() -> Health:
        """Tell nothing: a screen that was never wired is no fault."""
        return Health("display")

    def close(self) -> None:
        """Do nothing."""
