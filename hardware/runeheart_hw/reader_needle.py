"""A compass without a confirm button: its heading counts once it was turned and then kept still.

Pure: time comes in as an argument. Knows no sentence and no game.
"""

import cmath
import math
from typing import Final

LEAST_SAMPLES: Final = 3
"""So many equal samples at least: compasses speak once to ten times a second."""
TURN_DEG: Final = 15.0
"""A turn is at least so much: less is a nudge to the table."""
LONGEST_GAP_MS: Final = 3000
"""A needle that was not heard of for so long may have been anywhere meanwhile."""


class Needle:
    """Headings in, a settled one out, once for each time that the compass was turned.

    A sample is equal to the one the stillness began with while it is at most `still_deg` away from it: so a
    needle that trembles on the border of two directions settles, too, and its mean decides.
    """

    def __init__(self, still_ms: int, still_deg: float) -> None:
        self._still_ms = still_ms
        self._still_deg = still_deg
        self._samples: list[tuple[int, float]] = []
        self._asked = False
        self._from: float | None = None
        self._turned = False

    def ask(self, *, asked: bool) -> None:
        """Tell whether a direction is asked for. Only a turn that is made after the question answers it."""
        if asked and not self._asked:
            self._begin(self._samples[-1][1] if self._samples else None)
        self._asked = asked

    def heard(self, degrees: float, now_ms: int) -> float | None:
        """Take a sample; returns the heading, 0 … 360, when it settled while one was asked for."""
        if self._samples and now_ms - self._samples[-1][0] > LONGEST_GAP_MS:
            self._samples.clear()
        if self._samples and apart_deg(self._samples[0][1], degrees) > self._still_deg:
            self._samples.clear()
        self._samples.append((now_ms, degrees))
        if self._from is None:
            self._from = degrees
        self._turned = self._turned or apart_deg(self._from, degrees) >= TURN_DEG
        is_still = len(self._samples) >= LEAST_SAMPLES and now_ms - self._samples[0][0] >= self._still_ms
        if not is_still:
            return None
        heading = mean_deg([sample for _, sample in self._samples])
        del self._samples[1:-LEAST_SAMPLES]  # the first keeps the time, the last ones the place
        if not (self._asked and self._turned):
            return None
        self._begin(heading)
        return heading

    def _begin(self, at: float | None) -> None:
        self._from, self._turned = at, False


def apart_deg(one: float, other: float) -> float:
    """Return the angle between two headings, 0 … 180."""
    return abs((one - other + 180) % 360 - 180)


def mean_deg(headings: list[float]) -> float:
    """Return the middle of headings that lie close together, 0 … 359.9, also across north."""
    around = sum(cmath.exp(1j * math.radians(heading)) for heading in headings)
    return round(math.degrees(cmath.phase(around)), 1) % 360
