"""How a set looks: papers, the two sizes of type with the sizes of cards that go with them, colours.

Owns every measure that more than one page shares. All lengths in mm unless a name says points. Colours are
dark enough to tell everything in black and white too: nothing is said by colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from runeheart.core.runes import RUNES

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, upright."""

INK = "#000000"
SOFT = "#5a5550"
PALE = "#d8d2c8"
PAPER = "#ffffff"
GARNET = "#8f1d2a"
RUNE_COLOURS: Mapping[str, str] = dict(
    zip(RUNES, ("#2f6b2f", "#b53a0c", "#1f5a9c", "#63399a", "#3f4f73", "#8a6200"), strict=True)
)
COLOURS = (INK, SOFT, GARNET, *RUNE_COLOURS.values())
"""What words and shapes are drawn in."""


@dataclass(frozen=True, slots=True)
class Style:
    """A paper and a size of type. `small`, `body`, `strong`, `title`: type in points."""

    paper: tuple[float, float]
    small: float
    """Codes, captions: what nobody needs during a game."""
    body: float
    line: float
    """One line of body type, in mm."""
    reading: float
    reading_line: float
    """Type and line of what is read at leisure: rules, how to make the set."""
    strong: float
    title: float
    card: tuple[float, float]
    columns: int
    rows: int
    """Cards on a sheet."""
    text_columns: int
    """Columns of text on a rule sheet."""


def style(paper: str, *, large_type: bool) -> Style:
    """Return the style for one of PAPERS; in large type nothing is below 14 points, and cards are larger."""
    if large_type:
        return Style(
            paper=PAPERS[paper],
            small=14,
            body=14,
            line=5.6,
            reading=14,
            reading_line=6,
            strong=15,
            title=22,
            card=(88, 126),
            columns=2,
            rows=2,
            text_columns=1,
        )
    return Style(
        paper=PAPERS[paper],
        small=6,
        body=9,
        line=3.75,
        reading=10.5,
        reading_line=4.6,
        strong=10,
        title=17,
        card=(63, 88),
        columns=3,
        rows=3,
        text_columns=2,
    )
