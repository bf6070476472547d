"""Edges to presses, with the time held still: bounce, noise, long wires, stuck lines, lost and late edges."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.panel import Button, Press
from runeheart_hw.debounce import MS, Debounce

FIRE, WATER, MOON = Button.FIRE, Button.WATER, Button.MOON
SIX = tuple(button for button in Button if button != Button.HEART)


class Rig:
    """Lines under a debouncer, and a clock that runs only from moment to moment."""

    def __init__(self, *, settle_ms=15, crosstalk_ms=2, down=()):
        self.levels = dict.fromkeys(SIX, False) | dict.fromkeys(down, True)
        self.debounce = Debounce(SIX, self.levels.__getitem__, settle_ms=settle_ms, crosstalk_ms=crosstalk_ms)
        self.now_ns = 0
        self.presses: list[Press] = []
        self.debounce.begin(0)

    def at(self, ms, button, down, *, told=True):
        """Move a line at a moment; `told` False: its edge is lost."""
        self.run_to(ms)
        self.levels[button] = down
        if told:
            self.presses += self.debounce.edge(button, down=down, at_ns=self.now_ns)

    def late(self, ms, button, down, *, level=None):
        """Tell of an edge after the fact: the line may have moved on."""
        self.presses += self.debounce.edge(button, down=down, at_ns=int(ms * MS))
        self.levels[button] = down if level is None else level

    def run_to(self, ms):
        """Let time pass, with `settle` at every moment that it asks for."""
        end_ns = int(ms * MS)
        while (due_ns := self.debounce.due_ns()) is not None and due_ns <= end_ns:
            self.now_ns = max(due_ns, self.now_ns)
            self.presses += self.debounce.settle(self.now_ns)
        self.now_ns = end_ns

    def reread(self, ms):
        self.run_to(ms)
        self.debounce.reread(self.now_ns)

    def told(self, ms=10_000):
        self.run_to(ms)
        return [(str(press.button), press.down, press.mono_ms) for press in self.presses]

    def counts(self, button):
        return self.debounce.counters()[button]


def test_a_clean_tap_is_one_press_at_the_time_of_its_first_edge():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(180, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 180)]


def test_a_press_comes_after_the_settle_time_and_not_before():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.run_to(114.9)
    assert rig.presses == []
    rig.run_to(115)
    assert [press.mono_ms for press in rig.presses] == [100]


def test_bounces_are_one_press_and_are_counted():
    rig = Rig()
    for ms, down in ((100, True), (101, False), (102, True), (105, False), (109, True)):
        rig.at(ms, FIRE, down)
    rig.at(300, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 300)]
    assert rig.counts(FIRE).bounces == 4
    assert rig.counts(FIRE).most_bounces == 4
    assert rig.counts(FIRE).noise == 0


def test_a_pulse_shorter_than_the_settle_time_is_noise():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(109, FIRE, False)
    assert rig.told() == []
    assert rig.counts(FIRE).noise == 1


def test_a_gap_shorter_than_the_settle_time_does_not_end_a_hold():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(500, FIRE, False)
    rig.at(505, FIRE, True)
    rig.at(900, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 900)]
    assert rig.counts(FIRE).noise == 1


def test_a_lost_last_edge_of_a_bounce_is_healed_when_it_settles():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(103, FIRE, False)
    rig.at(104, FIRE, True, told=False)
    assert rig.told(200) == [("fire", True, 100)]


def test_a_lost_release_is_found_by_reading_again():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(200, FIRE, False, told=False)
    rig.reread(1000)
    assert rig.told() == [("fire", True, 100), ("fire", False, 1000)]
    assert rig.counts(FIRE).lost == 1


def test_a_lost_press_is_found_by_reading_again():
    rig = Rig()
    rig.at(100, FIRE, True, told=False)
    rig.reread(1000)
    assert rig.told() == [("fire", True, 1000)]
    assert rig.counts(FIRE).bounces == 0


def test_reading_again_finds_nothing_where_nothing_was_lost():
    rig = Rig()
    rig.at(100, FIRE, True)
    for ms in range(200, 2000, 100):
        rig.reread(ms)
    assert rig.told() == [("fire", True, 100)]
    assert rig.counts(FIRE).lost == 0


def test_a_button_down_at_start_gives_no_press_until_it_was_released():
    rig = Rig(down=(FIRE,))
    assert rig.debounce.muted() == [FIRE]
    assert rig.debounce.held_ms(5 * MS) == {FIRE: 5}
    rig.reread(50)
    rig.at(100, FIRE, False)
    assert rig.told(200) == []
    assert rig.debounce.muted() == []
    rig.at(300, FIRE, True)
    assert rig.told(400) == [("fire", True, 300)]


@pytest.mark.parametrize("apart_ms", [0, 1.5, 2])
def test_two_presses_within_the_crosstalk_time_are_both_refused(apart_ms):
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(100 + apart_ms, WATER, True)
    assert rig.told(500) == []
    assert (rig.counts(FIRE).crosstalk, rig.counts(WATER).crosstalk) == (1, 1)
    rig.reread(500)
    assert rig.told(600) == []  # reading again makes no press of what was refused
    rig.at(700, FIRE, False)
    rig.at(710, WATER, False)
    rig.at(800, FIRE, True)
    assert rig.told() == [("fire", True, 800)]


def test_three_lines_in_a_chain_are_all_refused():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(101.5, WATER, True)
    rig.at(103, MOON, True)
    assert rig.told() == []


def test_presses_further_apart_than_the_crosstalk_time_both_count():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(102.1, WATER, True)
    assert rig.told() == [("fire", True, 100), ("water", True, 102)]


def test_the_guard_can_be_switched_off():
    rig = Rig(crosstalk_ms=0)
    rig.at(100, FIRE, True)
    rig.at(100, WATER, True)
    assert [name for name, _down, _at in rig.told()] == ["fire", "water"]


def test_a_short_pulse_on_a_neighbour_refuses_nobody():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(100.5, WATER, True)
    rig.at(101, WATER, False)
    assert rig.told() == [("fire", True, 100)]
    assert rig.counts(WATER).noise == 1


def test_a_press_waits_for_a_neighbour_that_still_bounces():
    rig = Rig()
    rig.at(100, FIRE, True)
    for ms in (101, 108, 116, 124):
        rig.at(ms, WATER, True)
        rig.at(ms + 4, WATER, False)
    rig.run_to(120)
    assert rig.presses == []
    rig.at(132, WATER, True)
    assert rig.told() == []  # it settled down: both began at the same moment
    assert rig.counts(FIRE).crosstalk == 1


def test_a_press_does_not_wait_for_ever_for_a_line_that_only_crackles():
    rig = Rig()
    rig.at(100, FIRE, True)
    for ms in range(101, 400, 10):
        rig.at(ms, WATER, True)
        rig.at(ms + 3, WATER, False)
    assert [press.mono_ms for press in rig.presses] == [100]  # while it still crackles
    assert rig.told() == [("fire", True, 100)]
    assert rig.counts(WATER).noise == 1


def test_a_release_is_never_refused():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(150, WATER, True)
    rig.at(300, FIRE, False)
    rig.at(300, WATER, False)
    assert [press.button for press in rig.presses if not press.down] == []
    assert sorted(rig.told()[2:]) == [("fire", False, 300), ("water", False, 300)]


def test_a_late_loop_still_sees_a_whole_tap():
    rig = Rig()
    rig.late(100, FIRE, True, level=False)
    rig.late(160, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 160)]


def test_a_late_loop_infers_a_lost_edge_from_the_one_after_it():
    rig = Rig()
    rig.late(100, FIRE, True, level=False)
    rig.late(101, FIRE, False)
    # down again at 102: this edge is lost
    rig.late(160, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 160)]


def test_a_release_that_shows_on_the_pin_before_its_edge_arrives_hides_no_press():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.levels[FIRE] = False  # released at 130; the loop was busy since 100, the edge is on its way
    rig.presses += rig.debounce.settle(131 * MS)
    rig.now_ns = 132 * MS
    rig.late(130, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 130)]
    assert rig.counts(FIRE).noise == 0


def test_a_late_loop_refuses_crosstalk_as_a_timely_one_does():
    rig = Rig()
    for ms, button, down in ((100, FIRE, True), (101, WATER, True), (200, FIRE, False), (210, WATER, False)):
        rig.late(ms, button, down, level=False)
    assert rig.told() == []
    assert (rig.counts(FIRE).crosstalk, rig.counts(WATER).crosstalk) == (1, 1)


def test_a_late_release_ends_the_wait_for_a_bouncing_neighbour():
    rig = Rig()
    rig.at(100, FIRE, True)
    rig.at(101, WATER, True)
    rig.at(112, WATER, False)
    rig.run_to(116)
    rig.at(118, FIRE, False)
    assert rig.told() == [("fire", True, 100), ("fire", False, 118)]


def test_two_presses_of_one_button_are_two():  # field 3.1
    rig = Rig()
    for ms in (100, 300):
        rig.at(ms, FIRE, True)
        rig.at(ms + 60, FIRE, False)
    assert [down for _name, down, _at in rig.told()] == [True, False, True, False]
    assert rig.counts(FIRE).presses == 2


@pytest.mark.parametrize("seed", range(5))
def test_a_bad_second_has_no_missed_press_and_no_phantom(seed):
    """200 noisy edges on all six lines, and a true press on each in the midst of it. Design 8."""
    chance = random.Random(seed)
    rig = Rig()
    moves = []
    for place, button in enumerate(SIX):
        press_ms = 100 + 110 * place
        moves += [(press_ms, button, True), (press_ms + 60, button, False)]
        ms = 0.0
        while ms < 1000:
            ms += chance.uniform(20, 45)
            if press_ms - 20 < ms < press_ms + 80:
                continue
            moves += [(ms, button, True), (ms + chance.uniform(0.05, 3), button, False)]
    for ms, button, down in sorted(moves, key=lambda move: move[0]):
        rig.at(ms, button, down)
    expected = [(str(button), down) for button in SIX for down in (True, False)]
    assert [(name, down) for name, down, _at in rig.told()] == expected
    assert sum(counts.edges for counts in rig.debounce.counters().values()) > 200


@given(
    st.lists(st.tuples(st.sampled_from(SIX), st.booleans(), st.floats(0.01, 60), st.booleans()), max_size=60),
    st.integers(0, 4),
)
def test_down_and_up_come_in_turn_and_end_as_the_lines_do(moves, crosstalk_ms):
    """Whatever the wires do, edges lost or not: each line alternates, and reading heals."""
    rig = Rig(crosstalk_ms=crosstalk_ms)
    ms = 0.0
    for button, down, wait_ms, told in moves:
        ms += wait_ms
        rig.at(ms, button, down, told=told)
    rig.reread(ms + 100)
    rig.run_to(ms + 1000)
    assert rig.debounce.due_ns() is None
    for button in SIX:
        own = [press for press in rig.presses if press.button == button]
        assert [press.down for press in own] == [index % 2 == 0 for index in range(len(own))]
        assert own == sorted(own, key=lambda press: press.mono_ms)
        is_down = bool(own) and own[-1].down
        assert is_down == (rig.levels[button] and button not in rig.debounce.muted())
