"""The pictures of the games that ask: the map on the left, the question and its answers on the right.

Owns where everything stands on 128x64 dots, and the shapes of what a map has. Decides nothing about what is
shown.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from runeheart.surface.glyphs import Sketch
from runeheart.surface.letters import LARGE, SMALL, WIDTH, Rows, lines
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
_QUESTION = 22
"""Where the question begins, under how things stand."""
_FOOT = 55
_MESSAGE_LINES = 3
_BOX, _BOX_ROW = 10, 12
"""From box to box for what is entered, and from row to row."""
_ARROW = 7
"""The side of an arrow."""
_PAWN = ("..###..", ".#####.", ".#####.", "..###..", "...#...", ".#####.", "#######", "#######")
_EYE = ("..#####..", ".#.....#.", "#..###..#", "#..###..#", "#..###..#", ".#.....#.", "..#####..")
_SHAPES: Mapping[str, Rows] = {
    "you": _PAWN,
    "mother": _EYE,
    "you-mother": ("..#####..", ".#..#..#.", "#..###..#", "#...#...#", "#..###..#", ".#.###.#.", "..#####.."),
}
_SIGNS: Mapping[str, Rows] = {
    "damage": (".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."),
    "stars": ("...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", ".#...#."),
}
_CORNERS = {"mother": (0, 0), "you": (0, HEIGHT - 8)}
"""Where the map leaves room to point at what is beyond it, or under a Brood."""
_LEFTWARD = ("...#", "..##", ".###", "####", ".###", "..##", "...#")
_RIGHTWARD = ("#...", "##..", "###.", "####", "###.", "##..", "#...")
_HELD = ((7, 1), (8, 2), (9, 3), (0, 4), (10, 4))
"""Numbers that are entered by holding, and the buttons that are held."""


def draw(canvas: Canvas, screen: MenuView) -> None:
    """Draw a screen of a game that asks."""
    _DRAW[type(screen)](canvas, screen)


def _list(canvas: Canvas, screen: ListScreen) -> None:
    canvas.text(0, 0, screen.title, SMALL)
    canvas.box((0, 9, WIDTH - 1, 9))
    for index, row in enumerate(screen.rows):
        top = 14 + index * 17
        canvas.text(0, top, str(index + 1), LARGE)
        canvas.text(14, top, row, LARGE if LARGE.width(row) <= WIDTH - 14 else SMALL)
    _bar(canvas, 0, 10, screen.message)


def _finish(canvas: Canvas, screen: FinishScreen) -> None:
    canvas.centred(2, screen.title, LARGE)
    canvas.invert((0, 0, WIDTH - 1, 13))
    for index, line in enumerate(screen.lines):
        canvas.centred(18 + index * LARGE.line, line, LARGE if LARGE.width(line) <= WIDTH else SMALL)
    if screen.again:
        canvas.centred(_FOOT, "NATURE: try again", SMALL)
    _bar(canvas, 0, 14, screen.message)


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
            canvas.text(LEFT, _QUESTION + index * 10, f"{index + 1} {row}", SMALL)
    else:
        _question(canvas, screen)
    _bar(canvas, LEFT, 20, screen.message)


def _question(canvas: Canvas, screen: AskScreen) -> None:
    title = lines(screen.title, SMALL, ROOM)
    for index, line in enumerate(title):
        canvas.text(LEFT, _QUESTION + index * SMALL.line, line, SMALL)
    below = _QUESTION + len(title) * SMALL.line + 2
    if screen.kind == "scroll":
        option, place = screen.rows
        canvas.text(LEFT, below, option, SMALL)
        canvas.centred(_FOOT - SMALL.line, "MOON takes it", SMALL, LEFT)
        canvas.stamp(LEFT, _FOOT + 1, _LEFTWARD)
        canvas.centred(_FOOT, place, SMALL, LEFT)
        canvas.stamp(WIDTH - len(_RIGHTWARD[0]), _FOOT + 1, _RIGHTWARD)
        return
    if screen.missing or screen.entered:
        _boxes(canvas, below, screen)
    held = [f"{button}: {value}" for value, button in _HELD if value in screen.numbers]
    foot = [" ".join(held[first : first + 2]) for first in range(0, len(held), 2)]
    if foot:
        foot[0] = f"hold {foot[0]}"
    if screen.hint:
        foot.insert(0, screen.hint)
    for up, line in enumerate(reversed(foot)):
        canvas.right(WIDTH, _FOOT - up * SMALL.line, line, SMALL)


def _boxes(canvas: Canvas, top: int, screen: AskScreen) -> None:
    """Draw what was entered, and an empty box for what is still to be; before them the die."""
    first = LEFT
    if screen.die in _DICE:
        first = canvas.text(LEFT, top + 2, screen.die.upper(), SMALL) + 2
    elif screen.die == "compass":
        canvas.stamp(LEFT, top + 1, _COMPASS)
        first = LEFT + len(_COMPASS[0]) + 3
    fits = (WIDTH - first) // _BOX
    for index, text in enumerate((*screen.entered, *[""] * screen.missing)):
        left, upper = first + index % fits * _BOX, top + index // fits * _BOX_ROW
        canvas.frame((left, upper, left + _BOX - 2, upper + _BOX_ROW - 2))
        canvas.centred(upper + 2, text, SMALL, left, left + _BOX - 1)


_DICE = ("d4", "d6", "d8", "d10")
_COMPASS = (
    "...###...",
    ".##.#.##.",
    ".#..#..#.",
    "#..###..#",
    "#..###..#",
    "#...#...#",
    ".#..#..#.",
    ".##...##.",
    "...###...",
)
"""The die of directions: a needle in a round."""


def _picture(canvas: Canvas, picture: Picture) -> None:
    for mark in picture.marks:
        _hex(canvas, mark)
    for mark in picture.marks:
        if mark.is_meant:  # at last: its edge goes over those of its neighbours
            x, y = _spot(mark.at)
            canvas.dots((x + right, y + down) for right, down in _outline(-1))
    for pointer in picture.pointers:
        left, top = _CORNERS[pointer.shape]
        shape = _SHAPES[pointer.shape]
        canvas.stamp(left, top, shape)
        if pointer.at == (0, 0):
            continue
        x, y = _spot(pointer.at)
        turn_deg = math.degrees(math.atan2(x - _MIDDLE[0], _MIDDLE[1] - y))
        canvas.stamp(left + len(shape[0]) + 1, top, _arrow(round(turn_deg / 15) * 15))


def _hex(canvas: Canvas, mark: Mark) -> None:
    x, y = _spot(mark.at)
    canvas.dots((x + right, y + down) for right, down in _outline(0))
    pen = canvas.stamp
    if mark.is_full:
        canvas.dots((x + right, y + down) for right, down in _inside())
        pen = canvas.erase
    if mark.text or mark.shape:
        shape = SMALL.shape(mark.text)[: SMALL.capital] if mark.text else _SHAPES[mark.shape]
        pen(x - len(shape[0]) // 2, y - len(shape) // 2, shape)


def _spot(at: tuple[int, int]) -> tuple[int, int]:
    """Return where the middle of a Hex of the picture is."""
    q, r = at
    return _MIDDLE[0] + q * PITCH_X, _MIDDLE[1] + r * PITCH_Y + q * _HALF


@cache
def _arrow(turn_deg: int) -> Rows:
    """Return an arrow, turned clockwise from up."""
    sketch = Sketch(_ARROW)
    turn = math.radians(turn_deg)
    corners = ((0.0, -1.0), (0.95, 0.1), (0.3, 0.1), (0.3, 1.0), (-0.3, 1.0), (-0.3, 0.1), (-0.95, 0.1))
    sketch.shape(
        *(
            (right * math.cos(turn) - down * math.sin(turn), right * math.sin(turn) + down * math.cos(turn))
            for right, down in corners
        )
    )
    return sketch.rows()


@cache
def _outline(inset: int) -> tuple[tuple[int, int], ...]:
    """Return the dots of the edge of a Hex, or of one that is smaller, or greater, by so many dots."""
    half = _HALF - inset
    edge = {(_width(down) - inset, down) for down in range(half + 1)}
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


def _bar(canvas: Canvas, left: int, above: int, said: tuple[str, ...]) -> None:
    """Put a message at the foot, dark on light, from `left` on; it begins in a gap, below `above`."""
    if not said:
        return
    broken = [part for line in said for part in lines(line, SMALL, WIDTH - left - 4)][:_MESSAGE_LINES]
    needed = len(broken) * SMALL.line + 3
    top = HEIGHT - needed
    while top > above + 1 and canvas.image.crop((left, top - 1, WIDTH, top)).getbbox():
        top -= 1
    canvas.box((left, top, WIDTH - 1, HEIGHT - 1), lit=False)
    first = top + (HEIGHT - top - needed) // 2 + 2
    for index, line in enumerate(broken):
        canvas.centred(first + index * SMALL.line, line, SMALL, left)
    canvas.invert((left, top, WIDTH - 1, HEIGHT - 1))


_DRAW: Mapping[type[MenuView], Callable[[Canvas, Any], None]] = {
    ListScreen: _list,
    FinishScreen: _finish,
    AskScreen: _ask,
}
