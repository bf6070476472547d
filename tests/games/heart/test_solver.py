"""Perfect logic against plain minimax: H-071 … H-074, H-092, HA-02, HA-03, HA-05, HA-07."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, Kind, holds
from runeheart.games.heart.deck import draw_answer, solutions, true_clues
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.solver import Logic, arrangements, candidates, clue_mask
from support import minimax

LENGTH = pytest.mark.parametrize("length", [4, 5, 6])


def mask_of(sequences, length):
    table = arrangements(length)
    return sum(1 << table.sequences.index(one) for one in sequences)


@pytest.mark.parametrize(("length", "count"), [(4, 360), (5, 720), (6, 720)])
def test_masks_have_a_bit_for_every_arrangement(length, count):
    # HA-02, HA-03
    table = arrangements(length)
    assert table.everything == (1 << count) - 1
    assert table.listed(table.everything) == list(itertools.permutations(RUNES, length))
    for place, rune in itertools.product(range(length), range(6)):
        expected = [one for one in table.sequences if one[place] == RUNES[rune]]
        assert table.listed(table.places[place][rune]) == expected


@LENGTH
def test_a_clue_leaves_the_arrangements_of_which_it_is_true(length):
    # H-053, HA-07: counted over every clue that is true of one answer.
    for clue in itertools.chain.from_iterable(true_clues(RUNES[:length]).values()):
        left = arrangements(length).listed(clue_mask(clue, length))
        assert left == list(solutions([clue], length))


@LENGTH
@given(seed=st.integers(0, 2**32), size=st.integers(0, 8))
def test_clues_together_leave_what_each_of_them_leaves(length, seed, size):
    answer, chance = draw_answer(Chance(seed), length)
    every, _ = chance.shuffled(list(itertools.chain.from_iterable(true_clues(answer).values())))
    left = arrangements(length).listed(candidates(every[:size], length))
    assert left == list(solutions(every[:size], length))
    assert answer in left


@LENGTH
@pytest.mark.parametrize("in_order", [False, True])
@given(seed=st.integers(0, 2**32), spare=st.integers(0, 4), size=st.integers(1, 12))
def test_any_set_of_candidates_is_sure_exactly_when_minimax_says_so(length, in_order, seed, spare, size):
    # H-072, H-074, HA-05. Near ones, so that tries hold in several of them.
    chance = random.Random(seed)
    near = [one for one in minimax.everything(length) if one[0] in RUNES[:3] and one[1] in RUNES[2:]]
    chosen = frozenset(chance.sample(near, size))
    expected = (minimax.sure_in_order if in_order else minimax.sure)(chosen, spare)
    assert Logic(length, in_order=in_order).wins(mask_of(chosen, length), spare) == expected


def test_one_candidate_is_sure_without_a_try_and_two_are_not():
    # H-092: with no mistake to spare, a try that may fail is a risk.
    logic = Logic(6)
    one, two = RUNES, (*RUNES[:4], "sun", "moon")
    assert logic.wins(mask_of([one], 6), 0)
    assert not logic.wins(mask_of([one, two], 6), 0)
    assert logic.wins(mask_of([one, two], 6), 1)


def test_candidates_without_anything_in_common_need_a_mistake_each():
    # Six rows of a Latin square: a try holds in one of them only, so each failure takes one away.
    rows = [RUNES[shift:] + RUNES[:shift] for shift in range(6)]
    logic = Logic(6)
    assert [logic.wins(mask_of(rows, 6), spare) for spare in range(6)] == [False] * 5 + [True]


def test_tries_in_order_can_be_harder():
    # HA-05. Of four rows one is told apart in the second place, and the other three only after it is gone.
    chosen = frozenset(
        {
            ("nature", "fire", "water", "storm"),
            ("fire", "nature", "water", "storm"),
            ("water", "nature", "fire", "storm"),
        }
    )
    assert minimax.sure(chosen, 1)
    assert not minimax.sure_in_order(chosen, 1)
    assert Logic(4).wins(mask_of(chosen, 4), 1)
    assert not Logic(4, in_order=True).wins(mask_of(chosen, 4), 1)


@LENGTH
def test_more_candidates_than_tries_can_tell_apart_are_never_sure(length):
    everything = arrangements(length).everything
    for spare in range(6):
        assert not Logic(length).wins(everything, spare)


def test_the_memory_is_emptied_when_it_is_full(monkeypatch):
    monkeypatch.setattr("runeheart.games.heart.solver._MEMORY", 2)
    logic = Logic(4)
    answers = [one for one in minimax.everything(4) if one[0] == "sun"]
    for pair in itertools.combinations(answers[:6], 2):
        assert logic.wins(mask_of(pair, 4), 1)
    assert all(len(known) <= 2 for known in logic._known)


def test_the_wording_of_a_clue_and_its_mask_mean_the_same():
    # HA-07: a clue about a place says that its rune is in the sequence.
    clue = Clue(Kind.NOT_AT, ("sun",), (1,))
    left = arrangements(4).listed(clue_mask(clue, 4))
    assert all("sun" in one and one[0] != "sun" for one in left)
    assert all(holds(clue, one) for one in left)
    assert len(left) == 3 * 5 * 4 * 3


def test_lengths_are_those_of_the_difficulties():
    assert {one.length for one in DIFFICULTIES.values()} == {4, 5, 6}
