"""The surface of the prop: pure functions over a frozen Ui, the state of a game and a moment (surface.api).

Owns how presses become taps and holds, and all that happens by time alone. The face of the game at the table
(surface.faces) says what a tap or hold means, what is made of events, and what can be seen. Every moment is
an argument.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from runeheart.core.events import Event
from runeheart.core.panel import Cue, Panel, Pattern, Press, Reading
from runeheart.core.runes import RUNES
from runeheart.surface import heart_face, lights, shell, sounds
from runeheart.surface.api import Intent, Reaction, SurfaceSettings
from runeheart.surface.faces import face_of
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import (
    CHOICE_MS,
    HOLD_MS,
    HOLD_SHOWN_MS,
    KNOCK_MS,
    PLACE_MS,
    SERVICE_MS,
    Attract,
    Choosing,
    End,
    GameChoice,
    Held,
    Home,
    Knocking,
    Leaving,
    Message,
    Mode,
    Paused,
    Placing,
    Service,
    Signing,
    Ui,
    light_of,
)

__all__ = [
    "Ui",
    "advise",
    "panel",
    "power_lost",
    "press",
    "read",
    "start",
    "sweep",
    "tick",
    "told",
    "wake_ms",
]

POWER_SAID_MS = 600_000
"""How long it is said that power was lost, where nothing waits for it: until somebody presses, or so long."""


SWEEP_MS = 1_800
"""Two rounds of the wave, or one where it is calm."""


def start(now_ms: int) -> Ui:
    """Return the ui at power-on. A button that is down then is no press: only its next way down is one."""
    return Ui(since_ms=now_ms, acted_ms=now_ms)


def power_lost(ui: Ui, left_ms: int | None, now_ms: int) -> Ui:
    """Say that power was lost with this time left; the game is paused, and the players may go on.

    What they were at is not in the journal: they go on from the main screen. A game without a clock (None)
    simply is where it was, and that is said once, over what is asked: the first press only takes it away.
    What they had entered of an answer is to be entered again.
    """
    if left_ms is None:
        lost = ("Power was lost", "press to go on")
        return replace(ui, message=Message(lost, now_ms, now_ms + POWER_SAID_MS, waits=True))
    return ui.enter(Paused(left_ms), now_ms)


def press(ui: Ui, state: Any, press: Press, settings: SurfaceSettings) -> Reaction[Ui]:
    """Take a debounced edge; a tap acts when its button comes up."""
    now_ms = press.mono_ms
    before = tick(ui, state, now_ms, settings)
    ui = before.ui
    held = ui.hold_of(press.button)
    if press.down:
        if held is None:
            others = tuple(replace(other, is_shared=True) for other in ui.held)
            ui = shell.knock(replace(ui, held=(*others, _down(ui, state, press, settings))), now_ms)
        return replace(before, ui=ui)
    if held is None:
        return before
    reaction = Reaction(ui)
    if not held.spent:
        reaction = (
            face_of(state).tap(ui, state, held, now_ms, settings)
            if ui.is_live(held)
            else shell.drop(ui, held, now_ms)
        )
        reaction = _sounding(reaction, now_ms, settings)
    ui = replace(
        reaction.ui, held=tuple(other for other in reaction.ui.held if other.button is not press.button)
    )
    ui = shell.knock(ui, now_ms)
    return Reaction(ui, (*before.intents, *reaction.intents), (*before.cues, *reaction.cues))


def read(ui: Ui, state: Any, reading: Reading, settings: SurfaceSettings) -> Reaction[Ui]:
    """Take a real die that lies still, or a confirmed compass; what was not asked for is said, not kept."""
    now_ms = reading.mono_ms
    before = tick(ui, state, now_ms, settings)
    reaction = face_of(state).read(before.ui, state, reading, now_ms, settings)
    reaction = _sounding(reaction, now_ms, settings)
    return Reaction(reaction.ui, (*before.intents, *reaction.intents), (*before.cues, *reaction.cues))


def advise(ui: Ui, state: Any, text: str, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui] | None:
    """Show the players a hint of the operator; None where nothing can be read now."""
    before = tick(ui, state, now_ms, settings)
    # the games that ask have no hints: nothing of them is hidden
    advised = heart_face.advise(before.ui, state, text, now_ms) if face_of(state) is heart_face else None
    if advised is None:
        return None
    reaction = _sounding(Reaction(advised, cues=(MOMENTS["clue"].cue,)), now_ms, settings)
    return Reaction(reaction.ui, before.intents, (*before.cues, *reaction.cues))


def sweep(ui: Ui, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Let a wave run round the lights, with a tone: the staff looks and listens whether all of them work."""
    swept = ui.show(tuple(range(len(RUNES))), Pattern.WAVE, now_ms, SWEEP_MS)
    return _sounding(Reaction(swept, cues=(MOMENTS["clue"].cue,)), now_ms, settings)


def tick(ui: Ui, state: Any, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Let happen what time alone brings by now: holds, cancelling, ends of effects, ticks, closing."""
    face = face_of(state)
    ui = face.settle(ui, state, now_ms)
    intents: list[Intent] = []
    cues: list[Cue] = []
    for step in (_holds, _waits, _ends):
        reaction = _sounding(step(ui, state, now_ms, settings), now_ms, settings)
        ui = reaction.ui
        intents += reaction.intents
        cues += reaction.cues
    ui, beat = face.follow(ui, state, now_ms)
    if beat is not None and not cues:
        cues.append(beat)
    return Reaction(ui, tuple(intents), tuple(cues))


def told(
    ui: Ui,
    state: Any,
    events: Iterable[Event],
    refused: str | None,
    now_ms: int,
    settings: SurfaceSettings,
) -> Reaction[Ui]:
    """Show what happened, and why a press was refused; what others are refused is not for the players."""
    face = face_of(state)
    ui = face.settle(ui, state, now_ms)
    ui, cues = face.told(ui, state, events, refused, now_ms, settings)
    ui, _ = face.follow(replace(ui, asked=None), state, now_ms)
    return _sounding(Reaction(ui, cues=cues), now_ms, settings)


def wake_ms(ui: Ui, state: Any, now_ms: int, settings: SurfaceSettings) -> int | None:
    """Return the moment at which the screen changes, or something happens, by time alone; None: never."""
    due = [effect.until_ms for effect in ui.effects]
    if ui.message is not None:
        due.append(ui.message.until_ms)
    for held in ui.held:
        if not held.spent:
            is_next_shown = ui.is_live(held) and not held.is_shown
            due.append(held.down_ms + (HOLD_SHOWN_MS if is_next_shown else HOLD_MS))
    cancels_ms = _cancels_ms(ui)
    if cancels_ms is not None and not any(ui.is_live(held) for held in ui.held):
        due.append(cancels_ms)
    if isinstance(ui.mode, End) and not ui.mode.closing and settings.end_screen_ms is not None:
        due.append(ui.since_ms + settings.end_screen_ms)
    return face_of(state).wake_ms(due, state, now_ms)


def panel(ui: Ui, state: Any, now_ms: int, settings: SurfaceSettings) -> Panel:
    """Return what can be seen at this moment."""
    face = face_of(state)
    ui = face.settle(ui, state, now_ms)
    return Panel(face.lit(ui, state, settings), face.screen(ui, state, settings))


def _down(ui: Ui, state: Any, press: Press, settings: SurfaceSettings) -> Held:
    """Note a press, and what its light answers: the other one of bright and dark, as `lights.touched`."""
    answer = Pattern.ON
    light = light_of(press.button)
    if light is not None:
        shown = lights.levels(face_of(state).lit(ui, state, settings), press.mono_ms, settings.preset)
        answer = Pattern.OFF if shown[light] >= lights.BRIGHT else Pattern.ON
    return Held(press.button, press.mono_ms, ui.mode_no, answer, is_shared=bool(ui.held))


def _holds(ui: Ui, state: Any, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Show holds that are being taken, and take those that are long enough, in the order of their presses."""
    intents: list[Intent] = []
    cues: list[Cue] = []
    for held in sorted(ui.held, key=lambda held: held.down_ms):
        if ui.asked is not None:
            break  # the next one belongs to the screen that this wish leads to
        if held.spent:
            continue
        is_live = ui.is_live(held)  # unless a hold before it, or somebody else, has changed the mode
        if now_ms - held.down_ms >= HOLD_MS:
            taken = ui.change(replace(held, spent=True))
            reaction = (
                face_of(state).hold(taken, state, held, now_ms, settings)
                if is_live
                else shell.drop(ui, held, now_ms)
            )
            ui = reaction.ui
            intents += reaction.intents
            cues += reaction.cues
        elif is_live and now_ms - held.down_ms >= HOLD_SHOWN_MS and not held.is_shown:
            ui = ui.change(replace(held, is_shown=True))
            cues.append(MOMENTS["holding"].cue)
    return Reaction(ui, tuple(intents), tuple(cues))


def _waits(ui: Ui, state: Any, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Cancel a choice that nobody went on with; a press that is down may still go on with it."""
    del state, settings
    cancels_ms = _cancels_ms(ui)
    if cancels_ms is None or now_ms < cancels_ms or any(ui.is_live(held) for held in ui.held):
        return Reaction(ui)
    match ui.mode:
        case Placing():
            mode: Mode = Home()
        case Leaving(before):
            mode = before
        case Knocking():
            mode = Service()
        case _:
            mode = Attract()
    return Reaction(ui.enter(mode, now_ms), cues=(MOMENTS["tap"].cue,))


def _ends(ui: Ui, state: Any, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Drop effects and messages that are over, and close an end screen that was shown long enough."""
    del state
    if any(effect.until_ms <= now_ms for effect in ui.effects):
        ui = replace(ui, effects=tuple(effect for effect in ui.effects if effect.until_ms > now_ms))
    if ui.message is not None and ui.message.until_ms <= now_ms:
        ui = replace(ui, message=None)
    if (
        ui.mode == End()
        and settings.end_screen_ms is not None
        and now_ms - ui.since_ms >= settings.end_screen_ms
    ):
        return shell.close(ui)
    return Reaction(ui)


def _cancels_ms(ui: Ui) -> int | None:
    match ui.mode:
        case GameChoice() | Choosing() | Signing() | Leaving():
            return ui.acted_ms + CHOICE_MS
        case Placing():
            return ui.acted_ms + PLACE_MS
        case Knocking():
            return ui.acted_ms + KNOCK_MS
        case Service():
            return ui.acted_ms + SERVICE_MS
    return None


def _sounding(reaction: Reaction[Ui], now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Keep ticks from cutting off what sounds now."""
    if not reaction.cues:
        return reaction
    until_ms = now_ms + sounds.length_ms(reaction.cues[-1], settings.preset)
    return replace(reaction, ui=replace(reaction.ui, hush_until_ms=until_ms))
