"""The Ruin and the Cult at the prop: power cuts, undo, what idling writes, and who may end them."""

import asyncio
import json

import pytest

from runeheart.runtime import records
from runeheart.surface.api import CloseGame, SurfaceSettings
from support.evenings import SETUPS, Somebody
from support.ports import Rig

GAMES = ("ruin", "cult")
MOST_TRIES = 2_000


def settings(game, **changes):
    return SurfaceSettings(game=game, setups={game: {**SETUPS[game], **changes}}, end_screen_ms=None)


async def play(rig, somebody, rows=None):
    """Let somebody play on until it is over, or for so many more accepted commands; yields after each."""
    for _ in range(MOST_TRIES):
        ask = rig.prop.status()["ask"]
        if ask is None or rows == 0:
            return
        body = somebody.answer(ask, rig.prop.status())
        if (await rig.verb("command", body=body)).result == "done":
            rows = None if rows is None else rows - 1
            yield body
    raise AssertionError("nobody ever ends this game")


async def play_on(rig, somebody, rows=None):
    async for _ in play(rig, somebody, rows):
        pass


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dice", ["ask", "auto"])
def test_restarted_after_every_row_a_whole_game_equals_the_live_one(tmp_path, monkeypatch, game, dice):
    monkeypatch.setattr("secrets.randbits", lambda bits: 11)  # the seed: the same game each time
    more = {"movement_die": "placeholder"} if (game, dice) == ("cult", "auto") else {}

    async def whole():
        somebody, rows = Somebody(3), 0
        async with Rig(tmp_path, settings=settings(game, dice=dice, **more)) as rig:
            await rig.verb("start")
            async for _ in play(rig, somebody):
                rows += 1
                if rows % 7 == 0:
                    await rig.verb("undo")
                cut = tmp_path / f"cut-{rows}"
                await rig.pull_the_plug(cut)
                async with Rig(cut, settings=rig.settings, clock=rig.clock) as again:
                    assert again.state == rig.state
                    assert again.prop.session.table == rig.prop.session.table
                    assert again.prop.session.log() == rig.prop.session.log()
            assert rig.state.outcome is not None
        assert rows > 20

    asyncio.run(whole())


@pytest.mark.parametrize("game", GAMES)
class TestPower:
    @pytest.mark.parametrize("after_loss", ["paused", "continue"])
    def test_after_a_loss_it_is_exactly_where_it_was_and_nothing_waits(self, tmp_path, game, after_loss):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                await play_on(rig, Somebody(5), 9)
                await rig.after(3_600_000)  # an hour of thinking is no part of the game
                await rig.pull_the_plug(tmp_path / "cut")
                async with Rig(tmp_path / "cut", settings=rig.settings, after_loss=after_loss) as again:
                    assert again.prop.session.table == rig.prop.session.table
                    assert [row.source for row in again.prop.session._rows] == ["ctl"] * 9
                    assert "power" in " ".join(again.words).lower()
                    await play_on(again, Somebody(6), 3)

        asyncio.run(whole())

    def test_abandon_takes_it_from_the_table(self, tmp_path, game):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                await play_on(rig, Somebody(5), 3)
            async with Rig(tmp_path, settings=rig.settings, after_loss="abandon") as again:
                assert (again.state, again.words[0]) == (None, "RUNEHEART")
            async with Rig(tmp_path, settings=rig.settings) as later:
                assert later.state is None
                result = later.journal._db.execute("SELECT ended, closed, result FROM games").fetchone()
                assert (result[0], json.loads(result[2])["outcome"]) == (None, None)
                assert result[1] is not None

        asyncio.run(whole())

    def test_while_nobody_does_anything_nothing_is_written(self, tmp_path, game):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                await play_on(rig, Somebody(5), 4)
                await rig.written()
                before = rig.journal._db.total_changes, rig.prop.session.table
                commits = []
                commit = rig.journal._commit
                rig.journal._commit = lambda: (commits.append(1), commit())
                await rig.after(7_200_000)
                await rig.written()
                assert (rig.journal._db.total_changes, rig.prop.session.table) == before
                assert commits == []

        asyncio.run(whole())


@pytest.mark.parametrize("game", GAMES)
class TestEndings:
    @pytest.mark.parametrize(
        ("verb", "args", "why"),
        [
            ("pause", {}, "the {} has no timer, so there is nothing to pause"),
            ("resume", {}, "the {} has no timer, so there is nothing to resume"),
            ("add-time", {"seconds": 5}, "the {} has no timer, so there is nothing to add time"),
            ("abandon", {}, "the {} cannot be abandoned; runeheart ctl reset takes it from the table"),
            ("hint", {}, "there are no hints for {}"),
            ("start", {}, "a game is under way; reset it first"),
            ("start", {"game": "heart"}, "a game is under way; reset it first"),
        ],
    )
    def test_verbs_that_it_does_not_have_are_refused_with_the_reason(self, tmp_path, game, verb, args, why):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                state = rig.state
                answer = await rig.verb(verb, **args)
                assert (answer.result, answer.why) == ("refused", why.format(game))
                assert (rig.state, rig.prop.session.log()) == (state, ())

        asyncio.run(whole())

    def test_a_reset_ends_it_and_its_setup_is_erased(self, tmp_path, game):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                await play_on(rig, Somebody(2), 3)
                assert (await rig.verb("reset")).data == {"game": None}
                assert rig.words[0] == "RUNEHEART"
                assert rig.journal._db.execute("SELECT count(*) FROM secret").fetchone() == (0,)
                assert (await rig.verb("undo")).result == "refused"

        asyncio.run(whole())

    def test_players_may_leave_it_and_the_operator_may_bring_it_back(self, tmp_path, game):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                await play_on(rig, Somebody(2), 3)
                log = rig.prop.session.log()
                assert (await rig.prop._front.carry_out(CloseGame(), rig.prop.now_ms())).refused is None
                assert (rig.state, rig.prop.session.log()) == (None, ())
                assert (await rig.verb("undo")).result == "done"
                assert rig.prop.session.log() == log[:-1]

        asyncio.run(whole())


class TestUndo:
    @pytest.mark.parametrize("game", GAMES)
    def test_back_to_the_beginning_command_by_command(self, tmp_path, game):
        async def whole():
            async with Rig(tmp_path, settings=settings(game)) as rig:
                await rig.verb("start")
                states = [rig.state, *[rig.state async for _ in play(rig, Somebody(8), 25)]]
                for before in reversed(states[:-1]):
                    told = len(rig.devices.display.shown) + len(rig.devices.buzzer.played)
                    answer = await rig.verb("undo")
                    assert (answer.result, rig.state) == ("done", before)
                    assert len(rig.devices.display.shown) + len(rig.devices.buzzer.played) > told
                assert (await rig.verb("undo")).why == "nothing to undo: no command stands in this game"
                assert rig.prop.session.log() == ()

        asyncio.run(whole())

    def test_one_command_takes_its_whole_chain_of_dice_with_it(self, tmp_path):
        """With dice = auto a Mother Phase is one command: drift, Burst, and whatever follows."""

        async def whole():
            async with Rig(tmp_path, settings=settings("ruin", dice="auto", ties="auto", life=None)) as rig:
                await rig.verb("start")
                await rig.command("commit_move", stars=0)
                before = rig.state
                answer = await rig.command("end_move")
                rolled = [event for event in answer.data["events"] if event["event"] == "rolled"]
                assert len(rolled) >= 2
                after = rig.state
                undone = await rig.verb("undo")
                assert (undone.data["undone"], rig.state) == ("end_move", before)
                again = await rig.command("end_move")  # the same seed, the same place in it: the same dice
                assert (again.data["events"], rig.state) == (answer.data["events"], after)

        asyncio.run(whole())

    def test_an_end_is_taken_back_too(self, tmp_path):
        async def whole():
            async with Rig(tmp_path, settings=settings("cult")) as rig:
                await rig.verb("start")
                await play_on(rig, Somebody(3))
                assert rig.state.outcome is not None
                assert rig.prop.status()["ask"] is None
                await rig.verb("undo")
                assert rig.state.outcome is None
                ended = rig.journal._db.execute("SELECT ended FROM games").fetchone()
                assert ended == (None,)

        asyncio.run(whole())

    def test_the_log_tells_each_row_with_what_it_gives_now(self, tmp_path):
        async def whole():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.after(500_000)
                assert [event["event"] for event in rig.prop.session.log()[-1].events] == ["exploded"]
                await rig.verb("undo")
                assert rig.prop.session.log()[-1].events == ()  # what went wrong by time did not happen
                assert [row.kind for row in rig.prop.session.log()] == ["wait"]
                assert records.standing(rig.prop.session._rows)[-1].kind == "undo"

        asyncio.run(whole())


class TestCommand:
    def test_it_is_any_command_of_the_game_with_what_happened_and_what_is_asked(self, tmp_path):
        async def whole():
            async with Rig(tmp_path, settings=settings("ruin")) as rig:
                await rig.verb("start")
                answer = await rig.command("commit_move", stars=2)
                assert answer.result == "done"
                assert answer.data["events"][0] == {"event": "move_committed", "stars": 2}
                assert answer.data["told"]
                assert answer.data["ask"]["for"] == "command"
                assert isinstance(answer.data["asked"], str)
                assert "step" in answer.data["ask"]["commands"]
                (row,) = rig.prop.session.log()
                assert (row.body, row.source) == ({"do": "commit_move", "stars": 2}, "ctl")

        asyncio.run(whole())

    @pytest.mark.parametrize(
        ("body", "why"),
        [
            ({"do": "fly"}, 'there is no command "fly"'),
            ({"do": "step", "to": "N"}, "step is not possible now; the round begins with commit_move"),
            ({"do": "commit_move", "stars": 17}, "stars is 17; expected a whole number from 0 to 9"),
            ({"do": 3}, "do"),
            ({}, "do"),
        ],
    )
    def test_what_the_game_refuses_has_its_reason(self, tmp_path, body, why):
        async def whole():
            async with Rig(tmp_path, settings=settings("ruin")) as rig:
                await rig.verb("start")
                answer = await rig.verb("command", body=body)
                assert answer.result == "refused"
                assert why in answer.why
                assert rig.prop.session.log() == ()

        asyncio.run(whole())

    @pytest.mark.parametrize(
        ("args", "why"),
        [
            ({}, 'body must be a command of the game such as {"do":"roll","values":[3]}, not nothing'),
            ({"body": [1]}, "not [1]"),
            ({"body": {"do": "wait"}, "at": 3}, 'command does not take "at"; it takes body'),
            (
                {"body": {"do": "commit_move", "stars": 0, "x": "\ud800"}},
                "half a character in it, which no journal can keep",
            ),
        ],
    )
    def test_what_is_no_command_at_all_never_reaches_the_game(self, tmp_path, args, why):
        async def whole():
            async with Rig(tmp_path, settings=settings("ruin")) as rig:
                await rig.verb("start")
                answer = await rig.verb("command", **args)
                assert answer.result == "refused"
                assert why in answer.why
                assert rig.prop.session.log() == ()

        asyncio.run(whole())

    def test_the_time_is_the_clocks_and_what_only_looks_leaves_no_row(self, tmp_path):
        async def whole():
            async with Rig(tmp_path) as rig:
                assert "there is no game" in (await rig.command("read")).why
                await rig.begin()
                await rig.after(5_000)
                answer = await rig.command("read", at=400)
                assert (answer.result, rig.left_ms) == ("done", 420_000)
                assert rig.prop.session.log()[0].body == {"do": "read"}
                await rig.command("state")
                await rig.command("wait", at=300)
                assert (len(rig.prop.session.log()), rig.left_ms) == (1, 420_000)
                assert "99:59" in (await rig.command("add_time", seconds=9_000)).why

        asyncio.run(whole())


def test_the_log_of_the_daemon_says_when_a_game_begins_and_how_it_ends(tmp_path, caplog):
    caplog.set_level("INFO")

    async def whole():
        async with Rig(tmp_path, settings=settings("cult")) as rig:
            await rig.verb("start")
            await play_on(rig, Somebody(3))
            return rig.state.outcome

    outcome = asyncio.run(whole())
    said = [record.getMessage() for record in caplog.records if record.name.startswith("runeheart")]
    assert said[0] == "a game begins: cult"
    assert f"game 1 is over: cult, {outcome}" in said


@pytest.mark.parametrize("game", GAMES)
def test_the_log_does_not_tell_of_a_pause_where_there_is_no_timer(tmp_path, caplog, game):
    caplog.set_level("INFO")

    async def whole():
        async with Rig(tmp_path, settings=settings(game)) as rig:
            await rig.verb("start")
            await rig.pull_the_plug(tmp_path / "cut")
            caplog.clear()
            async with Rig(tmp_path / "cut", settings=rig.settings, clock=rig.clock):
                assert "just as it was" in caplog.text
                assert "paused" not in caplog.text

    asyncio.run(whole())


def test_ctl_can_let_the_prop_roll_for_the_cult(tmp_path):
    """Whatever `dice` needs, an option gives: the faces that come with the game."""
    from runeheart.cli.ctl import start
    from runeheart.runtime.verbs import OPTIONS

    assert "movement_die" in {option.name for option in start.params} & {*OPTIONS["cult"]}

    async def whole():
        async with Rig(tmp_path, settings=settings("cult")) as rig:
            await rig.verb("start", dice="auto", movement_die="placeholder")
            assert rig.state.auto_dice

    asyncio.run(whole())
