"""Streams that are full, closed or left by their reader, and Ctrl-C at any moment: a sentence or silence."""

import subprocess
import sys

import pytest

MAIN = "from runeheart.cli.main import main; main()"
COMMANDS = [
    "--help",
    "play heart",
    "play --help",
    "deck",
    "config --example",
    "doctor",
    "balance --parameters",
]
SAY = "the output cannot be written: "


def shell(words, redirection, typed=b'{"do":"state"}\n'):
    """Run `runeheart WORDS` in a shell that redirects its streams."""
    line = f'"$0" -c "$1" {words} {redirection}'
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line, sys.executable, MAIN],
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize(
    ("redirection", "why"), [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
)
def test_output_that_cannot_be_written_is_one_sentence_and_status_1(words, redirection, why):
    done = shell(words, redirection)
    assert done.returncode == 1
    assert done.stderr.decode() == f"Error: {SAY}{why}; send it somewhere else\n"


@pytest.mark.parametrize("words", ["--help", "deck", "play heart"])
def test_a_reader_that_went_away_is_no_error(words):
    done = shell(words, "| head -c 0", typed=b'{"do":"state"}\n' * 3)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", ["nonsense", "play chess", "deck --seed x"])
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_with_nobody_to_tell_it_ends_all_the_same(words, redirection):
    done = shell(words, redirection)
    assert done.returncode in {1, 2}
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_closed_input_is_an_empty_one():
    done = shell("play heart", "<&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


INTERRUPTING = """
import sys
class Impatient:
    def find_spec(self, name, *more):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Impatient())
"""


@pytest.mark.parametrize(
    "module",
    ["click", "runeheart.cli.commands", "runeheart.cli.deck", "runeheart.games.heart.certificate"],
)
def test_ctrl_c_while_the_program_is_loaded_is_quiet(module):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTING.format(module=module) + MAIN, "deck"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
