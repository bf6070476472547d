"""The next deduction that a person can make, and the clues that it rests on: help for the game master.

Owns the search for small deductions. Must not know the answer, the deck or a game's course: it says nothing
that the given clues and facts do not force.
"""

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue
from runeheart.games.heart.solver import Mask, arrangements, clue_mask

Fact = tuple[str, int]
"""A rune and a place, counted from 1."""
Indices = tuple[int, ...]

_EASY = 2
"""So many clues a person holds together without notes."""
_MOST = 3
"""The largest sets of clues that are all looked through; C(20, 3) are 1,140."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A conclusion: either a rune's place, or places where runes cannot be."""

    rests_on: Indices
    """The clues that force it, as indices into the given ones; empty: the known facts alone do."""
    placed: Fact | None
    excluded: tuple[Fact, ...]
    """By rune in the order of the rune list, then by place; empty if a place was found."""


def hint(
    clues: Sequence[Clue],
    locked: Sequence[str | None],
    misses: Collection[Fact],
    among: Collection[Sequence[str]] | None = None,
) -> Hint | None:
    """Find the next deduction from held clues; None if they force nothing that is not known.

    `locked` has the rune or None for each place. `misses` are facts known to be false: wrong activations, and
    what earlier hints excluded. Add each hint to them (a place found excludes the rune's other places, and
    the place's other runes), and the hints lead step by step to all that the clues force. `among` has the
    answers that are possible at all, where they are public.

    Preferred, in this order: a place from one or two clues; exclusions from one or two, the most of them; a
    place, then exclusions, from three; what all clues force together, with clues left out while it stays.
    """
    table = _Table(clues, locked, misses, among)
    for sizes in (range(_EASY + 1), range(_EASY + 1, _MOST + 1)):
        for conclude in (table.placed, table.excluded):
            for size in sizes:
                sets = itertools.combinations(range(len(clues)), size)
                rests_on = max(sets, key=lambda one: len(conclude(one)), default=())
                if conclude(rests_on):
                    return table.hint(rests_on)
    everyone = tuple(range(len(clues)))
    for conclude in (table.placed, table.excluded):
        if found := conclude(everyone):
            return table.hint(_needed(conclude, found[0], everyone))
    return None


def _needed(conclude: Callable[[Indices], tuple[Fact, ...]], fact: Fact, rests_on: Indices) -> Indices:
    """Leave out clues, the last first, as long as the others still force the fact."""
    for index in reversed(rests_on):
        fewer = tuple(one for one in rests_on if one != index)
        if fact in conclude(fewer):
            rests_on = fewer
    return rests_on


class _Table:
    """What lies open on the table, and what clues add to it."""

    def __init__(
        self,
        clues: Sequence[Clue],
        locked: Sequence[str | None],
        misses: Collection[Fact],
        among: Collection[Sequence[str]] | None,
    ) -> None:
        length = len(locked)
        places = arrangements(length).places
        self._masks = [clue_mask(clue, length) for clue in clues]
        self._cells = {(rune, p + 1): places[p][r] for r, rune in enumerate(RUNES) for p in range(length)}
        self._open = [fact for fact in self._cells if locked[fact[1] - 1] is None and fact[0] not in locked]
        self._false = set(misses)
        self._before = arrangements(length).everything
        if among is not None:
            sequences = arrangements(length).sequences
            self._before = sum(1 << bit for bit, one in enumerate(sequences) if one in among)
        for p, rune in enumerate(locked):
            if rune is not None:
                self._before &= self._cells[rune, p + 1]
        for fact in misses:
            self._before &= ~self._cells[fact]

    def placed(self, rests_on: Indices) -> tuple[Fact, ...]:
        """Return the places that some clues force and that are not on the table yet."""
        left = self._left(rests_on)
        return tuple(fact for fact in self._open if left & self._cells[fact] == left and not self._told(fact))

    def excluded(self, rests_on: Indices) -> tuple[Fact, ...]:
        """Return the facts that some clues exclude and that are not on the table yet."""
        left = self._left(rests_on)
        return tuple(fact for fact in self._open if not left & self._cells[fact] and fact not in self._false)

    def hint(self, rests_on: Indices) -> Hint:
        """Return what some clues force as a hint: the first place, or else all exclusions."""
        placed = self.placed(rests_on)
        return Hint(rests_on, placed[0], ()) if placed else Hint(rests_on, None, self.excluded(rests_on))

    def _left(self, rests_on: Indices) -> Mask:
        left = self._before
        for index in rests_on:
            left &= self._masks[index]
        return left

    def _told(self, fact: Fact) -> bool:
        """Tell whether everything that a place found excludes is known to be false already."""
        return all(
            other in self._false
            for other in self._open
            if other != fact and (other[0] == fact[0] or other[1] == fact[1])
        )
