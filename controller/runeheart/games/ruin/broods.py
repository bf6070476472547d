"""What Broods do, whatever the cause: charge, discharge, move, and what their Damage does.

Owns R-020 … R-046 and the keywords that change them. Must not know whose turn it is.
"""

from collections.abc import Mapping

from runeheart.core.events import Event
from runeheart.games.ruin.boards import MOST_CHARGE
from runeheart.games.ruin.engine import Engine, Handler
from runeheart.games.ruin.field import OFF
from runeheart.games.ruin.settings import BLOOD_OFFER, LINK_A, LINK_B


def charge(engine: Engine, brood: int, by: str, size: int = 1) -> None:
    """Charge a Brood once: at most to 4, which does nothing by itself (R-021, R-022, RA-10)."""
    left = engine.prevented.get(brood, 0)
    if left:  # RA-12: used up by this event, whatever its size, also at 4
        engine.prevented[brood] = left - 1
        engine.emit("charge_prevented", brood=brood)
        return
    before = engine.charges[brood]
    if before < MOST_CHARGE:
        after = min(before + size, MOST_CHARGE)
        engine.charges[brood] = after
        engine.emit("charged", brood=brood, charge=after, by=by)


def charge_all(engine: Engine, by: str, size: int = 1) -> None:
    """Charge every Brood once, by number."""
    for brood in engine.at:
        charge(engine, brood, by, size)


def around(engine: Engine, at: int) -> list[int]:
    """Return the Broods next to a Hex, clockwise from N; the one on it is not next to it (RA-16)."""
    on = engine.on
    return [on[beside] for beside in engine.field.beside[at] if beside in on]


def move(engine: Engine, brood: int, to: int, by: str) -> bool:
    """Move a Brood to a Hex beside its own, or OFF the map; tell whether it moved (R-040 … R-046).

    When it comes into your Hex its Discharge is the next task: what goes on after it is put down before.
    """
    if to == OFF:
        engine.emit("brood_blocked", brood=brood, by="edge")
        return False
    other = engine.on.get(to)
    if other is not None and to == engine.player:  # R-043 in place of R-041 (RA-15)
        engine.emit("brood_blocked", brood=brood, by="you", other=other)
        for crowded in sorted(around(engine, to)):
            charge(engine, crowded, "crowded")
        return False
    if other is not None:
        engine.emit("brood_blocked", brood=brood, by="brood", other=other)
        charge(engine, brood, "blocked")
        charge(engine, other, "blocked")
        return False
    origin = engine.at[brood]
    del engine.on[origin]
    engine.on[to] = brood
    engine.at[brood] = to
    moved = {"brood": brood, "from": engine.hex(origin), "to": engine.hex(to), "by": by}
    engine.events.append(Event("brood_moved", moved))
    if to == engine.player:
        if engine.phase == "entered":
            engine.came_in = (*engine.came_in, brood)
        engine.tasks.append(("discharge", brood))
    return True


def discharge(engine: Engine, brood: int) -> None:
    """Begin a Discharge: the roll for its Damage (R-023, R-042)."""
    engine.roll("d4", 1, "discharge", ("discharge_rolled", brood), {"brood": brood})


def _discharge_rolled(engine: Engine, brood: int, values: list[int]) -> None:
    """Add 1, without Blood Offer (R-029), and ask for Defense once (R-087)."""
    rolled = values[0] + (BLOOD_OFFER not in engine.setup.keywords)
    if engine.setup.asks_defense:
        engine.number(
            "prevented", rolled, "discharge", ("discharge_suffered", brood, rolled), {"brood": brood}
        )
    else:
        _discharge_suffered(engine, brood, rolled, 0)


def _discharge_suffered(engine: Engine, brood: int, rolled: int, prevented: int) -> None:
    """Suffer, reset to 1, then the neighbours charge: in this order, also with Damage 0 (RA-40)."""
    engine.damage += rolled - prevented
    engine.emit(
        "damage",
        amount=rolled - prevented,
        rolled=rolled,
        prevented=prevented,
        source="discharge",
        brood=brood,
        total=engine.damage,
    )
    if defeated(engine):
        return
    engine.charges[brood] = 1
    engine.emit("discharged", brood=brood, charge=1)
    for beside in sorted(around(engine, engine.at[brood])):
        charge(engine, beside, "discharge")


def retaliate(engine: Engine, destroyed: int) -> None:
    """Begin Mother's Retaliation for an Attack that destroyed Broods (R-080)."""
    rolls = destroyed if engine.setup.house.retaliation == "each" else 1  # RA-04
    _roll_retaliation(engine, destroyed, rolls, 0)


def _roll_retaliation(engine: Engine, destroyed: int, rolls: int, total: int) -> None:
    dice = destroyed + (BLOOD_OFFER not in engine.setup.keywords)
    engine.roll("d4", dice, "retaliation", ("retaliation_rolled", destroyed, rolls, total))


def _retaliation_rolled(engine: Engine, destroyed: int, rolls: int, total: int, values: list[int]) -> None:
    """Add up all rolls and the Links: one source of Damage, one Defense (R-083, R-088)."""
    total += sum(values)
    if rolls > 1:
        _roll_retaliation(engine, destroyed, rolls - 1, total)
        return
    total += link_bonus(engine)
    if engine.setup.asks_defense:
        engine.number("prevented", total, "retaliation", ("retaliation_suffered", destroyed, total), {})
    else:
        _retaliation_suffered(engine, destroyed, total, 0)


def _retaliation_suffered(engine: Engine, destroyed: int, rolled: int, prevented: int) -> None:
    """Suffer, then All Broods Charge 1 for each destroyed one: all once, then all again (R-082, RA-04)."""
    engine.damage += rolled - prevented
    engine.emit(
        "damage",
        amount=rolled - prevented,
        rolled=rolled,
        prevented=prevented,
        source="retaliation",
        total=engine.damage,
    )
    if defeated(engine):
        return
    for _ in range(destroyed):
        charge_all(engine, "retaliation")


_LINK_BONUS: Mapping[str, tuple[int, int, int]] = {
    "printed": (0, 2, 1),
    "swapped": (0, 1, 2),
    "added": (0, 2, 3),
}
"""What none, one and both killed Links add to Retaliation (R-085, R-086, RA-05)."""


def link_bonus(engine: Engine) -> int:
    """Return what the killed Links add to a Retaliation; Blood Offer leaves it (RA-07)."""
    killed = sum(link in engine.setup.keywords for link in (LINK_A, LINK_B))
    return _LINK_BONUS[engine.setup.house.links][killed]


def defeated(engine: Engine) -> bool:
    """End the game when the Damage reaches Life: everything still open is dropped (RA-40)."""
    life = engine.setup.life
    if life is None or engine.damage < life:
        return False
    engine.emit("defeated", round=engine.round, total=engine.damage)
    engine.phase, engine.outcome, engine.stars_left = "over", "defeated", 0
    engine.tasks.clear()
    return True


TASKS: Mapping[str, Handler] = {
    "discharge": discharge,
    "discharge_rolled": _discharge_rolled,
    "discharge_suffered": _discharge_suffered,
    "retaliate": retaliate,
    "retaliation_rolled": _retaliation_rolled,
    "retaliation_suffered": _retaliation_suffered,
}
