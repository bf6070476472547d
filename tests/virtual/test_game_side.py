"""The game at the table as pages see it, and what they wish of it: over a real prop on a manual clock."""

import asyncio
import json

import msgspec
import pytest

from runeheart.core.boards import read_text
from runeheart.games.registry import GAMES
from runeheart.runtime import setups
from runeheart.surface.api import SurfaceSettings
from runeheart_hw.virtual.game_side import GameSide
from support.ports import Rig


def configured():
    tables = {name: setups.read(name, {}).setup for name in ("ruin", "cult")}
    return SurfaceSettings(game="choose", setups=tables, end_screen_ms=None)


class Page:
    """A page's view of a prop's game."""

    def __init__(self, rig):
        self.rig = rig
        self.side = GameSide(rig.prop)

    async def wish(self, **wish):
        asked = asyncio.ensure_future(self.side.obey(wish))
        for _ in range(100):
            if asked.done():
                break
            await asyncio.sleep(0)
            await self.rig.prop.turn()
        return await asked

    async def command(self, do, **values):
        return await self.wish(command={"do": do, **values})

    @property
    def seen(self):
        return json.loads(msgspec.json.encode(self.side.look()))


def at_a_table(folder, plot):
    """Run a test at a prop that plays all three games."""

    async def run():
        async with Rig(folder, settings=configured()) as rig:
            await plot(Page(rig))

    asyncio.run(run())


def test_nothing_is_at_the_table_at_first(tmp_path):
    async def plot(page):
        assert page.seen == {"game": None, "under_way": False, "seq": 0, "board": None, "play": None}

    at_a_table(tmp_path, plot)


@pytest.mark.parametrize(
    ("game", "board"), [("ruin", "spiral"), ("ruin", None), ("cult", "realm"), ("cult", None)]
)
def test_a_game_with_a_board_is_begun_and_shown(tmp_path, game, board):
    async def plot(page):
        new = {"game": game, **({"board": board} if board else {})}
        assert (await page.wish(new=new))["result"] == "done"
        seen = page.seen
        assert (seen["game"], seen["under_way"]) == (game, True)
        drawn = GAMES[game].shipped[board or setups.ours(game)[0]]
        assert len(seen["board"]["spaces"]) == len(read_text(drawn).spaces)
        assert seen["play"]["choices"]

    at_a_table(tmp_path, plot)


def test_the_heart_has_no_map(tmp_path):
    async def plot(page):
        assert (await page.wish(new={"game": "heart"}))["result"] == "done"
        assert page.seen == {"game": "heart", "under_way": True, "seq": 0, "board": None, "play": None}

    at_a_table(tmp_path, plot)


def test_of_two_pages_that_answer_the_same_question_one_is_refused(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        seq = page.seen["seq"]
        body = {"do": "commit_move", "stars": 1}
        assert (await page.wish(command=body, seq=seq))["result"] == "done"
        answer = await page.wish(command={"do": "end_move"}, seq=seq)
        assert answer == {"result": "refused", "why": "the game went on in the meantime; look again"}
        assert page.seen["seq"] == seq + 1
        assert (await page.wish(undo=True, seq=seq))["result"] == "refused"
        assert (await page.wish(undo=True, seq=seq + 1))["result"] == "done"
        assert "seq must be" in (await page.wish(undo=True, seq="1"))["why"]

    at_a_table(tmp_path, plot)


def test_a_command_is_carried_out_and_told_in_the_log(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        assert await page.command("commit_move", stars=1) == {"result": "done"}
        play = page.seen["play"]
        assert [line["text"] for line in play["log"]] == ["Commit Move: 1 star"]
        assert [row.source for row in page.rig.prop.session.log()] == ["page"]

    at_a_table(tmp_path, plot)


def test_a_refused_command_says_why_and_changes_nothing(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        before = page.side.look()
        answer = await page.command("step", to="N")
        assert answer["result"] == "refused"
        assert "commit_move" in answer["why"]
        assert page.side.look()["play"] is before["play"]

    at_a_table(tmp_path, plot)


def test_a_value_deeper_than_any_command_is_refused(tmp_path):
    async def plot(page):
        deep = []
        for _ in range(800):
            deep = [deep]
        await page.wish(new={"game": "ruin"})
        answer = await page.command("commit_move", stars=deep)
        assert answer["result"] == "refused"
        assert "stars" in answer["why"]

    at_a_table(tmp_path, plot)


def test_undo_takes_the_log_line_away_too(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        await page.command("commit_move", stars=2)
        assert (await page.wish(undo=True))["result"] == "done"
        play = page.seen["play"]
        assert play["choices"][0]["body"] == {"do": "commit_move"}
        assert "log" not in play
        assert "nothing to undo" in (await page.wish(undo=True))["why"]

    at_a_table(tmp_path, plot)


def test_trying_again_is_the_same_start(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin", "board": "narrows"})
        before = page.seen
        setup = page.rig.prop.session.record.setup
        await page.command("commit_move", stars=3)
        assert (await page.wish(again=True))["result"] == "done"
        assert page.seen == before
        assert page.rig.prop.session.record.setup == setup

    at_a_table(tmp_path, plot)


def test_without_a_game_nothing_can_be_tried_again(tmp_path):
    async def plot(page):
        assert "no game to try again" in (await page.wish(again=True))["why"]

    at_a_table(tmp_path, plot)


def test_a_game_is_put_away_and_undo_has_nothing_to_bring_back(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        assert (await page.wish(reset=True))["result"] == "done"
        assert page.seen == {"game": None, "under_way": False, "seq": 0, "board": None, "play": None}
        assert (await page.wish(undo=True))["result"] == "refused"

    at_a_table(tmp_path, plot)


def test_another_game_takes_the_place_of_the_one_at_the_table(tmp_path):
    async def plot(page):
        for game in ("heart", "cult", "ruin", "heart"):
            assert (await page.wish(new={"game": game}))["result"] == "done"
            assert page.seen["game"] == game

    at_a_table(tmp_path, plot)


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"dance": True},
        {"command": "step"},
        {"undo": 1},
        {"new": {"game": "chess"}},
        {"new": {"board": "spiral"}},
        {"new": {"game": "ruin", "life": 3}},
    ],
)
def test_what_no_page_wishes_is_refused_in_a_sentence(tmp_path, wish):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        before = page.side.look()
        answer = await page.wish(**wish)
        assert answer["result"] == "refused"
        assert answer["why"]
        assert page.side.look() == before

    at_a_table(tmp_path, plot)


def test_a_board_that_is_not_there_is_refused_before_the_game_at_the_table_ends(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "ruin"})
        for game, board in (("cult", "moon"), ("cult", ["realm"]), ("heart", "hollow"), ("ruin", "../x.txt")):
            answer = await page.wish(new={"game": game, "board": board})
            assert answer["result"] == "refused"
            assert "board" in answer["why"]
            assert page.seen["game"] == "ruin"

    at_a_table(tmp_path, plot)


def test_the_map_is_made_anew_only_when_the_game_changed(tmp_path):
    async def plot(page):
        await page.wish(new={"game": "cult"})
        first, second = page.side.look(), page.side.look()
        assert first["play"] is second["play"]
        assert first["board"] is second["board"]
        await page.command("event", number=1)
        third = page.side.look()
        assert third["board"] is first["board"]
        assert third["play"] is not first["play"]

    at_a_table(tmp_path, plot)


def test_a_watcher_hears_of_changes_until_it_goes(tmp_path):
    async def plot(page):
        heard = []
        unwatch = page.side.watch(lambda: heard.append(page.seen["game"]))
        await page.wish(new={"game": "ruin"})
        assert "ruin" in heard
        unwatch()
        heard.clear()
        await page.command("commit_move", stars=1)
        assert not heard

    at_a_table(tmp_path, plot)
