"""The operator's verbs: their names, what each may be given, and the answer. Values only, no loop."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from runeheart.core.checked import did_you_mean
from runeheart.core.events import Json
from runeheart.core.table import shown
from runeheart.core.units import milliseconds

VERBS: Mapping[str, tuple[str, ...]] = {
    "status": (),
    "start": ("difficulty", "code", "sign"),
    "pause": (),
    "resume": (),
    "add-time": ("seconds",),
    "hint": ("step",),
    "undo": (),
    "abandon": (),
    "reset": (),
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
    if verb == "add-time" and milliseconds(args.get("seconds")) is None:
        return f"seconds must be a number of seconds, not {shown(args.get('seconds'))}"
    step = args.get("step", 1)
    if verb == "hint" and not (type(step) is int and 1 <= step <= MOST_STEPS):
        return f"step must be a whole number from 1 to {MOST_STEPS}, not {shown(step)}"
    for name in VERBS["start"]:
        if args.get(name) is not None and not isinstance(args[name], str):
            return f"{name} must be a word, not {shown(args[name])}"
    return None


def body(verb: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command of play.md for a verb that is one."""
    return {"do": verb.replace("-", "_"), **args}
