"""What the screen shows of the games that ask, as frozen values: equal when the pictures are.

`menu_screens` draws them; `words` says the same in words, line by line. Must not know any game: a Mark is all
that a picture has of one.
"""

from typing import Literal

from msgspec import Struct

from runeheart.core.hexes import Hex
from runeheart.core.panel import Button
from runeheart.surface.menu import HELD, Kind


class Mark(Struct, frozen=True):
    """A space of the picture. `at` is counted from its middle, as it is turned on the screen."""

    at: Hex
    text: str = ""
    """A character: a Charge."""
    is_full: bool = False
    """Drawn dark on light: take care."""
    shape: str = ""
    """What stands there, where there is no text: you, mother, or you-mother."""
    is_meant: bool = False
    """What would be taken now."""


class Pointer(Struct, frozen=True):
    """A shape that the picture does not show where it is, beyond its edge or covered, and where that is."""

    at: Hex
    shape: str


class Picture(Struct, frozen=True):
    """A piece of the map."""

    marks: tuple[Mark, ...]
    pointers: tuple[Pointer, ...] = ()


class Gauge(Struct, frozen=True):
    """A number beside a sign, such as damage or stars."""

    sign: str
    text: str


class ListScreen(Struct, frozen=True):
    """Up to six things to choose by their number, without a picture."""

    title: str
    rows: tuple[str, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per row."""
        return (self.title, *(f"{number}: {row}" for number, row in enumerate(self.rows, 1)), *self.message)


class AskScreen(Struct, frozen=True):
    """What a game asks, with the map around and how things stand."""

    status: str
    """Where the game is: `R3 Move`."""
    gauges: tuple[Gauge, ...]
    """How things stand."""
    title: str
    """What is asked, in the few words that there is room for."""
    sentence: str
    """The same in a whole sentence."""
    picture: Picture
    kind: Kind
    rows: tuple[str, ...] = ()
    """The options of a list; the one option of a scrolling list that is shown."""
    numbers: tuple[int, ...] = ()
    """The numbers that can be entered; those above six, and none, by holding."""
    ways: tuple[str, ...] = ()
    """Which button means which direction; the picture shows what is there."""
    entered: tuple[str, ...] = ()
    """What was entered of this answer already."""
    missing: int = 0
    """How many of the same kind are still to be entered."""
    die: str = ""
    """The die that is to be rolled."""
    hint: str = ""
    """What other presses do."""
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """State, question, what can be entered and how."""
        rows = self.rows
        if self.kind == "list":
            rows = tuple(f"{number}: {row}" for number, row in enumerate(rows, 1))
        entered = (f"Entered: {', '.join(self.entered)}",) if self.entered else ()
        missing = (f"{self.missing} to enter",) if self.missing > 1 else ()
        hint = (self.hint,) if self.hint else ()
        gauges = (f"{gauge.sign.capitalize()} {gauge.text}" for gauge in self.gauges)
        how = (*_numbers(self.numbers), *self.ways, *(("MOON takes it",) if self.kind == "scroll" else ()))
        asked = (self.sentence, self.title, *rows, *how, *entered, *missing, *hint)
        return (*asked, self.status, *gauges, *self.message)


class FinishScreen(Struct, frozen=True):
    """How a game ended."""

    title: str
    lines: tuple[str, ...]
    outcome: Literal["won", "lost", "over"]
    again: bool = False
    """The players may try again from the same start."""
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Title, what there is to say, how to go on."""
        again = ("Tap NATURE to try again, another rune to end",) if self.again else ()
        return (self.title, *self.lines, *again, *self.message)


MenuView = ListScreen | AskScreen | FinishScreen


def _numbers(numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Say how numbers are entered: a press of the button, or a hold for those that have none."""
    tapped = [value for value in numbers if value not in HELD]
    held = [f"{list(Button).index(HELD[value]) + 1} for {value}" for value in numbers if value in HELD]
    said = []
    if tapped:
        said.append(f"Press {tapped[0]}" + (f" to {tapped[-1]}" if len(tapped) > 1 else ""))
    if held:
        said.append(f"Hold {', '.join(held)}")
    return tuple(said)


def turned(at: Hex, middle: Hex, rotation: int) -> Hex:
    """Return where a Hex lies from the middle of a picture, with the prop turned by `rotation` sixths."""
    q, r = at[0] - middle[0], at[1] - middle[1]
    for _ in range(-rotation % 6):
        q, r = -r, q + r
    return q, r
