"""The reader of real dice and a real compass: a serial port that comes and goes, in one worker thread.

Fills `ports.Reader`. Owns when the port is looked for, opened and given up, and how readings reach the loop;
what the sentences mean is `reader_talk`'s. A thread, not the loop, because opening and closing a serial port
can hang for seconds in the kernel (a hub that resets, a close that drains), and no game may wait for that.
"""

import asyncio
import logging
import random
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from runeheart.core.events import Ask
from runeheart.core.panel import Reading
from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Health
from runeheart_hw.reader_link import LinkError, SerialLink, Waker
from runeheart_hw.reader_part import ReaderPart
from runeheart_hw.reader_ports import Backoff, choose, matching
from runeheart_hw.reader_talk import TYPED, Talk

log = logging.getLogger(__name__)

LOOK_S: Final = 2.0
"""How often a port's name is looked for meanwhile: one look costs less than a tenth of a millisecond."""
MOST_WAITING: Final = 64
"""Readings that the loop has not taken yet: nobody throws so many dice."""
SPAN_MS: Final = 250
SPAN_BYTES: Final = 4096
"""More than this in a quarter of a second is no reader: the rest is let go, and the flood costs little."""
FLOOD_MS: Final = 10_000
"""How long a flood is told of after it ended."""
NOTE_MS: Final = 60_000
"""The log tells what needs a person once a minute: what comes and goes fills no disk."""
MOST_NOTED: Final = 16
"""Different troubles in such a minute that the log tells."""
CLOSE_S: Final = 0.7
"""How long `close` waits for the worker: a port that hangs must not hold the exit."""


class SerialReader:
    """A reader behind a thread of its own; fills `ports.Reader`."""

    def __init__(
        self, part: ReaderPart, clock: Clock, *, chance: Callable[[], float] = random.random
    ) -> None:
        """Make it; nothing is opened before `start`. `chance` spreads the tries of many props."""
        self._part = part
        self._clock = clock
        self._backoff = Backoff(chance)
        self._talk = Talk(part)
        self._waker = Waker()
        self._lock = threading.Lock()
        self._waiting: deque[Reading] = deque()
        self._is_told = False
        self._dropped = 0
        self._floods = 0
        self._flood_ms: int | None = None
        self._opened = 0
        self._trouble: str | None = None
        self._noted: dict[str, int] = {}
        self._others: tuple[str, ...] = ()
        self._ask: Ask | None = None
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_reading: Callable[[Reading], None] | None = None
        self._worker: threading.Thread | None = None

    def start(self, on_reading: Callable[[Reading], None]) -> None:
        """Begin to look for the reader; its readings come in the running loop's thread."""
        self._loop, self._on_reading = asyncio.get_running_loop(), on_reading
        self._worker = threading.Thread(target=self._run, name="reader", daemon=True)
        self._worker.start()

    def expect(self, ask: Ask | None) -> None:
        """Tell the reader what the game waits for; the worker sends it when it can."""
        if ask != self._ask:
            self._ask = ask
            self._waker.wake()

    def health(self) -> Health:
        """Tell how the reader is: in words if it needs a person, and what was counted."""
        counters = (
            *self._talk.counters(),
            ("dropped", self._dropped),
            ("floods", self._floods),
            ("returns", max(0, self._opened - 1)),
        )
        alert = self._trouble or self._flood() or self._talk.alert or self._two()
        return Health("reader", alert, counters)

    def close(self) -> None:
        """End the worker and give the port back; the second time nothing happens."""
        if self._closing:
            return
        self._closing = True
        self._waker.wake()
        if self._worker is not None:
            self._worker.join(CLOSE_S)
            if self._worker.is_alive():
                log.warning("the reader's port hangs: it was not closed")
                return
        self._waker.close()

    def _flood(self) -> str | None:
        if self._flood_ms is None or self._now_ms() - self._flood_ms > FLOOD_MS:
            return None
        return f"it sends far more than a reader does: unplug it and plug it in again; {TYPED}"

    def _two(self) -> str | None:
        if not self._others:
            return None
        others = ", ".join(self._others)
        return f"{others} matches [reader] port, too, and is not used: unplug one, or name the port to use"

    # In the worker's thread

    def _run(self) -> None:
        last: str | None = None
        while not self._closing:
            found = choose(self._part.port, last)
            try:
                if found is None:
                    self._others = ()
                    self._tell(f"no reader at {self._part.port}: plug it in; {TYPED}")
                else:
                    last, self._others = found.port, found.others
                    self._converse(found.port)
            except LinkError as error:
                self._tell(str(error))
            except Exception as error:  # the worker must outlive a mistake of ours: a reader is not the game
                log.exception("the reader's worker failed")
                self._tell(f"the reader failed ({error}); the log tells more; {TYPED}")
            self._rest(self._backoff.next_s())

    def _converse(self, port: str) -> None:
        """Open the port and listen until it is gone or of no use. Raises LinkError."""
        link = SerialLink(port, self._part.baud)
        try:
            self._opened += 1
            self._talk.opened(port, self._now_ms())
            is_known = False
            began_ms, got_bytes, look_ms = self._now_ms(), 0, self._now_ms()
            while not self._closing:
                is_ready = link.wait(self._waker, self._talk.wait_ms(self._now_ms()) / 1000)
                now_ms = self._now_ms()
                if is_ready:
                    data = link.read()
                    got_bytes += len(data)
                    self._hand_over(self._talk.heard(data, now_ms))
                if now_ms - began_ms >= SPAN_MS:
                    began_ms, got_bytes = now_ms, 0
                elif got_bytes > SPAN_BYTES:
                    self._floods, self._flood_ms = self._floods + 1, now_ms
                    self._waker.wait((SPAN_MS - (now_ms - began_ms)) / 1000)
                    link.drop_input()
                if now_ms - look_ms >= LOOK_S * 1000:
                    look_ms = now_ms
                    self._others = tuple(name for name in matching(self._part.port) if name != port)
                self._talk.expect(self._ask)
                for sentence in self._talk.to_send(self._now_ms()):
                    link.write(sentence)
                self._note(self._flood() or self._talk.alert or self._two())
                if self._talk.is_understood:
                    self._tell(None)
                    self._backoff.worked()
                    if not is_known:
                        is_known = True
                        log.info("the reader works: %s", self._talk.who)
                if (why := self._talk.hopeless(self._now_ms())) is not None:
                    raise LinkError(why, "odd")
        finally:
            self._talk.closed()
            link.close()

    def _rest(self, rest_s: float) -> None:
        """Wait for the next try; a port whose name comes up meanwhile ends the wait."""
        were = set(matching(self._part.port))
        end_ms = self._now_ms() + int(rest_s * 1000)
        while not self._closing and (left_ms := end_ms - self._now_ms()) > 0:
            self._waker.wait(min(left_ms / 1000, LOOK_S))
            are = set(matching(self._part.port))
            if are - were:
                return
            were = are

    def _tell(self, trouble: str | None) -> None:
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble is not None:
            log.warning("the reader: %s", trouble)

    def _note(self, trouble: str | None) -> None:
        """Leave what needs a person in the log, too: an alert is gone when the reader is well again."""
        if trouble is None:
            return
        now_ms = self._now_ms()
        self._noted = {text: at_ms for text, at_ms in self._noted.items() if now_ms - at_ms < NOTE_MS}
        if trouble not in self._noted and len(self._noted) < MOST_NOTED:
            self._noted[trouble] = now_ms
            log.warning("the reader: %s", trouble)

    def _hand_over(self, readings: Iterable[Reading]) -> None:
        """Leave readings for the loop and wake it once, however many there are."""
        with self._lock:
            for reading in readings:
                if len(self._waiting) < MOST_WAITING:
                    self._waiting.append(reading)
                else:
                    self._dropped += 1
            if not self._waiting or self._is_told or self._loop is None:
                return
            self._is_told = True
        try:
            self._loop.call_soon_threadsafe(self._deliver)
        except RuntimeError:  # the loop has ended, and with it the game
            self._closing = True

    def _now_ms(self) -> int:
        return self._clock.mono_ns() // 1_000_000

    # In the loop's thread

    def _deliver(self) -> None:
        with self._lock:
            readings, self._is_told = tuple(self._waiting), False
            self._waiting.clear()
        for reading in readings:
            if self._on_reading is not None and not self._closing:
                self._on_reading(reading)
