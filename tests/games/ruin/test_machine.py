"""A Ruin under any commands in any order: what holds always, and that a replay equals the game."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from runeheart.core.hexes import DIRECTIONS, disc
from runeheart.core.lines import written
from runeheart.core.table import Table
from runeheart.games.ruin.engine import faces_of
from runeheart.games.ruin.rules import PHASES, RUIN
from runeheart.games.ruin.settings import HOUSE_RULES, KEYWORDS

MAP = disc((0, 0), 2)
ANY = st.sampled_from([None, True, 0, 1, 2.0, "N", [], [0, 0], {}, -1, 99])
MOST_EVENTS = 2000
"""Far more than one command can cause: 12 Broods, 3 gathered, 3 spawned, 3 steps, 9 retaliations."""


@st.composite
def setups(draw):
    holes = draw(st.sets(st.sampled_from(MAP[1:]), max_size=5))
    cells = [at for at in MAP if at not in holes]
    places = draw(st.permutations(cells))
    broods = places[: draw(st.integers(0, 12))]
    return {
        "board": {
            "hexes": [list(at) for at in cells],
            "mother": list(draw(st.sampled_from(cells))),
            "start": list(draw(st.sampled_from(cells))),
            "broods": [{"at": list(at), "charge": draw(st.integers(1, 4))} for at in broods],
        },
        "keywords": draw(st.lists(st.sampled_from(KEYWORDS), unique=True)),
        "corruption": draw(st.booleans()),
        "life": draw(st.none() | st.integers(1, 60)),
        "defense": draw(st.sampled_from(["ask", "none"])),
        "dice": draw(st.sampled_from(["ask", "auto"])),
        "ties": draw(st.sampled_from(["ask", "auto"])),
        "house": draw(
            st.fixed_dictionaries({name: st.sampled_from(values) for name, values in HOUSE_RULES.items()})
        ),
    }


class AnyRuin(RuleBasedStateMachine):
    @initialize(setup=setups(), seed=st.integers(0, 1000))
    def begin(self, setup, seed):
        self.given = (setup, seed)
        self.table = Table(RUIN, RUIN.setup(setup, seed))
        self.sent = []
        self.out = b""

    @property
    def state(self):
        return self.table.state

    @property
    def asked(self):
        ask = RUIN.ask(self.state)
        return ask.json() if ask else {"for": None}

    def send(self, do, **values):
        before, ask = self.table, self.asked
        body = json.dumps({"do": do, **values})
        taken = before.take_line(body)
        self.table = taken.table
        self.sent.append(body)
        lines = taken.lines()
        assert len(lines) < MOST_EVENTS
        self.out += b"".join(written(line) for line in lines)
        if taken.refused is not None:
            assert (self.state, self.table.seq) == (before.state, before.seq)
        # What is allowed is in the list of the ask, and what is in it is refused for its values only.
        if do in PHASES and do not in ask.get("commands", []):
            assert taken.refused is not None
        self.check(before.state, taken.events)

    def check(self, before, events):
        state = self.state
        spawned = sum(event.name == "spawned" for event in events)
        destroyed = sum(event.name == "destroyed" for event in events)
        assert len(state.broods) == len(before.broods) + spawned - destroyed
        if spawned:  # … R-033
            assert len(state.broods) <= state.setup.pool
        suffered = sum(event.data["amount"] for event in events if event.name == "damage")
        assert state.damage == before.damage + suffered
        if any(event.name == "defeated" for event in events):
            assert events[-1].name == "defeated"

    @rule(stars=st.integers(0, 4))
    def commit(self, stars):
        self.send("commit_move", stars=stars)

    @rule(direction=st.sampled_from(DIRECTIONS))
    def step(self, direction):
        self.send("step", to=direction)

    @rule(do=st.sampled_from(["resolve", "end_move", "state", "dance"]))
    def plain(self, do):
        self.send(do)

    @rule(stars=st.integers(0, 4), data=st.data())
    def attack(self, stars, data):
        near = [brood.id for brood in self.state.broods]
        targets = data.draw(st.lists(st.sampled_from(near), unique=True, max_size=3)) if near else []
        self.send("attack", stars=stars, targets=targets)

    @rule()
    def attack_all_around(self):
        field = self.state.setup.board.field
        around = [brood.id for brood in self.state.broods if brood.at in field.beside[self.state.player]]
        self.send("attack", stars=6, targets=around)

    @precondition(lambda self: self.state.broods)
    @rule(kind=st.sampled_from(["attunement", "stealth"]), data=st.data())
    def skill(self, kind, data):
        brood = st.sampled_from([brood.id for brood in self.state.broods])
        forms = {
            "attunement": st.fixed_dictionaries({"move": brood, "to": st.sampled_from(DIRECTIONS)}),
            "stealth": st.fixed_dictionaries({"prevent_discharge": brood}),
        }
        use = forms[kind] | st.fixed_dictionaries({"prevent_charge": brood})
        uses = data.draw(st.lists(use, max_size=3))
        self.send("skill", kind=kind, stars=len(uses), uses=uses)

    @precondition(lambda self: self.asked["for"] in {"roll", "choose", "number"})
    @rule(data=st.data())
    def answer(self, data):
        asked = self.asked
        if asked["for"] == "roll":
            face = st.sampled_from(faces_of(asked["die"]))
            self.send("roll", values=[data.draw(face) for _ in range(asked["count"])])
        elif asked["for"] == "choose":
            assert len(asked["options"]) > 1
            assert asked["options"] == sorted(asked["options"])
            self.send("choose", option=data.draw(st.sampled_from(asked["options"])))
        else:
            self.send("number", value=data.draw(st.integers(0, asked["of"])))

    @rule(do=st.sampled_from([*PHASES, "roll", "choose", "number"]), value=ANY)
    def nonsense(self, do, value):
        fields = ("stars", "to", "targets", "kind", "uses", "values", "option", "value")
        self.send(do, **dict.fromkeys(fields, value))

    @invariant()
    def broods_are_as_the_rules_say(self):
        #
        if not hasattr(self, "table"):
            return
        broods = self.state.broods
        assert all(1 <= brood.charge <= 4 and brood.prevented >= 0 for brood in broods)
        assert len({brood.at for brood in broods}) == len(broods)
        assert [brood.id for brood in broods] == sorted({brood.id for brood in broods})
        assert all(brood.id < self.state.next_id for brood in broods)

    @invariant()
    def the_end_is_the_end(self):
        if not hasattr(self, "table"):
            return
        state = self.state
        assert (state.phase == "over") == (state.outcome is not None) == (RUIN.ask(state) is None)
        assert RUIN.deadline_ms(state) is None
        if state.phase == "over":
            assert (state.tasks, state.question) == ((), None)
            assert (state.setup.life or state.damage + 1) <= state.damage or state.outcome == "resolved"

    @invariant()
    def nothing_waits_without_a_question(self):
        if hasattr(self, "table") and self.state.question is None:
            assert (self.state.tasks, self.state.then) == ((), ())
            assert self.state.phase != "mother"

    def teardown(self):
        if not hasattr(self, "table"):
            return
        setup, seed = self.given
        again = Table(RUIN, RUIN.setup(json.loads(json.dumps(setup)), seed))
        out = b""
        for body in self.sent:
            taken = again.take_line(body)
            again = taken.table
            out += b"".join(written(line) for line in taken.lines())
        assert out == self.out
        assert again.state == self.state


TestAnyRuin = AnyRuin.TestCase
TestAnyRuin.settings = settings(max_examples=120, stateful_step_count=50, deadline=None)
