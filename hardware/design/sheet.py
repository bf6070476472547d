"""A sheet to draw circuits on: lines, boxes, words and a few symbols, as SVG. Knows no prop."""  # noqa: INP001 - beside the script that uses it

from dataclasses import dataclass, field
from html import escape

INK, FAINT, PAPER, PANEL = "#1f2328", "#6b7280", "#fdfcf9", "#ffffff"
COLOUR = {
    "3V3": "#e8590c", "5V": "#d6336c", "GND": "#343a40", "sda": "#1c4fd6", "scl": "#0b93a5",
    "light": "#b07800", "buzzer": "#7b2cbf", "button": "#2b8a3e",
}  # fmt: skip


@dataclass
class Sheet:
    """A drawing: elements in the order in which they are laid down."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)

    def line(
        self,
        *points: tuple[float, float],
        colour: str = INK,
        width: float = 2,
        dash: str = "",
        cap: str = "round",
    ) -> None:
        """Draw a line through points, with round corners."""
        path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-linejoin="round" stroke-linecap="{cap}"{dashes}/>'
        )

    def wire(self, *points: tuple[float, float], colour: str, ground: str = PAPER) -> None:
        """Draw a wire that passes over those below it, as over a bridge; `ground` is what it is drawn on."""
        self.line(*points, colour=ground, width=9, cap="butt")
        self.line(*points, colour=colour, width=2.5)

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

    def arc(self, x: float, y: float, radius: float) -> None:
        """Draw a notch: a half circle that hangs from (x, y)."""
        self.parts.append(
            f'<path d="M{x - radius:g} {y:g} a{radius:g} {radius:g} 0 0 0 {2 * radius:g} 0" fill="{PAPER}" '
            f'stroke="{INK}" stroke-width="1.5"/>'
        )

    def twisted(
        self, at: tuple[float, float], x1: float, apart: float, upper: str, lower: str, turns: int = 6
    ) -> None:
        """Draw two wires, `apart` below each other, that change places `turns` times (an even number)."""
        x0, y = at
        span = (x1 - x0) / turns
        for half in range(turns):
            left, mid, right = x0 + span * half, x0 + span * (half + 0.5), x0 + span * (half + 1)
            top, low = (upper, lower) if half % 2 == 0 else (lower, upper)
            strands = ((top, y, y + apart), (low, y + apart, y))
            for colour, begin, end in strands:
                path = f"M{left:g} {begin:g} C{mid:g} {begin:g} {mid:g} {end:g} {right:g} {end:g}"
                for stroke, width in ((PAPER, 6), (colour, 2.5)):
                    self.parts.append(
                        f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width:g}"/>'
                    )

    def led(self, x: float, y: float, colour: str) -> None:
        """Draw an LED whose cathode is on the left."""
        self.dot(x, y, 19, colour + "33")
        self.parts.append(
            f'<path d="M{x + 11:g} {y - 11:g} L{x + 11:g} {y + 11:g} L{x - 8:g} {y:g} Z" fill="{colour}" '
            f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
        )
        self.line((x - 9, y - 11), (x - 9, y + 11), width=2.5)

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

    def svg(self, title: str) -> str:
        """Return the drawing as a file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'font-family="Inter, Helvetica, Arial, sans-serif" role="img" aria-label="{escape(title)}">'
        )
        paper = f'<rect width="{self.width:g}" height="{self.height:g}" fill="{PAPER}"/>'
        return "\n".join((head, paper, *self.parts, "</svg>", ""))
