"""Certificates against slow and independent ways: H-030 … H-035, H-092, HA-03, HA-04, HA-05."""

import itertools
import math
from fractions import Fraction

import pytest

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.certificate import ACTIVATION_MS, blind_wins, certify, guessing, spare_mistakes
from runeheart.games.heart.deck import draw_answer, draw_deck, solutions
from runeheart.games.heart.settings import DIFFICULTIES, House
from runeheart.games.heart.solver import arrangements
from support import minimax

DECKS = [
    ("easy", "fair", 1, 20),
    ("easy", "wild", 1, 12),
    ("normal", "fair", 2, 20),
    ("normal", "mixed", 3, 20),
    ("hard", "fair", 4, 20),
    ("hard", "mixed", 5, 20),
    ("hard", "wild", 6, 11),
]
"""Difficulty, kind, seed and cards of the deck: hands of wild decks leave more, and minimax takes long."""


def drawn(difficulty, kind, seed):
    parameters = DIFFICULTIES[difficulty]
    answer, chance = draw_answer(Chance(seed), parameters.length)
    deck, _ = draw_deck(chance, answer, kind)
    return parameters, deck


def every_hand(deck, size, length):
    """Go through all hands of a deck and yield the arrangements that each leaves, without masks."""
    fits = {clue: minimax.left_by([clue], length) for clue in deck}
    for hand in itertools.combinations(deck, size):
        yield frozenset.intersection(*(fits[clue] for clue in sorted(hand, key=lambda c: len(fits[c]))))


@pytest.mark.parametrize(("difficulty", "kind", "seed", "cards"), DECKS)
def test_every_hand_one_by_one_gives_the_same_numbers(difficulty, kind, seed, cards):
    # The whole claim, independently: every hand, every candidate, plain minimax.
    parameters, deck = drawn(difficulty, kind, seed)
    deck = deck[:cards]
    certificate = certify(deck, parameters, House())
    held = certificate.hands[0] if parameters.draws is None else certificate.hands[1]
    sure = deduced = total = most = 0
    for left in every_hand(deck, held.cards, parameters.length):
        sure += minimax.sure(left, parameters.max_mistakes - 1)
        deduced += len(left) == 1
        total += len(left)
        most = max(most, len(left))
    count = math.comb(cards, held.cards)
    assert (held.count, held.sure, held.deduced, held.most_left) == (count, sure, deduced, most)
    assert held.mean_left == float(Fraction(total, count))


@pytest.mark.parametrize("mistake_limit", ["reach", "exceed"])
@pytest.mark.parametrize("activation", ["any", "next"])
def test_house_rules_change_what_is_sure(mistake_limit, activation):
    # HA-04, HA-05: one more mistake to spare; only the next place may be tried.
    parameters, deck = drawn("hard", "fair", 6)
    house = House(mistake_limit=mistake_limit, activation=activation)
    certificate = certify(deck, parameters, house)
    assert certificate.spare == (1 if mistake_limit == "reach" else 2)
    decide = minimax.sure if activation == "any" else minimax.sure_in_order
    hands = (every_hand(deck[:9], 5, parameters.length), every_hand(deck[:9], 2, parameters.length))
    some = certify(deck[:9], parameters, house)
    for found, lefts in zip(reversed(some.hands), hands, strict=True):
        assert found.sure == sum(decide(left, certificate.spare) for left in lefts)


def test_house_rules_can_make_it_harder_or_easier():
    parameters, deck = drawn("hard", "fair", 6)
    plain, next_only, exceed = (
        certify(deck, parameters, house).hands[1].sure
        for house in (House(), House(activation="next"), House(mistake_limit="exceed"))
    )
    assert next_only < plain < exceed


@pytest.mark.parametrize(("difficulty", "sizes"), [("easy", (4, 20)), ("normal", (3, 7)), ("hard", (2, 5))])
def test_the_hands_are_the_first_and_the_most_one_can_hold(difficulty, sizes):
    # H-032, H-033
    parameters, deck = drawn(difficulty, "fair", 7)
    certificate = certify(deck, parameters, House())
    assert tuple(hands.cards for hands in certificate.hands) == sizes
    if difficulty == "easy":
        whole = certificate.hands[1]
        assert (whole.count, whole.sure, whole.deduced, whole.most_left) == (1, 1, 1, 1)
        assert len(list(solutions(deck, 4))) == 1


@pytest.mark.parametrize(("difficulty", "reach"), [("easy", 3), ("normal", 2), ("hard", 1)])
def test_the_last_allowed_mistake_is_the_one_that_explodes(difficulty, reach):
    # H-092, HA-04
    parameters = DIFFICULTIES[difficulty]
    assert spare_mistakes(parameters, House()) == reach
    assert spare_mistakes(parameters, House(mistake_limit="exceed")) == reach + 1


def played_blindly(answer, spare):
    """Tell whether a guesser who tries the runes of the list, place by place, wins against an answer."""
    open_runes = list(RUNES)
    for rune in answer:
        wrong = open_runes.index(rune)
        spare -= wrong
        open_runes.remove(rune)
        if spare < 0:
            return False
    return True


@pytest.mark.parametrize("spare", range(5))
@pytest.mark.parametrize("length", [4, 5, 6])
def test_blind_wins_are_counted_as_they_are_played(length, spare):
    answers = itertools.permutations(RUNES, length)
    assert blind_wins(length, spare) == sum(played_blindly(answer, spare) for answer in answers)


@pytest.mark.parametrize(("length", "spare"), [(4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (6, 1)])
def test_nobody_guesses_better_without_clues(length, spare):
    # The most answers that any plan of activations wins against, by trying all plans.
    table = arrangements(length)
    tries = [mask for place in table.places for mask in place]
    known = {}

    def most(left, mistakes, *, fresh):
        if left & (left - 1) == 0 or mistakes == 0:
            return min(left, 1)
        if (left, mistakes) not in known:
            useful = [one for one in tries if left & one and left & one != left]
            # As long as nothing was wrong, all tries are alike: other names, other places.
            known[left, mistakes] = max(
                most(left & one, mistakes, fresh=fresh) + most(left & ~one, mistakes - 1, fresh=False)
                for one in (useful[:1] if fresh else useful)
            )
        return known[left, mistakes]

    assert most(table.everything, spare, fresh=True) == blind_wins(length, spare)


def test_trying_at_the_worst_leaves_time_to_think():
    # H-030, H-034: on Hard one mistake, a minute; seven activations with the six right ones.
    found = guessing(DIFFICULTIES["hard"], 1)
    assert (found.wrong, found.right, found.lost_ms) == (1, 6, 60_000)
    assert found.worst_ms == 60_000 + 7 * ACTIVATION_MS
    assert found.left_ms == 300_000 - found.worst_ms
    for parameters in DIFFICULTIES.values():
        assert guessing(parameters, parameters.max_mistakes - 1).left_ms > parameters.timer_ms // 2


def test_the_json_form_has_shares_and_seconds():
    parameters, deck = drawn("hard", "fair", 8)
    certificate = certify(deck, parameters, House())
    found = certificate.json()
    assert found["spare_mistakes"] == 1
    assert found["hands"][1]["sure_share"] == round(certificate.hands[1].sure / 15_504, 6)
    assert found["hands"][1]["deduced_share"] == round(certificate.hands[1].deduced / 15_504, 6)
    assert found["blind"] == {"wins": 6, "answers": 720, "share": 0.008333}
    assert found["guessing"] == {"wrong": 1, "right": 6, "lost_s": 60, "worst_s": 81, "left_s": 219}
