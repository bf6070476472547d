"""Where the cult can go: bearing, edges of the board, terrain against the die, towns that pull.

Owns the geometry of a cult move. Must not know what happens in a space that is entered.
"""

from collections.abc import Iterator

from runeheart.core.hexes import DIRECTIONS, Hex, neighbour, neighbours
from runeheart.games.cult.state import Board

EAST_WEST = {"NE": "NW", "NW": "NE", "SE": "SW", "SW": "SE"}
"""What a bearing becomes at the left or right edge (C-099)."""

NORTH_SOUTH = {"N": "S", "S": "N", "NE": "SE", "SE": "NE", "NW": "SW", "SW": "NW"}
"""What a bearing becomes at the top or bottom edge (C-098)."""


def reversals(board: Board, marker: Hex, bearing: str) -> Iterator[str]:
    """Yield each bearing that an edge of the board turns this one into: none, one or two (CA-04)."""
    q, _ = ahead = neighbour(marker, bearing)
    if ahead not in board.spaces and q not in board.columns:
        bearing = EAST_WEST[bearing]  # the marker's own column has a space, so it is never N or S
        yield bearing
        ahead = neighbour(marker, bearing)
    if ahead not in board.spaces:
        yield NORTH_SOUTH[bearing]


def allowed(bearing: str | None) -> tuple[str, ...]:
    """Return the bearing and its two neighbours, or every direction while it is unset (C-093, CA-02)."""
    if bearing is None:
        return DIRECTIONS
    ahead = DIRECTIONS.index(bearing)
    return tuple(direction for place, direction in enumerate(DIRECTIONS) if (place - ahead) % 6 in {5, 0, 1})


def ways(board: Board, marker: Hex, bearing: str | None, rolled: tuple[str, ...]) -> tuple[str, ...]:
    """Return the allowed directions whose space shares a terrain with the roll, N first (C-041, CA-27)."""
    return tuple(
        direction
        for direction in allowed(bearing)
        if (space := board.spaces.get(neighbour(marker, direction))) is not None
        and not space.terrain.isdisjoint(rolled)
    )


def towns_beside(board: Board, marker: Hex) -> tuple[Hex, ...]:
    """Return the towns next to the marker, by q, then r."""
    towns = (at for at in neighbours(marker) if at in board.spaces and board.spaces[at].town is not None)
    return tuple(sorted(towns))
