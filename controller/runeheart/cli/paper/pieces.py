"""What is not a card: rune tiles, tokens, Jack, and the board they lie on (H-001 … H-003, H-006, H-007).

Owns their faces and sizes. Must not know what is on a card.
"""

import math
from collections.abc import Mapping, Sequence

from runeheart.cli.paper.cards import back_of_the_heart
from runeheart.cli.paper.pen import MM_PER_POINT, SLACK, Box, Face, Pen
from runeheart.cli.paper.sheets import Card, Grid, caption
from runeheart.cli.paper.style import GARNET, INK, PALE, PAPER, RUNE_COLOURS, SOFT
from runeheart.core.runes import RUNES
from runeheart.core.units import minutes
from runeheart.games.heart.printed import PrintedSet
from runeheart.games.heart.settings import DIFFICULTIES

TILE = 42.0
TOKEN = 21.0
"""Tiles and tokens are the same in every size of type, so that they fit the board."""
TOKENS: Mapping[str, int] = {"corruption": 6, "mistake": 5, "jack": 1}
"""How many of each: all corruption that can be shown (HA-17), all mistakes that any rule allows (HA-04)."""
_TILES_IN_ROW = 3
_TOKENS_IN_ROW = 6
_PITCH = TOKEN + 1
"""From one spot for a token to the next: tokens that are cut square do not lie on each other either."""
_BOARD_MARGIN = 9.0


def pieces(pen: Pen, label: str) -> None:
    """Put tiles and tokens on a sheet of two pages."""
    tiles = [_tile(rune) for rune in RUNES]
    tokens = [_token(name) for name, count in TOKENS.items() for _ in range(count)]
    tile_rows, token_rows = -(-len(tiles) // _TILES_IN_ROW), -(-len(tokens) // _TOKENS_IN_ROW)
    gap = 14.0
    top = (pen.height - tile_rows * TILE - gap - token_rows * TOKEN) / 2
    above = Grid(_TILES_IN_ROW, tile_rows, (TILE, TILE), top)
    below = Grid(_TOKENS_IN_ROW, token_rows, (TOKEN, TOKEN), top + tile_rows * TILE + gap)
    for side in ("fronts", "backs"):
        pen.page()
        above.faces(pen, tiles, backs=side == "backs")
        below.faces(pen, tokens, backs=side == "backs")
        caption(pen, f"{label}, {side}")


def board(pen: Pen, printed: PrintedSet) -> None:
    """Draw the board, across the page: the Heart, the runes around it, the places, Jack's way."""
    pen.page(across=True)
    margin = _BOARD_MARGIN
    difficulty = DIFFICULTIES[printed.code.difficulty]
    places_top = pen.height - margin - TILE
    left, right = margin, pen.width - margin - TILE
    top = margin
    for number, rune in enumerate(RUNES):
        _spot(pen, Box(left if number < 3 else right, top + number % 3 * TILE, TILE, TILE).inside(1), rune)
    middle = (pen.width / 2, top + 1.5 * TILE + 5)
    across = 108.0
    pen.shape("outline", middle, across, GARNET)
    _corruption_spots(pen, (middle[0], middle[1] - across * 0.17))
    pen.word(
        (middle[0], top + 5),
        "CORRUPTED HEART",
        size=max(19, pen.style.title),
        face="display",
        spacing=3,
        colour=GARNET,
    )
    _mistake_spots(pen, right - 24, top + 16, difficulty.max_mistakes)
    _facts(pen, (left + TILE + middle[0] - across / 2) / 2, top + 20, printed)
    _way(pen, places_top - _PITCH / 2 - 1, printed.length)
    _places(pen, places_top, printed.length)


def _tile(rune: str) -> Card:
    def front(pen: Pen, box: Box) -> None:
        inner = box.inside(2)
        pen.frame(inner, radius=4, width=0.8)
        pen.frame(inner.inside(1.2), radius=3, width=0.2)
        pen.shape(rune, (inner.middle[0], inner.middle[1] - 3), 21, RUNE_COLOURS[rune])
        pen.word(
            (inner.middle[0], inner.bottom - 6.5),
            rune.upper(),
            size=max(13, pen.style.body),
            face="display",
            spacing=1,
        )

    return Card(front, lambda pen, box: back_of_the_heart(pen, box.inside(-1)))


def _token(name: str) -> Card:
    def front(pen: Pen, box: Box) -> None:
        across = box.width - 2.4
        pen.disc(box.middle, across, width=0.6)
        size, down = max(6.5, pen.style.small), across * 0.24
        room = across * math.sqrt(1 - (2 * down / across) ** 2) - 3
        if pen.measure(name.capitalize(), size=size) * SLACK > room:  # large type: the shape says it
            pen.shape(name, box.middle, across * 0.62, _COLOURS[name])
            return
        pen.shape(name, (box.middle[0], box.middle[1] - across * 0.12), across * 0.48, _COLOURS[name])
        pen.word((box.middle[0], box.middle[1] + down), name.capitalize(), size=size)

    return Card(front, front)


_COLOURS = {"corruption": INK, "mistake": GARNET, "jack": INK}


def _spot(pen: Pen, box: Box, rune: str) -> None:
    """A place where a tile begins."""
    pen.frame(box, radius=4, width=0.25, colour=SOFT)
    pen.shape(rune, (box.middle[0], box.middle[1] - 2), 14, PALE)
    pen.word((box.middle[0], box.bottom - 6), rune.capitalize(), size=max(9, pen.style.small), colour=SOFT)


def _corruption_spots(pen: Pen, centre: tuple[float, float]) -> None:
    for row, count in enumerate((3, 2, 1)):
        for number in range(count):
            point = (centre[0] + (number - (count - 1) / 2) * _PITCH, centre[1] + row * _PITCH)
            pen.disc(point, TOKEN, width=0.25, colour=SOFT)
            pen.shape("corruption", point, TOKEN * 0.4, PALE)


def _mistake_spots(pen: Pen, x: float, top: float, count: int) -> None:
    """The mistakes up to the one that explodes, and one more for those who play with that house rule."""
    for number in range(count + 1):
        point = (x + TOKEN / 2, top + (number + 0.5) * _PITCH)
        pen.disc(point, TOKEN, width=0.25, colour=SOFT)
        if number < count:
            pen.shape("mistake", point, TOKEN * 0.34, GARNET if number == count - 1 else PALE)
            continue
        size = max(8, pen.style.small)
        for away, word in ((-1, "house"), (1, "rule")):
            y = point[1] + away * size * MM_PER_POINT * 0.55
            pen.word((point[0], y), word, size=size, face="italic", colour=SOFT)
    size = max(8, pen.style.small)
    aside = x - 1.5 - size * MM_PER_POINT / 2
    pen.upwards((aside, top + (count + 1) * _PITCH / 2), f"Mistakes: {count} explode", size=size)


def _facts(pen: Pen, x: float, top: float, printed: PrintedSet) -> None:
    row = DIFFICULTIES[printed.code.difficulty]
    pen.shape("hourglass", (x, top), 11, INK)
    size = max(10.0, pen.style.body)
    facts: Sequence[tuple[str, float, Face]] = (
        (printed.code.difficulty.capitalize(), size, "bold"),
        (minutes(row.timer_ms), size, "sans"),
        (f"{row.start_cards} clues", size, "sans"),
        ("draw at will" if row.draws is None else f"{row.draws} draws", size, "sans"),
        (f"mistake: {row.penalty_ms // 1000} s", size, "sans"),
        (str(printed.code), pen.style.small, "sans"),
    )
    for number, (text, points, face) in enumerate(facts):
        at = (x, top + 11 + number * size * 0.5)
        pen.word(at, text, size=points, face=face, colour=SOFT if points < size else INK)


def _way(pen: Pen, y: float, count: int) -> None:
    """Jack's way above the places: Start, then one space for each locked rune."""
    step = count * TILE / (count + 1)
    first = (pen.width - count * TILE + step) / 2
    middles = [(first + number * step, y) for number in range(count + 1)]
    pen.line(middles[0], middles[-1], width=0.6, colour=SOFT)
    for number, middle in enumerate(middles):
        pen.disc(middle, TOKEN, width=0.4, fill=PAPER)
        if number:
            pen.word(middle, str(number), size=max(12, pen.style.body), face="display", colour=SOFT)
        else:
            pen.word(middle, "Start", size=max(9, pen.style.small), face="bold")


def _places(pen: Pen, top: float, count: int) -> None:
    """The places of the answer."""
    left = (pen.width - count * TILE) / 2
    for number in range(1, count + 1):
        box = Box(left + (number - 1) * TILE, top, TILE, TILE).inside(1)
        pen.frame(box, radius=4, width=0.8)
        pen.word(box.middle, str(number), size=60, face="display", colour=PALE)
        if number == count:
            pen.word((box.middle[0], box.bottom - 5), "the last", size=max(8, pen.style.small), colour=SOFT)
