"""An operator cannot add more time than the clock on the prop can show."""

import asyncio

import pytest

from support.ports import Rig


def _with_rig(tmp_path, play):
    async def run():
        async with Rig(tmp_path) as rig:
            await play(rig)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(5_580, "5580"), (66_000, "66000"), (1e308, "1e+308"), pytest.param(10**300, "1000", id="whole")],
)
def test_more_than_the_clock_can_show_is_refused_with_what_can_be_added(tmp_path, seconds, shown):
    async def play(rig):
        await rig.begin()
        answer = await rig.verb("add-time", seconds=seconds)
        assert answer.result == "refused"
        assert answer.why.startswith(shown)
        assert answer.why.endswith(
            " seconds more are too many: 7:00 is left, and the clock of the prop ends at 99:59"
            "; add 5579 at most"
        )
        assert rig.state.clock_left_ms == 420_000
        assert (await rig.verb("add-time", seconds=5_579)).result == "done"
        assert rig.words[0] == "Normal, 99:59"
        assert (await rig.verb("add-time", seconds=0.001)).why.endswith("add 0 at most")

    _with_rig(tmp_path, play)


def test_time_can_be_taken_away_from_a_game_that_has_more(tmp_path):
    async def play(rig):
        await rig.begin()
        await rig.prop.session.take({"do": "add_time", "seconds": 9_000}, rig.prop.now_ms(), "file")
        assert (await rig.verb("add-time", seconds=1)).why.endswith(
            "157:00 is left, and the clock of the prop ends at 99:59; add 0 at most"
        )
        assert (await rig.verb("add-time", seconds=-60)).result == "done"
        assert rig.words[0] == "Normal, 2h36"

    _with_rig(tmp_path, play)


def test_without_a_running_game_the_reason_is_that(tmp_path):
    async def play(rig):
        assert (await rig.verb("add-time", seconds=1e6)).why.startswith("there is no game; ")
        await rig.begin()
        await rig.verb("abandon")
        assert (await rig.verb("add-time", seconds=1e6)).why == "the game is over"

    _with_rig(tmp_path, play)
