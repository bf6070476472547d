"""What a press means around the game: attract, the choice of game, difficulty, sign; ready, paused, the end.

Also keeps the mode true to the game's phase, whoever changed it. The running game is played in `heart`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from runeheart.core.panel import Button
from runeheart.games.heart.printed import SIGNS
from runeheart.games.heart.rules import HeartState
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.surface import heart
from runeheart.surface.api import CloseGame, NewGame, Reaction, SurfaceSettings
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import (
    DEAD_MS,
    Attract,
    Choosing,
    End,
    GameChoice,
    Held,
    Home,
    Idle,
    Knocking,
    Paused,
    Placing,
    Reading,
    Ready,
    Service,
    Signing,
    Submitting,
    Ui,
)

Reacted = Reaction[Ui]
CHOOSE = "choose"
"""The setting with which the players choose the game."""
GAME_CHOICES = dict(zip((Button.NATURE, Button.FIRE, Button.WATER), ("heart", "ruin", "cult"), strict=True))
"""The buttons 1, 2, 3 and the games that they choose."""
CHOICES = dict(zip((Button.NATURE, Button.FIRE, Button.WATER), DIFFICULTIES, strict=True))
"""The buttons 1, 2, 3 and the difficulties that they choose."""
KNOCKS = (Button.NATURE, Button.SUN)
"""The buttons that lead to the service view."""
_RUNES = (button for button in Button if button is not Button.HEART)
SIGN_CHOICES = dict(zip(_RUNES, SIGNS, strict=True))
"""The buttons 1 … 6 and the signs of a printed set that they choose."""


def tap(ui: Ui, state: HeartState | None, held: Held, now_ms: int, settings: SurfaceSettings) -> Reacted:
    """Take a short press, at its release."""
    button = held.button
    if state is None:
        return _tap_idle(ui, button, now_ms, settings)
    match ui.mode:
        case Ready():
            return heart.ask(ui, button, {"do": "read"})
        case Paused() as paused:
            return heart.refuse(ui, button, now_ms, _waiting_for(paused))
        case End():
            return leave(ui, held, settings)
    return heart.tap(ui, state, button, now_ms)


def hold(ui: Ui, state: HeartState | None, held: Held, now_ms: int, settings: SurfaceSettings) -> Reacted:
    """Take a long press, the moment it is long enough; where it means nothing of its own it is a tap."""
    match ui.mode:
        case GameChoice() | Choosing() | Signing():
            is_step = settings.game == CHOOSE and not isinstance(ui.mode, GameChoice)
            return Reaction(
                ui.enter(GameChoice() if is_step else Attract(), now_ms), cues=(MOMENTS["tap"].cue,)
            )
        case Ready(chosen=True):
            return Reaction(ui.enter(_choice(settings), now_ms), (CloseGame(),), (MOMENTS["tap"].cue,))
        case Paused(lost_left_ms) if lost_left_ms is not None and held.button is Button.SUN:
            return heart.ask(ui, held.button, {"do": "resume"})
        case Attract() | Knocking() | Service() | Ready() | Paused() | End():
            return tap(ui, state, held, now_ms, settings)
    return Reaction(ui) if state is None else heart.hold(ui, state, held.button, now_ms)


def drop(ui: Ui, held: Held, now_ms: int) -> Reacted:
    """Answer a press that began on another screen and so does nothing: what was meant is never guessed.

    An end screen takes no press so early, and says nothing over the answer. Elsewhere a line tells why, but
    not over news that came after the press went down and is still to be read.
    """
    ui = ui.change(replace(held, spent=True))
    match ui.mode:
        case End():
            return Reaction(ui)
        case Paused() as paused:
            why = _waiting_for(paused)
        case _:
            why = "One at a time" if held.is_shared else "Press again"
    if ui.message is not None and ui.message.since_ms >= held.down_ms:
        return heart.refuse(ui, held.button, now_ms)
    return heart.refuse(ui, held.button, now_ms, why)


def knock(ui: Ui, now_ms: int) -> Ui:
    """Follow two hands that ask for the service view: Nature and Sun, held together while nobody plays."""
    both = [held for held in ui.held if held.button in KNOCKS]
    if isinstance(ui.mode, Knocking):
        return ui if len(both) == len(KNOCKS) else ui.enter(Attract(), now_ms)
    if not isinstance(ui.mode, Attract) or len(both) < len(KNOCKS) or not all(map(ui.is_live, both)):
        return ui
    for held in both:
        ui = ui.change(replace(held, spent=True))
    return ui.enter(Knocking(), now_ms)


def settle(ui: Ui, state: HeartState | None, now_ms: int) -> Ui:
    """Return the ui in a mode that the state allows: the same one if it does."""
    if state is None:
        return ui if isinstance(ui.mode, Idle) else fresh(ui, now_ms).enter(Attract(), now_ms)
    match state.phase:
        case "ready" if not isinstance(ui.mode, Ready):
            chosen = isinstance(ui.mode, GameChoice | Choosing | Signing) and ui.asked is not None
            return fresh(ui, now_ms).enter(Ready(chosen=chosen), now_ms)
        case "running":
            back = fresh(ui, now_ms) if isinstance(ui.mode, End) else ui  # the end was undone
            return heart.valid(back, state, now_ms)
        case "paused" if not isinstance(ui.mode, Paused):
            before = ui.mode if isinstance(ui.mode, Home | Placing | Reading | Submitting) else Home()
            return ui.enter(Paused(before=before), now_ms)
        case "over" if not isinstance(ui.mode, End):
            return fresh(ui, now_ms).enter(End(), now_ms)
    return ui


def not_asked_for(ui: Ui, now_ms: int) -> Reacted:
    """Say that a die or the compass told something that nobody asked for; an end has nothing said over it."""
    said = ui if isinstance(ui.mode, End) else ui.say("Not asked for", now_ms=now_ms)
    return Reaction(said, cues=(MOMENTS["refused"].cue,))


def refused_face(ui: Ui, now_ms: int) -> Reacted:
    """Say that a die that is asked for shows a face that it does not have, as the setup tells."""
    return Reaction(ui.say("Not a face", "of this die", now_ms=now_ms), cues=(MOMENTS["refused"].cue,))


def close(ui: Ui) -> Reacted:
    """Ask for attract, once: the end was seen."""
    return Reaction(replace(ui, mode=End(closing=True)), (CloseGame(),), (MOMENTS["tap"].cue,))


def leave(ui: Ui, held: Held, settings: SurfaceSettings) -> Reacted:
    """Close an end screen that was there long enough to be read, unless only the operator may."""
    is_early = held.down_ms - ui.since_ms < DEAD_MS
    if ui.mode == End(closing=True) or settings.end_screen_ms is None or is_early:
        return Reaction(ui)
    return close(ui)


def fresh(ui: Ui, now_ms: int) -> Ui:
    """Forget what belonged to the game before; what is told of this one is `recall`'s."""
    hush_ms = min(ui.hush_until_ms, now_ms)
    return replace(ui, effects=(), message=None, ticked=None, hush_until_ms=hush_ms)


def _tap_idle(ui: Ui, button: Button, now_ms: int, settings: SurfaceSettings) -> Reacted:
    if isinstance(ui.mode, Knocking):
        return Reaction(ui)
    if isinstance(ui.mode, Service):
        return Reaction(ui.enter(Attract(), now_ms), cues=(MOMENTS["tap"].cue,))
    if isinstance(ui.mode, GameChoice):
        if button not in GAME_CHOICES:
            return heart.refuse(ui.stay(ui.mode, now_ms), button, now_ms, "Press 1, 2 or 3")
        return _tap_game(ui, button, GAME_CHOICES[button], now_ms, settings)
    if isinstance(ui.mode, Choosing):
        if button not in CHOICES:
            return heart.refuse(ui.stay(ui.mode, now_ms), button, now_ms, "Press 1, 2 or 3")
        return _begin(ui, button, {"difficulty": CHOICES[button]}, settings)
    if isinstance(ui.mode, Signing):
        if button not in SIGN_CHOICES:
            return heart.refuse(ui.stay(ui.mode, now_ms), button, now_ms, "Press 1 to 6")
        return _begin(ui, button, {"code": settings.code, "sign": SIGN_CHOICES[button]}, settings)
    if settings.game == CHOOSE:
        return Reaction(ui.enter(GameChoice(), now_ms), cues=(MOMENTS["tap"].cue,))
    return _tap_game(ui, button, settings.game, now_ms, settings)


def _tap_game(ui: Ui, button: Button, game: str, now_ms: int, settings: SurfaceSettings) -> Reacted:
    """Begin a game, or ask what has to be known before."""
    if game != "heart":
        return _new(ui, button, NewGame(game, dict(settings.setups.get(game, {}))))
    if settings.code is not None:
        return Reaction(ui.enter(Signing(), now_ms), cues=(MOMENTS["tap"].cue,))
    if settings.difficulty is None:
        return Reaction(ui.enter(Choosing(), now_ms), cues=(MOMENTS["tap"].cue,))
    return _begin(ui, button, {"difficulty": settings.difficulty}, settings)


def _begin(ui: Ui, button: Button, chosen: Mapping[str, Any], settings: SurfaceSettings) -> Reacted:
    return _new(ui, button, NewGame("heart", settings.heart_setup(chosen)))


def _new(ui: Ui, button: Button, new: NewGame) -> Reacted:
    return Reaction(replace(ui, asked=button), (new,), (MOMENTS["tap"].cue,))


def _choice(settings: SurfaceSettings) -> GameChoice | Choosing | Signing:
    """Return the last choice before a game of the Heart."""
    if settings.code is not None:
        return Signing()
    return Choosing() if settings.difficulty is None else GameChoice()


def _waiting_for(paused: Paused) -> str:
    return "Please wait" if paused.lost_left_ms is None else "Hold SUN to go on"
