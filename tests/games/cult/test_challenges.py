"""Challenges at jewels, and where their cards come from and go to."""

import pytest

from support.cult import COLOURS, FORGE, Cult

POINTS = dict(zip(COLOURS, (1, 2, 3, 4), strict=True))
GREEN, YELLOW, BLUE, RED = (1, 0), (2, 0), (3, 0), (4, 0)
AT = dict(zip(COLOURS, (GREEN, YELLOW, BLUE, RED), strict=True))
BOARD = {
    FORGE: "plains town=Forge",
    GREEN: "plains jewel=green",
    YELLOW: "plains jewel=yellow",
    BLUE: "plains jewel=blue",
    RED: "plains jewel=red",
    (5, 0): "plains town=Mill",
}


def at_a(colour, **setup):
    """A game in which Ada stands at a jewel."""
    return Cult(BOARD, [AT[colour], (9, 9)], **setup)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_cultist_is_drawn_from_its_deck_and_lies_before_the_player(colour):
    # C-002, C-020, C-021, C-061, C-062, CA-13
    cult = at_a(colour).flip(AT[colour])
    before = cult.view["decks"][colour]
    assert cult.challenge("Ada") == [
        {"event": "cultist_won", "hero": "Ada", "colour": colour, "points": POINTS[colour]}
    ]
    assert cult.view["decks"][colour] == before - 1
    hero = cult.hero("Ada")
    assert hero["cultists"][colour] == 1
    assert hero["points"] == POINTS[colour]


@pytest.mark.parametrize("colour", ["green", "yellow", "blue"])
def test_a_jewel_that_was_not_flipped_is_the_base_decks_and_scores_nothing(colour):
    # C-003, CA-13, CA-36
    cult = at_a(colour)
    assert cult.challenge("Ada") == [{"event": "challenge_won", "hero": "Ada", "colour": colour}]
    assert cult.view["decks"][colour] == {"green": 8, "yellow": 8, "blue": 7}[colour]
    assert cult.hero("Ada")["points"] == 0


def test_a_red_jewel_is_the_cults_flipped_or_not():
    # C-001, C-004, CA-14
    cult = at_a("red")
    assert cult.challenge("Ada") == [{"event": "cultist_won", "hero": "Ada", "colour": "red", "points": 4}]
    assert cult.view["decks"]["red"] == 6


@pytest.mark.parametrize("colour", ["green", "yellow", "blue"])
def test_with_an_empty_cult_deck_the_base_deck_is_drawn_from(colour):
    # CA-15
    cult = at_a(colour, decks={colour: 0}).flip(AT[colour])
    assert cult.challenge("Ada", "escaped") == [
        {"event": "challenge_returned", "hero": "Ada", "colour": colour, "cult": False}
    ]
    assert cult.challenge("Ada") == [{"event": "challenge_won", "hero": "Ada", "colour": colour}]
    assert cult.hero("Ada")["points"] == 0


@pytest.mark.parametrize("is_flipped", [True, False])
def test_with_an_empty_red_deck_a_red_jewel_cannot_be_attempted(is_flipped):
    # CA-15, C-004
    cult = at_a("red", decks={"red": 0})
    if is_flipped:
        cult.flip(RED)
    for result in ("won", "escaped", "knocked_out"):
        cult.challenge("Ada", result, FORGE)
        assert cult.refused == "the red deck is empty, so a red jewel cannot be attempted"


@pytest.mark.parametrize(
    ("colour", "is_flipped", "is_cult"),
    [("green", True, True), ("green", False, False), ("red", False, True), ("red", True, True)],
)
def test_an_escape_puts_the_card_under_the_deck_it_came_from(colour, is_flipped, is_cult):
    # C-031, CA-36
    cult = at_a(colour)
    if is_flipped:
        cult.flip(AT[colour])
    before = cult.view
    assert cult.challenge("Ada", "escaped") == [
        {"event": "challenge_returned", "hero": "Ada", "colour": colour, "cult": is_cult}
    ]
    assert cult.view == before


def test_a_win_takes_the_jewel_off_the_board():
    # CA-36
    cult = at_a("green")
    cult.challenge("Ada")
    assert [1, 0] not in [jewel["at"] for jewel in cult.view["spaces_with_jewels"]]
    cult.challenge("Ada")
    assert cult.refused == "there is no jewel at [1, 0], where Ada stands"


def test_a_knock_out_carries_the_hero_to_a_town():
    # C-031, C-065, CA-17
    cult = at_a("green")
    assert cult.challenge("Ada", "knocked_out", (5, 0)) == [
        {"event": "challenge_returned", "hero": "Ada", "colour": "green", "cult": False},
        {"event": "hero_moved", "hero": "Ada", "to": [5, 0]},
    ]
    assert cult.hero("Ada")["at"] == [5, 0]
    assert len(cult.view["spaces_with_jewels"]) == 4  # CA-36


def test_in_an_infiltrated_town_a_knock_out_brands():
    # C-065, CA-17, CA-28
    cult = at_a("green").put(infiltrated=frozenset({FORGE, (5, 0)}))
    assert cult.challenge("Ada", "knocked_out", (5, 0))[2:] == [
        {"event": "branded", "hero": "Ada", "markers": 1, "why": "knock_out"},
        {"event": "check_knock_out", "hero": "Ada", "life": 4, "stamina": 3},
    ]


def test_in_the_town_of_the_marker_a_knock_out_brands_once():
    # CA-17
    cult = at_a("green")
    assert cult.challenge("Ada", "knocked_out", FORGE)[2:] == [
        {"event": "branded", "hero": "Ada", "markers": 1, "why": "knock_out"},
        {"event": "check_knock_out", "hero": "Ada", "life": 4, "stamina": 3},
    ]


def test_knocked_out_to_the_town_where_he_is_is_an_arrival():
    # CA-17
    cult = Cult({FORGE: "plains town=Forge jewel=green"}, [FORGE])
    cult.challenge("Ada", "knocked_out", FORGE)
    assert cult.names == ["challenge_returned", "hero_moved", "branded", "check_knock_out"]


def test_a_knock_out_asks_what_to_give_up():
    # C-068, CA-18
    cult = at_a("green").put_hero(0, cultists=(1, 0, 1, 0))
    cult.challenge("Ada", "knocked_out", FORGE)
    assert cult.ask["options"] == ["green", "blue"]
    cult.choose("blue")
    assert cult.names == ["chosen", "cultist_lost", "check_knock_out"]


def test_where_to_is_looked_at_for_a_knock_out_only():
    # C-031
    cult = at_a("green")
    cult.do("challenge", hero="Ada", result="escaped", to="nowhere")
    assert cult.refused is None


def test_the_two_kinds_of_decks_stay_apart():
    # C-001, C-002, C-003, CA-34
    assert Cult(BOARD).view["decks"] == {"green": 8, "yellow": 8, "blue": 7, "red": 7}
    assert Cult(BOARD, decks={"blue": 2}).view["decks"] == {"green": 8, "yellow": 8, "blue": 2, "red": 7}
