"""What players see and hear of what happened in the game: effects, messages, one sound. Knows no press.

Called after every command, whoever gave it, and after time fell due; never for what is replayed.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from runeheart.core.events import Event
from runeheart.core.panel import Button, Cue, Preset
from runeheart.core.runes import RUNES
from runeheart.core.units import milliseconds
from runeheart.games.heart.rules import HeartState
from runeheart.surface import heart, lights
from runeheart.surface.countdown import MOST_MS, whole
from runeheart.surface.letters import shortened
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import MESSAGE_MS, Home, Reading, Submitting, Ui

CLUE_LIGHT_MS = 1_000
"""One pulse."""
WAVE_MS = 8_000
ALL = tuple(range(len(RUNES)))
_UNDONE: Mapping[str, str] = {
    "read": "the first clues",
    "draw": "the last draw",
    "study": "a look",
    "activate": "the last try",
    "submit": "the sequence",
    "pause": "the pause",
    "resume": "going on",
    "add_time": "the time change",
    "abandon": "the end",
}
"""What each command is called when it is taken back."""
_WEIGHT = ("defused", "exploded", "mistake", "locked", "clue")
"""A buzzer plays one melody at a time: of what happens at once, the weightiest is heard."""


def events(
    ui: Ui, state: HeartState | None, happened: Iterable[Event], now_ms: int, preset: Preset
) -> tuple[Ui, tuple[Cue, ...]]:
    """Show what happened; `ui` is in a mode that `state` allows already."""
    names = []
    first_clue: int | None = None
    for event in happened:
        names.append(event.name)
        match event.name:
            case "clue" if first_clue is None:
                first_clue = event.data["card"]
            case "locked" | "mistake":
                ui = _tried(ui, event, now_ms, preset)
            case "defused":
                ui = _only(ui, "defused", now_ms, WAVE_MS)
            case "exploded":
                ui = _only(ui, "exploded", now_ms, lights.length_ms(MOMENTS["exploded"].pattern, preset))
            case "time_changed":
                ui = ui.say(_changed(event.data["seconds"]), now_ms=now_ms)
            case "undone":
                ui = _taken_back(ui, event.data["command"], now_ms)
    if first_clue is not None and state is not None and state.phase == "running":
        ui = _clue(ui, state, first_clue, now_ms)
    heaviest = next((name for name in _WEIGHT if name in names), None)
    return ui, (MOMENTS[heaviest].cue,) if heaviest else ()


def refused(ui: Ui, button: Button, why: str, now_ms: int) -> tuple[Ui, tuple[Cue, ...]]:
    """Show why the game refused what a button asked for."""
    reaction = heart.refuse(ui, button, now_ms, *shortened(why))
    return reaction.ui, reaction.cues


def _tried(ui: Ui, event: Event, now_ms: int, preset: Preset) -> Ui:
    rune, place = event.data["rune"], event.data["position"]
    if event.name == "locked":
        return ui.say(f"{rune.upper()} is at {place}", now_ms=now_ms)
    pattern = MOMENTS["mistake"].pattern
    ui = ui.show((RUNES.index(rune),), pattern, now_ms, lights.length_ms(pattern, preset))
    lines = (f"{rune.upper()}: not at {place}", _changed(-event.data["lost_s"]))
    return ui.say(*lines, now_ms=now_ms, for_ms=MESSAGE_MS + 1_000)


def _only(ui: Ui, moment: str, now_ms: int, for_ms: int) -> Ui:
    """Show the last effect of a game in place of all others."""
    return replace(ui, effects=(), message=None).show(ALL, MOMENTS[moment].pattern, now_ms, for_ms)


def _clue(ui: Ui, state: HeartState, card: int, now_ms: int) -> Ui:
    """Turn to a card that has just come, and let the unlocked runes pulse once."""
    cards = [number for number, _ in state.hand]
    unlocked = tuple(index for index, rune in enumerate(RUNES) if rune not in state.slots)
    ui = replace(ui, message=None).enter(Reading(cards.index(card)), now_ms)
    return ui.show(unlocked, MOMENTS["clue"].pattern, now_ms, CLUE_LIGHT_MS)


def _taken_back(ui: Ui, command: str, now_ms: int) -> Ui:
    """Say what the operator took back, in place of what was said and shown of it."""
    if command == "activate" and isinstance(ui.mode, Submitting):
        ui = ui.enter(Home(), now_ms)  # a place more is open: what was entered would slip
    return replace(ui, effects=()).say("Taken back:", _UNDONE[command], now_ms=now_ms)


def _changed(time_s: float) -> str:
    """Say by how much the time left changed."""
    change_ms = milliseconds(time_s) or 0
    if abs(change_ms) <= MOST_MS:
        return f"{time_s:+} second" if abs(change_ms) == 1000 else f"{time_s:+} seconds"
    return f"{'-' if change_ms < 0 else '+'}{whole(abs(change_ms))}"
