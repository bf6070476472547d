"""What players of a game that asks want beside commands, in the real prop: to leave it, to try again."""

import asyncio

from runeheart.surface.api import SurfaceSettings
from support.ports import Rig
from support.ruin import board

AT_HER_HEX = {"board": board(start=(0, -3)), "dice": "auto", "house": {"charge_tie": "random"}}
SETTINGS = SurfaceSettings(game="ruin", setups={"ruin": AT_HER_HEX})


def test_players_leave_a_game_that_is_not_over_and_the_operator_brings_it_back(tmp_path):
    async def whole():
        async with Rig(tmp_path, settings=SETTINGS) as rig:
            await rig.tap("sun")
            assert rig.words[0] == "Round 1: Commit Move, how many stars?"
            before = rig.state
            await rig.tap("fire")
            await rig.hold("sun")
            assert rig.words[0] == "Leave the game?"
            await rig.tap("fire")
            assert (rig.state, rig.words[0]) == (None, "RUNEHEART")
            assert (await rig.verb("undo")).result == "done"
            assert (rig.state, rig.words[1]) == (before, "Commit Move: stars?")
            assert "Commit Move" in rig.words[-1]  # what was taken back

    asyncio.run(whole())


def test_players_try_again_from_the_recorded_start(tmp_path):
    async def whole():
        async with Rig(tmp_path, settings=SETTINGS) as rig:
            await rig.tap("sun")
            begun = rig.prop.session.table.game.view(rig.state)
            await rig.hold("storm")
            await rig.tap("nature")
            assert rig.words[0] == "RESOLVED"
            await rig.after(2_100)
            await rig.tap("nature")
            assert rig.prop.session.table.game.view(rig.state) == begun
            assert rig.words[0] == "Round 1: Commit Move, how many stars?"

    asyncio.run(whole())
