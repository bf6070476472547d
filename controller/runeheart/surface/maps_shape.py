"""The shape of a map: what a page needs to draw a game with a board and to let all of it be played by clicks.

Owns the values that `maps` makes and `web/hexmap.js` draws; as JSON, what has its default is left out. Must
not know any game: a choice is a label and the command of play.md that it gives, or a form that builds it.
"""

from collections.abc import Mapping

from msgspec import Struct

from runeheart.core.events import Json
from runeheart.core.hexes import Hex


class Space(Struct, frozen=True, omit_defaults=True):
    """A space of the board, with what never changes in a game."""

    at: Hex
    name: str
    """The printed number."""
    ground: tuple[str, ...] = ()
    """Terrain words."""
    town: str = ""
    signs: tuple[str, ...] = ()
    """Of `mother`, `start`, `forge`: what is printed here for good."""
    jewel: str = ""
    """The colour of the jewel that has its place here."""


class Board(Struct, frozen=True):
    """What never changes in a game: sent once."""

    game: str
    spaces: tuple[Space, ...]


class Piece(Struct, frozen=True, omit_defaults=True):
    """Something that lies on a space now."""

    id: str
    """The same as long as it is the same piece: `brood 3`, `hero Ada`."""
    kind: str
    """you, brood, cult, hero, infiltrated, jewel or cultist."""
    at: Hex
    name: str
    """In words, for those who do not see it."""
    label: str = ""
    """A letter or a number to write on it."""
    colour: str = ""
    seat: int = 0
    """Of a hero: his place in the order of turns, from 0."""
    charge: int = 0
    """Of a Brood: 1 … 4."""
    prevented: int = 0
    """Of a Brood: how many of its next Charges do nothing."""
    bearing: str = ""
    """Of the cult: a direction."""
    current: bool = False
    """Whose turn it is."""


class Trace(Struct, frozen=True, omit_defaults=True):
    """What a piece did lately."""

    kind: str
    """The kind of the piece, or spawned, destroyed, discharged, ritual for what happened at `to`."""
    to: Hex
    origin: Hex | None = None
    """Where it came from, if it moved."""
    age: int = 0
    """How many rounds or turns ago: 0 is this one."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One value that a field can have."""

    label: str
    value: Json
    at: Hex | None = None
    """The space that means it when it is clicked."""
    piece: str = ""
    """The piece that means it when it is clicked."""


class Near(Struct, frozen=True):
    """Only pieces within these distances of another piece, where the entries before have put them."""

    piece: str
    least: int
    most: int


class Field(Struct, frozen=True, omit_defaults=True):
    """One value of a command that is still to be entered; its `kind` says how.

    `number`: a whole number `least` … `most`. `pick`: one of `options`. `picks`: a list of `least` to `most`
    of them. `path`: spaces of the board, each next to the one before, from `start` on. `entries`: a list of
    up to `most` values, each an object that one of the `forms` builds.
    """

    name: str
    label: str
    kind: str
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    limit: str = ""
    """The name of a number field before: no more than that many, either."""
    fill: bool = False
    """With `limit`: exactly as many as it allows."""
    again: bool = False
    """Whether an option may be picked more than once: dice."""
    nested: bool = False
    """Whether the list is itself the only value of a list: the faces of one die."""
    start: Hex | None = None
    once: bool = False
    """Whether what an entry before has picked is not offered again: it would help nobody."""
    near: Near | None = None
    """Which of the options that are pieces can be picked now."""
    around: str = ""
    """The name of a field before that picks a piece: options are directions from it."""
    forms: tuple["Form", ...] = ()


class Form(Struct, frozen=True, omit_defaults=True):
    """One kind of entry in a list."""

    label: str
    fields: tuple[Field, ...]
    shifts: tuple[str, str] | None = None
    """The names of its fields with a piece and a direction, if the entry moves that piece: it then stands a
    step farther for the entries after it, unless that is off the board or holds another of its kind."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something that can be done now: a button, and a place on the map if it has one."""

    label: str
    body: Mapping[str, Json]
    """The command of play.md that it gives, without what `fields` add."""
    fields: tuple[Field, ...] = ()
    at: Hex | None = None
    piece: str = ""
    group: str = ""
    """What it belongs to: choices of a group stand together under it."""
    main: bool = False
    """Whether it is what comes next most of the time."""
    open: bool = False
    """Whether its form is shown without being asked for."""
    send: str = ""
    """What the button that sends the form is called, if not as the choice."""


class Fact(Struct, frozen=True):
    """Something to know at a glance."""

    label: str
    value: str


class Sheet(Struct, frozen=True, omit_defaults=True):
    """What lies before a player."""

    title: str
    facts: tuple[Fact, ...]
    piece: str = ""
    seat: int = 0
    current: bool = False
    out: bool = False


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the log."""

    number: int
    """Rising, but not every number has a line."""
    text: str
    opens: bool = False
    """Whether a round or turn begins with it."""


class Play(Struct, frozen=True, omit_defaults=True):
    """What changes with every command."""

    asked: str
    """What the game waits for, in a sentence; at the end, that it is over."""
    over: bool = False
    about: tuple[str, ...] = ()
    """The pieces that the question is about."""
    facts: tuple[Fact, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    pieces: tuple[Piece, ...] = ()
    """In the order in which they are drawn, the last on top."""
    traces: tuple[Trace, ...] = ()
    choices: tuple[Choice, ...] = ()
    story: str = ""
    """The whole game as a text to keep, where it is over and can be told."""
    log: tuple[Line, ...] = ()
    """The last lines, oldest first."""
