"""The whole set as one document, in the order of its sheets of paper.

Owns which page comes after which: every front is on an odd page, its back on the next.
"""

from runeheart.cli.paper import cards, pages, pieces, sheets
from runeheart.cli.paper.pen import Pen
from runeheart.cli.paper.style import Style
from runeheart.games.heart.printed import PrintedSet


def make(printed: PrintedSet, style: Style) -> bytes:
    """Return the PDF of a set: the same bytes for the same set and style."""
    pen = Pen(style, f"Corrupted Heart, deck code {printed.code}")
    pages.box_sheet(pen, printed)
    pages.how_to_make(pen, printed)
    pages.rule_sheet(pen, printed)
    sheets.two_sided(
        pen, [*cards.answers(printed), *cards.helpers(printed)], f"{printed.code}   answers, help"
    )
    sheets.two_sided(pen, cards.clues(printed), f"{printed.code}   clues")
    pieces.pieces(pen, f"{printed.code}   tiles, tokens")
    pieces.board(pen, printed)
    pages.note_sheet(pen, printed)
    return pen.output()
