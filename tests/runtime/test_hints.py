"""The operator asks for a hint: an answer in words, and no trace in the game or in the journal."""

import asyncio

import pytest

from runeheart.games.heart.codes import EXAMPLE
from runeheart.games.registry import GAMES
from runeheart.surface.api import NewGame
from support.ports import Rig


def test_a_hint_is_told_and_changes_nothing(tmp_path, caplog):
    caplog.set_level("INFO")

    async def play():
        async with Rig(tmp_path) as rig:
            assert (await rig.verb("hint")).why.startswith("there is no game")
            await rig.begin()
            assert (await rig.verb("hint")).why.startswith("no card has been read yet")
            await rig.tap("moon")
            before = (rig.state, rig.words, rig.left_ms, list(rig.prop.session._rows))
            answer = await rig.verb("hint")
            assert answer.result == "done"
            assert list(answer.data) == ["hint", "step", "cards"]
            held = {card["card"]: card["text"] for card in rig.prop.session._view("hand")}
            assert answer.data["cards"]
            for card in answer.data["cards"]:
                assert card == {"card": card["card"], "text": held[card["card"]]}
            assert (rig.state, rig.words, rig.left_ms, list(rig.prop.session._rows)) == before
            assert (await rig.verb("hint", step=2)).data["hint"] != answer.data["hint"]
            assert (await rig.verb("hint", step=99)).data["hint"] == "nothing more follows from these cards"

    asyncio.run(play())
    said = [record.getMessage() for record in caplog.records if "hint" in record.getMessage()]
    assert said[-1] == "the operator (ctl): hint done"
    assert said[0].startswith("the operator (ctl): hint refused: there is no game")


@pytest.mark.parametrize("step", [0, 100, 1.0, True, "2", None])
def test_a_wrong_step_is_told(tmp_path, step):
    async def play():
        async with Rig(tmp_path) as rig:
            assert (await rig.verb("hint", step=step)).why.startswith(
                "step must be a whole number from 1 to 99"
            )

    asyncio.run(play())


def test_a_printed_set_has_none(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.verb("start", code=EXAMPLE, sign="key")
            assert "does not know which of its cards" in (await rig.verb("hint")).why

    asyncio.run(play())


def test_a_game_without_hints_says_so(tmp_path):
    async def play():
        async with Rig(tmp_path, games=GAMES) as rig:
            await rig.prop._front.carry_out(NewGame("ruin", {}), rig.prop.now_ms())
            assert (await rig.verb("hint")).why == "there are no hints for ruin"

    asyncio.run(play())


def test_a_failed_try_is_known_after_a_power_cut_and_forgotten_by_undo(tmp_path):
    after = tmp_path / "after"
    after.mkdir()

    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.prop.session.take(
                {"do": "activate", "rune": "sun", "position": 1}, rig.prop.now_ms(), "button"
            )
            misses = rig.state.misses
            assert len(misses) == rig.state.mistakes == 1
            await rig.pull_the_plug(after)
        async with Rig(after) as rig:
            assert rig.state.misses == misses
            await rig.verb("resume")
            for _ in ("resume", "the pause of the power cut", "the try"):
                await rig.verb("undo")
            assert rig.state.misses == ()

    asyncio.run(play())
