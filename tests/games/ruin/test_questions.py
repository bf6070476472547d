"""Questions: who answers them, what is no answer, and what waits meanwhile (play.md 1, 3)."""

import json

import pytest

from runeheart.core.game import Refused
from runeheart.games.ruin.rules import RUIN
from support.ruin import Ruin


def test_with_dice_auto_the_seed_rolls_and_every_roll_is_told_first():
    game = Ruin((0, -1, 4), dice="auto", ties="auto", seed=5)
    game.step("N")
    game.do("resolve")
    names = [event["event"] for event in game.events]
    assert names[:3] == ["rolled", "damage", "discharged"]
    rolled = game.events[0]
    assert list(rolled) == ["event", "die", "values", "why"]
    assert rolled["die"] == "d4"
    assert game.events[1]["rolled"] == rolled["values"][0] + 1
    assert names[-1] == "round_ended"
    assert [event["die"] for event in game.events if event["event"] == "rolled"][:3] == [
        "d4",
        "compass",
        "d8",
    ]


def test_with_ties_auto_the_seed_chooses_and_tells_it():
    game = Ruin((0, -2), (2, -2), ties="auto", seed=3, mother=(3, 0))
    game.wait()
    game.do("roll", values=["S"])
    chosen = next(event for event in game.events if event["event"] == "chosen")
    assert list(chosen) == ["event", "what", "option", "random", "why"]
    assert {**chosen, "option": None} == {
        "event": "chosen", "what": "brood", "option": None, "random": True, "why": "drift",
    }  # fmt: skip
    assert chosen["option"] in {1, 2}
    assert game.ask["why"] == "burst"


def test_the_players_choice_is_asked_also_with_ties_auto():
    # R-141, RA-26
    for rule, asked in (("choose", True), ("random", False)):
        lane = [(0, r) for r in range(7)]
        game = Ruin(
            (0, 3), (0, 5), start=(0, 4), mother=(0, 0), hexes=lane, ties="auto", house={"charge_tie": rule}
        )
        game.wait()
        game.roll("SE")
        game.roll(7)
        assert (game.ask["for"] == "choose") == asked


def test_the_seed_decides_what_happens():
    games = [Ruin((0, -2), (2, -2), (-2, 1), dice="auto", ties="auto", seed=seed) for seed in (1, 1, 2)]
    for game in games:
        game.wait()
    assert games[0].events == games[1].events
    assert games[0].state == games[1].state
    assert games[0].events != games[2].events


@pytest.mark.parametrize(
    "values", [[], [1, 1], None, 1, [0], [5], [1.0], [True], ["1"], [None], [[1]], "1", [10**30]]
)
def test_what_is_no_roll_of_a_d4(values):
    game = Ruin((0, -1))
    game.enter("N")
    before = game.state
    game.do("roll", values=values)
    assert "expected a list of 1, each from 1 to 4" in game.refused
    assert (game.state, game.events) == (before, [])


def test_a_roll_without_values_is_refused():
    game = Ruin((0, -1))
    game.enter("N")
    game.do("roll")
    assert game.refused == "values is missing; expected a list of 1, each from 1 to 4"


@pytest.mark.parametrize("values", [["n"], ["N", "S"], [1], [["N"]], ["W"], [None]])
def test_what_is_no_roll_of_the_compass(values):
    # RA-37
    game = Ruin((0, -1))
    game.wait()
    game.do("roll", values=values)
    assert game.refused.endswith("expected a list of one of N, NE, SE, S, SW, NW")


@pytest.mark.parametrize("option", [0, 3, True, 1.0, "1", None, [1], {}])
def test_what_is_no_choice_of_a_brood(option):
    game = Ruin((0, -2), (2, -2), mother=(3, 0))
    game.drift("S")
    game.do("choose", option=option)
    assert game.refused == f"option is {json.dumps(option)}; expected one of [1, 2]"
    game.do("choose")
    assert game.refused == "option is missing; expected one of [1, 2]"


@pytest.mark.parametrize("option", [[0, -1, 0], [0], [0.0, -2], [False, -2], "N", 1, [[0], -2], None])
def test_what_is_no_choice_of_a_hex(option):
    game = Ruin(start=(0, -3))
    game.wait()
    game.roll("N")
    game.roll(1)
    assert game.ask["what"] == "hex"
    game.do("choose", option=option)
    assert game.refused.endswith("expected one of [[-1, -2], [0, -2], [1, -3]]")


@pytest.mark.parametrize("value", [-1, 4, 1.0, True, "1", None, []])
def test_what_is_no_number(value):
    game = Ruin((0, -1), defense="ask")
    game.enter("N")
    game.roll(2)
    game.do("number", value=value)
    assert game.refused == f"value is {json.dumps(value)}; expected a whole number from 0 to 3"
    game.do("number")
    assert game.refused == "value is missing; expected a whole number from 0 to 3"


def test_while_a_question_is_open_only_its_answer_state_and_wait_are_accepted():
    game = Ruin((0, -1), defense="ask")
    game.enter("N")
    for do in ("commit_move", "step", "attack", "skill", "resolve", "end_move"):
        game.do(do)
        assert game.refused == f"{do} has to wait: a roll of 1 d4 for discharge first"
    game.do("choose", option=1)
    assert game.refused == "choose is not the answer: a roll of 1 d4 for discharge is asked"
    game.roll(1)
    game.do("roll", values=[1])
    assert game.refused == "roll is not the answer: the number prevented of 2 for discharge is asked"
    game.do("state")
    assert (game.refused, game.events[0]["event"], game.events[0]["phase"]) == (None, "state", "entered")
    game.do("wait", at=5)
    assert game.refused is None
    game.number(0)
    assert game.refused is None
    tied = Ruin((0, -2), (2, -2), mother=(3, 0))
    tied.drift("S")
    tied.do("end_move")
    assert tied.refused == "end_move has to wait: a choice of a brood for drift first"


def test_an_answer_without_a_question_is_refused():
    game = Ruin()
    for do in ("roll", "choose", "number"):
        game.do(do, values=[1], option=1, value=1)
        assert game.refused == f"{do} answers a question, and none is open"


def test_a_command_that_is_not_known_is_refused_with_a_suggestion():
    game = Ruin()
    game.do("comit_move", stars=1)
    assert game.refused == 'there is no command "comit_move"; did you mean "commit_move"?'
    game.do("pause")
    assert game.refused.startswith('there is no command "pause"')


def test_once_over_everything_but_state_and_wait_is_refused():
    # RA-40
    game = Ruin((0, -1), life=1)
    game.enter("N")
    game.roll(1)
    over = game.state
    for do in ("commit_move", "roll", "end_move", "dance"):
        game.do(do, stars=1, values=[1])
        assert game.refused == "the game is over"
    assert RUIN.step(over, {"do": "end_move"}) == Refused("the game is over")
    game.do("state")
    assert game.events[0]["outcome"] == "defeated"
    game.do("wait", at=9)
    assert (game.refused, game.state) == (None, over)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("n", 'to is "n"; did you mean "N"?'),
        ("W", 'to is "W"; did you mean "SW"?'),
        (None, "to is null; expected a direction or a Hex [q, r] next to you"),
        ([0], "to is [0]; expected a direction or a Hex [q, r] next to you"),
        ([0.0, -1], "to is [0.0, -1]; expected a direction or a Hex [q, r] next to you"),
        ([0, 0], "[0, 0] is not next to you at [0, 0]"),
        ([0, -2], "[0, -2] is not next to you at [0, 0]"),
        ("S", "there is no Hex S of you: that is off the map"),
        ([0, 1], "there is no Hex S of you: that is off the map"),
    ],
)
def test_what_is_no_step(to, why):
    game = Ruin(hexes=[(0, 0), (0, -1), (0, -2), (0, -3)])
    game.commit(1)
    game.do("step", to=to)
    assert game.refused == why
    assert game.view["stars_left"] == 1


@pytest.mark.parametrize("stars", [-1, 10, 1.0, True, "1", None, [1]])
def test_what_is_no_commit(stars):
    # RA-03
    game = Ruin()
    game.do("commit_move", stars=stars)
    assert game.refused == f"stars is {json.dumps(stars)}; expected a whole number from 0 to 9"
    assert game.view["phase"] == "commit"


def test_a_commit_or_a_step_without_its_field_is_refused():
    game = Ruin()
    game.do("commit_move")
    assert game.refused == "stars is missing; expected a whole number from 0 to 9"
    game.commit(1)
    game.do("step")
    assert game.refused == "to is missing; expected a direction or a Hex [q, r] next to you"


def test_a_command_in_the_wrong_phase_says_what_comes_now():
    game = Ruin()
    game.commit(1)
    game.do("commit_move", stars=1)
    assert game.refused == "commit_move is not possible now; the next is a step, or the end of the move"
    game.do("resolve")
    assert game.refused == "resolve is not possible now; the next is a step, or the end of the move"
    game.do("step", to="N")
    game.do("end_move")
    assert game.refused == "end_move is not possible now; the entered Hex has to be resolved first"
