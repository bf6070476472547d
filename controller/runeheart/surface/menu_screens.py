"""The pictures of the games that ask: the map on the left, the question and its answers on the right.

Owns where everything stands on 128x64 dots, and the shapes of what a map has. Decides nothing about what is
shown.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from runeheart.surface.letters import LARGE, SMALL, WIDTH, Font, Rows, lines
from runeheart.surface.menu_views import AskScreen, FinishScreen, ListScreen, Mark, MenuView, Picture
from runeheart.surface.pixels import HEIGHT, Canvas

PITCH_X, PITCH_Y = 10, 12
"""From column to column, and from Hex to Hex in a column."""
_HALF = PITCH_Y // 2
_SIDE = 7
"""From the middle of a Hex to the corner beside it."""
_MIDDLE = (28, 31)
LEFT = 60
"""Where the text begins, right of the map."""
ROOM = WIDTH - LEFT
_MESSAGE_LINES = 3
_PAWN = ("..###..", ".#####.", ".#####.", "..###..", "...#...", ".#####.", "#######", "#######")
_EYE = ("..#####..", ".#.....#.", "#..###..#", "#..###..#", "#..###..#", ".#.....#.", "..#####..")
_SIGNS: Mapping[str, Rows] = {
    "damage": (".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."),
    "stars": ("...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", ".#...#."),
}
_ARROWS: Mapping[str, Rows] = {
    "you": ("#####", "#####", "#####", ".###.", "..#.."),
    "mother": (".###.", "#...#", "#.#.#", "#...#", ".###."),
}
_LEFTWARD = ("..#", ".##", "###", ".##", "..#")
_RIGHTWARD = ("#..", "##.", "###", "##.", "#..")


def draw(canvas: Canvas, screen: MenuView) -> None:
    """Draw a screen of a game that asks."""
    _DRAW[type(screen)](canvas, screen)


def _list(canvas: Canvas, screen: ListScreen) -> None:
    canvas.text(0, 0, screen.title, SMALL)
    canvas.box((0, 9, WIDTH - 1, 9))
    for index, row in enumerate(screen.rows):
        top = 14 + index * 16
        canvas.text(0, top, str(index + 1), LARGE)
        canvas.text(14, top, row, LARGE if LARGE.width(row) <= WIDTH - 14 else SMALL)
    if screen.message:
        _bar(canvas, 0, screen.message)


def _finish(canvas: Canvas, screen: FinishScreen) -> None:
    canvas.centred(2, screen.title, LARGE)
    canvas.invert((0, 0, WIDTH - 1, 13))
    for index, line in enumerate(screen.lines):
        canvas.centred(18 + index * LARGE.line, line, LARGE if LARGE.width(line) <= WIDTH else SMALL)
    if screen.again:
        canvas.centred(54, "NATURE: try again", SMALL)
    if screen.message:
        _bar(canvas, 0, screen.message)


def _ask(canvas: Canvas, screen: AskScreen) -> None:
    _picture(canvas, screen.picture)
    canvas.text(LEFT, 0, screen.status, SMALL)
    x = LEFT
    for gauge in screen.gauges:
        canvas.stamp(x, 10, _SIGNS[gauge.sign])
        x = canvas.text(x + 9, 10, gauge.text, SMALL) + 4
    canvas.box((LEFT, 19, WIDTH - 1, 19))
    if screen.kind == "list":
        for index, row in enumerate(screen.rows):
            canvas.text(LEFT, 22 + index * 10, f"{index + 1} {row}", SMALL)
    else:
        _question(canvas, screen)
    if screen.message:
        _bar(canvas, LEFT, screen.message)


def _question(canvas: Canvas, screen: AskScreen) -> None:
    title = lines(screen.title, SMALL, ROOM)
    for index, line in enumerate(title):
        canvas.text(LEFT, 22 + index * SMALL.line, line, SMALL)
    below = 22 + len(title) * SMALL.line + 2
    if screen.kind == "scroll":
        option, place = screen.rows
        canvas.text(LEFT, below, option, SMALL)
        canvas.centred(55, place, SMALL, LEFT)
        return
    if screen.missing or screen.entered:
        _boxes(canvas, below, screen)
    if screen.kind == "number":
        _held(canvas, screen.numbers)
    elif screen.hint:
        canvas.right(WIDTH, 55, screen.hint, SMALL)


def _boxes(canvas: Canvas, top: int, screen: AskScreen) -> None:
    """Draw what was entered, and an empty box for what is still to be."""
    boxes = [*screen.entered, *[""] * screen.missing]
    for index, text in enumerate(boxes):
        left = LEFT + index * 10
        canvas.frame((left, top, left + 8, top + 10))
        canvas.text(left + 2, top + 2, text, SMALL)


def _held(canvas: Canvas, numbers: tuple[int, ...]) -> None:
    """Tell which numbers are entered by holding, each below the button that is held."""
    for value, button in ((7, 1), (8, 2), (9, 3), (0, 4), (10, 4)):
        if value in numbers:
            canvas.text(LEFT + 20 + button * 10, 46, str(button), SMALL)
            canvas.text(LEFT + 20 + button * 10, 56, str(value), SMALL)
            canvas.text(LEFT, 51, "hold", SMALL)


def _picture(canvas: Canvas, picture: Picture) -> None:
    for mark in picture.marks:
        _hex(canvas, mark)
    for pointer in picture.pointers:
        x, y = _spot(pointer.at)
        away = max(abs(x) / 26, abs(y) / 28)
        canvas.stamp(
            round(_MIDDLE[0] + x / away) - 2, round(_MIDDLE[1] + y / away) - 2, _ARROWS[pointer.shape]
        )


def _hex(canvas: Canvas, mark: Mark) -> None:
    x, y = _spot(mark.at)
    x, y = x + _MIDDLE[0], y + _MIDDLE[1]
    canvas.dots((x + right, y + down) for right, down in _outline(0))
    pen = canvas.stamp
    if mark.is_full:
        canvas.dots((x + right, y + down) for right, down in _inside())
        pen = canvas.erase
    if "mother" in mark.shape:
        canvas.dots((x + right, y + down) for right, down in _outline(2) if (right + down) % 2)
    if mark.text:
        if "you" in mark.shape:
            canvas.dots((x + right, y + down) for right, down in _outline(2))
        shape = SMALL.shape(mark.text)
        pen(x - len(shape[0]) // 2, y - 3, shape)
    elif "you" in mark.shape:
        pen(x - 3, y - 4, _PAWN)
    elif mark.shape == "mother":
        pen(x - 4, y - 3, _EYE)
    if mark.is_meant:
        pen(x - 6, y - 2, _RIGHTWARD)
        pen(x + 4, y - 2, _LEFTWARD)


def _spot(at: tuple[int, int]) -> tuple[int, int]:
    q, r = at
    return q * PITCH_X, r * PITCH_Y + q * _HALF


@cache
def _outline(inset: int) -> tuple[tuple[int, int], ...]:
    """Return the dots of the edge of a Hex, or of a smaller one in it."""
    half = _HALF - inset
    edge = {(_width(down) - inset, down) for down in range(-half, half + 1)}
    edge |= {(right, half) for right in range(_width(half) - inset + 1)}
    return tuple(
        {(sign * right, flip * down) for right, down in edge for sign in (1, -1) for flip in (1, -1)}
    )


@cache
def _inside() -> tuple[tuple[int, int], ...]:
    """Return the dots of a Hex but for its edge and a dark line along it."""
    rows = range(2 - _HALF, _HALF - 1)
    return tuple((right, down) for down in rows for right in range(2 - _width(down), _width(down) - 1))


def _width(down: int) -> int:
    """Return how far a Hex goes to the right in a row, 0 being that of its corner."""
    return _SIDE - round(abs(down) * (2 * _SIDE - PITCH_X) / _HALF)


def _bar(canvas: Canvas, left: int, said: tuple[str, ...]) -> None:
    """Put a message at the foot, dark on light, from `left` on."""
    font: Font = SMALL
    broken = [part for line in said for part in lines(line, font, WIDTH - left - 4)][:_MESSAGE_LINES]
    top = HEIGHT - len(broken) * font.line - 3
    canvas.box((left, top, WIDTH - 1, HEIGHT - 1), lit=False)
    for index, line in enumerate(broken):
        canvas.centred(top + 2 + index * font.line, line, font, left)
    canvas.invert((left, top, WIDTH - 1, HEIGHT - 1))


_DRAW: Mapping[type[MenuView], Callable[[Canvas, Any], None]] = {
    ListScreen: _list,
    FinishScreen: _finish,
    AskScreen: _ask,
}
