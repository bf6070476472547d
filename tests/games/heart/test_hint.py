"""Hints: only what is forced, small steps first, and all of it in the end."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, Kind
from runeheart.games.heart.deck import draw_answer, solutions, true_clues
from runeheart.games.heart.hint import Hint, hint

LENGTH = pytest.mark.parametrize("length", [4, 5, 6])


def told_by(given_hint, length):
    """Return what a person strikes out after a hint."""
    if given_hint.placed is None:
        return set(given_hint.excluded)
    rune, place = given_hint.placed
    others = {(other, place) for other in RUNES} | {(rune, other) for other in range(1, length + 1)}
    return others - {given_hint.placed}


@LENGTH
@given(seed=st.integers(0, 2**32), size=st.integers(0, 7), locks=st.integers(0, 2), wrongs=st.integers(0, 2))
def test_hints_are_forced_and_lead_to_all_that_is_forced(length, seed, size, locks, wrongs):
    answer, chance = draw_answer(Chance(seed), length)
    every, chance = chance.shuffled(list(itertools.chain.from_iterable(true_clues(answer).values())))
    clues = every[:size]
    places, chance = chance.shuffled(range(length))
    locked = [answer[place] if place in places[:locks] else None for place in range(length)]
    cells = [(rune, place + 1) for rune in RUNES for place in range(length)]
    false = [(rune, place) for rune, place in cells if answer[place - 1] != rune]
    misses, _ = chance.shuffled(false)
    known = set(misses[:wrongs])
    fitting = [
        one
        for one in solutions(clues, length)
        if all(rune in {None, one[place]} for place, rune in enumerate(locked))
        and not any(one[place - 1] == rune for rune, place in known)
    ]
    forced = {(rune, place) for rune, place in cells if not any(one[place - 1] == rune for one in fitting)}
    for _ in range(len(cells) + 1):
        found = hint(clues, locked, known)
        if found is None:
            break
        new = told_by(found, length) - known
        assert new
        assert new <= forced
        known |= new
    assert hint(clues, locked, known) is None
    open_cells = {(r, p) for r, p in cells if locked[p - 1] is None and r not in locked}
    assert forced & open_cells <= known


def test_two_clues_that_fix_a_place_are_preferred_to_more_exclusions():
    clues = [
        Clue(Kind.BEFORE, ("fire", "moon")),
        Clue(Kind.EITHER, ("sun",), (1, 2)),
        Clue(Kind.NOT_AT, ("sun",), (2,)),
    ]
    assert hint(clues, [None] * 4, ()) == Hint((1, 2), ("sun", 1), ())


def test_one_clue_is_preferred_to_two():
    clues = [
        Clue(Kind.EITHER, ("sun",), (1, 2)),
        Clue(Kind.NOT_AT, ("sun",), (2,)),
        Clue(Kind.AT, ("fire",), (3,)),
    ]
    assert hint(clues, [None] * 4, ()) == Hint((2,), ("fire", 3), ())


def test_an_exclusion_rests_on_the_clue_that_says_most():
    clues = [Clue(Kind.NOT_AT, ("fire",), (2,)), Clue(Kind.BEFORE, ("fire", "moon"))]
    assert hint(clues[:1], [None] * 4, ()) == Hint((0,), None, (("fire", 2),))
    assert hint(clues, [None] * 4, ()) == Hint((1,), None, (("fire", 4), ("moon", 1)))


def test_what_is_on_the_table_is_not_told_again():
    clue = Clue(Kind.AT, ("fire",), (3,))
    assert hint([clue], [None, None, "fire", None], ()) is None
    assert hint([Clue(Kind.NOT_AT, ("fire",), (2,))], [None] * 4, {("fire", 2)}) is None
    assert hint([], [None] * 5, ()) is None


def test_known_facts_alone_can_be_enough():
    # HA-02: on Hard all six are in, so the rune that is not in place 5 is in place 6.
    assert hint([], [*RUNES[:4], None, None], {("moon", 5)}) == Hint((), ("moon", 6), ())


def test_a_place_that_everything_else_is_struck_out_of_needs_no_hint():
    assert hint([], [*RUNES[:5], None], ()) is None
    assert hint([], [*RUNES[:4], None, None], {("moon", 5), ("sun", 6)}) is None


def test_more_than_three_clues_are_used_only_when_they_must_be():
    # HA-07: five clues about five runes say that the sixth is not in. The last one adds nothing to that.
    known = {("nature", 1), ("fire", 2), ("water", 3), ("storm", 4), ("moon", 5)}
    clues = [Clue(Kind.NOT_AT, (rune,), (place,)) for rune, place in sorted(known)]
    assert hint(clues[:4], [None] * 5, known) is None
    extra = Clue(Kind.NOT_AT, ("fire",), (3,))
    struck = {*known, ("fire", 3)}
    expected = Hint((0, 1, 2, 3, 4), None, tuple(("sun", place) for place in range(1, 6)))
    assert hint([*clues, extra], [None] * 5, struck) == expected
