"""Sequence numbers: repeats, gaps, the wrap, a restart, and what nobody may make grow without end."""

import pytest

from runeheart_hw.reader_order import NEAR, PATIENCE_MS, Order


@pytest.fixture
def order():
    made = Order()
    made.restarted()
    return made


def test_each_number_is_new_once(order):
    assert [order.is_new(seq, 0) for seq in (1, 2, 2, 1, 3)] == [True, True, False, False, True]
    assert order.repeated == 2
    assert order.ask_from(0) is None


def test_what_was_said_before_we_listened_is_not_missing():
    order = Order()
    order.told_last(57, 0)
    assert order.ask_from(0) is None
    assert not order.is_new(57, 0)
    assert order.is_new(58, 0)


def test_the_first_number_is_taken_whatever_it_is():
    order = Order()
    assert order.is_new(57, 0)
    assert order.ask_from(0) is None
    assert not order.is_new(57, 0)


def test_a_gap_is_asked_for_at_once_and_again_a_second_later(order):
    order.is_new(1, 0)
    assert order.is_new(4, 100)
    assert order.ask_from(100) == 2
    assert order.ask_from(600) is None
    assert order.is_new(2, 700)
    assert order.ask_from(1100) == 3
    assert order.is_new(3, 1200)
    assert order.ask_from(9000) is None
    assert order.lost == 0
    assert order.repeated == 0


def test_what_does_not_come_in_time_is_lost_and_then_no_news(order):
    order.is_new(1, 0)
    order.is_new(3, 0)
    assert order.ask_from(PATIENCE_MS) is None
    assert order.lost == 1
    assert not order.is_new(2, PATIENCE_MS)


def test_the_last_roll_that_got_lost_is_missed_by_the_beat(order):
    order.is_new(1, 0)
    order.told_last(1, 10)
    assert order.ask_from(10) is None
    order.told_last(2, 20)
    assert order.ask_from(20) == 2
    assert order.is_new(2, 30)


def test_a_beat_that_was_under_way_is_no_step_back(order):
    order.is_new(1, 0)
    order.is_new(2, 0)
    order.told_last(1, 0)
    assert not order.is_new(2, 0)
    assert order.ask_from(0) is None


def test_numbers_go_around(order):
    order.begin()
    order.told_last(9998, 0)
    assert order.is_new(9999, 0)
    assert order.is_new(1, 0)
    assert not order.is_new(9999, 0)
    assert order.is_new(3, 0)
    assert order.ask_from(0) == 2


def test_a_gap_across_the_wrap_is_asked_for(order):
    order.begin()
    order.told_last(9998, 0)
    order.is_new(2, 0)
    assert order.ask_from(0) == 9999
    assert order.is_new(9999, 0)
    assert order.is_new(1, 0)


def test_a_restart_makes_small_numbers_new(order):
    order.is_new(57, 0)
    order.restarted()
    assert order.is_new(1, 0)


def test_a_restart_that_was_missed_is_made_up_for_by_the_beat(order):
    order.restarted()
    order.told_last(2, 0)
    assert order.ask_from(0) == 1
    assert order.is_new(1, 0)
    assert order.is_new(2, 0)


def test_of_a_leap_nothing_is_missing(order):
    order.is_new(1, 0)
    assert order.is_new(1 + NEAR + 1, 0)
    assert order.ask_from(0) is None


def test_what_is_missing_stays_bounded(order):
    seq = 0
    for _ in range(1000):
        seq = (seq + NEAR - 1) % 9999 + 1
        order.is_new(seq, 0)
    assert len(order._missing) <= 2 * NEAR
    assert order.lost > 90_000
