"""No message outlives the screen that it was made for."""

import pytest

from runeheart.games.heart.codes import EXAMPLE
from runeheart.surface import prop
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.ui import Attract, Choosing, End, Home, Paused, Ready, Signing
from runeheart.surface.views import AttractScreen, ChoiceScreen, ReadyScreen
from support.players import Players, playing


def test_a_message_goes_with_its_screen():
    players = Players()
    players.tap("sun", "moon")
    assert players.message == ("Press 1, 2 or 3",)
    players.hold("sun")
    assert players.screen == AttractScreen("RUNEHEART")


def test_the_message_of_a_sign_goes_with_its_screen():
    players = Players(SurfaceSettings(code=EXAMPLE))
    players.tap("sun", "heart")
    assert players.message == ("Press 1 to 6",)
    players.hold("sun")
    assert players.message == ()


def test_the_message_of_a_pause_goes_with_it():
    players = playing()
    players.command({"do": "pause"})
    players.tap("moon")
    assert players.message == ("Please wait",)
    players.command({"do": "resume"})
    assert players.message == ()


def test_a_message_is_gone_when_the_game_is_set_up_anew():
    players = Players()
    players.tap("sun", "water")
    players.command({"do": "add_time", "seconds": 5})
    assert players.message == ("+5 seconds",)
    players.hold("moon")
    assert isinstance(players.screen, ChoiceScreen)
    assert players.message == ()
    players.tap("moon")
    players.wait(20)
    players.tap("fire")
    assert players.screen == ReadyScreen("normal", "7:00", chosen=True)


@pytest.mark.parametrize("mode", [Attract(), Choosing(), Signing(), Ready(), Home(), Paused(), End()])
def test_no_mode_is_entered_with_a_message(mode):
    ui = prop.start(0).say("Press 1, 2 or 3", now_ms=0)
    assert ui.enter(mode, 1).message is None
