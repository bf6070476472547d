"""Printed sets: what stands on the cards, and the same set on the prop."""

import hashlib
import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runeheart.core.game import SetupInvalidError
from runeheart.core.runes import RUNES
from runeheart.core.table import Table
from runeheart.games.heart import clues, codes, patterns
from runeheart.games.heart.certificate import spare_mistakes
from runeheart.games.heart.codes import EXAMPLE, SEEDS, DeckCode
from runeheart.games.heart.deck import DECK_KINDS, solutions
from runeheart.games.heart.hands import count_sure
from runeheart.games.heart.printed import SIGNS, print_set
from runeheart.games.heart.rules import HEART
from runeheart.games.heart.settings import DIFFICULTIES, House
from runeheart.games.heart.solver import Logic, arrangements, clue_mask
from support.heart import Heart

SETS = [
    print_set(DeckCode(name, "fair", seed), DIFFICULTIES[name].length)
    for name in DIFFICULTIES
    for seed in (0, 7)
]
MISTYPED = "is no deck code: its last two characters do not fit;"
EACH_SET = pytest.mark.parametrize("printed", SETS, ids=lambda printed: str(printed.code))


@EACH_SET
def test_there_are_six_answer_cards_of_six_runes_that_differ_where_it_counts(printed):
    # H-005, HA-02
    assert list(printed.fronts) == list(SIGNS)
    assert all(sorted(front) == sorted(RUNES) for front in printed.fronts.values())
    assert len({printed.answer(sign) for sign in SIGNS}) == 6
    assert {len(printed.answer(sign)) for sign in SIGNS} == {DIFFICULTIES[printed.code.difficulty].length}


@EACH_SET
def test_each_sign_has_a_true_line_on_each_of_20_cards(printed):
    # H-004, H-051, HA-01
    cards = printed.cards()
    assert len(cards) == 20
    for card in cards:
        assert list(card) == list(SIGNS)
        assert all(clues.holds(line, printed.answer(sign)) for sign, line in card.items())
    for sign in SIGNS:
        lines = [card[sign] for card in cards]
        assert len(set(lines)) == 20
        assert list(solutions(lines, printed.length)) == [printed.answer(sign)]


@EACH_SET
def test_no_line_names_a_sign(printed):
    for card in printed.cards():
        for line in card.values():
            assert not any(sign in clues.text(line, printed.length).lower() for sign in SIGNS)


def test_signs_are_no_runes():
    assert not set(SIGNS) & set(RUNES)


def test_the_lines_of_a_card_come_from_decks_shuffled_each_for_itself():
    # If the decks lay in the same order, the same kinds would meet on a card far more often than by chance.
    together = apart = 0
    for printed in SETS:
        for one, other in itertools.combinations(SIGNS, 2):
            for first, second in itertools.product(range(20), repeat=2):
                same = printed.decks[one][first].kind is printed.decks[other][second].kind
                if first == second:
                    together += same
                else:
                    apart += same
    pairs = len(SETS) * 15
    assert together / (pairs * 20) == pytest.approx(apart / (pairs * 380), abs=0.05)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(list(DIFFICULTIES)), st.integers(0, SEEDS - 1))
def test_the_same_code_makes_the_same_set(difficulty, seed):
    length = DIFFICULTIES[difficulty].length
    assert print_set(DeckCode(difficulty, "fair", seed), length) == print_set(
        DeckCode(difficulty, "fair", seed), length
    )


def test_another_seed_and_another_difficulty_make_another_set():
    # HA-21
    fronts = {tuple(printed.fronts.values()) for printed in SETS}
    assert len(fronts) == len(SETS)


def set_up(**setup):
    return HEART.setup(setup, 5)


def problems(**setup):
    with pytest.raises(SetupInvalidError) as caught:
        set_up(**setup)
    return caught.value.problems


@EACH_SET
@pytest.mark.parametrize("sign", SIGNS)
def test_the_prop_plays_the_answer_and_the_lines_of_the_sign(printed, sign):
    state = set_up(code=str(printed.code), sign=sign)
    assert state.difficulty == printed.code.difficulty
    assert state.answer == printed.answer(sign)
    assert set(state.deck) == set(printed.decks[sign])


def test_the_order_on_the_prop_is_the_games_own():
    orders = {HEART.setup({"code": EXAMPLE, "sign": "key"}, seed).deck for seed in range(5)}
    assert len(orders) == 5


def test_the_code_may_be_typed_in_any_way_and_is_shown_in_one():
    state = set_up(code="nf4kq2xc", sign="bell")
    assert HEART.view(state)["code"] == "NF-4KQ2-XC"
    assert HEART.view(state)["sign"] == "bell"
    assert "code" not in HEART.view(HEART.setup({}, 5))


def test_code_and_sign_stay_out_of_logs():
    assert "bell" not in repr(set_up(code=EXAMPLE, sign="bell"))


def test_with_answers_six_the_bank_is_the_six_answer_cards_in_an_order_that_tells_nothing():
    # HA-03
    first = {
        HEART.setup({"code": EXAMPLE, "sign": "star", "house": {"answers": "six"}}, seed).bank.index(answer)
        for seed in range(60)
        for answer in [set_up(code=EXAMPLE, sign="star").answer]
    }
    assert first == set(range(6))


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (
            {"code": "NF-4KQ2-XD", "sign": "key"},
            [f'code: "NF-4KQ2-XD" {MISTYPED} did you mean NF-4KQ2-XC?'],
        ),
        ({"code": 5, "sign": "key"}, ["code: 5 is not a deck code such as NF-4KQ2-XC"]),
        (
            {"code": EXAMPLE, "sign": "kye"},
            ['sign: "kye" is not one of star, crown, key, bell, eye, tower; did you mean "key"?'],
        ),
        (
            {"code": EXAMPLE, "sign": ["key"]},
            ['sign: ["key"] is not one of star, crown, key, bell, eye, tower; did you mean "key"?'],
        ),
        (
            {"code": EXAMPLE},
            ["sign: is missing; it is on the back of the answer card: star, crown, key, bell, eye, tower"],
        ),
        ({"sign": "key"}, ['sign: is there without "code"; give both, or neither']),
        (
            {"code": EXAMPLE, "sign": "key", "difficulty": "hard"},
            ["difficulty: is hard, but the set NF-4KQ2-XC is for normal"],
        ),
        (
            {"code": EXAMPLE, "sign": "key", "deck": []},
            [
                'deck: is there with "code", but a printed set has its own; leave it out',
                "deck: has 0 clues; expected 20, the top card first",
            ],
        ),
        (
            {"code": EXAMPLE, "sign": "key", "answer": ["sun", "moon", "storm", "fire", "water"]},
            ['answer: is there with "code", but a printed set has its own; leave it out'],
        ),
        (
            {"cod": EXAMPLE, "sgin": "key"},
            ['cod: unknown key; did you mean "code"?', 'sgin: unknown key; did you mean "sign"?'],
        ),
    ],
)
def test_what_does_not_fit_a_printed_set_is_said(setup, expected):
    assert problems(**setup) == expected


@EACH_SET
def test_a_printed_set_is_played_to_its_end_on_the_prop(printed):
    game = Heart(difficulty=printed.code.difficulty)
    game.table = Table(HEART, set_up(code=str(printed.code), sign="tower"))
    game.answer = printed.answer("tower")
    held = game.do("read")
    lines = [event["clue"] for event in held if event["event"] == "clue"]
    while "draw" in game.commands:
        lines += [event["clue"] for event in game.do("draw")]
    assert all(line in [clue.json() for clue in printed.decks["tower"]] for line in lines)
    assert game.wrong()[0]["event"] == "mistake"
    for position in range(1, printed.length + 1):
        game.right(position)
    assert game.events[-1]["event"] == "defused"


@pytest.mark.parametrize("kind", patterns.MIXES)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_for_each_sign_the_lines_are_a_fair_deck(difficulty, kind):
    row = DIFFICULTIES[difficulty]
    printed = print_set(DeckCode(difficulty, kind, 7), row.length)
    logic = Logic(row.length)
    spare = spare_mistakes(row, House())
    size = row.start_cards if row.draws is None else row.start_cards + row.draws
    for sign in SIGNS:
        masks = [clue_mask(clue, row.length) for clue in printed.decks[sign]]
        everything = arrangements(row.length).everything
        sure = count_sure(masks, size, everything, lambda left: logic.wins(left, spare))
        assert Fraction(sure, math.comb(20, size)) >= patterns.LEAST_SHARES[kind, row.length]


def test_the_letters_of_a_code_know_every_difficulty_and_kind_of_deck():
    for difficulty, kind in itertools.product(DIFFICULTIES, DECK_KINDS):
        code = DeckCode(difficulty, kind, 3)
        assert print_set(codes.read(str(code))[0], DIFFICULTIES[difficulty].length).code == code


@pytest.mark.parametrize(
    ("difficulty", "kind", "expected"),
    [
        ("easy", "fair", "13d7bd7226877604"),
        ("normal", "mixed", "928b443411c190aa"),
        ("hard", "fair", "6af563f3e344a3a8"),
        ("hard", "wild", "ab5046016468e64e"),
    ],
)
def test_a_code_makes_the_set_that_it_always_made(difficulty, kind, expected):
    printed = print_set(DeckCode(difficulty, kind, 7), DIFFICULTIES[difficulty].length)
    lines = [clues.text(line, printed.length) for card in printed.cards() for line in card.values()]
    content = "\n".join([*map(" ".join, printed.fronts.values()), *lines])
    assert hashlib.sha256(content.encode()).hexdigest()[:16] == expected, (
        "sets that were printed would no longer be what their codes make:"
        " other patterns, wording or draws need other letters in games/heart/codes.py"
    )
