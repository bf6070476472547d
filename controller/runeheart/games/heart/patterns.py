"""Decks that were searched for ahead of time: how they are written, and become a deck for an answer.

Owns the notation, the limits on a mix of kinds, and the choice from a seed. Must not know how patterns are
found (`patterns/search.py`). The patterns themselves are in `patterns_data`.

A pattern is 20 clues for any answer: the letter a stands for the rune in place 1, b for place 2, …; letters
beyond the length stand for the runes that are not in the answer. A clue is a sign for its kind, one or two
letters, and its numbers as in play.md: `=b2` b is in place 2, `!a3` a is not in place 3, `|c23` c is in
place 2 or 3, `<ad` a comes before d, `>ab` directly before, `~bc` next to each other, `:ad3` 3 apart, `-f`
absent.

Other runes for the letters, or the whole row read from the other end, change nothing in the logic: every deck
that is made from a pattern is exactly as fair as the pattern.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, Kind, pair
from runeheart.games.heart.patterns_data import PATTERNS

SIGNS: Mapping[Kind, str] = {
    Kind.AT: "=",
    Kind.NOT_AT: "!",
    Kind.EITHER: "|",
    Kind.BEFORE: "<",
    Kind.DIRECTLY_BEFORE: ">",
    Kind.NEXT_TO: "~",
    Kind.APART: ":",
    Kind.ABSENT: "-",
}
LETTERS = "abcdef"
_PAIRS = {Kind.NEXT_TO, Kind.APART}
"""Kinds without an order; their runes stand in the order of the rune list, as everywhere (play.md 2)."""
_KINDS = {sign: kind for kind, sign in SIGNS.items()}


@dataclass(frozen=True, slots=True)
class Mix:
    """What a kind of deck promises about its cards."""

    fewest: int
    """Cards of each kind, as far as the length has so many different true ones."""
    most: int
    """Cards of one kind."""
    most_at: int = 4
    """Cards that say a place outright."""
    most_single: int = 9
    """AT and NOT_AT together: most cards relate runes or leave a choice."""

    def allows(self, counts: Mapping[Kind, int], exist: Mapping[Kind, int]) -> bool:
        """Tell whether a deck with so many cards of each kind keeps to this mix; `exist`: true clues."""
        return (
            all(min(self.fewest, exist[kind]) <= counts.get(kind, 0) <= self.most for kind in exist)
            and counts.get(Kind.AT, 0) <= self.most_at
            and counts.get(Kind.AT, 0) + counts.get(Kind.NOT_AT, 0) <= self.most_single
        )


MIXES: Mapping[str, Mix] = {"fair": Mix(fewest=1, most=8), "mixed": Mix(fewest=2, most=5)}
"""The kinds of decks that come from patterns; the default first."""

LEAST_SHARES: Mapping[tuple[str, int], Fraction] = {
    ("fair", 4): Fraction(97, 100),
    ("fair", 5): Fraction(9995, 10000),
    ("fair", 6): Fraction(89, 100),
    ("mixed", 4): Fraction(97, 100),
    ("mixed", 5): Fraction(999, 1000),
    ("mixed", 6): Fraction(77, 100),
}
"""By kind and length: the least share of sure hands of every shipped pattern. The hands are those of the most
cards that can be held, 7 and 5; with length 4, where all 20 can and always give one solution, the first 4."""


def read(pattern: str, order: Sequence[str]) -> list[Clue]:
    """Return the clues of a pattern, `order` telling the rune of each letter, all six."""
    return [_clue(token, order) for token in pattern.split()]


def written(clues: Sequence[Clue], order: Sequence[str]) -> str:
    """Write clues as a pattern; the other way round than `read`."""
    return " ".join(_token(clue, order) for clue in clues)


def mirrored(clue: Clue, length: int) -> Clue:
    """Return what a clue says when the row is read from the other end."""
    match clue.kind:
        case Kind.AT | Kind.NOT_AT | Kind.EITHER:
            return Clue(clue.kind, clue.runes, tuple(length + 1 - p for p in reversed(clue.numbers)))
        case Kind.BEFORE | Kind.DIRECTLY_BEFORE:
            return Clue(clue.kind, clue.runes[::-1])
        case _:
            return clue


def draw(chance: Chance, kind: str, answer: Sequence[str]) -> tuple[tuple[Clue, ...], Chance]:
    """Draw a deck for an answer, top card first: a pattern of the kind, its end to read from, its order."""
    length = len(answer)
    shipped = PATTERNS[kind, length]
    pick, chance = chance.below(len(shipped))
    turned, chance = chance.below(2)
    others, chance = chance.shuffled([rune for rune in RUNES if rune not in answer])
    if turned:
        clues = [mirrored(clue, length) for clue in read(shipped[pick], (*reversed(answer), *others))]
    else:
        clues = read(shipped[pick], (*answer, *others))
    return chance.shuffled(clues)


def counted(clues: Sequence[Clue]) -> Counter[Kind]:
    """Count the cards of each kind."""
    return Counter(clue.kind for clue in clues)


def _token(clue: Clue, order: Sequence[str]) -> str:
    letters = [LETTERS[order.index(rune)] for rune in clue.runes]
    if clue.kind in _PAIRS:
        letters.sort()
    return SIGNS[clue.kind] + "".join(letters) + "".join(map(str, clue.numbers))


def _clue(token: str, order: Sequence[str]) -> Clue:
    kind = _KINDS[token[0]]
    runes = tuple(order[LETTERS.index(letter)] for letter in token[1:] if letter in LETTERS)
    numbers = tuple(int(digit) for digit in token[1:] if digit not in LETTERS)
    return Clue(kind, pair(*runes) if kind in _PAIRS else runes, numbers)
