"""What each Pattern means in levels over time, per preset. Knows no game and no pin.

A pattern is a track: steps of a length and a level that are passed once, then steps that go round. So the
level at a moment and the time of the next change come from one table, and a steady light costs nothing.
"""

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, groupby

from runeheart.core.panel import Button, Light, Pattern, Preset
from runeheart.core.runes import RUNES

DIM_LEVEL = 0.12
BRIGHT = 0.5
"""From this level on a light counts as bright: a press answers by dark."""

Step = tuple[int, float]
"""A length in milliseconds and a level 0 … 1."""
_DARK: tuple[Step, ...] = ((1, 0.0),)


class _Track:
    """Steps passed once, then steps that go round; a single one of those is steady."""

    def __init__(self, once: Sequence[Step], rounds: Sequence[Step]) -> None:
        self._once, self._rounds = once, rounds
        self._once_ends = tuple(accumulate(length for length, _ in once))
        self._round_ends = tuple(accumulate(length for length, _ in rounds))
        self.once_ms = self._once_ends[-1] if once else 0
        self.round_ms = self._round_ends[-1]

    def at(self, elapsed_ms: int) -> tuple[float, int | None]:
        """Return the level, and in how many milliseconds the step ends; None: never."""
        steps, ends = self._once, self._once_ends
        if elapsed_ms >= self.once_ms:
            if len(self._rounds) == 1:
                return self._rounds[0][1], None
            steps, ends = self._rounds, self._round_ends
            elapsed_ms = (elapsed_ms - self.once_ms) % ends[-1]
        index = bisect_right(ends, elapsed_ms)
        return steps[index][1], ends[index] - elapsed_ms


def levels(lights: Sequence[Light], now_ms: int, preset: Preset) -> tuple[float, ...]:
    """Return the level 0 … 1 of each light, in rune order, at a moment."""
    return tuple(
        _track(light.pattern, index, preset is Preset.CALM).at(max(now_ms - light.since_ms, 0))[0]
        for index, light in enumerate(lights)
    )


def frame_ms(lights: Sequence[Light], now_ms: int, preset: Preset) -> int | None:
    """Return in how many milliseconds (≥ 1) a level can change next; None: all stay as they are."""
    waits = [
        _track(light.pattern, index, preset is Preset.CALM).at(max(now_ms - light.since_ms, 0))[1]
        for index, light in enumerate(lights)
    ]
    return min((wait for wait in waits if wait is not None), default=None)


def touched(shown: Sequence[float], button: Button) -> tuple[float, ...]:
    """Return the levels right after a press: its light goes bright, or dark where it was bright already."""
    return tuple(
        (0.0 if level >= BRIGHT else 1.0) if rune == button.value else level
        for rune, level in zip(RUNES, shown, strict=True)
    )


def length_ms(pattern: Pattern, preset: Preset) -> int:
    """Return how long the part of a pattern lasts that is passed once: three flashes, a burst."""
    return _track(pattern, 0, preset is Preset.CALM).once_ms


def round_ms(pattern: Pattern, preset: Preset) -> int:
    """Return how long one round of the part of a pattern lasts that goes round: a wave once about all six."""
    return _track(pattern, 0, preset is Preset.CALM).round_ms


@cache
def _track(pattern: Pattern, index: int, calm: bool) -> _Track:  # noqa: FBT001 - a cache key, not a setting
    """Return the track of a pattern for the light with this index."""
    return _wave(index, 300 if calm else 150) if pattern is Pattern.WAVE else _tracks(calm=calm)[pattern]


@cache
def _tracks(*, calm: bool) -> Mapping[Pattern, _Track]:
    """Return the tracks that are the same for every light. Calm: never more than two flashes a second."""
    blink_ms = 500 if calm else 300
    flash_ms = 300 if calm else 150  # three in 0.9 s: more than three in a second are a risk to some people
    burst = _fade(6, 100, 0.1, 0.6) if calm else ((350, 1.0),)
    return {
        Pattern.OFF: _steady(0.0),
        Pattern.ON: _steady(1.0),
        Pattern.DIM: _steady(DIM_LEVEL),
        # a breath of 6 s in steps of 150 ms: soft to the eye, and an idle prop wakes up to 7 times a second
        Pattern.BREATHE: _Track((), _merged(_swell(40, 150, 0.05, 0.8))),
        Pattern.BLINK: _Track((), ((blink_ms, 1.0), (blink_ms, 0.0))),
        Pattern.HOLDING: _Track(((100, 0.1), (100, 0.3), (100, 0.5), (100, 0.75)), ((1, 1.0),)),
        # once a second for the 20 seconds to the last ten, then twice: the beat of the ticks
        Pattern.PULSE: _Track((), _merged(_swell(10, 100, 0.2, 0.7)))
        if calm
        else _Track(_fade(10, 100, 1.0, 0.15) * 20, _fade(10, 50, 1.0, 0.15)),
        Pattern.FLASH: _Track(((flash_ms, 1.0), (flash_ms, 0.0)) * 3, _DARK),
        Pattern.BURST: _Track((*burst, *_fade(10, 100, burst[-1][1], 0.0)), _DARK),
    }


def _wave(index: int, step_ms: int) -> _Track:
    """Return the track of a light with a bright head, and a tail behind it, that runs round all six."""
    tail = (1.0, 0.5, 0.2, 0.05, 0.05, 0.05)
    return _Track((), _merged([(step_ms, tail[(head - index) % len(RUNES)]) for head in range(len(RUNES))]))


def _steady(level: float) -> _Track:
    return _Track((), ((1, level),))


def _swell(count: int, step_ms: int, low: float, high: float) -> list[Step]:
    """Return one breath from low to high and back, even to the eye, which sees ratios."""
    return [
        (step_ms, round(low * (high / low) ** ((1 - math.cos(math.tau * k / count)) / 2), 2))
        for k in range(count)
    ]


def _fade(count: int, step_ms: int, first: float, last: float) -> tuple[Step, ...]:
    """Return equal steps from one level to another, both ends included."""
    return tuple((step_ms, round(first + (last - first) * k / (count - 1), 2)) for k in range(count))


def _merged(steps: list[Step]) -> tuple[Step, ...]:
    """Join neighbours of one level: no wake-up without a change."""
    return tuple(
        (sum(length for length, _ in run), level)
        for level, run in ((level, list(run)) for level, run in groupby(steps, key=lambda step: step[1]))
    )
