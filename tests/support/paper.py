"""A printed set as it lies on the table: words with their places, and cards, from the PDF alone."""

from dataclasses import dataclass, replace
from io import BytesIO

from fpdf import FPDF
from pypdf import PdfReader

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
class Page:
    words: tuple
    width: float
    height: float

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
    return Page(tuple(words), float(page.mediabox.width) * MM_PER_POINT, height * MM_PER_POINT)
