"""How long a model player takes, and what happens by chance.

Owns a mind's clock and its chance. Must not know what is thought about.
"""

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import TypeVar

from runeheart.core.chance import Chance
from runeheart.games.heart.players import Player

T = TypeVar("T")

GRAINS = 64
"""Values into which a log-normal factor is divided, each equally likely."""
_MILLION = 1_000_000
_MS_PER_MINUTE = 60_000


@cache
def factors(sigma: float) -> tuple[float, ...]:
    """Return GRAINS equally likely values of a log-normal factor with median 1, ascending."""
    normal = NormalDist()
    return tuple(math.exp(sigma * normal.inv_cdf((grain + 0.5) / GRAINS)) for grain in range(GRAINS))


class Tempo:
    """The clock in a player's head, and the chance of a game."""

    def __init__(self, player: Player, chance: Chance, timer_ms: int) -> None:
        self.left_ms = timer_ms
        """What the prop's display showed at the last command."""
        self.spent_ms = 0
        """Gone since then."""
        self._player = player
        self._chance = chance
        self._hurry_ms = player.hurry * timer_ms
        self._factors = factors(player.step_spread) if player.step_spread else (1.0,)

    def spend(self, steps: int, *, words: int = 0, presses: int = 0, bits: float = 0) -> None:
        """Let the time pass that mental steps, words to read, presses and a choice of so many bits take."""
        player = self._player
        time_ms = (
            steps * player.step_ms
            + words * _MS_PER_MINUTE / player.reading_wpm
            + presses * player.press_ms
            + bits * player.bit_ms
        )
        grain = self.below(len(self._factors)) if len(self._factors) > 1 else 0
        self.spent_ms += round(time_ms * self._factors[grain])

    def taken(self) -> int:
        """Return the milliseconds since the last command, and begin anew."""
        spent_ms, self.spent_ms = self.spent_ms, 0
        self.left_ms -= spent_ms
        return spent_ms

    @property
    def hurries(self) -> bool:
        """Whether so little time is left that thinking ends."""
        return self.left_ms - self.spent_ms <= self._hurry_ms

    def below(self, n: int) -> int:
        """Draw a whole number 0 … n - 1."""
        value, self._chance = self._chance.below(n)
        return value

    def happens(self, share: float) -> bool:
        """Draw whether something happens that does in a share of cases; 0 and 1 need no chance."""
        if share in {0, 1}:
            return share == 1
        return self.below(_MILLION) < share * _MILLION

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Draw an order."""
        order, self._chance = self._chance.shuffled(items)
        return order
