"""Text in dots: shapes of characters, how wide a text is, where its lines break, how it fits on pages.

Knows the two alphabets and no picture; `pixels` puts the dots on one.
"""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from runeheart.surface import alphabet

WIDTH = 128
"""Of the screen, in dots."""
Rows = tuple[str, ...]
"""A shape, row by row: `#` is a dot that is lit."""


class Font(Struct, frozen=True, eq=False):
    """An alphabet in dots. `gap`: between characters; `space`: between words; `line`: from line to line."""

    shapes: Mapping[str, Rows]
    rows: int
    capital: int
    gap: int
    space: int
    line: int

    def shape(self, character: str) -> Rows:
        """Return a character's dots; one without a shape is drawn as its base letter, or as `?`."""
        return self.shapes[self._drawn(character) or "?"]

    def cannot_draw(self, text: str) -> tuple[str, ...]:
        """Return the characters of a text that would be drawn as `?`, each once; a blank is drawn."""
        return tuple(one for one in dict.fromkeys(text) if one != " " and self._drawn(one) is None)

    def _drawn(self, character: str) -> str | None:
        """Return the character that is drawn for one: itself, or the letter under its accents."""
        if character in self.shapes:
            return character
        import unicodedata  # noqa: PLC0415 - a MiB that only a name with accents needs

        apart = unicodedata.normalize("NFKD", character)
        base = apart[0]
        if not all(unicodedata.combining(mark) for mark in apart[1:]):
            return None
        return next((one for one in (base, base.upper()) if one in self.shapes), None)

    def width(self, text: str) -> int:
        """Return how wide a text is, in dots."""
        widths = [self.space if character == " " else len(self.shape(character)[0]) for character in text]
        return sum(widths) + self.gap * max(len(widths) - 1, 0)


def _font(art: str, rows: int, capital: int, gap: int, space: int, line: int) -> Font:
    shapes: dict[str, Rows] = {}
    for block in art.strip().split("\n\n"):
        characters, *drawn = (row.split() for row in block.splitlines())
        for index, character in enumerate(characters):
            shape = [row[index] for row in drawn]
            blank = "." * len(shape[0])
            shapes[character] = (*shape, *[blank] * (rows - len(shape)))
    return Font(shapes, rows, capital, gap, space, line)


SMALL = _font(alphabet.SMALL, alphabet.SMALL_ROWS, capital=7, gap=1, space=3, line=9)
LARGE = _font(alphabet.LARGE, alphabet.LARGE_ROWS, capital=10, gap=2, space=4, line=13)

PAGE_LINES = 4
"""Lines of LARGE under the head of a clue."""
MESSAGE_LINES = 2
NAME_LINES = 2
"""Lines of SMALL that a name has where it does not fit on one of LARGE."""
MOST_TEXTS = 64
"""Texts whose lines are kept: those of a screen are asked for at each tick, and a prop runs for months."""


@lru_cache(MOST_TEXTS)
def lines(text: str, font: Font, width: int = WIDTH) -> tuple[str, ...]:
    """Break a text into lines that fit; a word that is too wide by itself is cut."""
    broken: list[str] = []
    for word in text.split():
        longer = f"{broken[-1]} {word}" if broken else word
        if broken and font.width(longer) <= width:
            broken[-1] = longer
            continue
        rest = word
        while font.width(rest) > width:
            fits = max(size for size in range(1, len(rest)) if font.width(rest[:size]) <= width)
            broken.append(rest[:fits])
            rest = rest[fits:]
        broken.append(rest)
    return tuple(broken)


@lru_cache(MOST_TEXTS)
def pages(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of each page of a clue; a text that needs two pages fills them evenly."""
    whole = lines(text, LARGE)
    count = -(-len(whole) // PAGE_LINES)
    each = -(-len(whole) // count)
    return tuple(whole[first : first + each] for first in range(0, len(whole), each))


def shortened(sentence: str) -> tuple[str, ...]:
    """Return a sentence as a message for the screen: its first clause, as many lines as there is room for."""
    clause = sentence
    for mark in (";", ":"):
        clause = clause.partition(mark)[0]
    whole = lines(clause[:1].upper() + clause[1:], LARGE)
    if len(whole) <= MESSAGE_LINES:
        return whole
    last = whole[MESSAGE_LINES - 1]
    while LARGE.width(f"{last}…") > WIDTH:
        last = last[:-1]
    return (*whole[: MESSAGE_LINES - 1], f"{last}…")
