"""The runes as shapes, told apart from 12 dots up: leaf, flame, drop, bolt, crescent, sun; and the Heart.

Each is sketched in the square -1 … 1, right and down counted up, sixteen times as fine as the dots; a dot is
lit where at least half of it is covered. So every size is drawn, not scaled.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache

from PIL import Image, ImageDraw

from runeheart.surface.letters import Rows

_FINE = 16
Point = tuple[float, float]


class Sketch:
    """A fine picture; `lit` False takes away what is there."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._half = size * _FINE / 2
        self.image = Image.new("L", (size * _FINE, size * _FINE))
        self._pen = ImageDraw.Draw(self.image)

    def disc(self, x: float, y: float, radius: float, *, lit: bool = True) -> None:
        """Fill a circle."""
        box = [self._at(x - radius, y - radius), self._at(x + radius, y + radius)]
        self._pen.ellipse(box, fill=255 * lit)

    def shape(self, *corners: Point, lit: bool = True) -> None:
        """Fill a shape with these corners."""
        self._pen.polygon([self._at(*corner) for corner in corners], fill=255 * lit)

    def line(self, *points: Point, width: float, lit: bool = True) -> None:
        """Draw a line through points, as wide as a share of half the square."""
        dots = [self._at(*point) for point in points]
        self._pen.line(dots, fill=255 * lit, width=round(width * self._half), joint="curve")

    def rows(self) -> Rows:
        """Return the shape: a dot is lit where at least half of it is covered."""
        shares = self.image.reduce(_FINE).tobytes()
        dots = "".join("#" if share > 127 else "." for share in shares)
        return tuple(dots[row * self._size : (row + 1) * self._size] for row in range(self._size))

    def _at(self, x: float, y: float) -> Point:
        return (x + 1) * self._half, (y + 1) * self._half


@cache
def glyph(rune: str, size: int) -> Rows:
    """Return the shape of a rune, or of the `heart`: `size` rows of `size` dots, plain from 12 up."""
    sketch = Sketch(size)
    _SKETCHES[rune](sketch)
    return sketch.rows()


def _leaf(sketch: Sketch) -> None:
    """Sketch a leaf that points up to the right, its rib cut out, with a stalk."""
    upper = _curve((-0.7, 0.7), ((-0.8, -0.75), (0.9, -0.9)))
    lower = _curve((0.9, -0.9), ((0.75, 0.8), (-0.7, 0.7)))
    sketch.shape(*upper, *lower)
    sketch.line((-1.0, 1.0), (-0.6, 0.6), width=0.28)
    sketch.line((-0.45, 0.45), (0.45, -0.45), width=0.18, lit=False)


def _flame(sketch: Sketch) -> None:
    """Sketch a flame with two tongues and a dark heart."""
    sketch.shape(
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
    heart = _curve(
        (-0.02, 0.05),
        ((0.35, 0.4), (0.32, 0.68)),
        ((0.28, 0.86), (0.0, 0.86)),
        ((-0.3, 0.86), (-0.3, 0.64)),
        ((-0.3, 0.4), (-0.02, 0.05)),
    )
    sketch.shape(*heart, lit=False)


def _drop(sketch: Sketch) -> None:
    """Sketch a drop with a point at the top and a glint."""
    centre, radius, tip = 0.32, 0.66, -1.0
    touch = centre - radius**2 / (centre - tip)  # where the sides touch the round
    half = math.sqrt(radius**2 - (touch - centre) ** 2)
    sketch.disc(0.0, centre, radius)
    sketch.shape((0.0, tip), (half, touch), (-half, touch))
    sketch.line(*_curve((-0.36, 0.42), ((-0.34, 0.64), (-0.1, 0.7))), width=0.24, lit=False)


def _bolt(sketch: Sketch) -> None:
    sketch.shape(
        (0.1, -1.0),
        (-0.75, 0.2),
        (-0.15, 0.2),
        (-0.62, 1.02),
        (-0.4, 1.02),
        (0.75, -0.3),
        (0.15, -0.3),
        (0.65, -1.0),
    )


def _crescent(sketch: Sketch) -> None:
    """Sketch a waning moon."""
    sketch.disc(-0.05, 0.0, 0.98)
    sketch.disc(0.42, -0.12, 0.76, lit=False)


def _sun(sketch: Sketch) -> None:
    """Sketch a disc with eight rays."""
    sketch.disc(0.0, 0.0, 0.46)
    for turn in range(8):
        right, down = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
        sketch.line((0.64 * right, 0.64 * down), (right, down), width=0.3)


def _heart(sketch: Sketch) -> None:
    """Sketch the Heart itself, with a crack from its notch."""
    for side in (-0.46, 0.46):
        sketch.disc(side, -0.4, 0.52)
    sketch.shape((-0.93, -0.2), (0.0, 0.98), (0.93, -0.2), (0.0, -0.5))
    crack = ((0.0, -0.6), (0.18, -0.2), (-0.14, 0.08), (0.14, 0.34), (0.0, 0.62))
    sketch.line(*crack, width=0.14, lit=False)


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


_SKETCHES: Mapping[str, Callable[[Sketch], None]] = {
    "nature": _leaf,
    "fire": _flame,
    "water": _drop,
    "storm": _bolt,
    "moon": _crescent,
    "sun": _sun,
    "heart": _heart,
}
