"""`runeheart play` as a program: bytes in, bytes out, and every way to end."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from runeheart.cli import play
from support import transcript

GOLDEN = sorted((Path(__file__).parents[1] / "games/heart/golden").glob("*.jsonl"))
RUNEHEART = [sys.executable, "-c", "from runeheart.cli.main import main; main()", "play"]


def run(*args, typed=b"", env=None):
    return subprocess.run(
        [*RUNEHEART, *args],
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **(env or {})},
    )


def start(*args, **pipes):
    return subprocess.Popen([*RUNEHEART, *args], **pipes)


@pytest.fixture
def setup_file(tmp_path):
    def write(content):
        path = tmp_path / "setup.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return write


def said(capfdbinary, args):
    """Run the command in this process; return its status and what it wrote to standard error."""
    with pytest.raises((SystemExit, click.UsageError)) as caught:
        play.command.main(args, standalone_mode=False)
    if isinstance(caught.value, click.UsageError):
        return caught.value.exit_code, caught.value.format_message()
    return caught.value.code, capfdbinary.readouterr().err.decode()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_game_is_played_byte_for_byte(setup_file, path):
    game = transcript.read(path)
    args = ["heart", "--setup", str(setup_file(game.head["setup"])), "--seed", str(game.head.get("seed", 0))]
    done = CliRunner().invoke(play.command, args, input=game.typed)
    assert done.stdout_bytes == transcript.golden_bytes(game)
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "0", "LC_ALL": "C", "PYTHONUTF8": "0"},
        {"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    ],
)
def test_the_same_commands_give_the_same_bytes_on_every_machine(setup_file, env):
    for path in GOLDEN:
        if path.stem in {"drawn-normal", "refused-lines"}:
            game = transcript.read(path)
            setup = setup_file(game.head["setup"])
            done = run(
                "heart", "--setup", setup, "--seed", str(game.head.get("seed", 0)), typed=game.typed, env=env
            )
            assert done.stdout == transcript.golden_bytes(game)
            assert (done.returncode, done.stderr) == (0, b"")


def test_without_commands_nothing_is_written():
    done = run("heart")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_seed_is_0_if_left_out():
    typed = b'{"do":"abandon"}\n'
    assert run("heart", typed=typed).stdout == run("heart", "--seed", "0", typed=typed).stdout
    assert run("heart", typed=typed).stdout != run("heart", "--seed", "-1", typed=typed).stdout


def test_bytes_that_are_no_text_and_lines_of_any_length_are_refused_and_play_goes_on():
    long = b'{"do":"' + b"x" * 3_000_000 + b'"}'
    typed = b"\n".join(
        [b"\xff\xfe", b'{"do":"\xc3"}', b'{"do":"\xed\xa0\x80"}', rb'{"do":"\ud800"}', long, b""]
    )
    done = run("heart", typed=typed + b'{"do":"study"}')  # the last line without a newline counts too
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["event"] for line in lines] == ["refused", "next"] * 5 + ["started", "next"]
    assert [line["why"].startswith("the line is not JSON") for line in lines[:10:2]] == [True] * 3 + [
        False
    ] * 2
    assert all(len(line["why"]) < 250 for line in lines[:10:2])
    assert (done.returncode, done.stderr) == (0, b"")


def test_every_answer_is_flushed_at_once():
    with start("heart", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for seq in range(1, 4):
            process.stdin.write(b'{"do":"study"}\n')
            process.stdin.flush()
            lines = iter(process.stdout.readline, b"")
            assert json.loads(next(line for line in lines if b'"next"' in line))["seq"] == seq
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_a_reader_that_went_away_ends_it_quietly():
    with start("heart", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b'{"do":"study"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b'{"do":"study"}\n' * 3)
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == b""


def test_ctrl_c_ends_it_quietly():
    with start("heart", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b'{"do":"study"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b""


def test_a_person_at_a_terminal_gets_a_hint():
    leader, follower = pty.openpty()
    with start("heart", stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(follower)
        assert process.stderr.readline().startswith(b"One JSON object per line")
        os.write(leader, b"\x04")
        assert process.wait(timeout=30) == 0
        assert process.stdout.read() == b""
    os.close(leader)


def test_a_setup_that_is_not_valid_ends_with_one_line_per_problem(capfdbinary, setup_file):
    path = setup_file({"difficulty": "hrad", "house": {"answers": 6}, "\ud800\n": 1})
    status, err = said(capfdbinary, ["heart", "--setup", str(path)])
    assert status == 2
    assert [line.split(":")[0] for line in err.splitlines()] == [
        '"\\ud800\\n"',
        "difficulty",
        "house.answers",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty; expected a JSON object"),
        (b" \n", "is empty; expected a JSON object"),
        (b"{", "is not JSON at line 1, column 2; expected a JSON object"),
        (b'{\n  "difficulty": "easy",\n  oops\n}', "is not JSON at line 3, column 3; expected"),
        (b"[" * 5000, "is nested more than 64 levels deep"),
        (b'{"difficulty":NaN}', "is not JSON"),
        (b"[]", "holds []; expected a JSON object"),
        (b"7", "holds 7; expected a JSON object"),
        (b"{}\n\xff\xff", "line 2 is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_a_setup_file_that_is_no_object_is_one_line(capfdbinary, setup_file, content, words):
    path = setup_file(content)
    status, err = said(capfdbinary, ["heart", "--setup", str(path)])
    assert status == 2
    assert err.startswith(f"{path}: {words}")
    assert err.count("\n") == 1


def test_every_key_that_is_there_twice_is_named_with_its_path(capfdbinary, setup_file):
    path = setup_file(
        b'{"title":1,"title":1,"deck":[{},{"kind":"at","kind":"at"}],"house":{"a":1,"a":2,"a":3}}'
    )
    status, err = said(capfdbinary, ["heart", "--setup", str(path)])
    assert status == 2
    assert err.splitlines() == [
        f"{key}: is there twice; leave one of them out"
        for key in ("title", "deck[1].kind", "house.a", "house.a")
    ]


def test_a_setup_file_that_cannot_be_read_says_so(capfdbinary, tmp_path):
    for path, words in ((tmp_path / "none.json", "No such file"), (tmp_path, "Is a directory")):
        status, err = said(capfdbinary, ["heart", "--setup", str(path)])
        assert status == 2
        assert err.startswith(f"{path}: cannot be read: {words}")


@pytest.mark.parametrize("digits", ["", "640", "10000", "0"])
def test_huge_numbers_are_the_same_whatever_python_may_read(digits):
    huge = [b"9" * n for n in (309, 401, 639, 640, 641, 701, 5_001)]
    typed = b"".join(b'{"do":"wait","at":%s}\n{"do":"draw","odd":%s}\n' % (number, number) for number in huge)
    done = run("heart", typed=typed, env={"PYTHONINTMAXSTRDIGITS": digits} if digits else None)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    refusals = [line["why"] for line in lines if line["event"] == "refused"]
    waits = [why for why in refusals if why.startswith("at must be a finite number of seconds, not ")]
    assert len(waits) == len(huge)
    assert len([line for line in lines if line["event"] == "clue"]) == 4  # unknown fields are ignored
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_setup_file_saved_with_a_byte_order_mark_is_read(setup_file):
    path = setup_file(b'\xef\xbb\xbf{"difficulty":"hard"}')
    assert b'"difficulty":"hard"' in run("heart", "--setup", path, typed=b'{"do":"state"}\n').stdout


def test_what_is_odd_with_a_given_deck_is_a_warning_and_the_game_is_played(setup_file):  # H-004
    answer = ["nature", "fire", "water", "storm"]
    deck = [{"kind": "at", "rune": rune, "position": place} for place, rune in enumerate(answer, 1)] * 5
    path = setup_file({"difficulty": "easy", "answer": answer, "deck": deck})
    done = run("heart", "--setup", path, typed=b'{"do":"draw"}\n')
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 3)
    warnings = done.stderr.decode().splitlines()
    assert len(warnings) == 4
    assert warnings[0].startswith(
        "warning: deck: cards 1, 5, 9, 13 and 17 say the same: Nature is in place 1."
    )
    assert run("heart", typed=b'{"do":"draw"}\n').stderr == b""


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], 'there is no game "chess" in this version; expected one of: heart'),
        (["haert"], 'there is no game "haert" in this version; did you mean "heart"?'),
        (["heart", "--seed", "x"], "'--seed': \"x\" is not a whole number; expected one such as --seed 7"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(capfdbinary, args, words):
    status, err = said(capfdbinary, args)
    assert status == 2
    assert words in err


def test_usage_errors_end_with_status_2_and_no_traceback():
    done = run("chess")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""
