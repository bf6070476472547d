"""The OLED: one worker thread behind a latest-wins slot, which draws screens and has them painted.

`OledDisplay` is the thread around `oled_painter.OledPainter`. It does not know what a screen means: `draw`
makes the picture.
"""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from runeheart.core.panel import Screen
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Health
from runeheart_hw.oled_link import OledLink
from runeheart_hw.oled_pages import pack
from runeheart_hw.oled_painter import OledPainter
from runeheart_hw.profile import OledPart

if TYPE_CHECKING:
    from PIL import Image

log = logging.getLogger(__name__)

BUG_RETRY_S: Final = 8
"""How long the worker rests after a mistake of ours, if no other screen comes."""
CLOSE_S: Final = 0.7
"""How long `close` waits for the worker: a bus that hangs must not hold the exit."""

HANGS_S: Final = 3
"""A write that takes so long is told: at 100 kHz a whole picture needs a tenth of a second."""
HANGS: Final = Sentence(
    "the screen's bus has not answered for {seconds} s: the game goes on without it; check the cable, and if"
    " it does not end by itself, cut the power"
)
UNDRAWABLE: Final = Sentence("the screen could not be drawn ({error}); the log tells more")

_NS_PER_S: Final = 1_000_000_000


class OledDisplay:
    """A screen behind a thread of its own; fills `ports.Display`."""

    def __init__(
        self,
        part: OledPart,
        open_link: Callable[[], OledLink],
        clock: Clock,
        draw: "Callable[[Any], Image.Image]",
        release: Callable[[], None] = lambda: None,
        open_other: Callable[[], OledLink] | None = None,
    ) -> None:
        """Start the worker.

        `draw` turns a screen into a 128x64 picture; `release` frees pins at the end; `open_other` opens the
        bus for the other address that such a screen may have.
        """
        self._part = part
        self._open_link = open_link
        self._clock = clock
        self._draw = draw
        self._release = release
        self._open_other = open_other
        self._busy_ns: int | None = None  # since when the worker is at the bus
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
        painter, busy_ns = self._painter, self._busy_ns
        hangs_s = 0 if busy_ns is None else (self._clock.mono_ns() - busy_ns) // _NS_PER_S
        if painter is None:
            return Health("display", self._bug)
        counters = (("bytes", painter.bytes_sent), ("returns", painter.returns))
        hangs = HANGS.told(seconds=hangs_s) if hangs_s >= HANGS_S else None
        return Health("display", hangs or painter.alert or self._bug, counters)

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
                self._bug = UNDRAWABLE.told(error=error)
                wait_s = BUG_RETRY_S
        if self._painter is not None:
            self._painter.close()
        self._release()

    def _paint(self, picture: bytes) -> float:
        """Bring a picture to the glass; returns the seconds until that has to be seen to again."""
        if self._painter is None:
            self._painter = OledPainter(self._part, self._open_link, self._open_other)
        now_ns = self._busy_ns = self._clock.mono_ns()
        try:
            return self._painter.paint(picture, now_ns) / _NS_PER_S
        finally:
            self._busy_ns = None

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
