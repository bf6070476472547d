"""A Ruin at the table for tests: small boards, commands and answers in one line."""

from runeheart.core.hexes import disc
from runeheart.games.ruin.rules import RUIN
from support.played import Played

FAR = (0, -3)
"""Mother's Hex on the round board, out of the way."""


def board(*broods, start=(0, 0), mother=FAR, radius=3, hexes=None):
    """Return a round board; a Brood is (q, r) or (q, r, charge), and they are numbered in their order."""
    return {
        "hexes": sorted(list(at) for at in (disc((0, 0), radius) if hexes is None else hexes)),
        "mother": list(mother),
        "start": list(start),
        "broods": [{"at": [q, r], "charge": charge[0] if charge else 1} for q, r, *charge in broods],
    }


class Ruin(Played):
    """A game in which people answer everything; what came of the last command is in `events`, `refused`."""

    def __init__(self, *broods, start=(0, 0), mother=FAR, radius=3, hexes=None, seed=0, **setup):
        given = {"dice": "ask", "ties": "ask", **setup}
        given.setdefault("board", board(*broods, start=start, mother=mother, radius=radius, hexes=hexes))
        super().__init__(RUIN, given, seed)

    @property
    def broods(self):
        """Return where each Brood is and its Charge, by number."""
        return {one["id"]: (*one["at"], one["charge"]) for one in self.view["broods"]}

    @property
    def charges(self):
        return {one["id"]: one["charge"] for one in self.view["broods"]}

    @property
    def prevented(self):
        return {one["id"]: one["charge_prevented"] for one in self.view["broods"]}

    def do(self, name, **values):
        """Carry a command out and return its events as short tuples (see `short`)."""
        taken = self.table.take({"do": name, **values})
        self.table = taken.table
        self.events = [event.json() for event in taken.events]
        self.refused = taken.refused
        return [short(event) for event in self.events]

    def roll(self, *values):
        return self.do("roll", values=list(values))[1:]

    def choose(self, option):
        return self.do("choose", option=option)[1:]

    def number(self, value):
        return self.do("number", value=value)

    def commit(self, stars):
        return self.do("commit_move", stars=stars)

    def step(self, to, stars=1):
        """Commit and make one step in one go."""
        if self.state.phase == "commit":
            self.commit(stars)
        return self.do("step", to=to)

    def enter(self, to):
        """Commit one star, step and resolve: the events of the entered Hex."""
        self.step(to)
        return self.do("resolve")

    def wait(self):
        """Do not move: on to the Mother Phase, where the Compass Die is asked for."""
        self.commit(0)
        return self.do("end_move")

    def drift(self, direction):
        """Do not move, and let the Broods drift; ties are asked."""
        self.wait()
        return self.roll(direction)

    def burst(self, row, direction="N"):
        """Do not move, drift (ties by the lowest number), and roll the Burst: its events."""
        self.drift(direction)
        while self.ask["why"] == "drift":
            self.choose(self.ask["options"][0])
        assert self.ask["why"] == "burst", self.ask
        return self.roll(row)

    def rest_of(self, why):
        """Answer every choice of one kind with its first option."""
        while self.ask["for"] == "choose" and self.ask["why"] == why:
            self.choose(self.ask["options"][0])

    def rest(self, *, pick=0):
        """Answer whatever is asked, rolls with 1 and choices with one option, up to the next command."""
        told = []
        while self.ask is not None and self.ask["for"] != "command":
            asked = self.ask
            if asked["for"] == "choose":
                told += self.choose(asked["options"][pick])
            elif asked["for"] == "number":
                told += self.number(0)
            else:
                told += self.roll(*(["N"] if asked["die"] == "compass" else [1] * asked["count"]))
        return told


def short(event):
    """Write an event as a tuple: its name and its values in the order of play.md."""
    return tuple(_tuple(value) for value in event.values())


def _tuple(value):
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
