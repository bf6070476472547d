"""Model players at the real game: what logic alone gives, what slips do, that every game comes to an end."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runeheart.core.chance import Chance
from runeheart.core.table import Table
from runeheart.core.units import seconds
from runeheart.games.heart.mind import Mind
from runeheart.games.heart.players import PLAYERS
from runeheart.games.heart.rules import HEART
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.simulation import ATTEMPTS, Batch, batches, derived, play, play_batch
from runeheart.games.heart.solver import arrangements

LOGICIAN = PLAYERS["logician"]
AVERAGE = PLAYERS["average"]
FLAWLESS = replace(AVERAGE.scaled(slips=0), name="flawless")


def game(difficulty, seed, **house):
    return HEART.setup({"difficulty": difficulty, "house": house}, seed)


def played(difficulty, *players, persons=12, seed=3, **house):
    setup = {"difficulty": difficulty, "house": house}
    return [
        [one for person in kind for one in person]
        for kind in play_batch(Batch(seed, setup, players, 0, persons))
    ]


def test_the_perfect_logician_always_wins_on_easy():
    (games,) = played("easy", LOGICIAN, persons=40)
    assert len(games) == 40 * ATTEMPTS
    assert all(one.cause is None for one in games)


@pytest.mark.parametrize(("difficulty", "least"), [("normal", 0.98), ("hard", 0.85)])
def test_the_perfect_logician_wins_about_as_often_as_decks_promise(difficulty, least):
    (games,) = played(difficulty, LOGICIAN, persons=60)
    assert sum(one.cause is None for one in games) / len(games) >= least
    assert all(one.erred == 0 for one in games)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("player", [LOGICIAN, FLAWLESS], ids=lambda player: player.name)
def test_without_slips_the_answer_always_stays_possible(difficulty, player):
    for seed in range(15):
        state = game(difficulty, seed)
        table = Table(HEART, state)
        bit = 1 << arrangements(state.length).sequences.index(state.answer)
        mind = Mind(player, state.parameters, state.house, Chance(seed))
        taken = table.take({"do": "read"})
        at_ms = 0
        while taken.table.state.outcome is None:
            mind.hear(taken.events)
            command, spent_ms = mind.act()
            assert mind._notes & bit
            assert mind._focus & bit
            at_ms += spent_ms
            taken = taken.table.take({**command, "at": seconds(at_ms)})
            assert taken.refused is None or taken.table.state.outcome
        assert mind.erred == 0


def test_every_slip_makes_players_worse():
    for slip in ("misread", "muddled", "overlooked"):
        clumsy = replace(FLAWLESS, name="flawless", **{slip: 0.5})
        good, bad = played("hard", FLAWLESS, clumsy, persons=30)
        assert sum(one.cause is None for one in bad) < sum(one.cause is None for one in good), slip
        assert sum(one.erred for one in bad) > 0, slip


def test_slow_players_lose_to_the_timer_and_use_all_of_it():
    (games,) = played("normal", LOGICIAN.scaled(pace=20), persons=5)
    assert {one.cause for one in games} == {"timer"}
    assert {one.used_ms for one in games} == {DIFFICULTIES["normal"].timer_ms}  # H-103


def test_whoever_submits_can_lose_by_it():
    bold = replace(AVERAGE, name="bold", submits=1.0, muddled=0.3)
    (games,) = played("easy", bold, persons=30)
    causes = {one.cause for one in games}
    assert "sequence" in causes  # H-105
    assert None in causes


def test_one_mistake_more_helps_and_a_fixed_order_can_be_played():
    (reach,) = played("hard", AVERAGE, persons=40)
    (exceed,) = played("hard", AVERAGE, persons=40, mistake_limit="exceed")  # HA-04
    assert sum(one.cause is None for one in exceed) > sum(one.cause is None for one in reach)
    in_order = played("normal", *PLAYERS.values(), persons=5, activation="next")  # HA-05
    assert all(one.used_ms > 0 for games in in_order for one in games)


def test_six_known_answers_make_it_short():
    (wide,) = played("hard", LOGICIAN, persons=20)
    (narrow,) = played("hard", LOGICIAN, persons=20, answers="six")  # HA-03
    assert sum(one.used_ms for one in narrow) < sum(one.used_ms for one in wide)
    assert all(one.cause is None for one in narrow)


shares = st.floats(0, 1)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 1000),
    difficulty=st.sampled_from(list(DIFFICULTIES)),
    house=st.fixed_dictionaries(
        {
            "answers": st.sampled_from(["open", "six"]),
            "mistake_limit": st.sampled_from(["reach", "exceed"]),
            "activation": st.sampled_from(["any", "next"]),
        }
    ),
    player=st.builds(
        replace,
        st.just(AVERAGE),
        held=st.integers(2, 20),
        rereads=shares,
        passes=st.integers(0, 4),
        misread=shares,
        missed=shares,
        muddled=shares,
        overlooked=shares,
        plans=st.booleans(),
        sure_enough=shares,
        submits=shares,
        hurry=shares,
        step_ms=st.floats(10, 3000),
    ),
)
def test_whoever_plays_the_game_ends_and_nothing_is_refused(seed, difficulty, house, player):
    one = play(game(difficulty, seed, **house), player, Chance(seed))
    parameters = DIFFICULTIES[difficulty]
    assert 0 < one.used_ms <= parameters.timer_ms
    assert one.cause in {None, "mistakes", "timer", "sequence"}
    most = parameters.max_mistakes + (house["mistake_limit"] == "exceed")
    assert one.gambled + one.erred <= most
    assert (one.gambled + one.erred == most) == (one.cause == "mistakes")


def test_the_same_seed_gives_the_same_games_however_they_are_divided():
    players = tuple(PLAYERS.values())
    setup = {"difficulty": "normal"}
    (whole,) = batches(5, setup, players, 7, 7)
    parts = batches(5, setup, players, 7, 3)
    assert [(part.first, part.last) for part in parts] == [(0, 3), (3, 6), (6, 7)]
    together = play_batch(whole)
    divided = [play_batch(part) for part in parts]
    for index in range(len(players)):
        assert together[index] == [person for part in divided for person in part[index]]
    assert play_batch(replace(whole, seed=6)) != together


def test_derived_seeds_differ():
    seeds = {derived(seed, name, number) for seed in (0, 1) for name in ("a", "b") for number in range(50)}
    assert len(seeds) == 200
