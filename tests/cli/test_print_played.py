"""A printed set at the table: cards that were cut out of the PDF, played against `runeheart play`.

The player of this test sees what a player sees: the sign on the back of the answer card, and of each clue
card only the line with that sign.
"""

import itertools
import json
import random

import pytest
from click.testing import CliRunner

from runeheart.cli import play
from runeheart.cli.paper import book
from runeheart.cli.paper.style import style
from runeheart.core.runes import RUNES
from runeheart.games.heart import clues
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.deck import true_clues
from runeheart.games.heart.printed import SIGNS, print_set
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.solver import Logic, arrangements, candidates
from support import paper
from support.cli import run
from support.daemon import Daemon, configured


def cut_out(difficulty, seed):
    """Return the code, and of each clue card the words of its six lines in their order."""
    code = DeckCode(difficulty, "fair", seed)
    content = book.make(print_set(code, DIFFICULTIES[difficulty].length), style("a4", large_type=False))
    cards = []
    for page in paper.read(content):
        if any(word.upwards and word.text.endswith("clues, fronts") for word in page.words):
            for cell in page.cells((63, 88), 3, 3).values():
                words = [word.text for word in cell][:-1]
                heads = [index for index, word in enumerate(words) if word.lower() in SIGNS]
                ends = [*heads[1:], len(words)]
                cards.append([" ".join(words[head + 1 : end]) for head, end in zip(heads, ends, strict=True)])
    return str(code), cards


def meanings(length):
    """Return what every wording means."""
    return {
        clues.text(clue, length): clue
        for answer in itertools.permutations(RUNES, length)
        for of_a_kind in true_clues(answer).values()
        for clue in of_a_kind
    }


def tries(left, spare, length):
    """Go through activations that keep the win sure, until one candidate is left."""
    logic = Logic(length)
    places = arrangements(length).places
    for place, rune in itertools.product(range(length), range(len(RUNES))):
        fits = left & places[place][rune]
        if fits and fits != left and logic.wins(fits, spare) and logic.wins(left ^ fits, spare - 1):
            return RUNES[rune], place + 1, fits, left ^ fits
    return None


class Prop:
    """The program, told one command more each time: it answers the same again, and the new one."""

    def __init__(self, setup_file):
        self._args = ["heart", "--setup", str(setup_file), "--seed", "3"]
        self._typed = []

    def do(self, **command):
        self._typed.append(json.dumps(command))
        done = CliRunner().invoke(play.command, self._args, input="\n".join(self._typed) + "\n")
        assert (done.exit_code, done.stderr) == (0, "")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        ends = [index for index, event in enumerate(events) if event["event"] == "next"]
        first = ends[-2] + 1 if len(ends) > 1 else 0
        return [event["event"] for event in events[first : ends[-1]]]


@pytest.mark.parametrize(("difficulty", "sign"), [("easy", "star"), ("normal", "bell"), ("hard", "tower")])
def test_a_printed_set_is_won_on_the_prop_with_the_lines_of_one_sign(tmp_path, difficulty, sign):
    row = DIFFICULTIES[difficulty]
    code, cards = cut_out(difficulty, 7)
    wording = meanings(row.length)
    lines = [wording[card[SIGNS.index(sign)]] for card in cards]
    held = len(cards) if row.draws is None else row.start_cards + row.draws
    spare = row.max_mistakes - 1
    for shuffle in range(20):  # on Hard some shuffles need luck
        left = candidates(random.Random(shuffle).sample(lines, held), row.length)
        if Logic(row.length).wins(left, spare):
            break
    else:
        pytest.fail("no shuffle of 20 gave a hand that surely wins")

    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps({"code": code, "sign": sign}), encoding="utf-8")
    prop = Prop(setup)
    assert prop.do(do="read") == ["started"] + ["clue"] * row.start_cards
    for _ in range(held - row.start_cards):
        assert prop.do(do="draw") == ["clue"]
    while left.bit_count() > 1:
        rune, place, if_right, if_wrong = tries(left, spare, row.length)
        said = prop.do(do="activate", rune=rune, position=place)
        assert said in (["locked"], ["mistake"])
        left = if_right if said == ["locked"] else if_wrong
        spare -= said == ["mistake"]
    (answer,) = arrangements(row.length).listed(left)
    assert prop.do(do="submit", sequence=list(answer)) == ["defused"]
    assert answer == print_set(DeckCode(difficulty, "fair", 7), row.length).answer(sign)


def test_the_operator_starts_a_printed_set_on_the_running_prop(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path):
        done = run("ctl", "--config", config, "start", "--code", "NF-0007-XP", "--sign", "key")
        assert (done.exit_code, done.stdout) == (0, "done: heart normal, ready, 7:00 left, mistakes 0 of 3\n")
        status = json.loads(run("ctl", "--config", config, "status", "--json").stdout)
        assert status["screen"][0] == "Normal, 7:00, sign: key"
        assert "answer" not in status
    with Daemon(config, tmp_path):
        run("ctl", "--config", config, "reset")
        # As it stands on the card, and with the other name of the option.
        done = run("ctl", "--config", config, "start", "--deck", "nf\u20130007\u2013xp", "--sign", "KEY")
        assert (done.exit_code, done.stdout) == (0, "done: heart normal, ready, 7:00 left, mistakes 0 of 3\n")
        run("ctl", "--config", config, "reset")
        refused = run("ctl", "--config", config, "start", "--code", "NF-0007-XQ", "--sign", "key")
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert "did you mean NF-0007-XP?" in refused.stderr
