"""How much noise lines have caught in the last minute: pulses too short for a press, and presses refused.

Owns that minute. Pure: the time and the counts are given. Noise costs the players nothing; it tells of wires.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final

from runeheart.core.panel import Button
from runeheart_hw.debounce import Counters

LOUD: Final = 30
"""Pulses in a minute, on all lines together, that a person should know of; good wires have none."""

_SECOND_NS: Final = 1_000_000_000
_MINUTE_NS: Final = 60 * _SECOND_NS


class Noise:
    """A window of a minute over counters that only grow."""

    def __init__(self) -> None:
        self._marks: deque[tuple[int, dict[Button, int]]] = deque()

    def mark(self, now_ns: int, counters: Mapping[Button, Counters]) -> None:
        """Note the counts at a moment; more often than once a second is once a second."""
        if self._marks and now_ns - self._marks[-1][0] < _SECOND_NS:
            return
        self._marks.append((now_ns, {button: _pulses(counts) for button, counts in counters.items()}))
        while now_ns - self._marks[0][0] > _MINUTE_NS:
            self._marks.popleft()

    def loud(self, counters: Mapping[Button, Counters]) -> dict[Button, int]:
        """Return the pulses in the last minute of each line that had any; empty unless they are many."""
        if not self._marks:
            return {}
        before = self._marks[0][1]
        lately = {button: _pulses(counts) - before.get(button, 0) for button, counts in counters.items()}
        noisy = {button: pulses for button, pulses in lately.items() if pulses}
        return noisy if sum(noisy.values()) >= LOUD else {}


def _pulses(counts: Counters) -> int:
    return counts.noise + counts.crosstalk
