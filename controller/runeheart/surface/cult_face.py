"""The face of a prop that keeps the cult: the menu of `asking`, with the Cult's own lights, screens and end.

On the main screen the lights are the bearing. Must not know what a press enters: that is the menu's.
"""

from msgspec.structs import replace

from runeheart.core.events import AskRoll
from runeheart.core.hexes import DIRECTIONS
from runeheart.core.panel import Button, Light, Pattern, Reading, Rolled, Screen
from runeheart.games.cult import movement
from runeheart.games.cult.state import CultState
from runeheart.games.cult.words import face_problems
from runeheart.surface import asking, cult_look, cult_show, shell
from runeheart.surface.api import Reaction, SurfaceSettings
from runeheart.surface.asking import follow, told, wake_ms
from runeheart.surface.cult_seen import is_home
from runeheart.surface.menu import NEXT, PREVIOUS, Prompt
from runeheart.surface.moments import MOMENTS
from runeheart.surface.show import Six, layered
from runeheart.surface.ui import HELP_MS, End, Held, Leaving, Menu, Ui

__all__ = ["follow", "hold", "lit", "read", "screen", "settle", "tap", "told", "wake_ms"]


def settle(ui: Ui, state: CultState, now_ms: int) -> Ui:
    """Return the ui in a mode that fits what the game asks; who begins is told the two ways to go on."""
    settled = asking.settle(ui, state, now_ms)
    if is_home(settled.mode) and not isinstance(ui.mode, Menu | Leaving):
        return settled.say("Tap: menu", "Hold MOON: end", now_ms=now_ms, for_ms=HELP_MS)
    return settled


def tap(ui: Ui, state: CultState, held: Held, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Take a short press, at its release."""
    if isinstance(ui.mode, End):
        return shell.leave(ui, held, settings)
    if is_home(ui.mode) and held.button is Button.HEART:
        held = replace(held, button=Button.NATURE)  # it opens the list, as any other; only a hold ends a turn
    if held.button in _TURNS and _is_reading(ui, state):
        return _turned(ui, state, _TURNS[held.button], now_ms)
    return asking.tap(ui, state, held, now_ms, settings)


def hold(ui: Ui, state: CultState, held: Held, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Take a long press, the moment it is long enough."""
    if isinstance(ui.mode, End):
        return shell.leave(ui, held, settings)
    if held.button is PREVIOUS and _is_reading(ui, state):
        return _turned(ui, state, _TURNS[PREVIOUS], now_ms)
    return asking.hold(ui, state, held, now_ms, settings)


def read(ui: Ui, state: CultState, reading: Reading, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
    """Enter what the real die or the compass shows; a die that was taught no face of a die is told."""
    if isinstance(reading, Rolled) and isinstance(reading.face, tuple) and face_problems([*reading.face]):
        said = ui.say("Teach the die anew", now_ms=now_ms)
        return Reaction(said, cues=(MOMENTS["refused"].cue,))
    return asking.read(ui, state, reading, now_ms, settings)


def lit(ui: Ui, state: CultState, settings: SurfaceSettings) -> Six:
    """Return the six lights: the bearing, ahead brighter than the sides; elsewhere what may be pressed."""
    if isinstance(ui.mode, End):
        return layered(ui, [Light(Pattern.BREATHE, ui.since_ms)] * len(DIRECTIONS))
    if isinstance(ui.mode, Menu) and isinstance(ui.mode.ask, AskRoll):
        return layered(ui, _of_the_die(ui, asking.prompt_of(state, ui.mode)))
    if not is_home(ui.mode):
        return asking.lit(ui, state, settings)
    shown = [Light()] * len(DIRECTIONS)
    for direction in movement.allowed(state.bearing):
        slot = (DIRECTIONS.index(direction) - settings.rotation) % len(DIRECTIONS)
        shown[slot] = Light(Pattern.ON if direction == state.bearing else Pattern.DIM)
    return layered(ui, shown)


def screen(ui: Ui, state: CultState, settings: SurfaceSettings) -> Screen:
    """Return the screen."""
    match ui.mode:
        case End():
            return cult_show.end(ui, state)
        case Menu() as menu:
            return cult_show.asked(ui, state, menu, asking.prompt_of(state, menu), settings)
    return asking.screen(ui, state, settings)


def _is_reading(ui: Ui, state: CultState) -> bool:
    """Tell whether pages are read; how many there are depends on what happened, which no prompt knows."""
    return isinstance(ui.mode, Menu) and asking.prompt_of(state, ui.mode).kind == "scroll"


def _turned(ui: Ui, state: CultState, by: int, now_ms: int) -> Reaction[Ui]:
    if not isinstance(ui.mode, Menu):
        return Reaction(ui)
    cursor = (ui.mode.cursor + by) % cult_look.count(state, ui.news)
    turned = ui.stay(replace(ui.mode, cursor=cursor), now_ms)
    return Reaction(replace(turned, message=None), cues=(MOMENTS["tap"].cue,))


_TURNS = {PREVIOUS: -1, NEXT: 1}


def _of_the_die(ui: Ui, prompt: Prompt) -> list[Light]:
    """Return the lights of a list from which several are picked: these blink."""
    shown = [Light()] * len(DIRECTIONS)
    for index, option in enumerate(prompt.options):
        is_picked = option.value in prompt.entered
        shown[index] = Light(Pattern.BLINK, ui.since_ms) if is_picked else Light(Pattern.ON)
        if option.is_chosen:
            shown[index] = Light()
    return shown
