"""Chance as a value: a seed and a counter, hashed, so that every machine draws the same (design 5).

Python's `random` promises stable sequences for `random()` alone; SHA-256 promises them for ever.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")
_SPAN = 1 << 64


class Chance(Struct, frozen=True):
    """A place in the endless sequence of a seed. Every draw returns the value and the next place."""

    seed: int
    counter: int = 0

    def below(self, n: int) -> tuple[int, "Chance"]:
        """Draw a whole number 0 … n - 1, each equally likely (rejection, no modulo bias); n ≥ 1."""
        limit = _SPAN - _SPAN % n
        counter = self.counter
        while True:
            digest = hashlib.sha256(f"{self.seed}:{counter}".encode()).digest()
            value = int.from_bytes(digest[:8], "big")
            counter += 1
            if value < limit:
                return value % n, Chance(self.seed, counter)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """Draw an order of all items, each of the n! equally likely (Fisher-Yates)."""
        order = list(items)
        chance = self
        for last in range(len(order) - 1, 0, -1):
            pick, chance = chance.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order), chance
