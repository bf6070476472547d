"""What cannot be carried out is refused in a sentence, and nothing changes."""

import pytest

from support.cult import FORGE, Cult

BOARD = {
    FORGE: "plains town=Forge",
    (0, 1): "river jewel=green",
    (0, 2): "plains",
    (0, 4): "plains town=Mill",
}
COMMANDS = ["end_turn", "encounter", "event", "move_hero", "challenge", "remove_brand"]


def table():
    """Ada at a jewel, Ben in the forge, Cyr out."""
    return Cult(BOARD, [(0, 1), FORGE, (0, 2)]).put_hero(2, at=None)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({"do": "dance"}, 'there is no command "dance"; expected one of: end_turn'),
        ({"do": "end_trun"}, 'did you mean "end_turn"?'),
        ({"do": "roll", "values": [["river"]]}, "roll is not possible now: nothing is asked"),
        ({"do": "choose", "option": "N"}, "choose is not possible now: nothing is asked"),
        ({"do": "encounter"}, "colour is missing; expected one of: green, yellow, blue, red"),
        ({"do": "encounter", "colour": "gren"}, 'colour is "gren"; did you mean "green"?'),
        ({"do": "encounter", "colour": ["green"]}, 'colour is ["green"]'),
        ({"do": "event"}, "number is missing; expected a whole number from 1 to 5"),
        ({"do": "event", "number": 0}, "number is 0"),
        ({"do": "event", "number": 6}, "number is 6"),
        ({"do": "event", "number": 2.0}, "number is 2.0"),
        ({"do": "event", "number": True}, "number is true"),
        ({"do": "event", "number": "II"}, 'number is "II"'),
        ({"do": "move_hero", "path": [[0, 2]]}, "hero is missing; expected one of: Ada, Ben, Cyr"),
        ({"do": "move_hero", "hero": "Bne", "path": [[0, 2]]}, 'hero is "Bne"; did you mean "Ben"?'),
        ({"do": "move_hero", "hero": 1, "path": [[0, 2]]}, "hero is 1"),
        ({"do": "move_hero", "hero": "Cyr", "path": [[0, 1]]}, "Cyr is out of the game"),
        ({"do": "move_hero", "hero": "Ada"}, "path is missing; expected the spaces on the way"),
        ({"do": "move_hero", "hero": "Ada", "path": []}, "path is []"),
        ({"do": "move_hero", "hero": "Ada", "path": "N"}, 'path is "N"'),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, 2], 7]}, "step 2 of the path is 7; expected [q,r]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, 2.0]]}, "step 1 of the path is [0, 2.0]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, False]]}, "step 1 of the path is [0, false]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, 1, 2]]}, "step 1 of the path is [0, 1, 2]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[1, 1]]}, "step 1 of the path is [1, 1]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, 1]]}, "[0, 1], is not next to [0, 1]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, 4]]}, "[0, 4], is not next to [0, 1]"),
        ({"do": "move_hero", "hero": "Ada", "path": [[0, 2], [0, 4]]}, "[0, 4], is not next to [0, 2]"),
        ({"do": "challenge", "result": "won"}, "hero is missing"),
        ({"do": "challenge", "hero": "Cyr", "result": "won"}, "Cyr is out of the game"),
        ({"do": "challenge", "hero": "Ada"}, "result is missing; expected one of: won, escaped, knocked_out"),
        ({"do": "challenge", "hero": "Ada", "result": "lost"}, 'result is "lost"'),
        (
            {"do": "challenge", "hero": "Ben", "result": "won"},
            "there is no jewel at [0, 0], where Ben stands",
        ),
        (
            {"do": "challenge", "hero": "Ada", "result": "knocked_out"},
            "to is missing; expected [q,r] of a town",
        ),
        ({"do": "challenge", "hero": "Ada", "result": "knocked_out", "to": [0, 2]}, "to is [0, 2]"),
        ({"do": "challenge", "hero": "Ada", "result": "knocked_out", "to": [9, 9]}, "to is [9, 9]"),
        ({"do": "challenge", "hero": "Ada", "result": "knocked_out", "to": [0, 4.0]}, "to is [0, 4.0]"),
        ({"do": "challenge", "hero": "Ada", "result": "knocked_out", "to": "Mill"}, 'to is "Mill"'),
        ({"do": "remove_brand"}, "hero is missing"),
        ({"do": "remove_brand", "hero": "Ada"}, "Ada bears no brand"),
        ({"do": "remove_brand", "hero": "Cyr"}, "Cyr is out of the game"),
    ],
)
def test_a_command_that_does_not_fit(command, why):
    cult = table()
    before = cult.table
    cult.do(command["do"], **{key: value for key, value in command.items() if key != "do"})
    assert why in cult.refused
    assert cult.events == []
    assert cult.table == before


def test_all_six_commands_are_always_listed():
    cult = table()
    assert cult.ask == {"for": "command", "commands": COMMANDS}
    cult.end_turn("lava")
    assert cult.ask == {"for": "command", "commands": COMMANDS}


ROLLS = [
    ({}, 'values is missing; expected what one die shows, such as [["river","road"]]'),
    ({"values": []}, "values is []"),
    ({"values": ["river"]}, 'the die: "river" is not a list of 1 to 3 different terrains'),
    ({"values": [["river"], ["road"]]}, 'values is [["river"], ["road"]]'),
    ({"values": [[]]}, "the die: [] is not a list"),
    ({"values": [["a", "b", "c", "d"]]}, "is not a list of 1 to 3 different terrains"),
    ({"values": [["river", "river"]]}, "river is there twice"),
    ({"values": [["River"]]}, '"River" is not a lower-case word'),
    ({"values": [["two words"]]}, "is not a lower-case word"),
    ({"values": [[""]]}, '"" is not a lower-case word'),
    ({"values": [[3]]}, "3 is not a lower-case word"),
    ({"values": {"river": 1}}, "values is {"),
]


@pytest.mark.parametrize(("values", "why"), ROLLS)
def test_a_roll_that_does_not_fit(values, why):
    # CA-05
    cult = table()
    cult.do("end_turn")
    before = cult.table
    cult.do("roll", **values)
    assert why in cult.refused
    assert cult.table == before
    cult.roll("no-such-terrain_2")  # a word that no space has is a roll all the same
    assert cult.refused is None


@pytest.mark.parametrize("do", [*COMMANDS, "choose"])
def test_while_the_die_is_awaited_nothing_else_goes(do):
    cult = table()
    cult.encounter("green")
    before = cult.table
    cult.do(do, colour="green", number=1, hero="Ada", path=[[0, 2]], result="won", option="N")
    assert cult.refused == f"{do} has to wait: the movement die comes first"
    assert cult.table == before


@pytest.mark.parametrize("do", [*COMMANDS, "roll"])
def test_while_a_choice_is_awaited_nothing_else_goes(do):
    cult = table()
    cult.put(bearing="S").put_hero(0, cultists=(1, 1, 0, 0))
    cult.end_turn("river")
    before = cult.table
    cult.do(do, values=[["river"]])
    assert cult.refused == f"{do} has to wait: a colour is to be chosen first"
    for body, why in (
        ({}, "option is missing; expected one of green, yellow"),
        ({"option": "red"}, 'colour "red" is not one of green, yellow'),
        ({"option": 0}, "colour 0 is not one of green, yellow"),
    ):
        cult.do("choose", **body)
        assert cult.refused == why
    assert cult.table == before


def test_state_and_wait_are_allowed_while_a_question_is_open():
    cult = table()
    cult.do("end_turn")
    assert cult.do("state")[0]["event"] == "state"
    cult.do("wait", at=7)
    assert cult.refused is None
    assert cult.ask["for"] == "roll"


def test_any_hero_may_move_and_challenge_on_anybodys_turn():
    # C-012, C-030: what a turn holds is the table's business
    cult = table()
    assert cult.view["turn"] == "Ada"
    cult.move("Ben", (0, 1))
    cult.challenge("Ben")
    assert cult.names == ["challenge_won"]
    cult.move("Ada", (0, 2), (0, 1), (0, 0))
    assert cult.hero("Ada")["at"] == [0, 0]


def test_a_refused_command_leaves_the_moved_clock():
    cult = table()
    cult.do("remove_brand", at=3, hero="Ada")
    assert cult.table.at_ms == 3000
    cult.do("event", at=2, number=1)
    assert "never goes back" in cult.refused
