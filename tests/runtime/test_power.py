"""Power cuts: killed after every row and started again, the same state; and what then happens."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from runeheart.runtime.clock import ManualClock
from support.ports import ANSWER, NORMAL_MS, Rig

SCRIPTS = {
    "won": [("tap", "sun"), ("hold", "sun"), ("hold", "nature"), ("hold", "sun"), ("verb", "pause", {}),
            ("after", 90_000), ("verb", "undo", {}), ("tap", "sun", "nature"), ("verb", "undo", {}),
            ("tap", "fire", "nature"), ("verb", "add-time", {"seconds": -20}), ("after", 3_000),
            ("hold", "sun"), ("tap", *ANSWER[1:]), ("hold", "sun")],
    "lost": [("tap", "sun"), ("hold", "sun"), *[("tap", "sun", "nature")] * 3, ("verb", "undo", {}),
             ("after", 2_500), ("tap", "sun", "nature")],
    "timed out": [("tap", "sun"), ("after", NORMAL_MS + 100), ("verb", "undo", {}), ("tap", "sun")],
}  # fmt: skip


async def _act(rig, action):
    name, *args = action
    if name == "verb":
        await rig.verb(args[0], **args[1])
    else:
        await getattr(rig, name)(*args)


async def _after_a_cut(folder, after_loss="continue"):
    async with Rig(folder, clock=ManualClock(mono_ns=77_000_000), after_loss=after_loss) as rig:
        return rig.state, rig.words


@pytest.mark.parametrize("script", SCRIPTS)
def test_started_again_after_every_row_it_is_the_same_state(tmp_path, script):
    async def play():
        rows = 0
        async with Rig(tmp_path) as rig:
            await rig.begin()
            for number, action in enumerate(SCRIPTS[script]):
                await _act(rig, action)
                cut = tmp_path / f"cut-{number}"
                await rig.pull_the_plug(cut)
                state, _ = await _after_a_cut(cut)
                live = rig.state
                assert 0 <= live.at_ms - state.at_ms <= 1_000  # a second of play at most
                assert state == rig.prop.session.table.game.advance(state, state.at_ms).state
                advanced = rig.prop.session.table.game.advance(state, live.at_ms).state
                assert advanced == live
                rows = len(rig.prop.session._rows)
        assert rows >= 4

    asyncio.run(play())


def test_a_drawn_game_comes_back_with_its_answer_and_deck(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.verb("start", difficulty="hard")
            await rig.pull_the_plug(tmp_path / "cut")
            state, words = await _after_a_cut(tmp_path / "cut", "paused")
            assert state == rig.state
            assert words == rig.words  # nothing ran, so nothing was lost: no word of a power loss

    asyncio.run(play())


class TestAfterALoss:
    async def _lost(self, tmp_path):
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.after(10_300)
            await rig.pull_the_plug(tmp_path / "cut")
            return rig.left_ms

    def test_paused_it_waits_and_says_what_was_lost(self, tmp_path):
        async def play():
            left_ms = await self._lost(tmp_path)
            async with Rig(tmp_path / "cut") as rig:
                assert rig.state.phase == "paused"
                assert 0 <= rig.left_ms - left_ms <= 1_000
                assert rig.words[0] == "Power was lost at 6:50"
                waiting_ms = rig.left_ms
                await rig.after(600_000)
                assert rig.left_ms == waiting_ms
                await rig.hold("sun")
                assert rig.state.phase == "running"

        asyncio.run(play())

    def test_a_second_loss_says_so_again(self, tmp_path):
        async def play():
            await self._lost(tmp_path)
            async with Rig(tmp_path / "cut") as rig:
                left_ms = rig.left_ms
            async with Rig(tmp_path / "cut") as rig:
                assert (rig.state.phase, rig.left_ms) == ("paused", left_ms)
                assert rig.words[0] == "Power was lost at 6:50"
                assert [row.source for row in rig.prop.session._rows] == ["button", "power"]

        asyncio.run(play())

    @pytest.mark.parametrize("after_loss", ["paused", "continue"])
    def test_a_pause_of_the_operator_stays_one(self, tmp_path, after_loss):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.verb("pause")
                words = rig.words
                await rig.pull_the_plug(tmp_path / "cut")
            for _ in range(2):  # two cuts in a row
                async with Rig(tmp_path / "cut", after_loss=after_loss) as rig:
                    assert rig.words == words
                    await rig.hold("sun")
                    assert rig.state.phase == "paused"
            async with Rig(tmp_path / "cut", after_loss=after_loss) as rig:
                assert (await rig.verb("resume")).result == "done"
                assert rig.state.phase == "running"

        asyncio.run(play())

    def test_who_paused_last_counts(self, tmp_path):
        async def play():
            await self._lost(tmp_path)
            async with Rig(tmp_path / "cut") as rig:
                await rig.hold("sun")
                await rig.verb("pause")
            async with Rig(tmp_path / "cut") as rig:
                await rig.hold("sun")
                assert rig.state.phase == "paused"
                await rig.verb("resume")
            async with Rig(tmp_path / "cut") as rig:
                await rig.hold("sun")
                assert rig.state.phase == "running"

        asyncio.run(play())

    def test_continue_goes_on_at_once(self, tmp_path):
        async def play():
            await self._lost(tmp_path)
            async with Rig(tmp_path / "cut", after_loss="continue") as rig:
                left_ms = rig.left_ms
                await rig.after(2_000)
                assert rig.left_ms == left_ms - 2_000

        asyncio.run(play())

    def test_abandon_ends_it_and_waits_for_players(self, tmp_path):
        async def play():
            await self._lost(tmp_path)
            async with Rig(tmp_path / "cut", after_loss="abandon") as rig:
                assert rig.state is None
                assert rig.words == ("RUNEHEART", "Press a rune")
            async with Rig(tmp_path / "cut") as rig:
                assert rig.state is None

        asyncio.run(play())

    def test_an_orderly_stop_loses_nothing(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.after(10_300)
                left_ms = rig.left_ms
            async with Rig(tmp_path) as rig:
                assert rig.left_ms == left_ms

        asyncio.run(play())

    def test_an_end_screen_comes_back(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.verb("abandon")
            async with Rig(tmp_path) as rig:
                assert rig.words[0] == "GAME ENDED"

        asyncio.run(play())

    def test_a_closed_game_does_not(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.verb("reset")
            async with Rig(tmp_path) as rig:
                assert rig.state is None

        asyncio.run(play())


CHILD = """
import asyncio, json, sys
from pathlib import Path
from support.ports import Rig

async def play():
    async with Rig(Path(sys.argv[1])) as rig:
        await rig.begin()
        await rig.tap("moon")
        while True:
            await rig.verb("add-time", seconds=1)
            rows = len(rig.prop.session._rows)
            print(json.dumps([rows, rig.left_ms, rig.state.at_ms]), flush=True)

asyncio.run(play())
"""


@pytest.mark.parametrize("shown", [1, 7, 40])
def test_kill_9_loses_nothing_that_was_seen(tmp_path, shown):
    tests = Path(__file__).parents[1]
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(tests)},
    )
    with child:
        for _ in range(shown):
            rows, left_ms, at_ms = json.loads(child.stdout.readline())
        child.send_signal(signal.SIGKILL)

    async def again():
        async with Rig(tmp_path, after_loss="continue") as rig:
            assert len(rig.prop.session._rows) >= rows
            more = len(rig.prop.session._rows) - rows
            assert rig.left_ms == left_ms + 1_000 * more
            assert rig.state.at_ms >= at_ms

    asyncio.run(again())


def test_a_game_of_other_rules_is_set_aside_by_name(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            other = msgspec.structs.replace(rig.prop.session.record, game_id=2, rules_version=99)
            await rig.prop.session._write(rig.journal.begin, other)
        async with Rig(tmp_path) as rig:
            assert rig.state is None
            (alert,) = rig.prop.status()["alerts"]
            assert "game 2 (heart) was begun by Runeheart test with rules version 99" in alert
            assert "run Runeheart test before the next game begins" in alert
            await rig.begin()  # the next game closes it
            assert rig.journal._db.execute("SELECT result FROM games WHERE id = 2").fetchone() == (
                '{"outcome":"interrupted"}',
            )

    asyncio.run(play())


def test_a_row_that_the_rules_refuse_is_not_guessed_at(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.written()
            rig.journal._db.execute('UPDATE rows SET body = \'{"do":"fly"}\'')
        async with Rig(tmp_path) as rig:
            assert rig.state is None
            assert "does not give a game (row 1 does not fit" in rig.prop.status()["alerts"][0]

    asyncio.run(play())
