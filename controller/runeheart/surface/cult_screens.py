"""The pictures of the Cult's screens: where all stands on 128x64 dots. Decides nothing about what is shown.

Imported when the first of these screens is drawn, in the display's own thread.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from runeheart.core.runes import RUNES
from runeheart.surface import cult_shapes as shapes
from runeheart.surface.cult_views import (
    CELL_WIDTH,
    CellsScreen,
    CultEndScreen,
    CultScreen,
    HeroesScreen,
    HeroMark,
    PathScreen,
    TextScreen,
    WayScreen,
)
from runeheart.surface.glyphs import glyph
from runeheart.surface.letters import LARGE, SMALL, WIDTH, Font, lines
from runeheart.surface.pixels import HEIGHT, Canvas

_HEADED = CellsScreen | WayScreen | PathScreen
"""Screens whose message stands in the head: everything below can be pressed."""
_LEFT = 52
"""Where what stands beside the compass begins."""


def draw(canvas: Canvas, screen: Any) -> None:
    """Draw one of the Cult's screens, but for the message that is put over its foot."""
    _DRAW[type(screen)](canvas, screen)
    if screen.message and isinstance(screen, _HEADED):
        foot = 12 if isinstance(screen, PathScreen) else 8  # as high as what it covers
        canvas.box((0, 0, WIDTH - 1, foot), lit=False)
        fonts = (LARGE, SMALL) if isinstance(screen, PathScreen) else (SMALL,)
        _fitted(canvas, 1, 0, " ".join(screen.message), WIDTH - 2, *fonts)
        canvas.invert((0, 0, WIDTH - 1, foot))


def at_the_foot(screen: Any) -> tuple[str, ...]:
    """Return the message that is put over the foot of a screen; elsewhere it stands in the head."""
    return () if isinstance(screen, _HEADED) else screen.message


def fit(text: str, width: int, *fonts: Font) -> tuple[Font, str]:
    """Return the first font in which a text fits; in the last one it is cut if it must."""
    for font in fonts:
        if font.width(text) <= width:
            return font, text
    font = fonts[-1]
    while text and font.width(f"{text}…") > width:
        text = text[:-1]
    return font, f"{text.rstrip()}…"


def _home(canvas: Canvas, screen: CultScreen) -> None:
    canvas.stamp(0, 0, shapes.rim(50))
    if screen.ahead is None:
        for slot in range(6):
            canvas.stamp(0, 0, shapes.pointer(slot, 50))
        canvas.stamp(22, 22, shapes.MARKER)
        canvas.centred(51, "any", LARGE, 0, 50)
    else:
        canvas.stamp(11, 11, shapes.arrow(screen.ahead, 28))
        for side in (-1, 1):
            canvas.stamp(0, 0, shapes.pointer((screen.ahead + side) % 6, 50))
        canvas.centred(51, screen.bearing or "", LARGE, 0, 50)
    _fitted(canvas, _LEFT, 0, screen.turn, WIDTH - _LEFT, LARGE, SMALL)
    canvas.stamp(_LEFT, 15, shapes.TAKEN)
    after = canvas.text(_LEFT + 9, 15, f"{screen.infiltrated}/{screen.towns}", SMALL)
    if screen.last is not None:
        _fitted(canvas, after + 4, 15, screen.last, WIDTH - after - 4, SMALL)
    canvas.stamp(_LEFT, 25, shapes.PILE)
    canvas.text(_LEFT + 9, 25, f"{screen.pile}/{screen.pile_limit}", SMALL)
    points = f"{screen.points}/{screen.points_limit}"
    canvas.stamp(WIDTH - SMALL.width(points) - 9, 25, shapes.STAR)
    canvas.right(WIDTH, 25, points, SMALL)
    canvas.box((_LEFT, 34, WIDTH - 1, 34))
    for index, hero in enumerate(screen.heroes):
        _mark(canvas, index, hero, is_on_turn=hero.name == screen.turn)
    if len(screen.heroes) <= 3:
        canvas.right(WIDTH, 55, "hold MOON: end", SMALL)


def _mark(canvas: Canvas, index: int, hero: HeroMark, *, is_on_turn: bool) -> None:
    """Draw a hero's few letters and brands; who is on turn stands on light."""
    left, top = _LEFT + index % 3 * 26, 37 + index // 3 * 14
    canvas.text(left + 1, top + 2, hero.short, SMALL)
    canvas.right(left + 24, top + 2, "x" if hero.out else str(hero.brands), SMALL)
    if is_on_turn:
        canvas.invert((left - 1, top, left + 24, top + 10))


def _cells(canvas: Canvas, screen: CellsScreen) -> None:
    hint = screen.hint
    if SMALL.width(screen.title) + 4 + SMALL.width(hint) > WIDTH and not _is_on_a_list(screen, hint):
        hint = hint.removeprefix("hold ")  # its rune stands beside nothing: a tap cannot be meant
    _fitted(canvas, 0, 0, screen.title, WIDTH - 4 - SMALL.width(hint), SMALL)
    canvas.right(WIDTH, 0, hint, SMALL)
    for index, cell in enumerate(screen.cells):
        left, top = index // 3 * 65, 10 + index % 3 * 18
        if cell.can or cell.is_picked:
            canvas.stamp(left, top + 3, glyph(RUNES[index], 12))
        if cell.below:
            _fitted(canvas, left + 15, top + 1, cell.label, CELL_WIDTH, SMALL)
            _fitted(canvas, left + 15, top + 10, cell.below, CELL_WIDTH, SMALL)
        else:
            font, label = fit(cell.label, CELL_WIDTH, LARGE, SMALL)
            canvas.text(left + 15, top + (4 if font is LARGE else 6), label, font)
        if cell.is_picked:
            canvas.invert((left + 13, top, left + 62, top + 17))


def _is_on_a_list(screen: CellsScreen, hint: str) -> bool:
    """Tell whether the rune of a hint such as `hold SUN: back` stands beside a cell, too."""
    return any(rune.upper() in hint for rune in RUNES[: len(screen.cells)])


def _ways(canvas: Canvas, screen: WayScreen) -> None:
    _fitted(canvas, 0, 0, screen.title, WIDTH, SMALL)
    for way in screen.ways:
        canvas.stamp(0, 12, shapes.pointer(way.slot, 50))
    canvas.stamp(0, 12, shapes.rim(50))
    canvas.stamp(22, 34, shapes.MARKER)
    pitch = 9 if len(screen.ways) > 4 else 13
    for index, way in enumerate(screen.ways):
        top = 10 + index * pitch
        canvas.text(_LEFT, top, way.direction, SMALL)
        _fitted(canvas, _LEFT + 16, top, way.label, WIDTH - _LEFT - 16, SMALL)


def _path(canvas: Canvas, screen: PathScreen) -> None:
    for dot in screen.dots:
        _space(canvas, *_middle(dot.column, dot.half_row), dot.kind)
    trail = [_middle(*place) for place in screen.trail]
    for here, there in pairwise(trail):
        canvas.line(here, there)
    canvas.stamp(trail[-1][0] - 2, trail[-1][1] - 2, shapes.HERO)
    left, width = 67, WIDTH - 67
    _fitted(canvas, left, 0, screen.hero, width, LARGE, SMALL)
    steps = "1 step" if screen.steps == 1 else f"{screen.steps} steps"
    canvas.text(left, 14, steps if screen.steps else "tap a side", SMALL)
    where = lines(f"{screen.place} {screen.lies}".strip(), SMALL, width)[:3]
    for row, line in enumerate(where):
        canvas.text(left, 23 + row * 8, line, SMALL)
    holds = ("MOON: go", "SUN: undo") if screen.steps else ("FIRE: hero", "SUN: back")
    for row, hold in enumerate(holds):
        canvas.text(left, 47 + row * 9, hold, SMALL)


def _middle(column: int, half_row: int) -> tuple[int, int]:
    return 31 + column * 9, 31 + half_row * 5


def _space(canvas: Canvas, x: int, y: int, kind: str) -> None:
    canvas.outline([(x - 6, y), (x - 3, y - 5), (x + 3, y - 5), (x + 6, y), (x + 3, y + 5), (x - 3, y + 5)])
    shape = _MARKS.get(kind)
    if shape is not None:
        canvas.stamp(x - len(shape[0]) // 2, y - len(shape) // 2, shape)


_MARKS: Mapping[str, tuple[str, ...]] = {
    "town": shapes.TOWN,
    "taken": shapes.TAKEN,
    "jewel": shapes.JEWEL,
    "cultist": shapes.CULTIST,
    "marker": shapes.MARKER,
}


def _heroes(canvas: Canvas, screen: HeroesScreen) -> None:
    columns = (66, 88, 108, WIDTH)
    for right, name in zip(columns, ("Life", "Sta", "", ""), strict=True):
        canvas.right(right, 0, name, SMALL)
    canvas.stamp(99, 0, shapes.BRAND)
    canvas.stamp(WIDTH - 8, 0, shapes.STAR)
    for row, hero in enumerate(screen.heroes):
        top = 10 + row * 9
        _fitted(canvas, 0, top, hero.name, 42, SMALL)
        values = (
            ("out", "", "", hero.points) if hero.out else (hero.life, hero.stamina, hero.brands, hero.points)
        )
        for right, value in zip(columns, values, strict=True):
            canvas.right(right, top, str(value), SMALL)


def _text(canvas: Canvas, screen: TextScreen) -> None:
    after = canvas.text(0, 0, screen.title, SMALL)
    if after + 5 + screen.pages * 7 > WIDTH:
        canvas.right(WIDTH, 0, f"{screen.page + 1}/{screen.pages}", SMALL)
    elif screen.pages > 1:
        for index in range(screen.pages):
            left = after + 5 + index * 7
            canvas.frame((left, 1, left + 4, 5))
            if index == screen.page:
                canvas.box((left, 1, left + 4, 5))
    for row, line in enumerate(screen.lines):
        canvas.text(0, 10 + row * SMALL.line, line, SMALL)


def _end(canvas: Canvas, screen: CultEndScreen) -> None:
    """Draw winners, cause and scores; of six scores the head is the cause alone, for stars mark who wins."""
    count = len(screen.scores)
    is_roomy = count < 4
    font, head = fit(
        screen.winners if count < 6 else screen.cause, WIDTH - 4, *((LARGE, SMALL) if is_roomy else (SMALL,))
    )
    canvas.centred(1 if font is LARGE or not is_roomy else 3, head, font)
    canvas.invert((0, 0, WIDTH - 1, 12 if is_roomy else 9))
    if count < 6:
        canvas.centred(15 if is_roomy else 11, screen.cause, SMALL)
    top, pitch = (26, 13) if is_roomy else (HEIGHT - 9 * count, 9)
    for row, score in enumerate(screen.scores):
        y = top + row * pitch
        if score.wins:
            canvas.stamp(0, y, shapes.STAR)
        _fitted(canvas, 10, y, score.name, 60, SMALL)
        canvas.right(104, y, f"{score.points}+{score.bonus}", SMALL)
        canvas.right(WIDTH, y, str(score.total), SMALL)


def _fitted(canvas: Canvas, x: int, y: int, text: str, width: int, *fonts: Font) -> None:
    """Write a text in the first font in which it fits; a smaller one stands on the same line."""
    font, shown = fit(text, width, *fonts)
    canvas.text(x, y + (fonts[0].capital - font.capital), shown, font)


_DRAW: Mapping[type, Callable[[Canvas, Any], None]] = {
    CultScreen: _home,
    CellsScreen: _cells,
    WayScreen: _ways,
    PathScreen: _path,
    HeroesScreen: _heroes,
    TextScreen: _text,
    CultEndScreen: _end,
}
