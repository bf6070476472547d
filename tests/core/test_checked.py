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
            "numbers": [1, "two"],
        },
        Outer,
    )
    assert value is None
    assert problems == [
        'nmae: unknown key; did you mean "name"?',
        "name: is missing",
        'inner.setle_ms: unknown key; did you mean "settle_ms"?',
        "inner.settle_ms: 0 does not fit: expected `int` >= 1",
        "maybe.class: 5 does not fit: expected `str`, got `int`",
        'colour: "blu" does not fit: invalid enum value \'blu\'; did you mean "blue"?',
        'mode: "atuo" does not fit: invalid enum value \'atuo\'; did you mean "auto"?',
        'numbers[1]: [1, "two"] does not fit: expected `int`, got `str`',
    ]


def test_null_fits_where_nothing_is_allowed():
    assert convert({"name": "x", "maybe": None}, Outer) == (Outer("x"), [])
    assert convert({"name": "x", "inner": None}, Outer)[1] == [
        "inner: null does not fit: expected `object`, got `null`"
    ]


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
