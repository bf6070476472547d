"""`runeheart replay` and `runeheart history`: what was played, during the game and long after it."""

import asyncio
import csv
import io
import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from runeheart.cli.commands import group
from runeheart.runtime import places
from runeheart.runtime.clock import ManualClock
from support.cli import run
from support.ports import ANSWER, Rig


async def _play(rig):
    """Play a game with a mistake, a pause, an undone mistake, more time, and a win."""
    await rig.begin()
    await rig.tap("moon")
    await rig.hold("moon")
    await rig.tap("sun", "nature")
    await rig.verb("pause")
    await rig.after(5_000)
    await rig.verb("resume")
    await rig.tap("sun", "fire")
    await rig.verb("undo")
    await rig.verb("add-time", seconds=10)
    await rig.hold("sun")
    await rig.tap(*ANSWER)
    await rig.hold("sun")
    assert rig.state.outcome == "defused"


@pytest.fixture
def played(tmp_path):
    """Return the journal of one game that is over but was not followed by another."""

    async def play():
        async with Rig(tmp_path) as rig:
            await _play(rig)

    asyncio.run(play())
    return tmp_path / "journal.db"


@pytest.fixture
def two_played(played):
    """Return a journal with a second game, just begun: the first one's answer is erased."""

    async def play():
        async with Rig(played.parent) as rig:
            await rig.verb("start", difficulty="hard")
            await rig.tap("sun")

    asyncio.run(play())
    return played


def _lines(*args):
    result = run("replay", *args)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


class TestReplay:
    def test_the_last_game_whole(self, played):
        header, *lines = _lines("--last", "--journal", played)
        assert (header["game"], header["setup"]["answer"]) == ("heart", ANSWER)
        told = [line.get("event") or line.get("do") or next(iter(line)) for line in lines]
        assert told == [
            "read", "started", "clue", "clue", "clue",
            "activate", "mistake",
            "pause", "paused", "resume", "resumed",
            "undone", "mistake", "undo",
            "add_time", "time_changed",
            "submit", "defused",
        ]  # fmt: skip
        assert lines[-1]["answer"] == ANSWER
        assert {line["source"] for line in lines if "source" in line} == {"button", "ctl"}

    def test_what_it_printed_can_be_replayed_to_the_byte(self, played, tmp_path):
        printed = run("replay", "--last", "--journal", played).stdout
        (tmp_path / "game.jsonl").write_text(printed)
        assert run("replay", tmp_path / "game.jsonl").stdout == printed

    def test_its_commands_are_lines_for_play(self, played, tmp_path):
        header, *lines = _lines("--last", "--journal", played)
        (tmp_path / "setup.json").write_text(json.dumps(header["setup"]))
        commands = "".join(json.dumps(line) + "\n" for line in lines if "do" in line)
        words = ["play", "heart", "--setup", str(tmp_path / "setup.json"), "--seed", str(header["seed"])]
        result = CliRunner().invoke(group, words, input=commands)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        mistakes = [line for line in lines if line.get("event") == "mistake"]
        told = [line for line in lines if "event" in line and line is not mistakes[1]]  # one was undone
        assert [line for line in events if line["event"] != "next"] == told

    def test_lines_for_play_alone(self, tmp_path):
        (tmp_path / "lines").write_text('{"do":"read"}\n\n{"do":"fly"}\n{"do":"wait","at":420}\n')
        names = [line.get("event") or line["do"] for line in _lines(tmp_path / "lines")]
        assert names == [
            "read", "started", "clue", "clue", "clue", "fly", "refused", "wait", "exploded"
        ]  # fmt: skip

    def test_every_line_that_play_takes(self, tmp_path):
        given = b'hello\n{"do":"study"}\r\n\xff\n[1]\n{"do":\r"study"}\n{}\n{"do":"draw","at":-1}\n'
        (tmp_path / "lines").write_bytes(b"\xef\xbb\xbf" + given)
        answers = CliRunner().invoke(group, ["play", "heart"], input=given).stdout.splitlines()
        events = [line for line in _lines(tmp_path / "lines") if "event" in line]
        assert events == [line for line in map(json.loads, answers) if line["event"] != "next"]
        assert [line["event"] for line in events].count("refused") == 5

    def test_lines_and_their_answers_together(self, tmp_path):
        answers = CliRunner().invoke(group, ["play", "heart"], input='{"do":"abandon"}\n').stdout
        (tmp_path / "lines").write_text('{"do":"abandon"}\n' + answers)
        assert [line.get("event") for line in _lines(tmp_path / "lines")] == [None, "abandoned"]

    def test_an_older_game_tells_all_but_the_answer(self, two_played):
        lines = _lines("1", "--journal", two_played)
        assert lines[0]["setup"] == {"difficulty": "normal"}
        assert "seed" not in lines[0]
        assert [line for line in lines if "answer" in line] == []
        assert [line["do"] for line in lines if "do" in line] == [
            "read", "activate", "pause", "resume", "add_time", "submit"
        ]  # fmt: skip
        assert lines[-1]["event"] == "defused"
        assert json.dumps(ANSWER) not in json.dumps(lines)

    def test_an_older_game_printed_and_replayed_stays_as_it_is(self, two_played, tmp_path):
        printed = run("replay", "1", "--journal", two_played).stdout
        (tmp_path / "old.jsonl").write_text(printed)
        assert run("replay", tmp_path / "old.jsonl").stdout == printed

    def test_the_answer_of_a_game_that_is_played_is_not_told(self, two_played):
        header, *lines = _lines("--last", "--journal", two_played)
        assert "seed" not in header
        assert [line.get("do") or line["event"] for line in lines[:2]] == ["read", "started"]

    def test_a_journal_as_file(self, played):
        assert _lines(played) == _lines("--last", "--journal", played)

    def test_for_people(self, played):
        words = run("replay", "--last", "--text", "--journal", played).stdout.splitlines()
        assert words[0] == "heart, begun 2000-01-01T00:00:00.000+00:00, by Runeheart test"
        assert words[1] == "  0:00.000 button read"
        assert words[2] == "                  started 7:00 left"
        (undone,) = [line for line in words if "(undone later)" in line]
        assert "activate rune sun, position 2" in undone
        assert [line for line in words if "undo of activate" in line] != []

    def test_games_of_other_rules_are_printed_as_stored(self, played):
        with sqlite3.connect(played) as db:
            db.execute("UPDATE games SET rules_version = 99")
        db.close()
        lines = _lines("--last", "--journal", played)
        assert lines[0]["rules_version"] == 99
        assert lines[-1] == {"event": "defused", "left_s": lines[-1]["left_s"]}

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            (b"", "holds no commands; expected what runeheart replay printed, or lines"),
            (b"hello\n", "holds no commands"),
            (b"[]\n", "holds no commands"),
            (b'{"event":"next","seq":0,"at":0,"ask":null}\n', "holds no commands"),
            (b'{"game":"heart","setup":{},"seed":1}\n\n\xff\n', "line 3 is not a JSON object"),
            (b'{"game":"heart","rules_version":99,"version":"7.0","seed":1}\n', "with Runeheart 7.0"),
            (b'{"game":"heart","setup":[],"seed":1}\n', "must have a setup that is an object"),
            (b'{"game":"heart","setup":{"difficulty":"x"},"seed":1}\n', "difficulty:"),
        ],
    )  # fmt: skip
    def test_what_is_no_game_is_told(self, tmp_path, content, why):
        (tmp_path / "lines").write_bytes(content)
        result = run("replay", tmp_path / "lines")
        assert result.exit_code == 1
        assert why in result.stderr

    @pytest.mark.parametrize(
        ("words", "status", "why"),
        [
            (["--last"], 1, "there is no journal at"),
            (["none.jsonl"], 1, "none.jsonl cannot be read: No such file"),
            ([], 2, "say which game"),
            (["1", "--last"], 2, '"1" and --last were both given; leave one of them out'),
        ],
    )
    def test_nothing_to_replay(self, tmp_path, words, status, why):
        result = run("replay", *words, "--journal", tmp_path / "journal.db")
        assert (result.exit_code, why in result.stderr) == (status, True)

    def test_a_game_that_is_not_there(self, played):
        result = run("replay", "77", "--journal", played)
        assert (result.exit_code, "there is no game 77" in result.stderr) == (1, True)


class TestHistory:
    def test_for_programs(self, two_played):
        result = run("history", "--json", "--journal", two_played)
        second, first = [json.loads(line) for line in result.stdout.splitlines()]
        assert (first["id"], first["result"], first["difficulty"]) == (1, "defused", "normal")
        assert (first["mistakes"], first["max_mistakes"]) == (1, 3)
        assert (first["pauses"], first["time_changes"], first["undos"], first["power_losses"]) == (1, 1, 1, 0)
        assert first["begun"].startswith("2000-01-01T00:00:00")
        assert (second["result"], second["difficulty"], second["ended"]) == ("under way", "hard", None)

    def test_for_spreadsheets(self, two_played):
        result = run("history", "--csv", "--journal", two_played)
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        assert [row["result"] for row in rows] == ["under way", "defused"]

    def test_for_people(self, two_played, monkeypatch):
        monkeypatch.setenv("TZ", "UTC")
        heading, second, first = run("history", "--journal", two_played).stdout.splitlines()
        assert heading.split() == [
            "game",
            "begun",
            "difficulty",
            "result",
            "left",
            "mistakes",
            "operator",
            "and",
            "power",
        ]
        assert second.split()[-2:] == ["under", "way"]
        assert "defused" in first
        assert first.endswith("1 of 3    1 x pause, 1 x time change, 1 x undo")

    def test_the_newest_first_and_not_too_many(self, two_played):
        result = run("history", "--json", "--limit", 1, "--journal", two_played)
        assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [2]

    def test_while_the_daemon_has_it_open(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.begin()
                await rig.tap("moon")
                await rig.written()
                assert "under way" in run("history", "--journal", rig.path).stdout

        asyncio.run(play())

    def test_power_losses_and_games_that_never_began(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.verb("start")
                await rig.tap("sun")
            async with Rig(tmp_path) as rig:
                await rig.verb("reset")
                await rig.tap("sun", "fire")
                await rig.hold("nature")  # back to the choice
                assert rig.state is None

        asyncio.run(play())
        rows = run("history", "--json", "--journal", tmp_path / "journal.db").stdout.splitlines()
        never, lost = (json.loads(row) for row in rows)
        assert (lost["result"], lost["power_losses"], lost["pauses"]) == ("abandoned", 1, 0)
        assert never["result"] == "not begun"

    def test_nothing_yet(self, tmp_path):
        result = run("history", "--journal", tmp_path / "none.db")
        assert (result.exit_code, "no game was played yet" in result.stderr) == (1, True)

        async def on_and_off():
            async with Rig(tmp_path):
                pass

        asyncio.run(on_and_off())
        assert (
            run("history", "--journal", tmp_path / "journal.db").stdout
            == f"no games yet in {tmp_path}/journal.db\n"
        )

    def test_what_is_no_journal_is_told(self, tmp_path):
        (tmp_path / "x.db").write_bytes(b"nothing of the kind" * 100)
        result = run("history", "--journal", tmp_path / "x.db")
        assert (result.exit_code, "cannot be read as a journal" in result.stderr) == (1, True)

    def test_each_file_that_is_no_journal_is_told_what_it_is(self, tmp_path):
        with sqlite3.connect(tmp_path / "other.db") as db:
            db.execute("CREATE TABLE birds (name)")
        db.close()
        for path, why in (
            (tmp_path / "other.db", "is a database, but no journal of Runeheart: no such table: games"),
            ("/dev/null", "/dev/null is not a file; expected a journal"),
            (tmp_path, "is not a file; expected a journal"),
            (tmp_path / "other.db/x", "cannot be read: Not a directory"),
        ):
            for words in (["history"], ["replay", "--last"]):
                result = run(*words, "--journal", path)
                assert (result.exit_code, why in result.stderr) == (1, True), result.stderr
                assert "needs to read" not in result.stderr

    def test_two_formats_at_once_are_too_many(self, tmp_path):
        assert run("history", "--json", "--csv").exit_code == 2


class TestWhereTheyLook:
    """Without --journal: the places where games are kept, as the operator's commands look for the daemon."""

    @pytest.fixture(autouse=True)
    def _places(self, monkeypatch, tmp_path):
        self.shared, self.own = tmp_path / "var/journal.db", tmp_path / "home/runeheart/journal.db"
        for path in (self.shared, self.own):
            path.parent.mkdir(parents=True)
        monkeypatch.delenv("STATE_DIRECTORY", raising=False)
        monkeypatch.setattr(places, "journal_files", lambda _: [self.shared, self.own])
        monkeypatch.setattr("runeheart.runtime.config.DEFAULT_PATH", tmp_path / "none.toml")

    async def _at(self, path, hours, games=1):
        async with Rig(path.parent, clock=ManualClock(wall=datetime(2000, 1, 1, hours, tzinfo=UTC))) as rig:
            for _ in range(games):
                await rig.begin()
                await rig.verb("abandon")
                await rig.verb("reset")

    def test_games_win_over_an_empty_journal(self):
        asyncio.run(self._at(self.shared, 0, games=0))
        asyncio.run(self._at(self.own, 0))
        assert "abandoned" in run("history").stdout
        assert run("replay", "--last").exit_code == 0

    def test_the_newest_game_wins_and_the_other_journal_is_named(self):
        asyncio.run(self._at(self.shared, 1))
        asyncio.run(self._at(self.own, 2, games=2))
        result = run("history", "--json")
        assert len(result.stdout.splitlines()) == 2
        assert result.stderr == f"games of {self.own}; there are some in {self.shared}, too (--journal)\n"

    def test_nothing_anywhere_names_every_place(self):
        for words in (["history"], ["replay", "--last"]):
            result = run(*words)
            assert result.exit_code == 1
            assert (
                result.stderr
                == f"no game was played yet: there is no journal at {self.shared} or {self.own}\n"
            )

    def test_an_empty_one_is_named(self):
        asyncio.run(self._at(self.own, 0, games=0))
        assert run("history").stdout == f"no games yet in {self.own}\n"

    def test_one_that_this_user_may_not_read_is_told_unless_another_has_games(self, monkeypatch):
        asyncio.run(self._at(self.shared, 0))
        stat = Path.stat

        def guarded(path, **more):
            if path == self.shared:
                raise PermissionError(13, "Permission denied", str(path))
            return stat(path, **more)

        monkeypatch.setattr(Path, "stat", guarded)
        result = run("history")
        assert result.exit_code == 1
        assert result.stderr.startswith(
            f"this user may not read the journal {self.shared}; it needs the group"
        )
        asyncio.run(self._at(self.own, 0))
        assert "abandoned" in run("history").stdout
