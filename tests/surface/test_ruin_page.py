"""docs/playing.md tells what is pressed in a Ruin: each row of its table is pressed here."""

import re
from pathlib import Path

import pytest

from support.ruin import board
from support.ruin_pictures import IN_DOCS
from support.seated import Seated

PAGE = (Path(__file__).parents[2] / "docs/playing.md").read_text(encoding="utf-8")
RUNES = ("nature", "fire", "water", "storm", "moon", "sun")
BROODS = ((0, -1, 3), (1, 0, 4), (0, 1, 1))
WHERE = {
    "a round begins": ([], BROODS),
    "with stars left": ([{"do": "commit_move", "stars": 2}], BROODS),
    "without stars": ([{"do": "commit_move", "stars": 0}], BROODS),
    "in the list": ([{"do": "commit_move", "stars": 0}], BROODS),
    "after a step": ([{"do": "commit_move", "stars": 1}, {"do": "step", "to": "NW"}], BROODS),
    "dice are asked": (
        [{"do": "commit_move", "stars": 0}, {"do": "attack", "stars": 1, "targets": [1]}],
        BROODS[:1],
    ),
}
COMMANDS = {
    "commit 3 stars": {"do": "commit_move", "stars": 3},
    "commit none": {"do": "commit_move", "stars": 0},
    "step to the north-east": {"do": "step", "to": "NE"},
    "end the move": {"do": "end_move"},
    "resolve the Hex": {"do": "resolve"},
    "attack all beside you with 3 stars": {"do": "attack", "stars": 3, "targets": [1, 2, 3]},
    "attack two of three": {"do": "attack", "stars": 2, "targets": [1, 2]},
    "keep one from discharging with 1 star": {
        "do": "skill",
        "kind": "stealth",
        "stars": 1,
        "uses": [{"prevent_discharge": 1}],
    },
    "keep two from charging with 2 stars": {
        "do": "skill",
        "kind": "stealth",
        "stars": 2,
        "uses": [{"prevent_charge": 1}, {"prevent_charge": 2}],
    },
    "move the nearest Brood to the south": {
        "do": "skill",
        "kind": "attunement",
        "stars": 1,
        "uses": [{"move": 1, "to": "S"}],
    },
    "type two four-sided dice": {"do": "roll", "values": [2, 4]},
}


def _rows():
    lines = [line.strip() for line in PAGE.splitlines()]
    start = lines.index("| to | where | press | presses |")
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _press(seated, what):
    """Press what a cell of the table says; return how many presses it took."""
    held = re.fullmatch(r"hold (\d)", what)
    if held:
        seated.hold(RUNES[int(held[1]) - 1])
    elif what == "hold any rune but Sun":
        seated.hold("storm")
    elif what.lower() in RUNES:
        seated.tap(what.lower())
    elif what.isdigit():
        seated.tap(RUNES[int(what) - 1])
    elif what == "the button towards each":
        seated.tap("nature", "water")
        return 2
    elif what == "the Brood":
        beside = RUNES[seated.bright[len(seated.ui.mode.path) // 4] - 1]  # another one for the second star
        seated.tap(beside if seated.screen.kind == "toward" else "moon")
    else:
        seated.tap(RUNES[seated.screen.rows.index(what)])
    return 1


@pytest.mark.parametrize(("to", "where", "press", "presses"), [*_rows()])
def test_every_row_is_true(to, where, press, presses):
    before, broods = WHERE[where]
    seated = Seated("ruin", {"board": board(*broods), "ties": "ask"})
    for command in before:
        seated.command(command)
    seated.commands.clear()
    assert sum(_press(seated, what) for what in press.split(" · ")) == int(presses)
    assert seated.commands == [COMMANDS[to]]
    assert seated.refusals == []


def test_every_command_and_every_place_has_a_row():
    assert {row[0] for row in _rows()} == set(COMMANDS)
    assert {row[1] for row in _rows()} == set(WHERE)


def test_every_picture_is_shown():
    assert set(re.findall(r"pictures/ruin-([a-z-]+)\.png", PAGE)) == set(IN_DOCS)
