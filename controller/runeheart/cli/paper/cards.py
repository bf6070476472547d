"""The two sides of every card: answers, clues, and the two cards that help at the table.

Owns what is on a card and where. Must not know sheets. An answer card shows its runes on the front and its
sign on the back only, so that a card that lies face down tells which lines to read and nothing more (H-005).
"""

from collections.abc import Mapping

from runeheart.cli.paper.pen import Box, Pen
from runeheart.cli.paper.sheets import Card
from runeheart.cli.paper.style import GARNET, INK, PALE, PAPER, RUNE_COLOURS, SOFT, Style
from runeheart.cli.paper.words import Section, sections
from runeheart.games.heart import clues as wording
from runeheart.games.heart.clues import Clue
from runeheart.games.heart.printed import SIGNS, PrintedSet

_EDGE = 3.0
"""From the edge of a card to its frame: a cut that is a little off does not hurt."""


def answers(printed: PrintedSet) -> list[Card]:
    """Return the answer cards."""
    return [_answer(printed, sign) for sign in SIGNS]


def clues(printed: PrintedSet) -> list[Card]:
    """Return the clue cards."""
    return [_clue(printed, lines) for lines in printed.cards()]


def helpers(printed: PrintedSet, style: Style) -> list[Card]:
    """Return the cards of words for the table; their backs are those of no clue.

    Where fewer cards fit on a sheet, the last text is the back of the first: it would be alone on a sheet.
    """
    fronts = [_helper(printed, section) for section in sections("helpers", printed.code)]
    if (len(SIGNS) + len(fronts)) % (style.columns * style.rows) == 1:
        last = fronts.pop()
        fronts[0] = Card(fronts[0].front, last.front)
    return fronts


def _answer(printed: PrintedSet, sign: str) -> Card:
    def front(pen: Pen, box: Box) -> None:
        inner = _framed(pen, box)
        style = pen.style
        step = inner.height / 7.3
        pen.word(
            (box.middle[0], inner.top + step * 0.55),
            "ANSWER",
            size=style.strong,
            face="display",
            spacing=2,
            colour=GARNET,
        )
        for number, rune in enumerate(printed.fronts[sign]):
            counts = number < printed.length
            y = inner.top + step * (1.5 + number)
            if number == printed.length:
                pen.dashed((inner.left + 3, y - step / 2), (inner.right - 3, y - step / 2))
            size = step * (0.78 if counts else 0.5)
            colour = RUNE_COLOURS[rune] if counts else SOFT
            if counts:
                _numbered(pen, (inner.left + step * 0.75, y), step * 0.56, number + 1)
            pen.shape(rune, (inner.left + step * 1.85, y), size, colour)
            name = rune.capitalize() if counts else f"{rune.capitalize()}: not in"
            pen.word(
                (inner.left + step * 2.6, y),
                name,
                size=style.strong + 2 if counts else style.body,
                face="bold" if counts else "sans",
                colour=INK if counts else SOFT,
                align="left",
            )
        _code(pen, inner, printed)

    def back(pen: Pen, box: Box) -> None:
        inner = _latticed(pen, box)
        across = inner.width * 0.72
        pen.disc(inner.middle, across, fill=PAPER, width=0.6)
        pen.disc(inner.middle, across - 2.4, width=0.2)
        middle = inner.middle
        pen.shape(sign, (middle[0], middle[1] - across * 0.09), across * 0.46)
        pen.word(
            (middle[0], middle[1] + across * 0.3),
            sign.upper(),
            size=pen.style.strong + 1,
            face="display",
            spacing=1.5,
        )

    return Card(front, back)


def _clue(printed: PrintedSet, lines: Mapping[str, Clue]) -> Card:
    def front(pen: Pen, box: Box) -> None:
        inner = _framed(pen, box)
        style = pen.style
        foot = style.small * 0.353 + 1.4
        step = (inner.height - foot) / len(SIGNS)
        icon = _icon(style)
        left = inner.right - 1 - line_width(style)
        for number, (sign, line) in enumerate(lines.items()):
            middle = inner.top + (number + 0.5) * step
            if number:
                pen.line(
                    (inner.left + 2, middle - step / 2),
                    (inner.right - 2, middle - step / 2),
                    colour=PALE,
                    width=0.3,
                )
            pen.shape(sign, (inner.left + 2 + icon / 2, middle), icon)
            words = wording.text(line, printed.length)
            width = line_width(style)
            height = style.line + pen.height_of(words, width, size=style.body, line=style.line)
            top = middle - height / 2
            pen.word(
                (left, top + style.line / 2),
                sign.upper(),
                size=max(style.body - 2.5, style.small),
                face="bold",
                spacing=0.6,
                colour=SOFT,
                align="left",
            )
            pen.paragraph((left, top + style.line), words, width, size=style.body, line=style.line)
        _code(pen, inner, printed)

    return Card(front, lambda pen, box: back_of_the_heart(pen, box, "CLUE"))


def _helper(printed: PrintedSet, words: Section) -> Card:
    def front(pen: Pen, box: Box) -> None:
        inner = _framed(pen, box)
        style = pen.style
        at = (box.middle[0], inner.top + style.line * 1.3)
        pen.word(at, words.title.upper(), size=style.strong, face="display", spacing=1.2, colour=GARNET)
        y = inner.top + style.line * 2.3
        for text in words.paragraphs:
            below = pen.paragraph(
                (inner.left + 2.5, y), text, inner.width - 5, size=style.body, line=style.line
            )
            y = below + style.line * 0.45
        _code(pen, inner, printed)

    return Card(front, lambda pen, box: back_of_the_heart(pen, box, "HELP"))


def line_width(style: Style) -> float:
    """Return the width that a clue has beside its sign; in it no clue may take more than two lines."""
    return style.card[0] - 2 * _EDGE - _icon(style) - 5.2


def back_of_the_heart(pen: Pen, box: Box, word: str = "") -> None:
    """Draw the common back: the Heart on the lattice."""
    inner = _latticed(pen, box)
    middle = inner.middle
    across = inner.width * 0.72
    pen.disc(middle, across, fill=PAPER, width=0.6)
    pen.disc(middle, across - 2.4, width=0.2)
    pen.shape("heart", (middle[0], middle[1] - (across * 0.07 if word else 0)), across * 0.54, GARNET)
    if word:
        pen.word(
            (middle[0], middle[1] + across * 0.32), word, size=pen.style.strong, face="display", spacing=1.5
        )


def _icon(style: Style) -> float:
    return style.card[0] * 0.12


def _framed(pen: Pen, box: Box) -> Box:
    inner = box.inside(_EDGE)
    pen.frame(inner, radius=2, width=0.35)
    return inner


def _latticed(pen: Pen, box: Box) -> Box:
    inner = box.inside(_EDGE)
    pen.lattice(inner)
    pen.frame(inner, width=0.6)
    return inner


def _numbered(pen: Pen, centre: tuple[float, float], across: float, number: int) -> None:
    pen.disc(centre, across, fill=PAPER, width=0.4)
    pen.word(centre, str(number), size=pen.style.strong, face="bold")


def _code(pen: Pen, inner: Box, printed: PrintedSet) -> None:
    y = inner.bottom - pen.style.small * 0.353 / 2 - 1
    pen.word((inner.right - 3, y), str(printed.code), size=pen.style.small, colour=SOFT, align="right")
