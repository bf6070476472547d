"""The face of a prop that plays the Heart, or waits for players: `shell`, `heart`, `told` and `show` as one.

Must not know the other games: only that the players may choose them.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from runeheart.core.events import Event
from runeheart.core.panel import Cue, Reading, Screen
from runeheart.core.runes import RUNES
from runeheart.games.heart.rules import HeartState, left_ms
from runeheart.surface import countdown, shell, show
from runeheart.surface import told as telling
from runeheart.surface.api import Reaction, SurfaceSettings
from runeheart.surface.moments import MOMENTS
from runeheart.surface.show import Six
from runeheart.surface.ui import Advised, Ui

__all__ = ["advise", "follow", "hold", "lit", "read", "screen", "settle", "tap", "told", "wake_ms"]

follow = countdown.follow
hold = shell.hold
settle = shell.settle
tap = shell.tap


def read(
    ui: Ui, state: HeartState | None, reading: Reading, now_ms: int, settings: SurfaceSettings
) -> Reaction[Ui]:
    """Say that nobody asked for it: the Heart has no dice."""
    del state, reading, settings
    return shell.not_asked_for(ui, now_ms)


def told(
    ui: Ui,
    state: HeartState | None,
    events: Iterable[Event],
    refused: str | None,
    now_ms: int,
    settings: SurfaceSettings,
) -> tuple[Ui, tuple[Cue, ...]]:
    """Show what happened, and why a press was refused; what others are refused is not for the players."""
    ui, cues = telling.events(ui, state, events, now_ms, settings.preset)
    if refused is not None and ui.asked is not None:
        ui, cues = telling.refused(ui, ui.asked, refused, now_ms)
    return ui, cues


def advise(ui: Ui, state: HeartState | None, text: str, now_ms: int) -> Ui | None:
    """Show a hint in place of what the players look at, while the game runs."""
    if state is None or state.phase != "running":
        return None
    unlocked = tuple(index for index, rune in enumerate(RUNES) if rune not in state.slots)
    shown = replace(ui, message=None).enter(Advised(text), now_ms)
    return shown.show(unlocked, MOMENTS["clue"].pattern, now_ms, telling.CLUE_LIGHT_MS)


def wake_ms(due: Sequence[int], state: HeartState | None, now_ms: int) -> int | None:
    """Return the next moment of the ui, or at which the text of the running clock changes."""
    if state is None or state.phase != "running":
        return min(due, default=None)
    left = left_ms(state)
    moments = [*due, now_ms + countdown.changes_in_ms(left)]
    # the end of the timer is the game's to bring, and `told` follows it: nothing to wake for from there on
    return min((moment for moment in moments if moment < now_ms + left), default=None)


def lit(ui: Ui, state: HeartState | None, settings: SurfaceSettings) -> Six:
    """Return the six lights in rune order."""
    del settings
    return show.lit(ui, state)


def screen(ui: Ui, state: HeartState | None, settings: SurfaceSettings) -> Screen:
    """Return the screen."""
    return show.screen(ui, state, settings)
