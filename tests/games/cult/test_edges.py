"""Edges and corners of a board, each from every side (C-098, C-099, CA-04)."""

import pytest

from runeheart.core.hexes import DIRECTIONS, from_column_row
from support.cult import Cult, a_hero

COLUMNS, ROWS = 4, 3


def rectangle(words="plains", columns=COLUMNS, rows=ROWS):
    spaces = {
        from_column_row(column, row): words for column in range(1, columns + 1) for row in range(1, rows + 1)
    }
    forge = from_column_row(1, 1)
    spaces[forge] = f"{words} town=Forge"
    return spaces


def at_the_edge(spaces, marker, bearing, **setup):
    """A game with the marker and its bearing somewhere; the forge is the first space."""
    return Cult(spaces, [a_hero(0, next(iter(spaces)))], **setup).put(marker=marker, bearing=bearing)


def turns(events):
    return [(event["from"], event["to"]) for event in events if event["event"] == "bearing"]


def expected(column, row, bearing):
    """Say in columns and rows what an edge makes of a bearing: an independent account of CA-04."""
    told = []
    if ("W" in bearing and column == 1) or ("E" in bearing and column == COLUMNS):
        other = bearing.translate(str.maketrans("EW", "WE"))
        told.append((bearing, other))
        bearing = other
    is_high = column % 2 == 1  # odd columns stand half a hex higher
    if len(bearing) == 1:
        ahead = row + (1 if bearing == "S" else -1)
    elif bearing[0] == "N":
        ahead = row - 1 if is_high else row
    else:
        ahead = row if is_high else row + 1
    if not 1 <= ahead <= ROWS:
        other = bearing.translate(str.maketrans("NS", "SN"))
        told.append((bearing, other))
    return told


@pytest.mark.parametrize("bearing", DIRECTIONS)
@pytest.mark.parametrize("row", range(1, ROWS + 1))
@pytest.mark.parametrize("column", range(1, COLUMNS + 1))
def test_from_every_space_with_every_bearing(column, row, bearing):
    # C-098, C-099, CA-04
    told = expected(column, row, bearing)
    cult = at_the_edge(rectangle(), from_column_row(column, row), bearing)
    events = cult.end_turn("lava")  # nothing matches, and the turned bearing stays all the same
    assert events == [
        *({"event": "bearing", "from": old, "to": new, "why": "edge"} for old, new in told),
        {"event": "cult_stays"},
    ]
    assert cult.state.bearing == (told[-1][1] if told else bearing)


@pytest.mark.parametrize(
    ("corner", "bearing", "after"),
    [
        ((1, 1), "NW", ["NE", "SE"]),
        ((1, 1), "SW", ["SE"]),
        ((1, 1), "N", ["S"]),
        ((4, 1), "NE", ["NW"]),
        ((4, 1), "SE", ["SW"]),
        ((1, 3), "SW", ["SE"]),
        ((1, 3), "S", ["N"]),
        ((4, 3), "SE", ["SW", "NW"]),
        ((4, 3), "NE", ["NW"]),
    ],
)
def test_in_the_corners(corner, bearing, after):
    # C-098, C-099, CA-04
    cult = at_the_edge(rectangle(), from_column_row(*corner), bearing)
    assert [to for _, to in turns(cult.end_turn("lava"))] == after


@pytest.mark.parametrize(
    ("bearing", "after"), [("N", "S"), ("S", "N"), ("NE", "SE"), ("SE", "NE"), ("NW", "SW"), ("SW", "NW")]
)
def test_off_the_top_or_bottom_the_north_south_part_turns(bearing, after):
    # C-098
    row = 1 if "N" in bearing else ROWS
    column = 3 if "N" in bearing else 2  # a high column at the top, a low one at the bottom
    cult = at_the_edge(rectangle(), from_column_row(column, row), bearing)
    assert turns(cult.end_turn("lava")) == [(bearing, after)]


@pytest.mark.parametrize(("bearing", "after"), [("NE", "NW"), ("NW", "NE"), ("SE", "SW"), ("SW", "SE")])
def test_off_the_left_or_right_the_east_west_part_turns(bearing, after):
    # C-099
    column = COLUMNS if "E" in bearing else 1
    cult = at_the_edge(rectangle(), from_column_row(column, 2), bearing)
    assert turns(cult.end_turn("lava")) == [(bearing, after)]


def test_the_turn_is_told_before_the_move_and_the_new_arc_is_matched():
    # CA-04, C-093
    cult = at_the_edge(rectangle(), from_column_row(2, 3), "S")
    cult.do("end_turn")
    cult.roll("plains")
    assert [event["event"] for event in cult.events] == ["rolled", "bearing"]
    assert cult.ask["options"] == ["N", "NE", "NW"]
    cult.choose("N")
    assert cult.names == ["chosen", "cult_moved", "turn"]


def test_a_side_space_off_the_board_is_only_not_available():
    # CA-04
    cult = at_the_edge(rectangle(), from_column_row(4, 2), "N")
    cult.do("end_turn")
    cult.roll("plains")
    assert turns(cult.events) == []
    assert cult.ask["options"] == ["N", "NW"]


def test_a_hole_ahead_in_a_column_that_has_spaces_turns_north_and_south_only():
    # CA-04
    spaces = rectangle()
    del spaces[from_column_row(4, 2)]
    cult = at_the_edge(spaces, from_column_row(3, 2), "SE")
    assert turns(cult.end_turn("lava")) == [("SE", "NE")]


def test_if_the_space_is_still_off_the_board_the_side_spaces_may_match():
    # CA-04: above and below are holes; the bearing turned once stays turned
    spaces = {(0, 0): "plains town=Forge", (1, 0): "road"}
    cult = at_the_edge(spaces, (0, 0), "N")
    events = cult.end_turn("road")
    assert turns(events) == [("N", "S")]
    assert events[-1]["direction"] == "SE"


def test_on_a_single_column_both_parts_turn_once():
    # CA-04
    spaces = {(0, row): "plains" + (" town=Forge" if row == 0 else "") for row in range(3)}
    cult = at_the_edge(spaces, (0, 1), "NE")
    assert turns(cult.end_turn("plains")) == [("NE", "NW"), ("NW", "SW")]
    assert cult.state.marker == (0, 2)  # S is beside SW


def test_while_the_bearing_is_unset_no_edge_turns_it():
    # CA-02, CA-06
    cult = at_the_edge(rectangle(), from_column_row(1, 1), None)
    assert cult.end_turn("lava") == [{"event": "cult_stays"}]


def test_with_a_bearing_that_follows_the_edge_turns_it_first():
    # CA-02, CA-04
    spaces = rectangle()
    spaces[from_column_row(3, 3)] = "road"
    cult = at_the_edge(spaces, from_column_row(4, 2), "SE", house={"bearing": "last_move"})
    assert [(event["event"], event.get("why"), event.get("to")) for event in cult.end_turn("road")] == [
        ("bearing", "edge", "SW"),
        ("cult_moved", None, list(from_column_row(3, 3))),
    ]
