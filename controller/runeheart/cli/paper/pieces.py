"""What is not a card: rune tiles, tokens, Jack, and the board they lie on (H-001 … H-003, H-006, H-007).

Owns their faces and sizes. Must not know what is on a card.
"""

from collections.abc import Mapping, Sequence

from runeheart.cli.paper.cards import back_of_the_heart
from runeheart.cli.paper.pen import Box, Pen
from runeheart.cli.paper.sheets import Card, Grid, caption
from runeheart.cli.paper.style import GARNET, INK, PALE, PAPER, RUNE_COLOURS, SOFT
from runeheart.core.runes import RUNES
from runeheart.core.units import minutes
from runeheart.games.heart.printed import PrintedSet
from runeheart.games.heart.settings import DIFFICULTIES

TILE = 42.0
TOKENS: Mapping[str, int] = {"corruption": 6, "mistake": 5, "jack": 1}
"""How many of each: all corruption that can be shown (HA-17), all mistakes that any rule allows (HA-04)."""
_TILES_IN_ROW = 3


def pieces(pen: Pen, label: str) -> None:
    """Put tiles and tokens on a sheet of two pages."""
    style = pen.style
    tiles = [_tile(rune) for rune in RUNES]
    tokens = [_token(name) for name, count in TOKENS.items() for _ in range(count)]
    tile_rows, token_rows = -(-len(tiles) // _TILES_IN_ROW), -(-len(tokens) // style.tokens_in_row)
    gap = 14.0
    top = (pen.height - tile_rows * TILE - gap - token_rows * style.token) / 2
    above = Grid(_TILES_IN_ROW, tile_rows, (TILE, TILE), top)
    below = Grid(style.tokens_in_row, token_rows, (style.token, style.token), top + tile_rows * TILE + gap)
    for side in ("fronts", "backs"):
        pen.page()
        above.faces(pen, tiles, backs=side == "backs")
        below.faces(pen, tokens, backs=side == "backs")
        caption(pen, f"{label}, {side}")


def board(pen: Pen, printed: PrintedSet) -> None:
    """Draw the board, across the page: the Heart, the runes around it, the places, Jack's way."""
    pen.page(across=True)
    margin = 9.0
    difficulty = DIFFICULTIES[printed.code.difficulty]
    places_top = pen.height - margin - TILE
    way_y = places_top - 9.5
    left, right = margin, pen.width - margin - TILE
    top = margin
    for number, rune in enumerate(RUNES):
        _spot(pen, Box(left if number < 3 else right, top + number % 3 * TILE, TILE, TILE).inside(1), rune)
    middle = (pen.width / 2, top + 1.5 * TILE + 5)
    across = 108.0
    pen.shape("outline", middle, across, GARNET)
    _corruption_spots(pen, (middle[0], middle[1] - across * 0.15))
    pen.word(
        (middle[0], top + 5),
        "CORRUPTED HEART",
        size=max(19, pen.style.title),
        face="display",
        spacing=3,
        colour=GARNET,
    )
    _mistake_spots(pen, right - 24, top + 16, difficulty.max_mistakes)
    _facts(pen, left + TILE + 14, top + 20, printed)
    _places(pen, places_top, way_y, printed.length)
    pen.word((middle[0], way_y - 13), str(printed.code), size=pen.style.small, colour=SOFT)


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
        pen.shape(name, (box.middle[0], box.middle[1] - across * 0.12), across * 0.48, _COLOURS[name])
        pen.word(
            (box.middle[0], box.middle[1] + across * 0.24), name.capitalize(), size=max(6.5, pen.style.small)
        )

    return Card(front, front)


_COLOURS = {"corruption": INK, "mistake": GARNET, "jack": INK}


def _spot(pen: Pen, box: Box, rune: str) -> None:
    """A place where a tile begins."""
    pen.frame(box, radius=4, width=0.25, colour=SOFT)
    pen.shape(rune, (box.middle[0], box.middle[1] - 2), 14, PALE)
    pen.word((box.middle[0], box.bottom - 6), rune.capitalize(), size=max(9, pen.style.small), colour=SOFT)


def _corruption_spots(pen: Pen, centre: tuple[float, float]) -> None:
    across = 22.0
    rows: Sequence[tuple[int, float]] = ((3, 0), (2, 0.9), (1, 1.8))
    for count, down in rows:
        for number in range(count):
            x = centre[0] + (number - (count - 1) / 2) * across * 1.06
            point = (x, centre[1] + down * across)
            pen.disc(point, across - 1, width=0.25, colour=SOFT)
            pen.shape("corruption", point, across * 0.4, PALE)


def _mistake_spots(pen: Pen, x: float, top: float, count: int) -> None:
    across = 21.0
    for number in range(count):
        box = Box(x, top + number * (across + 1), across, across)
        pen.disc(box.middle, across - 1, width=0.25, colour=SOFT)
        last = number == count - 1
        pen.shape("mistake", (box.middle[0], box.middle[1]), across * 0.36, GARNET if last else PALE)
    words = f"Mistakes: {count} explode"
    pen.upwards((x - 2.5, top + count * (across + 1) / 2), words, size=max(8, pen.style.small))


def _facts(pen: Pen, x: float, top: float, printed: PrintedSet) -> None:
    row = DIFFICULTIES[printed.code.difficulty]
    pen.shape("hourglass", (x, top), 11, INK)
    facts = (
        (printed.code.difficulty.capitalize(), "bold"),
        (minutes(row.timer_ms), "sans"),
        (f"{row.start_cards} clues", "sans"),
        ("any draws" if row.draws is None else f"{row.draws} draws", "sans"),
        (f"-{row.penalty_ms // 1000} s", "sans"),
    )
    size = max(10.0, pen.style.body)
    for number, (text, face) in enumerate(facts):
        pen.word(
            (x, top + 11 + number * size * 0.5), text, size=size, face="bold" if face == "bold" else "sans"
        )


def _places(pen: Pen, top: float, way_y: float, count: int) -> None:
    """The places of the answer, and above them Jack's way: Start, then one space for each locked rune."""
    left = (pen.width - count * TILE) / 2
    start = (left - 15, way_y) if count < 6 else (left + 6, way_y)
    middles = [(left + (number + 0.5) * TILE, way_y) for number in range(count)]
    pen.line(start, middles[-1], width=0.6, colour=SOFT)
    for number, middle in enumerate(middles, 1):
        pen.disc(middle, 13, width=0.4, fill=PAPER)
        pen.word(middle, str(number), size=max(12, pen.style.body), face="display", colour=SOFT)
        box = Box(middle[0] - TILE / 2, top, TILE, TILE).inside(1)
        pen.frame(box, radius=4, width=0.8)
        pen.word(box.middle, str(number), size=60, face="display", colour=PALE)
        if number == count:
            pen.word((box.middle[0], box.bottom - 5), "the last", size=max(8, pen.style.small), colour=SOFT)
    pen.disc(start, 15.5, width=0.4, fill=PAPER)
    pen.word(start, "Start", size=max(9, pen.style.small), face="bold")
