"""The Ruin's commands by presses alone: what is pressed, and what comes of it (docs/playing.md)."""

import pytest

from runeheart.core.events import AskCommand
from runeheart.games.ruin.rules import RUIN
from runeheart.surface import ruin
from support.ruin import board
from support.seated import Seated
from support.ways import answers, enter

BROODS = ((0, -1, 3), (1, 0, 4), (0, 1, 1), (2, -2, 2), (-3, 0, 1))
"""Three beside you at (0, 0): N, SE and S; two farther away."""
HELD = {7: "nature", 8: "fire", 9: "water", 0: "storm"}
TAPPED = ("nature", "fire", "water", "storm", "moon", "sun")


def _seated(*broods, stars=None, step=None, **setup):
    """Players on a round board: before the Commit, or with stars, or with a step made."""
    given = {"board": board(*broods, radius=3), "ties": "ask", **setup}
    seated = Seated("ruin", given)
    if stars is not None:
        seated.command({"do": "commit_move", "stars": stars})
    if step is not None:
        seated.command({"do": "step", "to": step})
    seated.commands.clear()
    seated.heard()
    return seated


def _number(seated, value):
    seated.hold(HELD[value]) if value in HELD else seated.tap(TAPPED[value - 1])


# --- a round begins ---


@pytest.mark.parametrize("stars", range(10))
def test_stars_are_one_press(stars):
    seated = _seated()
    _number(seated, stars)
    assert seated.commands == [{"do": "commit_move", "stars": stars}]


# --- moves ---


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("way", range(6))
def test_a_step_is_one_tap_in_its_direction(rotation, way):
    seated = Seated("ruin", {"board": board()}, rotation=rotation)
    seated.tap("fire")
    seated.commands.clear()
    seated.tap(TAPPED[way])
    assert seated.commands == [{"do": "step", "to": ("N", "NE", "SE", "S", "SW", "NW")[(way + rotation) % 6]}]


@pytest.mark.parametrize("rotation", range(6))
def test_only_directions_on_the_map_are_lit_and_taken(rotation):
    corner = board(start=(2, 0), mother=(-2, 0), radius=2)
    seated = Seated("ruin", {"board": corner}, rotation=rotation)
    seated.tap("fire")
    lit = {("N", "NE", "SE", "S", "SW", "NW")[(number - 1 + rotation) % 6] for number in seated.bright}
    beside = seated.state.setup.board.field.beside[seated.state.player]
    assert lit == {way for way, at in zip(("N", "NE", "SE", "S", "SW", "NW"), beside, strict=True) if at >= 0}
    for number, button in enumerate(TAPPED, 1):
        if number not in seated.bright:
            before = seated.state
            seated.tap(button)
            assert (seated.state, seated.message) == (before, ("Not that way",))


def test_other_commands_are_behind_a_hold_wherever_a_step_is_possible():
    seated = _seated(stars=2)
    seated.hold("storm")
    assert seated.screen.rows == ("End move", "Attack", "Stealth", "Attune")
    seated.tap("nature")
    assert seated.commands == [{"do": "end_move"}]


def test_after_a_step_with_stars_left_the_move_can_be_ended():
    seated = _seated(stars=2, step="N")
    seated.tap("nature")
    assert seated.commands == [{"do": "resolve"}]
    seated.hold("nature")
    assert seated.screen.rows == ("End move",)
    seated.tap("nature")
    assert seated.commands[-1] == {"do": "end_move"}


def test_without_stars_the_list_is_there_at_once():
    seated = _seated(stars=0)
    assert seated.screen.rows == ("End move", "Attack", "Stealth", "Attune")
    assert seated.bright == [1, 2, 3, 4]


# --- Attack: R-066, RA-33 ---


def _at_the_list(**setup):
    return _seated(*BROODS, stars=0, **setup)


def test_an_attack_on_all_needs_the_stars_only():
    seated = _at_the_list()
    seated.tap("fire", "water")
    assert seated.commands == [{"do": "attack", "stars": 3, "targets": [1, 2, 3]}]


def test_an_attack_on_some_needs_their_directions():
    seated = _at_the_list()
    seated.tap("fire", "fire")
    assert (seated.screen.title, seated.screen.missing, seated.bright) == ("Attack whom?", 2, [1, 3, 4])
    seated.tap("storm")
    assert seated.screen.missing == 1
    assert seated.bright == [1, 3]
    assert seated.patterns[3] == "blink"
    seated.tap("nature")
    assert seated.commands == [{"do": "attack", "stars": 2, "targets": [3, 1]}]


def test_an_attack_without_stars_has_no_targets():
    seated = _at_the_list()
    seated.tap("fire")
    seated.hold("storm")
    assert seated.commands == [{"do": "attack", "stars": 0, "targets": []}]


def test_with_that_house_rule_an_attack_may_spare():
    seated = _at_the_list(house={"attack": "may"})
    seated.tap("fire", "water", "water")
    assert seated.screen.hint == "hold MOON: ok"
    seated.hold("moon")
    assert seated.commands == [{"do": "attack", "stars": 3, "targets": [2]}]


# --- Stealth: R-064 ---


def test_stealth_keeps_one_beside_you():
    seated = _at_the_list()
    seated.tap("water", "nature", "nature", "water")
    use = {"prevent_discharge": 2}
    assert seated.commands == [{"do": "skill", "kind": "stealth", "stars": 1, "uses": [use]}]


def test_stealth_where_one_is_in_your_hex_shows_one_at_a_time():
    seated = _seated((1, -1, 4), (0, -1, 3), stars=1, step="N")
    seated.tap("water", "nature", "nature")
    assert (seated.screen.kind, seated.screen.rows) == ("scroll", ("Brood 2 (3)", "1/2"))
    seated.tap("moon")
    assert seated.commands[0]["uses"] == [{"prevent_discharge": 2}]


def test_what_is_clear_is_not_asked():
    seated = _seated((0, -1), stars=0)
    seated.tap("water", "nature", "nature")
    assert seated.commands[0]["uses"] == [{"prevent_discharge": 1}]


def test_stealth_with_nobody_near_needs_the_stars_only():
    seated = _seated((3, 0), stars=0)
    seated.tap("water", "water")
    assert seated.commands == [{"do": "skill", "kind": "stealth", "stars": 3, "uses": []}]


def test_fewer_uses_than_stars_are_enough():
    seated = _at_the_list()
    seated.tap("water", "water", "fire", "nature", "water")
    assert seated.commands[0]["uses"] == [{"prevent_charge": 1}]


# --- Attunement, RA-43 ---


def test_attunement_moves_any_brood():
    seated = _at_the_list()
    seated.tap("storm", "nature", "nature")
    assert seated.screen.rows == ("Brood 1 (3)", "1/5")
    seated.tap("nature")
    assert seated.screen.rows == ("Brood 5 (1)", "5/5")
    seated.tap("moon", "fire")
    use = {"move": 5, "to": "NE"}
    assert seated.commands == [{"do": "skill", "kind": "attunement", "stars": 1, "uses": [use]}]


def test_a_later_use_finds_the_broods_where_the_earlier_left_them():
    seated = _at_the_list()
    seated.tap("storm", "fire", "nature")
    enter(seated, ("attunement", 2, "move", 4, "S"))  # to (2, -1): not beside you yet
    enter(seated, ("attunement", 2, "move", 4, "SW"))  # to (1, -1): beside you now
    assert seated.screen.title == "Star 2 of 2"
    near = {mark.at: mark.text for mark in seated.screen.picture.marks if mark.text}
    assert near[1, -1] == "2"
    seated.tap("fire", "fire")  # no charge: the one in the NE
    uses = [{"move": 4, "to": "SW"}, {"prevent_charge": 4}]
    assert seated.commands == [{"do": "skill", "kind": "attunement", "stars": 2, "uses": uses}]
    assert seated.refusals == []


# --- all of them ---


@pytest.mark.parametrize(
    ("stars", "step", "names"),
    [
        (None, None, {"commit_move"}),
        (2, None, {"step", "attack", "skill", "end_move"}),
        (0, None, {"attack", "skill", "end_move"}),
        (2, "N", {"attack", "skill", "resolve"}),
    ],
)
@pytest.mark.parametrize("house", [{}, {"attack": "may"}])
def test_all_that_the_menu_offers_is_taken_and_all_that_is_allowed_is_offered(stars, step, names, house):
    seated = _seated((0, -1, 3), (1, -1, 4), stars=stars, step=step, house=house)
    ask = RUIN.ask(seated.state)
    assert isinstance(ask, AskCommand)
    found = [body for _, body in answers(ruin, seated.state, ask, most=3_000)]
    assert {body["do"] for body in found} == names == set(ask.commands)
    for body in found:
        assert hasattr(RUIN.step(seated.state, body), "events"), body


def test_nobody_is_kept_from_discharging_twice():  # RA-13
    seated = _seated((0, -1, 3), (1, 0, 4), stars=2, step="S")
    enter(seated, ("stealth", 3, "prevent_discharge"))
    assert seated.screen.rows == ("No charge", "Enough")  # Brood 2 is the only one near: it is kept already
    seated.tap("fire")
    assert seated.commands[-1] == {
        "do": "skill",
        "kind": "stealth",
        "stars": 3,
        "uses": [{"prevent_discharge": 2}],
    }


def test_of_two_the_other_one_is_left():  # RA-13
    seated = _seated((0, 0, 3), (1, 0, 4), stars=2, step="S")
    enter(seated, ("stealth", 3, "prevent_discharge", 1))
    seated.tap("nature")  # No discharge again: the other one, without a question
    assert seated.screen.rows == ("No charge", "Enough")
    seated.tap("fire")
    assert seated.commands[-1]["uses"] == [{"prevent_discharge": 1}, {"prevent_discharge": 2}]
