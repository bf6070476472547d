"""Whole games with all that is logged captured: no answer, no seed and no deck code stand in it."""

import asyncio
import io
import logging
import re

import pytest

from runeheart.games.heart.codes import EXAMPLE
from runeheart.runtime import logs
from runeheart.runtime.clock import ManualClock
from runeheart.surface.api import SurfaceSettings
from support.ports import Rig


@pytest.fixture
def written():
    """Return what the daemon's own handler writes of everything that is logged, debugging included."""
    stream = io.StringIO()
    handler = logs.CalmHandler(stream, ManualClock())
    handler.setFormatter(logs.Formatter("%(levelname)s %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)
    handler.close()


def _secrets(rig):
    record = rig.prop.session.record
    return rig.state.answer, record.seed


def _assert_told_nothing(text, answer, seed, code=None):
    letters = re.sub("[^a-z]", "", text.lower())
    assert "".join(answer) not in letters
    assert str(seed) not in text
    assert f"{seed:x}" not in text.lower()
    if code:
        plain = code.replace("-", "").lower()
        assert plain not in re.sub("[^a-z0-9]", "", text.lower())


async def _verb(rig, verb, args):
    """Ask, and turn until the answer is there: a hint takes more than one."""
    asked = asyncio.ensure_future(rig.prop.operator(verb, args, "ctl"))
    while not asked.done():
        await asyncio.sleep(0.001)
        await rig.prop.turn()


async def _play(rig):
    """Win, after everything that an operator can say: done and refused."""
    await rig.tap("moon")
    for verb, args in (
        ("pause", {}),
        ("pause", {}),
        ("resume", {}),
        ("add-time", {"seconds": 10}),
        ("add-time", {"seconds": "ten"}),
        ("hint", {"step": 1}),
        ("hint", {"step": 99}),
        ("command", {"body": {"do": "fly"}}),
        ("command", {"body": {"do": "submit", "sequence": list(rig.state.answer)[::-1]}}),
        ("undo", {}),
        ("undo", {}),
        ("start", {}),
        ("nonsense", {}),
        ("status", {}),
    ):
        await asyncio.wait_for(_verb(rig, verb, args), 10)
        await rig.after(100)
    await rig.hold("moon")
    for place, rune in enumerate(rig.state.answer, 1):
        await rig.verb("command", body={"do": "activate", "rune": rune, "position": place})


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_of_a_drawn_game(tmp_path, written, difficulty):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.verb("start", difficulty=difficulty)
            answer, seed = _secrets(rig)
            await _play(rig)
            await rig.pull_the_plug(tmp_path / "cut")
            async with Rig(tmp_path / "cut") as again:
                await again.verb("undo")
            await rig.verb("reset")
            return answer, seed

    answer, seed = asyncio.run(play())
    text = written.getvalue()
    assert "the operator (ctl): pause done" in text
    assert "a game begins: heart" in text
    _assert_told_nothing(text, answer, seed)


def test_of_a_printed_set(tmp_path, written):
    settings = SurfaceSettings(code=EXAMPLE, end_screen_ms=None)

    async def play():
        async with Rig(tmp_path, settings=settings) as rig:
            await rig.verb("start")  # refused, and the reason names the code to who asked
            refused = await rig.verb("start", difficulty="hard", sign="key")
            assert EXAMPLE in refused.why
            await rig.verb("start", code=EXAMPLE.lower(), sign="key")
            answer, seed = _secrets(rig)
            await _play(rig)
            return answer, seed

    answer, seed = asyncio.run(play())
    assert "start refused: difficulty: is hard, but the set (deck code) is for normal" in written.getvalue()
    _assert_told_nothing(written.getvalue(), answer, seed, EXAMPLE)
