"""`runeheart story`: from the lines that were printed to a story, with a score sheet."""

import json
from pathlib import Path

import pytest

from support import transcript
from support.cli import run

GOLDEN = Path(__file__).parents[1] / "games/cult/golden"


@pytest.fixture
def file(tmp_path):
    def write(*lines):
        path = tmp_path / "evening.jsonl"
        path.write_bytes(
            b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        )
        return path

    return write


def test_a_whole_evening_is_told(file):
    path = file(transcript.golden_bytes(transcript.read(GOLDEN / "evening-eliminated.jsonl")))
    done = run("story", path)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0] == "Turn 1: Ada went to 0103."
    assert "Turn 6: the game is over, because no hero is left; nobody wins." in lines
    sheet = lines[lines.index("") + 1 :]
    assert [line.split()[0] for line in sheet] == ["hero", "Ada", "Ben"]


def test_an_evening_that_is_not_over_has_no_score_sheet(file):
    done = run("story", file({"event": "cult_stays"}, {"event": "turn", "hero": "Ben"}))
    assert done.output == "Turn 1: the cult found no way by .\n"


def test_what_was_undone_is_left_out(file):
    stays = {"event": "cult_stays"}
    turn = {"event": "turn", "hero": "Ben"}
    rolled = {"event": "rolled", "values": [["river"]]}
    done = run(
        "story", file({"undone": {"do": "roll"}}, rolled, stays, turn, {"do": "roll"}, rolled, stays, turn)
    )
    assert done.output == "Turn 1: the cult found no way by river.\n"


RETURNED = {"event": "challenge_returned", "hero": "Ada", "colour": "red", "cult": True}
ADA_GOES, BEN_GOES = ({"event": "hero_moved", "hero": hero, "to": [0, 1]} for hero in ("Ada", "Ben"))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([RETURNED, ADA_GOES], ["was knocked out by a red cultist and carried to 0102"]),
        ([{"do": "challenge"}, RETURNED, {"do": "move_hero"}, ADA_GOES], ["escaped from a red cultist"]),
        ([RETURNED, {"ask": "command"}, ADA_GOES], ["escaped from a red cultist"]),
        ([RETURNED, BEN_GOES], ["Ada escaped from a red cultist", "Ben went to 0102"]),
    ],
)
def test_who_escaped_and_goes_on_was_not_carried(file, lines, told):
    """A knock-out is one command; a move after it is the next one, or somebody else's."""
    output = run("story", file(*lines)).output
    assert all(phrase in output for phrase in told), output
    assert ("knocked out" in output) == ("knocked out" in told[0])


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([b"{\n"], "line 1 is not JSON; expected JSON objects"),
        ([b"\n", b"\xff\n"], "line 2 is not UTF-8 text"),
        (
            [{"event": "turn"}, {"event": "branded"}],
            'line 2 is no event of a Cult game: {"event": "branded"}',
        ),
        ([{"event": "rolled", "values": 5}], "line 1 is no event of a Cult game"),
        ([{"event": "discarded", "card": 9, "count": 1, "limit": 2}], "line 1 is no event of a Cult game"),
        ([{"event": ["turn"]}], "line 1 is no event of a Cult game"),
        ([{"event": "locked"}, 7, []], "has no events of a Cult game; nothing is told"),
        ([], "has no events of a Cult game; nothing is told"),
    ],
)
def test_what_cannot_be_told_is_a_sentence(file, lines, why):
    done = run("story", file(*lines))
    assert done.exit_code == 1
    assert why in done.stderr
    assert done.stdout == ""


def test_a_file_that_is_not_there():
    done = run("story", "nowhere.jsonl")
    assert done.exit_code == 2
    assert "nowhere.jsonl" in done.stderr


def test_a_board_that_is_named_tells_its_towns(file, tmp_path):
    """What `play` printed has no setup: a hero's way into a town has only its number."""
    lines = file({"event": "hero_moved", "hero": "Ada", "to": [0, 1]})
    assert run("story", lines).output == "Turn 1: Ada went to 0102.\n"
    board = tmp_path / "mine.txt"
    board.write_text('0101 town forge plains "Forge"\n0102 town plains "Mill"\n', encoding="utf-8")
    assert run("story", lines, "--board", board).output == "Turn 1: Ada went to Mill.\n"
    assert run("story", lines, "--board", "realm").exit_code == 0


def test_a_board_that_is_not_there_is_a_sentence(file):
    done = run("story", file({"event": "turn"}), "--board", "nowhere.txt")
    assert done.exit_code == 1
    assert "nowhere.txt" in done.stderr
