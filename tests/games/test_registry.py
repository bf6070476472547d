from runeheart.games.heart.rules import HEART
from runeheart.games.registry import GAMES


def test_games_are_found_by_their_name():
    assert GAMES["heart"] is HEART
    assert all(game.name == name and game.rules_version >= 1 for name, game in GAMES.items())
