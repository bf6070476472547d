import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.units import milliseconds, minutes, seconds

LARGEST = 1.7976931348623157e308


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0),
        (7, 7000),
        (-3, -3000),
        (0.0014, 1),
        (0.0015, 2),
        (0.0025, 2),  # round() goes to the even neighbour, as the contract writes it
        (-0.0, 0),
        (309.75, 309_750),
        (100.0009, 100_001),
        (10**30, 10**33),
        (LARGEST, int(LARGEST) * 1000),
    ],
)
def test_seconds_are_read_as_whole_milliseconds(value, expected):
    assert milliseconds(value) == expected


@pytest.mark.parametrize(
    "value",
    [None, True, False, "5", "", [5], {}, float("nan"), float("inf"), float("-inf"), 10**309, -(10**400)],
)
def test_what_is_no_finite_number_is_no_time(value):
    assert milliseconds(value) is None


@pytest.mark.parametrize(
    ("time_ms", "written"),
    [
        (0, "0"),
        (1000, "1"),
        (-1500, "-1.5"),
        (1, "0.001"),
        (309_750, "309.75"),
        (420_000, "420"),
        (2**53, "9007199254740.992"),
        (2**53 + 1, "9007199254740"),
        (10**400 + 1, "1" + "0" * 397),
    ],
)
def test_milliseconds_are_written_as_seconds(time_ms, written):
    assert json.dumps(seconds(time_ms)) == written


@given(st.integers(-(2**53), 2**53))
def test_no_time_has_more_than_three_decimals_and_every_one_is_read_back(time_ms):
    written = json.dumps(seconds(time_ms))
    _, _, decimals = written.partition(".")
    assert len(decimals) <= 3
    assert not written.endswith(".0")
    if abs(time_ms) < 2**50:  # beyond, reading multiplies a float that has no room for it
        assert milliseconds(json.loads(written)) == time_ms


@given(st.one_of(st.integers(), st.floats()))
def test_whatever_number_is_read_can_be_written(value):
    time_ms = milliseconds(value)
    assert time_ms is None or json.dumps(seconds(time_ms))


@pytest.mark.parametrize(
    ("time_ms", "clock"),
    [(0, "0:00"), (-1, "0:00"), (1, "0:01"), (1000, "0:01"), (192_000, "3:12"), (600_000, "10:00")],
)
def test_people_read_minutes_and_begun_seconds(time_ms, clock):
    assert minutes(time_ms) == clock
