"""A cult move: the roll, the bearing, the terrain, the choice, the towns that pull."""

import pytest

from support.cult import FORGE, Cult, around

HERE = (FORGE, FORGE)

DIAGRAM_2 = {
    FORGE: "plains town=Forge",
    (1, 0): "forest",
    (2, -1): "road",
    (2, 0): "hills",
    (1, 1): "mountains",
    (1, -1): "river",
    (0, 1): "swamp",
}
"""Bearing SE from the forge into (1, 0): NE road, SE hills, S mountains; a river N, outside the arc."""


def diagram_2(**setup):
    cult = Cult(DIAGRAM_2, HERE, **setup)
    cult.end_turn("forest")
    assert (cult.state.marker, cult.state.bearing) == ((1, 0), "SE")
    return cult


def moved(events):
    """The directions of the steps among some events."""
    return [event["direction"] for event in events if event["event"] == "cult_moved"]


def test_every_turn_ends_with_one_roll_for_the_cult():
    # C-040, C-030
    cult = Cult(around(1), HERE)
    for name in ("Ben", "Ada", "Ben"):
        cult.do("end_turn")
        assert cult.ask == {"for": "roll", "die": "movement", "count": 1, "why": "end_turn"}
        cult.roll("lava")
        assert cult.events == [
            {"event": "rolled", "die": "movement", "values": [["lava"]], "why": "end_turn"},
            {"event": "cult_stays"},
            {"event": "turn", "hero": name},
        ]
        assert cult.view["turn"] == name


def test_the_first_move_sets_the_bearing():
    # C-090, C-091, C-092, CA-02
    spaces = around(1, q0r1="river", q1r0="hills", q0rm1="road", q1rm1="forest", qm1r0="plains", qm1r1="road")
    cult = Cult(spaces, HERE)
    assert cult.state.bearing is None
    assert cult.end_turn("river", "swamp") == [
        {"event": "cult_moved", "from": [0, 0], "to": [0, 1], "direction": "S"},
        {"event": "bearing", "from": None, "to": "S", "why": "first_move"},
    ]
    assert cult.view["bearing"] == "S"


def test_the_first_move_may_go_in_any_of_the_six_directions():
    # C-090, C-091, C-042
    cult = Cult(around(1), HERE)
    cult.do("end_turn")
    cult.roll("plains")
    assert cult.ask == {
        "for": "choose",
        "what": "direction",
        "why": "cult_move",
        "random": False,
        "options": ["N", "NE", "SE", "S", "SW", "NW"],
    }


@pytest.mark.parametrize(
    ("bearing", "arc"),
    [
        ("N", ["N", "NE", "NW"]),
        ("NE", ["N", "NE", "SE"]),
        ("SE", ["NE", "SE", "S"]),
        ("S", ["SE", "S", "SW"]),
        ("SW", ["S", "SW", "NW"]),
        ("NW", ["N", "SW", "NW"]),
    ],
)
def test_a_bearing_allows_itself_and_its_two_neighbours(bearing, arc):
    # C-090, C-093, C-097
    cult = Cult(around(1), HERE).put(bearing=bearing)
    cult.do("end_turn")
    cult.roll("plains")
    assert cult.ask["options"] == arc


def test_only_the_road_matches_so_the_marker_must_go_there():
    # C-094, C-041
    assert moved(diagram_2().end_turn("river", "road")) == ["NE"]


def test_of_two_spaces_that_match_the_player_chooses_one_and_may_not_stay():
    # C-095, C-042, C-043
    cult = diagram_2()
    cult.end_turn("hills", "road")
    assert cult.ask["options"] == ["NE", "SE"]
    for no in ("stay", None, "N"):
        cult.do("choose", option=no)
        assert cult.refused
    cult.choose("SE")
    assert cult.events[:2] == [
        {"event": "chosen", "what": "direction", "option": "SE", "random": False, "why": "cult_move"},
        {"event": "cult_moved", "from": [1, 0], "to": [2, 0], "direction": "SE"},
    ]


def test_a_river_outside_the_arc_moves_nothing():
    # C-096, C-044
    cult = diagram_2()
    assert cult.end_turn("river", "forest") == [{"event": "cult_stays"}]
    assert cult.state.marker == (1, 0)


def test_without_a_match_the_bearing_stays_unset():
    # CA-06
    cult = Cult(around(1), HERE)
    assert cult.end_turn("lava") == [{"event": "cult_stays"}]
    assert cult.state.bearing is None
    cult.end_turn("plains")
    assert len(cult.ask["options"]) == 6


@pytest.mark.parametrize("rolled", [("road",), ("river", "lava"), ("hills", "lava", "road")])
def test_a_space_matches_by_any_of_its_terrains_also_a_town_by_its_own(rolled):
    # CA-05, CA-27
    spaces = around(1, "swamp", q0r1="road river hills town=Mill")
    cult = Cult(spaces, HERE)
    assert moved(cult.end_turn(*rolled)) == ["S"]


def test_a_space_without_terrain_is_never_matched():
    # CA-27
    cult = Cult({FORGE: "town=Forge", (0, 1): ""}, HERE)
    assert cult.end_turn("plains") == [{"event": "cult_stays"}]


@pytest.mark.parametrize(("house", "bearing"), [("fixed", "SE"), ("last_move", "NE")])
def test_the_bearing_stays_or_follows_the_last_move(house, bearing):
    # CA-02
    cult = diagram_2(house={"bearing": house})
    events = cult.end_turn("road")
    turns = [event for event in events if event["event"] == "bearing"]
    if house == "fixed":
        assert turns == []
    else:
        assert turns == [{"event": "bearing", "from": "SE", "to": "NE", "why": "last_move"}]
        assert [event["event"] for event in events] == ["cult_moved", "bearing"]
    assert cult.state.bearing == bearing


def test_a_bearing_that_follows_and_does_not_change_is_not_told():
    # CA-02
    cult = diagram_2(house={"bearing": "last_move"})
    assert [event["event"] for event in cult.end_turn("hills")] == ["cult_moved"]


# Towns that pull

ROAD_BY_TOWNS = {
    FORGE: "plains town=Forge",
    (1, 0): "forest",
    (2, 0): "swamp town=Mill",
    (3, 0): "swamp town=Weir",
    (4, 0): "swamp",
}


def test_a_town_beside_the_marker_pulls_it_in_whatever_the_bearing():
    # C-045, CA-07
    spaces = {FORGE: "plains town=Forge", (0, 1): "forest", (0, -1): "hills", (1, 0): "swamp town=Mill"}
    cult = Cult(spaces, HERE)
    assert cult.end_turn("forest") == [
        {"event": "cult_moved", "from": [0, 0], "to": [0, 1], "direction": "S"},
        {"event": "bearing", "from": None, "to": "S", "why": "first_move"},
        {"event": "pulled", "from": [0, 1], "to": [1, 0], "town": "Mill"},
        {"event": "infiltrated", "town": "Mill", "at": [1, 0]},
    ]
    assert (cult.state.marker, cult.state.bearing) == ((1, 0), "S")


def test_staying_pulls_nothing():
    # C-045, C-044
    cult = Cult({FORGE: "plains town=Forge", (0, 1): "forest town=Mill"}, HERE)
    assert cult.end_turn("lava") == [{"event": "cult_stays"}]


def test_the_pull_is_looked_at_again_after_each_entry():
    # CA-08, C-045
    cult = Cult(ROAD_BY_TOWNS, HERE)
    assert [event.get("to") for event in cult.end_turn("forest") if event["event"] != "bearing"] == [
        [1, 0],
        [2, 0],
        None,  # infiltrated
        [3, 0],
        None,
    ]
    assert cult.view["infiltrated"] == [[0, 0], [2, 0], [3, 0]]


def test_a_town_entered_by_its_terrain_leads_on_to_the_next():
    # CA-08
    spaces = {FORGE: "plains town=Forge", (1, 0): "swamp town=Mill", (2, 0): "hills town=Weir"}
    cult = Cult(spaces, HERE)
    assert [event["event"] for event in cult.end_turn("swamp")] == [
        "cult_moved",
        "bearing",
        "infiltrated",
        "pulled",
        "infiltrated",
    ]


def test_of_several_towns_the_player_chooses():
    # CA-08
    spaces = {
        FORGE: "plains town=Forge",
        (0, 1): "forest",
        (1, 1): "swamp town=Weir",
        (-1, 1): "swamp town=Mill",
        (0, 2): "swamp",
    }
    cult = Cult(spaces, HERE)
    cult.end_turn("forest")
    assert cult.ask == {
        "for": "choose",
        "what": "town",
        "why": "pull",
        "random": False,
        "options": [[-1, 1], [1, 1]],
    }
    cult.choose((0, 1))
    assert "not one of [-1, 1], [1, 1]" in cult.refused
    cult.do("choose", option=[1.0, 1])
    assert cult.refused
    cult.choose((1, 1))
    assert cult.events[:2] == [
        {"event": "chosen", "what": "town", "option": [1, 1], "random": False, "why": "pull"},
        {"event": "pulled", "from": [0, 1], "to": [1, 1], "town": "Weir"},
    ]


def test_only_clean_towns_pull():
    # CA-01, CA-28
    cult = Cult(ROAD_BY_TOWNS, HERE).put(infiltrated=frozenset({FORGE, (2, 0)}))
    assert cult.end_turn("forest")[-1]["event"] == "bearing"
    assert cult.state.marker == (1, 0)
    assert [event["event"] for event in cult.end_turn("swamp")] == ["cult_moved", "pulled", "infiltrated"]


def test_every_town_pulls_once_in_a_move_the_start_space_too():
    # CA-01
    cult = Cult(ROAD_BY_TOWNS, HERE, house={"town_pull": "all"})
    cult.end_turn("forest")
    assert cult.ask["options"] == [[0, 0], [2, 0]]
    cult.choose(FORGE)
    pulls = [event for event in cult.events if event["event"] == "pulled"]
    assert pulls == [{"event": "pulled", "from": [1, 0], "to": [0, 0], "town": "Forge"}]
    assert cult.state.marker == FORGE
    # The next move begins anew, and the forge pulls again.
    cult.end_turn("forest")
    cult.choose((2, 0))
    assert [event.get("to") for event in cult.events if event["event"] == "pulled"] == [[2, 0], [3, 0]]
    assert cult.state.marker == (3, 0)  # the mill was entered in this move, the forge is not beside it


def test_a_town_entered_by_the_step_does_not_pull_again():
    # CA-01
    spaces = {FORGE: "plains town=Forge", (1, 0): "swamp town=Mill", (2, 0): "hills town=Weir"}
    cult = Cult(spaces, HERE, house={"town_pull": "all"})
    cult.end_turn("swamp")
    assert cult.ask["options"] == [[0, 0], [2, 0]]
    cult.choose((2, 0))
    assert cult.state.marker == (2, 0)


def test_the_space_has_its_effects_before_a_town_pulls_on():
    # CA-35, C-060, C-063, C-066
    spaces = {FORGE: "plains town=Forge", (1, 0): "forest jewel=green", (2, 0): "swamp town=Mill jewel=red"}
    cult = Cult(spaces, [(1, 0), (2, 0), (1, 0)])
    names = [(event["event"], event.get("hero")) for event in cult.end_turn("forest")]
    assert names == [
        ("cult_moved", None),
        ("bearing", None),
        ("cultist_made", None),
        ("branded", "Ada"),
        ("check_knock_out", "Ada"),
        ("branded", "Cyr"),
        ("check_knock_out", "Cyr"),
        ("pulled", None),
        ("cultist_made", None),
        ("infiltrated", None),
        ("branded", "Ben"),
        ("check_knock_out", "Ben"),
    ]


def test_the_question_of_a_brand_comes_before_the_pull():
    # CA-35
    spaces = {FORGE: "plains town=Forge", (1, 0): "forest", (2, 0): "swamp town=Mill"}
    cult = Cult(spaces, [(1, 0)]).put_hero(0, cultists=(1, 1, 0, 0))
    cult.end_turn("forest")
    assert cult.ask["why"] == "brand"
    assert cult.state.marker == (1, 0)
    cult.choose("green")
    assert cult.names == [
        "chosen",
        "cultist_lost",
        "check_knock_out",
        "pulled",
        "infiltrated",
        "turn",
    ]
