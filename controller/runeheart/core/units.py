"""Time in whole milliseconds inside, in seconds on the wire (play.md 1). Knows nothing else."""

import math

Seconds = int | float

_EXACT_MS = 1 << 53  # beyond it a float no longer knows every millisecond


def seconds(time_ms: int) -> Seconds:
    """Write milliseconds as seconds with at most three decimals; a whole number has no decimal point.

    Past 285,000 years (2^53 ms) parts of a second are left out.
    """
    if time_ms % 1000 == 0 or abs(time_ms) > _EXACT_MS:
        return time_ms // 1000
    return time_ms / 1000


def milliseconds(value: object) -> int | None:
    """Read seconds as `round(value * 1000)`; None unless it is a finite number (a bool is none).

    Finite is what a double can hold, for whole numbers too, so that a sum of times can always be written.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        if not math.isfinite(value):
            return None
    except OverflowError:
        return None
    if isinstance(value, int):
        return value * 1000
    scaled = value * 1000
    return round(scaled) if math.isfinite(scaled) else int(value) * 1000


def minutes(time_ms: int) -> str:
    """Write a time left as people read it on a clock, `3:12`; a begun second counts whole."""
    whole_s = -(-max(time_ms, 0) // 1000)
    return f"{whole_s // 60}:{whole_s % 60:02d}"
