"""How a setup is read: every problem at once, each with its path (play.md 1, 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.game import SetupInvalidError
from runeheart.games.heart import settings
from runeheart.games.heart.clues import Clue, Kind
from runeheart.games.heart.settings import HOUSE_RULES, House, read
from support.heart import ANSWERS, a_deck

EASY = list(ANSWERS["easy"])
NORMAL = list(ANSWERS["normal"])
BANK = [
    EASY,
    ["sun", "water", "fire", "moon"],
    ["nature", "storm", "fire", "moon"],
    ["moon", "fire", "sun", "water"],
    ["storm", "sun", "nature", "water"],
    ["fire", "water", "moon", "storm"],
]
KEYS = "difficulty, answer, deck, deck_kind, house, bank, code, sign, dice, ties, title"
TRUE = "expected a true clue"
WORDS = "easy, normal, hard"
SIX = {"difficulty": "easy", "house": {"answers": "six"}}


def problems(raw):
    with pytest.raises(SetupInvalidError) as caught:
        read(raw, 0)
    return caught.value.problems


def test_an_empty_setup_is_a_normal_game():
    setup = read({}, 0)
    assert (setup.difficulty, setup.house, setup.bank) == ("normal", House(), None)
    assert (len(setup.answer), len(setup.deck)) == (5, 20)


def test_the_house_rules_default_to_their_first_values():
    # HA-03, HA-04, HA-05
    assert House().json() == {name: values[0] for name, values in HOUSE_RULES.items()}
    assert list(House().json()) == list(HOUSE_RULES)


@pytest.mark.parametrize(
    ("name", "value"), [(name, v) for name, values in HOUSE_RULES.items() for v in values]
)
def test_every_house_rule_can_be_set(name, value):
    assert read({"house": {name: value}}, 0).house.json()[name] == value


def test_what_is_given_is_taken():
    deck = a_deck()
    setup = read({"answer": NORMAL, "deck": deck}, 5)
    assert setup.answer == tuple(NORMAL)
    assert [clue.json() for clue in setup.deck] == deck
    assert read({"answer": NORMAL}, 5).answer == tuple(NORMAL)
    given = read({**SIX, "bank": BANK, "answer": EASY}, 5)
    assert given.bank == tuple(map(tuple, BANK))
    assert given.answer == tuple(EASY)


def test_an_answer_left_out_is_drawn_from_the_bank():
    answers = {read({**SIX, "bank": BANK}, seed).answer for seed in range(80)}
    assert answers == set(map(tuple, BANK))


def test_a_bank_left_out_is_drawn_around_the_answer():
    setup = read({**SIX, "answer": EASY}, 3)
    assert len(set(setup.bank)) == 6
    assert tuple(EASY) in setup.bank


def test_a_given_deck_may_hold_a_clue_twice():
    # Only drawn decks promise 20 different clues.
    card = {"kind": "at", "rune": "sun", "position": 1}
    assert read({"answer": NORMAL, "deck": [card] * 20}, 0).deck == (Clue(Kind.AT, ("sun",), (1,)),) * 20


def test_keys_of_every_game_are_accepted():
    assert read({"dice": "auto", "ties": "ask", "title": "A title"}, 0) == read({}, 0)


@given(st.integers())
def test_the_same_seed_draws_the_same(seed):
    raw = {"house": {"answers": "six"}}
    assert read(raw, seed) == read(raw, seed)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"dificulty": "easy"}, ['dificulty: unknown key; did you mean "difficulty"?']),
        ({"board": {}}, [f"board: unknown key; expected one of: {KEYS}"]),
        ({"a\nb": 1}, [f'"a\\nb": unknown key; expected one of: {KEYS}']),
        ({"difficulty": "hrad"}, [f'difficulty: "hrad" is not one of {WORDS}; did you mean "hard"?']),
        ({"difficulty": None}, [f"difficulty: null is not one of {WORDS}"]),
        ({"difficulty": ["easy"]}, [f'difficulty: ["easy"] is not one of {WORDS}; did you mean "easy"?']),
        ({"dice": "roll"}, ['dice: "roll" is not one of ask, auto']),
        ({"ties": 1}, ["ties: 1 is not one of auto, ask"]),
        ({"house": []}, ["house: [] is not an object of house rules and their values"]),
        ({"house": {"answer": "six"}}, ['house.answer: unknown house rule; did you mean "answers"?']),
        ({"house": {"answers": "sx"}}, ['house.answers: "sx" is not one of open, six; did you mean "six"?']),
        ({"house": {"activation": None}}, ["house.activation: null is not one of any, next"]),
        ({"answer": "sun"}, ['answer: "sun" is not a list of 5 different runes']),
        ({"answer": EASY}, ["answer: has 4 runes; expected a list of 5 different runes"]),
        (
            {"answer": ["sun", "sun", "earht", 7, None]},
            [
                'answer[1]: "sun" is there twice; expected different runes',
                'answer[2]: "earht" is no rune; expected one of: nature, fire, water, storm, moon, sun',
                "answer[3]: 7 is no rune; expected one of: nature, fire, water, storm, moon, sun",
                "answer[4]: null is no rune; expected one of: nature, fire, water, storm, moon, sun",
            ],
        ),
        (
            {"difficulty": "x", "answer": 5},
            [f'difficulty: "x" is not one of {WORDS}', "answer: 5 is not a list of different runes"],
        ),
        ({"difficulty": 1, "answer": ["sun", "moon"]}, [f"difficulty: 1 is not one of {WORDS}"]),
        ({"deck": a_deck()}, ['deck: is there without "answer"; give both, or neither to have them drawn']),
        ({"answer": NORMAL, "deck": {}}, ["deck: {} is not a list of 20 clues"]),
        ({"answer": NORMAL, "deck": a_deck()[:19]}, ["deck: has 19 clues; expected 20, the top card first"]),
        ({"bank": BANK, "difficulty": "easy"}, ["bank: is only for the house rule answers = six"]),
        ({**SIX, "bank": 6}, ["bank: 6 is not a list of 6 different answers"]),
        ({**SIX, "bank": BANK[:5]}, ["bank: has 5 answers; expected 6 different ones"]),
        (
            {**SIX, "bank": [*BANK[:5], BANK[0]]},
            ['bank[5]: ["water", "sun", "fire", "moon"] is there twice; expected different answers'],
        ),
        (
            {**SIX, "bank": [*BANK[:4], ["sun"], "moon"], "answer": ["sun", "moon", "water", "fire"]},
            [
                "bank[4]: has 1 runes; expected a list of 4 different runes",
                'bank[5]: "moon" is not a list of 4 different runes',
            ],
        ),
        (
            {**SIX, "bank": BANK, "answer": ["moon", "sun", "water", "fire"]},
            ['bank: the answer ["moon", "sun", "water", "fire"] is not in it; expected it among the six'],
        ),
    ],
)
def test_what_is_not_valid_names_its_path_and_what_was_expected(raw, expected):
    assert problems(raw) == expected


def test_a_clue_that_is_not_true_names_its_card():
    deck = a_deck()
    deck[3] = {"kind": "at", "rune": "fire", "position": 1}
    assert problems({"answer": NORMAL, "deck": deck}) == [
        'deck[3]: {"kind": "at", "rune": "fire", "position": 1} (card 4: Fire is in place 1) is not true of'
        " the answer; " + TRUE
    ]


def test_on_hard_no_rune_is_absent():
    deck = a_deck("hard")
    deck[0] = {"kind": "absent", "rune": "sun"}
    found = problems({"difficulty": "hard", "answer": list(ANSWERS["hard"]), "deck": deck})
    assert [line.split(":")[0] for line in found] == ["deck[0]"]


def test_all_problems_come_at_once_in_the_order_of_the_table():
    deck = a_deck()
    deck[0] = {"kind": "at", "rune": "sun", "position": 6}
    deck[19] = {"kind": "at", "rune": "sun", "position": 2}
    found = problems(
        {"titel": "", "ties": "x", "house": {"a": 1}, "answer": NORMAL, "deck": deck, "bank": BANK}
    )
    assert [line.split(":")[0] for line in found] == [
        "titel",
        "ties",
        "house.a",
        "bank",
        *(f"bank[{n}]" for n in range(6)),
        "deck[0].position",
        "deck[19]",
    ]


def test_a_deck_is_read_even_when_the_difficulty_is_not():
    # Its own problems are told; whether a place exists cannot be.
    deck = [{"kind": "at", "rune": "sun", "position": 6}, {"kind": "at", "rune": "snu", "position": 1}]
    assert problems({"difficulty": "x", "answer": NORMAL, "deck": deck}) == [
        f'difficulty: "x" is not one of {WORDS}',
        "deck: has 2 clues; expected 20, the top card first",
        'deck[0]: {"kind": "at", "rune": "sun", "position": 6} (card 1: Sun is in place 6) is not true of the'
        " answer; " + TRUE,
        'deck[1].rune: "snu" is no rune; did you mean "sun"?',
    ]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["kind", "rune", "runes", "answers"]) | st.text(), inner)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(settings._KEYS) | st.text(), ANYTHING))
def test_no_setup_is_too_strange(raw):
    try:
        told = read(raw, 0)
    except SetupInvalidError as error:
        told = error.problems
        broken = [line for line in told if "\n" in line]
    else:
        broken = []
    assert told
    assert broken == []
