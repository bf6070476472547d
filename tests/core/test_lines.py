import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.lines import DEEPEST, NotJsonError, parse, written


def test_lines_are_compact_utf8_and_end_with_a_newline():
    assert (
        written({"a": [1, 2.5], "b": "Ärger", "c": None}) == '{"a":[1,2.5],"b":"Ärger","c":null}\n'.encode()
    )


def test_half_a_surrogate_pair_stays_an_escape():
    assert written({"a": "\ud800"}) == b'{"a":"\\ud800"}\n'
    assert parse(written({"a": "\ud800"}).decode()) == {"a": "\ud800"}


@given(st.dictionaries(st.text(), st.one_of(st.none(), st.booleans(), st.integers(), st.text())))
def test_what_is_written_is_one_line_and_reads_back(line):
    out = written(line)
    assert out.count(b"\n") == 1
    assert parse(out.decode()) == line


@pytest.mark.parametrize(
    "text", ["", " ", "no", "{", "{}}", "NaN", "[Infinity]", '{"a":-Infinity}', "\ufeff{}", "'a'"]
)
def test_what_is_no_json_says_so(text):
    with pytest.raises(ValueError, match=r"^is not JSON$"):
        parse(text)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_ends_at_the_same_level_everywhere(opening, closing):
    assert parse(opening * DEEPEST + "1" + closing * DEEPEST)
    for levels in (DEEPEST + 1, 200_000):
        with pytest.raises(ValueError, match="nested more than 64 levels deep"):
            parse(opening * levels + "1" + closing * levels)


def test_many_lists_side_by_side_and_brackets_in_text_are_no_nesting():
    flat = [[1]] * 500
    assert parse(json.dumps(flat)) == flat
    text = "[{" * 500 + '\\"'
    assert parse(json.dumps([text])) == [text]


@pytest.mark.parametrize("digits", [1, 309, 640])
def test_a_whole_number_of_as_many_digits_as_every_python_reads(digits):
    assert parse("9" * digits) == int("9" * digits)


@pytest.mark.parametrize("digits", [641, 701, 5_001, 100_000])
def test_a_longer_one_is_infinite_as_a_float_beyond_all_is(digits):
    assert parse("9" * digits) == parse("1e999") == float("inf")
    assert parse("-" + "9" * digits) == float("-inf")


def test_where_it_is_no_json_can_be_told():
    with pytest.raises(NotJsonError) as caught:
        parse('{\n "a": oops}')
    assert caught.value.place == (2, 7)
