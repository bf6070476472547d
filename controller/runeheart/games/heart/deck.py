"""What is drawn from a seed: the answer, the six answers of the bank, the deck (H-023, H-024, HA-01).

Owns how a deck is put together; a seam: another way to do it changes only this module. Must not know the
course of a game. A deck holds 20 different clues that are true of the answer, of every kind that its length
allows, and fits exactly one of all arrangements.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, Kind, holds, pair

DECK_SIZE = 20
BANK_SIZE = 6

Answer = tuple[str, ...]

_SHARES: Mapping[Kind, int] = {
    Kind.AT: 1,
    Kind.EITHER: 3,
    Kind.BEFORE: 4,
    Kind.DIRECTLY_BEFORE: 2,
    Kind.NEXT_TO: 2,
    Kind.APART: 3,
    Kind.ABSENT: 1,
}
"""How many cards of each kind, as far as there are so many; the rest are NOT_AT: there are plenty."""


def draw_answer(chance: Chance, length: int) -> tuple[Answer, Chance]:
    """Draw a sequence of `length` different runes, each equally likely."""
    order, chance = chance.shuffled(RUNES)
    return order[:length], chance


def draw_bank(chance: Chance, answer: Answer) -> tuple[tuple[Answer, ...], Chance]:
    """Draw six different answers, the given one among them at a place that tells nothing."""
    bank = [answer]
    while len(bank) < BANK_SIZE:
        other, chance = draw_answer(chance, len(answer))
        if other not in bank:
            bank.append(other)
    return chance.shuffled(bank)


def draw_deck(chance: Chance, answer: Answer) -> tuple[tuple[Clue, ...], Chance]:
    """Draw a deck for an answer, top card first."""
    every = true_clues(answer)
    while True:
        deck: list[Clue] = []
        for kind, share in _SHARES.items():
            clues, chance = chance.shuffled(every[kind])
            deck += clues[:share]
        clues, chance = chance.shuffled(every[Kind.NOT_AT])
        deck += clues[: DECK_SIZE - len(deck)]
        if len(list(itertools.islice(solutions(deck, len(answer)), 2))) == 1:
            return chance.shuffled(deck)


def true_clues(answer: Answer) -> dict[Kind, list[Clue]]:
    """List every clue that is true of an answer, by kind, in a fixed order."""
    length = len(answer)
    places = range(1, length + 1)
    candidates = [Clue(Kind.ABSENT, (rune,)) for rune in RUNES]
    for rune in RUNES:
        candidates += [Clue(kind, (rune,), (p,)) for kind in (Kind.AT, Kind.NOT_AT) for p in places]
        candidates += [Clue(Kind.EITHER, (rune,), (p, p + 1)) for p in places[:-1]]
    for one, other in itertools.permutations(RUNES, 2):
        candidates += [Clue(kind, (one, other)) for kind in (Kind.BEFORE, Kind.DIRECTLY_BEFORE)]
        if (one, other) == pair(one, other):
            candidates.append(Clue(Kind.NEXT_TO, (one, other)))
            candidates += [Clue(Kind.APART, (one, other), (d,)) for d in range(2, length)]
    by_kind: dict[Kind, list[Clue]] = {kind: [] for kind in Kind}
    for clue in candidates:
        if holds(clue, answer):
            by_kind[clue.kind].append(clue)
    return by_kind


def solutions(clues: Sequence[Clue], length: int) -> Iterable[Answer]:
    """Go through all arrangements of `length` runes and yield those of which every clue is true."""
    return (
        arrangement
        for arrangement in itertools.permutations(RUNES, length)
        if all(holds(clue, arrangement) for clue in clues)
    )
