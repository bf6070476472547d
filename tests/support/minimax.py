"""The slow way to decide whether a win is sure: plain minimax over sets of sequences, as the rules say.

Shares nothing with the solver: no masks, no bound, no greedy step.
"""

import itertools
from functools import cache

from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import holds


@cache
def everything(length):
    return tuple(itertools.permutations(RUNES, length))


def left_by(clues, length):
    return frozenset(one for one in everything(length) if all(holds(clue, one) for clue in clues))


@cache
def sure(candidates, spare):
    """Tell whether some activation is safe and leads on to a win, whatever it tells (H-071 … H-074)."""
    if len(candidates) == 1:
        return True
    length = len(next(iter(candidates)))
    for place, rune in itertools.product(range(length), RUNES):
        right = frozenset(one for one in candidates if one[place] == rune)
        wrong = candidates - right
        if right and wrong and spare and sure(wrong, spare - 1) and sure(right, spare):
            return True
    return False


@cache
def sure_in_order(candidates, spare, place=0):
    """The same where only the next place may be tried, whether that is of use or not (HA-05)."""
    if place == len(next(iter(candidates))):
        return True
    for rune in RUNES:
        right = frozenset(one for one in candidates if one[place] == rune)
        wrong = candidates - right
        if not right or (wrong and not spare):
            continue
        safe = not wrong or (wrong != candidates and sure_in_order(wrong, spare - 1, place))
        if safe and sure_in_order(right, spare, place + 1):
            return True
    return False
