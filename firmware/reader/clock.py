"""Milliseconds that only grow: the board's own counter starts anew after twelve days. Knows nothing else."""

import time


class Clock:
    """Time since it was made."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._total_ms = 0

    def now_ms(self):
        """Return whole milliseconds; must be called at least once in six days."""
        ticks = time.ticks_ms()
        self._total_ms += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._total_ms
