"""What a page saw when somebody chose: a command for a question that is past does nothing."""

import asyncio

import pytest

from runeheart.runtime import verbs
from runeheart.surface.api import SurfaceSettings
from support.evenings import SETUPS
from support.ports import Rig

WENT_ON = "the game went on in the meantime; look again"
STARS = {"do": "commit_move", "stars": 1}


def at_a_ruin(folder, plot):
    async def play():
        settings = SurfaceSettings(game="ruin", setups={"ruin": SETUPS["ruin"]}, end_screen_ms=None)
        async with Rig(folder, settings=settings) as rig:
            await rig.verb("start", game="ruin")
            await plot(rig)

    asyncio.run(play())


def test_a_command_for_a_question_that_is_past_is_refused_and_changes_nothing(tmp_path):
    async def plot(rig):
        seq = rig.prop.session.seq
        assert (await rig.verb("command", body=STARS, seq=seq)).result == "done"
        state = rig.state
        answer = await rig.verb("command", body={"do": "end_move"}, seq=seq)
        assert (answer.result, answer.why) == ("refused", WENT_ON)
        assert rig.state == state
        assert rig.prop.session.seq == seq + 1

    at_a_ruin(tmp_path, plot)


def test_an_undo_of_a_command_that_is_not_the_last_any_more_is_refused(tmp_path):
    async def plot(rig):
        for body in (STARS, {"do": "end_move"}):
            await rig.verb("command", body=body)
        seq = rig.prop.session.seq
        assert (await rig.verb("undo", seq=seq)).data["undone"] == "end_move"
        assert (await rig.verb("undo", seq=seq)).why == WENT_ON
        # what was undone and done again is another moment, though all looks the same
        await rig.verb("command", body={"do": "end_move"})
        assert (await rig.verb("undo", seq=seq)).why == WENT_ON

    at_a_ruin(tmp_path, plot)


def test_who_does_not_say_what_was_seen_means_what_is(tmp_path):
    async def plot(rig):
        assert (await rig.verb("command", body=STARS)).result == "done"
        assert (await rig.verb("undo")).result == "done"

    at_a_ruin(tmp_path, plot)


def test_refusals_and_time_do_not_count(tmp_path):
    async def plot(rig):
        seq = rig.prop.session.seq
        assert (await rig.verb("command", body={"do": "resolve"})).result == "refused"
        await rig.after(60_000)
        assert rig.prop.session.seq == seq

    at_a_ruin(tmp_path, plot)


@pytest.mark.parametrize("seq", [-1, 1.0, "3", None, True, 2**60])
@pytest.mark.parametrize("verb", ["command", "undo"])
def test_what_counts_nothing_is_no_seq(verb, seq):
    args = {"seq": seq, **({"body": STARS} if verb == "command" else {})}
    assert "seq must be the whole number that the prop told with the question, not " in verbs.problem(
        verb, args
    )
