"""`runeheart deck`: what it prints, what it keeps to itself, and what it says to a wrong option."""

import json
import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from runeheart.cli import deck as command
from runeheart.cli.certified import percent
from runeheart.cli.main import main
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import Clue, holds, read
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.patterns import LEAST_SHARES
from runeheart.games.heart.printed import SIGNS, print_set
from runeheart.games.heart.rules import HEART

DIFFICULTIES = {"easy": 4, "normal": 5, "hard": 6}


def printed(*args):
    done = CliRunner().invoke(command.command, args, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def printed_json(*args):
    return json.loads(printed("--json", *args))


def refusal(*args):
    done = CliRunner().invoke(command.command, args)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    return done.output.strip().splitlines()[-1]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("kind", ["fair", "mixed", "wild"])
def test_the_json_holds_the_deck_and_its_certificate(difficulty, kind):
    told = printed_json("--difficulty", difficulty, "--seed", "7", "--deck", kind, "--reveal")
    length = DIFFICULTIES[difficulty]
    assert list(told) == ["difficulty", "seed", "deck_kind", "house", "answer", "deck", "certificate"]
    assert (told["difficulty"], told["seed"], told["deck_kind"]) == (difficulty, 7, kind)
    assert len(told["answer"]) == length
    clues = [read(clue, "deck", length) for clue in told["deck"]]
    assert len({clue for clue, _ in clues}) == 20
    assert all(isinstance(clue, Clue) and holds(clue, told["answer"]) for clue, _ in clues)
    if kind != "wild":
        share = told["certificate"]["hands"][difficulty != "easy"]["sure_share"]
        assert share >= float(LEAST_SHARES[kind, length])


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_it_is_the_deck_of_a_game_with_that_seed(difficulty):
    told = printed_json("--difficulty", difficulty, "--seed", "41", "--deck", "mixed", "--reveal")
    state = HEART.setup({"difficulty": difficulty, "deck_kind": "mixed"}, 41)
    assert told["answer"] == list(state.answer)
    assert told["deck"] == [clue.json() for clue in state.deck]
    again = HEART.setup({"difficulty": difficulty, "answer": told["answer"], "deck": told["deck"]}, 1)
    assert again.deck == state.deck


def test_without_options_it_is_a_fair_deck_for_normal():
    assert printed_json() == printed_json("--difficulty", "normal", "--seed", "0", "--deck", "fair")


def test_the_answer_stays_hidden_unless_it_is_to_be_revealed():
    assert "answer" not in printed_json("--seed", "7")
    hidden = printed("--seed", "7").lower()
    assert not any(rune in hidden for rune in RUNES)
    assert "answer:" not in hidden


def test_the_text_tells_the_certificate_for_people():
    told = printed("--difficulty", "hard", "--seed", "7", "--reveal")
    found = printed_json("--difficulty", "hard", "--seed", "7", "--reveal")
    sure = found["certificate"]["hands"][1]["sure"]
    percent = 10_000 * sure // 15_504
    assert f"Any 5 cards (15,504 hands): perfect logic surely wins from {percent / 100:.2f} %" in told
    assert "1 mistake to spare" in told
    assert "the best guesser wins against 0.83 % of all answers" in told
    assert "Trying costs at most 1:21 of 5:00" in told
    assert f"Answer: {', '.join(found['answer'])}" in told
    assert len(told.partition("Answer:")[2].splitlines()) == 21
    assert "3 mistakes to spare" in printed("--difficulty", "easy")


def test_the_certificate_is_of_the_house_rules_of_the_table():  # HA-04, HA-05
    printed_rules = printed_json("--difficulty", "hard")
    assert printed_rules["house"] == {"answers": "open", "mistake_limit": "reach", "activation": "any"}
    more = printed_json("--difficulty", "hard", "--house", "mistake_limit=exceed")
    assert more["deck"] == printed_rules["deck"]
    assert more["house"]["mistake_limit"] == "exceed"
    assert (printed_rules["certificate"]["spare_mistakes"], more["certificate"]["spare_mistakes"]) == (1, 2)
    args = ("--difficulty", "hard", "--deck", "wild")
    by_order = printed_json(*args, "--house", "activation=next")["certificate"]["hands"]
    assert all(
        held["sure"] <= free["sure"] and held["deduced"] == free["deduced"]
        for held, free in zip(by_order, printed_json(*args)["certificate"]["hands"], strict=True)
    )
    told = printed("--difficulty", "hard", "--house", "mistake_limit=exceed")
    assert "seed 0, mistake_limit = exceed: " in told
    assert "2 mistakes to spare" in told


def test_the_deck_with_six_known_answers_is_that_of_the_game():  # HA-03
    told = printed_json("--house", "answers=six", "--seed", "5", "--reveal")
    state = HEART.setup({"house": {"answers": "six"}}, 5)
    assert (told["answer"], told["deck"]) == (list(state.answer), [clue.json() for clue in state.deck])
    assert "one of six is not counted in" in printed("--house", "answers=six")


def test_shares_are_never_rounded_up_to_all():
    assert percent(77_519, 77_520) == "99.99 %"
    assert percent(77_520, 77_520) == "100.00 %"
    assert percent(1, 77_520) == "0.00 %"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--difficulty", "hrad"], 'there is no difficulty "hrad"; did you mean "hard"?'),
        (["--difficulty", "9"], 'there is no difficulty "9"; expected one of: easy, normal, hard'),
        (["--deck", "wilde"], 'there is no kind of deck "wilde"; did you mean "wild"?'),
        (["--seed", "seven"], '"seven" is not a whole number; expected one such as --seed 7'),
        (["--house", "foo=bar"], "'--house': foo: unknown house rule; expected one of: answers"),
        (["--house", "activation=nxt"], '"nxt" is not one of any, next; did you mean "next"?'),
        (["--seed", "1.5"], '"1.5" is not a whole number; expected one such as --seed 7'),
        (["--seed", ""], '"" is not a whole number; expected one such as --seed 7'),
        (["--seed", "9" * 5000], "is not a whole number"),
    ],
)
def test_a_wrong_option_is_named_with_what_was_expected(args, said):
    assert said in refusal(*args)


@pytest.mark.parametrize("seed", ["-3", str(2**70)])
def test_any_whole_number_is_a_seed(seed):
    assert printed_json("--seed", seed)["seed"] == int(seed)


def test_the_deck_is_the_same_in_every_process():
    line = [sys.executable, "-c", "from runeheart.cli.main import main; main()", "deck", "--json", "--reveal"]
    outs = {
        subprocess.run(
            [*line, "--seed", "5"],
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for hashing in ("1", "2")
    }
    assert len(outs) == 1


def test_the_command_is_on_the_list(capsys):
    with pytest.raises(SystemExit) as ended:
        main(args=["--help"])
    assert ended.value.code == 0
    assert "deck " in capsys.readouterr().out
    assert isinstance(command.command, click.Command)


HARD_SET = "HF-0007-TY"


def test_a_printed_set_has_a_certificate_for_each_sign():
    told = printed_json("--code", HARD_SET)
    assert (told["code"], told["difficulty"], told["seed"], told["deck_kind"]) == (
        HARD_SET,
        "hard",
        7,
        "fair",
    )
    assert list(told["signs"]) == list(SIGNS)
    revealed = printed_json("--code", HARD_SET, "--reveal")["signs"]
    cards = print_set(DeckCode("hard", "fair", 7), 6)
    for sign, found in told["signs"].items():
        assert list(found) == ["certificate"]
        shares = found["certificate"]["hands"]
        assert shares[1]["sure_share"] >= float(LEAST_SHARES["fair", 6])
        assert revealed[sign]["certificate"] == found["certificate"]
        assert revealed[sign]["answer"] == list(cards.answer(sign))
        assert revealed[sign]["deck"] == [clue.json() for clue in cards.decks[sign]]


def test_a_printed_set_is_told_in_words_and_spoilt_only_when_asked():
    told = printed("--code", HARD_SET.lower())
    assert told.startswith(f"The printed set {HARD_SET}: fair decks for hard.\n\nSTAR: ")
    assert [line.split(":")[0] for line in told.splitlines() if line.split(":")[0].lower() in SIGNS] == [
        sign.upper() for sign in SIGNS
    ]
    assert not any(rune in told.lower() for rune in RUNES)
    one = printed("--code", HARD_SET, "--sign", "BELL", "--reveal", "--house", "mistake_limit=exceed")
    assert "STAR" not in one
    assert "fair decks for hard, mistake_limit = exceed." in one
    assert "2 mistakes to spare" in one
    assert len(one.partition("Answer:")[2].splitlines()) == 21


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--sign", "star"], "--sign is for a printed set; give its code too"),
        (["--code", HARD_SET, "--seed", "0"], "--seed and --code were both given"),
        (["--code", HARD_SET, "--deck", "fair"], "--deck and --code were both given"),
        (["--code", HARD_SET, "--sign", "STARR"], 'there is no sign "STARR"; did you mean "star"?'),
        (["--code", "HF-0007-TX"], "did you mean HF-0007-TY?"),
    ],
)
def test_what_does_not_go_with_a_code_is_named(args, said):
    assert said in refusal(*args)
