"""The Ruin and the Cult on the command line: run, ctl, history, replay and story, against the real daemon."""

import asyncio
import json

import pytest
from click.testing import CliRunner

from runeheart.cli.commands import group
from runeheart.surface.api import SurfaceSettings
from support.cli import run
from support.daemon import Daemon, configured
from support.evenings import SETUPS, Somebody
from support.ports import Rig
from support.simulated import runeheart


def test_a_prop_of_the_cult_is_run_by_ctl_alone(tmp_path):
    config = configured(
        tmp_path, '[prop]\ngame = "cult"\n[[cult.heroes]]\nname = "Ada"\nlife = 5\nstamina = 4\n'
    )

    def ctl(*words):
        return run("ctl", "--config", config, *words)

    with Daemon(config, tmp_path) as daemon:
        assert ctl("do", '{"do":"end_turn"}').exit_code == 1
        started = ctl("start")
        assert started.output.splitlines()[0] == "done: cult, the turn of Ada, pile 0 of 18"
        assert started.output.splitlines()[1].startswith("asked:   ")
        asked = ctl("do", '{"do":"end_turn"}').output
        assert "asked:   Roll the movement die" in asked
        refused = ctl("do", '{"do":"roll","values":[]}')
        assert (refused.exit_code, refused.output) == (1, refused.stderr)
        assert refused.stderr.startswith("refused: values is []")
        answer = json.loads(ctl("do", "--json", '{"do":"roll","values":[["river"]]}').output)
        assert answer["events"][0]["event"] == "rolled"
        assert (answer["result"], answer["game"]) == ("done", "cult")
        assert ctl("pause").stderr == "refused: the cult has no timer, so there is nothing to pause\n"
        status = ctl("status").output
        assert "hero:    Ada, Life 5, Stamina 4, brands 0, points 0" in status
        assert "asked:   " in status
        assert ctl("undo").output.startswith("done: roll is undone; cult, the turn of Ada")
        assert ctl("start", "--game", "ruin").stderr == "refused: a game is under way; reset it first\n"
        assert ctl("reset").output == "done: no game, waiting for players\n"
        ruin = ctl(
            "start", "--game", "ruin", "--life", 9, "--keyword", "Nurturer", "--board", "narrows"
        ).output
        assert ruin.startswith("done: ruin, round 1, commit, Damage 0 of 9, 12 Broods\nasked:   ")
        ctl("reset")
        heroes = ("--hero", "Ada,5,4", "--hero", " Ben , 3 , 2")
        assert "the turn of Ada" in ctl("start", "--game", "cult", *heroes).output
        assert "hero:    Ben, Life 3, Stamina 2" in ctl("status").output
        assert daemon.stop() == 0
        log = daemon.said()
        assert "a game begins: cult" in log
        assert "the operator (ctl): command roll refused: values is []" in log
    rows = run("history", "--json", "--config", config).output.splitlines()
    assert [json.loads(row)["game"] for row in rows] == ["cult", "ruin", "cult"]


def test_a_power_cut_in_the_ruin_and_the_game_goes_on(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path, "--game", "ruin") as daemon:
        run("ctl", "--config", config, "start")
        run("ctl", "--config", config, "do", '{"do":"commit_move","stars":2}')
        before = json.loads(run("ctl", "--config", config, "status", "--json").output)
        daemon.process.kill()
        daemon.process.wait(20)
    with Daemon(config, tmp_path) as daemon:  # a prop of the Heart: what was begun is finished all the same
        after = json.loads(run("ctl", "--config", config, "status", "--json").output)
        told = ("game", "round", "phase", "stars_left", "broods", "ask", "asked")
        assert {key: after[key] for key in told} == {key: before[key] for key in told}
        assert after["phase"] == "move"
        assert "power" in " ".join(after["screen"]).lower()
        assert daemon.stop() == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("do", "{"), "is not JSON"),
        (("do", "[1]"), "is no JSON object; expected a command such as"),
        (("start", "--hero", "Ada"), "is no hero; expected name, Life and Stamina: Ada,5,4"),
        (("start", "--hero", "Ada,5,x"), "is no hero"),
        (("start", "--life", "none"), "is not a whole number"),
        (("start", "--life", "0"), "0 is not possible"),
    ],
)
def test_wrong_use_is_status_2(tmp_path, words, why):
    result = run("ctl", "--socket", tmp_path / "none.sock", *words)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", ["run", "simulate"])
def test_a_game_that_there_is_not_is_told_before_anything_starts(command):
    done = runeheart(command, "--game", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'there is no game "chess"' in done.stderr


def test_problems_of_a_games_table_end_every_command_that_reads_it(tmp_path):
    config = configured(tmp_path, "[ruin]\nlife = 0\n")
    for words in (("run",), ("ctl", "status"), ("config", "--check")):
        result = run(words[0], "--config", config, *words[1:])
        assert result.exit_code == 2
        assert "ruin.life: 0 is not a whole number from 1" in result.stderr


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")

    async def play():
        for game, seed in (("ruin", 2), ("cult", 3)):
            settings = SurfaceSettings(game=game, setups={game: SETUPS[game]}, end_screen_ms=None)
            async with Rig(folder, settings=settings) as rig:
                await rig.verb("start")
                somebody = Somebody(seed)
                while (ask := rig.prop.status()["ask"]) is not None:
                    body = somebody.answer(ask, rig.prop.status())
                    done = (await rig.verb("command", body=body)).result == "done"
                    if done and somebody.chance.random() < 0.1:
                        await rig.verb("undo")
                if game == "ruin":
                    await rig.verb("reset")

    asyncio.run(play())
    return folder / "journal.db"


class TestAfterwards:
    """What the journal has of whole games."""

    def test_history_says_how_they_went(self, journal):
        heading, cult, ruin = run("history", "--journal", journal).output.splitlines()
        assert heading.split()[0] == "game"
        assert " defeated " in ruin
        assert " Damage " in ruin
        assert " of 10" in ruin
        assert " x undo" in ruin
        assert "pile" in cult
        row = json.loads(run("history", "--json", "--limit", 1, "--journal", journal).output)
        assert (row["game"], row["pile_limit"], row["round"], row["left_s"]) == ("cult", 18, None, None)

    def test_the_last_game_replays_whole_and_again(self, journal, tmp_path):
        printed = run("replay", "--last", "--journal", journal).output
        header, *lines = [json.loads(line) for line in printed.splitlines()]
        assert (header["game"], header["setup"]["board"]["title"]) == ("cult", "hearth")
        assert "seed" in header
        assert lines[-1]["event"] == "game_over"
        (tmp_path / "evening.jsonl").write_text(printed)
        assert run("replay", tmp_path / "evening.jsonl").output == printed

    def test_an_older_one_keeps_its_seed_and_can_be_played_again(self, journal):
        header, *lines = [
            json.loads(line) for line in run("replay", "1", "--journal", journal).output.splitlines()
        ]
        assert (header["game"], "seed" in header) == ("ruin", True)  # nothing is hidden in it
        assert lines[-1]["event"] == "defeated"
        assert "defeated" in run("replay", "1", "--text", "--journal", journal).output

    def test_the_evening_is_told_from_the_journal_with_its_score_sheet(self, journal, tmp_path):
        told = run("story", "2", "--journal", journal).output
        assert told == run("story", "--last", "--journal", journal).output
        lines = told.splitlines()
        assert lines[0].startswith("Turn 1: ")
        sheet = lines[lines.index("") + 1 :]
        assert [line.split()[0] for line in sheet] == ["hero", "First", "Second"]
        printed = tmp_path / "evening.jsonl"
        printed.write_text(run("replay", "2", "--journal", journal).output)
        assert run("story", printed).output == told

    def test_a_story_knows_the_towns_of_its_board_from_the_beginning(self, journal):
        header = json.loads(run("replay", "2", "--journal", journal).output.splitlines()[0])
        towns = [space["town"] for space in header["setup"]["board"]["spaces"] if "town" in space]
        assert any(town in run("story", "2", "--journal", journal).output for town in towns)

    @pytest.mark.parametrize(
        ("words", "status", "why"),
        [
            (("1",), 1, "game 1 is of the ruin; only the Cult is told as a story"),
            (("77",), 1, "there is no game 77"),
            ((), 2, "say which game"),
            (("2", "--last"), 2, '"2" and --last were both given'),
        ],
    )
    def test_what_is_no_evening_is_a_sentence(self, journal, words, status, why):
        result = run("story", *words, "--journal", journal)
        assert (result.exit_code, result.stdout) == (status, "")
        assert why in " ".join(result.stderr.split())

    def test_standard_input_is_told_too(self, journal):
        printed = run("replay", "2", "--journal", journal).output
        result = CliRunner().invoke(group, ["story", "-"], input=printed)
        assert result.exit_code == 0, (result.exception, result.stderr)
        assert result.output == run("story", "2", "--journal", journal).output
