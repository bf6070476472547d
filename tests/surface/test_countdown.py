"""The time left: its text, and the beat of the last thirty seconds (issue points 8, 9)."""

import itertools

import pytest

from runeheart.core.panel import Preset
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.countdown import changes_in_ms, clock
from runeheart.surface.digits import digit, span
from support.players import playing


@pytest.mark.parametrize(
    ("left_ms", "text"),
    [
        (600_000, "10:00"),
        (599_999, "10:00"),
        (599_000, "9:59"),
        (60_001, "1:01"),
        (60_000, "1:00"),
        (10_001, "0:11"),
        (10_000, "0:10"),
        (9_901, "0:10"),
        (9_900, "9.9"),
        (9_400, "9.4"),
        (1, "0.1"),
        (0, "0.0"),
        (5_999_000, "99:59"),
        (5_999_001, "1h40"),  # five characters is what there is room for
        (6_000_000, "1h40"),
        (6_000_001, "1h41"),
        (35_940_000, "9h59"),
        (35_940_001, "10h"),
        (36_000_001, "11h"),
        (999 * 3_600_000, "999h"),
        (999 * 3_600_000 + 1, "999h+"),
        pytest.param(10**311, "999h+", id="for ever"),
    ],
)
def test_minutes_and_seconds_and_tenths_in_the_last_ten(left_ms, text):
    assert clock(left_ms) == text


@pytest.mark.parametrize("left_ms", [5_998_500, 6_060_500, 35_939_500, 36_000_500, 3_596_400_500])
def test_the_text_of_a_long_time_changes_exactly_when_it_is_said_to(left_ms):
    within_ms = changes_in_ms(left_ms)
    assert clock(left_ms - within_ms) != clock(left_ms)
    assert clock(left_ms - within_ms + 1) == clock(left_ms)


def test_a_time_that_is_too_long_wakes_once_an_hour_at_most():
    assert 1 <= changes_in_ms(10**311) <= 3_600_000


@pytest.mark.parametrize("text", ["99:59", "9h59", "999h", "999h+", "10:00", "9.9"])
@pytest.mark.parametrize(("width", "thick", "room"), [(18, 5, 94), (12, 3, 76)])
def test_every_form_of_a_time_fits_where_it_is_drawn(text, width, thick, room):
    assert span(text, width, thick, 3) <= room


def test_the_text_changes_exactly_when_it_is_said_to():
    said = []
    left_ms = 61_500
    while left_ms > 100:
        left_ms -= changes_in_ms(left_ms)
        said.append(left_ms)
    assert said == [left for left in range(61_499, 99, -1) if clock(left) != clock(left + 1)]


def test_an_h_and_a_plus_have_shapes_of_their_own():
    shapes = {character: digit(character, 18, 29, 5) for character in "0123456789h:.+"}
    assert len(set(shapes.values())) == len(shapes)
    plus = shapes["+"]
    assert set(plus) == {".....", "..#..", "#####"}
    assert plus == plus[::-1]


def _at(players, left_ms):
    players.command({"do": "add_time", "seconds": (left_ms - _left(players)) / 1000})
    players.heard()


def _left(players):
    state = players.state
    return state.clock_left_ms + state.clock_since_ms - state.at_ms


def _ticks(players, time_ms):
    """Return each sound with the time left at which it was heard."""
    heard = []
    for _ in range(time_ms // 10):
        players.wait(10)
        heard += [(cue, _left(players)) for cue in players.heard()]
    return heard


def test_ticks_each_second_of_the_last_thirty_and_twice_in_the_last_ten():
    players = playing()
    _at(players, 31_000)
    ticks = _ticks(players, 30_900)
    seconds = [("tick", left_ms) for left_ms in range(30_000, 10_000, -1_000)]
    halves = [("tick_fast", left_ms) for left_ms in range(10_000, 0, -500)]
    assert ticks == [*seconds, *halves]


def test_all_unlocked_runes_pulse_with_the_ticks():
    players = playing()
    players.tap("water", "water")
    players.wait(4_000)
    _at(players, 30_500)
    assert players.patterns == ["dim", "dim", "on", "dim", "dim", "dim"]
    players.wait(500)
    assert players.patterns == ["pulse", "pulse", "on", "pulse", "pulse", "pulse"]
    peaks = []
    levels = [(0, 0.0)]
    for _ in range(29_990 // 10):
        levels.append((_left(players), players.levels[0]))
        players.wait(10)
    peaks = [left for (_, before), (left, now) in itertools.pairwise(levels) if now > before]
    assert peaks == [*range(30_000, 10_000, -1_000), *range(10_000, 0, -500)]
    players.tap("moon")
    assert players.patterns[4] in {"blink", "burst"}


def test_the_chosen_rune_blinks_in_the_last_seconds_too():
    players = playing()
    _at(players, 20_000)
    players.tap("moon")
    assert players.patterns == ["pulse", "pulse", "pulse", "pulse", "blink", "pulse"]


def test_the_beat_follows_penalties_pauses_and_the_operator():
    players = playing("easy", answer=["fire", "sun", "water", "moon"])
    _at(players, 55_300)
    players.tap("nature", "nature")  # 30 s are lost: right into the last seconds
    since_ms = players.panel.lights[0].since_ms
    assert players.patterns[1] == "pulse"
    assert players.patterns[0] == "flash"
    players.wait(2_000)
    assert players.panel.lights[1].since_ms == players.now_ms + _left(players) - 30_000
    players.command({"do": "pause"})
    players.wait(12_345)
    players.command({"do": "resume"})
    assert players.panel.lights[1].since_ms == players.now_ms + _left(players) - 30_000
    players.command({"do": "add_time", "seconds": 60})
    assert players.patterns == ["dim"] * 6
    assert since_ms
    players.heard()
    assert "tick" not in [cue for cue, _ in _ticks(players, 40_000)]


def test_time_that_is_given_back_within_the_last_seconds_does_not_tick_by_itself():
    players = playing()
    _at(players, 5_200)
    players.wait(100)
    players.heard()
    players.command({"do": "add_time", "seconds": 10})
    players.tick()
    assert players.heard() == []


def test_no_tick_cuts_off_a_melody():
    players = playing()
    _at(players, 70_400)
    players.tap("nature", "nature")
    assert players.heard() == ["tap", "mistake"]
    ticks = _ticks(players, 3_000)
    assert [left_ms for _, left_ms in ticks] == [24_000, 23_000]  # at 25 s the mistake still sounds


@pytest.mark.parametrize("preset", Preset)
def test_ticks_come_in_every_preset_and_quiet_ones_are_silent(preset):
    players = playing(settings=SurfaceSettings(preset=preset))
    _at(players, 12_000)
    assert {cue for cue, _ in _ticks(players, 11_000)} == {"tick", "tick_fast"}
