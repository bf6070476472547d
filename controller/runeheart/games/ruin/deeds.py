"""Attack and Skill: one of them per entry, or in place of moving.

Owns R-060 … R-067. A command is checked whole before anything of it happens.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from runeheart.core.checked import did_you_mean
from runeheart.core.given import found, whole
from runeheart.core.hexes import DIRECTIONS
from runeheart.core.table import shown
from runeheart.games.ruin.broods import around, move
from runeheart.games.ruin.engine import Engine, Handler
from runeheart.games.ruin.field import OFF
from runeheart.games.ruin.player import stars_problem
from runeheart.games.ruin.state import Task

_USES: Mapping[str, tuple[str, ...]] = {
    "attunement": ("prevent_charge", "move"),
    "stealth": ("prevent_charge", "prevent_discharge"),
}
"""What a star of each Skill can be used for (R-061, R-064)."""
_FORMS = ("prevent_charge", "move", "prevent_discharge")


def attack(engine: Engine, command: Mapping[str, Any]) -> str | None:
    """Destroy adjacent Broods, one per star; then Mother retaliates (R-066, R-067)."""
    problem = stars_problem(command) or _targets_problem(engine, command)
    if problem is not None:
        return problem
    targets = command["targets"]
    for brood in targets:
        del engine.on[engine.at.pop(brood)]
        del engine.charges[brood]
        engine.emit("destroyed", brood=brood)
    after: Task = ("deed_end",)
    engine.follow(*((("retaliate", len(targets)), after) if targets else (after,)))  # RA-06
    return None


def _targets_problem(engine: Engine, command: Mapping[str, Any]) -> str | None:
    targets = command.get("targets")
    if not isinstance(targets, list):
        return f"targets is {found(command, 'targets')}; expected a list of adjacent Broods, [] for none"
    adjacent = around(engine, engine.player)
    for place, brood in enumerate(targets):
        problem = _brood_problem(engine, brood, adjacent)
        if problem is not None:
            return problem
        if brood in targets[:place]:
            return f"Brood {brood} is named twice; expected different targets"
    most = min(command["stars"], len(adjacent))
    if len(targets) > most:
        named = f"{_count(len(targets), 'target')} for {_count(command['stars'], 'star')}"
        return f"{named}; expected at most {most}"
    if len(targets) < most and engine.setup.house.attack == "must":  # RA-33
        return (
            f"an Attack must destroy as many as it can: expected {_count(most, 'target')}, not {len(targets)}"
        )
    return None


def skill(engine: Engine, command: Mapping[str, Any]) -> str | None:
    """Use the stars of Attunement or Stealth, in the order given (R-061 … R-065)."""
    kind: Any = command.get("kind")
    if not isinstance(kind, str) or kind not in _USES:
        return f"kind is {found(command, 'kind')}{_meant(kind, _USES)}"
    problem = stars_problem(command)
    if problem is not None:
        return problem
    uses = command.get("uses")
    if not isinstance(uses, list):
        return f"uses is {found(command, 'uses')}; expected a list, one entry per star at most, [] for none"
    if len(uses) > command["stars"]:
        named = f"{_count(len(uses), 'use')} for {_count(command['stars'], 'star')}"
        return f"{named}; expected at most one per star"
    tasks = _checked_uses(engine, kind, uses)
    if isinstance(tasks, str):
        return tasks
    engine.follow(*tasks, ("deed_end",))
    return None


def _checked_uses(engine: Engine, kind: str, uses: list[Any]) -> list[Task] | str:
    """Check each use where the earlier ones leave the Broods; return the tasks, or the first problem."""
    at = dict(engine.at)
    on = dict(engine.on)
    beside_you = engine.field.beside[engine.player]
    tasks: list[Task] = []
    for place, use in enumerate(uses, 1):
        form = _form(kind, use)
        if form not in _FORMS:
            return f"use {place} is {shown(use)}; {form}"
        brood = use[form]
        adjacent = [on[near] for near in beside_you if near in on]
        if form == "prevent_charge":
            problem = _brood_problem(engine, brood, adjacent)
        elif form == "prevent_discharge":
            here = [on[engine.player]] if engine.player in on else []
            problem = _brood_problem(engine, brood, [*here, *adjacent])
        else:
            problem = _brood_problem(engine, brood, None) or _to_problem(use)
        if problem is not None:
            return f"use {place}: {problem}"
        if form != "move":
            tasks.append((form, brood))
            continue
        direction = DIRECTIONS.index(use["to"])
        tasks.append(("attune", brood, direction))
        to = engine.field.beside[at[brood]][direction]
        if to != OFF and to not in on:
            del on[at[brood]]
            on[to] = brood
            at[brood] = to
    return tasks


def _form(kind: str, use: Any) -> str:
    """Return the form of a use, or what was expected."""
    expected = f"expected one of {', '.join(_USES[kind])} for {kind}"
    if not isinstance(use, dict):
        return expected
    forms = [form for form in _FORMS if form in use]
    return forms[0] if len(forms) == 1 and forms[0] in _USES[kind] else expected


def _to_problem(use: Mapping[str, Any]) -> str | None:
    to: Any = use.get("to")
    if isinstance(to, str) and to in DIRECTIONS:
        return None
    return f"to is {found(use, 'to')}{_meant(to, DIRECTIONS)}"


def _meant(raw: Any, words: Iterable[str]) -> str:
    """Suggest a word for one that was mistyped; for what is no word at all, tell them all."""
    return did_you_mean(raw if isinstance(raw, str) else "", words)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _brood_problem(engine: Engine, brood: Any, near: list[int] | None) -> str | None:
    """Tell why a Brood cannot be named: it is none, or not among those near enough (None: any)."""
    if not whole(brood, 1):
        return f"{shown(brood)} is not the number of a Brood"
    if brood not in engine.at:
        return f"there is no Brood {brood} on the map"
    if near is not None and brood not in near:
        reached = ", ".join(map(str, sorted(near))) or "none"
        return f"Brood {brood} is not near enough; in reach: {reached}"
    return None


def _attune(engine: Engine, brood: int, direction: int) -> None:
    """Move a Brood by Attunement, off the map or into another too (R-062, RA-43)."""
    move(engine, brood, engine.field.beside[engine.at[brood]][direction], "attunement")


def _prevent_charge(engine: Engine, brood: int) -> None:
    """Prevent one Charge event; preventions add up (RA-12)."""
    engine.prevented[brood] = engine.prevented.get(brood, 0) + 1


def _prevent_discharge(engine: Engine, brood: int) -> None:
    """Keep a Brood from discharging during this entry (RA-13)."""
    if brood not in engine.kept:
        engine.kept = (*engine.kept, brood)


def _deed_end(engine: Engine) -> None:
    """After it the entered Hex resolves; in place of moving the Mother Phase follows (RA-35, RA-44)."""
    engine.follow(("resolve",) if engine.phase == "entered" else ("mother_phase",))


TASKS: Mapping[str, Handler] = {
    "attune": _attune,
    "prevent_charge": _prevent_charge,
    "prevent_discharge": _prevent_discharge,
    "deed_end": _deed_end,
}
