"""The map of a Ruin as numbers: each Hex has an index, so that a round costs no arithmetic on pairs.

Owns what never changes in a game. Must not know Broods, nor how a game goes.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from runeheart.core.hexes import Hex, distance, neighbours, reachable

OFF = -1
"""Where a neighbour lies that is not on the map."""


class Field(Struct, frozen=True):
    """A map: a Hex not on it is off the map for everyone, and every Hex on it can be entered (RA-36)."""

    hexes: tuple[Hex, ...]
    """By q, then r: the order of indices is the order in which options are told."""
    beside: tuple[tuple[int, ...], ...]
    """For each Hex its six neighbours, clockwise from N, OFF where there is none."""
    mother: int
    start: int
    by_mother: tuple[tuple[int, ...], ...]
    """The Hexes by their distance from Mother's, her own first."""
    to_mother: tuple[int, ...]
    """The distance of each Hex from Mother's."""
    index: Mapping[Hex, int]

    def steps(self, one: int, other: int) -> int:
        """Return the distance between two Hexes, holes ignored (RA-39)."""
        q, r = self.hexes[one]
        other_q, other_r = self.hexes[other]
        dq = q - other_q
        dr = r - other_r
        return (abs(dq) + abs(dr) + abs(dq + dr)) >> 1

    def mother_unreachable(self) -> bool:
        """Tell whether nobody can walk from the start to Mother."""
        return self.hexes[self.mother] not in reachable(self.hexes[self.start], self.hexes)


def build(hexes: Iterable[Hex], mother: Hex, start: Hex) -> Field:
    """Return the map with these different Hexes; Mother's and the start are among them."""
    ordered = tuple(sorted(hexes))
    index = {at: number for number, at in enumerate(ordered)}
    to_mother = tuple(distance(at, mother) for at in ordered)
    rings: dict[int, list[int]] = {}
    for number, steps in enumerate(to_mother):
        rings.setdefault(steps, []).append(number)
    return Field(
        hexes=ordered,
        beside=tuple(tuple(index.get(near, OFF) for near in neighbours(at)) for at in ordered),
        mother=index[mother],
        start=index[start],
        by_mother=tuple(tuple(rings[steps]) for steps in sorted(rings)),
        to_mother=to_mother,
        index=index,
    )
