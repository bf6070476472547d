"""What the screen can show of the Cult, as frozen values: equal when the pictures are; `cult_screens` draws.

Values only, without a moment in time. Directions are told twice: as `slot`, the button (0 … 5, clockwise from
the first one) that lies there, which the picture points at, and by the table's name, which the words say.
"""

from msgspec import Struct

MAP_COLUMNS = 3
MAP_HALF_ROWS = 5
"""How far the small map reaches from its middle."""
MARK_WIDTH = 16
"""How many dots a hero's few letters may be wide."""
CELL_WIDTH = 48
"""How many dots a line of an entry of a list may be wide."""
Slot = int
"""A direction as the prop has it: 0 is where the first button lies, then clockwise."""


class HeroMark(Struct, frozen=True):
    """What the main screen shows of a hero."""

    name: str
    brands: int
    out: bool = False
    short: str = ""
    """The name in a few letters, as no other hero's."""


class CultScreen(Struct, frozen=True):
    """The cult as it stands. `ahead`: the bearing; None while every direction is free."""

    turn: str
    ahead: Slot | None
    bearing: str | None
    infiltrated: int
    towns: int
    last: str | None
    """The town that was infiltrated last, if it is known."""
    pile: int
    pile_limit: int
    points: int
    """The most that a hero has."""
    points_limit: int
    heroes: tuple[HeroMark, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Everything on it, line by line."""
        brands = ", ".join(f"{hero.name} {'out' if hero.out else hero.brands}" for hero in self.heroes)
        last = "" if self.last is None else f", last {self.last}"
        return (
            f"{self.turn}'s turn",
            "The cult may go anywhere" if self.bearing is None else f"The cult bears {self.bearing}",
            f"Infiltrated {self.infiltrated} of {self.towns} towns{last}",
            f"Pile {self.pile} of {self.pile_limit}",
            f"Points {self.points} of {self.points_limit}",
            f"Brands: {brands}",
            "Tap a rune to tell what happened, hold Moon to end the turn",
            *self.message,
        )


class Cell(Struct, frozen=True):
    """One thing on a list that a button stands for."""

    label: str
    below: str = ""
    is_picked: bool = False
    can: bool = True
    """It can be tapped now; what cannot is shown without its rune."""

    @property
    def words(self) -> str:
        """The cell in one line."""
        line = f"{self.label}, {self.below}" if self.below else self.label
        return f"{line} (picked)" if self.is_picked else line if self.can else f"{line} (not now)"


class CellsScreen(Struct, frozen=True):
    """A list to tap on: each cell beside the rune of its button, in the order of the buttons."""

    title: str
    cells: tuple[Cell, ...]
    hint: str = ""
    """What a hold does, in a few words."""
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per cell, then the hint."""
        cells = (f"{number}: {cell.words}" for number, cell in enumerate(self.cells, 1))
        hint = (f"{self.hint[0].upper()}{self.hint[1:]}",) if self.hint else ()
        return (self.title, *cells, *hint, *self.message)


class Way(Struct, frozen=True):
    """A direction that may be chosen, and what lies there."""

    slot: Slot
    direction: str
    label: str


class WayScreen(Struct, frozen=True):
    """A choice of a direction: the button that lies there is the answer."""

    title: str
    ways: tuple[Way, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per way."""
        ways = (f"{way.direction}: {way.label}" for way in self.ways)
        return (self.title, *ways, "Press the button that lies there", *self.message)


class Dot(Struct, frozen=True):
    """A space of the small map, in columns and half rows from the middle of its picture."""

    column: int
    half_row: int
    kind: str
    """space, town, taken, jewel, cultist, marker or hero."""


class PathScreen(Struct, frozen=True):
    """A hero's way is entered. `dots`: the board around; `trail`: the way, as columns and half rows."""

    hero: str
    steps: int
    place: str
    """Where the way has come to."""
    lies: str
    """What lies there: terrains, town, jewel."""
    dots: tuple[Dot, ...]
    trail: tuple[tuple[int, int], ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Who, how far, where, and how to go on."""
        steps = "no step" if not self.steps else "1 step" if self.steps == 1 else f"{self.steps} steps"
        lies = (self.lies,) if self.lies else ()
        go = "Hold Moon to go" if self.steps else "Press the buttons as directions"
        back = "Hold Sun to take a step back" if self.steps else "Hold Fire for another hero, Sun to go back"
        return (
            f"{self.hero} moves: {steps}",
            f"At {self.place}",
            *lies,
            go,
            back,
            *self.message,
        )


class HeroLine(Struct, frozen=True):
    """A hero on the list of all: values as the brands lower them; `points` without the bonus."""

    name: str
    life: int
    stamina: int
    brands: int
    points: int
    out: bool = False

    @property
    def words(self) -> str:
        """The hero in one line."""
        if self.out:
            return f"{self.name}: out, points {self.points}"
        values = f"Life {self.life}, Stamina {self.stamina}, brands {self.brands}, points {self.points}"
        return f"{self.name}: {values}"


class HeroesScreen(Struct, frozen=True):
    """All heroes in a table."""

    heroes: tuple[HeroLine, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per hero."""
        return ("Heroes", *(hero.words for hero in self.heroes), *self.message)


class TextScreen(Struct, frozen=True):
    """Sentences to read, a page of them. `page` counts from 0."""

    title: str
    lines: tuple[str, ...]
    page: int = 0
    pages: int = 1
    whole: tuple[str, ...] = ()
    """The sentences, unbroken, of all pages."""
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The sentences of all pages."""
        return (self.title, *self.whole, *self.message)


class Score(Struct, frozen=True):
    """What a hero has at the end."""

    name: str
    points: int
    bonus: int
    total: int
    wins: bool


class CultEndScreen(Struct, frozen=True):
    """How the game ended: the cause in a few words, the scores, and who won."""

    cause: str
    scores: tuple[Score, ...]
    message: tuple[str, ...] = ()

    @property
    def winners(self) -> str:
        """Who won, in words."""
        names = [score.name for score in self.scores if score.wins]
        if not names:
            return "Nobody wins"
        *first, last = names
        return f"{', '.join(first)} and {last} win" if first else f"{last} wins"

    @property
    def words(self) -> tuple[str, ...]:
        """Cause, winners, one line per hero."""
        rows = (f"{one.name}: {one.points} and {one.bonus} bonus, {one.total} in all" for one in self.scores)
        return (self.cause, self.winners, *rows, *self.message)


CultView = CultScreen | CellsScreen | WayScreen | PathScreen | HeroesScreen | TextScreen | CultEndScreen
