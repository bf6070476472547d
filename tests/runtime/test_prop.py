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
