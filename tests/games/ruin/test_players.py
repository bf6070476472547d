"""Model players of the Ruin, and their games: legal, repeatable, and the careful one is the better one."""

from statistics import mean

import pytest

from runeheart.core.chance import Chance
from runeheart.core.game import Refused, SetupInvalidError
from runeheart.games.ruin import players
from runeheart.games.ruin.players import PLAYERS, careful, mind, simple
from runeheart.games.ruin.shipped import SHIPPED
from runeheart.games.ruin.simulation import MOST_ROUNDS, play
from support.ruin import Ruin, board

GAMES = 40


def games(player, setup, number=GAMES):
    return [play(setup, PLAYERS[player], seed) for seed in range(number)]


@pytest.mark.parametrize("player", PLAYERS)
def test_every_game_on_the_first_board_ends_and_is_the_same_again(player):
    first = games(player, {})
    assert first == games(player, {})
    assert len({game.damage for game in first}) > GAMES / 4
    for game in first:
        assert game.outcome == "resolved"
        assert game.rounds == len(game.moments)
        assert game.damage == game.moments[-1].damage
        assert [moment.damage for moment in game.moments] == sorted(moment.damage for moment in game.moments)
        assert all(moment.ready <= moment.broods <= 12 for moment in game.moments)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_careful_player_suffers_less_and_takes_longer(name):
    from runeheart.core.boards import read_text
    from runeheart.games.ruin.sheets import board_of

    setup = {"board": board_of(read_text(SHIPPED[name]))[0]}
    walked, looked = games("simple", setup), games("careful", setup)
    assert mean(game.damage for game in looked) < 0.75 * mean(game.damage for game in walked)
    assert mean(game.rounds for game in looked) > mean(game.rounds for game in walked)


def test_life_ends_games_in_the_midst_of_a_round():
    lost = [game for game in games("simple", {"life": 10}) if game.outcome == "defeated"]
    assert lost
    assert all(game.damage >= 10 and game.rounds == len(game.moments) + 1 for game in lost)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_mother_out_of_reach_is_given_up(player):
    island = board((1, 0), hexes=[(0, 0), (1, 0), (0, -3)])
    played = play({"board": island}, PLAYERS[player], 1)
    assert (played.outcome, played.rounds) == (None, MOST_ROUNDS)


def test_a_setup_that_cannot_be_played_is_told():
    with pytest.raises(SetupInvalidError):
        play({"life": 0}, simple, 1)


def test_a_players_command_that_is_refused_is_a_defect():
    with pytest.raises(AssertionError, match="a player was refused: there is no command"):
        play({}, lambda _state, known: ({"do": "dance"}, known), 1)


def known(game):
    return mind(game.state.setup.board.field, Chance(1))


def test_the_way_to_mother_is_on_foot():
    game = Ruin(start=(0, 1), mother=(0, 0), hexes=[(0, 0), (1, -1), (2, -1), (2, 0), (1, 1), (0, 1), (5, 5)])
    field = game.state.setup.board.field
    ways = dict(zip(field.hexes, known(game).ways, strict=True))
    assert ways == {(0, 0): 0, (0, 1): 1, (1, -1): 1, (1, 1): 2, (2, -1): 2, (2, 0): 3, (5, 5): 7}


def test_stars_are_the_heads_of_three_coins():
    game = Ruin()
    thrown = []
    what = known(game)
    for _ in range(400):
        command, what = simple(game.state, what)
        thrown.append(command["stars"])
    assert {stars: round(thrown.count(stars) / 50) for stars in range(4)} == {0: 1, 1: 3, 2: 3, 3: 1}
    assert sum(players._SHARES) == 1


def test_the_simple_player_walks_the_shortest_way_and_stops_without_stars():
    game = Ruin((0, -1, 4), start=(0, 0))
    game.commit(1)
    assert simple(game.state, known(game))[0] == {"do": "step", "to": [0, -1]}
    game.do("step", to="N")
    assert simple(game.state, known(game))[0] == {"do": "resolve"}
    still = Ruin()
    still.commit(0)
    assert simple(still.state, known(still))[0] == {"do": "end_move"}


def test_the_careful_player_goes_around_what_hurts():
    game = Ruin((0, -1), (0, -2, 4), (1, -2, 4), (-1, -1, 4), start=(0, 0))
    game.commit(1)
    command, _ = careful(game.state, known(game))
    assert command != {"do": "step", "to": [0, -1]}
    free = Ruin((0, 2), start=(0, 0))
    free.commit(1)
    assert careful(free.state, known(free))[0] == {"do": "step", "to": [0, -1]}


def test_the_careful_player_waits_on_mothers_hex_and_without_stars():
    home = Ruin(start=(0, -3))
    home.commit(3)
    assert careful(home.state, known(home))[0] == {"do": "end_move"}
    still = Ruin()
    still.commit(0)
    assert careful(still.state, known(still))[0] == {"do": "end_move"}


def test_the_careful_player_uses_stealth_on_who_would_discharge_then_on_who_would_charge():
    game = Ruin((0, -1, 2), (0, -2, 4), (1, -2, 1), (-1, -1, 3), start=(0, 0))
    game.step("N")
    what = known(game)
    while True:
        command, what = careful(game.state, what)
        if command["stars"] == 3:
            break
    assert command["kind"] == "stealth"
    assert command["uses"] == [{"prevent_discharge": 1}, {"prevent_discharge": 2}, {"prevent_charge": 4}]
    assert not isinstance(game.table.game.step(game.state, command), Refused)


def test_of_several_to_charge_the_careful_player_takes_the_least_harmful():
    lane = [(0, r) for r in range(7)]
    for charges, option in (((2, 4), 2), ((3, 2), 2), ((2, 3), 1)):
        game = Ruin(
            (0, 3, charges[0]), (0, 5, charges[1]), start=(0, 4), mother=(0, 0), hexes=lane
        )  # fmt: skip
        game.burst(2, "SE")
        assert game.ask["why"] == "charge"
        assert careful(game.state, known(game))[0] == {"do": "choose", "option": option}
        assert simple(game.state, known(game))[0] == {"do": "choose", "option": 1}
