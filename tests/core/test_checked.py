from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest

from runeheart.core.checked import convert, did_you_mean


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Inner(msgspec.Struct, rename={"class_": "class"}):
    settle_ms: Annotated[int, msgspec.Meta(ge=1, le=100)] = 15
    class_: str = ""


class Outer(msgspec.Struct):
    name: str
    inner: Inner = msgspec.field(default_factory=Inner)
    maybe: Inner | None = None
    colour: Colour = Colour.RED
    mode: Literal["ask", "auto"] = "ask"
    numbers: list[int] = []
    by_name: dict[str, Inner] = {}

    def __post_init__(self):
        if self.name == "both":
            raise ValueError("name: cannot be both\nmode: neither")


def test_what_fits_is_converted_with_defaults():
    value, problems = convert(
        {"name": "x", "inner": {"class": "c"}, "maybe": {"settle_ms": 3}, "colour": "blue", "numbers": [1]},
        Outer,
    )
    assert problems == []
    assert value == Outer("x", Inner(15, "c"), Inner(3), Colour.BLUE, "ask", [1])


def test_every_problem_is_told_at_once_with_its_path():
    value, problems = convert(
        {
            "nmae": 1,
            "inner": {"settle_ms": 0, "setle_ms": 4},
            "maybe": {"class": 5},
            "colour": "blu",
            "mode": "atuo",
            "numbers": [1, "two", 1.5],
            "by_name": {"a": {"setle_ms": 1}},
        },
        Outer,
    )
    assert value is None
    assert problems == [
        'nmae: unknown key; did you mean "name"?',
        "name: is missing",
        'inner.setle_ms: unknown key; did you mean "settle_ms"?',
        "inner.settle_ms: 0 does not fit; expected a whole number from 1 to 100",
        "maybe.class: 5 does not fit; expected a text",
        'colour: "blu" does not fit; did you mean "blue"?',
        'mode: "atuo" does not fit; did you mean "auto"?',
        'numbers[1]: "two" does not fit; expected a whole number',
        "numbers[2]: 1.5 does not fit; expected a whole number",
        'by_name.a.setle_ms: unknown key; did you mean "settle_ms"?',
    ]


def test_null_fits_where_nothing_is_allowed():
    assert convert({"name": "x", "maybe": None}, Outer) == (Outer("x"), [])
    assert convert({"name": "x", "inner": None}, Outer)[1] == ["inner: null does not fit; expected a table"]


def test_a_mapping_of_structs_is_no_struct():
    value, problems = convert({"name": "x", "by_name": {"a": {"settle_ms": 2}}}, Outer)
    assert problems == []
    assert value.by_name == {"a": Inner(2)}


@pytest.mark.parametrize(
    ("path", "line"), [("", "top: [] is not a table"), ("a.b", "a.b: [] is not a table")]
)
def test_what_is_no_table_says_so(path, line):
    assert convert([], Outer, path) == (None, [line])


@pytest.mark.parametrize(("path", "prefix"), [("", ""), ("prop", "prop.")])
def test_a_structs_own_check_names_its_keys(path, prefix):
    assert convert({"name": "both"}, Outer, path) == (
        None,
        [f"{prefix}name: cannot be both", f"{prefix}mode: neither"],
    )


def test_suggestions_name_the_closest_word_or_all():
    assert did_you_mean("frie", ["fire", "water"]) == '; did you mean "fire"?'
    assert did_you_mean("xyz", ["fire", "water"]) == "; expected one of: fire, water"
    assert did_you_mean(7, []) == ""


@pytest.mark.parametrize(
    ("kind", "raw", "words"),
    [
        (Annotated[int, msgspec.Meta(ge=1)], 0, "a whole number, at least 1"),
        (Annotated[int, msgspec.Meta(le=9)] | None, "x", "a whole number, at most 9"),
        (Annotated[float, msgspec.Meta(gt=0, le=1)], 2, "a number, above 0 and at most 1"),
        (Annotated[float, msgspec.Meta(ge=0.5, lt=2)], 2, "a number, at least 0.5 and below 2"),
        (Annotated[str, msgspec.Meta(min_length=1, max_length=32)], "", "a text of 1 to 32 characters"),
        (Annotated[str, msgspec.Meta(min_length=1)] | None, "", "a text of at least 1 character"),
        (Annotated[str, msgspec.Meta(min_length=2)], "", "a text of at least 2 characters"),
        (Annotated[str, msgspec.Meta(max_length=2)], "abc", "a text of at most 2 characters"),
        (Annotated[bool, msgspec.Meta(description="x")], 1, "true or false"),
        (list[int], 1, "a list"),
        (dict[str, int], 1, "a table"),
        (int | str, [], "a whole number or a text"),
        (Literal[0, 180], 45, "one of: 0, 180"),
        (Annotated[Colour, msgspec.Meta(description="x")] | None, 7, "one of: red, blue"),
    ],
)  # fmt: skip
def test_what_was_expected_is_said_in_the_words_of_people(kind, raw, words):
    struct = msgspec.defstruct("One", [("key", kind)])
    _, (line,) = convert({"key": raw}, struct)
    assert line.endswith(f" does not fit; expected {words}")
    assert "`" not in line


@pytest.mark.parametrize(
    ("word", "meant"), [("STAR", "star"), ("Sart", "star"), ("pi-DEFAULT", "Pi-Default"), ("a", "A4")]
)
def test_what_was_meant_is_found_in_capitals_too(word, meant):
    assert did_you_mean(word, ["star", "key", "Pi-Default", "A4"]) == f'; did you mean "{meant}"?'
