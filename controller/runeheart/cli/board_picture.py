"""A board as a drawing for the terminal, and as SVG. Knows words, not what a game does with them."""

from collections.abc import Iterable, Mapping
from html import escape
from math import sqrt

from runeheart.core.boards import Space
from runeheart.core.hexes import centre, column_row, corners, printed

_CELL = ("  ____  ", " /{:^4}\\ ", "/{:^6}\\", "\\{:^6}/", " \\____/ ")
"""A Hex in letters; neighbours share their sides: 6 columns to the right are 2 lines down."""
_WIDE, _HIGH = 6, 4


def in_letters(spaces: Iterable[Space]) -> str:
    """Draw a board for the terminal: each Hex with its printed number and its first words."""
    drawn: dict[tuple[int, int], str] = {}
    for space in spaces:
        column, row = column_row(space.at)
        x, y = column * _WIDE, row * _HIGH + (0 if column % 2 else _HIGH // 2)
        first, second = _lines(space)
        texts = (None, printed(space.at)[-4:], first, second, None)
        for down, (pattern, text) in enumerate(zip(_CELL, texts, strict=True)):
            for right, letter in enumerate(pattern if text is None else pattern.format(text)):
                if letter != " " or (x + right, y + down) not in drawn:
                    drawn[x + right, y + down] = letter
    if not drawn:
        return ""
    left = min(x for x, _ in drawn)
    top, bottom = min(y for _, y in drawn), max(y for _, y in drawn)
    lines = {y: [" "] * (max(x for x, _ in drawn) - left + 1) for y in range(top, bottom + 1)}
    for (x, y), letter in drawn.items():
        lines[y][x - left] = letter
    return "".join("".join(line).rstrip() + "\n" for line in lines.values())


def _lines(space: Space) -> tuple[str, str]:
    """Return two lines of six letters at most: the name, or else the first words."""
    words = [*([space.label] if space.label else []), *map(_short, _by_weight(space.words))]
    first, second, *more = [*(word[:6] for word in words), "", ""]
    return first, f"{second[:5]}…" if any(more) else second


def _short(word: str) -> str:
    """Write `brood=2` as brood2 and `jewel=green` as *green."""
    name, _, value = word.partition("=")
    return f"*{value}" if len(name) + len(value) > 6 and value else name + value


def _by_weight(words: Iterable[str]) -> list[str]:
    """Put what stands on a space before the ground below it."""
    return sorted(words, key=lambda word: word.partition("=")[0] not in _FIGURES)


_FIGURES: Mapping[str, str] = {
    "mother": "#8e2f4f",
    "start": "#2f6f8e",
    "brood": "#5b4a8a",
    "forge": "#b5521b",
    "town": "#7a5c3e",
    "jewel": "#3f7f5f",
}
_GROUND: Mapping[str, str] = {
    "forest": "#a9c99a",
    "hills": "#d8cf9c",
    "mountains": "#c2bdb8",
    "plains": "#e6dfb5",
    "river": "#a8cbe0",
    "road": "#e0cfae",
    "swamp": "#b3bd9d",
}
_PLAIN = "#ece8e1"
_SIDE = 40.0


def in_svg(spaces: Iterable[Space], title: str) -> str:
    """Draw a board as SVG: colours for the ground, a round sign for what stands on a space."""
    placed = [(space, _scaled(centre(space.at))) for space in spaces]
    xs = [x for _, (x, _) in placed] or [0.0]
    ys = [y for _, (_, y) in placed] or [0.0]
    half = _SIDE * sqrt(3) / 2
    left, top = min(xs) - _SIDE - 6, min(ys) - half - 6
    width, height = max(xs) + _SIDE + 6 - left, max(ys) + half + 6 - top
    body = "".join(_svg_space(space, x, y) for space, (x, y) in placed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" text-anchor="middle">\n'
        f"<title>{escape(title)}</title>\n{body}</svg>\n"
    )


def _svg_space(space: Space, x: float, y: float) -> str:
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in map(_scaled, corners(space.at)))
    ground = next((_GROUND[word] for word in space.words if word in _GROUND), _PLAIN)
    told = " ".join([printed(space.at), *space.words, *([f'"{space.label}"'] if space.label else [])])
    parts = [
        f'<polygon points="{points}" fill="{ground}" stroke="#55504a" stroke-width="1.5"/>',
        f'<text x="{x:.1f}" y="{y - 22:.1f}" font-size="9" fill="#55504a">{printed(space.at)}</text>',
    ]
    signs = [word for word in space.words if word.partition("=")[0] in _FIGURES]
    for place, word in enumerate(signs):
        parts += _svg_sign(word, x + 24 * (place - (len(signs) - 1) / 2), y)
    below = space.label or " ".join(word for word in space.words if word not in signs)
    if below:
        parts.append(f'<text x="{x:.1f}" y="{y + 24:.1f}" font-size="9">{escape(below[:16])}</text>')
    return f"<g><title>{escape(told)}</title>{''.join(parts)}</g>\n"


def _svg_sign(word: str, x: float, y: float) -> list[str]:
    name, _, value = word.partition("=")
    shown = value[:1].upper() if value else "1" if name == "brood" else name[:1].upper()
    return [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="12" fill="{_FIGURES[name]}"/>',
        f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="14" fill="#fff">{escape(shown)}</text>',
    ]


def _scaled(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * _SIDE, point[1] * _SIDE
