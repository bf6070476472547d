"""What is drawn: H-004, H-005, H-023, H-024, HA-01, HA-02, over many seeds."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.chance import Chance
from runeheart.core.game import SetupInvalidError
from runeheart.core.runes import RUNES
from runeheart.games.heart import settings
from runeheart.games.heart.clues import Clue, Kind, holds
from runeheart.games.heart.deck import (
    DECK_KINDS,
    DECK_SIZE,
    draw_answer,
    draw_bank,
    draw_deck,
    solutions,
    true_clues,
)

LENGTH = pytest.mark.parametrize("length", [4, 5, 6])
SEEDS = st.integers(-(2**70), 2**70)


@LENGTH
@pytest.mark.parametrize("kind", DECK_KINDS)
@given(seed=SEEDS)
def test_a_drawn_deck_keeps_its_promises(length, kind, seed):
    # HA-01: 20 different clues, all true of the answer, exactly one solution; every kind unless it is wild.
    answer, chance = draw_answer(Chance(seed), length)
    deck, _ = draw_deck(chance, answer, kind)
    assert len(deck) == len(set(deck)) == DECK_SIZE == 20
    assert all(holds(clue, answer) for clue in deck)
    assert list(solutions(deck, length)) == [answer]
    if kind != "wild":
        assert {clue.kind for clue in deck} == set(Kind) - ({Kind.ABSENT} if length == 6 else set())


def test_decks_are_fair_unless_another_kind_is_asked_for():
    assert DECK_KINDS == ("fair", "mixed", "wild")
    answer, chance = draw_answer(Chance(3), 6)
    assert draw_deck(chance, answer) == draw_deck(chance, answer, "fair")
    assert len({draw_deck(chance, answer, kind)[0] for kind in DECK_KINDS}) == 3


@LENGTH
def test_a_deck_that_fits_two_arrangements_is_drawn_again(length, monkeypatch):
    # HA-01: with the first deck's solutions doubled, the second one is taken.
    answer, chance = draw_answer(Chance(8), length)
    once, _ = draw_deck(chance, answer, "wild")
    real = iter([[answer, answer], [answer]])
    monkeypatch.setattr("runeheart.games.heart.deck.solutions", lambda clues, length: next(real))
    twice, _ = draw_deck(chance, answer, "wild")
    assert twice != once
    assert next(real, None) is None


@LENGTH
@given(seed=SEEDS)
def test_an_answer_is_different_runes_of_the_length(length, seed):
    # HA-02
    answer, _ = draw_answer(Chance(seed), length)
    assert len(answer) == len(set(answer)) == length
    assert set(answer) <= set(RUNES)


@LENGTH
@given(seed=SEEDS)
def test_a_bank_is_six_different_answers(length, seed):
    # H-005, HA-03
    answer, chance = draw_answer(Chance(seed), length)
    bank, _ = draw_bank(chance, answer)
    assert len(bank) == len(set(bank)) == 6
    assert answer in bank
    assert all(len(set(one)) == len(one) == length for one in bank)


def test_every_card_place_gets_every_kind():
    # H-024: the deck is shuffled, no kind sits at a fixed place.
    tops = {draw_deck(Chance(seed), RUNES[:5])[0][0].kind for seed in range(200)}
    assert tops == set(Kind)


@LENGTH
def test_the_true_clues_of_an_answer_are_complete(length):
    # HA-07, counted by hand: n at, n(n-1) not_at, 2(n-1) either, n(n-1)/2 before, n-1 directly before and
    # next to, (n-1)(n-2)/2 apart, 6-n absent.
    n = length
    counts = {kind: len(set(found)) for kind, found in true_clues(RUNES[:n]).items()}
    assert counts == {
        Kind.AT: n,
        Kind.NOT_AT: n * (n - 1),
        Kind.EITHER: 2 * (n - 1),
        Kind.BEFORE: n * (n - 1) // 2,
        Kind.DIRECTLY_BEFORE: n - 1,
        Kind.NEXT_TO: n - 1,
        Kind.APART: (n - 1) * (n - 2) // 2,
        Kind.ABSENT: 6 - n,
    }


@pytest.mark.parametrize(("length", "count"), [(4, 360), (5, 720), (6, 720)])
def test_without_a_clue_every_arrangement_is_possible(length, count):
    # HA-03
    assert len(set(solutions((), length))) == count


def test_solutions_are_those_of_which_every_clue_is_true():
    clues = [
        Clue(Kind.BEFORE, ("fire", "moon")),
        Clue(Kind.AT, ("sun",), (4,)),
        Clue(Kind.ABSENT, ("water",)),
    ]
    expected = [
        one
        for one in itertools.permutations(RUNES, 4)
        if one[3] == "sun"
        and "water" not in one
        and {"fire", "moon"} <= set(one)
        and one.index("fire") < one.index("moon")
    ]
    assert list(solutions(clues, 4)) == expected
    assert len(expected) == 6


@LENGTH
@pytest.mark.parametrize("kind", DECK_KINDS)
def test_a_setup_says_which_kind_of_deck_is_drawn(length, kind):
    # HA-01
    difficulty = {4: "easy", 5: "normal", 6: "hard"}[length]
    setup = settings.read({"difficulty": difficulty, "deck_kind": kind}, 9)
    answer, chance = draw_answer(Chance(9), length)
    assert (setup.answer, setup.deck) == (answer, draw_deck(chance, answer, kind)[0])
    assert settings.read({"difficulty": difficulty}, 9).deck == draw_deck(chance, answer, "fair")[0]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            {"deck_kind": "wilde"},
            ['deck_kind: "wilde" is not one of fair, mixed, wild; did you mean "wild"?'],
        ),
        ({"deck_kind": 3}, ["deck_kind: 3 is not one of fair, mixed, wild"]),
        (
            {
                "deck_kind": "fair",
                "answer": list(RUNES[:5]),
                "deck": [{"kind": "absent", "rune": "sun"}] * 20,
            },
            ['deck_kind: is there with "deck", which says what the deck is; leave one of them out'],
        ),
    ],
)
def test_a_kind_of_deck_that_cannot_be_is_a_problem(raw, expected):
    with pytest.raises(SetupInvalidError) as caught:
        settings.read(raw, 0)
    assert caught.value.problems == expected
