"""What perfect logic makes of clues: the arrangements they leave, and whether a win is sure from there.

Owns arrangements as bit masks, and the exact search for a sure win. Must not know decks, cards or a game's
course. A mask is a whole number with one bit for each arrangement (360, 720, 720 for lengths 4, 5, 6).
"""

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, holds

Mask = int

_MEMORY = 500_000
"""Questions that a Logic remembers before it starts afresh: some 100 MB, far more than a certificate asks."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Every way to put `length` different runes in a row; bit i of a mask stands for `sequences[i]`."""

    sequences: tuple[tuple[str, ...], ...]
    everything: Mask
    places: tuple[tuple[Mask, ...], ...]
    """places[p][r]: the arrangements with rune r of the rune list in place p, both counted from 0."""

    def listed(self, candidates: Mask) -> list[tuple[str, ...]]:
        """Return the arrangements of a mask, in the order of the bits."""
        return [one for bit, one in enumerate(self.sequences) if candidates >> bit & 1]


@cache
def arrangements(length: int) -> Arrangements:
    """Return all arrangements of `length` runes (4, 5 or 6), in the order of the rune list."""
    sequences = tuple(itertools.permutations(RUNES, length))
    places = tuple(
        tuple(sum(1 << bit for bit, one in enumerate(sequences) if one[p] == rune) for rune in RUNES)
        for p in range(length)
    )
    return Arrangements(sequences, (1 << len(sequences)) - 1, places)


@cache
def clue_mask(clue: Clue, length: int) -> Mask:
    """Return the arrangements of which a clue is true."""
    return sum(1 << bit for bit, one in enumerate(arrangements(length).sequences) if holds(clue, one))


def candidates(clues: Iterable[Clue], length: int) -> Mask:
    """Return the arrangements of which every clue is true."""
    left = arrangements(length).everything
    for clue in clues:
        left &= clue_mask(clue, length)
    return left


class Logic:
    """A player who draws every conclusion. Keep one for many questions: it remembers what it worked out.

    A right activation costs nothing and tells that the rune is there; a wrong one costs a mistake and tells
    that it is not (H-072, H-074). With `in_order`, only the next open place may be tried (HA-05).
    """

    def __init__(self, length: int, *, in_order: bool = False) -> None:
        table = arrangements(length).places
        self._in_order = in_order
        self._by_place = table
        self._all = tuple(itertools.chain.from_iterable(table))
        self._most = tuple(math.comb(length + spare, spare) for spare in range(len(RUNES)))
        self._known: tuple[dict[Mask, bool], ...] = tuple({} for _ in self._most)

    def wins(self, left: Mask, spare: int) -> bool:
        """Tell whether the player surely wins from the candidates `left`, with `spare` mistakes (0 … 5).

        Fewer candidates never make it harder, so a try that is safe whatever it tells is never wrong, and
        greedy search is exact: take any activation that holds in some candidates but not in all, and whose
        failure leaves a sure win with one mistake less; go on with the candidates in which it holds. One
        candidate left: won. No such activation: no sure win, for the first risky try of any plan is one.

        Each kept activation fixes one more of the places, so a sure win has at most as many candidates as
        there are ways to make `spare` mistakes among the tries; more are refused without a search.
        """
        if left & (left - 1) == 0:
            return True
        if left.bit_count() > self._most[spare]:
            return False
        known = self._known[spare]
        sure = known.get(left)
        if sure is None:
            if len(known) >= _MEMORY:
                known.clear()
            sure = known[left] = self._search(left, spare)
        return sure

    def _search(self, left: Mask, spare: int) -> bool:
        while left & (left - 1):
            for activation in self._tries(left):
                fits = left & activation
                if fits and fits != left and self.wins(left ^ fits, spare - 1):
                    left = fits
                    break
            else:
                return False
        return True

    def _tries(self, left: Mask) -> tuple[Mask, ...]:
        if not self._in_order:
            return self._all
        # A place on which all candidates agree is locked at no risk; the next one is the first that is open.
        return next(
            activations
            for activations in self._by_place
            if not any(left & activation == left for activation in activations)
        )
