"""Time in whole milliseconds inside, in seconds on the wire (play.md 1). Knows nothing else."""

import math

Seconds = int | float


def seconds(time_ms: int) -> Seconds:
    """Write milliseconds as seconds with at most three decimals; a whole number has no decimal point."""
    return time_ms // 1000 if time_ms % 1000 == 0 else time_ms / 1000


def milliseconds(value: object) -> int | None:
    """Read seconds as `round(value * 1000)`; None unless it is a finite number (a bool is none)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float):
        value *= 1000
        return round(value) if math.isfinite(value) else None
    return value * 1000


def minutes(time_ms: int) -> str:
    """Write a time left as people read it on a clock, `3:12`; a begun second counts whole."""
    whole_s = -(-max(time_ms, 0) // 1000)
    return f"{whole_s // 60}:{whole_s % 60:02d}"
