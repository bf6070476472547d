"""What the operator does under the players' hands: time, a pause, taking back (issue points 7, 8)."""

import pytest
from msgspec.structs import replace

from runeheart.core.events import Event
from runeheart.games.heart.rules import CLOCK, PHASES
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.letters import LARGE, WIDTH
from runeheart.surface.views import ClueScreen, PausedScreen, PlaceScreen, PlayScreen
from support.players import ANSWER, Players, playing


def test_changed_time_is_said():
    players = playing()
    players.command({"do": "add_time", "seconds": 60})
    assert players.message == ("+60 seconds",)
    players.command({"do": "add_time", "seconds": -12.5})
    assert players.message == ("-12.5 seconds",)


@pytest.mark.parametrize(
    ("change_s", "message"),
    [
        (1, "+1 second"),
        (-1.0, "-1 second"),
        (5_999, "+5999 seconds"),
        (6_000, "+1h40"),
        (1e308, "+999h+"),
    ],
)
def test_changed_time_fits_on_the_screen_however_much_it_is(change_s, message):
    players = playing()
    players.command({"do": "add_time", "seconds": change_s})
    assert players.message == (message,)


@pytest.mark.parametrize(("seconds", "left"), [(5_460, "1h41"), (66_000, "19h"), (1e308, "999h+")])
def test_however_much_time_there_is_no_screen_shows_another(seconds, left):
    players = Players(SurfaceSettings(difficulty="easy"))
    players.tap("sun")
    players.command({"do": "add_time", "seconds": seconds})
    assert players.screen.clock == left
    players.tap("sun")
    assert players.screen.clock == left
    players.command({"do": "abandon"})
    assert players.screen.clock == left


# --- what the players were at goes on after a pause ---


def _paused_for(players, time_ms=60_000):
    players.command({"do": "pause"})
    assert isinstance(players.screen, PausedScreen)
    players.wait(time_ms)
    players.command({"do": "resume"})


def test_an_entered_sequence_goes_on_after_a_pause():
    players = playing("hard", answer=[*ANSWER, "nature"])
    players.hold("sun")
    players.tap(*ANSWER)
    before = players.screen.slots
    _paused_for(players)
    assert players.screen.slots == before == (*ANSWER, None)
    players.tap("nature")
    players.hold("sun")
    assert players.state.outcome == "defused"


def test_an_open_clue_goes_on_after_a_pause():
    players = playing()
    players.hold("fire")
    players.tap("sun")
    _paused_for(players)
    assert isinstance(players.screen, ClueScreen)
    assert players.screen.card == 2


def test_a_chosen_rune_goes_on_after_a_pause_with_all_its_six_seconds():
    players = playing()
    players.tap("moon")
    players.wait(5_500)
    _paused_for(players)
    assert players.screen.rune == "moon"
    players.wait(5_999)
    assert isinstance(players.screen, PlaceScreen)
    players.wait(1)
    assert isinstance(players.screen, PlayScreen)


def test_what_goes_on_after_a_pause_is_checked_against_the_game_as_it_is_then():
    players = playing()
    players.tap("moon")
    players.command({"do": "pause"})
    players.state = replace(players.state, slots=("moon", None, None, None, None))
    players.command({"do": "resume"})
    assert isinstance(players.screen, PlayScreen)


def test_what_is_pressed_in_a_pause_changes_nothing_of_it():
    players = playing()
    players.hold("sun")
    players.tap("moon")
    players.command({"do": "pause"})
    players.tap("fire")
    players.hold("nature")
    players.command({"do": "resume"})
    assert players.screen.slots == ("moon", None, None, None, None)
    assert players.message == ()


# --- the operator takes something back ---


def _take_back(players, command, state):
    """Do what the runtime does for an undo: the state without the command, and the event."""
    players.state = state
    players._told((Event("undone", {"command": command}),))


@pytest.mark.parametrize("command", sorted(PHASES.keys() - {CLOCK}))
def test_every_command_that_can_be_taken_back_has_a_name(command):
    players = playing()
    _take_back(players, command, players.state)
    first, name = players.message
    assert first == "Taken back:"
    assert LARGE.width(name) <= WIDTH
    players.wait(3_000)
    assert players.message == ()


def test_what_was_said_and_shown_of_a_command_goes_when_it_is_taken_back():
    players = playing()
    before = players.state
    players.command({"do": "add_time", "seconds": 5})
    _take_back(players, "add_time", before)
    assert players.message == ("Taken back:", "the time change")
    players.tap("nature", "nature")
    assert "flash" in players.patterns
    _take_back(players, "activate", before)
    assert players.message == ("Taken back:", "the last try")
    assert players.patterns == ["dim"] * 6


def test_a_sequence_is_not_entered_on_when_a_place_opens_before_it():
    players = playing()
    players.tap("water", "water")
    opened = replace(players.state, slots=(None,) * 5)
    players.hold("sun")
    players.tap("fire", "sun", "moon")  # for the places 1, 2 and 4
    _take_back(players, "activate", opened)
    assert isinstance(players.screen, PlayScreen)
    players.hold("sun")
    players.tap("fire")
    _take_back(players, "draw", players.state)
    assert players.screen.slots[0] == "fire"  # what changes no place leaves it alone


def test_undo_of_the_end_leads_back_into_the_game():
    players = playing()
    before = players.state
    players.hold("sun")
    players.tap(*reversed(ANSWER))
    players.hold("sun")
    assert players.state.phase == "over"
    players.state = before
    players._told()
    assert isinstance(players.screen, PlayScreen)
    assert players.patterns == ["dim"] * 6  # the burst is gone with the end
