"""Misreadings: every one is a possible card, and says something else than the card."""

import pytest

from runeheart.core.runes import RUNES
from runeheart.games.heart import clues
from runeheart.games.heart.clues import Clue, Kind
from runeheart.games.heart.deck import true_clues
from runeheart.games.heart.misread import misreadings


@pytest.mark.parametrize("length", [4, 5, 6])
def test_misreadings_are_possible_cards_and_differ_from_the_card(length):
    for kind, cards in true_clues(RUNES[:length]).items():
        for card in cards:
            others = misreadings(card, length)
            assert others, kind
            assert len(set(others)) == len(others)
            assert card not in others
            for other in others:
                assert clues.read(other.json(), "clue", length) == (other, [])


@pytest.mark.parametrize(
    ("card", "taken"),
    [
        (Clue(Kind.BEFORE, ("sun", "fire")), Clue(Kind.BEFORE, ("fire", "sun"))),
        (Clue(Kind.NOT_AT, ("sun",), (2,)), Clue(Kind.AT, ("sun",), (2,))),
        (Clue(Kind.AT, ("sun",), (2,)), Clue(Kind.AT, ("sun",), (3,))),
        (Clue(Kind.ABSENT, ("sun",)), Clue(Kind.ABSENT, ("nature",))),
        (Clue(Kind.APART, ("fire", "sun"), (2,)), Clue(Kind.APART, ("fire", "sun"), (3,))),
    ],
)
def test_what_a_card_is_taken_for(card, taken):
    assert taken in misreadings(card, 5)
