"""Maps of the games with a board, as values for pages: the board once, and the play after each command.

Owns which game has a map, and the log; `maps_shape` has the values. A game's own part is imported when that
game is at the table. Must not know pages, nor who clicks: a choice carries the command that it gives.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, Protocol

from msgspec.structs import replace

from runeheart.core.events import Ask, Event, Json
from runeheart.surface import wording
from runeheart.surface.maps_shape import Board, Line, Play

_WHERE = {"ruin": "runeheart.surface.maps_ruin:RUIN_MAP", "cult": "runeheart.surface.maps_cult:CULT_MAP"}

LOG_LINES = 80
"""The log shows these many of the last lines."""

Happened = Sequence[Mapping[str, Json]]
"""Events as play.md writes them, oldest first."""


class GameMap(Protocol):
    """What each game with a board brings."""

    opens: str
    """The event that a round or turn begins with."""

    def board(self, state: Any) -> Board:
        """Return what never changes in this game."""
        ...

    def play(self, state: Any, ask: Ask | None, events: Happened) -> Play:
        """Return what is to be seen and done now, without its log and the question in words."""
        ...


def happened(commands: Iterable[Happened]) -> list[Mapping[str, Json]]:
    """Return the events of commands as one list for `play` and for words.

    Each knows as `after` the event before it of the same command: a hero who goes somewhere at the end of a
    challenge is carried.
    """
    told: list[Mapping[str, Json]] = []
    for events in commands:
        told += events[:1]
        told += ({**event, "after": before["event"]} for before, event in pairwise(events))
    return told


def has_map(game: str) -> bool:
    """Tell whether a game is played on a board."""
    return game in _WHERE


def board(game: str, state: Any) -> Board:
    """Return the board of a game that has one; the same all the time that a game is played."""
    return _map_of(game).board(state)


def play(game: str, state: Any, ask: Ask | None, events: Happened) -> Play:
    """Return everything that changes.

    Args:
        game: its name; it has a map.
        state: the game's state.
        ask: what it waits for; None at the end.
        events: what happened in the game so far (play.md), without what was undone.
    """
    shown = _map_of(game).play(state, ask, events)
    log = _log(game, state, events, _map_of(game).opens)
    asked = wording.asked(game, ask, state) if ask else _end(log)
    return replace(shown, asked=asked, over=ask is None, log=log)


def _map_of(game: str) -> GameMap:
    module, _, instance = _WHERE[game].partition(":")
    found: GameMap = getattr(import_module(module), instance)
    return found


def _log(game: str, state: Any, events: Happened, opens: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    for number in range(len(events), 0, -1):
        event = events[number - 1]
        data = {key: value for key, value in event.items() if key != "event"}
        text = wording.happened(game, Event(str(event["event"]), data), state)
        if text is not None:
            lines.append(Line(number, text, opens=event["event"] == opens))
        if len(lines) == LOG_LINES:
            break
    return tuple(reversed(lines))


def _end(log: Sequence[Line]) -> str:
    return log[-1].text if log else "The game is over"
