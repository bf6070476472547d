"""The operator's help: each command that it finds is one that the rules take, and leads where it should."""

import pytest

from runeheart.core.game import Guided, Refused
from runeheart.core.table import Table
from runeheart.games.heart.rules import HEART

ANSWER = ["moon", "fire", "sun", "water"]


def running():
    table = Table(HEART, HEART.setup({"difficulty": "easy", "answer": ANSWER}, 7))
    return table.take({"do": "read"}).table


def test_the_heart_is_guided():
    assert isinstance(HEART, Guided)
    assert HEART.answer(running().state) == tuple(ANSWER)


def test_locking_again_and_again_wins_without_a_mistake():
    table = running()
    for _ in ANSWER:
        table = table.take(HEART.locking(table.state, None)).table
    assert table.state.outcome == "defused"
    assert table.state.mistakes == 0
    assert HEART.locking(table.state, None) == Refused("every place is found already")


def test_a_rune_can_be_named():
    table = running()
    assert HEART.locking(table.state, "sun") == {"do": "activate", "rune": "sun", "position": 3}
    table = table.take(HEART.locking(table.state, "sun")).table
    assert HEART.locking(table.state, "sun") == Refused("sun is in its place already")
    assert HEART.locking(table.state, None)["rune"] == "moon"


@pytest.mark.parametrize(("rune", "why"), [("storm", "not in the answer"), ("mon", 'did you mean "moon"')])
def test_a_rune_that_is_not_in_the_answer_is_refused(rune, why):
    refused = HEART.locking(running().state, rune)
    assert isinstance(refused, Refused)
    assert why in refused.why


def test_solving_wins_at_once():
    table = running()
    assert table.take(HEART.solving(table.state)).table.state.outcome == "defused"
