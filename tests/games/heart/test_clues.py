"""What a clue says and when it is true: H-051 … H-053, HA-06, HA-07, and the wording on the small screen."""

import itertools
import textwrap

import pytest

from runeheart.core.runes import RUNES
from runeheart.games.heart import clues
from runeheart.games.heart.clues import KEYS, Clue, Kind, holds, text
from runeheart.games.heart.deck import solutions

ANSWER = ("sun", "water", "nature", "storm", "fire")  # moon is not in it

KINDS = "at, not_at, either, before, directly_before, next_to, apart, absent"

NARROW = 21
"""Characters on a line of the OLED in its small font."""


def every_clue(length):
    """List every clue that can be said about a sequence of this length, true or not."""
    places = range(1, length + 1)
    found = [Clue(Kind.ABSENT, (rune,)) for rune in RUNES] if length < len(RUNES) else []
    for rune in RUNES:
        found += [Clue(kind, (rune,), (p,)) for kind in (Kind.AT, Kind.NOT_AT) for p in places]
        found += [Clue(Kind.EITHER, (rune,), (p, p + 1)) for p in places[:-1]]
    for one, other in itertools.permutations(RUNES, 2):
        found += [Clue(Kind.BEFORE, (one, other)), Clue(Kind.DIRECTLY_BEFORE, (one, other))]
    for one, other in itertools.combinations(RUNES, 2):
        found += [Clue(Kind.NEXT_TO, (one, other))]
        found += [Clue(Kind.APART, (one, other), (d,)) for d in range(2, length)]
    return found


@pytest.mark.parametrize(
    ("clue", "true"),
    [
        (Clue(Kind.AT, ("fire",), (5,)), True),
        (Clue(Kind.AT, ("fire",), (4,)), False),
        (Clue(Kind.NOT_AT, ("sun",), (2,)), True),
        (Clue(Kind.NOT_AT, ("sun",), (1,)), False),
        (Clue(Kind.EITHER, ("water",), (1, 2)), True),
        (Clue(Kind.EITHER, ("water",), (2, 3)), True),
        (Clue(Kind.EITHER, ("water",), (3, 4)), False),
        (Clue(Kind.BEFORE, ("sun", "fire")), True),
        (Clue(Kind.BEFORE, ("sun", "water")), True),
        (Clue(Kind.BEFORE, ("fire", "sun")), False),
        (Clue(Kind.DIRECTLY_BEFORE, ("nature", "storm")), True),
        (Clue(Kind.DIRECTLY_BEFORE, ("storm", "nature")), False),
        (Clue(Kind.DIRECTLY_BEFORE, ("water", "storm")), False),
        (Clue(Kind.NEXT_TO, ("nature", "water")), True),
        (Clue(Kind.NEXT_TO, ("fire", "storm")), True),
        (Clue(Kind.NEXT_TO, ("fire", "sun")), False),  # first and last are no neighbours
        (Clue(Kind.APART, ("nature", "fire"), (2,)), True),
        (Clue(Kind.APART, ("fire", "sun"), (4,)), True),
        (Clue(Kind.APART, ("nature", "fire"), (3,)), False),
        (Clue(Kind.ABSENT, ("moon",)), True),
        (Clue(Kind.ABSENT, ("sun",)), False),
    ],
)
def test_a_clue_is_true_of_the_answer_or_not(clue, true):
    # H-051, H-052
    assert holds(clue, ANSWER) is true


@pytest.mark.parametrize(
    "clue",
    [
        Clue(Kind.AT, ("moon",), (1,)),
        Clue(Kind.NOT_AT, ("moon",), (1,)),
        Clue(Kind.EITHER, ("moon",), (1, 2)),
        Clue(Kind.BEFORE, ("moon", "sun")),
        Clue(Kind.BEFORE, ("sun", "moon")),
        Clue(Kind.DIRECTLY_BEFORE, ("sun", "moon")),
        Clue(Kind.NEXT_TO, ("sun", "moon")),
        Clue(Kind.APART, ("sun", "moon"), (2,)),
    ],
)
def test_every_kind_but_absent_says_that_its_runes_are_in(clue):
    # HA-07
    assert not holds(clue, ANSWER)


@pytest.mark.parametrize("length", [4, 5, 6])
def test_every_clue_rules_out_arrangements(length):
    # H-053: each is there to eliminate, and none eliminates everything; only on Hard is presence nothing new.
    everything = len(list(solutions((), length)))
    for clue in every_clue(length):
        assert 0 < len(list(solutions([clue], length))) < everything


@pytest.mark.parametrize(
    ("clue", "length", "words"),
    [
        (Clue(Kind.AT, ("fire",), (3,)), 5, "Fire is in place 3."),
        (Clue(Kind.AT, ("fire",), (5,)), 5, "Fire is in place 5, the last."),
        (Clue(Kind.AT, ("fire",), (5,)), 6, "Fire is in place 5."),
        (Clue(Kind.NOT_AT, ("storm",), (1,)), 5, "Storm is in the sequence, but not in place 1."),
        (Clue(Kind.NOT_AT, ("storm",), (1,)), 6, "Storm is not in place 1."),
        (Clue(Kind.EITHER, ("moon",), (2, 3)), 4, "Moon is in place 2 or 3."),
        (Clue(Kind.BEFORE, ("fire", "moon")), 4, "Fire comes somewhere before Moon."),
        (Clue(Kind.DIRECTLY_BEFORE, ("fire", "moon")), 4, "Fire comes directly before Moon."),
        (Clue(Kind.NEXT_TO, ("fire", "moon")), 4, "Fire and Moon are next to each other."),
        (Clue(Kind.APART, ("fire", "moon"), (2,)), 5, "Exactly 1 rune lies between Fire and Moon."),
        (Clue(Kind.APART, ("fire", "moon"), (4,)), 5, "Exactly 3 runes lie between Fire and Moon."),
        (Clue(Kind.ABSENT, ("sun",)), 4, "Sun is not in the sequence."),
    ],
)
def test_the_words_of_each_kind(clue, length, words):
    # H-052, HA-02: order and places, and which place is the final one.
    assert text(clue, length) == words


@pytest.mark.parametrize("length", [4, 5, 6])
def test_different_clues_have_different_words_and_fit_the_screen(length):
    every = every_clue(length)
    words = [text(clue, length) for clue in every]
    assert len(set(words)) == len(every) == len(set(every))
    assert max(len(line) for line in words) <= 48
    assert all(len(textwrap.wrap(line, NARROW)) <= 3 for line in words)
    assert all(line.isascii() and line.endswith(".") for line in words)
    assert all(
        rune.capitalize() in line for line, clue in zip(words, every, strict=True) for rune in clue.runes
    )


@pytest.mark.parametrize("length", [4, 5, 6])
def test_what_is_written_is_read_back(length):
    for clue in every_clue(length):
        raw = clue.json()
        assert tuple(raw) == ("kind", *KEYS[clue.kind])
        assert clues.read(raw, "deck[0]", length) == (clue, [])


def test_runes_without_an_order_are_written_in_the_order_of_the_list():
    for raw in (
        {"kind": "next_to", "runes": ["sun", "fire"]},
        {"kind": "apart", "runes": ["sun", "fire"], "distance": 2},
    ):
        clue, problems = clues.read(raw, "deck[0]", 5)
        assert problems == []
        assert clue.json() == {**raw, "runes": ["fire", "sun"]}


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        (None, ["c: null is not a clue; expected an object with a kind"]),
        (["at"], ['c: ["at"] is not a clue; expected an object with a kind']),
        (
            {},
            [f"c.kind: is missing; expected one of: {KINDS}"],
        ),
        (
            {"kind": "befor", "rune": "sun", "x": 1, "positon": 2},
            [
                'c.kind: "befor" is no kind of clue; did you mean "before"?',
                (
                    "c.x: unknown key; expected one of: "
                    "kind, rune, position, positions, first, second, runes, distance"
                ),
                'c.positon: unknown key; did you mean "position"?',
            ],
        ),
        (
            {"rnue": 1},
            [f"c.kind: is missing; expected one of: {KINDS}", 'c.rnue: unknown key; did you mean "rune"?'],
        ),
        ({"kind": "befor"}, ['c.kind: "befor" is no kind of clue; did you mean "before"?']),
        ({"kind": ["at"]}, [f'c.kind: ["at"] is no kind of clue; expected one of: {KINDS}']),
        (
            {"kind": "at", "rnue": "fire", "position": 1},
            ['c.rnue: unknown key; did you mean "rune"?', "c.rune: is missing"],
        ),
        (
            {"kind": "absent", "rune": "sun", "x\ny": 1},
            ['c."x\\ny": unknown key; expected one of: kind, rune'],
        ),
        (
            {"kind": "at", "rune": "fier", "position": 6},
            ['c.rune: "fier" is no rune; did you mean "fire"?', "c.position: 6 is not a whole number 1..5"],
        ),
        (
            {"kind": "not_at", "rune": "fire", "position": True},
            ["c.position: true is not a whole number 1..5"],
        ),
        ({"kind": "at", "rune": "fire", "position": 1.0}, ["c.position: 1.0 is not a whole number 1..5"]),
        ({"kind": "at", "rune": "fire", "position": 0}, ["c.position: 0 is not a whole number 1..5"]),
        (
            {"kind": "either", "rune": "fire", "positions": [4, 3]},
            ["c.positions: [4, 3] is not two places in a row within 1..5, such as [1,2]"],
        ),
        (
            {"kind": "either", "rune": "fire", "positions": [5, 6]},
            ["c.positions: [5, 6] is not two places in a row within 1..5, such as [1,2]"],
        ),
        (
            {"kind": "either", "rune": "fire", "positions": 3},
            ["c.positions: 3 is not two places in a row within 1..5, such as [1,2]"],
        ),
        (
            {"kind": "before", "first": "sun", "second": "sun"},
            ['c.second: "sun" is the first rune too; expected another one'],
        ),
        ({"kind": "before", "first": "sun"}, ["c.second: is missing"]),
        ({"kind": "next_to", "runes": "sun"}, ['c.runes: "sun" is not a list of two runes']),
        ({"kind": "next_to", "runes": ["sun"]}, ['c.runes: ["sun"] is not a list of two runes']),
        (
            {"kind": "next_to", "runes": ["sun", "sun"]},
            ['c.runes[1]: "sun" is the first rune too; expected another one'],
        ),
        (
            {"kind": "apart", "runes": ["sun", 5], "distance": 1},
            [
                "c.runes[1]: 5 is no rune; expected one of: nature, fire, water, storm, moon, sun",
                "c.distance: 1 is not a whole number 2..4",
            ],
        ),
        (
            {"kind": "apart", "runes": ["sun", "fire"], "distance": 5},
            ["c.distance: 5 is not a whole number 2..4"],
        ),
    ],
)
def test_what_is_no_clue_says_every_problem_with_its_path(raw, problems):
    assert clues.read(raw, "c", 5) == (None, problems)
