"""Hexes, flat-top, in axial coordinates, y downward (rules 5). Knows no board and no game.

Directions, distance, rings, the way from a compass heading to a direction, and printed numbers `CCRR`.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping

Hex = tuple[int, int]
"""`(q, r)`: a column is all Hexes with the same q."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""Clockwise from N: the order of the Compass Die, of bearings, and of everything that lists directions."""

OFFSETS: Mapping[str, Hex] = {
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
}

_PRINTED = re.compile(r"(\d\d)(\d\d)|(-?\d+)\.(-?\d+)", re.ASCII)


def neighbour(at: Hex, direction: str) -> Hex:
    """Return the Hex next to `at` in a direction, on a board or not."""
    dq, dr = OFFSETS[direction]
    return at[0] + dq, at[1] + dr


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """Return the six Hexes next to `at`, clockwise from N."""
    q, r = at
    return (q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r)


def distance(one: Hex, other: Hex) -> int:
    """Return how many steps lie between two Hexes, holes ignored (RA-39)."""
    dq = one[0] - other[0]
    dr = one[1] - other[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def direction_to(one: Hex, other: Hex) -> str | None:
    """Return the direction from a Hex to one next to it; None when it is not next to it."""
    step = (other[0] - one[0], other[1] - one[1])
    return next((name for name, offset in OFFSETS.items() if offset == step), None)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the Hexes at exactly `radius` steps (0 or more), clockwise from straight N."""
    if radius == 0:
        return (centre,)
    q, r = centre
    at = (q, r - radius)
    found = []
    for direction in ("SE", "S", "SW", "NW", "N", "NE"):
        for _ in range(radius):
            found.append(at)
            at = neighbour(at, direction)
    return tuple(found)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the Hexes within `radius` steps (0 or more): by distance, each ring clockwise from N."""
    return tuple(at for steps in range(radius + 1) for at in ring(centre, steps))


def reachable(start: Hex, board: Iterable[Hex]) -> frozenset[Hex]:
    """Return the Hexes of a board that can be walked to from `start`, itself included if it is on it."""
    open_hexes = set(board)
    if start not in open_hexes:
        return frozenset()
    open_hexes.discard(start)
    found = [start]
    for at in found:
        for beside in neighbours(at):
            if beside in open_hexes:
                open_hexes.discard(beside)
                found.append(beside)
    return frozenset(found)


def heading_direction(heading_deg: float) -> str:
    """Return the direction a compass heading falls to: 60 degrees each, N from 330 to 30."""
    return DIRECTIONS[math.floor(((heading_deg + 30) % 360) / 60) % 6]


def printed(at: Hex) -> str:
    """Return the number printed on a Hex: `CCRR` from 01 01, or `CCC.RRR` where two digits do not do."""
    column, row = column_row(at)
    if 0 <= column <= 99 and 0 <= row <= 99:
        return f"{column:02d}{row:02d}"
    return f"{column}.{row}"


def from_printed(number: str) -> Hex | None:
    """Return the Hex of a printed number; None when it is none."""
    match = _PRINTED.fullmatch(number)
    if match is None:
        return None
    column, row = int(match[1] or match[3]), int(match[2] or match[4])
    return from_column_row(column, row)


def column_row(at: Hex) -> tuple[int, int]:
    """Return printed column and row: from 1, odd columns half a Hex higher."""
    q, r = at
    return q + 1, r + q // 2 + 1


def from_column_row(column: int, row: int) -> Hex:
    """Return the Hex at a printed column and row."""
    q = column - 1
    return q, row - 1 - q // 2


def centre(at: Hex) -> tuple[float, float]:
    """Return where the middle of a Hex lies, `(x, y)` with y downward, for Hexes of side 1."""
    q, r = at
    return 1.5 * q, math.sqrt(3) * (r + q / 2)


def corners(at: Hex) -> Iterator[tuple[float, float]]:
    """Yield the six corners of a Hex of side 1, clockwise from the east."""
    x, y = centre(at)
    for corner in range(6):
        angle = math.pi / 3 * corner
        yield x + math.cos(angle), y + math.sin(angle)
