"""The Player Phase: Commit Move, steps, and what the entered Hex does.

Owns R-050 … R-059 and R-068 … R-071. Each command gets the engine and what was sent, and returns why it is
refused, before anything is changed, or None. Attack and Skill are in `deeds`.
"""

from collections.abc import Mapping
from typing import Any

from runeheart.core.checked import did_you_mean
from runeheart.core.given import found, hex_at, whole
from runeheart.core.hexes import DIRECTIONS, direction_to
from runeheart.core.table import shown
from runeheart.games.ruin.boards import MOST_CHARGE
from runeheart.games.ruin.broods import around, charge, charge_all
from runeheart.games.ruin.engine import Engine, Handler
from runeheart.games.ruin.field import OFF

MOST_STARS = 9


def stars_problem(command: Mapping[str, Any]) -> str | None:
    """Tell what is wrong with the stars of a Commit (RA-03)."""
    if whole(command.get("stars"), 0, MOST_STARS):
        return None
    return f"stars is {found(command, 'stars')}; expected a whole number from 0 to {MOST_STARS}"


def commit_move(engine: Engine, command: Mapping[str, Any]) -> str | None:
    """Commit Move: n stars are up to n Hexes; from 2 on all Broods Charge n - 1 at once (R-050 … R-055)."""
    problem = stars_problem(command)
    if problem is not None:
        return problem
    stars = command["stars"]
    engine.emit("move_committed", stars=stars)
    engine.phase, engine.stars_left = "move", stars
    if stars >= 2:
        charge_all(engine, "commit", stars - 1)  # one Charge event each (RA-45)
    return None


def step(engine: Engine, command: Mapping[str, Any]) -> str | None:
    """Enter a Hex next to yours, in a direction or by name."""
    to: Any = command.get("to")
    direction: str | None
    if isinstance(to, str):
        if to not in DIRECTIONS:
            return f"to is {shown(to)}{did_you_mean(to, DIRECTIONS)}"
        direction = to
    else:
        at = hex_at(to)
        if at is None:
            return f"to is {found(command, 'to')}; expected a direction or a Hex [q, r] next to you"
        direction = direction_to(engine.field.hexes[engine.player], at)
        if direction is None:
            return f"{shown(to)} is not next to you at {shown(engine.hex(engine.player))}"
    index = engine.field.beside[engine.player][DIRECTIONS.index(direction)]
    if index == OFF:
        return f"there is no Hex {direction} of you: that is off the map"
    engine.player = index
    engine.stars_left -= 1
    engine.phase, engine.moved = "entered", True
    engine.emit("stepped", to=engine.hex(index), direction=direction)
    return None


def resolve(engine: Engine, command: Mapping[str, Any]) -> str | None:
    """Resolve the entered Hex without Skill or Attack (RA-44)."""
    del command
    engine.follow(("resolve",))
    return None


def end_move(engine: Engine, command: Mapping[str, Any]) -> str | None:
    """Move no farther, or not at all (R-056, R-057)."""
    del command
    engine.follow(("mother_phase",))
    return None


def _resolve(engine: Engine) -> None:
    engine.follow(("resolve_own",), ("resolve_around",), ("entry_end",))


def _resolve_own(engine: Engine) -> None:
    """The Brood in the entered Hex comes first, unless it came in during this entry (R-068, RA-09)."""
    brood = engine.on.get(engine.player)
    if brood is not None and brood not in engine.came_in:
        _discharge_unless_kept(engine, brood)


def _resolve_around(engine: Engine) -> None:
    engine.follow(("adjacent", tuple(around(engine, engine.player))))


def _adjacent(engine: Engine, waiting: tuple[int, ...]) -> None:
    """Take the next adjacent Brood: clockwise from N, or as the player chooses (RA-08)."""
    if not waiting:
        return
    if engine.setup.house.adjacent_order == "choose":
        engine.choose("brood", "adjacent", sorted(waiting), ("adjacent_one", waiting), random=False)
    else:
        engine.follow(("adjacent_one", waiting, waiting[0]))


def _adjacent_one(engine: Engine, waiting: tuple[int, ...], brood: int) -> None:
    """At Charge 1 to 3 it Charges 1, at 4 it discharges, by its Charge at this moment (R-070, R-071)."""
    engine.follow(("adjacent", tuple(other for other in waiting if other != brood)))
    if engine.charges[brood] < MOST_CHARGE:
        charge(engine, brood, "adjacent")
    else:  # a prevented Charge is not used by it (RA-14)
        _discharge_unless_kept(engine, brood)


def _discharge_unless_kept(engine: Engine, brood: int) -> None:
    if brood in engine.kept:  # RA-13
        engine.emit("discharge_prevented", brood=brood)
    else:
        engine.follow(("discharge", brood))


def _entry_end(engine: Engine) -> None:
    """End an entry: the next step, or the Mother Phase when no star is left (R-058)."""
    engine.came_in = engine.kept = ()
    if engine.setup.house.prevention == "entry":
        engine.prevented.clear()  # RA-12
    engine.phase = "move"
    if engine.stars_left == 0:
        engine.follow(("mother_phase",))


TASKS: Mapping[str, Handler] = {
    "resolve": _resolve,
    "resolve_own": _resolve_own,
    "resolve_around": _resolve_around,
    "adjacent": _adjacent,
    "adjacent_one": _adjacent_one,
    "entry_end": _entry_end,
}
