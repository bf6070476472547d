"""Taps and holds to the millisecond, two buttons at once, presses that cross from one mode into another."""

import pytest

from runeheart.core.panel import Button, Press
from runeheart.games.heart.rules import left_ms
from runeheart.surface import prop
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.views import (
    AttractScreen,
    ChoiceScreen,
    ClueScreen,
    EndScreen,
    PlaceScreen,
    PlayScreen,
    SubmitScreen,
)
from support.players import Players, playing


@pytest.mark.parametrize(
    ("for_ms", "pattern"), [(299, "on"), (300, "holding"), (799, "holding"), (800, "dim")]
)
def test_the_light_says_from_300_ms_that_a_hold_is_taken(for_ms, pattern):
    players = playing()
    players.down("sun")
    players.wait(for_ms)
    assert players.patterns[5] == pattern
    assert players.heard() == (["tap"] * ((for_ms >= 300) + (for_ms >= 800)))
    if pattern == "holding":
        assert players.panel.lights[5].since_ms == players.now_ms - for_ms + 300


@pytest.mark.parametrize(
    ("for_ms", "screen"),
    [(1, PlaceScreen), (299, PlaceScreen), (300, PlaceScreen), (799, PlaceScreen), (800, SubmitScreen)],
)
def test_a_press_is_a_tap_until_800_ms(for_ms, screen):
    players = playing()
    players.down("sun")
    players.wait(for_ms)
    players.up("sun")
    assert isinstance(players.screen, screen)


def test_a_hold_acts_without_its_release_and_the_release_does_nothing():
    players = playing()
    players.down("sun")
    players.wait(800)
    assert isinstance(players.screen, SubmitScreen)
    players.wait(5_000)
    before = players.ui
    players.heard()
    players.up("sun")
    assert players.heard() == []
    assert players.ui.mode == before.mode
    assert players.screen.slots == (None,) * 5


def test_a_release_that_comes_before_its_tick_is_a_hold_all_the_same():
    players = playing()
    players.down("sun")
    for at_ms, screen in ((799, PlaceScreen), (800, SubmitScreen)):
        release = Press(Button.SUN, down=False, mono_ms=players.now_ms + at_ms)
        reaction = prop.press(players.ui, players.state, release, players.settings)
        shown = prop.panel(reaction.ui, players.state, players.now_ms + at_ms, players.settings).screen
        assert isinstance(shown, screen)


@pytest.mark.parametrize(("waited_ms", "screen"), [(5_999, PlaceScreen), (6_000, PlayScreen)])
def test_a_choice_waits_six_seconds(waited_ms, screen):
    players = playing()
    players.down("moon")
    players.up("moon")
    players.wait(waited_ms)
    assert isinstance(players.screen, screen)


def test_a_press_that_is_made_in_time_counts():
    players = playing()
    players.down("water")
    players.up("water")
    players.wait(5_999)
    players.down("water")
    players.wait(500)
    players.up("water")
    assert players.wanted() == [{"do": "activate", "rune": "water", "position": 3}]


def test_a_press_that_is_made_too_late_means_what_it_means_without_a_choice():
    players = playing()
    players.down("water")
    players.up("water")
    players.wait(6_000)
    players.down("fire")
    players.up("fire")
    assert players.wanted() == []
    assert players.screen.rune == "fire"


def test_a_refused_place_starts_the_six_seconds_anew():
    players = playing()
    players.down("moon")
    players.up("moon")
    players.wait(5_000)
    players.tap("sun")  # only five places
    players.wait(5_900)
    assert isinstance(players.screen, PlaceScreen)
    players.wait(60)
    assert isinstance(players.screen, PlayScreen)


# --- a press belongs to the mode in which it went down ---


def test_of_two_buttons_at_once_the_second_is_no_place():
    players = playing()
    players.down("fire")
    players.wait(20)
    players.down("water")
    players.wait(60)
    players.up("fire")
    assert isinstance(players.screen, PlaceScreen)
    players.wait(20)
    players.up("water")
    assert isinstance(players.screen, PlaceScreen)  # a palm on two buttons costs nobody a mistake
    assert players.screen.rune == "fire"
    assert players.wanted() == []


def test_of_two_holds_at_once_the_first_counts():
    players = playing()
    players.down("sun")
    players.wait(10)
    players.down("nature")
    players.wait(2_000)
    assert isinstance(players.screen, SubmitScreen)
    assert players.wanted() == []
    late = prop.tick(_two_down(players := playing()), players.state, players.now_ms + 5_000, players.settings)
    assert late.ui.mode.entered == ()  # also when both are long overdue
    assert late.intents == ()


def _two_down(players):
    players.down("sun")
    players.wait(10)
    players.down("nature")
    return players.ui


def test_a_button_that_is_held_while_the_mode_changes_does_nothing():
    players = playing()
    players.tap("moon")
    players.wait(5_500)
    players.command({"do": "pause"})
    players.command({"do": "resume"})
    players.down("nature")
    players.wait(500)
    players.command({"do": "pause"})
    players.wait(1_000)
    players.command({"do": "resume"})
    players.wait(1_000)
    players.up("nature")
    assert players.wanted() == []
    assert isinstance(players.screen, PlaceScreen)


def test_a_button_that_is_held_as_the_heart_explodes_does_not_close_the_end():
    players = playing()
    players.down("nature")
    players.command({"do": "add_time", "seconds": -1000})
    players.wait(3_000)
    players.up("nature")
    assert isinstance(players.screen, EndScreen)
    assert players.wanted() == []


def test_the_tap_that_draws_does_not_turn_the_page():
    players = playing()
    players.down("nature")
    players.wait(800)
    assert isinstance(players.screen, ClueScreen)
    card = players.screen.card
    players.up("nature")
    assert players.screen.card == card


def test_a_button_held_through_power_up_is_no_press():
    players = Players()
    players.up("fire")
    assert players.screen == AttractScreen("RUNEHEART")
    assert players.wanted() == []


def test_a_second_down_without_an_up_changes_nothing():
    players = playing()
    players.down("sun")
    players.wait(400)
    players.down("sun")
    players.wait(400)
    assert isinstance(players.screen, SubmitScreen)


def test_a_jammed_button_is_in_nobodys_way():
    players = playing()
    players.down("storm")
    players.wait(10_000)
    players.tap("moon")
    players.wait(6_000)
    assert isinstance(players.screen, PlayScreen)  # the choice is cancelled all the same
    players.hold("sun")
    assert isinstance(players.screen, SubmitScreen)


# --- the answer of the light ---


def test_a_press_is_seen_at_once_and_while_it_is_down():
    players = playing()
    players.tap("water", "water")
    players.wait(5_000)
    players.down("water")  # locked and bright: the answer is dark
    assert players.patterns[2] == "off"
    players.up("water")
    assert players.patterns[2] == "off"  # refused: the answer stays half a second
    players.wait(499)
    assert players.patterns[2] == "off"
    players.wait(1)
    assert players.patterns[2] == "on"
    players.down("moon")
    assert players.patterns[4] == "on"
    players.down("heart")  # has no light
    assert players.patterns == ["dim", "dim", "on", "dim", "on", "dim"]


# --- sleeping ---


def _wake_in(players):
    wake_ms = prop.wake_ms(players.ui, players.state, players.now_ms, players.settings)
    return None if wake_ms is None else wake_ms - players.now_ms


def test_wakes_are_few():
    players = Players(SurfaceSettings(difficulty="normal"))
    assert _wake_in(players) is None
    players.tap("sun")
    assert _wake_in(players) is None  # ready: the timer waits
    players.down("sun")
    players.up("sun")
    players.wait(5_000)
    assert _wake_in(players) == 1_000
    players.wait(1)
    assert _wake_in(players) == 999
    players.command({"do": "pause"})
    assert _wake_in(players) is None
    players.command({"do": "resume"})
    players.command({"do": "add_time", "seconds": -403.499})
    seen = []
    for _ in range(3):
        seen.append((players.screen.clock, _wake_in(players)))
        players.wait(_wake_in(players))
    assert seen == [("0:12", 500), ("0:11", 1_000), ("0:10", 100)]
    assert players.screen.clock == "9.9"
    assert _wake_in(players) == 100


def test_the_choice_of_a_difficulty_wakes_for_its_end_only():
    players = Players()
    players.down("sun")
    assert _wake_in(players) == 300
    players.wait(300)
    assert _wake_in(players) == 500
    players.up("sun")
    assert isinstance(players.screen, ChoiceScreen)
    assert _wake_in(players) == 20_000


def test_nothing_wakes_at_or_past_the_end_of_the_timer():
    """HA-13: the end comes first, and waits for presses that are still on their way."""
    players = playing()
    players.wait(1_000)
    players.command({"do": "add_time", "seconds": 0.3 - left_ms(players.state) / 1_000})
    players.down("moon")
    assert _wake_in(players) == 100
    players.wait(200)
    assert _wake_in(players) is None
    players.wait(99)
    assert players.state.phase == "running"
    players.wait(1)
    assert isinstance(players.screen, EndScreen)
