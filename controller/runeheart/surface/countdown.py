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
_JUMP_MS = 50
"""A beat that is off by more than this was moved by a penalty, a pause or the operator."""


def clock(time_ms: int) -> str:
    """Write a time left: `6:42`, and `9.4` below ten seconds; a begun second or tenth counts whole."""
    tenths = -(-time_ms // 100)
    return f"{tenths // 10}.{tenths % 10}" if tenths < FAST_MS // 100 else minutes(time_ms)


def changes_in_ms(time_ms: int) -> int:
    """Return in how many milliseconds (≥ 1) the text of a running clock is another."""
    step_ms = 1000 if time_ms > FAST_MS else 100
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
