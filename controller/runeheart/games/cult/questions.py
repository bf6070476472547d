"""Answers to open questions: reads `roll` and `choose`, and says what is wrong with one that does not fit.

Must not know what an answer leads to.
"""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from runeheart.core.events import AskChoose, AskRoll, Event
from runeheart.core.game import Refused
from runeheart.core.given import found
from runeheart.core.table import shown
from runeheart.games.cult.words import face_problems

ANSWERS = ("roll", "choose")


class Answer(Struct, frozen=True):
    """An answer that fits its question, and how it is reported (a roll reports itself: dice may be ours)."""

    value: Any
    events: tuple[Event, ...] = ()


def read(ask: AskRoll | AskChoose, command: Mapping[str, Any]) -> Answer | Refused:
    """Check an answer against the question that is open."""
    do = command["do"]
    if isinstance(ask, AskRoll):
        return _roll(command) if do == "roll" else Refused(f"{do} has to wait: the movement die comes first")
    if do != "choose":
        return Refused(f"{do} has to wait: a {ask.what} is to be chosen first")
    return _choice(ask, command)


def _roll(command: Mapping[str, Any]) -> Answer | Refused:
    values = command.get("values")
    if not isinstance(values, list) or len(values) != 1:
        return Refused(
            f'values is {found(command, "values")}; expected what one die shows, such as [["river","road"]]'
        )
    problems = face_problems(values[0])
    return Refused(f"the die: {problems[0][1]}") if problems else Answer(values)


def _choice(ask: AskChoose, command: Mapping[str, Any]) -> Answer | Refused:
    if "option" not in command:
        return Refused(f"option is missing; expected one of {_listed(ask)}")
    option = command["option"]
    # Compared as JSON: to Python 1 == 1.0 == True, but only whole numbers are whole numbers (play.md 1).
    if not any(json.dumps(option) == json.dumps(known) for known in ask.options):
        return Refused(f"{ask.what} {shown(option)} is not one of {_listed(ask)}")
    chosen = {"what": ask.what, "option": option, "random": ask.random, "why": ask.why}
    return Answer(option, (Event("chosen", chosen),))


def _listed(ask: AskChoose) -> str:
    return ", ".join(option if isinstance(option, str) else shown(option) for option in ask.options)
