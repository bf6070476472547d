"""Real dice and the real compass answer what is asked, mixed with presses; nothing else is kept of them."""

import pytest

from runeheart.core.hexes import DIRECTIONS, heading_direction, neighbours
from support.players import playing
from support.ruin import board
from support.seated import Seated


def _asked(*broods, stars, press, setup=None, **settings):
    seated = Seated("ruin", {"board": board(*broods), "ties": "auto", **(setup or {})}, **settings)
    seated.command({"do": "commit_move", "stars": stars})
    seated.tap(*press)
    seated.heard()
    seated.commands.clear()
    return seated


def _at_a_retaliation():
    """Two Broods are destroyed: 3d4."""
    seated = _asked((0, -1), (1, 0), stars=0, press=("fire", "fire"))
    assert seated.ask.count == 3
    return seated


def _at_the_drift():
    return _asked((3, 0), stars=0, press=("nature",))


def test_dice_come_one_by_one():
    seated = _at_a_retaliation()
    seated.rolls("d4", 2)
    assert (seated.screen.entered, seated.screen.missing, seated.heard()) == (("2",), 2, ["tap"])
    seated.rolls("d4", 4)
    seated.rolls("d4", 1)
    assert seated.commands == [{"do": "roll", "values": [2, 4, 1]}]


def test_read_and_typed_dice_are_mixed_and_the_last_one_is_corrected():
    seated = _at_a_retaliation()
    seated.rolls("d4", 2)
    seated.tap("storm")
    seated.hold("sun")  # it was no 4
    seated.tap("water")
    assert seated.screen.entered == ("2", "3")
    seated.hold("sun")
    seated.rolls("d4", 1)
    seated.rolls("d4", 1)
    assert seated.commands == [{"do": "roll", "values": [2, 1, 1]}]


@pytest.mark.parametrize(
    ("die", "face"),
    [
        ("d6", 3),
        ("d8", 3),
        ("compass", "N"),
        ("movement", ("river",)),
        ("d4", 5),
        ("d4", 0),
        ("d4", "N"),
        ("d4", ("a",)),
    ],
)
def test_another_die_is_not_asked_for(die, face):
    seated = _at_a_retaliation()
    seated.tap("nature")
    seated.heard()
    seated.rolls(die, face)
    assert seated.message == ("Not asked for",)
    assert seated.heard() == ["refused"]
    assert seated.ui.mode.path == (1,)
    assert seated.commands == []


@pytest.mark.parametrize("degrees", [0, 29.9, 30, 90, 150, 210, 270, 329.9, 330, 359.9, 360])
def test_the_compass_answers_its_roll(degrees):
    seated = _at_the_drift()
    seated.heads(degrees)
    assert seated.commands == [{"do": "roll", "values": [heading_direction(degrees)]}]


@pytest.mark.parametrize("face", DIRECTIONS)
def test_a_real_compass_die_answers_too(face):
    seated = _at_the_drift()
    seated.rolls("compass", face)
    assert seated.commands == [{"do": "roll", "values": [face]}]


@pytest.mark.parametrize("face", ["E", 3, ("N",)])
def test_a_compass_with_no_such_face_is_not_asked_for(face):
    seated = _at_the_drift()
    seated.rolls("compass", face)
    assert (seated.message, seated.commands) == (("Not asked for",), [])


@pytest.mark.parametrize("rotation", range(6))
def test_the_compass_knows_north_however_the_prop_lies(rotation):
    seated = _asked((3, 0), stars=0, press=("nature",), rotation=rotation)
    seated.heads(60)
    assert seated.commands == [{"do": "roll", "values": ["NE"]}]


def test_a_compass_that_is_turned_is_no_step_and_no_choice_of_a_brood():
    seated = _asked((0, -1), stars=1, press=())
    seated.heads(0)
    assert (seated.message, seated.commands) == (("Not asked for",), [])
    other = _asked((0, -1), (1, 0), stars=0, press=("fire", "nature"))
    other.heads(0)
    assert (other.message, other.commands) == (("Not asked for",), [])


def test_a_choice_of_a_direction_is_answered_by_the_compass():
    seated = Seated("cult", {})
    spaces, marker = seated.state.board.spaces, seated.state.marker
    beside = [spaces[at] for at in neighbours(marker) if at in spaces and spaces[at].town is None]
    seated.command({"do": "end_turn"})
    seated.command({"do": "roll", "values": [sorted({min(space.terrain) for space in beside})[:3]]})
    assert seated.ask.what == "direction"
    option = seated.ask.options[-1]
    other = next(way for way in DIRECTIONS if way not in seated.ask.options)
    seated.commands.clear()
    seated.heads(60.0 * DIRECTIONS.index(other))
    assert seated.commands == []
    seated.heads(60.0 * DIRECTIONS.index(option))
    assert seated.commands == [{"do": "choose", "option": option}]


def test_a_movement_die_is_read_whole_whatever_was_typed():
    seated = Seated("cult", {})
    seated.command({"do": "end_turn"})
    seated.commands.clear()
    seated.rolls("movement", ("hills", "road"))
    assert seated.commands == [{"do": "roll", "values": [["hills", "road"]]}]


def test_a_face_that_the_movement_die_does_not_have_is_no_turn():
    faces = [["road"], ["hills", "road"], ["hills"], ["forest"], ["plains"], ["road"]]
    seated = Seated("cult", {"movement_die": faces})
    seated.command({"do": "end_turn"})
    seated.commands.clear()
    seated.heard()
    for face in (("lava",), ("hills", "plains"), ("river",)):
        seated.rolls("movement", face)
        assert (seated.commands, seated.heard()) == ([], ["refused"]), face
        assert seated.message == ("Not a face", "of this die")
    seated.rolls("movement", ("road", "hills"))
    assert seated.commands == [{"do": "roll", "values": [["hills", "road"]]}], "as the setup has it"


def test_a_die_that_answers_while_leaving_is_asked_stays():
    seated = _at_a_retaliation()
    seated.hold("sun")
    assert seated.screen.title == "Leave the game?"
    seated.rolls("d4", 3)
    assert seated.screen.entered == ("3",)


def test_the_heart_and_a_prop_that_waits_have_no_dice():
    waiting = Seated("ruin", {}, begin=False)
    waiting.rolls("d4", 3)
    assert (waiting.message, waiting.heard()) == (("Not asked for",), ["refused"])
    players = playing()
    waiting.state, waiting.ui, waiting.settings = players.state, players.ui, players.settings
    waiting.heads(10)
    assert (waiting.message, waiting.intents) == (("Not asked for",), [])


def test_an_end_has_nothing_said_over_it():
    seated = Seated("ruin", {"board": board(start=(0, -3)), "dice": "auto"})
    seated.hold("storm")
    seated.tap("nature")
    seated.rolls("d4", 3)
    assert (seated.screen.title, seated.message) == ("RESOLVED", ())
