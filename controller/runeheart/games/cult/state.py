"""What a game of the Cult is at a moment: board, heroes, the cult, and what is still to be carried out.

Owns the values and the counts that follow from them (points, lowered Life, limits). Must not know how any of
it changes.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import asdict, replace

from runeheart.core.chance import Chance
from runeheart.core.events import AskChoose, AskRoll, Event, Json
from runeheart.core.game import Step
from runeheart.core.hexes import Hex

COLOURS = ("green", "yellow", "blue", "red")
POINTS = (1, 2, 3, 4)
"""Victory points of a cultist of each colour (C-020)."""

POINTS_LIMIT = 26
PILE_LIMIT = 18
"""The limits for one or two heroes; one more for each further hero (C-082, C-084, CA-24)."""

Cards = tuple[int, int, int, int]
"""A number of cards of each colour, in the order of COLOURS."""


Faces = tuple[tuple[str, ...], ...]
"""The terrains on each face of the movement die."""


class Space(Struct, frozen=True):
    """A space of the board. A town may have a jewel too (CA-35)."""

    at: Hex
    terrain: frozenset[str]
    """Any number of terrains (CA-27)."""
    town: str | None = None
    """The town's name."""
    jewel: str | None = None
    """The colour of the adventure jewel that is set up here."""


class Board(Struct, frozen=True):
    """The spaces by their Hex, in the order in which they were given, and where the cult begins (C-011)."""

    spaces: Mapping[Hex, Space]
    forge: Hex
    columns: frozenset[int]
    """Every q that has a space (CA-04)."""


class House(Struct, frozen=True):
    """The values of the house rules in one game; settings.HOUSE_RULES lists them."""

    town_pull: str = "clean"
    bearing: str = "fixed"
    elimination: str = "printed"
    replenish: str = "empty"

    def json(self) -> dict[str, Json]:
        """Return every house rule and its value."""
        return asdict(self)


class Hero(Struct, frozen=True):
    """A hero: the printed values, where he stands, and what lies before his player."""

    name: str
    at: Hex | None
    """None once he was removed from the game."""
    printed_life: int
    printed_stamina: int
    markers: int = 0
    """Corruption markers (C-009)."""
    cultists: Cards = (0, 0, 0, 0)
    """Defeated cultists, face down (C-021)."""

    @property
    def out(self) -> bool:
        """Tell whether he was removed from the game (C-072)."""
        return self.at is None

    @property
    def life(self) -> int:
        """Return the maximum Life as the brands lower it (C-069)."""
        return self.printed_life - self.markers

    @property
    def stamina(self) -> int:
        """Return the maximum Stamina as the brands lower it, never below 0 (C-069, CA-03)."""
        return max(0, self.printed_stamina - self.markers)

    @property
    def points(self) -> int:
        """Return the victory points of his cultists, without the bonus (C-020)."""
        return sum(count * points for count, points in zip(self.cultists, POINTS, strict=True))

    @property
    def bonus(self) -> int:
        """Return the most cultists of one colour (C-022)."""
        return max(self.cultists)


class Effect(Protocol):
    """Something that is to be carried out, as a frozen value: what waits is part of the state."""

    def question(self, state: "CultState") -> AskRoll | AskChoose | None:
        """Tell what must be answered first; None when nothing is."""
        ...

    def carry_out(self, state: "CultState", answer: Any) -> Step["CultState"]:
        """Carry it out; `answer` fits the question, None without one. It is off the stack already."""
        ...


class CultState(Struct, frozen=True):
    """A game of the Cult."""

    board: Board
    house: House
    die: Faces
    """The movement die's six faces; none when only the players know them (CA-05)."""
    auto_dice: bool
    """Whether the engine rolls the die."""
    heroes: tuple[Hero, ...]
    """In the order of the setup, which is the order of turns."""
    marker: Hex
    infiltrated: frozenset[Hex]
    jewels: Mapping[Hex, bool]
    """The spaces that have their jewel; True: it lies on its experience side, a cultist (C-060)."""
    decks: Cards
    """Cards left in the cult decks."""
    chance: Chance
    bearing: str | None = None
    """None until the first move (C-091)."""
    turn: int = 0
    """Whose turn it is, counted from 0."""
    pile: int = 0
    """Events and Encounters that left the game (C-050)."""
    pending: tuple[Effect, ...] = ()
    """What is still to be carried out, the next first. Not empty only while its question is open."""
    outcome: str | None = None
    """Why the game is over: red, points, pile or eliminated."""
    at_ms: int = 0

    @property
    def points_limit(self) -> int:
        """Return the victory points that end the game (C-082)."""
        return POINTS_LIMIT + max(0, len(self.heroes) - 2)

    @property
    def pile_limit(self) -> int:
        """Return the cards in the pile that end the game (C-084)."""
        return PILE_LIMIT + max(0, len(self.heroes) - 2)

    def jewel_at(self, at: Hex | None) -> str | None:
        """Return the colour of the jewel that lies at a Hex now; None without one."""
        return self.board.spaces[at].jewel if at is not None and at in self.jewels else None

    def with_hero(self, index: int, hero: Hero) -> "CultState":
        """Return the state with one hero changed."""
        return replace(self, heroes=(*self.heroes[:index], hero, *self.heroes[index + 1 :]))

    def then(self, *effects: Effect) -> "CultState":
        """Return the state with these to be carried out before what waits already."""
        return replace(self, pending=(*effects, *self.pending))


def more(cards: Cards, colour: str, change: int) -> Cards:
    """Return the cards with `change` more of one colour."""
    green, yellow, blue, red = (
        count + (change if name == colour else 0) for name, count in zip(COLOURS, cards, strict=True)
    )
    return green, yellow, blue, red


def held(cards: Cards) -> tuple[str, ...]:
    """Return the colours of which there is a card, in their order."""
    return tuple(colour for colour, count in zip(COLOURS, cards, strict=True) if count)


def by_colour(cards: Cards) -> dict[str, Json]:
    """Return the cards as play.md writes them."""
    return dict(zip(COLOURS, cards, strict=True))


def finished(state: CultState, because: str) -> Step[CultState]:
    """End the game: count the scores, drop what waits, name the winners (C-085, CA-26).

    A hero who is out scores but never wins, so the last one out leaves no winner (CA-20).
    """
    totals = [hero.points + hero.bonus for hero in state.heroes]
    best = max(
        (total for hero, total in zip(state.heroes, totals, strict=True) if not hero.out), default=None
    )
    scores = [
        {"hero": hero.name, "points": hero.points, "bonus": hero.bonus, "total": total}
        for hero, total in zip(state.heroes, totals, strict=True)
    ]
    winners = [
        hero.name for hero, total in zip(state.heroes, totals, strict=True) if not hero.out and total == best
    ]
    over = Event("game_over", {"because": because, "scores": scores, "winners": winners})
    return Step(replace(state, outcome=because, pending=()), (over,))


def view(state: CultState) -> dict[str, Json]:
    """Return the public state: there is no secret in this game."""
    return {
        "turn": state.heroes[state.turn].name,
        "marker": list(state.marker),
        "bearing": state.bearing,
        "infiltrated": [list(at) for at in sorted(state.infiltrated)],
        "spaces_with_jewels": [
            {"at": list(at), "colour": state.jewel_at(at), "cultist": state.jewels[at]}
            for at in sorted(state.jewels)
        ],
        "heroes": [_hero(hero) for hero in state.heroes],
        "decks": by_colour(state.decks),
        "pile": state.pile,
        "pile_limit": state.pile_limit,
        "points_limit": state.points_limit,
        "outcome": state.outcome,
        "house": state.house.json(),
    }


def _hero(hero: Hero) -> dict[str, Json]:
    return {
        "name": hero.name,
        "at": None if hero.at is None else list(hero.at),
        "life": hero.life,
        "stamina": hero.stamina,
        "markers": hero.markers,
        "cultists": by_colour(hero.cultists),
        "points": hero.points,
        "out": hero.out,
    }
