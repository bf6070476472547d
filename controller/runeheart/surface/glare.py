"""Keeps lights from flashing too fast, whatever patterns follow each other. Knows no pattern, game or pin.

Each pattern alone is slow enough (`lights`); begun anew, or one in place of another, they might not be: a
wave that gives way to a flash, and that to the lights below it. More than three flashes a second are a risk
to some people; calm allows two.
"""

from collections.abc import Sequence

from runeheart.core.panel import Button, Preset
from runeheart.core.runes import RUNES

SWING = 0.1
"""A light that rises by so much, after it fell by as much, has flashed."""
WINDOW_MS = 1_000
MOST = 3
MOST_CALM = 2


class _One:
    """One light: what was shown of it lately."""

    def __init__(self) -> None:
        self.level = 0.0
        self.is_own = False
        """It was pressed: its next rise is the answer to that."""
        self._turn = 0.0  # the lowest level since it fell, or the highest since it rose
        self._is_low = True
        self._flashed_ms: list[int] = []

    def show(self, level: float, now_ms: int, most: int) -> int | None:
        """Show a level; return the moment from which it can be, if it may not be shown now."""
        if self._is_low:
            self._turn = min(self._turn, level)
            if level >= self._turn + SWING:
                if not self.is_own and (until_ms := self._rise(now_ms, most)) is not None:
                    self.level = self._turn
                    return until_ms
                self.is_own, self._is_low, self._turn = False, False, level
        else:
            self._turn = max(self._turn, level)
            if level <= self._turn - SWING:
                self._is_low, self._turn = True, level
        self.level = level
        return None

    def _rise(self, now_ms: int, most: int) -> int | None:
        """Note a flash, or return when there may be one."""
        self._flashed_ms = [at_ms for at_ms in self._flashed_ms if now_ms - at_ms < WINDOW_MS]
        if len(self._flashed_ms) >= most:
            return self._flashed_ms[0] + WINDOW_MS
        self._flashed_ms.append(now_ms)
        return None


class Glare:
    """The six lights of a prop, in rune order."""

    def __init__(self) -> None:
        self._lights = [_One() for _ in RUNES]
        self._until_ms: int | None = None

    def pressed(self, button: Button) -> None:
        """Let the next rise of a button's light be: it answers the press, which is as fast as the hand."""
        if button.value in RUNES:
            self._lights[RUNES.index(button.value)].is_own = True

    def soften(self, levels: Sequence[float], now_ms: int, preset: Preset) -> tuple[float, ...]:
        """Return the levels to show at a moment: those that were meant, but for a rise that came too soon."""
        most = MOST_CALM if preset is Preset.CALM else MOST
        waits = [one.show(level, now_ms, most) for one, level in zip(self._lights, levels, strict=True)]
        self._until_ms = min((wait for wait in waits if wait is not None), default=None)
        return tuple(one.level for one in self._lights)

    def wait_ms(self, now_ms: int) -> int | None:
        """Return in how many ms (≥ 1) a light that is held back may rise; None: none is."""
        return None if self._until_ms is None else max(self._until_ms - now_ms, 1)
