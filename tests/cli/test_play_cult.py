"""`runeheart play cult` as a program: bytes in, bytes out, boards of files, problems and warnings."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import transcript
from support.cli import run
from support.cult import FORGE, a_board, a_hero

GOLDEN = sorted((Path(__file__).parents[1] / "games/cult/golden").glob("*.jsonl"))
RUNEHEART = [sys.executable, "-c", "from runeheart.cli.main import main; main()", "play", "cult"]
TEXT = '0101 town forge plains "Forge"\n0102 river jewel=green\n0103 lava\n'


def play(*args, typed=b"", env=None):
    return subprocess.run(
        [*RUNEHEART, *map(str, args)],
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **(env or {})},
    )


@pytest.fixture
def setup_file(tmp_path):
    def write(setup):
        path = tmp_path / "setup.json"
        path.write_text(json.dumps(setup), "utf-8")
        return path

    return write


@pytest.mark.parametrize("hash_seed", ["0", "1"])
@pytest.mark.parametrize("name", ["evening-red", "refused-lines"])
def test_a_whole_evening_is_played_byte_for_byte_on_every_machine(setup_file, name, hash_seed):
    game = transcript.read(next(path for path in GOLDEN if path.stem == name))
    done = play(
        "--setup",
        setup_file(game.head["setup"]),
        "--seed",
        game.head.get("seed", 0),
        typed=game.typed,
        env={"PYTHONHASHSEED": hash_seed, "LC_ALL": "C", "PYTHONUTF8": "0"},
    )
    assert done.stdout == transcript.golden_bytes(game)
    assert (done.returncode, done.stderr) == (0, b"")


def test_without_a_setup_the_first_board_is_played():
    done = play(typed=b'{"do":"end_turn"}\n')
    assert done.stdout == (
        b'{"event":"next","seq":1,"at":0,"ask":{"for":"roll","die":"movement","count":1,"why":"end_turn"}}\n'
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_board_file_is_looked_up_beside_the_setup_and_what_is_odd_is_told(setup_file, tmp_path):
    (tmp_path / "keep.txt").write_text("include gnomeyland.txt\n" + TEXT, "utf-8")
    die = [["plains"], ["river"], ["river"], ["river"], ["plains"], ["plains"]]
    setup = {"board": "keep.txt", "heroes": [a_hero(0, FORGE)], "dice": "auto", "movement_die": die}
    done = play("--setup", setup_file(setup), typed=b'{"do":"state"}\n')
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["spaces_with_jewels"] == [
        {"at": [0, 1], "colour": "green", "cultist": False}
    ]
    assert done.stderr.decode().splitlines() == [
        'warning: board: keep.txt: line 1: "include gnomeyland.txt" is no space; it is skipped',
        "warning: board.spaces[2].terrain: the movement die never shows lava (space 0103)",
    ]


def test_every_problem_of_a_setup_ends_the_program_with_status_2(setup_file):
    setup = {
        "board": {**a_board({FORGE: "plains jewel=grean"})},
        "heroes": [a_hero(number % 6, (number, 9)) for number in range(7)],
    }
    done = play("--setup", setup_file(setup), typed=b'{"do":"state"}\n')
    assert (done.returncode, done.stdout) == (2, b"")
    told = done.stderr.decode().splitlines()
    assert told[0] == 'board.spaces[0].jewel: "grean" is no colour of a jewel; did you mean "green"?'
    assert told[1] == "board.forge: [0, 0] is not a town; give its space a town's name"
    assert told[2] == "heroes: 7 heroes; expected a list of 1 to 6 heroes"
    assert told[3] == "heroes[0].at: [0, 9] is off the board; expected one of its spaces"
    assert told[-2] == 'heroes[6].name: "Ada" is the name of heroes[0] too'


def test_a_board_file_with_problems_names_its_lines(setup_file, tmp_path):
    (tmp_path / "keep.txt").write_text("0101 town plains\n0102 jewel=blu\n", "utf-8")
    heroes = [a_hero(0, (0, 1)), a_hero(1, (0, 2))]
    done = play("--setup", setup_file({"board": "keep.txt", "heroes": heroes, "ties": "no"}))
    assert done.returncode == 2
    told = done.stderr.decode().splitlines()
    assert [line.partition(": keep.txt: ")[2] for line in told[:3]] == [
        'line 1: a town without a name; give it one, such as "Riverwatch"',
        'line 2: jewel=blu is no colour of a jewel; did you mean "blue"?',
        "no space has the word forge; give it to the town where the cult begins",
    ]
    assert told[3] == "heroes[1].at: [0, 2] is off the board; expected one of its spaces"
    assert told[4].startswith("ties: ")
    assert len(told) == 5


def test_the_lines_of_an_evening_are_replayed(tmp_path):
    game = transcript.read(next(path for path in GOLDEN if path.stem == "evening-eliminated"))
    header = {"game": "cult", "setup": game.head["setup"], "seed": game.head.get("seed", 0)}
    lines = tmp_path / "evening.jsonl"
    lines.write_bytes(json.dumps(header).encode() + b"\n" + game.typed)
    done = run("replay", lines)
    assert done.exit_code == 0
    events = [json.loads(line) for line in done.output.splitlines()]
    told = [line for line in events if "event" in line]
    assert told == [line for row in game.exchanges for line in row.expect if line["event"] != "next"]
    again = tmp_path / "replayed.jsonl"
    again.write_text(done.output, "utf-8")
    direct = tmp_path / "direct.jsonl"
    direct.write_bytes(transcript.golden_bytes(game))
    assert run("story", again).output == run("story", direct).output
