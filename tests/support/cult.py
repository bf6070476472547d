"""A Cult at the table for tests: boards in a few words, and commands in one line."""

from msgspec.structs import replace

from runeheart.core.hexes import disc
from runeheart.games.cult.rules import CULT
from support.played import Played

COLOURS = ("green", "yellow", "blue", "red")
NAMES = ("Ada", "Ben", "Cyr", "Dot", "Eve", "Fay")
FORGE = (0, 0)


def a_board(spaces, forge=FORGE):
    """Return a board; each space is written as `"hills road town=Mill jewel=green"`, by its Hex."""
    return {
        "spaces": [a_space(at, words) for at, words in spaces.items()],
        "forge": list(forge),
    }


def a_space(at, words=""):
    space = {"at": list(at), "terrain": []}
    for word in words.split():
        key, _, value = word.partition("=")
        if value:
            space[key] = value
        else:
            space["terrain"].append(word)
    return space


def around(radius, words="plains", **others):
    """Return every space within `radius` of the forge, plain but for `others` (`q0r1="…"`, m for minus)."""
    spaces = dict.fromkeys(disc(FORGE, radius), words)
    spaces[FORGE] = f"{words} town=Forge"
    for name, special in others.items():
        q, r = name.removeprefix("q").replace("m", "-").split("r")
        spaces[int(q), int(r)] = special
    return spaces


def a_hero(number, at, life=5, stamina=4):
    return {"name": NAMES[number], "at": list(at), "life": life, "stamina": stamina}


class Cult(Played):
    """A game that is played by `do`; what came of the last command is in `events` and `refused`.

    `spaces` by Hex (see a_board), `heroes` the Hexes where they stand, each with Life 5 and Stamina 4 unless
    it is written out.
    """

    def __init__(self, spaces, heroes=((9, 9), (9, 9)), seed=0, **setup):
        spaces = {**spaces}
        for at in heroes:
            if not isinstance(at, dict):
                spaces.setdefault(at, "nowhere")
        given = {
            "board": a_board(spaces),
            "heroes": [
                at if isinstance(at, dict) else a_hero(number, at) for number, at in enumerate(heroes)
            ],
            **setup,
        }
        self.setup = given
        super().__init__(CULT, given, seed)

    @property
    def names(self):
        return [event["event"] for event in self.events]

    def hero(self, name):
        return next(hero for hero in self.view["heroes"] if hero["name"] == name)

    def do(self, name, **values):
        """Carry a command out and return its events, as play.md writes them."""
        taken = self.table.take({"do": name, **values})
        self.table = taken.table
        self.events = [event.json() for event in taken.events]
        self.refused = taken.refused
        return self.events

    def roll(self, *words):
        return self.do("roll", values=[list(words)])

    def choose(self, option):
        return self.do("choose", option=list(option) if isinstance(option, tuple) else option)

    def end_turn(self, *words):
        """End the turn and roll; return the events of both but for the roll and the turn."""
        self.do("end_turn")
        self.roll(*words)
        return [event for event in self.events if event["event"] not in {"rolled", "turn"}]

    def move(self, hero, *path):
        return self.do("move_hero", hero=hero, path=[list(at) for at in path])

    def challenge(self, hero, result="won", to=None):
        return self.do("challenge", hero=hero, result=result, **({} if to is None else {"to": list(to)}))

    def event(self, number=1):
        return self.do("event", number=number)

    def encounter(self, colour="green"):
        return self.do("encounter", colour=colour)

    def put(self, **changes):
        """Lay the state out as it is wanted: `marker`, `bearing`, `decks`, `infiltrated`, …"""
        self.table = replace(self.table, state=replace(self.state, **changes))
        return self

    def put_hero(self, number, **changes):
        """Lay out what a hero has: `markers`, `cultists` (green, yellow, blue, red), `at`."""
        hero = replace(self.state.heroes[number], **changes)
        self.table = replace(self.table, state=self.state.with_hero(number, hero))
        return self

    def flip(self, *spaces):
        """Turn jewels to their experience side."""
        return self.put(jewels={**self.state.jewels, **dict.fromkeys(spaces, True)})
