"""The name of a prop is one that its screen can draw, or the configuration says what it cannot."""

import pytest

from runeheart.runtime.config import check
from runeheart.surface.letters import SMALL

LONG = "W WWWWWWWWWWWWWWWWWWWWW WWWWWWWW"
EXPECTED = "; expected letters A to Z, with or without accents, digits, blanks and . , : ; ! ? ' - + / ( ) &"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Ünïcøde 日本", 'prop.name: the screen cannot draw "ø", "日", "本"' + EXPECTED),
        ("Vault\n7", "prop.name: the screen cannot draw U+000A" + EXPECTED),
        ("Vault\0", "prop.name: the screen cannot draw U+0000" + EXPECTED),
        ("Vault\t7\u200b", "prop.name: the screen cannot draw U+0009, U+200B" + EXPECTED),
        ("   ", "prop.name: nothing but blanks; expected a name"),
        (
            LONG,
            f'prop.name: "{LONG}" does not fit on 2 lines of the screen; choose a shorter one',
        ),
    ],
)
def test_what_the_screen_cannot_show_is_a_problem(name, problem):
    assert check({"prop": {"name": name}})[1] == [problem]


@pytest.mark.parametrize("name", ["RUNEHEART", "Saint Brân's Well", "Das Ünglück (2)", "W" * 32])
def test_what_it_can_show_is_none(name):
    config, problems = check({"prop": {"name": name}})
    assert problems == []
    assert config.surface().prop_name == name


def test_accents_that_are_marks_of_their_own_are_put_into_their_letters():
    config, problems = check({"prop": {"name": "Bra\u0302n"}})
    assert problems == []
    assert config.surface().prop_name == "Brân"
    assert SMALL.width("Brân") == SMALL.width("Bran")
    assert check({"prop": {"name": "x\u0302"}})[1] == [f"prop.name: the screen cannot draw U+0302{EXPECTED}"]


@pytest.mark.parametrize("name", [None, 7, ""])
def test_what_is_no_name_is_said_once(name):
    assert len(check({"prop": {"name": name}})[1]) == 1
