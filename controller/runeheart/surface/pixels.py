"""A picture of 128x64 dots that are lit or not, and what can be put on it: text, shapes, boxes.

Knows no screen and no game. All is made of dots and boxes, so that a picture is the same on every machine.
"""

from collections.abc import Iterable
from functools import cache

from PIL import Image, ImageDraw

from runeheart.surface.letters import WIDTH, Font, Rows

HEIGHT = 64
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are inside."""


class Canvas:
    """A dark picture to draw on; coordinates in dots from the top left."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._pen = ImageDraw.Draw(self.image)

    def text(self, x: int, y: int, text: str, font: Font) -> int:
        """Write a line with its top left at x, y; return where the next character would begin."""
        for character in text:
            if character != " ":
                shape = font.shape(character)
                self.stamp(x, y, shape)
                x += len(shape[0]) + font.gap
            else:
                x += font.space + font.gap
        return x

    def centred(self, y: int, text: str, font: Font, left: int = 0, right: int = WIDTH) -> None:
        """Write a line in the middle between left and right (outside)."""
        self.text(left + (right - left - font.width(text)) // 2, y, text, font)

    def right(self, right: int, y: int, text: str, font: Font) -> None:
        """Write a line that ends before `right`."""
        self.text(right - font.width(text), y, text, font)

    def stamp(self, x: int, y: int, shape: Rows) -> None:
        """Light the dots of a shape; the dark ones leave what is there."""
        self._pen.bitmap((x, y), mask(shape), fill=1)

    def erase(self, x: int, y: int, shape: Rows) -> None:
        """Darken the dots of a shape."""
        self._pen.bitmap((x, y), mask(shape), fill=0)

    def box(self, box: Box, *, lit: bool = True) -> None:
        """Fill a box."""
        self._pen.rectangle(box, fill=int(lit))

    def frame(self, box: Box) -> None:
        """Draw the edge of a box."""
        self._pen.rectangle(box, outline=1)

    def dots(self, places: Iterable[tuple[int, int]]) -> None:
        """Light single dots."""
        self._pen.point(list(places), fill=1)

    def line(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Draw a line three dots wide."""
        self._pen.line((one, other), fill=1, width=3)

    def outline(self, corners: Iterable[tuple[int, int]]) -> None:
        """Draw the edge of a shape with these corners, one dot wide."""
        self._pen.polygon(list(corners), outline=1)

    def invert(self, box: Box) -> None:
        """Swap lit and dark in a box."""
        left, top, right, bottom = box
        part = self.image.crop((left, top, right + 1, bottom + 1))
        self.image.paste(part.point(lambda dot: 0 if dot else 255), (left, top))


@cache
def mask(shape: Rows) -> Image.Image:
    """Return a shape as a picture of its own."""
    image = Image.new("1", (len(shape[0]), len(shape)))
    image.putdata([255 if dot == "#" else 0 for row in shape for dot in row])
    return image
