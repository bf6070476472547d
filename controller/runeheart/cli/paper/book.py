"""The whole set as one document, in the order of its sheets of paper.

Owns which page comes after which: every front is on an odd page, its back on the next, and what
has no back has an empty one.
"""

from runeheart.cli.paper import cards, pages, pieces, sheets
from runeheart.cli.paper.pen import Pen
from runeheart.cli.paper.style import Style
from runeheart.games.heart.printed import PrintedSet


def make(printed: PrintedSet, style: Style) -> bytes:
    """Return the PDF of a set: the same bytes for the same set and style."""
    pen = Pen(style, f"Corrupted Heart, deck code {printed.code}")
    helpers = cards.helpers(printed, style)
    pages.box_sheet(pen, printed, helpers=len(helpers))
    pages.how_to_make(pen, printed)
    pages.rule_sheet(pen, printed)
    sheets.two_sided(pen, [*cards.answers(printed), *helpers], f"{printed.code}   answers, help")
    sheets.two_sided(pen, cards.clues(printed), f"{printed.code}   clues")
    pieces.pieces(pen, f"{printed.code}   tiles, tokens")
    pieces.board(pen, printed)
    pages.empty_side(pen, "the note sheet comes next")
    pages.note_sheet(pen, printed)
    return pen.output()
