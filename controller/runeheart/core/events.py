"""What happened, and what the game waits for: one type each for all three games (play.md 1)."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

Json = Any  # what `json.dumps` writes: None, bool, int, float, str, lists and dicts of these


class Event(Struct, frozen=True):
    """Something that happened in a game. `data` keeps the order in which it is written."""

    name: str
    data: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> dict[str, Json]:
        """Return the event as play.md writes it: `{"event": name, …}`."""
        return {"event": self.name, **self.data}


class AskCommand(Struct, frozen=True):
    """The game waits for one of these commands."""

    commands: tuple[str, ...]

    def json(self) -> dict[str, Json]:
        """Return the ask as play.md writes it."""
        return {"for": "command", "commands": list(self.commands)}


class AskRoll(Struct, frozen=True):
    """The game waits for `count` dice; `die` is d4, d6, d8, d10, compass or movement."""

    die: str
    count: int
    why: str
    about: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> dict[str, Json]:
        """Return the ask as play.md writes it."""
        return {"for": "roll", "die": self.die, "count": self.count, "why": self.why, **self.about}


class AskChoose(Struct, frozen=True):
    """The game waits for one of `options`; `random` marks a choice that the rules leave to chance."""

    what: str
    why: str
    random: bool
    options: tuple[Json, ...]
    about: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> dict[str, Json]:
        """Return the ask as play.md writes it."""
        return {
            "for": "choose",
            "what": self.what,
            "why": self.why,
            "random": self.random,
            "options": list(self.options),
            **self.about,
        }


class AskNumber(Struct, frozen=True):
    """The game waits for a whole number 0 … `of`."""

    what: str
    of: int
    why: str
    about: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> dict[str, Json]:
        """Return the ask as play.md writes it."""
        return {"for": "number", "what": self.what, "of": self.of, "why": self.why, **self.about}


Ask = AskCommand | AskRoll | AskChoose | AskNumber
