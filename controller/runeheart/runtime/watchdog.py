"""Feeds systemd's watchdog from the loop, and only while every vital part of the prop lives.

Owns what "lives" means: the loop runs (it is what feeds), the devices report no failure, and the thread
that writes the journal still works its queue off. A screen or a reader that is gone is no reason: the game
goes on.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future

from runeheart.runtime.clock import Clock
from runeheart.runtime.notify import ALIVE, FAILED, notify

log = logging.getLogger(__name__)

WRITER_MS = 300_000
"""A write that takes this long counts as never done. Not sooner: a game goes on while a card hangs, and a new
start could only wait for the same card."""
SIGNS = 4
"""Signs of life that are sent in the time for which systemd waits for one."""


class Watchdog:
    """The signs of life of one prop.

    Args:
        failure: names a device's failure that only a new start repairs, else None.
        probe: puts an empty job into the writer's queue.
        clock: the machine's clocks.
    """

    def __init__(
        self,
        failure: Callable[[], str | None],
        probe: Callable[[], Future[None]],
        clock: Clock,
    ) -> None:
        self._failure = failure
        self._probe = probe
        self._clock = clock
        self._asked: Future[None] | None = None
        self._asked_ms = 0

    async def feed(self, limit_s: float) -> None:
        """Send a sign of life several times in `limit_s`; at the first failure say so, and never again."""
        while (dead := self.dead()) is None:
            notify(ALIVE)
            await asyncio.sleep(limit_s / SIGNS)
        log.critical("%s; the prop must start anew", dead)
        notify(FAILED)

    def dead(self) -> str | None:
        """Name a vital part that does not live any more; None while all do."""
        return self._failure() or self._writer()

    def _writer(self) -> str | None:
        now_ms = self._clock.mono_ns() // 1_000_000
        if self._asked is None or self._asked.done():
            try:
                self._asked, self._asked_ms = self._probe(), now_ms
            except RuntimeError:
                return "the thread that writes the journal has ended"
        waited_ms = now_ms - self._asked_ms
        if waited_ms <= WRITER_MS:
            return None
        return f"the journal has not been written for {waited_ms // 1000} s"
