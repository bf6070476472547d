"""What the cult does to spaces and heroes: cultists, towns, brands, removal."""

import pytest

from support.cult import FORGE, Cult, a_hero, around

LINE = {
    FORGE: "plains town=Forge",
    (0, 1): "river",
    (0, 2): "forest",
    (0, 3): "hills",
}


def brands(events):
    return [
        (event["hero"], event["markers"], event["why"]) for event in events if event["event"] == "branded"
    ]


def test_at_the_start_the_cult_and_its_marker_are_in_the_forge_and_nobody_is_branded():
    # C-006, C-010, C-011, C-005, C-063, CA-17
    cult = Cult({FORGE: "plains town=Forge jewel=green"}, [FORGE])
    view = cult.view
    assert view["marker"] == [0, 0]
    assert view["infiltrated"] == [[0, 0]]
    assert view["heroes"][0]["markers"] == 0
    assert view["spaces_with_jewels"] == [{"at": [0, 0], "colour": "green", "cultist": False}]


def test_the_marker_turns_a_jewel_into_a_cultist_once():
    # C-060
    cult = Cult({FORGE: "plains town=Forge", (0, 1): "river jewel=yellow"}, [FORGE])
    assert cult.end_turn("river")[-1] == {"event": "cultist_made", "at": [0, 1], "colour": "yellow"}
    assert cult.view["spaces_with_jewels"] == [{"at": [0, 1], "colour": "yellow", "cultist": True}]
    cult.put(marker=FORGE)
    assert [event["event"] for event in cult.end_turn("river")] == ["cult_moved"]


def test_a_town_is_infiltrated_once_and_can_be_entered_as_before():
    # C-063, C-064, CA-28
    cult = Cult({FORGE: "plains town=Forge", (0, 1): "river town=Mill", (0, 2): "plains"}, [(0, 2)])
    assert cult.end_turn("river")[-1] == {"event": "infiltrated", "town": "Mill", "at": [0, 1]}
    cult.put(marker=FORGE)
    assert [event["event"] for event in cult.end_turn("river")] == ["cult_moved"]
    cult.put(marker=FORGE)
    assert cult.move("Ada", (0, 1)) == [{"event": "hero_moved", "hero": "Ada", "to": [0, 1]}]


def test_marker_and_hero_in_one_space_brand_whoever_moves():
    # C-066, C-067, C-009, C-007, CA-17
    cult = Cult(LINE, [(0, 1), (0, 3)])
    assert brands(cult.end_turn("river")) == [("Ada", 1, "marker")]
    assert cult.hero("Ada")["markers"] == 1
    assert brands(cult.move("Ben", (0, 2), (0, 1))) == [("Ben", 1, "marker")]


def test_standing_still_brands_no_second_time():
    # CA-17
    cult = Cult(LINE, [(0, 1), (0, 3)])
    cult.end_turn("river")
    assert cult.end_turn("lava") == [{"event": "cult_stays"}]
    assert brands(cult.move("Ada", (0, 2), (0, 1))) == [("Ada", 2, "marker")]


def test_passing_through_the_space_of_the_marker_brands_on_the_way():
    # CA-17, C-066
    cult = Cult(LINE, [(0, 1)]).put(marker=(0, 2))
    assert cult.move("Ada", (0, 2), (0, 3), (0, 2)) == [
        {"event": "hero_moved", "hero": "Ada", "to": [0, 2]},
        {"event": "branded", "hero": "Ada", "markers": 1, "why": "marker"},
        {"event": "check_knock_out", "hero": "Ada", "life": 4, "stamina": 3},
        {"event": "hero_moved", "hero": "Ada", "to": [0, 3]},
        {"event": "hero_moved", "hero": "Ada", "to": [0, 2]},
        {"event": "branded", "hero": "Ada", "markers": 2, "why": "marker"},
        {"event": "check_knock_out", "hero": "Ada", "life": 3, "stamina": 2},
    ]


def test_a_path_waits_for_the_question_of_a_brand_and_goes_on():
    # CA-18, CA-17
    cult = Cult(LINE, [(0, 1)]).put(marker=(0, 2)).put_hero(0, cultists=(1, 1, 0, 0))
    cult.move("Ada", (0, 2), (0, 3))
    assert cult.names == ["hero_moved", "branded"]
    assert cult.ask == {
        "for": "choose",
        "what": "colour",
        "why": "brand",
        "random": False,
        "options": ["green", "yellow"],
        "hero": "Ada",
    }
    cult.choose("green")
    assert cult.names == ["chosen", "cultist_lost", "check_knock_out", "hero_moved"]
    assert cult.hero("Ada")["at"] == [0, 3]


@pytest.mark.parametrize(
    ("held", "lost"), [((0, 0, 0, 0), None), ((2, 0, 0, 0), "green"), ((0, 0, 0, 1), "red")]
)
def test_one_cultist_goes_to_the_bottom_of_its_deck(held, lost):
    # C-068, CA-18, C-067
    cult = Cult(LINE, [(0, 1), (0, 3)], decks={"green": 5, "yellow": 5, "blue": 5, "red": 5})
    cult.put_hero(0, cultists=held)
    events = cult.end_turn("river")
    assert [event["colour"] for event in events if event["event"] == "cultist_lost"] == (
        [lost] if lost else []
    )
    assert sum(cult.state.decks) == 20 + (1 if lost else 0)
    assert sum(cult.hero("Ada")["cultists"].values()) == sum(held) - (1 if lost else 0)
    if lost:
        assert cult.view["decks"][lost] == 6


def test_each_brand_lowers_life_and_stamina_by_one_and_stamina_not_below_zero():
    # C-069, C-071, CA-03, CA-19
    cult = Cult(around(1), [a_hero(0, (0, 1), life=6, stamina=2)])
    told = []
    for _ in range(4):
        cult.event()
        told.append((cult.events[-1]["event"], cult.events[-1]["life"], cult.events[-1]["stamina"]))
    assert told == [("check_knock_out", life, stamina) for life, stamina in ((5, 1), (4, 0), (3, 0), (2, 0))]
    hero = cult.hero("Ada")
    assert (hero["life"], hero["stamina"], hero["markers"]) == (2, 0, 4)


def test_a_brand_is_removed_for_an_experience_point_and_gives_the_values_back():
    # C-070, C-069
    cult = Cult(around(1), [(0, 1)])
    cult.event()
    cult.event()
    assert cult.do("remove_brand", hero="Ada") == [{"event": "brand_removed", "hero": "Ada", "markers": 1}]
    hero = cult.hero("Ada")
    assert (hero["life"], hero["stamina"]) == (4, 3)


@pytest.mark.parametrize(
    ("house", "life", "markers"),
    [
        ("printed", 5, 5),
        ("reduced", 5, 3),
        ("printed", 4, 4),
        ("reduced", 4, 2),
        ("printed", 1, 1),
        ("reduced", 1, 1),
    ],
)
def test_a_hero_is_removed_at_his_maximum_life_printed_or_reduced(house, life, markers):
    # C-072, CA-03
    cult = Cult(around(1), [a_hero(0, (0, 1), life=life), (9, 9)], house={"elimination": house})
    for number in range(1, markers + 1):
        cult.event()
        assert cult.hero("Ada")["out"] == (number == markers)
    assert cult.names[-3:] == ["branded", "check_knock_out", "eliminated"]
    assert cult.events[-1] == {"event": "eliminated", "hero": "Ada"}
    assert cult.hero("Ada")["at"] is None


def test_the_cultists_of_a_removed_hero_go_back_without_a_word():
    # CA-20, C-072
    cult = Cult(around(1), [a_hero(0, (0, 1), life=1), (9, 9)]).put_hero(0, cultists=(3, 1, 0, 2))
    cult.event()
    cult.choose("red")
    assert cult.names == ["chosen", "cultist_lost", "check_knock_out", "eliminated"]
    assert cult.view["decks"] == {"green": 11, "yellow": 9, "blue": 7, "red": 9}
    hero = cult.hero("Ada")
    assert hero["cultists"] == {"green": 0, "yellow": 0, "blue": 0, "red": 0}
    assert (hero["points"], hero["out"]) == (0, True)


def test_the_rest_of_the_path_of_a_removed_hero_is_dropped():
    # CA-20
    cult = Cult(LINE, [a_hero(0, (0, 1), life=1), (9, 9)]).put(marker=(0, 2))
    cult.move("Ada", (0, 2), (0, 3))
    assert cult.names == ["hero_moved", "branded", "check_knock_out", "eliminated"]
    assert cult.ask["for"] == "command"


def test_a_removed_hero_keeps_his_turn_until_it_is_ended_and_then_gets_none():
    # CA-20, C-040
    cult = Cult(around(1), [(9, 9), a_hero(1, (0, 1), life=1), (9, 9)])
    cult.end_turn("lava")
    cult.event()
    assert cult.view["turn"] == "Ben"
    assert cult.hero("Ben")["out"]
    cult.do("end_turn")
    assert cult.ask["why"] == "end_turn"
    cult.roll("lava")
    assert cult.events[-1] == {"event": "turn", "hero": "Cyr"}
    cult.end_turn("lava")
    cult.end_turn("lava")
    assert cult.view["turn"] == "Cyr"  # Ada's turn came and went, Ben's was passed over


def test_a_removed_hero_meets_nothing_any_more():
    # CA-20
    cult = Cult(around(1), [a_hero(0, (0, 1), life=1), (9, 9)])
    cult.event()
    assert "branded" not in [event["event"] for event in cult.event()]
