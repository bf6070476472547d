"""The plot of docs/fair-decks.md: one dot for each deck, fair, mixed and wild beside each other.

Owns the drawing only. Plain SVG with its own background, so that it can be read on light and dark pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

_WIDTH, _LEFT, _RIGHT = 720, 110, 20
_ROW, _GAP, _TOP = 34, 30, 40
_COLOURS = {"fair": "#1b6e4b", "mixed": "#2b5fa8", "wild": "#9a4a1f"}
_SPREAD = 11
"""Dots of a row stand up to so many units above and below its middle, so that they do not hide each other."""


def drawn(shares: Mapping[tuple[str, str], Sequence[float]]) -> str:
    """Return the plot for shares (0 … 1) by difficulty and kind of deck, in the order given."""
    return "\n".join(_lines(shares)) + "\n"


def _lines(shares: Mapping[tuple[str, str], Sequence[float]]) -> Iterator[str]:
    groups = len({difficulty for difficulty, _ in shares})
    bottom = _TOP + len(shares) * _ROW + groups * _GAP
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 40}" role="img" '
        'font-family="sans-serif" font-size="13">'
    )
    title = "Share of hands from which perfect logic surely wins, one dot for each deck"
    yield f"<title>{title}</title>"
    yield f'<rect width="{_WIDTH}" height="{bottom + 40}" fill="#fff"/>'
    yield f'<text x="{_LEFT}" y="20" font-weight="bold">{title}</text>'
    for tenth in range(0, 11, 2):
        x = _x(tenth / 10)
        yield f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{bottom}" stroke="#ddd"/>'
        yield f'<text x="{x}" y="{bottom + 20}" text-anchor="middle">{tenth * 10} %</text>'
    y = _TOP
    shown = ""
    for (difficulty, kind), found in shares.items():
        if difficulty != shown:
            y += _GAP
            yield f'<text x="{_LEFT}" y="{y - 6}" font-weight="bold">{escape(difficulty.capitalize())}</text>'
            shown = difficulty
        yield f'<text x="{_LEFT - 10}" y="{y + _ROW / 2 + 4}" text-anchor="end">{escape(kind)}</text>'
        yield f'<g fill="{_COLOURS[kind]}" fill-opacity="0.45">'
        for index, share in enumerate(found):
            # A fixed step that never repeats early: neighbours in the list stand apart.
            offset = (index * 7 % 23 - 11) / 11 * _SPREAD
            yield f'<circle cx="{_x(share)}" cy="{y + _ROW / 2 + offset:.1f}" r="3"/>'
        yield "</g>"
        y += _ROW
    yield "</svg>"


def _x(share: float) -> float:
    return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)
