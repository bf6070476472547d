"""What the OLED's controller shows: sends only what changed, paints all anew now and then, comes back.

Owns the controller's RAM and when to try again. Runs in the caller's thread and takes time as a number; knows
pictures as packed bytes (`oled_pages`) and not what they mean.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from runeheart_hw.oled_link import ELSEWHERE, OledLink, does_not_answer, other_address, trouble
from runeheart_hw.oled_pages import PAGES, Run, changes, position
from runeheart_hw.profile import OledPart

log = logging.getLogger(__name__)

REPAINT_MS: Final = 8_000
"""Everything is sent anew this often. A screen that lost its power between two writes starts anew, dark and
with noise in its RAM, and takes all that follows as if nothing had happened: no error tells, and not every
module can be read. A repaint heals it, and what noise on the wires has done to the picture."""
RETRY_MS: Final = (1_000, 2_000, 4_000, 8_000, 16_000, 30_000)
"""Waits between tries while the screen is away; the last one stays."""

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

    def __init__(
        self,
        part: OledPart,
        open_link: Callable[[], OledLink],
        open_other: Callable[[], OledLink] | None = None,
    ) -> None:
        """Take the profile's screen; `open_other` opens the bus for the other address it may have."""
        from luma.core.error import Error as LumaError

        self._errors: tuple[type[Exception], ...] = (OSError, LumaError, ImportError)
        self._part = part
        self._open_link = open_link
        self._open_other = open_other
        self._is_elsewhere = False
        self._tap = _Tap()
        self._device = _luma_device(part.controller, self._tap)
        self._device.persist = True  # its exit hook must not write to a bus that we have closed
        self._setup = [commands for commands in self._tap.initialisation if commands != (_DISPLAY_ON,)]
        self._shown = b""
        self._online = False
        self._failures = 0
        self._retry_ns = 0
        self._repaint_ns = 0
        self._page = 0  # the next one of a repaint
        self.alert: str | None = None
        self.returns = 0

    @property
    def bytes_sent(self) -> int:
        """Return the bytes on the wire so far: payload and one control byte per transaction."""
        return self._tap.bytes_sent

    def paint(self, wanted: bytes, now_ns: int) -> int:
        """Bring the controller to show `wanted` (1,024 bytes, see `oled_pages`), as far as it answers.

        Returns the nanoseconds until it must be called again, with the same picture if there is no newer one;
        0 while a repaint goes on: it is sent page by page, so that a newer picture never waits for all of it.
        """
        if not self._online and now_ns < self._retry_ns:
            return self._retry_ns - now_ns
        try:
            self._send(wanted, now_ns)
        except self._errors as error:
            self._lost(error, now_ns)
            return self._retry_ns - now_ns
        return max(self._repaint_ns - now_ns, 0)

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
            self._initialise()
            self._write(changes(None, wanted))
            self._painted(now_ns)
            self._back()
        else:
            self._write(changes(self._shown, wanted))
            if now_ns >= self._repaint_ns:
                self._repaint_page(wanted, now_ns)
        self._shown = wanted

    def _write(self, runs: Iterable[Run]) -> None:
        for run in runs:
            self._device.command(*position(run, self._part.first_column))
            self._device.data(list(run.data))

    def _repaint_page(self, wanted: bytes, now_ns: int) -> None:
        """Send one page anew; before the first one the set-up, after the last one display on."""
        if self._page == 0:
            self._initialise()
        self._write(run for run in changes(None, wanted) if run.page == self._page)
        self._page += 1
        if self._page == PAGES:
            self._painted(now_ns)

    def _painted(self, now_ns: int) -> None:
        """All that the controller shows has been sent: only now it is switched on."""
        self._device.show()
        self._page = 0
        self._repaint_ns = now_ns + REPAINT_MS * _MS

    def _connect(self) -> None:
        """Open the bus if need be, and ask with one raw command before anything else."""
        if self._tap.link is None:
            self._tap.link = self._open_link()
        self._is_elsewhere = False
        try:
            self._device.hide()
        except self._errors as error:
            if self._open_other is None or not does_not_answer(error):
                raise
            self._connect_elsewhere(self._open_other, error)

    def _connect_elsewhere(self, open_other: Callable[[], OledLink], why: Exception) -> None:
        """Ask at the other address, which a screen bought anew may have. Raises `why` if none is there."""
        self._hang_up()
        try:
            self._tap.link = open_other()
            self._device.hide()
        except self._errors:
            raise why from None
        self._is_elsewhere = True

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
        if self._is_elsewhere:
            other = f"0x{other_address(self._part):02X}"
            self.alert = ELSEWHERE.told(address=other, configured=f"0x{self._part.address:02X}")
            log.warning("%s", self.alert)

    def _lost(self, error: Exception, now_ns: int) -> None:
        self.alert = str(trouble(self._part, error))
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
