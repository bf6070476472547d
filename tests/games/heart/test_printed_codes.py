"""Deck codes: what was printed is read back, and what was mistyped is never taken for another set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.games.heart import codes
from runeheart.games.heart.codes import ALPHABET, EXAMPLE, SEEDS, DeckCode
from runeheart.games.heart.settings import DIFFICULTIES

CODES = st.builds(
    DeckCode,
    st.sampled_from(list(DIFFICULTIES)),
    st.sampled_from(["fair", "mixed", "wild"]),
    st.integers(0, SEEDS - 1),
)

MISTYPED = "is no deck code: its last two characters do not fit;"
LOOK = "expected 8 characters such as NF-4KQ2-XC; look at the box sheet once more"


def plain(code):
    return str(code).replace("-", "")


@given(CODES)
def test_what_is_written_is_read_back(code):
    assert codes.read(str(code)) == (code, None)
    assert len(plain(code)) == 8


@pytest.mark.parametrize("typed", ["nf-4kq2-xc", "NF4KQ2XC", " nf 4kq2 xc ", "N F 4 K Q 2 X C", "nf_4kq2.xc"])
def test_case_and_signs_between_do_not_matter(typed):
    assert codes.read(typed) == codes.read(EXAMPLE)


def test_letters_that_look_alike_are_taken_for_each_other():
    code = str(DeckCode("hard", "wild", 31**3 + 5))
    assert "10" in code
    assert codes.read(code.replace("1", "l").replace("0", "O").replace("5", "s"))[0] == codes.read(code)[0]
    assert not set(ALPHABET) & set("ILOSU")


def test_the_letters_say_what_the_set_is():
    assert str(DeckCode("easy", "wild", 0)).startswith("EW-0000-")
    assert str(DeckCode("hard", "fair", SEEDS - 1)).startswith("HF-ZZZZ-")


@given(CODES, CODES)
def test_different_sets_have_different_codes_and_numbers(one, other):
    assert (str(one) == str(other)) == (one == other) == (one.number == other.number)


@given(CODES, st.integers(0, 7), st.sampled_from(ALPHABET))
def test_one_wrong_character_is_found_and_the_code_that_was_meant_told(code, place, letter):
    meant = plain(code)
    typed = meant[:place] + letter + meant[place + 1 :]
    if typed != meant:
        found, problem = codes.read(typed)
        assert found is None
        assert problem.endswith(f"did you mean {code}?")


@given(CODES, st.integers(0, 6))
def test_two_characters_that_changed_places_are_found(code, place):
    meant = plain(code)
    typed = meant[:place] + meant[place + 1] + meant[place] + meant[place + 2 :]
    if typed != meant:
        found, problem = codes.read(typed)
        assert found is None
        assert str(code) in problem or "look at the box sheet" in problem


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (
            "NF-4KQ2-XD",
            f'"NF-4KQ2-XD" {MISTYPED} did you mean NF-4KQ2-XC?',
        ),
        (
            "FN-4KQ2-XC",
            f'"FN-4KQ2-XC" {MISTYPED} did you mean NF-4KQ2-XC?',
        ),
        (
            "AAAAAAAA",
            f'"AAAAAAAA" {MISTYPED} {LOOK}',
        ),
        (  # three pairs of neighbours that could have changed places
            "NF-TXKP-BE",
            f'"NF-TXKP-BE" {MISTYPED} did you mean NF-XTKP-BE, NF-TXPK-BE or NF-TXKP-EB?',
        ),
        ("NF-4KQ2-XCC", '"NF-4KQ2-XCC" is no deck code; did you mean NF-4KQ2-XC?'),
        (
            "",
            f'"" is no deck code; {LOOK}',
        ),
        (7, "7 is not a deck code such as NF-4KQ2-XC"),
        (None, "null is not a deck code such as NF-4KQ2-XC"),
    ],
)
def test_what_is_no_code_is_answered_with_what_was_meant(typed, expected):
    assert codes.read(typed) == (None, expected)


@given(CODES)
def test_a_last_character_that_got_lost_is_the_first_suggestion(code):
    found, problem = codes.read(str(code)[:-1])
    assert found is None
    assert f"did you mean {code}" in problem


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u00ad")
def test_any_dash_of_a_text_program_will_do(dash):
    assert codes.read(EXAMPLE.replace("-", dash)) == codes.read(EXAMPLE)


@pytest.mark.parametrize("space", " \t\u00a0\u2009\u202f\u200b\ufeff\n")
def test_any_space_of_a_text_program_will_do(space):
    assert codes.read(f"{space}{EXAMPLE.replace('-', space)}{space}") == codes.read(EXAMPLE)


@given(st.text(max_size=12))
def test_any_text_is_a_code_or_a_sentence(typed):
    found, problem = codes.read(typed)
    assert (found is None) != (problem is None)
