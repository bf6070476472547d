"""The sheets to read and write on: box sheet, how to make the set, rules, notes (H-009, H-010).

Owns their layout. Must not know the wording (`words`), nor cards.
"""

import math
from collections.abc import Iterator

from runeheart.cli.paper import words
from runeheart.cli.paper.flow import flow
from runeheart.cli.paper.pen import Box, Pen
from runeheart.cli.paper.pieces import TOKENS
from runeheart.cli.paper.style import GARNET, INK, PALE, PAPER, RUNE_COLOURS, SOFT
from runeheart.core.runes import RUNES
from runeheart.core.units import minutes
from runeheart.games.heart.printed import SIGNS, PrintedSet
from runeheart.games.heart.settings import DIFFICULTIES

_MARGIN = 16.0
_GUTTER = 8.0
_CONTENTS = (
    "6 answer cards, 20 clue cards, {helpers} cards that help",
    "1 board, 6 rune tiles, 1 Jack",
    f"{TOKENS['corruption']} corruption tokens, {TOKENS['mistake']} mistake tokens",
    "rules, note sheet",
)


def box_sheet(pen: Pen, printed: PrintedSet, *, helpers: int) -> None:
    """Draw the front of the box: what it is, and the code that makes this set again."""
    pen.page()
    style = pen.style
    middle = pen.width / 2
    frame = Box(0, 0, pen.width, pen.height).inside(_MARGIN - 4)
    pen.frame(frame, width=0.9)
    pen.frame(frame.inside(1.6), width=0.25)

    def down(share: float) -> tuple[float, float]:
        return (middle, frame.top + share * frame.height)

    pen.word(down(0.085), "CORRUPTED", size=44, face="display", spacing=6)
    pen.word(down(0.15), "HEART", size=44, face="display", spacing=10, colour=GARNET)
    pen.word(down(0.205), "six runes, twenty clues, and very little time", size=14, face="italic")
    _ring(pen, down(0.45), frame.height * 0.38)
    row = DIFFICULTIES[printed.code.difficulty]
    difficulty = f"{printed.code.difficulty.upper()}: {row.length} RUNES IN {minutes(row.timer_ms)}"
    pen.word(down(0.705), difficulty, size=16, face="display", spacing=1.5)
    label = Box(middle - 44, down(0.73)[1], 88, 24)
    pen.frame(label, radius=3, width=0.7)
    pen.word((middle, label.top + 7), "deck code", size=max(11, style.small), face="italic", colour=SOFT)
    pen.word((middle, label.top + 16), str(printed.code), size=24, face="bold", spacing=1)
    y = label.bottom + 7
    for line in words.certificate(printed):
        pen.word((middle, y), line, size=max(11, style.body), face="italic")
        y += max(5, style.line)
    y += 2
    for line in _CONTENTS:
        pen.word((middle, y), line.format(helpers=helpers), size=max(11, style.body), face="serif")
        y += max(5, style.line)


def how_to_make(pen: Pen, printed: PrintedSet) -> None:
    """Draw the back of the box sheet: printing and cutting, with a measure."""
    pen.page()
    y = _headline(pen, "Make your set")
    columns = [Box(_MARGIN, y, pen.width - 2 * _MARGIN, pen.height - y - _MARGIN - 22)]
    flow(pen, words.sections("making", printed.code), iter(columns))
    left, y = pen.width / 2 - 50, pen.height - _MARGIN - 6
    pen.line((left, y), (left + 100, y), width=0.4)
    for number in range(11):
        tall = 4 if number % 5 == 0 else 2
        pen.line((left + number * 10, y), (left + number * 10, y - tall), width=0.3)
    pen.word((pen.width / 2, y + 5), "100 mm", size=max(8, pen.style.small))
    _foot(pen, printed)


def rule_sheet(pen: Pen, printed: PrintedSet) -> None:
    """Draw the rules, on as many pages as they take, an even number: what follows has two sides again."""
    first = pen.pdf.page
    flow(pen, words.sections("rules", printed.code), _rule_columns(pen, printed), pen.style.text_columns)
    if (pen.pdf.page - first) % 2:
        empty_side(pen, "cards come next")


def empty_side(pen: Pen, what_comes: str) -> None:
    """Draw the back of a page that has none, so that what comes begins a sheet of its own."""
    pen.page()
    pen.word(
        (pen.width / 2, pen.height / 2),
        f"This side is empty: {what_comes}.",
        size=max(10, pen.style.body),
        face="italic",
        colour=SOFT,
    )


def note_sheet(pen: Pen, printed: PrintedSet) -> None:
    """Draw a sheet for a player's notes: a grid of runes and places for each of some games, and lines."""
    pen.page()
    style = pen.style
    y = _headline(pen, "Notes")
    games = 2 if style.body < 14 else 1
    width = (pen.width - 2 * _MARGIN - (games - 1) * _GUTTER) / games
    for number in range(games):
        _grid(pen, Box(_MARGIN + number * (width + _GUTTER), y + 2, width, 78), printed.length)
    y += 88
    clue_width = pen.width - 2 * _MARGIN
    pen.word(
        (_MARGIN, y), "Clues and thoughts", size=style.strong, face="display", colour=GARNET, align="left"
    )
    step = 9.0 if style.body < 14 else 12.0
    y += step + 1
    while y < pen.height - _MARGIN - 4:
        pen.line((_MARGIN, y), (_MARGIN + clue_width, y), colour=PALE, width=0.3)
        y += step
    _foot(pen, printed)


def _ring(pen: Pen, centre: tuple[float, float], across: float) -> None:
    """The Heart with the six runes around it."""
    pen.disc(centre, across, width=0.25, colour=SOFT)
    pen.disc(centre, across * 0.85, width=0.25, colour=SOFT)
    pen.shape("heart", (centre[0], centre[1] + across * 0.02), across * 0.52, GARNET)
    for number, rune in enumerate(RUNES):
        turn = math.tau * number / len(RUNES)
        away = across * 0.4625
        point = (centre[0] + away * math.sin(turn), centre[1] - away * math.cos(turn))
        pen.disc(point, across * 0.21, fill=PAPER, width=0.6)
        pen.shape(rune, point, across * 0.13, RUNE_COLOURS[rune])


def _headline(pen: Pen, text: str) -> float:
    pen.word(
        (pen.width / 2, _MARGIN),
        text.upper(),
        size=pen.style.title,
        face="display",
        spacing=2.5,
        colour=GARNET,
    )
    y = _MARGIN + pen.style.title * 0.353
    pen.line((_MARGIN, y), (pen.width - _MARGIN, y), colour=GARNET, width=0.4)
    return y + 5


def _foot(pen: Pen, printed: PrintedSet) -> None:
    text = f"Runeheart   {printed.code}   page {pen.pdf.page}"
    pen.word((pen.width / 2, pen.height - 10), text, size=max(7, pen.style.small), colour=SOFT)


def _rule_columns(pen: Pen, printed: PrintedSet) -> Iterator[Box]:
    """Go through the columns of text; a page begins when its first column is asked for."""
    count = pen.style.text_columns
    width = (pen.width - 2 * _MARGIN - (count - 1) * _GUTTER) / count
    first = True
    while True:
        pen.page()
        y = _headline(pen, "Rules" if first else "Rules, continued")
        if first:
            y = _legend(pen, _table(pen, y, printed))
        _foot(pen, printed)
        for column in range(count):
            yield Box(_MARGIN + column * (width + _GUTTER), y, width, pen.height - y - _MARGIN)
        first = False


def _table(pen: Pen, top: float, printed: PrintedSet) -> float:
    """The difficulties, that of this set in a frame; return the y below."""
    style = pen.style
    shares = (0.13, 0.11, 0.11, 0.15, 0.11, 0.2, 0.19)
    height = style.line * 1.7
    rows = [words.TABLE_HEADS, *words.difficulty_table()]
    width = pen.width - 2 * _MARGIN
    heads = style.line * (1.7 if style.body < 14 else 2.6)
    y = top
    for row in rows:
        tall = heads if row is words.TABLE_HEADS else height
        x = _MARGIN
        for share, text in zip(shares, row, strict=True):
            bold = row is words.TABLE_HEADS or x == _MARGIN
            lines = text.split(" ") if row is words.TABLE_HEADS and style.body >= 14 else [text]
            parts = [" ".join(lines[:-1]), lines[-1]] if len(lines) > 1 else lines
            for number, part in enumerate(parts):
                pen.word(
                    (x + 1.5, y + tall / 2 + (number - (len(parts) - 1) / 2) * style.line),
                    part,
                    size=style.body,
                    face="bold" if bold else "sans",
                    align="left",
                )
            x += share * width
        if row[0].lower() == printed.code.difficulty:
            pen.frame(Box(_MARGIN, y, width, tall), radius=1.5, width=0.6, colour=GARNET)
        y += tall
        pen.line((_MARGIN, y), (_MARGIN + width, y), colour=PALE, width=0.3)
    return y + style.line * 1.2


def _legend(pen: Pen, top: float) -> float:
    """The six signs with their names; return the y below."""
    step = (pen.width - 2 * _MARGIN) / len(SIGNS)
    for number, sign in enumerate(SIGNS):
        x = _MARGIN + (number + 0.5) * step
        pen.shape(sign, (x, top + 4), 9)
        pen.word((x, top + 12), sign, size=pen.style.reading, face="display")
    return top + 19


def _grid(pen: Pen, box: Box, length: int) -> None:
    """Runes down, places across, and whether it is in at all, where not all are; and what the sign was."""
    row = box.height / (len(RUNES) + 2)
    first = box.width * 0.26
    heads = [str(place + 1) for place in range(length)] + ["not in"] * (length < len(RUNES))
    column = (box.width - first) / len(heads)
    pen.word((box.left, box.top + row / 2), "Sign:", size=pen.style.body, face="bold", align="left")
    step = (box.width - first) / len(SIGNS)
    for number, sign in enumerate(SIGNS):
        pen.shape(sign, (box.left + first + (number + 0.5) * step, box.top + row / 2), row * 0.55, SOFT)
    top = box.top + row
    for number, head in enumerate(heads):
        at = (box.left + first + (number + 0.5) * column, top + row / 2)
        pen.word(at, head, size=pen.style.body if " " in head else pen.style.strong, face="bold")
    for number, rune in enumerate(RUNES):
        y = top + (number + 1.5) * row
        pen.shape(rune, (box.left + row * 0.4, y), row * 0.62, RUNE_COLOURS[rune])
        pen.word((box.left + row * 0.95, y), rune.capitalize(), size=pen.style.body, align="left")
    for number in range(len(RUNES) + 1):
        y = top + (number + 1) * row
        pen.line((box.left, y), (box.right, y), colour=INK if number == 0 else PALE, width=0.3)
    for number in range(len(heads) + 1):
        x = box.left + first + number * column
        pen.line((x, top + row), (x, box.bottom), colour=PALE, width=0.3)
