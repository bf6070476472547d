"""A game of the Ruin at one moment, and what may be seen of it: all of it, for nothing here is hidden.

Owns the state and its public view (play.md 3). Must not know how a state comes from another.
"""

from typing import Any

from msgspec import Struct

from runeheart.core.chance import Chance
from runeheart.core.events import AskChoose, AskNumber, AskRoll, Json
from runeheart.games.ruin.settings import Setup

Task = tuple[Any, ...]
"""Something still to be done: its name in the table of `rules`, then plain values."""

Question = AskRoll | AskChoose | AskNumber


class Brood(Struct, frozen=True, array_like=True):
    """A Brood on the map."""

    id: int
    at: int
    """The index of its Hex."""
    charge: int
    """1 … 4 (R-020)."""
    prevented: int
    """How many of its next Charge events do nothing (RA-12)."""


class RuinState(Struct, frozen=True):
    """Everything about a game. Hexes are indices into the map."""

    setup: Setup
    chance: Chance
    player: int
    broods: tuple[Brood, ...]
    """By id."""
    next_id: int
    """The lowest number that no Brood ever had."""
    round: int = 1
    phase: str = "commit"
    """commit, move, entered, mother or over."""
    stars_left: int = 0
    moved: bool = False
    """Whether a step was made in this round."""
    came_in: tuple[int, ...] = ()
    """The Broods that came into your Hex, and so discharged, during this entry (RA-09)."""
    kept: tuple[int, ...] = ()
    """The Broods that Stealth keeps from discharging during this entry (RA-13)."""
    damage: int = 0
    outcome: str | None = None
    """None, resolved or defeated."""
    tasks: tuple[Task, ...] = ()
    """What waits for the answer to the question, the next one last."""
    question: Question | None = None
    then: Task = ()
    """The task that gets the answer as its last value."""


def begin(setup: Setup, seed: int) -> RuinState:
    """Return the state before the first command; nothing happens at setup (RA-01)."""
    broods = tuple(Brood(number, at, charge, 0) for number, (at, charge) in enumerate(setup.board.broods, 1))
    return RuinState(setup, Chance(seed), setup.board.field.start, broods, len(broods) + 1)


def view(state: RuinState) -> dict[str, Json]:
    """Return the public state in the order of play.md 3."""
    setup = state.setup
    hexes = setup.board.field.hexes
    return {
        "round": state.round,
        "phase": state.phase,
        "player": list(hexes[state.player]),
        "mother": list(hexes[setup.board.field.mother]),
        "stars_left": state.stars_left,
        "broods": [
            {
                "id": brood.id,
                "at": list(hexes[brood.at]),
                "charge": brood.charge,
                "charge_prevented": brood.prevented,
            }
            for brood in state.broods
        ],
        "pool": setup.pool,
        "damage": state.damage,
        "life": setup.life,
        "keywords": list(setup.keywords),
        "corruption": setup.corruption,
        "outcome": state.outcome,
        "house": setup.house.json(),
    }
