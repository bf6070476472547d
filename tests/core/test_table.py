import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import AskCommand, Event
from runeheart.core.game import Refused, SetupInvalidError, Step
from runeheart.core.lines import written
from runeheart.core.table import Table, shown


class Count(Struct, frozen=True):
    at_ms: int = 0
    steps: int = 0
    over: bool = False


class Counting:
    """A game of one command, `count`, that ends at 10 s: what the table adds shows best on little."""

    name = "counting"
    rules_version = 1

    def advance(self, state, at_ms):
        if at_ms < 10_000 or state.over:
            return Step(replace(state, at_ms=at_ms))
        return Step(replace(state, at_ms=at_ms, over=True), (Event("ended"),))

    def step(self, state, command):
        if command["do"] != "count":
            return Refused("only count")
        return Step(replace(state, steps=state.steps + 1), (Event("counted", {"to": state.steps + 1}),))

    def ask(self, state):
        return None if state.over else AskCommand(("count",))

    def view(self, state):
        return {"steps": state.steps}


@pytest.fixture
def table():
    return Table(Counting(), Count())


def test_an_accepted_command_counts_and_is_closed(table):
    taken = table.take({"do": "count", "at": 1.5, "unknown": "is ignored"})
    assert taken.counted
    assert taken.lines() == [
        {"event": "counted", "to": 1},
        {"event": "next", "seq": 1, "at": 1.5, "ask": {"for": "command", "commands": ["count"]}},
    ]
    assert list(taken.lines()[-1]) == ["event", "seq", "at", "ask"]


def test_state_and_wait_do_not_count(table):
    seen = table.take({"do": "state", "at": 2})
    assert not seen.counted
    assert list(seen.lines()[0].items()) == [("event", "state"), ("game", "counting"), ("steps", 0)]
    assert seen.table.closing()["seq"] == 0
    waited = seen.table.take({"do": "wait", "at": 3})
    assert waited.lines() == [waited.table.closing()]
    assert (waited.table.seq, waited.table.at_ms) == (0, 3000)
    assert waited.table.take({"do": "wait"}).table == waited.table


def test_what_falls_due_comes_first_and_the_command_is_too_late(table):
    taken = table.take({"do": "count", "at": 10})
    assert [line["event"] for line in taken.lines()] == ["ended", "refused", "next"]
    assert taken.lines()[-1] == {"event": "next", "seq": 0, "at": 10, "ask": None}
    seen = table.take({"do": "state", "at": 10})
    assert [line["event"] for line in seen.lines()] == ["ended", "state", "next"]


def test_once_over_only_state_and_wait_are_accepted(table):
    over = table.take({"do": "wait", "at": 11}).table
    assert over.take({"do": "count"}).refused == "the game is over"
    assert over.take({"do": "state"}).refused is None
    assert over.take({"do": "wait", "at": 12}).table.at_ms == 12_000


@pytest.mark.parametrize("at", [None, True, "1", [1], float("inf"), 10**400, 0.999, -1])
def test_a_bad_or_lower_at_is_refused_and_the_clock_stays(table, at):
    table = table.take({"do": "wait", "at": 1}).table
    for do in ("count", "state", "wait", "unknown"):
        taken = table.take({"do": do, "at": at})
        assert taken.refused.startswith("at ")
        assert taken.table == table


def test_the_same_at_again_is_accepted(table):
    table = table.take({"do": "wait", "at": 1.0004}).table
    assert table.take({"do": "count", "at": 1}).counted


@pytest.mark.parametrize("body", [{}, {"do": None}, {"do": 5}, {"do": ["count"]}, {"do": "jump"}])
def test_the_clock_stays_moved_when_a_command_is_refused(table, body):
    taken = table.take({**body, "at": 4})
    assert taken.refused
    assert taken.table == replace(table, state=Count(at_ms=4000), at_ms=4000)


@pytest.mark.parametrize(
    "line", ["", "  ", "nonsense", "[]", "7", '"count"', "null", '{"do":"count"', '{"at":NaN}']
)
def test_a_line_that_is_no_object_is_refused_and_changes_nothing(table, line):
    taken = table.take_line(line)
    assert taken.refused
    assert taken.table == table
    assert [answer["event"] for answer in taken.lines()] == ["refused", "next"]


def test_a_line_is_taken_as_its_object(table):
    assert table.take_line('{"do":"count","at":2}\r\n') == table.take({"do": "count", "at": 2})


@given(st.text())
def test_no_line_is_too_strange(line):
    taken = Table(Counting(), Count()).take_line(line)
    assert [written(answer) for answer in taken.lines()]


def test_values_in_sentences_are_short_and_always_text():
    assert shown(2.0) == "2.0"
    assert shown(True) == "true"
    assert shown({"a": ["ä"]}) == '{"a": ["ä"]}'
    assert shown("x" * 100) == '"' + "x" * 38 + "…"
    assert shown("x" * 100, 10) == '"xxxxxxxx…'
    assert (
        shown(
            {
                1,
            }
        )
        == '"{1}"'
    )
    assert shown("\ud800") == '"\\ud800"'
    assert shown("a\u202eb\u200b\x7fä") == '"a\\u202eb\\u200b\\u007fä"'


def test_an_invalid_setup_tells_every_problem():
    error = SetupInvalidError(["a: one", "b: two"])
    assert error.problems == ["a: one", "b: two"]
    assert str(error) == "a: one\nb: two"
