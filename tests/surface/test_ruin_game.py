"""Whole games of the Ruin by presses and real dice alone; what was pressed, replayed, is the same game."""

import random

import pytest

from runeheart.core.chance import Chance
from runeheart.core.events import AskChoose, AskCommand, AskNumber, AskRoll
from runeheart.core.game import Refused
from runeheart.core.hexes import DIRECTIONS
from runeheart.core.table import Table
from runeheart.games.ruin.players import careful, mind
from runeheart.games.ruin.rules import RUIN
from runeheart.surface import ruin
from runeheart.surface.menu import SIDES
from runeheart.surface.views import AttractScreen
from support.seated import Seated
from support.ways import answers, enter, enter_next

ASKING = {
    "dice": "ask",
    "ties": "ask",
    "defense": "ask",
    "life": 500,
    "keywords": ["Connexus Link-A"],
    "house": {"adjacent_order": "choose", "retaliation": "each", "attack": "may"},
}


def _path_to(state, ask, body):
    """Return what is to be entered for a command."""
    for path, found in answers(ruin, state, ask):
        if found == body:
            return path
    raise AssertionError(f"no presses lead to {body}")


def _some_answer(seated, chance, known):
    """Answer what is asked as a table would: dice read or typed, choices made, commands of a model player."""
    ask, state = seated.ask, seated.state
    match ask:
        case AskRoll(die="compass"):
            if chance.random() < 0.5:
                seated.heads(chance.uniform(0, 360))
            else:
                enter(seated, (chance.choice(DIRECTIONS),))
        case AskRoll(die, count):
            for _ in range(count):  # typed and read dice, mixed
                face = chance.randint(1, SIDES[die])
                if chance.random() < 0.5:
                    seated.rolls(die, face)
                else:
                    enter_next(seated, face)
        case AskNumber(of=of):
            value = chance.randint(0, of)
            enter(seated, _path_to(state, ask, {"do": "number", "value": value}))
        case AskChoose(options=options):
            enter(seated, (chance.choice(options),))
        case AskCommand():
            if state.phase == "entered" and chance.random() < 0.3:
                some = [path for path, _ in answers(ruin, state, ask, most=400)]
                enter(seated, chance.choice(some))
                return known
            body, known = careful(state, known)
            enter(seated, _path_to(state, ask, _by_direction(state, body)))
    return known


def _by_direction(state, body):
    """Write a step as the buttons do."""
    if body["do"] != "step":
        return body
    field = state.setup.board.field
    to = field.index[tuple(body["to"])]
    return {"do": "step", "to": DIRECTIONS[field.beside[state.player].index(to)]}


@pytest.mark.parametrize(("seed", "rotation"), [(1, 0), (2, 4)])
def test_a_whole_game_is_played_by_presses_and_replays_the_same(seed, rotation):
    chance = random.Random(seed)
    seated = Seated("ruin", ASKING, seed=seed, rotation=rotation)
    known = mind(seated.state.setup.board.field, Chance(seed, 1 << 32))
    begun = seated.state
    kinds = set()
    for _ in range(5_000):
        if seated.ask is None:
            break
        kinds.add((type(seated.ask).__name__, getattr(seated.ask, "why", "")))
        count = len(seated.commands)
        known = _some_answer(seated, chance, known)
        assert len(seated.commands) == count + 1, (seated.ask, seated.ui.mode, seated.message)
    assert seated.state.outcome == "resolved"
    assert seated.refusals == []
    assert {"discharge", "drift", "burst", "gather"} <= {why for _, why in kinds}
    assert {"AskRoll", "AskChoose", "AskNumber", "AskCommand"} == {kind for kind, _ in kinds}

    table = Table(RUIN, begun)
    for body in seated.commands:
        taken = table.take(body)
        assert taken.refused is None
        table = taken.table
    assert RUIN.view(table.state) == RUIN.view(seated.state)
    assert table.state == seated.state

    assert seated.screen.title == "RESOLVED"
    assert f"in round {seated.state.round}" in seated.screen.lines
    seated.wait(3_000)
    seated.tap("fire")
    assert isinstance(seated.screen, AttractScreen)


def test_a_game_with_dice_from_the_seed_needs_commands_only():
    seated = Seated("ruin", {"dice": "auto"}, seed=3)
    known = mind(seated.state.setup.board.field, Chance(3, 1 << 32))
    while seated.ask is not None:
        ask, state = seated.ask, seated.state
        body, known = careful(state, known)
        enter(seated, _path_to(state, ask, _by_direction(state, body)))
    assert seated.state.outcome == "resolved"
    assert {body["do"] for body in seated.commands} >= {"commit_move", "step", "skill"}
    replayed = seated.states[0]
    for body in seated.commands:
        step = RUIN.step(replayed, body)
        assert not isinstance(step, Refused)
        replayed = step.state
    assert replayed == seated.state
