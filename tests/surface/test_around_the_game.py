"""Attract, the choice, ready, paused, the end: what a press means around the game (issue point 7, 8)."""

import pytest

from runeheart.core.events import Event
from runeheart.core.panel import Button, Cue
from runeheart.core.runes import RUNES
from runeheart.surface import prop
from runeheart.surface.api import CloseGame, NewGame, SurfaceSettings
from runeheart.surface.views import (
    AttractScreen,
    ChoiceScreen,
    ClueScreen,
    EndScreen,
    PausedScreen,
    PlayScreen,
    ReadyScreen,
)
from support.players import ANSWER, Players, playing


def test_attract_breathes_shows_the_name_and_sleeps():
    players = Players(SurfaceSettings(prop_name="THE HEART"))
    assert players.screen == AttractScreen("THE HEART")
    assert players.patterns == ["breathe"] * 6
    assert prop.wake_ms(players.ui, None, players.now_ms, players.settings) is None


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("for_ms", [80, 900])
def test_any_press_leaves_attract(button, for_ms):
    players = Players()
    players.tap(button, for_ms=for_ms)
    assert isinstance(players.screen, ChoiceScreen)
    assert players.patterns == ["on", "on", "on", "off", "off", "off"]
    assert players.wanted() == []
    assert players.heard() == (["tap"] if for_ms < 300 else ["tap", "tap"])  # a hold sounds while it is taken


def test_a_fixed_difficulty_skips_the_choice():
    players = Players(SurfaceSettings(difficulty="hard", house={"activation": "next"}))
    players.tap("storm")
    assert players.wanted() == [NewGame("heart", {"difficulty": "hard", "house": {"activation": "next"}})]
    assert players.screen == ReadyScreen("hard", "5:00")
    assert players.patterns == ["breathe"] * 6


@pytest.mark.parametrize(
    ("button", "difficulty", "clock"),
    [("nature", "easy", "10:00"), ("fire", "normal", "7:00"), ("water", "hard", "5:00")],
)
def test_choosing_a_difficulty(button, difficulty, clock):
    players = Players()
    players.tap("sun", button)
    assert players.wanted() == [NewGame("heart", {"difficulty": difficulty, "house": {}})]
    assert players.screen == ReadyScreen(difficulty, clock, chosen=True)


@pytest.mark.parametrize("button", ["storm", "moon", "sun", "heart"])
def test_other_buttons_choose_nothing(button):
    players = Players()
    players.tap("sun")
    players.heard()
    players.tap(button)
    assert players.wanted() == []
    assert players.heard() == ["refused"]
    assert players.message == ("Press 1, 2 or 3",)


def test_the_choice_is_cancelled_by_a_hold():
    players = Players()
    players.tap("sun")
    players.hold("fire")
    assert isinstance(players.screen, AttractScreen)
    assert players.wanted() == []


@pytest.mark.parametrize(("waited_ms", "screen"), [(19_959, ChoiceScreen), (19_960, AttractScreen)])
def test_the_choice_is_cancelled_after_20_seconds(waited_ms, screen):
    players = Players()
    players.tap("sun")  # waits 40 ms after its release
    players.wait(waited_ms)
    assert isinstance(players.screen, screen)


@pytest.mark.parametrize("button", Button)
def test_a_press_reads_the_first_clue_and_starts_the_timer(button):
    players = Players(SurfaceSettings(difficulty="normal"))
    players.tap("sun")
    players.wait(60_000)  # the timer does not run yet (H-029)
    assert players.screen == ReadyScreen("normal", "7:00")
    players.wanted()
    players.tap(button)
    assert players.wanted() == [{"do": "read"}]
    assert isinstance(players.screen, ClueScreen)
    assert (players.screen.card, players.screen.cards) == (1, 3)
    assert players.state.phase == "running"


def test_players_may_choose_again_before_the_first_clue():
    players = Players()
    players.tap("sun", "water")
    players.wanted()
    players.hold("moon")
    assert players.wanted() == [CloseGame()]
    assert isinstance(players.screen, ChoiceScreen)
    players.tap("nature")
    assert players.screen == ReadyScreen("easy", "10:00", chosen=True)


def test_a_game_that_the_operator_began_cannot_be_given_back():
    players = Players()
    other = Players(SurfaceSettings(difficulty="easy"))
    other.tap("sun")
    players.state = other.state  # as if started from outside
    players._told()
    assert players.screen == ReadyScreen("easy", "10:00")
    players.hold("moon")
    assert players.wanted() == [{"do": "read"}]  # held or tapped, it begins


def test_a_refused_new_game_says_why_and_others_refusals_do_not():
    players = Players()
    players.ui = prop.press(players.ui, None, _press(players, "sun", down=True), players.settings).ui
    players.ui = prop.press(players.ui, None, _press(players, "sun", down=False), players.settings).ui
    players._told(refused="nothing to undo")
    assert players.message == ()
    assert Cue.REFUSED not in players.cues
    players.now_ms += 100
    for down in (True, False):
        reaction = prop.press(players.ui, None, _press(players, "fire", down=down), players.settings)
        players.ui = reaction.ui
    assert reaction.intents == (NewGame("heart", {"difficulty": "normal", "house": {}}),)
    players._told(refused='house.answers: "seven" is not one of open, six')
    assert players.message == ("House.answers",)


def _press(players, button, *, down):
    return prop.Press(Button(button), down, players.now_ms)


# --- paused ---


def test_paused_by_the_operator_time_stands_and_presses_are_refused():
    players = playing()
    players.tap("fire", "nature")
    players.command({"do": "pause"})
    assert players.screen == PausedScreen(players.screen.clock)
    assert players.patterns == ["off", "on", "off", "off", "off", "off"]  # locked ones stay lit
    before = players.screen
    players.wait(900_000)
    assert players.screen == before
    players.heard()
    players.wanted()
    players.tap("sun")
    assert players.message == ("Please wait",)
    players.hold("sun")
    assert players.wanted() == []
    assert players.heard() == ["refused", "tap", "refused"]
    players.command({"do": "resume"})
    assert isinstance(players.screen, PlayScreen)


def test_after_a_power_loss_holding_the_sun_goes_on():
    players = playing()
    players.wait(1_000)
    players.command({"do": "pause"})
    players.ui = prop.power_lost(prop.start(players.now_ms), 192_000, players.now_ms)
    assert players.screen.words == ("Power was lost at 3:12", "Hold Sun to go on")
    players.wanted()
    players.tap("sun")
    assert players.message == ("Hold SUN to go on",)
    players.hold("fire")
    assert players.wanted() == []
    players.hold("sun")
    assert players.wanted() == [{"do": "resume"}]
    assert isinstance(players.screen, PlayScreen)
    players.command({"do": "pause"})  # and now it is the operator's
    assert players.screen.lost is None


# --- the end ---


def _won(**settings):
    players = playing(settings=SurfaceSettings(**settings))
    for rune, place in zip(ANSWER, RUNES, strict=False):
        players.tap(rune, place)
    players.wanted()
    return players


def test_defused_shows_the_answer_and_a_wave():
    players = _won()
    assert isinstance(players.screen, EndScreen)
    assert players.screen.answer == tuple(ANSWER)
    assert players.screen.words[0] == "DEFUSED"
    assert players.patterns == ["wave"] * 6
    players.wait(9_000)
    assert players.patterns == ["off", "on", "on", "on", "on", "on"]


@pytest.mark.parametrize(("pressed_ms", "closes"), [(1_999, False), (2_000, True)])
@pytest.mark.parametrize("for_ms", [80, 900])
def test_a_press_after_two_seconds_closes_the_end(pressed_ms, closes, for_ms):
    players = _won()
    players.wait(players.ui.since_ms + pressed_ms - players.now_ms)
    players.tap("moon", for_ms=for_ms)
    assert players.wanted() == ([CloseGame()] if closes else [])
    assert isinstance(players.screen, AttractScreen if closes else EndScreen)


def test_the_end_closes_by_itself_once():
    players = _won(end_screen_ms=30_000)
    players.wait(players.ui.since_ms + 29_999 - players.now_ms)
    assert players.wanted() == []
    reaction = prop.tick(players.ui, players.state, players.now_ms + 1, players.settings)
    assert reaction.intents == (CloseGame(),)
    later = prop.tick(reaction.ui, players.state, players.now_ms + 2, players.settings)
    assert later.intents == ()  # asked once, whatever the runtime does
    assert prop.wake_ms(later.ui, players.state, players.now_ms + 9_000, players.settings) is None
    players.wait(1)
    assert players.panel.screen == AttractScreen("RUNEHEART")


def test_without_a_time_only_the_operator_closes_the_end():
    players = _won(end_screen_ms=None)
    players.wait(3_600_000)
    players.tap("moon", "sun")
    assert players.wanted() == []
    assert isinstance(players.screen, EndScreen)
    players.state = None
    players._told()
    assert isinstance(players.screen, AttractScreen)


def test_a_game_that_came_back_over_has_no_wave():
    players = _won()
    players.ui = prop.start(players.now_ms)
    players._told()
    assert players.patterns == ["off", "on", "on", "on", "on", "on"]


def test_exploded_by_time_flashes_and_goes_dark():
    players = playing()
    players.wait(430_000)
    assert isinstance(players.screen, EndScreen)
    assert players.screen.words[:3] == ("EXPLODED", "Time is up", "0:00 left")
    assert players.heard()[-1] == "exploded"
    assert players.patterns == ["off"] * 6


def test_exploded_by_mistakes_names_every_cause():
    players = playing(settings=SurfaceSettings(end_screen_ms=None))
    players.wait(360_000)
    for _ in range(2):
        players.command({"do": "activate", "rune": "nature", "position": 1})
    assert players.screen.cause == "time is up"
    assert players.patterns == ["burst"] * 6
    players = playing()
    for _ in range(3):
        players.tap("nature", "nature")
    assert players.screen.cause == "mistakes"
    players = playing()
    players.command({"do": "add_time", "seconds": -300})
    for _ in range(3):
        players.command({"do": "activate", "rune": "nature", "position": 1})
    assert players.screen.cause == "mistakes + time is up"


def test_abandoned_has_a_screen_of_its_own():
    players = playing()
    players.heard()
    players.command({"do": "abandon"})
    assert players.screen.words[0] == "GAME ENDED"
    assert players.patterns == ["off"] * 6
    assert players.heard() == []


def test_a_clue_of_a_game_that_is_over_opens_nothing():
    players = _won()
    players._told((Event("clue", {"card": 1}),))
    assert isinstance(players.screen, EndScreen)
