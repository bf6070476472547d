"""`runeheart play ruin` as a program: bytes in, bytes out, warnings on standard error."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from runeheart.cli import play
from support import transcript

GOLDEN = sorted((Path(__file__).parents[1] / "games/ruin/golden").glob("*.jsonl"))
RUNEHEART = [sys.executable, "-c", "from runeheart.cli.main import main; main()", "play", "ruin"]


@pytest.fixture
def setup_file(tmp_path):
    def write(setup):
        path = tmp_path / "setup.json"
        path.write_text(json.dumps(setup), "utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_is_played_byte_for_byte(setup_file, path):
    game = transcript.read(path)
    args = ["ruin", "--setup", setup_file(game.head["setup"]), "--seed", str(game.head.get("seed", 0))]
    done = CliRunner().invoke(play.command, args, input=game.typed)
    assert done.stdout_bytes == transcript.golden_bytes(game)
    assert done.exit_code == 0
    assert all(line.startswith("warning: board.") for line in done.stderr.splitlines())


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_a_whole_game_is_played_byte_for_byte_on_every_machine(setup_file, hash_seed):
    game = transcript.read(next(path for path in GOLDEN if path.stem == "whole-hollow"))
    done = subprocess.run(
        [*RUNEHEART, "--setup", setup_file(game.head["setup"]), "--seed", str(game.head["seed"])],
        input=game.typed,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "LC_ALL": "C", "PYTHONUTF8": "0"},
    )
    assert done.stdout == transcript.golden_bytes(game)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_setup_that_is_not_valid_ends_with_one_line_per_problem(setup_file):
    args = ["ruin", "--setup", setup_file({"life": -1, "board": {"hexes": [[0, 0]]}})]
    done = CliRunner().invoke(play.command, args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
        "board.mother", "board.start", "board.broods", "life",
    ]  # fmt: skip


def test_problems_beside_a_board_that_cannot_be_read_are_told_too(setup_file):
    done = CliRunner().invoke(
        play.command, ["ruin", "--setup", setup_file({"board": "gone.txt", "boards": 1, "tite": 1})]
    )
    assert done.exit_code == 2
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["board", "boards", "tite"]


@pytest.mark.parametrize("name", ["a\x00b", "x" * 5000, "gone/there.txt"])
def test_a_board_name_that_no_system_takes_is_a_problem_and_no_traceback(setup_file, name):
    done = CliRunner().invoke(play.command, ["ruin", "--setup", setup_file({"board": name})])
    assert done.exit_code == 2
    assert "the file cannot be read" in done.stderr
