"""A pen on the pages of one document: words, lines, shapes, in mm, with the core fonts.

Owns how the library is talked to. Must not know what is drawn.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, XPos, YPos

from runeheart.cli.paper import art
from runeheart.cli.paper.style import INK, PALE, SOFT, Style

Face = Literal["sans", "bold", "serif", "display", "italic"]
_FACES: dict[Face, tuple[str, Literal["", "B", "I"]]] = {
    "sans": ("helvetica", ""),
    "bold": ("helvetica", "B"),
    "serif": ("times", ""),
    "display": ("times", "B"),
    "italic": ("times", "I"),
}
_PRINTED = datetime(2000, 1, 1, tzinfo=UTC)
"""Never the real date: the same set makes the same bytes."""
MM_PER_POINT = 25.4 / 72
_LATTICE = 1.8
SLACK = 1.08
"""No font is in the file, so a reader without these two puts another one in their place. Lines are broken as
if letters were so much wider: the usual substitutes differ less, and the widest still ends on its card."""
_CAPITAL = 0.7
"""Height of a capital letter, in type sizes."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> "Box":
        """Return the smallest box around some."""
        every = list(boxes)
        left, top = min(box.left for box in every), min(box.top for box in every)
        right, bottom = max(box.right for box in every), max(box.bottom for box in every)
        return cls(left, top, right - left, bottom - top)

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return (self.left + self.width / 2, self.top + self.height / 2)

    def inside(self, by: float) -> "Box":
        """Return the box that is smaller by so much on each side."""
        return Box(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)

    def at(self, right: float, down: float) -> tuple[float, float]:
        """Return a point counted from its upper left corner."""
        return (self.left + right, self.top + down)


class Pen:
    """Draws on the current page; y counts downwards. Colours as `#rrggbb`, type sizes in points."""

    def __init__(self, style: Style, title: str) -> None:
        self.style = style
        self.pdf = FPDF(unit="mm", format=style.paper)
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        # Compressed bytes depend on the machine's zlib; a set is a few hundred kilobytes without.
        self.pdf.set_compression(False)
        self.pdf.set_creation_date(_PRINTED)
        self.pdf.set_title(title)
        self.pdf.set_creator("Runeheart")
        self.pdf.set_producer("Runeheart")
        self.pdf.set_lang("en")

    @property
    def width(self) -> float:
        """The width of the current page."""
        return self.pdf.w

    @property
    def height(self) -> float:
        """The height of the current page."""
        return self.pdf.h

    def page(self, *, across: bool = False) -> None:
        """Begin a page; `across`: it is wider than high."""
        self.pdf.add_page(orientation="landscape" if across else "portrait")

    def shape(self, name: str, centre: tuple[float, float], size: float, colour: str = INK) -> None:
        """Draw a shape around a point."""
        art.draw(self.pdf, name, centre[0] - size / 2, centre[1] - size / 2, size, colour)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], *, colour: str = INK, width: float = 0.2
    ) -> None:
        """Draw a straight line."""
        self._stroke(colour, width)
        self.pdf.line(*start, *end)

    def dashed(self, start: tuple[float, float], end: tuple[float, float], *, colour: str = SOFT) -> None:
        """Draw a dashed line."""
        self._stroke(colour, 0.25)
        with self.pdf.local_context():
            self.pdf.set_dash_pattern(1.2, 1.2)
            self.pdf.line(*start, *end)

    def frame(
        self,
        box: Box,
        *,
        radius: float = 0,
        colour: str = INK,
        width: float = 0.3,
        fill: str | None = None,
    ) -> None:
        """Draw a rectangle, its corners round; `width` 0: no line, only the fill."""
        self._stroke(colour, width or 0.2)
        if fill:
            self.pdf.set_fill_color(fill)
        what = ("D" if width else "") + ("F" if fill else "")
        place = (box.left, box.top, box.width, box.height)
        if radius:
            self.pdf.rect(*place, style=what, round_corners=True, corner_radius=radius)
        else:
            self.pdf.rect(*place, style=what)

    def disc(
        self,
        centre: tuple[float, float],
        across: float,
        *,
        colour: str = INK,
        width: float = 0.3,
        fill: str | None = None,
    ) -> None:
        """Draw a circle."""
        self._stroke(colour, width or 0.2)
        if fill:
            self.pdf.set_fill_color(fill)
        self.pdf.circle(*centre, across / 2, style=("D" if width else "") + ("F" if fill else ""))

    def lattice(self, box: Box, *, colour: str = SOFT) -> None:
        """Fill a box with crossing lines, so close that print on the other side does not show."""
        self.frame(box, fill=PALE, width=0)
        self._stroke(colour, 0.25)
        with self.pdf.rect_clip(box.left, box.top, box.width, box.height):
            for number in range(1, int((box.width + box.height) / _LATTICE) + 1):
                reach = number * _LATTICE
                self.pdf.line(box.left + reach, box.top, box.left + reach - box.height, box.bottom)
                self.pdf.line(box.right - reach, box.top, box.right - reach + box.height, box.bottom)

    def word(
        self,
        at: tuple[float, float],
        text: str,
        *,
        size: float,
        face: Face = "sans",
        colour: str = INK,
        spacing: float = 0,
        align: Literal["left", "centre", "right"] = "centre",
    ) -> None:
        """Write one line, the middle of its capitals at the height of the point."""
        self._type(face, size, colour)
        self.pdf.set_char_spacing(spacing)
        width = self.pdf.get_string_width(text) - spacing * MM_PER_POINT
        left = at[0] - {"left": 0.0, "centre": width / 2, "right": width}[align]
        self.pdf.text(left, at[1] + size * MM_PER_POINT * _CAPITAL / 2, text)
        self.pdf.set_char_spacing(0)

    def measure(self, text: str, *, size: float, face: Face = "sans") -> float:
        """Return the width of one line."""
        self._type(face, size, INK)
        return self.pdf.get_string_width(text)

    def height_of(self, text: str, width: float, *, size: float, line: float, face: Face = "sans") -> float:
        """Return the height that a paragraph would take."""
        self._type(face, size, INK)
        lines = self.pdf.multi_cell(
            width / SLACK, line, text, align="L", markdown=True, dry_run=True, output=MethodReturnValue.LINES
        )
        return len(lines) * line  # type: ignore[arg-type]  # a list, as asked for

    def paragraph(
        self,
        corner: tuple[float, float],
        text: str,
        width: float,
        *,
        size: float,
        line: float,
        face: Face = "sans",
        colour: str = INK,
    ) -> float:
        """Write a paragraph, `**bold**` as marked; return the y below it."""
        self._type(face, size, colour)
        self.pdf.set_xy(*corner)
        self.pdf.multi_cell(
            width / SLACK, line, text, align="L", markdown=True, new_x=XPos.LEFT, new_y=YPos.NEXT
        )
        return self.pdf.get_y()

    def upwards(self, at: tuple[float, float], text: str, *, size: float, colour: str = SOFT) -> None:
        """Write one line that runs upwards, centred on a point."""
        with self.pdf.rotation(90, *at):
            self.word(at, text, size=size, colour=colour)

    def output(self) -> bytes:
        """Return the document."""
        return bytes(self.pdf.output())

    def _stroke(self, colour: str, width: float) -> None:
        self.pdf.set_draw_color(colour)
        self.pdf.set_line_width(width)

    def _type(self, face: Face, size: float, colour: str) -> None:
        family, emphasis = _FACES[face]
        self.pdf.set_font(family, emphasis, size)
        self.pdf.set_text_color(colour)
