"""Whole games of the Ruin by model players, for makers of boards. The same seed gives the same games.

Owns how a game is played to its end and what is kept of it. Must not know the players' minds.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from runeheart.core.chance import Chance
from runeheart.core.game import Refused
from runeheart.games.ruin.players import Player, mind
from runeheart.games.ruin.rules import RUIN

MOST_ROUNDS = 200
"""After so many rounds a game counts as never resolved."""


class Moment(Struct, frozen=True):
    """The end of a round."""

    damage: int
    """So far."""
    broods: int
    ready: int
    """Those at Charge 4."""


class Played(Struct, frozen=True):
    """What is kept of a game."""

    outcome: str | None
    """resolved, defeated, or None when MOST_ROUNDS were not enough."""
    rounds: int
    damage: int
    moments: tuple[Moment, ...]
    """One for each round that came to its end."""


def play(setup: Mapping[str, Any], player: Player, seed: int) -> Played:
    """Play one game; rolls and ties come from the seed. Raises SetupInvalidError as the game does."""
    state = RUIN.setup({**setup, "dice": "auto", "ties": "auto", "defense": "none"}, seed)
    known = mind(state.setup.board.field, Chance(seed, 1 << 32))  # far from the game's own draws
    moments: list[Moment] = []
    while state.outcome is None and len(moments) < MOST_ROUNDS:
        command, known = player(state, known)
        step = RUIN.step(state, command)
        if isinstance(step, Refused):
            raise AssertionError(f"a player was refused: {step.why}")  # noqa: TRY004 - a defect of ours
        state = step.state
        if any(event.name == "round_ended" for event in step.events):
            ready = sum(brood.charge == 4 for brood in state.broods)
            moments.append(Moment(state.damage, len(state.broods), ready))
    rounds = max(len(moments), state.round if state.outcome is not None else 0)
    return Played(state.outcome, rounds, state.damage, tuple(moments))
