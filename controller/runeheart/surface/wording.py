"""Every game in words: what is asked, what can be chosen, what happened. Screens, pages and logs agree.

Owns how a game's own words are found; each game's stand in a module of its own, which is imported when it is
first asked for. Must not know any rule, nor where the words are shown.
"""

from importlib import import_module
from typing import Any, Protocol, cast

from runeheart.core.events import Ask, Event, Json
from runeheart.core.plain import plain


class Words(Protocol):
    """What a module of words has. States and events are those of its game."""

    def asked(self, ask: Ask, state: Any) -> str:
        """Return one plain sentence of what is asked, without a full stop."""
        ...

    def option(self, ask: Ask, option: Json, state: Any) -> str:
        """Return a few words for an option of a choice."""
        ...

    def happened(self, event: Event, state: Any) -> str | None:
        """Return a line for a log; None for what is told by another event already."""
        ...

    def command(self, name: str) -> str:
        """Return a label for a button."""
        ...


_WHERE = {
    "heart": "runeheart.surface.heart_words",
    "ruin": "runeheart.surface.ruin_words",
    "cult": "runeheart.surface.cult_words",
}


def asked(game: str, ask: Ask, state: Any) -> str:
    """Return one plain sentence of what a game asks: "Roll 1 D4 for the discharge of Brood 5"."""
    return plain(_words(game).asked(ask, state))


def option(game: str, ask: Ask, option: Json, state: Any) -> str:
    """Return a few words for one of the options of a choice: "Brood 5, Charge 3"."""
    return plain(_words(game).option(ask, option, state))


def happened(game: str, event: Event, state: Any) -> str | None:
    """Return a line of a log for an event, `state` being the one after it; None: nothing worth a line."""
    told = _words(game).happened(event, state)
    return None if told is None else plain(told)


def command(game: str, name: str) -> str:
    """Return what a button that gives this command is called: "End the move"."""
    return _words(game).command(name)


def counted(number: int, word: str) -> str:
    """Return a number and its noun: 1 star, 2 stars."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _words(game: str) -> Words:
    return cast("Words", import_module(_WHERE[game]))
