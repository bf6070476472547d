"""The picture of the service view: where the game master's console is, as a QR code and in letters.

Knows the value that it draws and no network.
"""

from collections.abc import Iterator

from runeheart.surface.letters import SMALL, WIDTH
from runeheart.surface.pixels import HEIGHT, Canvas
from runeheart.surface.views import ServiceScreen

LEAST_MARGIN = 2
"""Dots of light round the code; the norm wants four of its modules, and there are as many as fit."""


def draw(canvas: Canvas, screen: ServiceScreen) -> None:
    """Draw it."""
    door = screen.door
    if door is None:
        for top, line in ((4, "The console is off"), (24, "Its configuration:"), (34, "console, listen")):
            canvas.centred(top, line, SMALL)
        canvas.centred(54, "tap: back", SMALL)
        return
    left = _code(canvas, door.dots) + 4
    canvas.text(left, 0, "Console", SMALL)
    for index, line in enumerate(_parts(door.address, WIDTH - left)):
        canvas.text(left, 11 + index * SMALL.line, line, SMALL)
    if not door.is_for_phones:
        canvas.text(left, 47, "this machine", SMALL)
    canvas.text(left, 56, "tap: back", SMALL)


def _code(canvas: Canvas, dots: tuple[str, ...]) -> int:
    """Draw a QR code, dark on light, as large as the screen is high; return where it ends."""
    scale = max(1, (HEIGHT - 2 * LEAST_MARGIN) // len(dots))
    side = scale * len(dots)
    margin = min(4 * scale, (HEIGHT - side) // 2)
    top = (HEIGHT - side) // 2
    canvas.box((0, top - margin, side + 2 * margin - 1, top + side + margin - 1))
    for y, row in enumerate(dots):
        for x, dot in enumerate(row):
            if dot == "1":
                at_x, at_y = margin + x * scale, top + y * scale
                canvas.box((at_x, at_y, at_x + scale - 1, at_y + scale - 1), lit=False)
    return side + 2 * margin


def _parts(address: str, width: int) -> Iterator[str]:
    """Yield an address in lines that fit, broken where an eye would break it."""
    line = ""
    for piece in _pieces(address):
        if line and (line.endswith("//") or SMALL.width(line + piece) > width):
            yield line
            line = ""
        line += piece
    yield line


def _pieces(address: str) -> Iterator[str]:
    scheme, _, rest = address.partition("//")
    yield f"{scheme}//"
    piece = ""
    for character in rest:
        if character == ":":
            yield piece
            piece = ""
        piece += character
        if character in ".-":
            yield piece
            piece = ""
    yield piece
