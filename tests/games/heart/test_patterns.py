"""The shipped patterns keep every promise, counted exactly; and they become decks: HA-01, HA-02, HA-07."""

import itertools
import math
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.certificate import certify
from runeheart.games.heart.clues import Kind, holds
from runeheart.games.heart.deck import DECK_SIZE, draw_answer, solutions, true_clues
from runeheart.games.heart.hands import count_sure
from runeheart.games.heart.patterns import (
    LEAST_SHARES,
    MIXES,
    counted,
    draw,
    mirrored,
    read,
    written,
)
from runeheart.games.heart.patterns_data import PATTERNS
from runeheart.games.heart.settings import DIFFICULTIES, House
from runeheart.games.heart.solver import Logic, arrangements, clue_mask

LENGTH = pytest.mark.parametrize("length", [4, 5, 6])
KIND = pytest.mark.parametrize("kind", ["fair", "mixed"])
BY_LENGTH = {one.length: one for one in DIFFICULTIES.values()}
RELATIONS = {Kind.BEFORE, Kind.DIRECTLY_BEFORE, Kind.NEXT_TO, Kind.APART, Kind.EITHER, Kind.ABSENT}


@cache
def shares(pattern, length):
    """Return the share of sure hands of a pattern, exactly."""
    difficulty = BY_LENGTH[length]
    size = difficulty.start_cards + (difficulty.draws or 0)
    logic = Logic(length)
    masks = [clue_mask(clue, length) for clue in read(pattern, RUNES)]
    sure = count_sure(
        masks,
        size,
        arrangements(length).everything,
        lambda left: logic.wins(left, difficulty.max_mistakes - 1),
    )
    return Fraction(sure, math.comb(DECK_SIZE, size))


@LENGTH
@KIND
def test_every_shipped_pattern_is_as_fair_as_promised(kind, length):
    # The claim of the docs, for each pattern and each of its hands.
    shipped = PATTERNS[kind, length]
    assert len(shipped) >= 24
    found = [shares(pattern, length) for pattern in shipped]
    assert min(found) >= LEAST_SHARES[kind, length]
    assert found == sorted(found, reverse=True)


def test_the_promises_are_at_least_those_that_were_asked_for():
    assert LEAST_SHARES["fair", 5] >= Fraction(999, 1000)
    assert LEAST_SHARES["fair", 6] >= Fraction(88, 100)
    assert LEAST_SHARES["mixed", 5] >= Fraction(999, 1000)
    assert LEAST_SHARES["mixed", 6] >= Fraction(76, 100)


@LENGTH
@KIND
def test_every_shipped_pattern_is_a_good_mix_of_different_true_clues(kind, length):
    exist = {of: len(clues) for of, clues in true_clues(RUNES[:length]).items()}
    fewest, most = (1, 8) if kind == "fair" else (2, 5)
    for pattern in PATTERNS[kind, length]:
        clues = read(pattern, RUNES)
        counts = counted(clues)
        assert len(clues) == len(set(clues)) == DECK_SIZE
        assert all(holds(clue, RUNES[:length]) for clue in clues)
        assert all(min(fewest, exist[of]) <= counts[of] <= most for of in Kind)
        assert counts[Kind.AT] <= 4
        assert sum(counts[of] for of in RELATIONS) > DECK_SIZE // 2
        assert len(list(solutions(clues, length))) == 1


@LENGTH
@KIND
def test_patterns_of_a_set_differ_in_several_cards_from_either_end(kind, length):
    decks = [frozenset(read(pattern, RUNES)) for pattern in PATTERNS[kind, length]]
    most_shared = 17 if length == 6 else 16
    other_end = (*reversed(RUNES[:length]), *RUNES[length:])
    turned = [
        frozenset(mirrored(clue, length) for clue in read(pattern, other_end))
        for pattern in PATTERNS[kind, length]
    ]
    for one, other in itertools.combinations(range(len(decks)), 2):
        assert len(decks[one] & decks[other]) <= most_shared
        assert len(decks[one] & turned[other]) <= most_shared


@LENGTH
def test_the_notation_can_write_every_clue(length):
    # HA-07: pairs without an order come back in the order of the rune list, whatever the letters stand for.
    order, _ = Chance(length).shuffled(RUNES)
    for clue in itertools.chain.from_iterable(true_clues(order[:length]).values()):
        assert read(written([clue], order), order) == [clue]
    clues = read("=b2 !a3 |c23 <ad >ab ~bc :ad3 -f", RUNES)
    assert [clue.kind for clue in clues] == list(Kind)
    assert written(clues, RUNES) == "=b2 !a3 |c23 <ad >ab ~bc :ad3 -f"


@LENGTH
def test_a_mirrored_clue_says_the_same_of_the_row_from_the_other_end(length):
    answer = RUNES[-length:]
    for clue in itertools.chain.from_iterable(true_clues(answer).values()):
        other = mirrored(clue, length)
        for one in arrangements(length).sequences[:: 7 if length > 4 else 1]:
            assert holds(clue, one) == holds(other, one[::-1])
        assert mirrored(other, length) == clue


@LENGTH
@KIND
@given(seed=st.integers(-(2**70), 2**70))
def test_a_deck_from_a_seed_is_true_mixed_and_the_same_each_time(kind, length, seed):
    answer, chance = draw_answer(Chance(seed), length)
    deck, after = draw(chance, kind, answer)
    assert draw(chance, kind, answer) == (deck, after)
    assert len(set(deck)) == DECK_SIZE
    assert all(holds(clue, answer) for clue in deck)
    exist = {of: len(clues) for of, clues in true_clues(answer).items()}
    assert MIXES[kind].allows(counted(deck), exist)


@LENGTH
@KIND
def test_a_deck_is_exactly_as_fair_as_the_pattern_that_it_comes_from(kind, length):
    # Other runes and the other end change nothing; so what is proved of patterns holds for all decks.
    difficulty = BY_LENGTH[length]
    known = {shares(pattern, length) for pattern in PATTERNS[kind, length]}
    for seed in range(3):
        answer, chance = draw_answer(Chance(seed), length)
        deck, _ = draw(chance, kind, answer)
        certificate = certify(deck, difficulty, House())
        held = certificate.hands[0] if difficulty.draws is None else certificate.hands[1]
        assert Fraction(held.sure, held.count) in known


@LENGTH
@KIND
def test_seeds_reach_every_pattern_from_both_ends(kind, length):
    answer = RUNES[:length]
    drawn = {frozenset(draw(Chance(seed), kind, answer)[0]) for seed in range(600)}
    assert len(drawn) >= 2 * len(PATTERNS[kind, length]) - 4  # a deck may be its own mirror
    order = {draw(Chance(seed), kind, answer)[0][0] for seed in range(100)}
    assert len(order) > DECK_SIZE


def test_who_is_absent_is_not_told_by_the_order_of_the_runes():
    # Easy names both absent runes or one of them; either may be the one.
    names = set()
    for seed in range(200):
        deck, _ = draw(Chance(seed), "fair", RUNES[:4])
        names.add(frozenset(clue.runes[0] for clue in deck if clue.kind is Kind.ABSENT))
    assert {frozenset({"moon"}), frozenset({"sun"}), frozenset({"moon", "sun"})} <= names


def test_a_mix_refuses_what_it_does_not_promise():
    mix = MIXES["fair"]
    exist = dict.fromkeys(Kind, 8)
    good = dict.fromkeys(Kind, 2) | {Kind.BEFORE: 6}
    assert mix.allows(good, exist)
    assert not mix.allows(good | {Kind.AT: 5}, exist)
    assert not mix.allows(good | {Kind.AT: 4, Kind.NOT_AT: 6}, exist)
    assert not mix.allows(good | {Kind.BEFORE: 9}, exist)
    assert not mix.allows(good | {Kind.APART: 0}, exist)
    assert mix.allows(good | {Kind.ABSENT: 0}, exist | {Kind.ABSENT: 0})
    assert not MIXES["mixed"].allows(good, exist)
