"""Hexes: directions, distance, rings, headings and printed numbers (rules 5)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core import hexes

HEXES = st.tuples(st.integers(-200, 200), st.integers(-200, 200))


@pytest.mark.parametrize(
    ("direction", "offset"),
    [("N", (0, -1)), ("NE", (1, -1)), ("SE", (1, 0)), ("S", (0, 1)), ("SW", (-1, 1)), ("NW", (-1, 0))],
)
def test_the_six_directions(direction, offset):
    assert hexes.neighbour((0, 0), direction) == offset
    assert hexes.direction_to((0, 0), offset) == direction
    assert hexes.neighbours((0, 0))[hexes.DIRECTIONS.index(direction)] == offset


@given(HEXES)
def test_a_neighbour_is_one_step_away_and_the_way_back_is_the_opposite(at):
    for index, beside in enumerate(hexes.neighbours(at)):
        assert hexes.distance(at, beside) == 1
        assert hexes.neighbours(beside)[(index + 3) % 6] == at


def test_what_is_not_next_to_a_hex_has_no_direction():
    assert hexes.direction_to((0, 0), (0, 0)) is None
    assert hexes.direction_to((0, 0), (2, -1)) is None


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (3, -3), 3),
        ((0, 0), (2, 1), 3),
        ((-2, 1), (2, -2), 4),
        ((0, 0), (-1, -1), 2),
    ],
)
def test_distance(one, other, steps):
    # RA-39
    assert hexes.distance(one, other) == hexes.distance(other, one) == steps


@given(HEXES, st.integers(0, 6))
def test_a_ring_is_every_hex_at_that_distance(at, radius):
    found = hexes.ring(at, radius)
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert {hexes.distance(at, one) for one in found} == {radius}
    assert found[0] == (at[0], at[1] - radius)
    assert all(hexes.distance(one, other) == 1 for one, other in pairwise(found))


def test_the_ring_next_to_a_hex_is_its_neighbours_clockwise_from_n():
    assert hexes.ring((4, -2), 1) == hexes.neighbours((4, -2))


@given(HEXES, st.integers(0, 5))
def test_a_disc_is_all_rings_by_distance(at, radius):
    found = hexes.disc(at, radius)
    assert len(set(found)) == len(found) == 1 + 3 * radius * (radius + 1)
    assert [hexes.distance(at, one) for one in found] == sorted(hexes.distance(at, one) for one in found)


def test_reachable_goes_around_holes_and_not_over_gaps():
    ring = hexes.ring((0, 0), 2)
    assert hexes.reachable(ring[0], ring) == set(ring)
    assert hexes.reachable((0, 0), [(0, 0), (0, 1), (0, 3)]) == {(0, 0), (0, 1)}
    assert hexes.reachable((9, 9), [(0, 0)]) == set()


@pytest.mark.parametrize(
    ("heading_deg", "direction"),
    [
        (0, "N"),
        (29.9, "N"),
        (30, "NE"),
        (89, "NE"),
        (90, "SE"),
        (150, "S"),
        (180, "S"),
        (210, "SW"),
        (270, "NW"),
        (329.9, "NW"),
        (330, "N"),
        (359.9, "N"),
        (360, "N"),
        (-31, "NW"),
        (-30, "N"),
        (-1e-20, "N"),
        (720 + 45, "NE"),
    ],
)
def test_a_heading_falls_to_the_nearest_direction(heading_deg, direction):
    assert hexes.heading_direction(heading_deg) == direction


@pytest.mark.parametrize(
    ("at", "number"),
    [
        ((0, 0), "0101"),
        ((1, 0), "0201"),
        ((1, -1), "0200"),
        ((2, 0), "0302"),
        ((2, -1), "0301"),
        ((3, 3), "0405"),
        ((99, 0), "100.50"),
        ((-1, 0), "0000"),
        ((-2, 0), "-1.0"),
        ((-4, 2), "-3.1"),
        ((0, 99), "1.100"),
    ],
)
def test_printed_numbers(at, number):
    assert hexes.printed(at) == number
    assert hexes.from_printed(number) == at


def test_odd_columns_are_half_a_hex_higher():
    (_, first), (_, second), (_, third) = (
        hexes.centre(hexes.from_printed(n)) for n in ("0101", "0201", "0301")
    )
    assert first == third < second


@pytest.mark.parametrize("number", ["", "1", "101", "01011", "1.", ".1", "ab", "0101 ", "1.2.3", "१२३४"])
def test_what_is_no_printed_number(number):
    assert hexes.from_printed(number) is None


@given(HEXES)
def test_a_printed_number_leads_back(at):
    assert hexes.from_printed(hexes.printed(at)) == at
    assert hexes.from_column_row(*hexes.column_row(at)) == at


@given(HEXES)
def test_the_centre_lies_between_the_corners_and_neighbours_lie_the_same_way_apart(at):
    x, y = hexes.centre(at)
    corners = list(hexes.corners(at))
    assert sum(corner[0] for corner in corners) / 6 == pytest.approx(x, abs=1e-9)
    assert sum(corner[1] for corner in corners) / 6 == pytest.approx(y, abs=1e-9)
    for beside in hexes.neighbours(at):
        bx, by = hexes.centre(beside)
        assert ((bx - x) ** 2 + (by - y) ** 2) ** 0.5 == pytest.approx(3**0.5)
