"""The operator at the prop: taking back, verbs, and what the status tells."""

import asyncio

import pytest

from runeheart.surface.api import SurfaceSettings
from support.ports import NORMAL_MS, Rig


class TestUndo:
    def test_a_mistake_is_taken_back_with_its_penalty(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.hold("moon")
                await rig.tap("sun", "nature")  # wrong: 45 s (H-091)
                left_ms, at_ms = rig.left_ms, rig.prop.session.table.at_ms
                answer = await rig.verb("undo")
                assert (answer.result, rig.state.mistakes) == ("done", 0)
                assert answer.data["undone"] == "activate"
                assert rig.left_ms == left_ms + 45_000
                assert rig.prop.session.table.at_ms == at_ms  # time itself is not given back

        asyncio.run(play())

    def test_again_and_again_goes_further_back(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                for _ in range(2):
                    await rig.hold("moon")  # back from the clue
                    await rig.hold("nature")
                assert rig.state.draws == 2
                await rig.verb("undo")
                await rig.verb("undo")
                assert (rig.state.draws, rig.state.phase) == (0, "running")
                await rig.verb("undo")
                assert rig.state.phase == "ready"
                answer = await rig.verb("undo")
                assert (answer.result, answer.why[:15]) == ("refused", "nothing to undo")
                assert [row.kind for row in rig.prop.session._rows] == ["command"] * 3 + ["undo"] * 3

        asyncio.run(play())

    def test_a_lost_game_comes_back_with_the_time_it_had(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.after(10_000)
                left_ms = rig.left_ms
                await rig.verb("abandon")
                await rig.after(60_000)
                await rig.verb("undo")
                assert (rig.state.phase, rig.left_ms) == ("running", left_ms)
                assert rig.words[0] == "6:50 left"
                await rig.after(1_000)
                assert rig.left_ms == left_ms - 1_000

        asyncio.run(play())

    @pytest.mark.parametrize("taps", [0, 1])
    def test_of_a_game_that_players_or_time_have_closed_brings_it_back(self, tmp_path, taps):
        async def play():
            async with Rig(tmp_path, settings=SurfaceSettings(end_screen_ms=20_000)) as rig:
                await rig.begin()
                await rig.tap("moon")
                left_ms = rig.left_ms
                await rig.verb("abandon")
                await rig.after(10_000)
                await rig.tap(*["sun"] * taps)
                await rig.after(11_000 * (1 - taps))
                assert rig.state is None
                answer = await rig.verb("undo")
                assert (answer.result, answer.data["undone"]) == ("done", "abandon")
                assert (rig.state.phase, rig.left_ms) == ("running", left_ms)
                assert rig.words[0] != "RUNEHEART"
                await rig.after(2_000)
                assert rig.left_ms == left_ms - 2_000
                await rig.pull_the_plug(tmp_path / "cut")
                async with Rig(tmp_path / "cut", after_loss="continue") as again:
                    assert again.state.phase == "running"
                await rig.tap("storm")
                await rig.verb("reset")

        asyncio.run(play())

    def test_after_a_reset_there_is_nothing_to_undo(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.verb("reset")
                assert (await rig.verb("undo")).why == (
                    "there is no game to undo anything of; the last one's answer is erased"
                )
                assert rig.state is None

        asyncio.run(play())

    def test_the_next_game_makes_the_last_one_final(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.verb("abandon")
                await rig.prop.session.close()
                await rig.begin()
                assert (await rig.verb("undo")).why == "nothing to undo: no command stands in this game"
                await rig.prop.session.close()
                assert (await rig.verb("undo")).result == "refused"
                assert rig.state is None

        asyncio.run(play())

    def test_the_log_says_what_was_done_and_what_was_refused(self, tmp_path, caplog):
        caplog.set_level("INFO")

        async def play():
            async with Rig(tmp_path) as rig:
                await rig.verb("start", difficulty="easy")
                await rig.verb("start", difficulty="easy")
                await rig.verb("pause", why=1)

        asyncio.run(play())
        said = [record.getMessage() for record in caplog.records if "operator" in record.getMessage()]
        assert said == [
            "the operator (ctl): start done",
            "the operator (ctl): start refused: a game is under way; abandon or reset it first",
            'the operator (ctl): refused: pause does not take "why"; it takes nothing',
        ]

    def test_undoing_an_end_by_time_brings_back_what_added_time_could_not(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.hold("moon")
                await rig.tap("sun", "nature")
                await rig.after(NORMAL_MS)
                assert rig.state.outcome == "exploded"
                await rig.verb("undo")
                assert (rig.state.outcome, rig.left_ms) == (None, 45_000)

        asyncio.run(play())


class TestVerbs:
    def test_start_takes_a_difficulty_and_names_a_wrong_one(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                assert (await rig.verb("start", difficulty="medium")).result == "refused"
                assert rig.state is None
                answer = await rig.verb("start", difficulty="hard")
                assert (answer.result, answer.data["difficulty"]) == ("done", "hard")
                assert "under way" in (await rig.verb("start")).why

        asyncio.run(play())

    def test_start_uses_what_is_configured(self, tmp_path):
        settings = SurfaceSettings(difficulty="easy", house={"activation": "next"})

        async def play():
            async with Rig(tmp_path, settings=settings) as rig:
                await rig.verb("start")
                assert (rig.state.difficulty, rig.state.house.activation) == ("easy", "next")

        asyncio.run(play())

    @pytest.mark.parametrize("verb", ["pause", "resume", "undo", "abandon"])
    def test_without_a_game_there_is_a_reason(self, tmp_path, verb):
        async def play():
            async with Rig(tmp_path) as rig:
                answer = await rig.verb(verb)
                assert (answer.result, answer.why[:16]) == ("refused", "there is no game")

        asyncio.run(play())

    @pytest.mark.parametrize(
        ("verb", "args", "why"),
        [
            ("paus", {}, 'did you mean "pause"'),
            (7, {}, "7 is no verb"),
            ("pause", {"now": True}, "it takes nothing"),
            ("start", {"seconds": 3}, "it takes game, difficulty"),
            ("start", {"difficulty": 3}, "must be a word"),
            ("add-time", {}, "must be a number"),
            ("add-time", {"seconds": float("nan")}, "must be a number"),
            ("add-time", {"seconds": True}, "must be a number"),
        ],
    )
    def test_nonsense_is_refused_in_a_sentence(self, tmp_path, verb, args, why):
        async def play():
            async with Rig(tmp_path) as rig:
                answer = await rig.prop.operator(verb, args, "ctl")
                assert answer.result == "refused"
                assert why in answer.why

        asyncio.run(play())

    def test_reset_returns_to_attract_from_anywhere(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                answer = await rig.verb("reset")
                assert answer.data == {"game": None}
                assert rig.words[0] == "RUNEHEART"
                assert (await rig.verb("reset")).result == "done"

        asyncio.run(play())

    def test_add_time_moves_the_end(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                due_ms = rig.prop.session.due_mono_ms()
                await rig.verb("add-time", seconds=-30.5)
                assert rig.prop.session.due_mono_ms() == due_ms - 30_500

        asyncio.run(play())


class TestStatus:
    def test_tells_the_game_and_no_secret(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.hold("moon")
                rig.devices.display.alert = "unplugged"
                status = rig.prop.status()
                assert (status["phase"], status["left_s"]) == ("running", rig.left_ms / 1000)
                assert status["screen"] == list(rig.words)
                assert status["alerts"] == ["display: unplugged"]
                assert status["devices"][0]["counters"] == {"fire noise": 2}
                assert "answer" not in str(status)
                assert str(rig.prop.session.record.seed) not in str(status)

        asyncio.run(play())

    def test_of_a_game_that_is_over_leaves_the_answer_to_the_screen(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.verb("abandon")
                assert "answer" not in rig.prop.status()

        asyncio.run(play())
