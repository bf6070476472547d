"""Encounters, Events and rituals."""

import pytest

from runeheart.core.hexes import disc, distance
from support.cult import COLOURS, FORGE, Cult, around

FAR = ((9, 9), (9, 9))


@pytest.mark.parametrize(("colour", "dice"), list(zip(COLOURS, (1, 2, 3, 4), strict=True)))
def test_an_encounter_moves_the_cult_once_per_rank(colour, dice):
    # C-050, C-051, C-052, C-053, C-054, CA-21
    cult = Cult(around(5))
    cult.encounter(colour)
    assert cult.events == [{"event": "discarded", "card": colour, "count": 1, "limit": 18}]
    for number in range(dice):
        assert cult.ask == {"for": "roll", "die": "movement", "count": 1, "why": "encounter"}
        cult.roll("plains")
        cult.choose(cult.ask["options"][0])
        assert cult.names[:2] == ["chosen", "cult_moved"], number
    assert cult.ask["for"] == "command"
    assert cult.view["turn"] == "Ada"
    assert distance(cult.state.marker, FORGE) == dice


def test_each_die_is_tried_if_the_one_before_moved_nothing():
    # C-052, CA-21: "if able" is looked at for each die
    cult = Cult(around(2))
    cult.encounter("yellow")
    cult.roll("lava")
    assert cult.names == ["rolled", "cult_stays"]
    cult.roll("plains")
    cult.choose("N")
    assert cult.names == ["chosen", "cult_moved", "bearing"]


def test_each_die_is_a_whole_move_with_its_own_pull():
    # CA-21, CA-01
    spaces = {FORGE: "plains town=Forge", (1, 0): "forest", (2, 0): "swamp", (3, 0): "hills town=Mill"}
    cult = Cult(spaces, [FORGE], house={"town_pull": "all"})
    cult.encounter("yellow")
    cult.roll("forest")
    assert cult.state.marker == FORGE  # pulled back, and again after the second die
    cult.roll("forest")
    assert cult.names == ["rolled", "cult_moved", "pulled", "branded", "check_knock_out"]


def test_the_roll_at_the_end_of_the_turn_still_takes_place():
    # C-055
    cult = Cult(around(2))
    cult.encounter("green")
    cult.roll("lava")
    cult.do("end_turn")
    assert cult.ask["why"] == "end_turn"


def test_encounters_and_events_of_every_rank_leave_the_game_into_one_pile():
    # C-050
    cult = Cult(around(1))
    for count, colour in enumerate(COLOURS, 1):
        cult.encounter(colour)
        assert cult.events[0] == {"event": "discarded", "card": colour, "count": count, "limit": 18}
        while cult.ask["for"] == "roll":
            cult.roll("lava")
    for number in range(1, 6):
        cult.event(number)
        assert cult.events[0] == {"event": "discarded", "card": number, "count": 4 + number, "limit": 18}
    assert cult.view["pile"] == 9


def jewels(radius):
    """Return a board with a green jewel everywhere but in the forge."""
    return around(radius, "plains jewel=green") | {FORGE: "plains town=Forge"}


@pytest.mark.parametrize("radius", range(1, 6))
def test_a_ritual_covers_every_space_of_its_radius_by_distance_then_q_then_r(radius):
    # C-057, C-058, C-060, CA-10
    cult = Cult(jewels(6), FAR)
    cult.event(radius)
    assert cult.events[2] == {"event": "ritual", "radius": radius, "at": [0, 0]}
    covered = sorted((distance(at, FORGE), at) for at in disc(FORGE, radius) if at != FORGE)
    assert [event["at"] for event in cult.events[3:]] == [list(at) for _, at in covered]
    assert {event["event"] for event in cult.events[3:]} == {"cultist_made"}
    assert len(covered) == 3 * radius * (radius + 1)


@pytest.mark.parametrize("radius", range(1, 6))
def test_a_ritual_is_counted_from_the_marker_across_holes_and_past_the_edge(radius):
    # CA-10, C-057
    marker = (5, -2)
    spaces = jewels(6)
    hole = (4, -2)
    del spaces[hole]
    cult = Cult(spaces, FAR).put(marker=marker)
    cult.event(radius)
    made = {tuple(event["at"]) for event in cult.events if event["event"] == "cultist_made"}
    within = {at for at in spaces if distance(at, marker) <= radius and at not in {(9, 9), FORGE}}
    assert made == within
    assert cult.events[2]["at"] == [5, -2]


def test_in_a_space_of_a_ritual_first_the_jewel_then_the_town_then_the_heroes():
    # C-058, CA-35, C-063, C-066, CA-17
    spaces = around(1, q0r1="plains town=Mill jewel=blue")
    cult = Cult(spaces, [(0, 1), (9, 9), (0, 1)])
    assert [(event["event"], event.get("hero")) for event in cult.event()[3:]] == [
        ("cultist_made", None),
        ("infiltrated", None),
        ("branded", "Ada"),
        ("check_knock_out", "Ada"),
        ("branded", "Cyr"),
        ("check_knock_out", "Cyr"),
    ]


def test_a_ritual_covers_the_space_of_the_marker_too():
    # CA-10, CA-17: standing still with the marker is no protection
    spaces = {FORGE: "plains town=Forge jewel=red"}
    cult = Cult(spaces, [FORGE])
    cult.event()
    assert cult.names == [
        "discarded",
        "replenished",
        "ritual",
        "cultist_made",
        "branded",
        "check_knock_out",
    ]
    assert cult.events[4]["why"] == "ritual"


def test_a_ritual_moves_nothing_and_no_town_pulls():
    # CA-09
    cult = Cult(around(2, q1r0="plains town=Mill"), FAR)
    cult.event(2)
    assert "pulled" not in cult.names
    assert cult.state.marker == FORGE
    assert cult.state.bearing is None


def test_a_ritual_stops_for_the_question_of_each_brand_and_goes_on():
    # CA-18, CA-35
    cult = Cult(around(1), [(0, -1), (0, 1)])
    cult.put_hero(0, cultists=(1, 0, 1, 0)).put_hero(1, cultists=(0, 1, 0, 1))
    cult.event()
    assert (cult.ask["hero"], cult.ask["options"]) == ("Ada", ["green", "blue"])
    cult.choose("blue")
    assert cult.names == ["chosen", "cultist_lost", "check_knock_out", "branded"]
    assert (cult.ask["hero"], cult.ask["options"]) == ("Ben", ["yellow", "red"])
    cult.choose("red")
    assert cult.names == ["chosen", "cultist_lost", "check_knock_out"]


def after_a_win(**setup):
    """One jewel gone, one cultist, one jewel as it was; nothing of it near the marker."""
    spaces = {
        FORGE: "plains town=Forge",
        (3, 0): "plains jewel=green",
        (4, 0): "plains jewel=yellow",
        (5, 0): "plains jewel=blue",
    }
    cult = Cult(spaces, [(3, 0), (9, 9)], **setup)
    cult.flip((4, 0)).challenge("Ada")
    return cult


@pytest.mark.parametrize(("house", "count", "cultist"), [("empty", 1, True), ("all", 2, False)])
def test_an_event_replenishes_where_the_jewel_is_gone_or_everywhere(house, count, cultist):
    # C-056, CA-12
    cult = after_a_win(house={"replenish": house})
    assert cult.event(1)[1] == {"event": "replenished", "count": count}
    assert cult.view["spaces_with_jewels"] == [
        {"at": [3, 0], "colour": "green", "cultist": False},
        {"at": [4, 0], "colour": "yellow", "cultist": cultist},
        {"at": [5, 0], "colour": "blue", "cultist": False},
    ]
    assert cult.event(1)[1] == {"event": "replenished", "count": 0}


def test_replenishing_does_not_ask_which_event_was_drawn_before():
    # C-056
    cult = after_a_win()
    cult.event(5)
    cult.flip((3, 0)).challenge("Ada")
    assert cult.event(1)[1] == {"event": "replenished", "count": 1}


def test_an_event_replenishes_before_its_ritual():
    # CA-11, C-056, C-057
    cult = after_a_win()
    cult.event(3)
    assert cult.names[:4] == ["discarded", "replenished", "ritual", "cultist_made"]
    assert cult.events[3]["at"] == [3, 0]


def test_an_encounter_changes_no_jewel():
    # CA-36
    cult = after_a_win()
    before = cult.view["spaces_with_jewels"]
    cult.encounter("green")
    cult.roll("lava")
    assert cult.view["spaces_with_jewels"] == before
