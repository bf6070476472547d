"""How many courses the cult can take: counted by the engine, and by hand in columns and rows."""

import pytest

from runeheart.core.boards import read_text
from runeheart.core.hexes import column_row
from runeheart.core.table import Table
from runeheart.games.cult.rules import CULT
from runeheart.games.cult.sheets import board_of
from runeheart.games.cult.shipped import SHIPPED
from runeheart.games.cult.words import USUAL

AROUND = ["N", "NE", "SE", "S", "SW", "NW"]


def courses(table, depth):
    """Count by the engine: every roll of one terrain and every choice, `depth` turns deep."""
    if depth == 0:
        return 1
    asked = table.take({"do": "end_turn"}).table
    return sum(answered(asked.take({"do": "roll", "values": [[word]]}).table, depth - 1) for word in USUAL)


def answered(table, depth):
    ask = CULT.ask(table.state).json()
    if ask["for"] == "command":
        return courses(table, depth)
    return sum(answered(table.take({"do": "choose", "option": one}).table, depth) for one in ask["options"])


class Counted:
    """The same by hand: spaces by column and row, and the rules of a move as they are told."""

    def __init__(self, board):
        self.words = {column_row(space["at"]): set(space["terrain"]) for space in board["spaces"]}
        self.towns = {column_row(space["at"]) for space in board["spaces"] if "town" in space}

    def beside(self, place, way):
        column, row = place
        if way in {"N", "S"}:
            return column, row + (1 if way == "S" else -1)
        down = {("N", 1): -1, ("N", 0): 0, ("S", 1): 0, ("S", 0): 1}[way[0], column % 2]
        return column + (1 if "E" in way else -1), row + down

    def turned(self, place, bearing):
        if bearing is None:
            return None
        ahead = self.beside(place, bearing)
        if ahead not in self.words and not any(column == ahead[0] for column, _ in self.words):
            bearing = bearing.translate(str.maketrans("EW", "WE"))
        if self.beside(place, bearing) not in self.words:
            bearing = bearing.translate(str.maketrans("NS", "SN"))
        return bearing

    def courses(self, place, bearing, taken, depth):
        if depth == 0:
            return 1
        bearing = self.turned(place, bearing)
        sides = [0, 1, 5] if bearing else range(6)
        ahead = AROUND.index(bearing) if bearing else 0
        total = 0
        for word in USUAL:
            ways = [AROUND[(ahead + side) % 6] for side in sides]
            ways = [way for way in ways if word in self.words.get(self.beside(place, way), ())]
            for way in ways:
                total += self.pulled(self.beside(place, way), bearing or way, taken, depth)
            total += 0 if ways else self.courses(place, bearing, taken, depth - 1)
        return total

    def pulled(self, place, bearing, taken, depth):
        taken = taken | ({place} & self.towns)
        towns = {self.beside(place, way) for way in AROUND} & self.towns - taken
        if not towns:
            return self.courses(place, bearing, taken, depth - 1)
        return sum(self.pulled(town, bearing, taken, depth) for town in towns)


@pytest.mark.parametrize(
    ("name", "counts"), [("hearth", [13, 115, 951, 7609]), ("realm", [14, 130, 1124, 9563])]
)
def test_the_courses_of_the_cult_on_our_boards(name, counts):
    # C-041, C-045, C-091, C-093, C-098, C-099, CA-01, CA-04, CA-06, CA-08
    board, _ = board_of(read_text(SHIPPED[name]))
    table = Table(CULT, CULT.setup({"board": board}, 0))
    forge = column_row(board["forge"])
    by_hand = Counted(board)
    found = [courses(table, depth) for depth in range(1, 5)]
    assert found == [by_hand.courses(forge, None, frozenset({forge}), depth) for depth in range(1, 5)]
    assert found == counts
