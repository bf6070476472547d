"""The big figures of the clock: seven bevelled segments, drawn for the size that is asked for."""

from functools import cache

from runeheart.surface.letters import Rows

_SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "h": "cefg",
}
"""a top, b and c right, d bottom, e and f left, g middle: clockwise from the top, as on a data sheet."""


@cache
def digit(character: str, width: int, height: int, thick: int) -> Rows:
    """Return a digit, an `h` or a mark: colon, point and plus are as wide as a segment is thick."""
    if character not in _SEGMENTS:
        return _marks(character, height, thick)
    lit = _SEGMENTS[character]
    return tuple(
        "".join("#" if _segment(x, y, width, height, thick) in lit else "." for x in range(width))
        for y in range(height)
    )


def span(text: str, width: int, thick: int, gap: int) -> int:
    """Return how wide a time is in digits of this width."""
    return sum(width if character in _SEGMENTS else thick for character in text) + gap * (len(text) - 1)


def _marks(character: str, height: int, thick: int) -> Rows:
    if character == "+":
        return _plus(height, thick)
    tops = (height // 4, height - height // 4 - thick) if character == ":" else (height - thick,)
    return tuple(("#" if any(top <= y < top + thick for top in tops) else ".") * thick for y in range(height))


def _plus(height: int, thick: int) -> Rows:
    top, middle = (height - thick) // 2, thick // 2
    bar = "." * middle + "#" + "." * (thick - middle - 1)
    rows = ["." * thick] * height
    rows[top : top + thick] = ["#" * thick if row == middle else bar for row in range(thick)]
    return tuple(rows)


def _segment(x: int, y: int, width: int, height: int, thick: int) -> str:
    """Return the segment that a dot belongs to; a bevel's width of dark dots parts them; `-` for none."""
    right, bottom = width - 1 - x, height - 1 - y
    half = height / 2
    middle = abs(y - (height - 1) / 2)
    side = min(x, right)
    if y < thick and side > y:
        return "a"
    if bottom < thick and side > bottom:
        return "d"
    if middle < thick / 2 and side > middle + thick / 2:
        return "g"
    if side < thick and middle > side - thick / 2 + 0.5 and min(y, bottom) > side:
        upper = y < half
        if x < right:
            return "f" if upper else "e"
        return "b" if upper else "c"
    return "-"
