"""The loop: the order in which things happen, what is shown when, and that no fault stops it."""

import asyncio

import pytest

from runeheart.core.panel import Preset
from runeheart.runtime.clock import ManualClock
from runeheart.surface import sounds
from runeheart.surface.api import SurfaceSettings
from support.ports import ANSWER, NORMAL_MS, Rig


def test_a_game_is_played_to_a_win_by_taps(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")  # read the first clue: the timer starts (H-029)
            assert rig.state.phase == "running"
            await rig.hold("moon")  # back from the clue
            for place, rune in zip(["nature", "fire", "water", "storm", "moon"], ANSWER, strict=True):
                await rig.tap(rune, place)
            assert rig.state.outcome == "defused"  # H-100
            assert rig.words[0] == "DEFUSED"
            assert rig.devices.buzzer.played[-1] == sounds.tones("defused", Preset.NORMAL)

    asyncio.run(play())


def test_the_light_answers_before_anything_else(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            before = rig.devices.lights.shown[-1]
            rig.edge("fire", down=True)
            after = rig.devices.lights.shown[-1]
            assert after[1] != before[1]
            assert after[:1] + after[2:] == before[:1] + before[2:]

    asyncio.run(play())


def test_nothing_is_shown_before_it_is_on_the_disk(tmp_path):
    order = []

    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            append, show = rig.journal.append, rig.devices.display.show
            rig.journal.append = lambda *args: (order.append("disk"), append(*args))
            rig.devices.display.show = lambda screen: (order.append(screen.words[0]), show(screen))
            await rig.tap("sun")

    asyncio.run(play())
    assert order[:2] == ["disk", "Clue 1 of 3"]


def test_a_refused_press_leaves_no_row(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("sun")
            rows = len(rig.prop.session._rows)
            answer = await rig.verb("resume")
            assert answer.result == "refused"
            assert "resume" in answer.why
            assert len(rig.prop.session._rows) == rows

    asyncio.run(play())


class TestEndOfTheTimer:
    """HA-13: an action is too late at or past the deadline; a press made in time beats the timer."""

    async def _nearly_over(self, rig):
        """Play until the last place is one release away; return the moment at which the timer ends."""
        await rig.begin()
        await rig.tap("moon")
        await rig.hold("moon")
        for place, rune in zip(["nature", "fire", "water", "storm"], ANSWER, strict=False):
            await rig.tap(rune, place)
        due_ms = rig.prop.session.due_mono_ms()
        await rig.after(due_ms - rig.prop.now_ms() - 3_000)
        await rig.tap(ANSWER[-1])
        await rig.after(due_ms - rig.prop.now_ms() - 300)
        rig.edge("moon", down=True)  # place 5; a tap acts when the button comes up
        return due_ms

    @pytest.mark.parametrize(("early_ms", "outcome"), [(1, "defused"), (0, "exploded"), (-1, "exploded")])
    def test_to_the_millisecond(self, tmp_path, early_ms, outcome):
        async def play():
            async with Rig(tmp_path) as rig:
                due_ms = await self._nearly_over(rig)
                made_ms = due_ms - early_ms
                arrives_ms = made_ms + 15  # the debounce tells it after its settle time
                await rig.after(arrives_ms - rig.prop.now_ms())
                rig.edge("moon", down=False, ago_ms=15)
                await rig.after(100)
                assert rig.state.outcome == outcome
                if outcome == "exploded":
                    assert rig.state.because == ("timer",)
                    assert rig.prop.session.table.at_ms == rig.prop.session._rows[-1].at_ms

        asyncio.run(play())

    def test_shown_time_stands_at_zero_while_presses_are_awaited(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                due_ms = await self._nearly_over(rig)
                await rig.after(due_ms + 20 - rig.prop.now_ms())
                assert rig.state.phase == "running"
                assert rig.left_ms == 1
                await rig.after(5)
                assert rig.state.outcome == "exploded"
                assert rig.left_ms == 0

        asyncio.run(play())

    def test_the_operator_is_too_late_at_the_deadline(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                due_ms = await self._nearly_over(rig)
                await rig.after(due_ms - rig.prop.now_ms())
                asked = asyncio.ensure_future(rig.prop.operator("add-time", {"seconds": 60}, "ctl"))
                await asyncio.sleep(0)
                await rig.after(30)
                answer = await asked
                assert (answer.result, answer.why) == ("refused", "the game is over")

        asyncio.run(play())

    def test_the_row_of_the_end_has_the_exact_time(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                rig.clock.advance_ms(NORMAL_MS + 5_000)  # a loop that was held up
                await rig.prop.turn()
                assert rig.state.outcome == "exploded"
                assert rig.prop.session._rows[-1].at_ms == NORMAL_MS

        asyncio.run(play())


class TestTime:
    def test_paused_fifteen_minutes_is_exact(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.after(10_000)
                left_ms = rig.left_ms
                await rig.verb("pause")
                await rig.after(15 * 60_000)
                assert rig.left_ms == left_ms
                await rig.verb("resume")
                await rig.after(1_000)
                assert rig.left_ms == left_ms - 1_000

        asyncio.run(play())

    def test_a_jump_of_the_date_changes_nothing(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                left_ms = rig.left_ms
                rig.clock._wall = rig.clock._wall.replace(year=2001)
                await rig.after(1_000)
                assert rig.left_ms == left_ms - 1_000

        asyncio.run(play())

    def test_a_countdown_of_seven_minutes_does_not_drift(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                rig.edge("moon", down=True)
                await rig.after(20)
                rig.edge("moon", down=False)
                started_ms = rig.prop.now_ms()
                await rig.prop.turn()
                assert rig.prop.session.due_mono_ms() == started_ms + NORMAL_MS
                await rig.after(NORMAL_MS - 1_000)
                assert rig.left_ms == 1_000
                assert rig.prop.session.due_mono_ms() == started_ms + NORMAL_MS

        asyncio.run(play())

    def test_the_time_before_the_start_does_not_count(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.after(3_600_000)
                assert rig.left_ms == NORMAL_MS

        asyncio.run(play())


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
            ("start", {"seconds": 3}, "it takes difficulty"),
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


class TestFaults:
    @pytest.mark.parametrize("port", ["lights", "display", "buzzer"])
    def test_a_port_that_raises_does_not_stop_the_game(self, tmp_path, port, caplog):
        async def play():
            async with Rig(tmp_path) as rig:
                device = getattr(rig.devices, port)
                name = "play" if port == "buzzer" else "show"
                works = getattr(device, name)
                setattr(device, name, lambda _: 1 / 0)
                await rig.begin()
                await rig.tap("moon")
                await rig.hold("moon")
                await rig.after(2_000)
                assert rig.state.phase == "running"
                assert [alert for alert in rig.prop.status()["alerts"] if f"{port}.{name}" in alert]
                assert (
                    len([line for line in caplog.records if line.exc_info]) == 1
                )  # said once, not each frame
                setattr(device, name, works)
                await rig.tap("sun")
                assert rig.prop.status()["alerts"] == []

        asyncio.run(play())

    def test_a_fault_in_the_surface_is_told_and_survived(self, tmp_path, monkeypatch):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                with monkeypatch.context() as patch:
                    patch.setattr("runeheart.surface.prop.press", lambda *_: 1 / 0)
                    await rig.tap("moon")
                assert "a fault happened inside" in rig.prop.status()["alerts"][0]
                await rig.tap("moon")
                assert rig.state.phase == "running"

        asyncio.run(play())

    def test_a_picture_that_cannot_be_made_does_not_stop_the_game(self, tmp_path, monkeypatch):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                with monkeypatch.context() as patch:
                    patch.setattr("runeheart.surface.prop.panel", lambda *_: 1 / 0)
                    await rig.tap("moon")
                await rig.after(2_000)
                assert rig.state.phase == "running"
                assert rig.words[-1] == "6:58 left"

        asyncio.run(play())

    def test_who_asked_and_has_gone_does_no_harm(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                asked = asyncio.ensure_future(rig.prop.operator("start", {}, "ctl"))
                await asyncio.sleep(0)
                asked.cancel()
                await asyncio.sleep(0)
                await rig.prop.turn()
                assert rig.state.phase == "ready"
                assert rig.prop.status()["alerts"] == []

        asyncio.run(play())

    def test_an_operator_gets_an_answer_even_to_a_fault(self, tmp_path, monkeypatch):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                monkeypatch.setattr("runeheart.surface.prop.told", lambda *_: 1 / 0)
                answer = await rig.verb("abandon")
                assert answer.result == "refused"
                assert "fault" in answer.why

        asyncio.run(play())

    def test_an_end_that_fails_does_not_block_the_operator(self, tmp_path, monkeypatch):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                with monkeypatch.context() as patch:
                    patch.setattr(rig.prop.session, "fall_due", lambda: 1 / 0)
                    await rig.after(NORMAL_MS)
                assert (await rig.verb("reset")).result == "done"
                assert rig.state is None

        asyncio.run(play())


class TestPresses:
    def test_a_release_without_its_press_is_harmless(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                rig.edge("fire", down=False)
                await rig.after(100)
                assert rig.words == ("RUNEHEART", "Press a rune")

        asyncio.run(play())

    def test_a_button_held_while_it_starts_is_no_press(self, tmp_path):
        async def play():
            clock = ManualClock(mono_ns=9_000_000_000)
            async with Rig(tmp_path, clock=clock) as rig:
                await rig.after(5_000)  # the driver tells nothing of it until it is released
                rig.edge("sun", down=False)
                await rig.after(100)
                assert rig.state is None
                assert rig.words == ("RUNEHEART", "Press a rune")

        asyncio.run(play())

    def test_what_arrives_out_of_order_happens_in_order(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                rig.clock.advance_ms(500)
                rig.edge("moon", down=False, ago_ms=100)
                rig.edge("moon", down=True, ago_ms=200)
                await rig.prop.turn()
                assert rig.state.phase == "running"
                assert rig.left_ms == NORMAL_MS - 100

        asyncio.run(play())

    def test_a_hold_is_taken_at_its_moment_though_the_loop_was_late(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.hold("moon")
                at_ms = rig.prop.session.table.at_ms
                rig.edge("nature", down=True)
                await rig.prop.turn()
                rig.clock.advance_ms(1_500)  # held up for longer than the hold takes
                await rig.prop.turn()
                assert rig.state.draws == 1
                assert rig.prop.session._rows[-1].at_ms == at_ms + 800

        asyncio.run(play())


def test_end_screen_gives_way_by_itself(tmp_path):
    async def play():
        async with Rig(tmp_path, settings=SurfaceSettings(end_screen_ms=60_000)) as rig:
            await rig.begin()
            await rig.verb("abandon")
            await rig.after(59_000)
            assert rig.words[0] == "GAME ENDED"
            await rig.after(2_000)
            assert rig.words[0] == "RUNEHEART"
            assert rig.state is None

    asyncio.run(play())


def test_attract_rests_between_frames(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            now_ms = rig.prop.now_ms()
            assert rig.prop.due_ms() - now_ms >= 5
            shown = len(rig.devices.display.shown)
            await rig.after(10_000)
            assert len(rig.devices.display.shown) == shown

    asyncio.run(play())


def test_run_plays_until_it_is_stopped(tmp_path):
    async def play():
        rig = Rig(tmp_path)
        stop = asyncio.Event()
        ready = asyncio.Event()
        running = asyncio.create_task(rig.prop.run(stop, ready.set))
        async with asyncio.timeout(10):
            await ready.wait()
            assert rig.words == ("RUNEHEART", "Press a rune")
            answer = await rig.prop.operator("start", {}, "ctl")
            assert answer.result == "done"
            assert rig.devices.buttons.on_press == rig.prop.press
            stop.set()
            await running
        rig.prop.session.shut()

    asyncio.run(play())


def test_an_operator_who_comes_at_the_stop_is_answered(tmp_path):
    async def play():
        rig = Rig(tmp_path)
        stop = asyncio.Event()
        running = asyncio.create_task(rig.prop.run(stop, stop.set))
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(rig.prop.operator("start", {}, "ctl"))
        await running
        assert (await waiting).why == "the prop is being switched off"
        assert (await rig.prop.operator("start", {}, "ctl")).why == "the prop is being switched off"
        rig.prop.session.shut()

    asyncio.run(play())
