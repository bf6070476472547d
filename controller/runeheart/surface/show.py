"""What can be seen now: six lights and one screen, from the ui and the game's state. Changes nothing.

Lights have three layers: what the mode shows, effects over it, and on top the answer to a press that is down.
"""

from runeheart.core.panel import Light, Pattern
from runeheart.core.runes import RUNES
from runeheart.core.units import minutes
from runeheart.games.heart.printed import SIGNS
from runeheart.games.heart.rules import HeartState, corruption, jack, left_ms
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.surface import heart
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.countdown import LAST_MS, clock, whole
from runeheart.surface.menu_views import ListScreen
from runeheart.surface.shell import CHOICES, KNOCKS
from runeheart.surface.ui import (
    HOLD_SHOWN_MS,
    Advised,
    Choosing,
    GameChoice,
    Knocking,
    Paused,
    Placing,
    Reading,
    Ready,
    Service,
    Signing,
    Submitting,
    Ui,
    light_of,
)
from runeheart.surface.views import (
    AttractScreen,
    BankScreen,
    ChoiceScreen,
    ClueScreen,
    EndScreen,
    HeartScreen,
    HintScreen,
    HoldsScreen,
    PausedScreen,
    PlaceScreen,
    PlayScreen,
    ReadyScreen,
    ServiceScreen,
    SignScreen,
    SubmitScreen,
)

Six = tuple[Light, Light, Light, Light, Light, Light]
GAME_NAMES = ("Corrupted Heart", "The Ruin", "Cult of the Rune")
"""The games in the order of the buttons that choose them."""
_CHOICES = tuple((name, rule.length, minutes(rule.timer_ms)) for name, rule in DIFFICULTIES.items())


def lit(ui: Ui, state: HeartState | None) -> Six:
    """Return the six lights in rune order."""
    return layered(ui, [_base(ui, state, index) for index in range(len(RUNES))])


def layered(ui: Ui, shown: list[Light]) -> Six:
    """Put effects, and on top the answers to presses that are down, over what the mode shows."""
    shown = [*shown]
    for effect in ui.effects:
        for index in effect.lights:
            shown[index] = _light(effect.pattern, effect.since_ms)
    for held in ui.held:
        light = light_of(held.button)
        if light is None or not ui.is_live(held):
            continue
        shown[light] = (
            _light(Pattern.HOLDING, held.down_ms + HOLD_SHOWN_MS) if held.is_shown else _light(held.answer)
        )
    nature, fire, water, storm, moon, sun = shown
    return nature, fire, water, storm, moon, sun


def screen(ui: Ui, state: HeartState | None, settings: SurfaceSettings) -> HeartScreen | ListScreen:
    """Return the screen."""
    message = ui.message.lines if ui.message is not None else ()
    if state is None:
        if isinstance(ui.mode, GameChoice):
            return ListScreen("What do you play?", GAME_NAMES, message)
        if isinstance(ui.mode, Choosing):
            return ChoiceScreen(_CHOICES, message)
        if isinstance(ui.mode, Signing):
            return SignScreen(SIGNS, message)
        if isinstance(ui.mode, Service):
            return ServiceScreen(settings.console)
        return AttractScreen(settings.prop_name, message)
    time = clock(left_ms(state))
    match state.phase:
        case "over":
            return EndScreen(state.outcome or "", state.because, whole(left_ms(state)), state.answer, message)
        case "paused":
            lost_ms = ui.mode.lost_left_ms if isinstance(ui.mode, Paused) else None
            return PausedScreen(time, None if lost_ms is None else clock(lost_ms), message)
        case "ready":
            chosen = isinstance(ui.mode, Ready) and ui.mode.chosen
            sign = None if state.printed is None else state.printed.sign
            return ReadyScreen(state.difficulty, time, chosen, message, sign)
    if ui.message is not None and ui.message.holds:
        return HoldsScreen(time, message)
    return _running(ui, state, time, message)


def _running(ui: Ui, state: HeartState, time: str, message: tuple[str, ...]) -> HeartScreen:
    match ui.mode:
        case Placing(rune):
            return PlaceScreen(time, rune, state.slots, heart.open_places(state), message)
        case Reading(card, page) if card < len(state.hand):
            told = heart.wording(state, card)
            runes = state.hand[card][1].runes if state.printed is None else ()
            return ClueScreen(time, card + 1, len(state.hand), told, runes, page, message)
        case Advised(told, page):
            return HintScreen(time, told, page, message)
        case Reading(card) if state.bank is not None:
            first = (card - len(state.hand)) * heart.BANK_ROWS
            return BankScreen(time, first + 1, state.bank[first : first + heart.BANK_ROWS], message)
        case Submitting(entered):
            locked = tuple(place for place, rune in enumerate(state.slots, 1) if rune is not None)
            return SubmitScreen(time, heart.filled(state, entered), locked, message)
    return PlayScreen(
        time,
        state.slots,
        state.mistakes,
        state.max_mistakes,
        state.draws_left,
        corruption(state),
        jack(state),
        message,
    )


def _base(ui: Ui, state: HeartState | None, index: int) -> Light:
    """Return what a light shows without effects and presses."""
    rune = RUNES[index]
    if state is None:
        if isinstance(ui.mode, Choosing | GameChoice):
            return _light(Pattern.ON if index < len(CHOICES) else Pattern.OFF)
        if isinstance(ui.mode, Signing):
            return _light(Pattern.ON)
        if isinstance(ui.mode, Knocking):
            is_held = rune in {button.value for button in KNOCKS}
            return _light(Pattern.HOLDING, ui.since_ms) if is_held else _light(Pattern.OFF)
        if isinstance(ui.mode, Service):
            return _light(Pattern.DIM)
        return _light(Pattern.BREATHE, ui.since_ms)
    match state.phase:
        case "ready":
            return _light(Pattern.BREATHE, ui.since_ms)
        case "over":
            return _light(Pattern.ON if state.outcome == "defused" and rune in state.answer else Pattern.OFF)
        case "paused":
            return _light(Pattern.ON if rune in state.slots else Pattern.OFF)
    return _running_light(ui, state, index)


def _running_light(ui: Ui, state: HeartState, index: int) -> Light:
    rune = RUNES[index]
    if rune in state.slots:
        return _light(Pattern.ON)
    match ui.mode:
        case Placing(chosen) if rune == chosen:
            return _light(Pattern.BLINK, ui.since_ms)
        case Submitting(entered) if rune in entered:
            return _light(Pattern.BLINK, ui.since_ms)
    if ui.ticked is not None and left_ms(state) <= LAST_MS:
        return _light(Pattern.PULSE, ui.pulse_since_ms)
    if isinstance(ui.mode, Placing) and index + 1 not in heart.open_places(state):
        return _light(Pattern.OFF)
    return _light(Pattern.DIM)


def _light(pattern: Pattern, since_ms: int = 0) -> Light:
    """Return a light; one that is steady has no beginning, so that equal panels are equal."""
    steady = pattern in {Pattern.OFF, Pattern.ON, Pattern.DIM}
    return Light(pattern, 0 if steady else since_ms)
