"""The time left as it is read, heard and seen: its text, when that changes, and the beat of the last seconds.

Knows nothing of screens and sounds; times left are milliseconds.
"""

from msgspec.structs import replace

from runeheart.core.panel import Cue
from runeheart.core.units import minutes
from runeheart.games.heart.rules import HeartState, left_ms
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import Ui

LAST_MS = 30_000
"""From here on the prop ticks and its lights pulse."""
FAST_MS = 10_000
"""From here on both are twice as fast, and the clock shows tenths."""
MOST_MS = 5_999_000
"""99:59: what the clock shows in minutes and seconds. Beyond, it shows hours and minutes, then hours."""
_MINUTE_MS, _HOUR_MS = 60_000, 3_600_000
_MOST_HOURS = 999
_JUMP_MS = 50
"""A beat that is off by more than this was moved by a penalty, a pause or the operator."""


def clock(time_ms: int) -> str:
    """Write a running time left: as `whole`, and `9.4` below ten seconds; a begun tenth counts whole."""
    tenths = -(-time_ms // 100)
    return f"{tenths // 10}.{tenths % 10}" if tenths < FAST_MS // 100 else whole(time_ms)


def whole(time_ms: int) -> str:
    """Write a time in the five characters that there is room for; what is begun counts whole.

    `6:42` to `99:59`, then hours and minutes, `1h40`, from ten hours on hours, `12h`, and at last `999h+`.
    """
    if time_ms <= MOST_MS:
        return minutes(time_ms)
    in_minutes = -(-time_ms // _MINUTE_MS)
    if in_minutes < 600:
        return f"{in_minutes // 60}h{in_minutes % 60:02d}"
    hours = -(-time_ms // _HOUR_MS)
    return f"{hours}h" if hours <= _MOST_HOURS else f"{_MOST_HOURS}h+"


def changes_in_ms(time_ms: int) -> int:
    """Return in how many milliseconds (≥ 1) the text of a running clock can next be another."""
    steps = ((10 * _HOUR_MS, _HOUR_MS), (MOST_MS + 1000, _MINUTE_MS), (FAST_MS, 1000), (0, 100))
    step_ms = next(step_ms for above_ms, step_ms in steps if time_ms > above_ms)
    return time_ms - (time_ms - 1) // step_ms * step_ms


def follow(ui: Ui, state: HeartState | None, now_ms: int) -> tuple[Ui, Cue | None]:
    """Let the beat of the last seconds follow the time left; return what ticks, if a beat has begun."""
    if state is None or state.phase != "running" or left_ms(state) > LAST_MS:
        return (replace(ui, ticked=None) if ui.ticked is not None else ui), None
    left = left_ms(state)
    is_fast = left <= FAST_MS
    beat = -(-left // 500) if is_fast else -(-left // 1000) * 2
    since_ms = now_ms + left - LAST_MS
    if ui.ticked is None or abs(since_ms - ui.pulse_since_ms) > _JUMP_MS:
        ui = replace(ui, pulse_since_ms=since_ms)
    if ui.ticked == beat:
        return ui, None
    is_next = ui.ticked is None or beat < ui.ticked
    ui = replace(ui, ticked=beat)
    if not is_next or now_ms < ui.hush_until_ms:
        return ui, None
    return ui, MOMENTS["tick_fast" if is_fast else "tick"].cue
