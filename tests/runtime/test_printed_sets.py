"""A printed set in the daemon: what the operator and the configuration say of it, and what the disk keeps."""

import asyncio
import sqlite3

import pytest

from runeheart.games.heart.codes import EXAMPLE, DeckCode
from runeheart.games.heart.printed import print_set
from runeheart.runtime.config import Config, HeartTable, check
from runeheart.surface.api import SurfaceSettings
from support.ports import Rig

MISTYPED = "is no deck code: its last two characters do not fit"
AT_THE_TABLE = SurfaceSettings(code=EXAMPLE, end_screen_ms=None)
ANSWER = print_set(DeckCode("normal", "fair", 138_138), 5).answer("key")


def test_the_operator_starts_a_set_with_code_and_sign(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            answer = await rig.verb("start", code="nf4kq2xc", sign="key")
            assert (answer.result, answer.data["difficulty"]) == ("done", "normal")
            assert rig.state.answer == ANSWER
            assert rig.words[0] == "Normal, 7:00, sign: key"

    asyncio.run(play())


def test_where_the_code_is_configured_the_sign_is_enough(tmp_path):
    async def play():
        async with Rig(tmp_path, settings=AT_THE_TABLE) as rig:
            whose = (
                " (the code NF-4KQ2-XC is the prop's own: [heart] code, or --code of the daemon;"
                " a difficulty without a sign starts a game without the printed set)"
            )
            assert (await rig.verb("start")).why == (
                "sign: is missing; it is on the back of the answer card: star, crown, key, bell, eye, tower"
                + whose
            )
            assert (await rig.verb("start", difficulty="hard", sign="key")).why == (
                "difficulty: is hard, but the set NF-4KQ2-XC is for normal" + whose
            )
            assert whose not in (await rig.verb("start", code="NF-4KQ2-XD", sign="key")).why
            assert rig.state is None
            assert (await rig.verb("start", sign="key")).result == "done"
            assert rig.state.answer == ANSWER
            assert (await rig.verb("start")).why == "a game is under way; abandon or reset it first"

    asyncio.run(play())


def test_a_difficulty_alone_starts_a_drawn_game_where_a_code_is_configured(tmp_path):
    async def play():
        async with Rig(tmp_path, settings=AT_THE_TABLE) as rig:
            assert (await rig.verb("start", difficulty="medium")).why == (
                'difficulty: "medium" is not one of easy, normal, hard'
            )
            answer = await rig.verb("start", difficulty="easy")
            assert (answer.result, answer.data["difficulty"]) == ("done", "easy")
            assert rig.state.printed is None
            await rig.tap("sun")
            assert rig.state.hand  # its cards are on the screen

    asyncio.run(play())


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"sign": "key"}, 'sign: is there without "code"; give both, or neither'),
        ({"code": EXAMPLE, "sign": "kye"}, 'did you mean "key"?'),
        ({"code": "NF-4KQ2-XD", "sign": "key"}, "did you mean NF-4KQ2-XC?"),
        ({"code": 5, "sign": "key"}, "code must be a word, not 5"),
        ({"code": EXAMPLE, "sign": ["key"]}, 'sign must be a word, not ["key"]'),
    ],
)
def test_what_fits_no_set_is_refused(tmp_path, args, why):
    async def play():
        async with Rig(tmp_path) as rig:
            answer = await rig.verb("start", **args)
            assert answer.result == "refused"
            assert why in answer.why
            assert rig.state is None

    asyncio.run(play())


def test_a_set_is_played_by_taps_and_comes_back_after_a_power_cut(tmp_path):
    after = tmp_path / "after"
    after.mkdir()

    async def play():
        async with Rig(tmp_path, settings=AT_THE_TABLE) as rig:
            await rig.tap("sun", "water", "sun")  # wake, the sign 3 (key), the first card
            assert rig.words[:2] == ("Clue 1 of 3", "Take a card: read its KEY line.")
            await rig.hold("moon")
            await rig.tap(ANSWER[0], "nature")
            await rig.pull_the_plug(after)
        async with Rig(after, settings=AT_THE_TABLE) as rig:
            await rig.hold("sun")
            assert rig.state.slots == (ANSWER[0], None, None, None, None)
            for place, rune in zip(["fire", "water", "storm", "moon"], ANSWER[1:], strict=True):
                await rig.tap(rune, place)
            assert rig.state.outcome == "defused"

    asyncio.run(play())


def test_of_a_game_that_is_over_the_disk_keeps_no_sign(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            await rig.verb("start", code=EXAMPLE, sign="tower")
            await rig.tap("sun")
            await rig.verb("abandon")
            await rig.written()
            with sqlite3.connect(rig.path) as disk:
                games = disk.execute("SELECT * FROM games").fetchall()
                kept = str([games, disk.execute("SELECT * FROM rows").fetchall()])
            disk.close()
            assert "abandoned" in kept
            assert "tower" not in kept

    asyncio.run(play())


def test_the_configuration_gives_the_code_to_the_surface():
    assert Config(heart=HeartTable(code=EXAMPLE)).surface().code == EXAMPLE
    assert Config().surface().code is None


@pytest.mark.parametrize(
    ("heart", "problems"),
    [
        ({"code": EXAMPLE}, []),
        ({"code": "nf4kq2xc", "difficulty": "normal"}, []),
        ({"code": EXAMPLE, "difficulty": "choose"}, []),
        (
            {"code": "NF-4KQ2-XD"},
            [f'heart.code: "NF-4KQ2-XD" {MISTYPED}; did you mean NF-4KQ2-XC?'],
        ),
        (
            {"code": EXAMPLE, "difficulty": "easy"},
            ["heart.difficulty: is easy, but the set NF-4KQ2-XC is for normal"],
        ),
        ({"code": 7}, ["heart.code: 7 does not fit; expected a text"]),
    ],
)
def test_a_configured_code_is_checked(heart, problems):
    assert check({"heart": heart})[1] == problems
