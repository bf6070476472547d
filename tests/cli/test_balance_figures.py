"""Statistics of `runeheart balance`: Wilson intervals, quartiles, causes, the aims of H-036."""

import pytest

from runeheart.cli.balance_figures import AIMS, figures, verdicts, wilson, winners
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.simulation import ATTEMPTS, Played

WON = Played(None, 100_000, 1, 0)
MISTAKES = Played("mistakes", 200_000, 1, 1)
TIMER = Played("timer", 300_000, 0, 0)


def persons(*attempts):
    return [tuple(played) for played in attempts]


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [  # known values of the score interval, as printed in tables and by other programs
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_intervals(found, of, low, high):
    share = wilson(found, of)
    assert share.value == found / of
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


def test_figures_of_one_attempt_and_of_several_together():
    played = persons([MISTAKES, WON, WON], [WON, TIMER, WON], [TIMER, TIMER, TIMER], [TIMER, WON, TIMER])
    first = figures(played, (1,))
    assert (first.games, first.won.value, first.won_by_then.value) == (4, 0.25, 0.25)
    assert first.lost == {"mistakes": 1, "timer": 2, "sequence": 0}
    assert first.used_ms == (175_000, 250_000, 300_000)
    assert (first.gambled, first.erred) == (0.5, 0.25)
    later = figures(played, (2, 3))
    assert (later.games, later.won.value, later.won_by_then.value) == (8, 0.5, 0.75)


def test_quartiles_of_a_single_game():
    assert figures(persons([TIMER]), (1,)).used_ms == (300_000, 300_000, 300_000)


def test_winners_have_won_at_least_once_by_then():
    played = persons([TIMER, WON, TIMER], [TIMER, TIMER, WON])
    assert [winners(played, attempt) for attempt in (1, 2, 3)] == [0, 1, 2]


def test_every_difficulty_has_an_aim_that_its_players_can_reach():  # H-036
    assert list(AIMS) == list(DIFFICULTIES)
    for aims in AIMS.values():
        for aim in aims:
            assert 1 <= aim.by_attempt <= ATTEMPTS
            assert {aim.low, aim.high} in ({0.0, 0.5}, {0.5, 1.0})  # what the plot draws


@pytest.mark.parametrize(
    ("winning", "word"),
    [(0, "met"), (40, "met"), (50, "open: more games would tell"), (90, "missed: too easy")],
)
def test_most_fail_at_the_first_attempt_on_normal(winning, word):
    kind = persons(*([[WON] * ATTEMPTS] * winning), *([[TIMER] * ATTEMPTS] * (100 - winning)))
    played = {"careful": kind, "average": kind, "hasty": kind}
    first, second = verdicts("normal", played)
    assert first.word == word
    assert first.measured.value == winning / 100
    assert second.word == ("missed: too hard" if winning < 41 else "met" if winning > 60 else word)


def test_the_three_kinds_count_equally():
    all_won, none_won = persons(*[[WON] * ATTEMPTS] * 90), persons(*[[TIMER] * ATTEMPTS] * 90)
    (verdict,) = verdicts("easy", {"careful": all_won, "average": none_won, "hasty": none_won})
    assert verdict.measured == wilson(30, 90)


def test_aims_need_their_players():
    assert verdicts("easy", {"average": persons([WON] * ATTEMPTS)}) == []
    assert len(verdicts("hard", {"average": persons([WON] * ATTEMPTS)})) == 2
