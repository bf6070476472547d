"""The menu over every Ask, whatever the game: what each press enters, and that all answers can be entered."""

import itertools

import pytest

from runeheart.core.events import AskChoose, AskNumber, AskRoll
from runeheart.core.hexes import DIRECTIONS, neighbours
from runeheart.core.panel import Button
from runeheart.surface.menu import (
    BUTTONS,
    MORE,
    STOP,
    Back,
    Enter,
    Option,
    Prompt,
    Turn,
    fill,
    keys,
    number,
    pick,
    toward,
)
from support.ways import answers, deeds

LETTERS = [Option(letter, letter) for letter in "abcdefgh"]
PLACES = [Option(str(at), str(at), at) for at in ((0, -1), (1, 0), (-1, 1))]
FAR = Option("far", "far", (3, 3))


class Dress:
    """A game that only offers letters."""

    def title(self, state, ask):
        return "?"

    def choice(self, state, ask):
        return pick("?", [Option(option, str(option)) for option in ask.options])


def _pressed(prompt, button, held=False, cursor=0, rotation=0):
    return keys(prompt, cursor, rotation).get((Button(button), held))


# --- what is chosen ---


def test_what_lies_beside_the_centre_is_chosen_by_its_direction():
    prompt = pick("?", PLACES, (0, 0))
    assert (prompt.kind, [one.direction for one in prompt.options]) == ("toward", ["N", "SE", "SW"])
    assert _pressed(prompt, "nature") == Enter("(0, -1)")
    assert _pressed(prompt, "fire") is None


@pytest.mark.parametrize("centre", [None, (5, 5)])
def test_what_lies_elsewhere_is_shown_one_at_a_time(centre):
    assert pick("?", PLACES, centre).kind == "scroll"


def test_one_farther_away_makes_it_a_scrolling_list():
    assert pick("?", [*PLACES, FAR], (0, 0)).kind == "scroll"


def test_two_in_one_direction_make_it_a_scrolling_list():
    assert pick("?", [PLACES[0], PLACES[0]], (0, 0)).kind == "scroll"


@pytest.mark.parametrize("count", range(1, 9))
def test_a_few_words_have_a_button_each_and_many_are_turned_through(count):
    prompt = pick("?", LETTERS[:count])
    assert prompt.kind == ("list" if count <= 6 else "scroll")
    if count <= 6:
        taps = [_pressed(prompt, button) for button in BUTTONS]
        assert taps == [*(Enter(one) for one in "abcdef"[:count]), *[None] * (6 - count)]


def test_a_scrolling_list_goes_round():
    prompt = pick("?", LETTERS)
    assert [_pressed(prompt, button) for button in ("nature", "sun", "fire")] == [Turn(-1), Turn(1), None]
    assert [_pressed(prompt, "moon", cursor=cursor) for cursor in (0, 7, 8, -1)] == [
        Enter("a"),
        Enter("h"),
        Enter("a"),
        Enter("h"),
    ]


@pytest.mark.parametrize("rotation", range(6))
def test_the_buttons_are_directions_with_the_rotation(rotation):
    prompt = toward("?")
    entered = [_pressed(prompt, button, rotation=rotation) for button in BUTTONS]
    assert entered == [Enter(DIRECTIONS[(index + rotation) % 6]) for index in range(6)]


@pytest.mark.parametrize("rotation", range(6))
def test_numbers_and_lists_do_not_turn(rotation):
    for prompt in (number("?", 0, 9), pick("?", LETTERS[:4]), pick("?", LETTERS)):
        assert keys(prompt, 0, rotation) == keys(prompt, 0, 0)


def test_numbers_are_tapped_to_six_and_held_beyond():
    prompt = number("?", 0, 9)
    assert [_pressed(prompt, button) for button in BUTTONS] == [Enter(value) for value in range(1, 7)]
    held = [_pressed(prompt, button, held=True) for button in BUTTONS]
    assert held == [Enter(7), Enter(8), Enter(9), Enter(0), None, Back()]


@pytest.mark.parametrize(("die", "sides"), [("d4", 4), ("d6", 6), ("d8", 8), ("d10", 10)])
def test_every_face_of_a_die_can_be_entered_and_no_other(die, sides):
    prompt = fill(Dress(), None, AskRoll(die, 1, "?"), ())
    assert sorted(deeds(prompt)) == list(range(1, sides + 1))


def test_what_is_chosen_already_cannot_be_entered_again():
    prompt = pick("?", [PLACES[0], Option("b", "b", (1, 0), is_chosen=True)], (0, 0))
    assert deeds(prompt) == ["(0, -1)"]


@pytest.mark.parametrize(
    "prompt", [number("?", 1, 6), toward("?"), pick("?", LETTERS), pick("?", LETTERS[:2])]
)
def test_a_step_back_is_always_possible(prompt):
    assert _pressed(prompt, "sun", held=True) == _pressed(prompt, "heart", held=True) == Back()


def test_holds_lead_to_more_but_for_the_one_that_leads_back():
    prompt = toward("?", more=True)
    held = [_pressed(prompt, button, held=True) for button in BUTTONS]
    assert held == [*[Enter(MORE)] * 5, Back()]


def test_enough_is_held_at_moon_and_tapped_at_the_heart():
    prompt = toward("?", stop="enough")
    assert _pressed(prompt, "moon", held=True) == _pressed(prompt, "heart") == Enter(STOP)
    assert _pressed(prompt, "moon") == Enter("SW")


# --- whole answers ---


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("die", ["d4", "d6", "d8", "d10", "compass"])
def test_every_roll_can_be_entered(die, count):
    sides = {"d4": 4, "d6": 6, "d8": 8, "d10": 10}
    faces = DIRECTIONS if die == "compass" else range(1, sides[die] + 1)
    wanted = {
        values: {"do": "roll", "values": list(values)} for values in itertools.product(faces, repeat=count)
    }
    assert dict(answers(Dress(), None, AskRoll(die, count, "?"))) == wanted


def test_what_was_rolled_is_shown_and_what_is_missing_counted():
    prompt = fill(Dress(), None, AskRoll("d4", 3, "?"), (2, 4))
    assert (prompt.entered, prompt.missing) == (("2", "4"), 1)


@pytest.mark.parametrize("of", [*range(41), 99, 100, 123])
def test_every_number_can_be_entered(of):
    found = [body for _, body in answers(Dress(), None, AskNumber("prevented", of, "?"))]
    assert {body["do"] for body in found} == {"number"}
    assert {body["value"] for body in found} == set(range(of + 1))


@pytest.mark.parametrize(("of", "presses"), [(5, 1), (9, 1), (12, 2), (31, 2)])
def test_a_number_needs_no_press_more_than_it_must(of, presses):
    longest = max(len(path) for path, _ in answers(Dress(), None, AskNumber("prevented", of, "?")))
    assert longest == presses


@pytest.mark.parametrize("options", [("green", "red"), tuple(range(1, 13)), ([0, 1], [2, 3])])
def test_every_option_can_be_chosen(options):
    found = [body for _, body in answers(Dress(), None, AskChoose("x", "?", random=False, options=options))]
    assert found == [{"do": "choose", "option": option} for option in options]


def test_all_neighbours_are_beside():
    options = [Option(str(at), "", at) for at in neighbours((2, 2))]
    prompt = pick("?", options, (2, 2))
    assert isinstance(prompt, Prompt)
    assert [one.direction for one in prompt.options] == list(DIRECTIONS)
