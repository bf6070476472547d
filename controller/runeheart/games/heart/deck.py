"""What is drawn from a seed: the answer, the six answers of the bank, the deck (H-023, H-024, HA-01).

Owns how a deck is put together; a seam: another way to do it changes only this module. Must not know the
course of a game. A deck holds 20 different clues that are true of the answer, and fits exactly one of all
arrangements. Fair and mixed decks come from patterns that were searched for and proved ahead of time.
"""

import itertools
from collections.abc import Iterable, Sequence

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, Kind, holds, pair

DECK_SIZE = 20
BANK_SIZE = 6

Answer = tuple[str, ...]

WILD = "wild"
DECK_KINDS = ("fair", "mixed", WILD)
"""What kinds of decks can be drawn, the default first. Wild: any true cards that have one solution."""


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


def draw_deck(chance: Chance, answer: Answer, kind: str = DECK_KINDS[0]) -> tuple[tuple[Clue, ...], Chance]:
    """Draw a deck of one of DECK_KINDS for an answer, top card first."""
    if kind != WILD:
        from runeheart.games.heart import patterns  # noqa: PLC0415 - half of a start's rules, only for a draw

        return patterns.draw(chance, kind, answer)
    every = list(itertools.chain.from_iterable(true_clues(answer).values()))
    while True:
        clues, chance = chance.shuffled(every)
        deck = clues[:DECK_SIZE]
        if len(list(itertools.islice(solutions(deck, len(answer)), 2))) == 1:
            return deck, chance


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
