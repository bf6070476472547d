"""Model players at the real game: one game, and a batch of persons with several attempts each.

Owns the seeds and how a mind meets a table. Must not know statistics, processes or output: a batch gives the
same games wherever and in whatever order it is played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from runeheart.core.chance import Chance
from runeheart.core.events import Json
from runeheart.core.table import Table
from runeheart.core.units import milliseconds, seconds
from runeheart.games.heart.mind import Mind
from runeheart.games.heart.players import Player
from runeheart.games.heart.rules import HEART
from runeheart.games.heart.state import HeartState
from runeheart.games.heart.tempo import GRAINS, factors

ATTEMPTS = 5
"""Games that each person plays, each with another deck."""
_SEEDS = 1 << 63
_ENDS = {"defused", "exploded"}


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    cause: str | None
    """None: won. Else what the Heart exploded of: mistakes, timer or sequence; of two the first."""
    used_ms: int
    """Time gone from the timer at the end, penalties included."""
    gambled: int
    """Wrong activations that the player knew could be wrong."""
    erred: int
    """Wrong activations of which the player was sure."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Persons `first` … `last - 1` at a setup with its difficulty; each is played as each player."""

    seed: int
    setup: Mapping[str, Json]
    players: tuple[Player, ...]
    first: int
    last: int


Attempts = tuple[Played, ...]


def play(state: HeartState, player: Player, chance: Chance) -> Played:
    """Play a game to its end; the player sees events only, and the bank where it is public."""
    table = Table(HEART, state)
    mind = Mind(player, state.parameters, state.house, chance, state.bank)
    taken = table.take({"do": "read", "at": 0})
    at_ms = 0
    while not taken.events or taken.events[-1].name not in _ENDS:
        mind.hear(taken.events)
        command, spent_ms = mind.act()
        at_ms += spent_ms
        taken = taken.table.take({**command, "at": seconds(at_ms)})
        if not taken.counted and not taken.events:
            raise ValueError(f"a model player was refused: {taken.refused}")
    end = taken.events[-1]
    used_ms = state.parameters.timer_ms - (milliseconds(end.data["left_s"]) or 0)
    because = end.data["because"][0] if end.name == "exploded" else None
    mind.hear(taken.events)  # the last activation may have been wrong
    return Played(because, used_ms, mind.gambled, mind.erred)


def play_batch(batch: Batch) -> list[list[Attempts]]:
    """Play a batch; return the attempts of each person, for each player.

    Every player meets the same decks with the same persons' pace: what differs is the player.
    """
    played: list[list[Attempts]] = [[] for _ in batch.players]
    for person in range(batch.first, batch.last):
        own = derived(batch.seed, batch.setup["difficulty"], person)
        states = [HEART.setup(batch.setup, derived(own, "deck", attempt)) for attempt in range(ATTEMPTS)]
        grain, _ = Chance(own).below(GRAINS)
        for index, player in enumerate(batch.players):
            played[index].append(
                tuple(
                    play(state, _at(player, grain, attempt), Chance(derived(own, player.name, attempt)))
                    for attempt, state in enumerate(states)
                )
            )
    return played


@cache
def _at(player: Player, grain: int, attempt: int) -> Player:
    """Return a player with a person's pace and the practice of so many games before."""
    return player.scaled(pace=factors(player.person_spread)[grain]).practised(attempt + 1)


def derived(seed: int, name: str, number: int) -> int:
    """Return a seed of its own for one of many things drawn from a seed."""
    named = int.from_bytes(name.encode(), "big")
    first, _ = Chance(seed, named).below(_SEEDS)
    value, _ = Chance(first, number).below(_SEEDS)
    return value


def batches(
    seed: int, setup: Mapping[str, Json], players: Sequence[Player], persons: int, size: int
) -> list[Batch]:
    """Divide persons into batches of at most `size`, in order."""
    return [
        Batch(seed, setup, tuple(players), first, min(first + size, persons))
        for first in range(0, persons, size)
    ]
