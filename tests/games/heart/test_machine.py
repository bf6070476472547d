"""A Heart under any commands in any order: what holds always, and that a replay equals the game."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from runeheart.core.lines import written
from runeheart.core.runes import RUNES
from runeheart.core.table import Table
from runeheart.games.heart.rules import HEART, PHASES, corruption, jack, left_ms
from runeheart.games.heart.settings import DIFFICULTIES, HOUSE_RULES

LATER_MS = st.sampled_from([0, 1, 250, 999, 7000, 45_000]) | st.integers(0, 100_000)


class AnyGame(RuleBasedStateMachine):
    @initialize(
        difficulty=st.sampled_from(list(DIFFICULTIES)),
        house=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in HOUSE_RULES.items()}),
        seed=st.integers(0, 1000),
    )
    def begin(self, difficulty, house, seed):
        self.given = ({"difficulty": difficulty, "house": house}, seed)
        self.table = Table(HEART, HEART.setup(*self.given))
        self.parameters = DIFFICULTIES[difficulty]
        self.sent = []
        self.out = b""
        # What the rules say of the timer, kept apart from the engine (HA-13).
        self.budget_ms = self.parameters.timer_ms
        self.began_ms = None
        self.paused_ms = None

    def send(self, later_ms, do, **values):
        before = self.table
        body = {"do": do, "at": (before.at_ms + later_ms) / 1000, **values}
        taken = before.take_line(json.dumps(body))
        self.table = taken.table
        self.sent.append(json.dumps(body))
        lines = taken.lines()
        self.out += b"".join(written(line) for line in lines)
        self.check(before, taken, lines, body)
        return lines

    def check(self, before, taken, lines, body):
        state = taken.table.state
        # A lock is for ever (H-073), and slots, jack and time stay after the end.
        for was, now in zip(before.state.slots, state.slots, strict=True):
            assert was in {None, now}
        if before.state.phase == "over":
            assert {**HEART.view(state)} == HEART.view(before.state)
        # A refused command changes nothing but the clock.
        if taken.refused is not None:
            moved = HEART.advance(before.state, taken.table.at_ms).state
            assert state == moved
            assert taken.table.seq == before.seq
        # The answer is told only with the end and after it (H-019).
        for line in lines:
            if line["event"] == "state":
                assert ("answer" in line) == (line["phase"] == "over")
            else:
                assert ("answer" in line) == (line["event"] in {"defused", "exploded", "abandoned"})
        # What was not refused outright was in the list of the ask, and the other way round.
        ask = HEART.ask(HEART.advance(before.state, taken.table.at_ms).state)
        if body["do"] in PHASES and ask is not None and body["do"] not in ask.commands:
            assert taken.refused is not None
        self.keep_time(lines)

    def keep_time(self, lines):
        for line in lines:
            match line["event"]:
                case "started":
                    self.began_ms = self.table.at_ms
                case "mistake":
                    self.budget_ms -= round(line["lost_s"] * 1000)
                case "time_changed":
                    self.budget_ms += round(line["seconds"] * 1000)
                case "paused":
                    self.paused_ms = self.table.at_ms
                case "resumed":
                    self.began_ms += self.table.at_ms - self.paused_ms

    @rule(later_ms=LATER_MS, do=st.sampled_from(["read", "draw", "study", "state", "wait", "dance"]))
    def plain(self, later_ms, do):
        self.send(later_ms, do)

    @rule(later_ms=LATER_MS, do=st.sampled_from(["pause", "resume"]))
    def operator(self, later_ms, do):
        self.send(later_ms, do)

    @rule(later_ms=LATER_MS, seconds=st.sampled_from([60, -30, 0.25, -200, 0, None, "5", True, 1e9]))
    def add_time(self, later_ms, seconds):
        self.send(later_ms, "add_time", seconds=seconds)

    @rule(
        later_ms=LATER_MS,
        rune=st.sampled_from([*RUNES, "earth", None]),
        position=st.sampled_from([1, 2, 3, 4, 5, 6, 7, 0, 2.0, True]),
    )
    def activate(self, later_ms, rune, position):
        self.send(later_ms, "activate", rune=rune, position=position)

    @rule(later_ms=LATER_MS, place=st.integers(1, 6))
    def activate_rightly(self, later_ms, place):
        place = min(place, self.parameters.length)
        self.send(later_ms, "activate", rune=self.table.state.answer[place - 1], position=place)

    @precondition(lambda self: len(self.sent) > 6)
    @rule(later_ms=LATER_MS, order=st.permutations(RUNES), right=st.booleans())
    def submit(self, later_ms, order, right):
        sequence = list(self.table.state.answer) if right else order[: self.parameters.length]
        self.send(later_ms, "submit", sequence=sequence)

    @precondition(lambda self: len(self.sent) > 12)
    @rule(later_ms=LATER_MS)
    def abandon(self, later_ms):
        self.send(later_ms, "abandon")

    @invariant()
    def the_state_agrees_with_the_rules(self):
        state = self.table.state
        deadline_ms = HEART.deadline_ms(state)
        assert (deadline_ms is not None) == (state.phase == "running")
        assert (HEART.ask(state) is None) == (state.phase == "over") == (state.outcome is not None)
        if deadline_ms is not None:
            assert deadline_ms == self.began_ms + self.budget_ms
            assert deadline_ms > self.table.at_ms
        assert state.at_ms == self.table.at_ms
        assert left_ms(state) >= 0
        assert 0 <= corruption(state) <= 6
        assert jack(state) == sum(slot is not None for slot in state.slots)
        assert all(slot in {None, rune} for slot, rune in zip(state.slots, state.answer, strict=True))

    @invariant()
    def the_cards_add_up(self):
        state = self.table.state
        start = self.parameters.start_cards
        numbers = [number for number, _ in state.hand]
        first = 1 if state.was_read else start + 1
        assert numbers == list(range(first, start + state.draws + 1))
        assert all(state.deck[number - 1] == clue for number, clue in state.hand)
        assert state.deck_left == 20 - start - state.draws
        if self.parameters.draws is None:
            assert state.draws_left is None
        else:
            assert state.draws_left == self.parameters.draws - state.draws >= 0

    def teardown(self):
        if not hasattr(self, "given"):
            return
        again = Table(HEART, HEART.setup(*self.given))
        out = b""
        for line in self.sent:
            taken = again.take_line(line)
            again = taken.table
            out += b"".join(written(answer) for answer in taken.lines())
        assert again == self.table
        assert out == self.out


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
