"""The runes as shapes, told apart from 12 dots up: leaf, flame, drop, bolt, crescent, sun; and the Heart.

Each is a rule for whether a point of the square -1 … 1 belongs to it, right and down counted up; a dot is lit
where at least half of it does. So every size is drawn, not scaled, and is the same on every machine.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise

from runeheart.surface.letters import Rows

_SAMPLES = 6
"""Points per dot and direction."""
Point = tuple[float, float]
_CRACK: tuple[Point, ...] = ((0.0, -0.5), (0.18, -0.2), (-0.14, 0.08), (0.14, 0.34), (0.0, 0.62))


@cache
def glyph(rune: str, size: int) -> Rows:
    """Return the shape of a rune, or of the `heart`: `size` rows of `size` dots, plain from 12 up."""
    inside = _INSIDE[rune]
    rows = []
    for row in range(size):
        dots = [_share(inside, column, row, size) >= 0.5 for column in range(size)]
        rows.append("".join("#" if dot else "." for dot in dots))
    return tuple(rows)


def _share(inside: Callable[[float, float], bool], column: int, row: int, size: int) -> float:
    steps = [(step + 0.5) / _SAMPLES for step in range(_SAMPLES)]
    hits = sum(
        inside((column + right) * 2 / size - 1, (row + down) * 2 / size - 1)
        for right in steps
        for down in steps
    )
    return hits / _SAMPLES**2


def _leaf(x: float, y: float) -> bool:
    """A leaf that points up to the right, its rib cut out, with a stalk."""
    along, across = (x - y) / math.sqrt(2) - 0.12, (x + y) / math.sqrt(2)
    if -1.4 < along < -0.9 and abs(across) < 0.14:
        return True
    half_length, half_width = 1.12, 0.6
    radius = (half_length**2 + half_width**2) / (2 * half_width)
    blade = along**2 + (abs(across) + radius - half_width) ** 2 <= radius**2
    return blade and not (abs(across) < 0.09 and -0.8 < along < 0.5)


def _drop(x: float, y: float) -> bool:
    """A drop with a point at the top and a glint."""
    centre, radius, tip = 0.32, 0.66, -1.0
    body = math.hypot(x, y - centre) <= radius
    touch = centre - radius**2 / (centre - tip)  # where the sides touch the round
    if tip <= y <= touch:
        half = math.sqrt(radius**2 - (touch - centre) ** 2) * (y - tip) / (touch - tip)
        body = body or abs(x) <= half
    glint = 0.24 <= math.hypot(x, y - centre) <= 0.44 and x < -0.02 and y > centre
    return body and not glint


def _crescent(x: float, y: float) -> bool:
    """A waning moon."""
    return math.hypot(x + 0.05, y) <= 0.98 and math.hypot(x - 0.42, y + 0.12) > 0.76


def _sun(x: float, y: float) -> bool:
    """A disc with eight rays."""
    distance = math.hypot(x, y)
    if distance <= 0.46:
        return True
    turn = math.atan2(y, x) / (math.pi / 4)
    beside = abs(distance * math.sin((turn - round(turn)) * math.pi / 4))
    return 0.64 <= distance <= 1.02 and beside <= 0.12


def _heart(x: float, y: float) -> bool:
    """The Heart itself, with a crack from its notch."""
    lobes = any(math.hypot(x - side * 0.46, y + 0.4) <= 0.52 for side in (-1, 1))
    point = -0.25 <= y <= 0.95 and abs(x) <= 0.93 * (0.95 - y) / 1.2
    crack = any(_beside(x, y, *piece) <= 0.07 for piece in pairwise(_CRACK))
    return (lobes or point) and not crack


def _beside(x: float, y: float, start: Point, end: Point) -> float:
    """Return the distance from a point to a piece of a line."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    share = ((x - start[0]) * along_x + (y - start[1]) * along_y) / (along_x**2 + along_y**2)
    share = min(max(share, 0), 1)
    return math.hypot(x - start[0] - share * along_x, y - start[1] - share * along_y)


def _polygon(*corners: Point) -> Callable[[float, float], bool]:
    def inside(x: float, y: float) -> bool:
        odd = False
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                odd = not odd
        return odd

    return inside


def _curve(start: Point, *bends: tuple[Point, Point]) -> tuple[Point, ...]:
    """Return a line through bends, each a point that pulls and a point that is reached."""
    points = [start]
    for pull, end in bends:
        begin = points[-1]
        for step in range(1, 9):
            t = step / 8
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
            points.append((a * begin[0] + b * pull[0] + c * end[0], a * begin[1] + b * pull[1] + c * end[1]))
    return tuple(points)


_BOLT = _polygon(
    (0.1, -1.0), (-0.75, 0.2), (-0.15, 0.2), (-0.5, 1.0), (0.75, -0.3), (0.15, -0.3), (0.65, -1.0)
)
_FLAME_OUT = _polygon(
    *_curve(
        (-0.1, -1.0),
        ((0.1, -0.5), (0.22, 0.0)),
        ((0.45, -0.2), (0.42, -0.65)),
        ((0.85, -0.1), (0.78, 0.4)),
        ((0.7, 1.0), (0.0, 1.0)),
        ((-0.75, 1.0), (-0.75, 0.35)),
        ((-0.75, -0.05), (-0.4, -0.35)),
        ((-0.1, -0.65), (-0.1, -1.0)),
    )
)
_FLAME_IN = _polygon(
    *_curve(
        (-0.02, 0.05), ((0.35, 0.4), (0.32, 0.68)), ((0.28, 0.86), (0.0, 0.86)), ((-0.3, 0.86), (-0.3, 0.64)),
        ((-0.3, 0.4), (-0.02, 0.05)),
    )
)  # fmt: skip


def _flame(x: float, y: float) -> bool:
    """A flame with two tongues and a dark heart."""
    return _FLAME_OUT(x, y) and not _FLAME_IN(x, y)


_INSIDE: Mapping[str, Callable[[float, float], bool]] = {
    "nature": _leaf,
    "fire": _flame,
    "water": _drop,
    "storm": _BOLT,
    "moon": _crescent,
    "sun": _sun,
    "heart": _heart,
}
