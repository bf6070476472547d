"""A printed set as it lies on the table: words and marks with their places, cards: from the PDF."""

from dataclasses import dataclass, replace
from io import BytesIO
from typing import ClassVar

from fpdf import FPDF
from pypdf import PdfReader
from pypdf.generic import ContentStream

MM_PER_POINT = 25.4 / 72
_FONTS = {
    "/Helvetica": ("helvetica", ""),
    "/Helvetica-Bold": ("helvetica", "B"),
    "/Times-Roman": ("times", ""),
    "/Times-Bold": ("times", "B"),
    "/Times-Italic": ("times", "I"),
}
_METER = FPDF(unit="mm")


@dataclass(frozen=True)
class Word:
    """A piece of a line: where it begins and how wide it is, in mm from the upper left; type in points."""

    text: str
    x: float
    y: float
    width: float
    size: float
    upwards: bool

    @property
    def right(self):
        return self.x + self.width


@dataclass(frozen=True)
class Mark:
    """The smallest box around a line or a shape that is drawn, as much of it as can be seen."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self):
        return self.right - self.left

    @property
    def height(self):
        return self.bottom - self.top

    @property
    def middle(self):
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)


@dataclass(frozen=True)
class Page:
    words: tuple
    marks: tuple
    width: float
    height: float

    def discs(self, across):
        """Return the circles of this size."""
        return [
            mark for mark in self.marks if abs(mark.width - across) < 0.1 and abs(mark.height - across) < 0.1
        ]

    @property
    def text(self):
        return " ".join(word.text for word in self.words)

    def cells(self, card, columns, rows):
        """Return the words of each cell of a grid in the middle of the page, by (row, column)."""
        left = (self.width - columns * card[0]) / 2
        top = (self.height - rows * card[1]) / 2
        cells = {}
        for word in self.words:
            row, column = int((word.y - top) // card[1]), int((word.x - left) // card[0])
            if not word.upwards and 0 <= row < rows and 0 <= column < columns:
                cells.setdefault((row, column), []).append(word)
        return cells


def read(content):
    """Return every page of a document."""
    return [_page(page) for page in PdfReader(BytesIO(content)).pages]


def _page(page):
    height = float(page.mediabox.height)
    words = []

    def found(text, cm, tm, font, size):
        if not text.strip():
            return
        family, style = _FONTS[font["/BaseFont"]]
        _METER.set_font(family, style, size)
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        x, y = x * MM_PER_POINT, (height - y) * MM_PER_POINT
        text = text.strip("\n")
        if words and (words[-1].x, words[-1].y) == (x, y):  # another face within one line
            before = words.pop()
        else:
            before, text = Word("", x, y, 0, size, upwards=abs(cm[1]) > 0.5), text.lstrip()
        width = before.width + _METER.get_string_width(text)
        words.append(replace(before, text=before.text + text, width=width))

    page.extract_text(visitor_text=found)
    words = [replace(word, text=word.text.rstrip()) for word in words]
    width = float(page.mediabox.width)
    marks = tuple(
        Mark(
            left * MM_PER_POINT,
            (height - top) * MM_PER_POINT,
            right * MM_PER_POINT,
            (height - low) * MM_PER_POINT,
        )
        for left, low, right, top in _drawn(page)
    )
    return Page(tuple(words), marks, width * MM_PER_POINT, height * MM_PER_POINT)


_PAINTING = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*"}


def _drawn(page):
    """Go through the boxes around everything that is stroked or filled: left, low, right, top in points."""
    tracer = _Tracer()
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        name = operator.decode()
        if name in _PAINTING:
            box = tracer.around()
            if box[0] <= box[2] and box[1] <= box[3]:
                yield box
            tracer.path.clear()
        elif name in _Tracer.MEANING:
            _Tracer.MEANING[name](tracer, *map(float, operands))


class _Tracer:
    """Where the paths of a page lead, and how much of them is clipped away."""

    def __init__(self):
        self.matrix = (1, 0, 0, 1, 0, 0)
        self.clip = None
        self.kept = []
        self.path = []

    def around(self):
        xs, ys = zip(*self.path, strict=True)
        box = (min(xs), min(ys), max(xs), max(ys))
        clip = self.clip
        return box if clip is None else (*map(max, box[:2], clip[:2]), *map(min, box[2:], clip[2:]))

    def _keep(self):
        self.kept.append((self.matrix, self.clip))

    def _back(self):
        self.matrix, self.clip = self.kept.pop()

    def _turn(self, *by):
        a, b, c, d, e, f = self.matrix
        rows = [(a * x + c * y, b * x + d * y) for x, y in (by[:2], by[2:4], by[4:])]
        self.matrix = (*rows[0], *rows[1], rows[2][0] + e, rows[2][1] + f)

    def _add(self, *numbers):
        a, b, c, d, e, f = self.matrix
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        self.path += [(a * x + c * y + e, b * x + d * y + f) for x, y in pairs]

    def _rectangle(self, x, y, width, height):
        self._add(x, y, x + width, y + height)

    def _cut(self):
        self.clip = self.around()

    MEANING: ClassVar = {
        "q": _keep,
        "Q": _back,
        "cm": _turn,
        "m": _add,
        "l": _add,
        "c": _add,
        "re": _rectangle,
        "W": _cut,
        "n": lambda tracer: tracer.path.clear(),
    }
