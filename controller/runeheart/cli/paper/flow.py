"""Text that runs through columns and pages, with headings and numbered steps.

Owns where a column ends. Must not know where columns are, nor what is said in them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from runeheart.cli.paper.pen import Box, Pen
from runeheart.cli.paper.style import GARNET
from runeheart.cli.paper.words import Section

_HEADING = 1.9
_INDENT = 1.5
"""Height of a heading, and how far numbered steps stand in: in lines of reading type."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A paragraph with what stands before it. Heights in mm."""

    text: str
    title: str | None
    """The heading above it."""
    number: int | None
    height: float
    after: float
    """The gap below it, where something follows in its column."""


def flow(pen: Pen, sections: Sequence[Section], columns: Iterator[Box], on_a_page: int = 1) -> None:
    """Let sections run through columns; a heading never stands alone at the foot of one.

    The columns of the last page end at about the same height.
    """
    column = next(columns)
    parts = _parts(pen, sections, column.width)
    while True:
        boxes = [column, *(next(columns) for _ in range(on_a_page - 1))]
        filled = _filled(parts, boxes)
        if sum(map(len, filled)) == len(parts):
            filled = _levelled(pen, parts, boxes)
        for box, inside in zip(boxes, filled, strict=True):
            _write(pen, box, inside)
        parts = parts[sum(map(len, filled)) :]
        if not parts:
            return
        column = next(columns)


def _parts(pen: Pen, sections: Sequence[Section], width: float) -> list[_Part]:
    size, line = pen.style.reading, pen.style.reading_line
    parts = []
    for section in sections:
        for number, text in enumerate(section.paragraphs):
            indent = line * _INDENT if section.numbered else 0
            first, last = number == 0, number == len(section.paragraphs) - 1
            parts.append(
                _Part(
                    text,
                    section.title if first else None,
                    number + 1 if section.numbered else None,
                    pen.height_of(text, width - indent, size=size, line=line) + first * line * _HEADING,
                    line * (0.9 if last else 0.4),
                )
            )
    return parts


def _filled(parts: Sequence[_Part], boxes: Sequence[Box]) -> list[Sequence[_Part]]:
    """Return what fits into each box, in order; the rest is left over."""
    filled = []
    for box in boxes:
        y, count = 0.0, 0
        while count < len(parts) and y + parts[count].height <= box.height:
            y += parts[count].height + parts[count].after
            count += 1
        filled.append(parts[:count])
        parts = parts[count:]
    return filled


def _levelled(pen: Pen, parts: Sequence[_Part], boxes: Sequence[Box]) -> list[Sequence[_Part]]:
    """Fill boxes that have room for all parts to the least height at which they still have."""
    lines = int(boxes[0].height / pen.style.reading_line)
    for height in (number * pen.style.reading_line for number in range(1, lines + 1)):
        filled = _filled(parts, [replace(box, height=height) for box in boxes])
        if sum(map(len, filled)) == len(parts):
            return filled
    return _filled(parts, boxes)


def _write(pen: Pen, box: Box, parts: Sequence[_Part]) -> None:
    size, line = pen.style.reading, pen.style.reading_line
    y = box.top
    for part in parts:
        if part.title is not None:
            at = (box.left, y + line * 0.9)
            pen.word(at, part.title, size=size + 3, face="display", colour=GARNET, align="left")
            y += line * _HEADING
        indent = 0.0
        if part.number is not None:
            indent = line * _INDENT
            pen.word((box.left, y + line / 2), f"{part.number}.", size=size, face="bold", align="left")
        below = pen.paragraph((box.left + indent, y), part.text, box.width - indent, size=size, line=line)
        y = below + part.after
