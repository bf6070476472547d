"""docs/playing.md says how the cult is kept: its pictures, and how many presses each thing takes."""

import re
from pathlib import Path

from runeheart.surface.api import SurfaceSettings
from support.cult import Cult, around
from support.cult_pictures import IN_DOCS
from support.cult_prop import Keepers

PAGE = (Path(__file__).parents[2] / "docs/playing.md").read_text(encoding="utf-8")
SPACES = around(
    3, q0r1="plains jewel=red", q0rm1="hills", q1rm2="plains town=Mill", q0rm2="swamp town=Larkmoor"
)


def _told(first):
    """Return the last cell of each row of the table with this head, by the first cell."""
    lines = PAGE.splitlines()
    start = lines.index(f"| {first} | press | presses |")
    rows = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return rows
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        rows[cells[0]] = cells[2]
    return rows


class _Counting(Keepers):
    presses = 0

    def _edge(self, button, *, down):
        self.presses += down
        super()._edge(button, down=down)


def _presses(*bodies, **setup):
    """Return how many presses the last of some commands takes at a table where all are possible."""
    cult = Cult(SPACES, ((0, 1), (0, 1), (0, -1)), **setup).put_hero(0, markers=1, cultists=(1, 0, 0, 1))
    prop = _Counting(table=cult.table, settings=SurfaceSettings(game="cult"))
    for body in bodies[:-1]:
        prop.do(**body)
    prop.presses = 0
    prop.enter(bodies[-1])
    assert prop.given[-1] == bodies[-1]
    return str(prop.presses)


def test_the_pictures_are_shown():
    assert set(re.findall(r"pictures/cult-([a-z-]+)\.png", PAGE)) == set(IN_DOCS)


def test_each_command_takes_as_many_presses_as_is_told():
    told = _told("to tell that")
    mill = {"result": "knocked_out", "to": [1, -2]}
    path = [[0, 2], [1, 1]]
    assert told["the turn is over"] == _presses({"do": "end_turn"})
    assert told["an Encounter was drawn"] == _presses({"do": "encounter", "colour": "red"})
    assert told["an Event was drawn"] == _presses({"do": "event", "number": 5})
    assert told["a hero went *n* spaces"].replace("*n*", "2") == "3 + 2"
    assert _presses({"do": "move_hero", "hero": "Ada", "path": path}) == "5"
    won = {"do": "challenge", "hero": "Ada", "result": "won"}
    assert told["a challenge was won, or escaped from"] == _presses(won)
    assert told["a hero was knocked out"] == _presses({"do": "challenge", "hero": "Ada", **mill})
    assert told["a brand is gone for an experience point"] == _presses({"do": "remove_brand", "hero": "Ada"})
    assert told["it was another hero"] == "2 more"
    assert _presses({"do": "move_hero", "hero": "Ben", "path": path}) == "7"
    assert _presses({"do": "challenge", "hero": "Ben", "result": "escaped"}) == "5"


def test_each_answer_takes_as_many_presses_as_is_told():
    told = _told("to answer")
    turn = {"do": "end_turn"}
    least = _presses(turn, {"do": "roll", "values": [["road"]]})
    most = _presses(turn, {"do": "roll", "values": [["road", "river", "hills"]]})
    assert told["what the movement die shows"] == f"{least} to {most}"
    faces = [["plains"], ["river", "road"], ["hills"], ["forest"], ["plains"], ["road"]]
    assert told["the same, where its faces are configured"] == "1"
    cult = Cult(SPACES, movement_die=faces)
    prop = _Counting(table=cult.table)
    prop.take_it()
    prop.presses = 0
    prop.choose("river")
    assert prop.presses == 1
    way = (turn, {"do": "roll", "values": [["plains"]]}, {"do": "choose", "option": "S"})
    assert told["which way the cult goes, which town draws it in"] == _presses(*way)
    town = (turn, {"do": "roll", "values": [["hills"]]}, {"do": "choose", "option": [1, -2]})
    assert _presses(*town) == "1"
    given_up = {"do": "choose", "option": "red"}
    assert told["which cultist is given up"] == _presses(*way, given_up)
