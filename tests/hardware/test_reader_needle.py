"""A compass without a button: turned after the question, then still, then heard once."""

import random

import pytest

from runeheart_hw.reader_needle import Needle, apart_deg, mean_deg


@pytest.fixture
def needle():
    return Needle(still_ms=2000, still_deg=4.0)


def feed(needle, headings, start_ms=0, step_ms=250):
    found = [needle.heard(degrees, start_ms + step_ms * number) for number, degrees in enumerate(headings)]
    return [heading for heading in found if heading is not None]


def test_it_counts_when_it_was_turned_after_the_question_and_kept_still(needle):
    assert feed(needle, [10] * 20) == []
    needle.ask(asked=True)
    assert feed(needle, [10] * 20, 5000) == []
    assert feed(needle, [40, 80, 120, *[121] * 9], 10_000) == [pytest.approx(120.9, abs=0.2)]
    assert feed(needle, [121] * 20, 13_000) == []


def test_it_is_not_heard_while_nothing_is_asked(needle):
    assert feed(needle, [10, 50, 90, *[120] * 20]) == []
    needle.ask(asked=True)
    assert feed(needle, [120] * 20, 10_000) == []


def test_a_second_question_needs_a_second_turn(needle):
    needle.ask(asked=True)
    assert len(feed(needle, [0, 60, *[90] * 12])) == 1
    needle.ask(asked=False)
    needle.ask(asked=True)
    assert feed(needle, [90] * 12, 5000) == []
    assert feed(needle, [200] * 12, 9000) == [pytest.approx(200)]


def test_a_nudge_to_the_table_is_no_turn(needle):
    feed(needle, [100] * 4)
    needle.ask(asked=True)
    assert feed(needle, [108, 110, *[109] * 20], 2000) == []


def test_it_must_keep_still_for_the_whole_time(needle):
    needle.ask(asked=True)
    assert feed(needle, [0, *[90] * 7]) == []
    assert feed(needle, [95, *[96] * 7], 2000) == []
    assert feed(needle, [96, 96], 4000) == [pytest.approx(96, abs=0.5)]


def test_a_tremble_on_the_border_of_two_directions_settles(needle):
    chance = random.Random(6)
    needle.ask(asked=True)
    trembling = [30 + chance.uniform(-2, 2) for _ in range(12)]
    assert feed(needle, [90, 60, *trembling]) == [pytest.approx(30, abs=1.5)]


def test_it_settles_across_north(needle):
    needle.ask(asked=True)
    (heading,) = feed(needle, [180, *[358.5, 1.5] * 6])
    assert apart_deg(heading, 0) < 1


def test_a_slow_compass_needs_three_samples(needle):
    needle.ask(asked=True)
    assert feed(needle, [0, 90, 90], step_ms=1000) == []
    assert feed(needle, [90], 3000) == [pytest.approx(90)]


def test_what_was_before_a_silence_counts_for_nothing(needle):
    needle.ask(asked=True)
    feed(needle, [0, 90, 90, 90])
    assert feed(needle, [90, 90], 60_000, step_ms=500) == []


def test_its_memory_stays_small(needle):
    feed(needle, [10] * 5000)
    assert len(needle._samples) < 10


@pytest.mark.parametrize(("one", "other", "apart"), [(10, 350, 20), (0, 180, 180), (90, 80, 10), (359, 1, 2)])
def test_apart(one, other, apart):
    assert apart_deg(one, other) == pytest.approx(apart)
    assert apart_deg(other, one) == pytest.approx(apart)


def test_mean():
    assert mean_deg([350, 10, 0]) == pytest.approx(0, abs=1e-6)
    assert mean_deg([80, 90, 100]) == pytest.approx(90)
