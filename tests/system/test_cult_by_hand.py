"""A short game of the Cult on the real `runeheart simulate`, played in Chromium by pressing runes."""

import pytest

from runeheart.surface.cult_views import CultEndScreen, Score
from runeheart.surface.screens import draw
from support.simulated import runeheart, simulated

pytestmark = pytest.mark.browser

CONFIG = """
[prop]
game = "cult"

[cult]
board = "hearth"
heroes = [{ name = "Ada", life = 1, stamina = 4 }, { name = "Ben", life = 1, stamina = 4 }]
"""


def test_a_game_is_kept_by_presses_alone(tmp_path, seats):
    with simulated(tmp_path, CONFIG) as prop:
        table = seats(prop)
        table.reads("Press a rune")
        table.tap("moon")
        table.reads("Ada's turn. The cult may go anywhere")
        table.tap("sun")
        table.reads("Menu. 1: Encounter")
        table.tap("water")
        table.reads("Ada moves: no step. At Emberforge")
        table.tap("storm")
        table.reads("Ada moves: 1 step. At 0204")
        table.hold_until("moon", "Ada went to 0204")

        table.hold_until("moon", "Die shows")
        table.tap("nature")
        table.reads(r"1: road \(picked\)")
        table.hold_until("moon", "Which way does the cult go")
        for name, condition in (("nature", "> 0.9"), ("fire", "> 0.9"), ("storm", "< 0.1")):
            table.light_is(name, condition)
        table.tap("nature")
        table.reads("Ben's turn. The cult bears N")
        table.light_is("nature", "> 0.9")  # the bearing: ahead brighter than the sides, the others dark
        for side in ("fire", "sun"):
            table.light_is(side, "> 0")
            table.light_is(side, "< 0.3")
        table.light_is("storm", "== 0")

        table.tap("sun")
        table.reads("Menu. 1: Encounter")
        table.tap("fire")
        table.reads("Event")
        table.tap("moon")  # V: both heroes are within it
        table.reads("No hero is left. Nobody wins")
        end = CultEndScreen(
            "No hero is left", tuple(Score(name, 0, 0, 0, wins=False) for name in ("Ada", "Ben"))
        )
        table.shows(draw(end))
        done = runeheart("history", "--journal", str(prop.state / "journal.db"))
        assert "cult" in done.stdout
        table.page.wait_for_timeout(2_100)  # an end is not tapped away unread
        table.tap("nature")
        table.reads("Press a rune")
