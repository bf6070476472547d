"""The operator helps: hints that are counted and can be shown on the prop, runes locked, games solved."""

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
            assert before[3][-1].kind == "command"
            answer = await rig.verb("hint")
            assert answer.result == "done"
            assert list(answer.data) == ["hint", "step", "cards"]
            held = {card["card"]: card["text"] for card in rig.prop.session._view("hand")}
            assert answer.data["cards"]
            for card in answer.data["cards"]:
                assert card == {"card": card["card"], "text": held[card["card"]]}
            assert (rig.state, rig.words, rig.left_ms) == before[:3]
            *others, note = rig.prop.session._rows
            assert others == before[3]
            assert (note.kind, note.body, note.source) == (
                "note",
                {"do": "hint", "step": 1, "show": False},
                "ctl",
            )
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


def test_a_hint_is_read_on_the_prop_page_by_page_and_closed_by_a_tap(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.verb("pause")
            assert "only while the clock runs" in (await rig.verb("hint", show=True)).why
            await rig.verb("resume")
            answer = await rig.verb("hint", show=True)
            assert answer.result == "done"
            assert rig.words[:2] == ("Hint", answer.data["hint"])
            for _ in range(9):
                if rig.words[0] != "Hint":
                    break
                await rig.tap("sun")
            assert rig.words[0] != "Hint"

    asyncio.run(play())


def test_a_hint_outlives_a_restart_in_the_journal_and_changes_no_game(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.verb("hint", show=True)
            before = rig.state
        async with Rig(tmp_path) as rig:
            assert rig.state.slots == before.slots
            assert [row.body for row in rig.prop.session._rows if row.kind == "note"] == [
                {"do": "hint", "step": 1, "show": True}
            ]
            assert (await rig.verb("undo")).data["undone"] == "pause"
            assert (await rig.verb("undo")).data["undone"] == "read", "a note is nothing to take back"

    asyncio.run(play())


def test_the_operator_locks_the_next_rune_or_a_named_one_and_can_take_it_back(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            assert (await rig.verb("lock")).why.startswith("there is no game")
            await rig.begin()
            await rig.tap("moon")
            answer = rig.state.answer
            await rig.verb("lock")
            assert rig.state.slots[0] == answer[0]
            await rig.verb("lock", rune=answer[2])
            assert rig.state.slots[2] == answer[2]
            assert "in its place already" in (await rig.verb("lock", rune=answer[2])).why
            assert (await rig.verb("lock", rune=7)).why == "rune must be the name of one, not 7"
            assert rig.state.mistakes == 0
            assert (await rig.verb("undo")).data["undone"] == "activate"
            assert rig.state.slots[2] is None

    asyncio.run(play())


def test_the_operator_solves_a_game_and_can_take_that_back(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            assert (await rig.verb("solve")).result == "done"
            assert rig.state.outcome == "defused"
            assert (await rig.verb("solve")).why == "the game is over"
            await rig.verb("undo")
            assert rig.state.outcome is None

    asyncio.run(play())


def test_a_game_in_which_nothing_is_hidden_has_nothing_to_solve(tmp_path):
    async def play():
        async with Rig(tmp_path, games=GAMES) as rig:
            await rig.prop._front.carry_out(NewGame("ruin", {}), rig.prop.now_ms())
            assert "no hidden answer" in (await rig.verb("solve")).why

    asyncio.run(play())
