"""The pictures of all screens: where everything stands on 128x64 dots. Decides nothing about what is shown.

`draw` is pure and is called in the display's own thread; what it needs often (letters, runes) is cached.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from PIL import Image

from runeheart.core.panel import Screen
from runeheart.core.runes import RUNES
from runeheart.surface import menu_screens, service_screen
from runeheart.surface.digits import digit, span
from runeheart.surface.glyphs import glyph
from runeheart.surface.letters import LARGE, NAME_LINES, PAGE_LINES, SMALL, WIDTH, lines
from runeheart.surface.menu_views import MenuView
from runeheart.surface.pixels import HEIGHT, Canvas
from runeheart.surface.views import (
    AttractScreen,
    BankScreen,
    ChoiceScreen,
    ClueScreen,
    EndScreen,
    HeartScreen,
    HintScreen,
    HoldsScreen,
    PausedScreen,
    PlaceScreen,
    PlayScreen,
    ReadyScreen,
    ServiceScreen,
    SignScreen,
    Slots,
    SubmitScreen,
)

PLACE = 20
"""The side of a place with a rune of 16 dots in it."""
_PITCH = {4: 30, 5: 25, 6: 21}
"""From place to place, by their number."""
_CROSS = ("##...##", "###.###", ".#####.", "..###..", ".#####.", "###.###", "##...##")
_FREE = (".......", ".......", "..###..", "..#.#..", "..###..", ".......", ".......")
_CARDS = (
    "..######",
    "..#....#",
    "#.#....#",
    "#.#....#",
    "#.#....#",
    "#.#....#",
    "#.######",
    "#.......",
    "######..",
)
_JACK = ("..###..", ".#####.", ".#####.", "..###..", "...#...", ".#####.", "#######", "#######")


def draw(screen: Screen) -> Image.Image:
    """Return the picture of a screen: mode `1`, 128x64, 0 is dark."""
    canvas = Canvas()
    if isinstance(screen, MenuView):
        menu_screens.draw(canvas, screen)
        return canvas.image
    shown = cast("HeartScreen", screen)
    if type(shown) in _DRAW:
        _DRAW[type(shown)](canvas, shown)
    else:
        from runeheart.surface import cult_screens  # noqa: PLC0415 - a prop that plays others does not need it

        cult_screens.draw(canvas, screen)
        _message(canvas, cult_screens.at_the_foot(screen))
        return canvas.image
    if not isinstance(shown, HoldsScreen):
        _message(canvas, shown.message)
    return canvas.image


def _attract(canvas: Canvas, screen: AttractScreen) -> None:
    if LARGE.width(screen.name) <= WIDTH:
        canvas.centred(4, screen.name, LARGE)
    else:
        for index, line in enumerate(lines(screen.name, SMALL)[:NAME_LINES]):
            canvas.centred(1 + index * SMALL.line, line, SMALL)
    for index, rune in enumerate(RUNES):
        canvas.stamp(index * 17 + (26 if index >= len(RUNES) // 2 else 0), 26, glyph(rune, 16))
    canvas.stamp(52, 22, glyph("heart", 24))
    canvas.centred(51, "Press a rune", LARGE)


def _choice(canvas: Canvas, screen: ChoiceScreen) -> None:
    for index, (name, length, timer) in enumerate(screen.choices):
        top = 1 + index * 22
        canvas.stamp(0, top, glyph(RUNES[index], 16))
        canvas.text(22, top + 3, str(index + 1), LARGE)
        canvas.text(36, top + 3, name.capitalize(), LARGE)
        canvas.right(WIDTH, top, timer, SMALL)
        canvas.right(WIDTH, top + 9, f"{length} runes", SMALL)


def _signs(canvas: Canvas, screen: SignScreen) -> None:
    canvas.centred(0, "Which sign is on your card?", SMALL)
    for index, sign in enumerate(screen.signs):
        left, top = index // 3 * 66, 11 + index % 3 * 18
        canvas.stamp(left, top, glyph(RUNES[index], 16))
        canvas.text(left + 18, top + 3, sign.capitalize(), LARGE)


def _ready(canvas: Canvas, screen: ReadyScreen) -> None:
    _clock(canvas, 0, 0, screen.clock, width=12, height=20, thick=3)
    canvas.right(WIDTH, 1, screen.difficulty.capitalize(), LARGE)
    if screen.chosen:
        canvas.right(WIDTH, 14, "hold: back", SMALL)
    begin = ("Press a rune", "to read the", "first clue")
    if screen.sign is not None:
        begin = (f"Sign: {screen.sign}", "Press a rune,", "turn the cards")
    for index, line in enumerate(begin):
        canvas.centred(25 + index * LARGE.line, line, LARGE)


def _play(canvas: Canvas, screen: PlayScreen) -> None:
    length = span(screen.clock, 18, 5, 3)
    _clock(canvas, (94 - length) // 2, 0, screen.clock, width=18, height=29, thick=5)
    for index in range(screen.max_mistakes):
        mark = _CROSS if index < screen.mistakes else _FREE
        canvas.stamp(WIDTH + 1 - 8 * (screen.max_mistakes - index), 0, mark)
    canvas.stamp(100, 10, _CARDS)
    canvas.right(WIDTH, 10, "∞" if screen.draws_left is None else str(screen.draws_left), LARGE)
    for index in range(6):
        left = 99 + index * 5
        canvas.box((left, 23, left + 3, 28) if index < screen.corruption else (left, 28, left + 3, 28))
    _places(canvas, 30, screen.slots)
    _track(canvas, len(screen.slots), screen.jack)


def _place(canvas: Canvas, screen: PlaceScreen) -> None:
    canvas.stamp(0, 0, glyph(screen.rune, 24))
    canvas.text(30, 0, f"{screen.rune.upper()}:", LARGE)
    canvas.text(30, 13, "which place?", LARGE)
    canvas.right(WIDTH, 0, screen.clock, SMALL)
    _places(canvas, 30, screen.slots, numbered=screen.places)
    canvas.centred(54, "tap a number, hold: cancel", SMALL)


def _clue(canvas: Canvas, screen: ClueScreen) -> None:
    after = _head(canvas, f"Clue {screen.card}/{screen.cards}", screen.clock)
    _pages(canvas, after, screen.pages, screen.page)
    if len(screen.pages[screen.page]) < PAGE_LINES:
        for index, rune in enumerate(screen.runes):
            canvas.stamp(index * 16, 52, glyph(rune, 12))
        canvas.right(WIDTH, 55, "tap: next, hold: back", SMALL)


def _hint(canvas: Canvas, screen: HintScreen) -> None:
    _pages(canvas, _head(canvas, "Hint", screen.clock), screen.pages, screen.page)
    if len(screen.pages[screen.page]) < PAGE_LINES:
        canvas.right(WIDTH, 55, f"tap: {screen.onward}", SMALL)


def _pages(canvas: Canvas, after: int, shown: Sequence[Sequence[str]], page: int) -> None:
    """Draw a page of a text, and beside the title a square for each page if there are several."""
    if len(shown) > 1:
        for index in range(len(shown)):
            left = after + 5 + index * 7
            canvas.frame((left, 1, left + 4, 5))
            if index == page:
                canvas.box((left, 1, left + 4, 5))
    for index, line in enumerate(shown[page]):
        canvas.text(0, 12 + index * LARGE.line, line, LARGE)


def _bank(canvas: Canvas, screen: BankScreen) -> None:
    _head(canvas, "One of these", screen.clock)
    for row, answer in enumerate(screen.answers):
        top = 12 + row * 18
        canvas.text(0, top + 3, str(screen.first + row), LARGE)
        for index, rune in enumerate(answer):
            canvas.stamp(14 + index * 19, top, glyph(rune, 16))


def _submit(canvas: Canvas, screen: SubmitScreen) -> None:
    _head(canvas, "Final sequence", screen.clock)
    _places(canvas, 12, screen.slots, locked=screen.locked)
    canvas.centred(38, "tap the runes, hold:" if None in screen.slots else "hold:", SMALL)
    for left, rune, does in ((0, "sun", "submit"), (49, "water", "back"), (86, "nature", "cancel")):
        canvas.stamp(left, 51, glyph(rune, 12))
        canvas.text(left + 14, 54, does, SMALL)


def _holds(canvas: Canvas, screen: HoldsScreen) -> None:
    _head(canvas, "".join(screen.message), screen.clock)
    for row, (rune, does) in enumerate((("nature", "draw"), ("fire", "read"), ("sun", "submit"))):
        top = 12 + row * 18
        canvas.stamp(0, top, glyph(rune, 16))
        canvas.text(24, top + 3, f"hold: {does}", LARGE)


def _paused(canvas: Canvas, screen: PausedScreen) -> None:
    if screen.lost is None:
        canvas.centred(2, "PAUSED", LARGE)
        canvas.centred(54, "the game master goes on", SMALL)
    else:
        canvas.centred(0, "Power was lost at", SMALL)
    shown = screen.lost or screen.clock
    length = span(shown, 18, 5, 3)
    _clock(canvas, (WIDTH - length) // 2, 12 if screen.lost else 19, shown, width=18, height=29, thick=5)
    if screen.lost is not None:
        canvas.stamp(12, 51, glyph("sun", 12))  # a message covers it wholly
        canvas.text(30, 51, "hold: go on", LARGE)


def _end(canvas: Canvas, screen: EndScreen) -> None:
    canvas.centred(2, screen.title, LARGE)
    canvas.invert((0, 0, WIDTH - 1, 13))
    left = f"{screen.clock} left"
    headline = screen.cause or left
    font = LARGE if LARGE.width(headline) <= WIDTH else SMALL
    canvas.centred(17 if font is LARGE else 19, headline, font)
    canvas.centred(31, f"{left}, the answer:" if screen.cause else "The answer:", SMALL)
    _places(canvas, 43, screen.answer)


def _head(canvas: Canvas, title: str, clock: str) -> int:
    """Draw a head line with the time; return where the title ends."""
    after = canvas.text(0, 0, title, SMALL)
    canvas.right(WIDTH, 0, clock, SMALL)
    canvas.box((0, 9, WIDTH - 1, 9))
    return after


def _clock(canvas: Canvas, x: int, y: int, text: str, *, width: int, height: int, thick: int) -> None:
    for character in text:
        shape = digit(character, width, height, thick)
        canvas.stamp(x, y, shape)
        x += len(shape[0]) + 3


def _places(
    canvas: Canvas,
    top: int,
    slots: Slots,
    *,
    numbered: Sequence[int] | None = None,
    locked: Sequence[int] | None = None,
) -> None:
    """Draw the places in a row: locked ones filled, open ones a frame with the number that may be pressed."""
    for place, rune in enumerate(slots, 1):
        left = _left(len(slots), place)
        box = (left, top, left + PLACE - 1, top + PLACE - 1)
        if rune is None:
            canvas.frame(box)
            if numbered is None or place in numbered:
                canvas.text(left + (PLACE - LARGE.width(str(place))) // 2, top + 5, str(place), LARGE)
        elif locked is None or place in locked:
            canvas.box(box)
            canvas.erase(left + 2, top + 2, glyph(rune, 16))
        else:
            canvas.frame(box)
            canvas.stamp(left + 2, top + 2, glyph(rune, 16))


def _track(canvas: Canvas, length: int, jack: int) -> None:
    """Draw Jack on his way: the start, then a space under each place."""
    spaces = [3, *(_left(length, place) + PLACE // 2 for place in range(1, length + 1))]
    canvas.dots((x, 61) for x in range(spaces[0], spaces[-1], 3))
    for x in spaces:
        canvas.box((x - 1, 60, x + 1, 62))
    canvas.stamp(spaces[jack] - 3, 54, _JACK)


def _left(length: int, place: int) -> int:
    pitch = _PITCH[length]
    return (WIDTH - pitch * (length - 1) - PLACE) // 2 + pitch * (place - 1)


def _message(canvas: Canvas, said: tuple[str, ...]) -> None:
    """Put a message over the foot of a screen, dark on light, from a gap of the picture on."""
    if not said:
        return
    needed = LARGE.line * len(said) + 1
    top = _gap(canvas, HEIGHT - needed)
    canvas.box((0, top, WIDTH - 1, HEIGHT - 1), lit=False)
    first = top + (HEIGHT - top - needed) // 2 + 1
    for index, line in enumerate(said):
        font = LARGE if LARGE.width(line) <= WIDTH else SMALL
        canvas.centred(first + index * LARGE.line, line, font)
    canvas.invert((0, top, WIDTH - 1, HEIGHT - 1))


def _gap(canvas: Canvas, below: int) -> int:
    """Return where a message may start and cut nothing; `below` if that is more than a place higher."""
    for top in range(below, below - PLACE, -1):
        rows = (canvas.image.crop((0, y, WIDTH, y + 1)).getbbox() for y in (top - 1, top))
        if None in rows:
            return top
    return below


_DRAW: Mapping[type[HeartScreen], Callable[[Canvas, Any], None]] = {
    AttractScreen: _attract,
    ServiceScreen: service_screen.draw,
    ChoiceScreen: _choice,
    SignScreen: _signs,
    ReadyScreen: _ready,
    PlayScreen: _play,
    PlaceScreen: _place,
    ClueScreen: _clue,
    HintScreen: _hint,
    BankScreen: _bank,
    SubmitScreen: _submit,
    HoldsScreen: _holds,
    PausedScreen: _paused,
    EndScreen: _end,
}
