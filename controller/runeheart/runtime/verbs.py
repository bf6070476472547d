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
ABOUT = ("team", "players")
"""What `start` can be given for every game: who plays, for the history."""
VERBS: Mapping[str, tuple[str, ...]] = {
    "status": (),
    "start": ("game", *dict.fromkeys(name for options in OPTIONS.values() for name in options), *ABOUT),
    "describe": ("id", *ABOUT, "left_out"),
    "command": ("body", "seq"),
    "pause": (),
    "resume": (),
    "add-time": ("seconds",),
    "hint": ("step", "show"),
    "lock": ("rune",),
    "solve": (),
    "undo": ("seq",),
    "abandon": (),
    "reset": ("sweep",),
    "sweep": (),
    "acknowledge": (),
}
"""Each verb with the arguments it knows. `seq`: what was seen when it was chosen (Session.seq)."""
MOST_TEAM = 60
MOST_PLAYERS = 99
MOST_ID = 2**53
"""Numbers of games are exact in every language that reads JSON."""
MOST_SEQ = 2**53
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
    if verb == "reset" and not isinstance(args.get("sweep", False), bool):
        return f"sweep must be true or false, not {shown(args['sweep'])}"
    if verb == "lock" and not isinstance(args.get("rune"), str | None):
        return f"rune must be the name of one, not {shown(args['rune'])}"
    if verb == "command" and not isinstance(args.get("body"), dict):
        found = shown(args["body"]) if "body" in args else "nothing"
        return f'body must be a command of the game such as {{"do":"roll","values":[3]}}, not {found}'
    if "seq" in args and not (type(args["seq"]) is int and 0 <= args["seq"] <= MOST_SEQ):
        return (
            "seq must be the whole number that the prop told with the question, not"
            f" {shown(args['seq'])}; leave it out to mean whatever is asked now"
        )
    problem_of = {"start": _start_problem, "describe": _describe_problem, "hint": _hint_problem}.get(verb)
    return problem_of(args) if problem_of else None


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
    if (why := _about_problem(args)) is not None:
        return why
    game = args.get("game")
    if game is None:
        return None
    if game not in OPTIONS:
        return f"there is no game {shown(game)}{did_you_mean(game, OPTIONS)}"
    return misfit(game, args)


def misfit(game: str, args: Mapping[str, Any]) -> str | None:
    """Tell which option of `start` is not one of this game's, in one sentence; None if all fit."""
    for name, value in args.items():
        if value is not None and name not in {"game", *ABOUT, *OPTIONS[game]}:
            games = " and the ".join(other for other, options in OPTIONS.items() if name in options)
            return f"{name} is for the {games}; the {game} takes {', '.join(OPTIONS[game])}"
    return None


def _hint_problem(args: Mapping[str, Any]) -> str | None:
    step = args.get("step", 1)
    if not (type(step) is int and 1 <= step <= MOST_STEPS):
        return f"step must be a whole number from 1 to {MOST_STEPS}, not {shown(step)}"
    if not isinstance(args.get("show", False), bool):
        return f"show must be true or false, not {shown(args['show'])}"
    return None


def _about_problem(args: Mapping[str, Any]) -> str | None:
    """Return why nobody can be called so, or be so many, in one sentence; None if it can be."""
    team, players = args.get("team"), args.get("players")
    if team is not None and not (isinstance(team, str) and len(team) <= MOST_TEAM and team.isprintable()):
        return f"team must be a text of {MOST_TEAM} characters at most in one line, not {shown(team)}"
    if players is not None and not (type(players) is int and 1 <= players <= MOST_PLAYERS):
        return f"players must be a whole number from 1 to {MOST_PLAYERS}, not {shown(players)}"
    return None


def _describe_problem(args: Mapping[str, Any]) -> str | None:
    number = args.get("id")
    if not (type(number) is int and 1 <= number <= MOST_ID):
        return f"id must be the number of a game in the history, not {shown(number)}"
    if not isinstance(args.get("left_out", False), bool):
        return f"left_out must be true or false, not {shown(args['left_out'])}"
    return _about_problem(args)


def about(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return who plays, as the history keeps it, of those arguments that say something of it."""
    said = {name: args[name] for name in (*ABOUT, "left_out") if name in args}
    if "team" in said:
        said["team"] = (said["team"] or "").strip() or None
    return said


def named(verb: str, args: Mapping[str, Any]) -> str:
    """Return a verb as the log has it: of a command, which one."""
    do = args["body"].get("do") if verb == "command" else None
    return f"{verb} {do if isinstance(do, str) and do.isidentifier() else shown(do)}" if do else verb


def body(verb: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command of play.md for a verb that is one; its time is the game clock's business."""
    if verb == "command":
        return {key: value for key, value in args["body"].items() if key != "at"}
    return {"do": verb.replace("-", "_"), **args}
