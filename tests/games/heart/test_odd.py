"""What is told of a deck that can be played, but is not what the rules mean."""

import pytest

from runeheart.core.game import Cautious
from runeheart.games.heart.codes import EXAMPLE
from runeheart.games.heart.rules import HEART

ANSWER = ["nature", "fire", "water", "storm", "moon"]
AT = [{"kind": "at", "rune": rune, "position": place} for place, rune in enumerate(ANSWER, 1)]
OPEN = "A drawn deck leaves one."


def odd(setup):
    assert isinstance(HEART, Cautious)
    return HEART.warnings(HEART.setup(setup, 3))


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
@pytest.mark.parametrize("kind", ["fair", "mixed", "wild"])
@pytest.mark.parametrize("house", [{}, {"answers": "six"}])
def test_a_drawn_deck_is_never_odd(difficulty, kind, house):  # H-004, HA-01
    assert odd({"difficulty": difficulty, "deck_kind": kind, "house": house}) == ()


def test_a_printed_set_is_never_odd():
    assert odd({"code": EXAMPLE, "sign": "key"}) == ()


def test_a_clue_that_is_there_twice_is_told_with_its_cards():  # H-004
    different = [{"kind": "not_at", "rune": "nature", "position": place} for place in range(2, 6)]
    different += [{"kind": "not_at", "rune": "fire", "position": place} for place in (1, 3, 4, 5)]
    different += [{"kind": "not_at", "rune": "water", "position": place} for place in (1, 2, 4, 5)]
    assert odd({"answer": ANSWER, "deck": AT + different + [AT[0]] + [AT[1]] * 2}) == (
        "deck: cards 1 and 18 say the same: Nature is in place 1. A drawn deck has 20 different clues.",
        "deck: cards 2, 19 and 20 say the same: Fire is in place 2. A drawn deck has 20 different clues.",
    )


def test_a_deck_with_several_solutions_is_told_with_their_number():  # HA-01
    found = odd({"answer": ANSWER, "deck": AT[:4] * 5})
    assert found[-1] == (
        f"deck: 2 answers fit all of its clues, so the cards alone cannot tell which is right. {OPEN}"
    )
    assert len(found) == 5


def test_of_six_public_answers_only_they_count():  # HA-03
    bank = [ANSWER] + [
        [*ANSWER[:2], *rest]
        for rest in (
            ["storm", "water", "moon"],
            ["moon", "storm", "water"],
            ["sun", "moon", "storm"],
            ["moon", "sun", "storm"],
            ["storm", "moon", "sun"],
        )
    ]
    setup = {"answer": ANSWER, "house": {"answers": "six"}, "bank": bank}
    assert OPEN not in odd({**setup, "deck": (AT[:3] * 7)[:20]})[-1]
    assert "deck: 6 answers fit" in odd({**setup, "deck": AT[:2] * 10})[-1]
