"""Maps of both games: what is drawn, and that every click gives a command that the game takes."""

import random

import msgspec
import pytest

from runeheart.core.table import Table
from runeheart.games.registry import GAMES
from runeheart.surface import maps
from support.clicks import Clicks


def play_by_clicks(game, setup, seed, most=400):
    """Play a whole game by random clicks; yield (ask, choice, body, table before, play)."""
    pick = random.Random(seed)
    table = Table(GAMES[game], GAMES[game].setup(setup, seed))
    board = maps.board(game, table.state)
    events = []
    for _ in range(most):
        ask = table.game.ask(table.state)
        play = maps.play(game, table.state, ask, events)
        msgspec.json.encode(play)
        if ask is None:
            assert play.over
            assert not play.choices
            return
        assert play.choices, ask
        choice = pick.choice(play.choices)
        body = Clicks(board, play, pick).body(choice)
        if body is None:
            continue
        taken = table.take(body)
        assert taken.refused is None, (taken.refused, body, ask)
        yield ask, choice, body, table, play
        events += [event.json() for event in taken.events]
        table = taken.table


@pytest.mark.parametrize("seed", range(12))
def test_every_body_that_a_map_of_the_ruin_offers_is_taken(seed):
    asked = {
        type(ask).__name__ for ask, *_ in play_by_clicks("ruin", {"defense": "ask", "ties": "ask"}, seed)
    }
    assert asked == {"AskCommand", "AskRoll", "AskChoose", "AskNumber"}


@pytest.mark.parametrize("seed", range(12))
def test_every_body_that_a_map_of_the_cult_offers_is_taken(seed):
    asked = {type(ask).__name__ for ask, *_ in play_by_clicks("cult", {}, seed)}
    assert asked >= {"AskCommand", "AskRoll"}
