"""The three ends and the last hero's removal, for every number of heroes; scores and winners."""

import pytest

from runeheart.core.game import Refused
from runeheart.games.cult.rules import CULT
from support.cult import FORGE, Cult, a_hero, around

GREEN, RED = (1, 0), (4, 0)
BOARD = {
    FORGE: "plains town=Forge",
    GREEN: "plains jewel=green",
    RED: "plains jewel=red",
}
MORE = {1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4}
"""How much higher the limits are for a number of heroes: that of two for one."""


def table(count, at=GREEN, **setup):
    return Cult(BOARD, [at] * count, **setup)


def over(cult):
    assert cult.ask is None
    assert cult.view["outcome"] == cult.events[-1]["because"]
    return cult.events[-1]


@pytest.mark.parametrize(("count", "more"), list(MORE.items()))
def test_the_limits_go_by_the_number_of_heroes(count, more):
    # C-082, C-084, CA-24
    view = table(count).view
    assert (view["points_limit"], view["pile_limit"]) == (26 + more, 18 + more)


@pytest.mark.parametrize("count", range(1, 7))
def test_the_last_red_cultist_ends_the_game(count):
    # C-080, C-081, CA-16, CA-25
    cult = table(count, RED, decks={"red": 2})
    last = cult.view["heroes"][-1]["name"]
    cult.challenge(last)
    assert cult.names == ["cultist_won"]
    cult.flip(RED).challenge(last)
    assert cult.names == ["cultist_won", "game_over"]
    assert over(cult)["because"] == "red"
    assert over(cult)["winners"] == [last]


def test_a_red_cultist_that_went_back_to_the_deck_must_be_defeated_again():
    # CA-16
    cult = table(1, RED, decks={"red": 2})
    cult.challenge("Ada")
    cult.event(4)
    assert "cultist_lost" in cult.names
    cult.challenge("Ada")
    assert cult.names == ["cultist_won"]
    cult.event(1)
    cult.challenge("Ada")
    assert cult.names == ["cultist_won", "game_over"]


@pytest.mark.parametrize(("count", "more"), list(MORE.items()))
def test_the_victory_points_end_the_game_at_the_limit_without_the_bonus(count, more):
    # C-082, C-083, CA-24, CA-25
    limit = 26 + more
    cult = table(count).flip(GREEN).put_hero(0, cultists=(limit - 2, 0, 0, 0))
    cult.challenge("Ada")
    assert cult.names == ["cultist_won"]  # one point short, the bonus would be far over
    cult.flip(GREEN).challenge("Ada")
    assert cult.names == ["cultist_won", "game_over"]
    assert over(cult)["because"] == "points"
    assert over(cult)["scores"][0] == {
        "hero": "Ada",
        "points": limit,
        "bonus": limit,
        "total": 2 * limit,
    }


def test_more_points_than_the_limit_end_the_game_too():
    # CA-25
    cult = table(2, RED).put_hero(0, cultists=(25, 0, 0, 0))
    cult.challenge("Ada")
    assert over(cult)["because"] == "points"


def test_of_two_ends_at_once_the_first_is_named():
    # CA-25, C-080
    cult = table(2, RED, decks={"red": 1}).put_hero(0, cultists=(25, 0, 0, 0))
    cult.challenge("Ada")
    assert over(cult)["because"] == "red"


def test_a_card_of_the_base_deck_ends_nothing():
    # C-082, CA-13
    cult = table(2).put_hero(0, cultists=(26, 0, 0, 0))
    cult.challenge("Ada")
    assert cult.names == ["challenge_won"]


@pytest.mark.parametrize(("count", "more"), list(MORE.items()))
def test_the_pile_ends_the_game_with_nothing_more(count, more):
    # C-084, CA-24, CA-25, CA-31
    cult = table(count, RED)
    for _ in range(18 + more - 1):
        cult.event(1)
        assert cult.ask["for"] == "command"
    cult.encounter("red")
    assert cult.names == ["discarded", "game_over"]
    assert cult.events[0] == {"event": "discarded", "card": "red", "count": 18 + more, "limit": 18 + more}
    assert over(cult)["because"] == "pile"


def test_an_event_that_fills_the_pile_replenishes_nothing_and_holds_no_ritual():
    # CA-25
    cult = table(1).put(pile=17)
    cult.event(5)
    assert cult.names == ["discarded", "game_over"]


@pytest.mark.parametrize("count", range(1, 7))
def test_the_last_hero_removed_ends_the_game_without_a_winner(count):
    # CA-20, C-072
    cult = Cult(around(1), [a_hero(number, (0, 1), life=1) for number in range(count)])
    cult.event(1)
    assert cult.names[-3:] == ["check_knock_out", "eliminated", "game_over"]
    assert over(cult)["because"] == "eliminated"
    assert over(cult)["winners"] == []
    assert len(over(cult)["scores"]) == count


def test_what_waits_is_dropped_when_the_game_ends():
    # CA-20: no pull, no turn
    spaces = {FORGE: "plains town=Forge", (0, 1): "river", (0, 2): "hills town=Mill"}
    cult = Cult(spaces, [a_hero(0, (0, 1), life=1)])
    cult.end_turn("river")
    assert cult.names == [
        "rolled",
        "cult_moved",
        "bearing",
        "branded",
        "check_knock_out",
        "eliminated",
        "game_over",
    ]
    assert cult.view["turn"] == "Ada"


def test_the_worked_example_of_the_bonus():
    # C-020, C-022, C-023, C-085
    cult = table(1).put(pile=17).put_hero(0, cultists=(3, 2, 2, 0))
    cult.encounter("green")
    assert over(cult)["scores"] == [{"hero": "Ada", "points": 13, "bonus": 3, "total": 16}]


def test_the_greatest_total_wins():
    # C-085
    cult = table(3).put(pile=18)
    cult.put_hero(0, cultists=(0, 0, 2, 0)).put_hero(1, cultists=(4, 0, 0, 0)).put_hero(
        2, cultists=(1, 0, 0, 1)
    )
    cult.event(1)
    assert [score["total"] for score in over(cult)["scores"]] == [8, 8, 6]
    assert over(cult)["winners"] == ["Ada", "Ben"]  # CA-26


def test_a_tie_is_a_shared_victory_in_the_order_of_the_setup():
    # CA-26
    cult = table(4).put(pile=19)
    cult.event(2)
    assert over(cult)["winners"] == ["Ada", "Ben", "Cyr", "Dot"]


def test_a_hero_who_is_out_scores_and_never_wins():
    # CA-20
    cult = table(2).put(pile=17).put_hero(0, at=None)
    cult.event(1)
    assert over(cult)["scores"][0] == {"hero": "Ada", "points": 0, "bonus": 0, "total": 0}
    assert over(cult)["winners"] == ["Ben"]
    # also where everybody has the same
    assert over(cult)["scores"][1]["total"] == 0


def test_after_the_end_everything_but_state_is_refused():
    # C-080
    cult = table(1).put(pile=17)
    cult.event(1)
    for do in ("end_turn", "event", "roll", "dance"):
        cult.do(do, number=1)
        assert cult.refused == "the game is over"
    assert cult.do("state")[0]["outcome"] == "pile"
    assert CULT.step(cult.state, {"do": "end_turn"}) == Refused("the game is over")
