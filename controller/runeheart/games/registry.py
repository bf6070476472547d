"""The games there are, by the name of play.md. Hosts find them here and know them by their protocol only.

A game is imported when it is first asked for: a prop that plays one does not pay for the others.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from runeheart.core.game import Game

_WHERE = {
    "heart": "runeheart.games.heart.rules:HEART",
    "ruin": "runeheart.games.ruin.rules:RUIN",
    "cult": "runeheart.games.cult.rules:CULT",
}


class _Games(Mapping[str, Game[Any]]):
    def __getitem__(self, name: str) -> Game[Any]:
        module, _, instance = _WHERE[name].partition(":")
        game: Game[Any] = getattr(import_module(module), instance)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


GAMES: Mapping[str, Game[Any]] = _Games()
