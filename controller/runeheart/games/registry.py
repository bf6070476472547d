"""The games there are, by the name of play.md. Hosts find them here and know them by their protocol only."""

from collections.abc import Mapping
from typing import Any

from runeheart.core.game import Game
from runeheart.games.heart.rules import HEART

GAMES: Mapping[str, Game[Any]] = {HEART.name: HEART}
