"""A board of the Ruin: where Mother, the start and the Broods are; how one is read and what is wrong with it.

Owns the board's checks (RA-01). Must not know files, nor how a game goes.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from runeheart.core.given import found, hex_at, key_problems, whole
from runeheart.core.hexes import Hex
from runeheart.core.table import shown
from runeheart.games.ruin.field import Field, build

BROODS = 12
"""The Broods that a game begins with (R-031)."""
MOST_CHARGE = 4

_KEYS = ("hexes", "mother", "start", "broods", "title")
_BROOD_KEYS = ("at", "charge")


class Board(Struct, frozen=True):
    """A board that can be played."""

    field: Field
    broods: tuple[tuple[int, int], ...]
    """Hex index and Charge of each, in the order of their numbers from 1."""


def read(raw: Any, path: str = "board") -> tuple[Board | None, list[str]]:
    """Read a board as a setup gives it; return it and no problems, or None and every problem."""
    if not isinstance(raw, Mapping):
        return None, [f"{path}: {shown(raw)} is not a board: an object with hexes, mother, start and broods"]
    problems = key_problems(raw, _KEYS, path)
    hexes, below = _hexes(raw, path)
    problems += below
    places: dict[str, Hex] = {}
    for key in ("mother", "start"):
        at = hex_at(raw.get(key))
        if at is None:
            problems.append(f"{path}.{key}: {found(raw, key)} is not a Hex [q, r]")
        elif hexes is not None and at not in hexes:
            problems.append(f"{path}.{key}: {shown(raw[key])} is not on the map; expected one of its hexes")
        else:
            places[key] = at
    broods, below = _broods(raw, hexes, path)
    problems += below
    if problems or hexes is None:
        return None, problems
    field = build(hexes, places["mother"], places["start"])
    return Board(field, tuple((field.index[at], charge) for at, charge in broods)), []


def warnings(board: Board) -> tuple[str, ...]:
    """Return what may be meant, but is odd: not 12 Broods, a Mother that nobody can walk to."""
    odd = []
    if len(board.broods) != BROODS:
        odd.append(f"board.broods: there are {len(board.broods)}; the rules begin with {BROODS}")
    if board.field.mother_unreachable():
        mother = list(board.field.hexes[board.field.mother])
        odd.append(f"board.mother: no way leads from the start to {mother}; the Ruin cannot be resolved")
    return tuple(odd)


def _hexes(raw: Mapping[str, Any], path: str) -> tuple[frozenset[Hex] | None, list[str]]:
    given = raw.get("hexes")
    if not isinstance(given, list) or not given:
        return None, [f"{path}.hexes: {found(raw, 'hexes')} is not a list of one or more Hexes [q, r]"]
    seen: dict[Hex, int] = {}
    problems = []
    for number, entry in enumerate(given):
        here = f"{path}.hexes[{number}]"
        at = hex_at(entry)
        if at is None:
            problems.append(f"{here}: {shown(entry)} is not a Hex [q, r]")
        elif at in seen:
            problems.append(f"{here}: {shown(entry)} is there already, as hexes[{seen[at]}]")
        else:
            seen[at] = number
    return frozenset(seen), problems


def _broods(
    raw: Mapping[str, Any], hexes: frozenset[Hex] | None, path: str
) -> tuple[list[tuple[Hex, int]], list[str]]:
    given = raw.get("broods")
    if not isinstance(given, list):
        return [], [f'{path}.broods: {found(raw, "broods")} is not a list of Broods such as {{"at":[0,1]}}']
    broods: list[tuple[Hex, int]] = []
    taken: dict[Hex, int] = {}
    problems = []
    for number, entry in enumerate(given):
        here = f"{path}.broods[{number}]"
        if not isinstance(entry, Mapping):
            problems.append(f'{here}: {shown(entry)} is not a Brood such as {{"at":[0,1],"charge":2}}')
            continue
        problems += key_problems(entry, _BROOD_KEYS, here)
        charge = entry.get("charge", 1)
        if not whole(charge, 1, MOST_CHARGE):
            problems.append(f"{here}.charge: {shown(charge)} is not 1..{MOST_CHARGE}")
        at = hex_at(entry.get("at"))
        if at is None:
            problems.append(f"{here}.at: {found(entry, 'at')} is not a Hex [q, r]")
        elif hexes is not None and at not in hexes:
            problems.append(f"{here}.at: {shown(entry['at'])} is not on the map; expected one of its hexes")
        elif at in taken:
            problems.append(
                f"{here}.at: {shown(entry['at'])} holds broods[{taken[at]}] already; one Brood in a Hex"
            )
        else:
            taken[at] = number
            broods.append((at, charge))
    return broods, problems
