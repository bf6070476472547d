"""A sheet to draw circuits on: lines, boxes, words and a few symbols, as SVG. Knows no prop."""  # noqa: INP001 - beside the script that uses it

from dataclasses import dataclass, field
from html import escape

INK, FAINT, PAPER, PANEL = "#1f2328", "#6b7280", "#fdfcf9", "#ffffff"
COLOUR = {
    "3V3": "#e8590c", "5V": "#d6336c", "GND": "#343a40", "i2c": "#1971c2",
    "light": "#b07800", "buzzer": "#7b2cbf", "button": "#2b8a3e",
}  # fmt: skip


@dataclass
class Sheet:
    """A drawing: elements in the order in which they are laid down."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)

    def line(self, *points: tuple[float, float], colour: str = INK, width: float = 2, dash: str = "") -> None:
        """Draw a line through points, with round corners."""
        path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-linejoin="round" stroke-linecap="round"{dashes}/>'
        )

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        fill: str = PANEL,
        edge: str = INK,
        r: float = 6,
        width: float = 1.5,
    ) -> None:
        """Draw a rectangle with round corners."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="{width:g}"/>'
        )

    def dot(self, x: float, y: float, radius: float = 4, colour: str = INK, edge: str = "none") -> None:
        """Draw a filled circle."""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}" '
            f'stroke="{edge}" stroke-width="1.5"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 14,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Write words; (x, y) is the baseline."""
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>'
            f"{escape(words)}</text>"
        )

    def resistor(self, x: float, y: float, words: str, *, upright: bool = False) -> None:
        """Draw a resistor with its middle at (x, y)."""
        if upright:
            self.box(x - 7, y - 20, 14, 40, r=2)
            self.text(x + 14, y + 5, words, size=13)
        else:
            self.box(x - 20, y - 7, 40, 14, r=2)
            self.text(x, y - 12, words, size=12, colour=FAINT, anchor="middle")

    def ground(self, x: float, y: float) -> None:
        """Draw the sign of ground under (x, y)."""
        for row, half in enumerate((12, 8, 4)):
            self.line((x - half, y + 5 * row), (x + half, y + 5 * row), colour=COLOUR["GND"])

    def svg(self, title: str) -> str:
        """Return the drawing as a file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'font-family="Inter, Helvetica, Arial, sans-serif" role="img" aria-label="{escape(title)}">'
        )
        paper = f'<rect width="{self.width:g}" height="{self.height:g}" fill="{PAPER}"/>'
        return "\n".join((head, paper, *self.parts, "</svg>", ""))
