"""The face of the games that ask, the Ruin and the Cult: a prompt on the screen, its buttons lit, a menu.

Owns how the mode follows what is asked, and what a press or a reading enters. `menu` says what a press means,
the game's dress what is asked for which command, and how it looks. Must not know any game.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from msgspec.structs import replace

from runeheart.core.events import AskRoll, Event, Json
from runeheart.core.hexes import DIRECTIONS
from runeheart.core.panel import Button, Cue, Light, Pattern, Reading, Screen
from runeheart.games.registry import GAMES
from runeheart.surface import heart, shell, wording
from runeheart.surface.api import CloseGame, Command, NewGame, Reaction, SurfaceSettings
from runeheart.surface.faces import game_of
from runeheart.surface.menu import BUTTONS, Back, Dress, Enter, Prompt, Turn, fill, keys
from runeheart.surface.menu_views import AskScreen, FinishScreen, Gauge, ListScreen, Picture
from runeheart.surface.moments import MOMENTS
from runeheart.surface.readings import answer
from runeheart.surface.show import Six, layered
from runeheart.surface.ui import DEAD_MS, End, Held, Leaving, Menu, Ui

Reacted = Reaction[Ui]
STAY, LEAVE, AGAIN = Button.NATURE, Button.FIRE, Button.NATURE
MORE_HINT = "hold 1-5: more"
"""Sun held is the way back, here as everywhere."""
_LEAVING = ListScreen("Leave the game?", ("Stay", "Leave"))
_DRESSES = {"ruin": "runeheart.surface.ruin", "cult": "runeheart.surface.cult"}


class Game(Dress, Protocol):
    """All that a game adds to the menu: forms and wording (Dress), pictures, and how events are seen."""

    def status(self, state: Any) -> tuple[str, tuple[Gauge, ...]]:
        """Return in a few words where the game is, and how things stand."""
        ...

    def picture(self, state: Any, prompt: Prompt, cursor: int, rotation: int) -> Picture:
        """Return the map around what is asked, turned as the prop lies."""
        ...

    def finish(self, state: Any) -> FinishScreen:
        """Return how the game ended; whether it may be tried again is filled in here."""
        ...

    def again(self, state: Any) -> dict[str, Json]:
        """Return the setup that the game began with (play.md)."""
        ...

    def seen(
        self, ui: Ui, state: Any, events: tuple[Event, ...], now_ms: int, settings: SurfaceSettings
    ) -> tuple[Ui, tuple[Cue, ...]]:
        """Show what happened: effects, a message, one sound at most."""
        ...


def settle(ui: Ui, state: Any, now_ms: int) -> Ui:
    """Return the ui in a mode that fits what the game asks; what was entered for another ask is gone."""
    ask = GAMES[game_of(state)].ask(state)
    if ask is None:
        return ui if isinstance(ui.mode, End) else shell.fresh(ui, now_ms).enter(End(), now_ms)
    match ui.mode:
        case Menu(asked) | Leaving(Menu(asked)) if asked == ask:
            return ui
        case Menu() | Leaving():
            return ui.enter(Menu(ask), now_ms)
    return shell.fresh(ui, now_ms).enter(Menu(ask), now_ms)


def tap(ui: Ui, state: Any, held: Held, now_ms: int, settings: SurfaceSettings) -> Reacted:
    """Take a short press, at its release."""
    if ui.message is not None and ui.message.waits:
        return Reaction(ui.enter(ui.mode, now_ms), cues=(MOMENTS["tap"].cue,))
    match ui.mode:
        case End():
            return _end(ui, state, held, settings)
        case Leaving(before):
            return _leaving(ui, before, held.button, now_ms)
        case Menu():
            return _press(ui, state, ui.mode, held.button, now_ms, settings, is_held=False)
    return Reaction(ui)


def hold(ui: Ui, state: Any, held: Held, now_ms: int, settings: SurfaceSettings) -> Reacted:
    """Take a long press; where it means nothing of its own it is a tap."""
    if ui.message is not None and ui.message.waits:
        return tap(ui, state, held, now_ms, settings)
    match ui.mode:
        case Leaving(before):
            return Reaction(ui.enter(before, now_ms), cues=(MOMENTS["tap"].cue,))
        case Menu():
            return _press(ui, state, ui.mode, held.button, now_ms, settings, is_held=True)
    return tap(ui, state, held, now_ms, settings)


def read(ui: Ui, state: Any, reading: Reading, now_ms: int, settings: SurfaceSettings) -> Reacted:
    """Enter what a real die or the compass shows, if that is what is asked."""
    del settings
    menu = ui.mode.before if isinstance(ui.mode, Leaving) else ui.mode
    value = answer(menu.ask, reading) if isinstance(menu, Menu) else None
    if not isinstance(menu, Menu) or value is None:
        return shell.not_asked_for(ui, now_ms)
    if isinstance(value, list):  # a face of several words is the whole die, whatever was typed of it
        menu = replace(menu, path=())
        faces = [option.value for option in prompt_of(state, menu).options if isinstance(option.value, list)]
        value = next((face for face in faces if sorted(face) == sorted(value)), None if faces else value)
        if value is None:  # of a die whose faces are known it is none
            return shell.refused_face(ui, now_ms)
    return _enter(ui, state, menu, value, None, now_ms)


def told(
    ui: Ui,
    state: Any,
    events: Iterable[Event],
    refused: str | None,
    now_ms: int,
    settings: SurfaceSettings,
) -> tuple[Ui, tuple[Cue, ...]]:
    """Show what happened; whatever changed the game, the menu begins anew. A refused wish may be mended."""
    happened = tuple(events)
    if refused is not None:
        if ui.asked is None:
            return ui, ()
        reaction = heart.refuse(ui, ui.asked, now_ms, _clause(refused))
        return reaction.ui, reaction.cues
    is_news = bool(happened) or ui.asked is not None
    match ui.mode:
        case Menu(ask, path) | Leaving(Menu(ask, path)) if is_news or path:
            ui = ui.enter(Menu(ask), now_ms)
    if not is_news:
        return ui, ()
    undone = next((event.data["command"] for event in happened if event.name == "undone"), None)
    if undone is not None:
        named = _ANSWERS.get(undone) or wording.command(game_of(state), undone)
        return replace(ui, effects=()).say("Taken back:", named, now_ms=now_ms), (MOMENTS["tap"].cue,)
    ui, cues = _game(state).seen(ui, state, happened, now_ms, settings)
    return ui, cues or (MOMENTS["tap"].cue,)


def follow(ui: Ui, state: Any, now_ms: int) -> tuple[Ui, Cue | None]:
    """Do nothing: a game that asks has no hurry."""
    del state, now_ms
    return ui, None


def wake_ms(due: Sequence[int], state: Any, now_ms: int) -> int | None:
    """Return the next moment of the ui."""
    del state, now_ms
    return min(due, default=None)


def lit(ui: Ui, state: Any, settings: SurfaceSettings) -> Six:
    """Return the six lights in rune order: lit is what may be pressed, dim what turns a list or is held.

    The way back, Sun held, is always there and has no light of its own.
    """
    shown = [Light()] * len(BUTTONS)
    match ui.mode:
        case Leaving():
            shown[:2] = [Light(Pattern.ON)] * 2
        case Menu(_, _, cursor) as menu:
            prompt = prompt_of(state, menu)
            deeds = keys(prompt, cursor, settings.rotation)
            for index, button in enumerate(BUTTONS):
                match deeds.get((button, False)):
                    case Enter():
                        shown[index] = Light(Pattern.ON)
                    case Turn():
                        shown[index] = Light(Pattern.DIM)
                    case None if isinstance(deeds.get((button, True)), Enter):
                        shown[index] = Light(Pattern.DIM)
            for index in _chosen(prompt, settings.rotation):
                shown[index] = Light(Pattern.BLINK, ui.since_ms)
        case End() if settings.end_screen_ms is not None:
            shown[BUTTONS.index(AGAIN)] = Light(Pattern.ON)
    return layered(ui, shown)


def screen(ui: Ui, state: Any, settings: SurfaceSettings) -> Screen:
    """Return the screen."""
    message = ui.message.lines if ui.message is not None else ()
    match ui.mode:
        case Leaving():
            return replace(_LEAVING, message=message)
        case Menu() as menu:
            return replace(_asked(menu, state, settings), message=message)
    return replace(_game(state).finish(state), again=settings.end_screen_ms is not None, message=message)


def prompt_of(state: Any, menu: Menu) -> Prompt:
    """Return what is to be entered next."""
    prompt = fill(_game(state), state, menu.ask, menu.path)
    if not isinstance(prompt, Prompt):
        raise TypeError(f"a whole answer is given at once, never kept: {menu.path}")
    return prompt


def _game(state: Any) -> Game:
    return cast("Game", import_module(_DRESSES[game_of(state)]))


def _asked(menu: Menu, state: Any, settings: SurfaceSettings) -> AskScreen:
    prompt, game = prompt_of(state, menu), _game(state)
    options = prompt.options
    rows = tuple(option.label for option in options) if prompt.kind == "list" else ()
    hint = f"hold MOON: {prompt.stop}" if prompt.stop is not None else MORE_HINT if prompt.more else ""
    if prompt.kind == "scroll":
        shown = menu.cursor % len(options)
        rows = (options[shown].label, f"{shown + 1}/{len(options)}")
    status, gauges = game.status(state)
    return AskScreen(
        status=status,
        gauges=gauges,
        title=prompt.title,
        sentence=wording.asked(game_of(state), menu.ask, state),
        picture=game.picture(prompt.foreseen or state, prompt, menu.cursor, settings.rotation),
        kind=prompt.kind,
        rows=rows,
        numbers=tuple(option.value for option in options) if prompt.kind == "number" else (),
        ways=_ways(prompt, settings.rotation),
        entered=prompt.entered,
        missing=prompt.missing,
        die=menu.ask.die if isinstance(menu.ask, AskRoll) else "",
        hint=hint,
    )


def _press(
    ui: Ui, state: Any, menu: Menu, button: Button, now_ms: int, settings: SurfaceSettings, *, is_held: bool
) -> Reacted:
    prompt = prompt_of(state, menu)
    deeds = keys(prompt, menu.cursor, settings.rotation)
    deed = deeds.get((button, is_held))
    if deed is None and is_held and prompt.kind != "number":
        deed = deeds.get((button, False))
    match deed:
        case Enter(value):
            return _enter(ui, state, menu, value, button, now_ms)
        case Turn(by):
            turned = replace(menu, cursor=(menu.cursor + by) % len(prompt.options))
            return Reaction(replace(ui.stay(turned, now_ms), message=None), cues=(MOMENTS["tap"].cue,))
        case Back() if menu.path:
            back = replace(menu, path=menu.path[:-1], cursor=0)
            return Reaction(ui.enter(back, now_ms), cues=(MOMENTS["tap"].cue,))
        case Back() if settings.end_screen_ms is not None:
            return Reaction(ui.enter(Leaving(menu), now_ms), cues=(MOMENTS["tap"].cue,))
        case Back():
            return heart.refuse(ui, button, now_ms, "Nothing to take back")
    return heart.refuse(ui, button, now_ms, _expected(prompt))


def _enter(ui: Ui, state: Any, menu: Menu, value: Json, button: Button | None, now_ms: int) -> Reacted:
    """Go a step on: to the next prompt, or with the whole answer to the game."""
    path = (*menu.path, value)
    filled = fill(_game(state), state, menu.ask, path)
    if not isinstance(filled, Prompt):
        ui = ui if ui.mode == menu else ui.stay(menu, now_ms)
        return Reaction(replace(ui, asked=button, message=None), (Command(filled),))
    entered = replace(menu, path=path, cursor=0)
    # dice and digits come fast: the next may be down before the one before is up
    is_same = filled.kind == "number" and bool(filled.entered)
    ui = replace(ui.stay(entered, now_ms), message=None) if is_same else ui.enter(entered, now_ms)
    return Reaction(ui, cues=(MOMENTS["tap"].cue,))


def _leaving(ui: Ui, before: Menu, button: Button, now_ms: int) -> Reacted:
    if button is STAY:
        return Reaction(ui.enter(before, now_ms), cues=(MOMENTS["tap"].cue,))
    if button is LEAVE:
        return Reaction(replace(ui, asked=button), (CloseGame(),), (MOMENTS["tap"].cue,))
    return heart.refuse(ui.stay(ui.mode, now_ms), button, now_ms, "Press 1 or 2")


def _end(ui: Ui, state: Any, held: Held, settings: SurfaceSettings) -> Reacted:
    """Try again from the same start (R-004), or go back to the beginning, once the end could be read."""
    is_early = held.down_ms - ui.since_ms < DEAD_MS
    if held.button is not AGAIN or is_early or settings.end_screen_ms is None or ui.mode != End():
        return shell.leave(ui, held, settings)
    new = NewGame(game_of(state), _game(state).again(state))
    return Reaction(replace(ui, asked=held.button), (new,), (MOMENTS["tap"].cue,))


def _ways(prompt: Prompt, rotation: int) -> tuple[str, ...]:
    """Return which button means which direction, or what lies there."""
    if prompt.kind != "toward":
        return ()
    deeds = keys(prompt, 0, rotation)
    labels = {repr(option.value): option.label for option in prompt.options}
    means = [(button, deeds.get((button, False))) for button in BUTTONS]
    return tuple(
        f"{button.name}: {labels[repr(deed.value)]}"
        for button, deed in means
        if isinstance(deed, Enter) and repr(deed.value) in labels
    )


def _chosen(prompt: Prompt, rotation: int) -> list[int]:
    """Return the lights of what was entered before."""
    return [
        (DIRECTIONS.index(option.direction) - rotation) % len(BUTTONS)
        for option in prompt.options
        if option.is_chosen and option.direction is not None
    ]


def _expected(prompt: Prompt) -> str:
    """Say what may be pressed."""
    match prompt.kind:
        case "number":
            return f"{prompt.options[0].value} to {prompt.options[-1].value}"
        case "list":
            return f"Press 1 to {len(prompt.options)}" if len(prompt.options) > 1 else "Press 1"
        case "scroll":
            return "NATURE or SUN" if prompt.options[0].is_chosen else "MOON takes it"
    return "Not that way"


def _clause(sentence: str) -> str:
    """Return the first clause of a sentence, as a screen has room for."""
    clause = sentence.partition(";")[0].partition(":")[0]
    return clause[:1].upper() + clause[1:]


_ANSWERS = {"roll": "the roll", "choose": "the choice", "number": "the number"}
"""What each answer is called when it is taken back."""
