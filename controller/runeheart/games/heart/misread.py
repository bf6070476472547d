"""How a card is misread: what else a hurried eye takes a clue to say.

Owns the list of misreadings. Must not know who reads, nor how often: `players` does.
"""

from functools import cache

from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, Kind, pair


@cache
def misreadings(clue: Clue, length: int) -> tuple[Clue, ...]:
    """Return the clues that a clue is taken for: a wrong number or order, a "not" overlooked, another rune.

    Each is a possible clue of its length, and different from the clue; there is at least one.
    """
    first, second = clue.runes[0], clue.runes[-1]
    match clue.kind:
        case Kind.AT:
            others = [Clue(Kind.AT, clue.runes, (p,)) for p in _beside(clue.numbers[0], 1, length)]
        case Kind.NOT_AT:
            others = [Clue(Kind.NOT_AT, clue.runes, (p,)) for p in _beside(clue.numbers[0], 1, length)]
            others.append(Clue(Kind.AT, clue.runes, clue.numbers))
        case Kind.EITHER:
            starts = _beside(clue.numbers[0], 1, length - 1)
            others = [Clue(Kind.EITHER, clue.runes, (p, p + 1)) for p in starts]
        case Kind.BEFORE:
            others = [Clue(Kind.BEFORE, (second, first)), Clue(Kind.DIRECTLY_BEFORE, clue.runes)]
        case Kind.DIRECTLY_BEFORE:
            others = [Clue(Kind.DIRECTLY_BEFORE, (second, first)), Clue(Kind.BEFORE, clue.runes)]
        case Kind.NEXT_TO:
            others = [Clue(Kind.DIRECTLY_BEFORE, clue.runes), Clue(Kind.DIRECTLY_BEFORE, (second, first))]
        case Kind.APART:
            distances = _beside(clue.numbers[0], 2, length - 1)
            others = [Clue(Kind.APART, clue.runes, (d,)) for d in distances]
        case _:
            others = []
    return (*others, _other_rune(clue))


def _beside(number: int, lowest: int, highest: int) -> list[int]:
    return [near for near in (number - 1, number + 1) if lowest <= near <= highest]


def _other_rune(clue: Clue) -> Clue:
    """Take the last rune for the next one in the list that the clue does not name."""
    after = RUNES.index(clue.runes[-1])
    other = next(rune for rune in (*RUNES[after:], *RUNES) if rune not in clue.runes)
    runes = (*clue.runes[:-1], other)
    if clue.kind in {Kind.NEXT_TO, Kind.APART}:
        runes = pair(*runes)
    return Clue(clue.kind, runes, clue.numbers)
