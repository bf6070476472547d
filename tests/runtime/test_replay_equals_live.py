"""Hypothesis: whatever is pressed, said and waited for, a restart at any moment gives the same game."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from runeheart.core.panel import Button
from runeheart.runtime import records
from support.ports import NORMAL, Rig

RUNES = [button.value for button in Button if button is not Button.HEART]
ACTIONS = st.one_of(
    st.tuples(st.just("tap"), st.sampled_from(RUNES)),
    st.tuples(st.just("tap"), st.sampled_from(RUNES), st.sampled_from(RUNES[:5])),
    st.tuples(st.just("hold"), st.sampled_from(RUNES)),
    st.tuples(st.just("after"), st.sampled_from([1, 40, 999, 6_000, 45_000])),
    st.tuples(
        st.just("verb"),
        st.sampled_from(["pause", "resume", "undo", "undo", "undo", "abandon"]),
    ),
    st.tuples(st.just("add"), st.sampled_from([-200, -60, -0.25, 30, 120])),
    st.tuples(st.just("restart")),
)


async def _act(rig, action):
    name, *args = action
    if name == "add":
        await rig.verb("add-time", seconds=args[0])
    elif name != "restart":
        await getattr(rig, name)(*args)


def _check(rig):
    session, state = rig.prop.session, rig.state
    game, table = session.table.game, session.table
    folded = records.fold(game, session.record, session._rows, table.at_ms)
    assert (folded.state, folded.at_ms, folded.seq) == (state, table.at_ms, table.seq)
    if game.ask(state) is None:
        assert game.deadline_ms(state) is None  # over means no deadline
        assert not session._clock.runs
    deadline_ms = game.deadline_ms(state)
    if deadline_ms is not None:
        assert table.at_ms < deadline_ms
        assert deadline_ms - table.at_ms == rig.left_ms
        at_ms = [row.at_ms for row in session._rows]
        assert at_ms == sorted(at_ms)


@settings(max_examples=20)
@given(st.lists(ACTIONS, min_size=1, max_size=25))
def test_a_restart_at_any_moment_gives_the_same_game(actions):
    async def play(folder):
        actions_left = list(actions)
        state = clock = None
        while True:
            async with Rig(folder, clock=clock, after_loss="continue") as rig:
                if state is None:
                    await rig.begin(NORMAL)
                    await rig.tap("moon")
                else:
                    assert rig.state == state
                while actions_left:
                    action = actions_left.pop(0)
                    await _act(rig, action)
                    _check(rig)
                    if action[0] == "restart":
                        break
                state, clock = rig.state, rig.clock
            if not actions_left:
                return

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
