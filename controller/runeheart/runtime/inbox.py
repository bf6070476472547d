"""What waits for the loop: presses, readings and verbs, each with its time; and how many readings may wait.

A flood of readings must neither delay presses nor fill the memory: what comes faster than hands can roll dice
is left out and counted here, before it costs anything. Knows no port, no game and no surface.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.panel import Headed, Press, Reading
from runeheart.runtime.verbs import Answer

log = logging.getLogger(__name__)

BURST = 16
"""So many readings may come at once: handfuls of dice that lie still in the same moment."""
REFILL_MS = 50
"""One more is let through in each of these: 20 a second, which no hands can do for long."""
TOLD_MS = 60_000
"""How long the operator is told that readings were left out."""


class Verb(Struct, frozen=True, eq=False):
    """An operator's verb, and who waits for its answer."""

    verb: str
    args: Mapping[str, Any]
    who: str
    mono_ms: int
    answer: asyncio.Future[Answer]


Item = Press | Reading | Verb


class Inbox:
    """Items by their time; those of the same time in the order in which they came."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._gate = _Gate()

    def add(self, item: Press | Verb) -> None:
        """Take an item in."""
        self._items.append(item)

    def add_reading(self, reading: Reading, now_ms: int) -> bool:
        """Take a reading in, never as one of the future; tell whether there was room for it.

        Only the last of several headings counts: a compass that turns on while the first waits is not there.
        """
        if not self._gate.takes(now_ms):
            return False
        if isinstance(reading, Headed):
            self._items = [item for item in self._items if not isinstance(item, Headed)]
        self._items.append(replace(reading, mono_ms=min(reading.mono_ms, now_ms)))
        return True

    def first(self) -> Item | None:
        """Return the earliest item, which stays; None when nothing waits."""
        return min(self._items, key=lambda item: item.mono_ms, default=None)

    def remove(self, item: Item) -> None:
        """Take an item out."""
        self._items.remove(item)

    def verbs(self) -> Iterator[Verb]:
        """Yield the verbs that wait."""
        return (item for item in self._items if isinstance(item, Verb))

    def alert(self, now_ms: int) -> str | None:
        """Return a sentence for the operator while readings were left out lately; else None."""
        return self._gate.alert() if self._gate.is_flooded(now_ms) else None


class _Gate:
    """Lets `BURST` readings through at once, and one more each `REFILL_MS`."""

    def __init__(self) -> None:
        self._left_out = 0
        self._last_ms: int | None = None
        self._room: float = BURST
        self._since_ms = 0

    def takes(self, now_ms: int) -> bool:
        """Tell whether a reading that comes now is let through; count it if not."""
        self._room = min(BURST, self._room + (now_ms - self._since_ms) / REFILL_MS)
        self._since_ms = now_ms
        if self._room >= 1:
            self._room -= 1
            return True
        is_news = not self.is_flooded(now_ms)
        self._left_out += 1
        self._last_ms = now_ms
        if is_news:
            log.warning("%s", self.alert())
        return False

    def is_flooded(self, now_ms: int) -> bool:
        """Tell whether readings were left out lately."""
        return self._last_ms is not None and now_ms - self._last_ms < TOLD_MS

    def alert(self) -> str:
        """Say so."""
        return (
            f"the reader tells more than hands can roll: readings were left out, {self._left_out} so far."
            " Look for a die that never lies still, or unplug the reader; the buttons work as always"
        )
