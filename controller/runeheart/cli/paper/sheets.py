"""Cards on sheets: where each lies, cut marks, and backs that meet their fronts when the sheet is turned.

Owns the imposition. Must not know what is on a card. A sheet is two pages: fronts, then backs with their
columns the other way round, for printers that turn the paper about its long edge.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from runeheart.cli.paper.pen import MM_PER_POINT, Box, Pen
from runeheart.cli.paper.style import SOFT

_MARK = 5.0
"""Length of a cut mark, where there is room for it."""
_GAP = 0.5
"""From a cut mark to the corner of a card."""
EDGE = 6.0
"""From an edge of the paper to where printers reach: nothing is drawn beyond."""

Face = Callable[[Pen, Box], None]


@dataclass(frozen=True, slots=True)
class Card:
    """Something to cut out: how its two sides are drawn into their place."""

    front: Face
    back: Face


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells side by side in the middle of a page; `top`: of its first row, None: in the middle too."""

    columns: int
    rows: int
    cell: tuple[float, float]
    top: float | None = None

    def box(self, pen: Pen, number: int, *, mirrored: bool = False) -> Box:
        """Return the place of a cell, counted from 0 in rows; `mirrored`: as seen from behind."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        width, height = self.cell
        left = (pen.width - self.columns * width) / 2
        top = (pen.height - self.rows * height) / 2 if self.top is None else self.top
        return Box(left + column * width, top + row * height, width, height)

    def mark(self, pen: Pen, count: int, *, mirrored: bool = False) -> None:
        """Draw cut marks outside the first `count` cells, at every edge that is to be cut."""
        boxes = [self.box(pen, number, mirrored=mirrored) for number in range(count)]
        whole = Box.around(boxes)
        inked = Box(0, 0, pen.width, pen.height).inside(EDGE)
        ends = max(inked.top, whole.top - _GAP - _MARK), min(inked.bottom, whole.bottom + _GAP + _MARK)
        sides = max(inked.left, whole.left - _GAP - _MARK), min(inked.right, whole.right + _GAP + _MARK)
        for x in sorted({edge for box in boxes for edge in (box.left, box.right)}):
            pen.line((x, ends[0]), (x, whole.top - _GAP), width=0.15)
            pen.line((x, whole.bottom + _GAP), (x, ends[1]), width=0.15)
        for y in sorted({edge for box in boxes for edge in (box.top, box.bottom)}):
            pen.line((sides[0], y), (whole.left - _GAP, y), width=0.15)
            pen.line((whole.right + _GAP, y), (sides[1], y), width=0.15)

    def faces(self, pen: Pen, cards: Sequence[Card], *, backs: bool) -> None:
        """Draw one side of the cards of a sheet."""
        self.mark(pen, len(cards), mirrored=backs)
        for number, card in enumerate(cards):
            box = self.box(pen, number, mirrored=backs)
            (card.back if backs else card.front)(pen, box)
            pen.frame(box, colour=SOFT, width=0.1)


def two_sided(pen: Pen, cards: Sequence[Card], label: str) -> None:
    """Put cards on as many sheets as they need, each with its fronts and its backs."""
    grid = Grid(pen.style.columns, pen.style.rows, pen.style.card)
    for sheet in _in_parts(cards, grid.columns * grid.rows):
        for side in ("fronts", "backs"):
            pen.page()
            grid.faces(pen, sheet, backs=side == "backs")
            caption(pen, f"{label}, {side}")


def caption(pen: Pen, text: str) -> None:
    """Say what a sheet is, upwards along its left margin."""
    size = max(7, pen.style.small)
    pen.upwards((EDGE + size * MM_PER_POINT / 2, pen.height / 2), text, size=size)


def _in_parts(cards: Sequence[Card], most: int) -> Iterator[Sequence[Card]]:
    for first in range(0, len(cards), most):
        yield cards[first : first + most]
