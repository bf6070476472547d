"""One attempt at a fair deck: swap a card, count the hands that changed, keep what is better or nearly so.

Owns the local search. Every count in it is exact; chance only decides what is tried. The answer is always the
first runes of the list, since other runes change nothing.
"""

import math
import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from runeheart.core.runes import RUNES
from runeheart.games.heart import patterns
from runeheart.games.heart.clues import Clue, Kind
from runeheart.games.heart.deck import DECK_SIZE, true_clues
from runeheart.games.heart.settings import DIFFICULTIES, Difficulty
from runeheart.games.heart.solver import Logic, Mask, arrangements, clue_mask

Cards = frozenset[int]
"""A deck as numbers of `Ground.clues`."""

_TRIES = 4
_HEAT = 0.0005
"""The first temperature, as a share of all hands."""


class _TooMany(Exception):  # noqa: N818 - it ends a count early, it is no error
    pass


@dataclass(frozen=True, slots=True)
class Found:
    """What an attempt came to: the best deck, and how many hands of it are not sure."""

    cards: Cards
    unsure: int


class Ground:
    """Everything that stays the same between attempts for one kind of deck and one length."""

    def __init__(self, kind: str, length: int) -> None:
        self.kind = kind
        self.length = length
        self.mix = patterns.MIXES[kind]
        self.difficulty = by_length(length)
        self.spare = self.difficulty.max_mistakes - 1
        self.size = self.difficulty.start_cards + (self.difficulty.draws or 0)
        """Cards in the hands that are counted: the most one can hold; on Easy the starting cards."""
        self.hands = math.comb(DECK_SIZE, self.size)
        by_kind = true_clues(RUNES[:length])
        self.exist = {of: len(clues) for of, clues in by_kind.items()}
        self.clues = [clue for clues in by_kind.values() for clue in clues]
        self.number = {clue: number for number, clue in enumerate(self.clues)}
        self._kinds = [clue.kind for clue in self.clues]
        self.masks = [clue_mask(clue, length) for clue in self.clues]
        self.everything = arrangements(length).everything
        self.logic = Logic(length)
        mirror = (*reversed(RUNES[:length]), *RUNES[length:])
        renamed = [_renamed(patterns.mirrored(clue, length), mirror) for clue in self.clues]
        self.turned = [self.number[clue] for clue in renamed]
        """For each clue, its number when the row is read from the other end."""

    def mirror(self, cards: Cards) -> Cards:
        """Return the same deck, read from the other end."""
        return frozenset(self.turned[card] for card in cards)

    def overlap(self, one: Cards, other: Cards) -> int:
        """Count the cards that two decks share, whichever end they are read from."""
        return max(len(one & other), len(one & self.mirror(other)))

    def allowed(self, cards: Collection[int]) -> bool:
        """Tell whether a deck keeps to the mix."""
        return self.mix.allows(Counter(self._kinds[card] for card in cards), self.exist)

    def unsure(self, first: Mask, cards: list[int], size: int, most: float = math.inf) -> int | None:
        """Count the hands of `size` cards that are not sure together with `first`; None: more than `most`."""
        # Weak cards first: a bad deck is then given up early.
        masks = sorted((self.masks[card] for card in cards), key=int.bit_count, reverse=True)
        wins, spare, total = self.logic.wins, self.spare, len(masks)
        found = 0

        def more(left: Mask, begin: int, missing: int) -> None:
            nonlocal found
            for index in range(begin, total - missing + 1):
                remaining = left & masks[index]
                if wins(remaining, spare):
                    continue
                if missing > 1:
                    more(remaining, index + 1, missing - 1)
                    continue
                found += 1
                if found > most:
                    raise _TooMany

        try:
            more(first, 0, size)
        except _TooMany:
            return None
        return found

    def solved(self, cards: Cards) -> bool:
        """Tell whether the deck as a whole has one solution."""
        left = self.everything
        for card in cards:
            left &= self.masks[card]
        return left.bit_count() == 1


@cache
def ground(kind: str, length: int) -> Ground:
    """Return the ground for a kind of deck and a length, made once in each process."""
    return Ground(kind, length)


def by_length(length: int) -> Difficulty:
    """Return the difficulty with so many places."""
    return next(one for one in DIFFICULTIES.values() if one.length == length)


def attempt(kind: str, length: int, seed: str, moves: int, avoid: list[Cards], most_shared: int) -> Found:
    """Search by `moves` swaps for a deck that shares at most `most_shared` cards with any deck to avoid."""
    on = ground(kind, length)
    chance = random.Random(seed)  # noqa: S311 - it decides what is tried, nothing that must be secret
    avoided = [*avoid, *(on.mirror(cards) for cards in avoid)]
    deck = _start(on, chance, avoided, most_shared)
    unsure = on.unsure(on.everything, deck, on.size) or 0
    best = Found(frozenset(deck), unsure)
    everyone = range(len(on.clues))
    for move in range(0, moves, _TRIES):
        heat = on.hands * _HEAT * (1 - move / moves) ** 2 + 1e-9
        out = chance.choice(deck)
        rest = [card for card in deck if card != out]
        full = [cards for cards in avoided if len(cards & set(rest)) >= most_shared]
        closed = set(rest).union([out], *full)
        with_out: int | None = None
        for _ in range(_TRIES):
            new = chance.choice(everyone)
            if new in closed or not on.allowed([*rest, new]):
                continue
            if with_out is None:
                with_out = on.unsure(on.masks[out], rest, on.size - 1) or 0
            # The usual coin of annealing, thrown first: the count may stop as soon as it is lost.
            most = with_out - heat * math.log(1 - chance.random())
            with_new = on.unsure(on.masks[new], rest, on.size - 1, most)
            if with_new is None:
                continue
            unsure += with_new - with_out
            deck = [*rest, new]
            if unsure < best.unsure and on.solved(frozenset(deck)):
                best = Found(frozenset(deck), unsure)
            break
    return best


def _start(on: Ground, chance: random.Random, avoided: list[Cards], most_shared: int) -> list[int]:
    numbers = {kind: [on.number[clue] for clue in on.clues if clue.kind is kind] for kind in Kind}
    while True:
        deck: list[int] = []
        for cards in numbers.values():
            deck += chance.sample(cards, min(on.mix.fewest, len(cards)))
        others = [card for card in range(len(on.clues)) if card not in deck]
        deck += chance.sample(others, DECK_SIZE - len(deck))
        if on.allowed(deck) and all(len(cards & set(deck)) <= most_shared for cards in avoided):
            return deck


def _renamed(clue: Clue, order: tuple[str, ...]) -> Clue:
    return patterns.read(patterns.written([clue], RUNES), order)[0]
