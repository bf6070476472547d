"""What a game master may tell: words for hints, from what the players have and nothing else."""

import pytest

from runeheart.core.game import Advice, Hinting, Refused
from runeheart.core.runes import RUNES
from runeheart.core.table import Table
from runeheart.games.heart.advice import NOTHING
from runeheart.games.heart.codes import EXAMPLE
from runeheart.games.heart.rules import HEART

ANSWER = ["nature", "fire", "water", "storm"]
FIRST = [
    {"kind": "either", "rune": "fire", "positions": [1, 2]},
    {"kind": "directly_before", "first": "nature", "second": "fire"},
    {"kind": "absent", "rune": "moon"},
    {"kind": "not_at", "rune": "water", "position": 4},
]
DRAWN = {"kind": "at", "rune": "storm", "position": 4}


def a_game(*commands, house=None, **more):
    """Return the state after commands; the deck is FIRST, then DRAWN again and again."""
    setup = {"difficulty": "easy", "answer": ANSWER, "deck": FIRST + [DRAWN] * 16, **more}
    table = Table(HEART, HEART.setup({**setup, "house": house or {}}, 0))
    for command in commands:
        taken = table.take(command)
        assert taken.refused is None, taken.refused
        table = taken.table
    return table.state


READ, DRAW = {"do": "read"}, {"do": "draw"}


def told(state, step=1):
    found = HEART.hint(state, step)
    assert isinstance(found, Advice), found
    return found.text, [card["card"] for card in found.rests_on]


def test_the_heart_has_hints():
    assert isinstance(HEART, Hinting)


def test_a_place_is_told_with_the_cards_behind_it_in_their_words():
    state = a_game(READ)
    assert told(state) == ("Nature is in place 1.", [1, 2])
    assert HEART.hint(state, 1).rests_on[1]["text"] == "Nature comes directly before Fire."


def test_each_step_builds_on_the_ones_before_until_nothing_follows():
    state = a_game(READ)
    steps = [told(state, step) for step in range(1, 9)]
    assert steps[:5] == [
        ("Nature is in place 1.", [1, 2]),
        ("Fire is in place 2.", [1]),
        ("Water is in place 3.", [4]),
        ("Moon is not in the sequence.", [3]),
        (NOTHING, []),
    ]
    assert told(state, 99) == (NOTHING, [])


def test_exclusions_name_places_or_the_whole_sequence():
    apart = {"kind": "apart", "runes": ["nature", "storm"], "distance": 3}
    state = a_game(READ, deck=[apart] * 20)
    text = told(state)[0]
    assert text.startswith("Nature is not in place 2 or 3. Fire is not in place 1 or 4. ")
    assert "Storm is not in place 2 or 3." in text
    before = {"kind": "before", "first": "water", "second": "storm"}
    state = a_game(READ, deck=[before] * 20)
    assert told(state)[0] == "Water is not in place 4. Storm is not in place 1."


def test_drawn_cards_count_before_the_starting_cards_were_read():
    assert HEART.hint(a_game(), 1) == Refused(
        "no card has been read yet; the players read the starting cards first"
    )
    assert told(a_game(DRAW)) == ("Storm is in place 4.", [5])


def test_locked_places_and_failed_tries_are_known():
    lock = {"do": "activate", "rune": "nature", "position": 1}
    assert told(a_game(READ, lock)) == ("Fire is in place 2.", [1])
    wrong = {"do": "activate", "rune": "water", "position": 2}
    state = a_game(DRAW, wrong, deck=[DRAWN] * 4 + [{"kind": "not_at", "rune": "water", "position": 1}] * 16)
    assert state.misses == (("water", 2),)
    found, cards = told(state)
    assert (found, cards) == ("Water is not in place 1.", [5])


def test_what_none_of_six_public_answers_has_is_no_news():
    bank = [ANSWER, *([*ANSWER[:2], *pair] for pair in (["storm", "water"], ["sun", "moon"]))]
    bank += [["fire", "nature", *pair] for pair in (["water", "storm"], ["sun", "moon"], ["moon", "sun"])]
    state = a_game(READ, house={"answers": "six"}, bank=bank, deck=[FIRST[2]] * 20)
    text, cards = told(state)
    assert cards == [1]
    assert "Sun is not in the sequence." in text  # Sun stands beside Moon in all of the six
    assert "Moon is not in the sequence." in text


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
@pytest.mark.parametrize("house", [{}, {"answers": "six"}])
def test_hints_are_true_and_lead_on(difficulty, house):
    state = HEART.setup({"difficulty": difficulty, "house": house}, 3)
    table = Table(HEART, state).take(READ).table
    while table.state.draws_left != 0 and table.state.deck_left:
        table = table.take(DRAW).table
    state = table.state
    steps = [told(state, step)[0] for step in range(1, 30)]
    assert steps[-1] == NOTHING
    assert len({step for step in steps if step != NOTHING}) == steps.index(NOTHING)
    for text in steps[: steps.index(NOTHING)]:
        for sentence in text.rstrip(".").split(". "):
            rune, _, where = sentence.partition(" is ")
            places = {int(word) for word in where.replace(",", "").split() if word.isdigit()} or {
                1,
                2,
                3,
                4,
                5,
                6,
            }
            place = {rune: place for place, rune in enumerate(state.answer, 1)}.get(rune.lower())
            assert (place in places) is not where.startswith("not")
            assert rune.lower() in RUNES


def test_there_is_none_with_a_printed_set_and_none_after_the_end():
    state = HEART.setup({"code": EXAMPLE, "sign": "key"}, 0)
    assert "does not know which of its cards lie on the table" in HEART.hint(state, 1).why
    assert HEART.hint(a_game({"do": "abandon"}), 1).why.startswith("the game is over")
