"""Two model players for makers of boards: a simple one, who walks, and a careful one, who looks.

What a Commit shows depends on Stats that the rules of this scenario do not give: the players throw THROWN
coins for each, and count the heads as stars. Owns what the players do; must not know how games are counted.
"""

from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any

from msgspec import Struct

from runeheart.core.chance import Chance
from runeheart.core.events import AskChoose
from runeheart.games.ruin.boards import MOST_CHARGE
from runeheart.games.ruin.field import OFF, Field
from runeheart.games.ruin.state import RuinState

THROWN = 3
"""Coins for each Commit: 0 to 3 stars, 1.5 in the mean."""
_DISCHARGE = 3.5
"""What a Discharge costs in the mean, d4 + 1."""
_LINGERING = 3.0
"""What each step that is still to go costs in the mean, by what drifts into a player meanwhile."""
_SHARES = tuple(comb(THROWN, heads) / (1 << THROWN) for heads in range(THROWN + 1))
"""How likely each number of stars is."""


class Mind(Struct, frozen=True):
    """What a player knows beside the state: the way to Mother, and chance for the stars."""

    ways: tuple[int, ...]
    """Steps on foot from each Hex to Mother; the number of Hexes where there is no way."""
    chance: Chance


Player = Callable[[RuinState, Mind], tuple[Mapping[str, Any], Mind]]
"""Returns the next command: to a state that waits for a command or for the player's own choice."""


def mind(field: Field, chance: Chance) -> Mind:
    """Return what a player knows at the start of a game."""
    ways = [len(field.hexes)] * len(field.hexes)
    ways[field.mother] = 0
    reached = [field.mother]
    for at in reached:
        for beside in field.beside[at]:
            if beside != OFF and ways[beside] > ways[at] + 1:
                ways[beside] = ways[at] + 1
                reached.append(beside)
    return Mind(tuple(ways), chance)


def simple(state: RuinState, known: Mind) -> tuple[Mapping[str, Any], Mind]:
    """Walk the shortest way as far as the stars go; choose the first of whatever is offered."""
    if isinstance(state.question, AskChoose):
        return {"do": "choose", "option": state.question.options[0]}, known
    if state.phase == "commit":
        return _commit(known)
    if state.phase == "entered":
        return {"do": "resolve"}, known
    nearer = _steps(state, known)
    if state.stars_left and nearer:
        return _step(state, nearer[0]), known
    return {"do": "end_move"}, known


def careful(state: RuinState, known: Mind) -> tuple[Mapping[str, Any], Mind]:
    """Weigh what an entry hurts against the way that is left, and use Stealth in the entered Hex."""
    if isinstance(state.question, AskChoose):
        return _harmless(state, state.question.options), known
    if state.phase == "commit":
        return _commit(known)
    if state.phase == "entered":
        return _stealth(state, known)
    beside = [to for to in state.setup.board.field.beside[state.player] if to != OFF]
    if state.stars_left and beside and known.ways[state.player]:
        best = min(beside, key=lambda to: (_cost(state, known, to), to))
        if _cost(state, known, best) < _LINGERING * (known.ways[state.player] + 1):
            return _step(state, best), known
    return {"do": "end_move"}, known


PLAYERS: Mapping[str, Player] = {"simple": simple, "careful": careful}


def _stars(known: Mind) -> tuple[int, Mind]:
    heads, chance = 0, known.chance
    for _ in range(THROWN):
        coin, chance = chance.below(2)
        heads += coin
    return heads, Mind(known.ways, chance)


def _commit(known: Mind) -> tuple[Mapping[str, Any], Mind]:
    stars, known = _stars(known)
    return {"do": "commit_move", "stars": stars}, known


def _steps(state: RuinState, known: Mind) -> list[int]:
    """Return the Hexes beside you that are nearer to Mother on foot, clockwise from N."""
    beside = state.setup.board.field.beside[state.player]
    return [to for to in beside if to != OFF and known.ways[to] < known.ways[state.player]]


def _step(state: RuinState, to: int) -> Mapping[str, Any]:
    return {"do": "step", "to": list(state.setup.board.field.hexes[to])}


def _cost(state: RuinState, known: Mind, to: int) -> float:
    """Return what entering a Hex costs in the mean, with Stealth, and the way from there."""
    beside = state.setup.board.field.beside[to]
    threats = sum(
        brood.at == to or (brood.at in beside and brood.charge == MOST_CHARGE) for brood in state.broods
    )
    hurts = sum(share * max(threats - stars, 0) for stars, share in enumerate(_SHARES))
    return _DISCHARGE * hurts + _LINGERING * known.ways[to]


def _stealth(state: RuinState, known: Mind) -> tuple[Mapping[str, Any], Mind]:
    """Keep from discharging whoever would, as far as the stars go; then from charging, the highest first."""
    stars, known = _stars(known)
    beside = state.setup.board.field.beside[state.player]
    here = [brood for brood in state.broods if brood.at == state.player]
    near = sorted((brood for brood in state.broods if brood.at in beside), key=lambda one: -one.charge)
    discharging = [*here, *(brood for brood in near if brood.charge == MOST_CHARGE)]
    charging = [brood for brood in near if brood.charge < MOST_CHARGE]
    uses = [
        *({"prevent_discharge": brood.id} for brood in discharging),
        *({"prevent_charge": brood.id} for brood in charging),
    ]
    return {"do": "skill", "kind": "stealth", "stars": stars, "uses": uses[:stars]}, known


def _harmless(state: RuinState, options: Sequence[int]) -> Mapping[str, Any]:
    """Choose the Brood that a Charge changes least: one at 4, or else the lowest."""
    charges = {brood.id: brood.charge for brood in state.broods}
    option = min(options, key=lambda brood: (charges[brood] != MOST_CHARGE, charges[brood], brood))
    return {"do": "choose", "option": option}
