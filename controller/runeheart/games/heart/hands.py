"""What a deck gives whatever the shuffle: sums over every hand that can be held, without sampling.

Owns the counting over hands. Must not know clues or rules: a card is the mask of the arrangements it leaves.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from runeheart.games.heart.solver import Mask


def count_sure(cards: Sequence[Mask], size: int, everything: Mask, sure: Callable[[Mask], bool]) -> int:
    """Count the hands of `size` cards whose candidates are sure.

    `sure` must stay true when candidates are taken away: once some cards of a hand are sure, every hand with
    them is, and those are counted by a binomial instead of one by one.
    """
    cards = sorted(cards, key=int.bit_count)  # strong cards first: hands become sure early
    total = len(cards)

    def more(left: Mask, first: int, missing: int) -> int:
        found = 0
        for index in range(first, total - missing + 1):
            remaining = left & cards[index]
            if sure(remaining):
                found += math.comb(total - index - 1, missing - 1)
            elif missing > 1:
                found += more(remaining, index + 1, missing - 1)
        return found

    return more(everything, 0, size)


def most_left(cards: Sequence[Mask], size: int, everything: Mask) -> int:
    """Return the number of candidates after the worst hand of `size` cards."""
    cards = sorted(cards, key=int.bit_count, reverse=True)  # weak cards first: a bad hand is found early
    total = len(cards)
    most = 0

    def more(left: Mask, first: int, missing: int) -> None:
        nonlocal most
        for index in range(first, total - missing + 1):
            remaining = left & cards[index]
            if remaining.bit_count() <= most:
                continue  # further cards only take away
            if missing == 1:
                most = remaining.bit_count()
            else:
                more(remaining, index + 1, missing - 1)

    more(everything, 0, size)
    return most


def mean_left(cards: Sequence[Mask], size: int, everything: Mask) -> Fraction:
    """Return the mean number of candidates over all hands of `size` cards.

    A candidate is left by the hands made of cards that are true of it only: a binomial for each.
    """
    found = sum(
        math.comb(sum(card >> bit & 1 for card in cards), size)
        for bit in range(everything.bit_length())
        if everything >> bit & 1
    )
    return Fraction(found, math.comb(len(cards), size))
