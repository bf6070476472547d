"""The Mother Phase: Drift, Burst and its effects, and the end of the round.

Owns R-090 … R-160, R-010, and the keywords that change the Burst die.
"""

from collections.abc import Iterable, Mapping

from runeheart.core.hexes import DIRECTIONS
from runeheart.games.ruin.broods import charge, charge_all, move
from runeheart.games.ruin.engine import Engine, Handler
from runeheart.games.ruin.field import OFF
from runeheart.games.ruin.settings import DESECRATOR, LINK_A, LINK_B, MALFORMED_CONNEXUS, NURTURER, Setup

DICE = ("d4", "d6", "d8", "d10")
"""The chain of the Burst die (R-101 … R-103)."""
_FIRST_DIE = 2

BURST: Mapping[int, tuple[tuple[str, int], ...]] = {
    1: (("gather", 1), ("spawn", 1)),
    2: (("gather", 1), ("spawn", 1), ("charge", 1)),
    3: (("gather", 1), ("spawn", 1), ("move", 1)),
    4: (("gather", 1), ("spawn", 1), ("move", 1), ("charge", 1)),
    5: (("gather", 2), ("spawn", 2)),
    6: (("gather", 2), ("spawn", 2), ("move", 2)),
    7: (("gather", 2), ("spawn", 2), ("charge", 2)),
    8: (("gather", 2), ("spawn", 2), ("move", 2), ("charge", 2)),
    9: (("gather", 3), ("spawn", 3), ("move", 3), ("charge", 3)),
    10: (("gather", 3), ("spawn", 3), ("move", 3), ("all", 1)),
}
"""Mother's Burst (R-110)."""


def mother_phase(engine: Engine) -> None:
    """Begin the Mother Phase with the Compass Die (R-013, R-090, R-091)."""
    engine.phase, engine.stars_left, engine.moved = "mother", 0, False
    engine.came_in = engine.kept = ()
    if engine.setup.house.prevention == "entry":
        engine.prevented.clear()  # RA-12, after a Skill in place of moving
    engine.emit("mother_phase", round=engine.round)
    engine.roll("compass", 1, "drift", ("drift",))


def _drift(engine: Engine, values: list[str]) -> None:
    """Put the Broods in order: closest to you first (R-092). No Brood that still waits is moved by others."""
    engine.emit("drift", direction=values[0])
    by_distance: dict[int, list[int]] = {}
    for brood, at in engine.at.items():
        by_distance.setdefault(engine.field.steps(at, engine.player), []).append(brood)
    waiting = tuple(tuple(by_distance[steps]) for steps in sorted(by_distance))
    engine.follow(("drift_on", DIRECTIONS.index(values[0]), waiting), ("burst",))


def _drift_on(engine: Engine, direction: int, waiting: tuple[tuple[int, ...], ...]) -> None:
    """Take the next Brood, at equal distance a random one (R-094), when the one before is done (R-093)."""
    if waiting:
        engine.choose("brood", "drift", waiting[0], ("drift_one", direction, waiting), random=True)


def _drift_one(engine: Engine, direction: int, waiting: tuple[tuple[int, ...], ...], brood: int) -> None:
    tied = tuple(other for other in waiting[0] if other != brood)
    engine.follow(("drift_on", direction, (tied, *waiting[1:]) if tied else waiting[1:]))
    move(engine, brood, engine.field.beside[engine.at[brood]][direction], "drift")


def burst_die(setup: Setup) -> str:
    """Return the die of Mother's Burst: d8, moved along the chain by keywords (R-100 … R-109, RA-29)."""
    stepwise = setup.house.die_chain == "stepwise"
    place = _FIRST_DIE
    for steps in _die_steps(setup):
        place += steps
        if stepwise:
            place = _within(place)
    return DICE[_within(place)]


def _within(place: int) -> int:
    return min(max(place, 0), len(DICE) - 1)


def _die_steps(setup: Setup) -> Iterable[int]:
    """Yield the changes of the die in the printed order."""
    keywords = setup.keywords
    if NURTURER in keywords:
        yield -2
    if MALFORMED_CONNEXUS in keywords:
        yield -1
    if LINK_A in keywords or LINK_B in keywords:
        yield 2  # once, for both too (RA-30)
    if DESECRATOR in keywords:
        yield 1
    if setup.corruption:
        yield 1  # RA-31


def _burst(engine: Engine) -> None:
    die = burst_die(engine.setup)
    engine.roll(die, 1, "burst", ("burst_rolled", die))


def _burst_rolled(engine: Engine, die: str, values: list[int]) -> None:
    """Read the table; the effects follow from left to right (R-111)."""
    effects = BURST[values[0]]
    engine.emit("burst", die=die, roll=values[0], effects=[list(effect) for effect in effects])
    engine.follow(*effects, ("round_end",))


def _gather(engine: Engine, times: int) -> None:
    """Gather `times` Broods one after another, or as the table plays it (R-120, RA-20)."""
    engine.follow(("gather_next", 1 if engine.setup.house.gather == "one" else times, ()))


def _gather_next(engine: Engine, times: int, gathered: tuple[int, ...]) -> None:
    """Choose the Brood farthest from Mother that is not adjacent to you, a random one of several (R-121)."""
    to_mother = engine.field.to_mother
    beside_you = engine.field.beside[engine.player]
    eligible = {
        brood: to_mother[at]
        for brood, at in engine.at.items()
        if at not in beside_you and brood not in gathered
    }
    if times == 0 or not eligible:
        return
    most = max(eligible.values())
    farthest = [brood for brood, steps in eligible.items() if steps == most]
    engine.choose("brood", "gather", farthest, ("gather_chosen", times, gathered), random=True)


def _gather_chosen(engine: Engine, times: int, gathered: tuple[int, ...], brood: int) -> None:
    if engine.setup.house.gather == "different":
        gathered = (*gathered, brood)
    engine.follow(("gather_next", times - 1, gathered))
    if engine.at[brood] == engine.field.mother:  # RA-22
        engine.emit("gathered", brood=brood, steps=0)
    else:
        engine.roll("d4", 1, "gather", ("gather_rolled", brood), {"brood": brood})


def _gather_rolled(engine: Engine, brood: int, values: list[int]) -> None:
    engine.emit("gathered", brood=brood, steps=values[0])
    engine.follow(("gather_step", brood, values[0]))


def _gather_step(engine: Engine, brood: int, steps: int) -> None:
    """Move one Hex toward Mother, through your Hex too; stop at hers (R-123, RA-21, RA-22)."""
    at = engine.at[brood]
    if steps == 0 or at == engine.field.mother:
        return
    to_mother = engine.field.to_mother
    nearer = to_mother[at] - 1
    ways = sorted(near for near in engine.field.beside[at] if near != OFF and to_mother[near] == nearer)
    if ways:
        engine.choose("hex", "gather", ways, ("gather_to", brood, steps), random=True)  # RA-23
    else:
        move(engine, brood, OFF, "gather")


def _gather_to(engine: Engine, brood: int, steps: int, to: int) -> None:
    engine.follow(("gather_step", brood, steps - 1))
    if not move(engine, brood, to, "gather"):  # R-124, RA-15: a block ends it
        engine.tasks.pop()


def _spawn(engine: Engine, count: int) -> None:
    """Place one Brood after another in the empty Hex closest to Mother (R-130 … R-133, RA-27)."""
    if count == 0:
        return
    if len(engine.at) < engine.setup.pool:
        for ring in engine.field.by_mother:
            empty = [at for at in ring if at not in engine.on and at != engine.player]
            if empty:
                engine.choose("hex", "spawn", empty, ("spawn_at", count), random=True)
                return
    engine.emit("spawn_ignored")
    engine.follow(("spawn", count - 1))


def _spawn_at(engine: Engine, count: int, at: int) -> None:
    brood = engine.next_id
    engine.next_id += 1
    engine.at[brood] = at
    engine.on[at] = brood
    engine.charges[brood] = 1
    engine.emit("spawned", brood=brood, at=engine.hex(at))
    engine.follow(("spawn", count - 1))


def _closest(engine: Engine, *, also_in_your_hex: bool = True) -> list[int]:
    """Return the Broods closest to you, by number; the one in your Hex is the closest (RA-16)."""
    steps_of = engine.field.steps
    steps = {
        brood: steps_of(at, engine.player)
        for brood, at in engine.at.items()
        if also_in_your_hex or at != engine.player
    }
    least = min(steps.values(), default=0)
    return [brood for brood, away in steps.items() if away == least]


def _move(engine: Engine, steps: int) -> None:
    """Move the Brood closest to you toward you; a tie is broken before it moves (R-150, R-153)."""
    closest = _closest(engine)
    if closest and engine.at[closest[0]] == engine.player:
        if engine.setup.house.move_sharing == "none":  # RA-25
            return
        closest = _closest(engine, also_in_your_hex=False)
    if closest:
        engine.choose("brood", "move", closest, ("move_step", steps), random=True)


def _move_step(engine: Engine, steps: int, brood: int) -> None:
    """Move one Hex nearer to you; it stops when it is in yours (R-151, R-152)."""
    at = engine.at[brood]
    if steps == 0 or at == engine.player:
        return
    steps_of = engine.field.steps
    nearer = steps_of(at, engine.player) - 1
    ways = sorted(
        near for near in engine.field.beside[at] if near != OFF and steps_of(near, engine.player) == nearer
    )
    if ways:
        engine.choose("hex", "move", ways, ("move_to", steps, brood), random=True)  # RA-23
    else:
        move(engine, brood, OFF, "move")


def _move_to(engine: Engine, steps: int, brood: int, to: int) -> None:
    engine.follow(("move_step", steps - 1, brood))
    if not move(engine, brood, to, "move") and engine.setup.house.move_blocked == "stop":  # RA-24
        engine.tasks.pop()


def _charge(engine: Engine, size: int) -> None:
    """Charge the Brood closest to you; of several the player chooses one (R-140, R-141, RA-26)."""
    closest = _closest(engine)
    if closest:
        at_random = engine.setup.house.charge_tie == "random"
        engine.choose("brood", "charge", closest, ("charge_one", size), random=at_random)


def _charge_one(engine: Engine, size: int, brood: int) -> None:
    charge(engine, brood, "charge", size)


def _all(engine: Engine, size: int) -> None:
    charge_all(engine, "all", size)


def _round_end(engine: Engine) -> None:
    """End the round; on Mother's Hex the Ruin is resolved (R-010, RA-28)."""
    engine.emit("round_ended", round=engine.round)
    engine.prevented.clear()  # RA-12
    if engine.player == engine.field.mother:
        engine.emit("resolution", round=engine.round)
        engine.phase, engine.outcome = "over", "resolved"
    else:
        engine.phase = "commit"
        engine.round += 1


TASKS: Mapping[str, Handler] = {
    "mother_phase": mother_phase,
    "drift": _drift,
    "drift_on": _drift_on,
    "drift_one": _drift_one,
    "burst": _burst,
    "burst_rolled": _burst_rolled,
    "gather": _gather,
    "gather_next": _gather_next,
    "gather_chosen": _gather_chosen,
    "gather_rolled": _gather_rolled,
    "gather_step": _gather_step,
    "gather_to": _gather_to,
    "spawn": _spawn,
    "spawn_at": _spawn_at,
    "move": _move,
    "move_step": _move_step,
    "move_to": _move_to,
    "charge": _charge,
    "charge_one": _charge_one,
    "all": _all,
    "round_end": _round_end,
}
