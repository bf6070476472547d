"""The operator's verbs: their names, what each may be given, and the answer. Values only, no loop."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from runeheart.core.checked import did_you_mean
from runeheart.core.events import Json
from runeheart.core.table import shown
from runeheart.core.units import milliseconds

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "heart": ("difficulty", "code", "sign"),
    "ruin": ("board", "keywords", "corruption", "life", "defense", "dice", "ties", "house"),
    "cult": ("board", "heroes", "decks", "movement_die", "dice", "house"),
}
"""What `start` can be given for each game; what is left out is as configured."""
VERBS: Mapping[str, tuple[str, ...]] = {
    "status": (),
    "start": ("game", *dict.fromkeys(name for options in OPTIONS.values() for name in options)),
    "command": ("body",),
    "pause": (),
    "resume": (),
    "add-time": ("seconds",),
    "hint": ("step",),
    "undo": (),
    "abandon": (),
    "reset": (),
    "acknowledge": (),
}
"""Each verb with the arguments it knows."""
MOST_STEPS = 99
"""Steps of a hint; no game has so many, and none takes long to count."""


class Answer(Struct, frozen=True):
    """`done`, or refused with the reason in one sentence; `data` says what came of it."""

    result: str
    why: str | None = None
    data: Mapping[str, Json] = msgspec.field(default_factory=dict)

    @classmethod
    def done(cls, **data: Json) -> "Answer":
        """Answer that it was done."""
        return cls("done", None, data)

    @classmethod
    def refused(cls, why: str) -> "Answer":
        """Answer that it cannot be done, and why."""
        return cls("refused", why)

    def json(self) -> dict[str, Json]:
        """Return the answer as the control socket writes it."""
        head = {"result": self.result} if self.why is None else {"result": self.result, "why": self.why}
        return {**head, **self.data}


def problem(verb: object, args: Mapping[str, Any]) -> str | None:
    """Return why a verb with these arguments makes no sense at all, in one sentence; None if it does."""
    if not isinstance(verb, str) or verb not in VERBS:
        return f"{shown(verb)} is no verb{did_you_mean(verb, VERBS)}"
    for name in args:
        if name not in VERBS[verb]:
            takes = f"; it takes {', '.join(VERBS[verb])}" if VERBS[verb] else "; it takes nothing"
            return f"{verb} does not take {shown(name)}{takes}"
    if not _can_be_kept(args):
        return f"{verb} has a text with half a character in it, which no journal can keep; expected UTF-8"
    if verb == "add-time" and milliseconds(args.get("seconds")) is None:
        return f"seconds must be a number of seconds, not {shown(args.get('seconds'))}"
    step = args.get("step", 1)
    if verb == "hint" and not (type(step) is int and 1 <= step <= MOST_STEPS):
        return f"step must be a whole number from 1 to {MOST_STEPS}, not {shown(step)}"
    if verb == "command" and not isinstance(args.get("body"), dict):
        found = shown(args["body"]) if "body" in args else "nothing"
        return f'body must be a command of the game such as {{"do":"roll","values":[3]}}, not {found}'
    return _start_problem(args) if verb == "start" else None


def _can_be_kept(args: Mapping[str, Any]) -> bool:
    """Tell whether values can be written to the journal: halves of characters cannot."""
    try:
        msgspec.json.encode(args)
    except UnicodeEncodeError:
        return False
    return True


def _start_problem(args: Mapping[str, Any]) -> str | None:
    for name in ("game", *OPTIONS["heart"]):
        if args.get(name) is not None and not isinstance(args[name], str):
            return f"{name} must be a word, not {shown(args[name])}"
    game = args.get("game")
    if game is None:
        return None
    if game not in OPTIONS:
        return f"there is no game {shown(game)}{did_you_mean(game, OPTIONS)}"
    return misfit(game, args)


def misfit(game: str, args: Mapping[str, Any]) -> str | None:
    """Tell which option of `start` is not one of this game's, in one sentence; None if all fit."""
    for name, value in args.items():
        if value is not None and name not in {"game", *OPTIONS[game]}:
            games = " and the ".join(other for other, options in OPTIONS.items() if name in options)
            return f"{name} is for the {games}; the {game} takes {', '.join(OPTIONS[game])}"
    return None


def named(verb: str, args: Mapping[str, Any]) -> str:
    """Return a verb as the log has it: of a command, which one."""
    do = args["body"].get("do") if verb == "command" else None
    return f"{verb} {do if isinstance(do, str) and do.isidentifier() else shown(do)}" if do else verb


def body(verb: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command of play.md for a verb that is one; its time is the game clock's business."""
    if verb == "command":
        return {key: value for key, value in args["body"].items() if key != "at"}
    return {"do": verb.replace("-", "_"), **args}
