"""Numbers on the command line: every command takes the same ones, and says the same of what is none."""

import re

import pytest

from runeheart.cli.numbers import finite, whole
from support.cli import run

NO_NUMBERS = ["abc", "", "1_0", " 7 ", "\u0667", "1e", "0x10", "--", "9" * 5000 + "x"]
WHOLE = [
    ("balance", "--seed"),
    ("balance", "--games"),
    ("balance", "--persons"),
    ("balance", "--jobs"),
    ("balance ruin", "--games"),
    ("balance ruin", "--seed"),
    ("deck", "--seed"),
    ("history", "--limit"),
    ("play heart", "--seed"),
    ("print", "--seed"),
    ("selftest", "--port"),
    ("simulate", "--port"),
    ("ctl hint", "--step"),
]
NUMBERS = [("balance", "--pace"), ("balance", "--slips"), ("selftest", "--wait")]


@pytest.mark.parametrize(("command", "option"), WHOLE)
@pytest.mark.parametrize("text", [*NO_NUMBERS, "1.5", "9" * 5000])
def test_what_is_no_whole_number_is_named_with_what_was_expected(command, option, text):
    done = run(*command.split(), option, text)
    assert done.exit_code == 2
    said = " ".join(done.stderr.split())
    assert "is not a whole number; expected one " in said
    assert re.search(rf"such as {option} \d+$", said)


@pytest.mark.parametrize(("command", "option"), NUMBERS)
@pytest.mark.parametrize("text", [*NO_NUMBERS, "nan", "inf", "1e999"])
def test_what_is_no_number_is_named_with_what_was_expected(command, option, text):
    done = run(*command.split(), option, text)
    assert done.exit_code == 2
    said = " ".join(done.stderr.split())
    assert re.search(rf"is not a number; expected one from [\d.]+ to \d+ such as {option} [\d.]+$", said)


@pytest.mark.parametrize(("command", "option"), [*WHOLE[1:5], *WHOLE[7:8], *WHOLE[10:]])
def test_a_number_out_of_range_is_named_with_the_range(command, option):
    done = run(*command.split(), option, "-1")
    assert done.exit_code == 2
    assert re.search(
        r"-1 is not possible; expected a whole number from [01] to [\d,]+$", " ".join(done.stderr.split())
    )


def test_numbers_as_people_write_them_are_read():
    assert [whole(text) for text in ("7", "-3", "+4", "007")] == [7, -3, 4, 7]
    assert [finite(text) for text in ("2", "-30", "2.5", ".5", "5.", "1e2")] == [2, -30, 2.5, 0.5, 5, 100]


def test_a_number_of_other_digits_is_no_game_of_the_history():
    done = run("replay", "\u0667")
    assert done.exit_code == 1
    assert "\u0667" in done.stderr
