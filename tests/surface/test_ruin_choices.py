"""The choices of a Ruin on six buttons: Broods around you, ways of a Brood, places to spawn."""

import pytest
from msgspec.structs import replace

from runeheart.core.events import AskChoose, AskRoll
from runeheart.core.hexes import DIRECTIONS, direction_to
from runeheart.games.ruin.rules import RUIN
from runeheart.surface import ruin
from runeheart.surface.menu import fill
from support.ruin import board
from support.seated import Seated
from support.ways import enter

STAY = ({"do": "commit_move", "stars": 0}, {"do": "end_move"})


def _asked(*broods, roll=(), commands=STAY, mother=(0, -3), **setup):
    """Players in a round in which nobody moves, or after these commands, and after these rolls."""
    seated = Seated("ruin", {"board": board(*broods, mother=mother), "ties": "ask", **setup})
    for command in commands:
        seated.command(command)
    for values in roll:
        seated.command({"do": "roll", "values": [values]})
    seated.wait(5_000)
    seated.commands.clear()
    return seated


def _each_way(seated):
    """Choose each option by presses, from the same state each time."""
    for option in seated.ask.options:
        enter(seated, (option,))
        assert seated.commands == [{"do": "choose", "option": option}]
        seated.undo()
        seated.wait(5_000)


def test_broods_beside_you_are_chosen_by_their_direction():
    seated = _asked((0, -1), (1, 0), (0, 1), roll=("NW",))
    assert (seated.screen.title, seated.bright) == ("Who drifts?", [1, 3, 4])
    _each_way(seated)


def test_broods_farther_away_are_shown_one_after_another():
    seated = _asked((0, -2), (2, 0), (0, 2), roll=("NW",))
    assert (seated.screen.kind, seated.screen.rows) == ("scroll", ("Brood 1 (1)", "1/3"))
    meant = [mark.at for mark in seated.screen.picture.marks if mark.is_meant]
    assert meant == [(0, -2)]
    _each_way(seated)


@pytest.mark.parametrize("rotation", range(6))
def test_a_way_is_chosen_from_where_the_brood_stands(rotation):  # RA-23
    seated = _asked((2, -2), roll=("S", 1, 2))
    seated.settings = type(seated.settings)(game="ruin", rotation=rotation)
    assert seated.ask.what == "hex"
    assert seated.screen.title == "Brood 1: where?"
    at = (2, -1)
    ways = {direction_to(at, tuple(option)) for option in seated.ask.options}
    assert ways == {"N", "NW"}
    assert {DIRECTIONS[(number - 1 + rotation) % 6] for number in seated.bright} == ways
    (middle,) = [mark for mark in seated.screen.picture.marks if mark.at == (0, 0)]
    assert (middle.text, middle.is_meant) == ("1", True)
    assert {pointer.shape for pointer in seated.screen.picture.pointers} >= {"mother"}
    _each_way(seated)


def _until(seated, what, why, **rolls):
    """Let somebody answer until this choice is asked; rolls are by what they are for."""
    for _ in range(40):
        ask = seated.ask
        if isinstance(ask, AskChoose) and (ask.what, ask.why) == (what, why):
            seated.wait(5_000)
            seated.commands.clear()
            return
        if isinstance(ask, AskChoose):
            seated.command({"do": "choose", "option": ask.options[0]})
        else:
            face = rolls.get(ask.why, "S" if ask.die == "compass" else 1)
            seated.command({"do": "roll", "values": [face] * ask.count})
    raise AssertionError(f"no choice of a {what} for {why}")


def _questioned(seated, ask, then):
    """Put a question of the Mother Phase on the table."""
    seated.state = replace(seated.state, phase="mother", question=ask, then=then, tasks=(("round_end",),))
    seated._told()
    return seated


def test_a_brood_that_comes_to_you_is_led_by_its_directions():  # R-150, RA-23
    seated = _asked((2, -1), (-2, 1), commands=())
    _questioned(seated, AskChoose("brood", "move", random=True, options=(1, 2)), ("move_step", 2))
    assert (seated.screen.title, seated.screen.kind) == ("Who comes?", "scroll")
    _each_way(seated)
    seated.command({"do": "choose", "option": 1})
    assert (seated.ask.what, seated.ask.why) == ("hex", "move")
    assert (seated.screen.title, seated.screen.kind) == ("Brood 1: where?", "toward")
    seated.commands.clear()
    _each_way(seated)


def test_a_place_to_spawn_is_shown_on_the_map():
    seated = _asked((0, -2, 1), (3, 0))
    _until(seated, "hex", "spawn", drift="N")
    assert seated.screen.title == "Spawn where?"
    assert seated.screen.kind == "scroll"
    assert seated.screen.rows[0].startswith("Hex ")
    assert any(mark.is_meant for mark in seated.screen.picture.marks)
    _each_way(seated)


def test_the_order_of_those_beside_you_may_be_yours():  # RA-08
    commands = ({"do": "commit_move", "stars": 1}, {"do": "step", "to": "N"}, {"do": "resolve"})
    seated = _asked((1, -1, 1), (-1, -1, 1), commands=commands, house={"adjacent_order": "choose"})
    assert (seated.screen.title, seated.screen.kind) == ("Who is next?", "toward")
    _each_way(seated)


def test_the_brood_that_is_charged_is_yours_to_choose():
    seated = _asked((2, 0), (-2, 0), commands=())
    _questioned(seated, AskChoose("brood", "charge", random=False, options=(1, 2)), ("charge_one", 1))
    assert seated.screen.title == "Charge which?"
    assert seated.screen.sentence == "Which Brood is charged? Choose one"
    _each_way(seated)


def test_with_a_brood_on_you_and_mother_an_eye_without_an_arrow_says_so():
    commands = ({"do": "commit_move", "stars": 1}, {"do": "step", "to": "N"})
    seated = Seated("ruin", {"board": board((0, -1), mother=(0, -1))})
    for command in commands:
        seated.command(command)
    assert [(one.shape, one.at) for one in seated.screen.picture.pointers] == [("mother", (0, 0))]


def test_a_die_that_the_ruin_does_not_have_is_a_mistake_of_ours():
    with pytest.raises(AssertionError, match="no movement"):
        fill(ruin, RUIN.setup({}, 1), AskRoll("movement", 1, "end_turn"), ())
