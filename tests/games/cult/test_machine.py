"""A Cult under any commands in any order: what holds always, and that a replay equals the game."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from runeheart.core.hexes import disc, distance, neighbour, neighbours
from runeheart.core.lines import written
from runeheart.core.table import Table
from runeheart.games.cult.rules import CULT
from runeheart.games.cult.settings import HOUSE_RULES
from support.cult import COLOURS, NAMES

TERRAINS = ("road", "river", "hills")
WORTH = dict(zip(COLOURS, (1, 2, 3, 4), strict=True))
CLOCKWISE = ["N", "NE", "SE", "S", "SW", "NW"]
AREA = disc((0, 0), 2)
DIE = [["road"], ["river"], ["hills"], ["road", "river"], ["river", "hills"], ["hills", "road"]]

spaces = st.fixed_dictionaries(
    {"terrain": st.lists(st.sampled_from(TERRAINS), unique=True, min_size=1, max_size=2)},
    optional={"town": st.just("A town"), "jewel": st.sampled_from(COLOURS)},
)
boards = st.dictionaries(st.sampled_from(AREA), spaces, min_size=9, max_size=19)


class AnyGame(RuleBasedStateMachine):
    @initialize(
        board=boards,
        heroes=st.lists(st.tuples(st.integers(0, 18), st.integers(3, 9)), min_size=1, max_size=4),
        house=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in HOUSE_RULES.items()}),
        decks=st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 3)),
        dice=st.sampled_from(["ask", "auto"]),
        seed=st.integers(0, 1000),
    )
    def begin(self, board, heroes, house, decks, dice, seed):
        at = sorted(board)
        board[at[0]].setdefault("town", "Forge")
        self.given = {
            "board": {
                "spaces": [{"at": list(place), **space} for place, space in board.items()],
                "forge": list(at[0]),
            },
            "heroes": [
                {"name": NAMES[index], "at": list(at[place % len(at)]), "life": life, "stamina": 2}
                for index, (place, life) in enumerate(heroes)
            ],
            "house": house,
            "decks": decks,
            "dice": dice,
            "movement_die": DIE,
        }
        self.seed = seed
        self.table = Table(CULT, CULT.setup(self.given, seed))
        self.cards = CULT.view(self.table.state)["decks"]
        self.sent = []
        self.out = b""
        self.pulled = []
        self.rolled = set()

    def send(self, do, **values):
        before = self.table
        line = json.dumps({"do": do, **values})
        taken = before.take_line(line)
        self.table = taken.table
        self.sent.append(line)
        self.out += b"".join(written(answer) for answer in taken.lines())
        if taken.refused is not None:
            assert taken.table == before
            assert taken.events == ()
        self.check(before.state, [event.json() for event in taken.events])
        return taken.refused

    def check(self, before, events):
        state = self.table.state
        # Nothing is given back: towns stay infiltrated, who is out stays out, the pile grows.
        assert before.infiltrated <= state.infiltrated
        assert all(now.out for was, now in zip(before.heroes, state.heroes, strict=True) if was.out)
        assert before.pile <= state.pile
        at, bearing = before.marker, before.bearing
        for place, event in enumerate(events):
            match event["event"]:
                case "rolled":
                    self.pulled = []
                    self.rolled = set(event["values"][0])
                case "bearing":
                    assert event["from"] == bearing
                    bearing = event["to"]
                    if event["why"] == "edge":  # C-098, C-099
                        assert neighbour(at, event["from"]) not in state.board.spaces
                case "cult_stays":  # C-044
                    assert self.ways(at, bearing) == []
                case "cult_moved":
                    assert event["direction"] in self.ways(at, bearing)
                    at = tuple(event["to"])
                    assert at == neighbour(tuple(event["from"]), event["direction"])
                case "pulled":
                    # C-045, CA-08: a town pulls once in a cult move, so pulls end
                    assert event["to"] not in self.pulled
                    self.pulled.append(event["to"])
                    assert tuple(event["from"]) == at
                    assert distance(at, tuple(event["to"])) == 1
                    at = tuple(event["to"])
                case "game_over":
                    assert place == len(events) - 1
                    self.check_end(event)

    def ways(self, at, bearing):
        """Say which directions a roll allows: an independent account of C-041, C-093."""
        place = 0 if bearing is None else CLOCKWISE.index(bearing)
        arc = CLOCKWISE if bearing is None else [CLOCKWISE[(place + side) % 6] for side in (-1, 0, 1)]
        board = {tuple(space["at"]): set(space["terrain"]) for space in self.given["board"]["spaces"]}
        return [way for way in arc if board.get(neighbour(at, way), set()) & self.rolled]

    def check_end(self, event):
        # C-085, CA-26
        view = CULT.view(self.table.state)
        totals = {}
        for hero, score in zip(view["heroes"], event["scores"], strict=True):
            assert score["points"] == hero["points"]
            assert score["bonus"] == max(hero["cultists"].values())
            totals[hero["name"]] = None if hero["out"] else score["points"] + score["bonus"]
        best = max((total for total in totals.values() if total is not None), default=None)
        assert event["winners"] == [
            name for name, total in totals.items() if total is not None and total == best
        ]

    def is_asked(self, kind):
        ask = CULT.ask(self.table.state)
        return ask is not None and ask.json()["for"] == kind

    @precondition(lambda self: self.is_asked("roll"))
    @rule(face=st.lists(st.sampled_from([*TERRAINS, "lava"]), min_size=2, max_size=3, unique=True))
    def roll(self, face):
        assert self.send("roll", values=[face]) is None

    @precondition(lambda self: self.is_asked("choose"))
    @rule(place=st.integers(0, 5))
    def choose(self, place):
        options = CULT.ask(self.table.state).json()["options"]
        assert len(options) > 1
        assert options == sorted(options, key=self.order)
        assert self.send("choose", option=options[place % len(options)]) is None

    @staticmethod
    def order(option):
        known = [*COLOURS, "N", "NE", "SE", "S", "SW", "NW"]
        return (known.index(option),) if isinstance(option, str) else tuple(option)

    @precondition(lambda self: self.is_asked("command"))
    @rule()
    def end_turn(self):
        self.send("end_turn")

    @precondition(lambda self: self.is_asked("command"))
    @rule(colour=st.sampled_from([*COLOURS, "black"]))
    def encounter(self, colour):
        self.send("encounter", colour=colour)

    @rule(number=st.sampled_from([1, 2, 5, 0, None]))
    def event(self, number):
        self.send("event", number=number)

    @rule(hero=st.integers(0, 5), steps=st.lists(st.integers(0, 5), min_size=1, max_size=4))
    def move_hero(self, hero, steps):
        hero = self.table.state.heroes[hero % len(self.table.state.heroes)]
        at = hero.at or (0, 0)
        path = []
        for step in steps:
            around = [place for place in neighbours(at) if place in self.table.state.board.spaces]
            at = around[step % len(around)] if around else at
            path.append(list(at))
        self.send("move_hero", hero=hero.name, path=path)

    @rule(
        hero=st.sampled_from(NAMES[:4]),
        result=st.sampled_from(["won", "escaped", "knocked_out"]),
        to=st.sampled_from(AREA),
    )
    def challenge(self, hero, result, to):
        self.send("challenge", hero=hero, result=result, to=list(to))

    @precondition(lambda self: self.is_asked("command"))
    @rule(hero=st.integers(0, 5))
    def hunt(self, hero):
        """Go for the nearest jewel through anybody's space, and win."""
        state = self.table.state
        hero = state.heroes[hero % len(state.heroes)]
        if hero.out or not state.jewels:
            return
        way = self.way(
            hero.at, min(state.jewels, key=lambda at: (not state.jewels[at], distance(at, hero.at)))
        )
        if way:
            self.send("move_hero", hero=hero.name, path=way)
        self.send("challenge", hero=hero.name, result="won")

    def way(self, start, goal):
        ways = {start: []}
        for at in (queue := [start]):
            for beside in neighbours(at):
                if beside in self.table.state.board.spaces and beside not in ways:
                    ways[beside] = [*ways[at], list(beside)]
                    queue.append(beside)
        return ways.get(goal, [])

    @rule(hero=st.sampled_from(NAMES))
    def remove_brand(self, hero):
        self.send("remove_brand", hero=hero)

    @rule(do=st.sampled_from(["state", "roll", "dance"]))
    def anything(self, do):
        if not (self.is_asked("roll") or self.is_asked("choose")):
            self.send(do)

    @invariant()
    def the_state_agrees_with_the_rules(self):
        state = self.table.state
        view = CULT.view(state)
        towns = {at for at, space in state.board.spaces.items() if space.town is not None}
        assert state.marker in state.board.spaces
        assert state.infiltrated <= towns
        assert state.marker not in towns or state.marker in state.infiltrated
        assert all(state.board.spaces[at].jewel for at in state.jewels)
        for colour in COLOURS:  # C-068, CA-16, CA-20: cards are in their deck or before a player
            held = sum(hero["cultists"][colour] for hero in view["heroes"])
            assert view["decks"][colour] + held == self.cards[colour]
        for hero, told in zip(state.heroes, view["heroes"], strict=True):
            assert told["points"] == sum(WORTH[colour] * count for colour, count in told["cultists"].items())
            assert told["out"] == (told["at"] is None)
            assert told["out"] or hero.at in state.board.spaces
            assert told["stamina"] >= 0
            assert told["life"] >= 0
            limit = hero.printed_life if state.house.elimination == "printed" else told["life"]
            # While a brand's question is open its removal is still to come.
            assert told["out"] or hero.markers < limit or state.pending
            assert not told["out"] or told["points"] == 0
        assert (state.outcome is None) == (CULT.ask(state) is not None)
        assert state.outcome is None or not state.pending
        assert all(hero.out for hero in state.heroes) == (state.outcome == "eliminated")
        assert not self.is_asked("command") or not state.pending
        assert CULT.deadline_ms(state) is None

    def teardown(self):
        if not hasattr(self, "given"):
            return
        again = Table(CULT, CULT.setup(self.given, self.seed))
        out = b""
        for line in self.sent:
            taken = again.take_line(line)
            again = taken.table
            out += b"".join(written(answer) for answer in taken.lines())
        assert again == self.table
        assert out == self.out


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=250, stateful_step_count=60, deadline=None)
