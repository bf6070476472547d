"""The shapes of the Cult's screens: arrows to the six sides, marks of the small map, signs beside numbers.

Arrows are sketched fine and reduced, as the runes are, so that all six are equally sharp. Knows no screen.
"""

import math
from functools import cache

from runeheart.surface.glyphs import Point, Sketch
from runeheart.surface.letters import Rows

TOWN = ("...#...", "..###..", ".#####.", "#######", ".#...#.", ".#...#.", ".#####.")
TAKEN = ("...#...", "..###..", ".#####.", "#######", ".#####.", ".##.##.", ".##.##.")
JEWEL = ("..#..", ".#.#.", "#...#", ".#.#.", "..#..")
CULTIST = ("..#..", ".###.", "#####", ".###.", "..#..")
MARKER = ("..###..", ".#...#.", "#..#..#", "#.###.#", "#..#..#", ".#...#.", "..###..")
HERO = (".###.", "#####", "#####", "#####", ".###.")
PILE = ("..#####", "..#...#", "#.#...#", "#.#...#", "#.#####", "#......", "#####..")
STAR = ("...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", ".#...#.")
BRAND = ("...#...", "..##...", "..###..", ".##.##.", ".#...#.", ".##.##.", "..###..")


@cache
def arrow(slot: int, size: int) -> Rows:
    """Return a large arrow to a side: 0 is up, then clockwise by sixths of a turn."""
    head = (
        (0.0, -1.0),
        (0.62, -0.18),
        (0.24, -0.18),
        (0.24, 0.95),
        (-0.24, 0.95),
        (-0.24, -0.18),
        (-0.62, -0.18),
    )
    return _turned(head, slot, size)


@cache
def pointer(slot: int, size: int) -> Rows:
    """Return the small arrow that lies at the rim of a square, on one of its six sides.

    It has a shaft: a head alone is nearly a triangle of equal sides, which looks the same turned by a third.
    """
    arrow = (
        (0.0, -1.0),
        (0.26, -0.68),
        (0.08, -0.68),
        (0.08, -0.44),
        (-0.08, -0.44),
        (-0.08, -0.68),
        (-0.26, -0.68),
    )
    return _turned(arrow, slot, size)


@cache
def rim(size: int) -> Rows:
    """Return the six corners of a hexagon as short strokes, so that arrows between them are read as sides."""
    sketch = Sketch(size)
    for corner in range(6):
        angle = math.tau * corner / 6
        x, y = math.cos(angle), math.sin(angle)
        sketch.disc(0.92 * x, 0.92 * y, 0.06)
    return sketch.rows()


def _turned(corners: tuple[Point, ...], slot: int, size: int) -> Rows:
    angle = math.tau * slot / 6
    sine, cosine = math.sin(angle), math.cos(angle)
    sketch = Sketch(size)
    sketch.shape(*((x * cosine - y * sine, x * sine + y * cosine) for x, y in corners))
    return sketch.rows()
