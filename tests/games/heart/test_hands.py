"""Sums over hands against going through every hand, one by one."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.games.heart.hands import count_sure, mean_left, most_left


@st.composite
def decks(draw):
    """Draw cards as masks over up to 30 candidates; candidate 0 fits every card, as the answer does."""
    bits = draw(st.integers(1, 30))
    masks = st.integers(0, (1 << bits) - 1).map(lambda mask: mask | 1)
    cards = draw(st.lists(masks, min_size=1, max_size=8))
    return cards, draw(st.integers(1, len(cards))), (1 << bits) - 1


def lefts(cards, size, everything):
    for hand in itertools.combinations(cards, size):
        left = everything
        for card in hand:
            left &= card
        yield left


@given(deck=decks(), limit=st.integers(1, 6))
def test_sure_hands_are_counted_each_once(deck, limit):
    expected = sum(left.bit_count() <= limit for left in lefts(*deck))
    assert count_sure(*deck, lambda left: left.bit_count() <= limit) == expected


@given(deck=decks())
def test_the_worst_hand_is_found(deck):
    assert most_left(*deck) == max(left.bit_count() for left in lefts(*deck))


@given(deck=decks())
def test_the_mean_is_over_all_hands(deck):
    counts = [left.bit_count() for left in lefts(*deck)]
    assert mean_left(*deck) == Fraction(sum(counts), len(counts))


def test_hands_with_a_sure_card_are_not_gone_through():
    # 20 cards, hands of 7: 27,132 of 77,520 hold the card that says everything, which is one question.
    cards = [1, *((1 << 40) - 1 for _ in range(19))]
    asked = []

    def sure(left):
        asked.append(left)
        return left == 1

    assert count_sure(cards, 7, (1 << 40) - 1, sure) == math.comb(19, 6)
    assert asked.count(1) == 1


@pytest.mark.parametrize("size", [1, 20])
def test_the_smallest_and_the_whole_deck_are_hands_too(size):
    cards = [0b11 << place | 1 for place in range(20)]
    everything = (1 << 22) - 1
    assert count_sure(cards, size, everything, lambda left: left == 1) == (size == 20)
