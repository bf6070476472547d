"""How many ways a round can go, counted to the last one: golden numbers of a small board.

Each number counts every command, every face of every die and every choice there is.
"""

import pytest

from runeheart.core.game import Refused
from runeheart.core.hexes import DIRECTIONS, disc
from runeheart.games.ruin.engine import faces_of
from runeheart.games.ruin.rules import RUIN


def setup(**more):
    board = {
        "hexes": [list(at) for at in disc((0, 0), 1)],
        "mother": [0, -1],
        "start": [0, 1],
        "broods": [{"at": [0, 0], "charge": 4}, {"at": [1, 0], "charge": 3}],
    }
    return {"board": board, "dice": "ask", "ties": "ask", **more}


def moves(state):
    """Return every command that may be tried: stars 0 to 2, every target and every single use."""
    ask = RUIN.ask(state).json()
    if ask["for"] == "roll":
        assert ask["count"] <= 3
        rolls = [[]]
        for _ in range(ask["count"]):
            rolls = [[*roll, face] for roll in rolls for face in faces_of(ask["die"])]
        return [{"do": "roll", "values": roll} for roll in rolls]
    if ask["for"] == "choose":
        return [{"do": "choose", "option": option} for option in ask["options"]]
    ids = [brood.id for brood in state.broods]
    tried = [{"do": "commit_move", "stars": stars} for stars in range(3)]
    tried += [{"do": "step", "to": to} for to in DIRECTIONS] + [{"do": "resolve"}, {"do": "end_move"}]
    tried += [{"do": "attack", "stars": 1, "targets": [brood]} for brood in ids]
    attunements = [{"prevent_charge": brood} for brood in ids]
    attunements += [{"move": brood, "to": to} for brood in ids for to in DIRECTIONS]
    tried += [{"do": "skill", "kind": "attunement", "stars": 1, "uses": [use]} for use in attunements]
    stealths = [{"prevent_discharge": brood} for brood in ids]
    return tried + [{"do": "skill", "kind": "stealth", "stars": 1, "uses": [use]} for use in stealths]


def count(state, depth):
    """Return how many ways there are to go `depth` accepted commands on; an end counts as one."""
    if depth == 0 or RUIN.ask(state) is None:
        return 1
    steps = [RUIN.step(state, move) for move in moves(state)]
    allowed = [step.state for step in steps if not isinstance(step, Refused)]
    if depth == 1:
        return len(allowed)
    return sum(count(after, depth - 1) for after in allowed)


def counts(depth, **more):
    return [count(RUIN.setup(setup(**more), 0), one) for one in range(1, depth + 1)]


@pytest.mark.parametrize(
    ("more", "golden"),
    [
        ({}, [3, 63, 490, 2124, 12265]),
        ({"keywords": ["Nurturer"]}, [3, 63, 490, 1884, 7701]),
        ({"life": 4}, [3, 63, 490, 1674, 7289]),
        ({"house": {"adjacent_order": "choose"}}, [3, 63, 490, 2092, 12089]),
        ({"house": {"attack": "may"}, "defense": "ask"}, [3, 63, 490, 1404, 4481]),
    ],
)
def test_the_ways_of_a_small_board(more, golden):
    # By hand, after commit_move: 19 without a star (the end, 2 attacks, 12 Broods moved, 4 other uses),
    # and 3 steps more with one or two: 19 + 22 + 22 = 63.
    assert golden[:2] == [3, 63]
    assert counts(len(golden), **more) == golden
