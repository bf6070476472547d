"""A printed set: six answer cards with a sign each, 20 clue cards with a line for each sign (HA-01, HA-02).

Owns what stands on the cards of a set. Must not know paper, nor a game's course. Everything comes from the
deck code: the same code gives the same cards everywhere.
"""

from collections.abc import Mapping

from msgspec import Struct

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.deck import DECK_SIZE, Answer, draw_answer, draw_deck

SIGNS = ("star", "crown", "key", "bell", "eye", "tower")
"""The signs of the answer cards, in the order of the lines on a clue card and of the prop's buttons."""


class PrintedSet(Struct, frozen=True):
    """The cards of a set. A sign as a key stands for the answer card that has it on its back."""

    code: DeckCode
    length: int
    """How many runes of an answer card count."""
    fronts: Mapping[str, Answer]
    """All six runes of each answer card."""
    decks: Mapping[str, tuple[Clue, ...]]
    """The lines with each sign: one for each clue card, in the same order of cards for every sign."""

    def answer(self, sign: str) -> Answer:
        """Return the sequence of an answer card: the runes that count."""
        return self.fronts[sign][: self.length]

    def cards(self) -> tuple[Mapping[str, Clue], ...]:
        """Return the 20 clue cards, each with its line for each sign."""
        return tuple({sign: self.decks[sign][number] for sign in SIGNS} for number in range(DECK_SIZE))


def print_set(code: DeckCode, length: int) -> PrintedSet:
    """Make the set of a code; `length`: the runes that count at the code's difficulty.

    The six answers differ in the runes that count. Each deck is drawn and shuffled for itself, so that no
    line tells anything about the other lines of its card, or about the answer of another sign.
    """
    chance = Chance(code.number)
    answers: list[Answer] = []
    while len(answers) < len(SIGNS):
        answer, chance = draw_answer(chance, length)
        if answer not in answers:
            answers.append(answer)
    fronts = {}
    decks = {}
    for sign, answer in zip(SIGNS, answers, strict=True):
        others, chance = chance.shuffled([rune for rune in RUNES if rune not in answer])
        fronts[sign] = (*answer, *others)
        decks[sign], chance = draw_deck(chance, answer, code.kind)
    return PrintedSet(code, length, fronts, decks)
