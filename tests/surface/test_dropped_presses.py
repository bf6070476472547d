"""A press whose screen changed under it does nothing, and is answered: nobody wonders about a dead button."""

import pytest

from runeheart.surface import prop
from runeheart.surface.views import ClueScreen, PlaceScreen
from support.players import Players, playing


def _rolled(players, first, second):
    """Roll over two buttons: the second is down before the first is up."""
    players.down(first)
    players.wait(60)
    players.down(second)
    players.wait(60)
    players.up(first)
    players.heard()
    players.wait(60)
    players.up(second)


def test_rolling_fingers_are_told_to_press_one_at_a_time():
    players = playing()
    _rolled(players, "nature", "fire")
    assert players.screen.rune == "nature"
    assert players.message == ("One at a time",)
    assert players.heard() == ["refused"]
    assert players.patterns[1] == "on"  # the answer of its light stays half a second
    players.wait(500)
    assert players.patterns[1] == "dim"
    assert players.wanted() == []


def test_of_two_buttons_the_one_that_went_down_first_may_be_the_dropped_one():
    players = playing()
    _rolled(players, "nature", "nature")
    players = playing()
    players.down("nature")
    players.down("fire")
    players.wait(60)
    players.up("fire")
    players.up("nature")
    assert players.screen.rune == "fire"
    assert players.message == ("One at a time",)


@pytest.mark.parametrize("screen", ["attract", "choice", "ready", "clue"])
def test_rolling_fingers_are_answered_on_every_screen(screen):
    players = Players()
    if screen != "attract":
        players.tap("sun")
    if screen in {"ready", "clue"}:
        players.tap("fire")
    if screen == "clue":
        players.tap("fire")
        players.hold("moon")
        players.down("nature")
        players.down("moon")
        players.wait(800)  # both are held: the first draws
        players.heard()
        players.wait(1)
        assert isinstance(players.screen, ClueScreen)
        assert players.message == ("One at a time",)
        return
    _rolled(players, "nature", "fire")
    assert players.message == ("One at a time",)
    assert players.heard() == ["refused"]


def test_news_of_the_game_is_not_covered_by_the_answer_to_a_dropped_press():
    players = playing()
    players.tap("water")
    _rolled(players, "nature", "fire")
    assert players.message == ("WATER: not at 1", "-45 seconds")
    assert players.heard() == ["refused"]
    players.wait(5_000)
    players.tap("moon")
    players.tap("moon")
    _rolled(players, "water", "fire")  # what was said before both is old
    assert players.message == ("One at a time",)


def test_a_dropped_press_that_stays_down_is_answered_when_it_would_be_a_hold_and_once():
    players = playing()
    players.down("fire")
    players.down("water")
    players.wait(60)
    players.up("fire")
    players.heard()
    players.wait(739)
    assert players.heard() == []
    players.wait(1)
    assert players.heard() == ["refused"]
    assert players.message == ("One at a time",)
    players.wait(1_000)
    players.up("water")
    assert players.heard() == []
    assert isinstance(players.screen, PlaceScreen)


def test_a_press_whose_screen_others_changed_is_to_be_made_again():
    players = playing()
    players.command({"do": "pause"})
    players.down("fire")
    players.command({"do": "resume"})
    players.heard()
    players.wait(80)
    players.up("fire")
    assert players.message == ("Press again",)
    assert players.heard() == ["refused"]
    players.tap("fire")
    assert players.screen.rune == "fire"


@pytest.mark.parametrize("lost", [False, True])
def test_a_press_that_a_pause_overtook_is_answered_as_any_in_a_pause(lost):
    players = playing()
    players.down("fire")
    players.command({"do": "pause"})
    if lost:
        players.ui = prop.power_lost(players.ui, 1_000, players.now_ms)
    players.wait(80)
    players.up("fire")
    assert players.message == (("Hold SUN to go on",) if lost else ("Please wait",))


def test_an_end_screen_says_nothing_over_the_answer():
    players = playing()
    players.down("nature")
    players.down("moon")
    players.command({"do": "add_time", "seconds": -1000})
    assert players.heard() == ["exploded"]
    players.wait(100)
    players.up("moon")
    players.wait(1_000)
    players.up("nature")
    assert (players.message, players.heard()) == ((), [])
