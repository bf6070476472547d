"""What six buttons mean while a game asks something: one menu for every Ask of every game.

Owns prompts (one thing that is entered next), which press enters what, and how the answers to all Asks are
put together from what was entered, step by step. `Dress` is what a game adds: forms of its commands, and
wording. Must not know any game, the screen, or what comes of an answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import Ask, AskChoose, AskCommand, AskNumber, AskRoll, Json
from runeheart.core.hexes import DIRECTIONS, Hex, direction_to
from runeheart.core.panel import Button

Path = tuple[Json, ...]
"""What was entered so far, step by step; taking the last one away goes back a step."""
Body = Mapping[str, Any]
"""A whole command of play.md."""

MORE = "more"
"""Entered where directions are asked and the players want another command."""
STOP = None
"""Entered where enough was entered."""
BUTTONS = tuple(button for button in Button if button is not Button.HEART)
LISTED = len(BUTTONS)
"""So many options have a button each; of more, one at a time is shown."""
PREVIOUS, NEXT, TAKE = Button.NATURE, Button.SUN, Button.MOON
BACK = Button.SUN
"""Held: one step back."""
HELD = {7: Button.NATURE, 8: Button.FIRE, 9: Button.WATER, 0: Button.STORM, 10: Button.STORM}
"""The buttons that enter a number above six, or none, when they are held."""
SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10}

Kind = Literal["number", "toward", "list", "scroll"]


class Option(Struct, frozen=True):
    """Something that can be entered. `at`: where it lies; `direction`: the button that means it."""

    value: Json
    label: str
    at: Hex | None = None
    direction: str | None = None
    is_chosen: bool = False
    """It was entered before; it is shown, and cannot be entered again."""


class Prompt(Struct, frozen=True):
    """What is to be entered next.

    number: the button with the number, held for more. toward: the button in the direction. list: the button
    with the number in the list. scroll: one option at a time, turned through and taken.
    """

    kind: Kind
    title: str
    options: tuple[Option, ...]
    entered: tuple[str, ...] = ()
    """What was entered of this answer already, as it is shown."""
    missing: int = 0
    """How many of the same kind are still to be entered, this one included; 0: nobody counts."""
    centre: Hex | None = None
    """The Hex from which directions go out; None: yours."""
    stop: str | None = None
    """A word for entering no more; None: it is not possible."""
    more: bool = False
    """Whether a hold leads to the other commands."""
    foreseen: Any = None
    """The state as it will be by what was entered so far; None: as it is."""


class Enter(Struct, frozen=True):
    """Enter a value: an option's, MORE or STOP."""

    value: Json


class Turn(Struct, frozen=True):
    """Turn to another option of a scrolling list."""

    by: int


class Back(Struct, frozen=True):
    """Take the last step back."""


Deed = Enter | Turn | Back


class Dress(Protocol):
    """What a game adds to the menu."""

    def command(self, state: Any, commands: tuple[str, ...], path: Path) -> Prompt | Body:
        """Return what is to be entered next for one of the commands, or the whole command."""
        ...

    def roll(self, state: Any, ask: AskRoll, path: Path) -> Prompt | Body:
        """As `command`, for a roll of dice that only this game has."""
        ...

    def choice(self, state: Any, ask: AskChoose) -> Prompt:
        """Return the options of a choice."""
        ...

    def title(self, state: Any, ask: AskRoll | AskChoose | AskNumber) -> str:
        """Return what a question asks in the few words that a screen has room for."""
        ...


def number(title: str, least: int, most: int, **more: Any) -> Prompt:
    """Return a prompt for a whole number least … most, 0 … 10."""
    options = tuple(Option(value, str(value)) for value in range(least, most + 1))
    return Prompt("number", title, options, **more)


def toward(title: str, directions: Sequence[str] = DIRECTIONS, **more: Any) -> Prompt:
    """Return a prompt for a direction."""
    options = tuple(Option(name, name, direction=name) for name in directions)
    return Prompt("toward", title, options, **more)


def pick(title: str, options: Sequence[Option], centre: Hex | None = None, **more: Any) -> Prompt:
    """Return a prompt for one of the options, in the way that needs the fewest presses.

    Those that lie beside the centre are entered by their direction, a few others by their number in a list.
    Of many, or where only a picture tells which one is meant, one at a time is shown.
    """
    places = [option.at for option in options]
    if centre is not None and None not in places:
        ways = [None if at is None else direction_to(centre, at) for at in places]
        if None not in ways and len({*ways}) == len(ways):
            led = tuple(replace(one, direction=way) for one, way in zip(options, ways, strict=True))
            return Prompt("toward", title, led, centre=centre, **more)
    is_short = len(options) <= LISTED and places.count(None) == len(places)
    return Prompt("list" if is_short else "scroll", title, tuple(options), centre=centre, **more)


def fill(dress: Dress, state: Any, ask: Ask, path: Path) -> Prompt | Body:
    """Return what is to be entered next, or the whole answer. Only what `keys` offered is in the path."""
    match ask:
        case AskCommand(commands):
            return dress.command(state, commands, path)
        case AskRoll(die) if die in SIDES or die == "compass":
            return _rolled(dress.title(state, ask), ask, path)
        case AskRoll():
            return dress.roll(state, ask, path)
        case AskChoose():
            return {"do": "choose", "option": path[0]} if path else dress.choice(state, ask)
    return _typed(dress.title(state, ask), ask, path)


def keys(prompt: Prompt, cursor: int, rotation: int) -> dict[tuple[Button, bool], Deed]:
    """Return what each press does: by button, and whether it is held. What is missing does nothing."""
    deeds: dict[tuple[Button, bool], Deed] = {}
    if prompt.more:
        deeds |= {(button, True): Enter(MORE) for button in BUTTONS}
    if prompt.stop is not None:
        deeds[TAKE, True] = deeds[Button.HEART, False] = Enter(STOP)
    if prompt.kind == "scroll":
        deeds[PREVIOUS, False], deeds[NEXT, False] = Turn(-1), Turn(1)
        taken = prompt.options[cursor % len(prompt.options)]
        if not taken.is_chosen:
            deeds[TAKE, False] = deeds[Button.HEART, False] = Enter(taken.value)
    for index, option in enumerate(prompt.options):
        if prompt.kind == "scroll" or option.is_chosen:
            continue
        deeds[_key(prompt.kind, option, index, rotation)] = Enter(option.value)
    deeds[BACK, True] = deeds[Button.HEART, True] = Back()
    return deeds


def _key(kind: Kind, option: Option, index: int, rotation: int) -> tuple[Button, bool]:
    if kind == "toward" and option.direction is not None:
        return BUTTONS[(DIRECTIONS.index(option.direction) - rotation) % len(BUTTONS)], False
    if kind == "list":
        return BUTTONS[index], False
    value: int = option.value
    return (HELD[value], True) if value in HELD else (BUTTONS[value - 1], False)


def _rolled(title: str, ask: AskRoll, path: Path) -> Prompt | Body:
    """Collect the dice of a roll, one by one."""
    missing = ask.count - len(path)
    if missing == 0:
        return {"do": "roll", "values": list(path)}
    entered = tuple(map(str, path))
    if ask.die == "compass":
        return toward(title, entered=entered, missing=missing)
    return number(title, 1, SIDES[ask.die], entered=entered, missing=missing)


def _typed(title: str, ask: AskNumber, path: Path) -> Prompt | Body:
    """Collect the digits of a number 0 … `of`, until another digit would make it too big."""
    digits = [digit for digit in path if digit is not STOP]
    typed = int("".join(map(str, digits)) or 0)
    if digits and (path[-1] is STOP or typed == 0 or typed * 10 > ask.of):
        return {"do": "number", "value": typed}
    most = ask.of - typed * 10 if digits else ask.of
    entered = (str(typed),) if digits else ()
    return number(title, 0, min(most, 9), entered=entered, stop="ok" if digits else None)
