"""Names and words in as few dots as a screen has for them, no two alike.

Knows the alphabet of the screen and no game.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from runeheart.surface.letters import SMALL

_MARKS = ".:;+-/"
"""As many as there are entries on a list: one of them is free, whatever the others are called."""


def shorts(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Return a short form for each name: at most `width` dots of SMALL, no two alike, all of it drawable.

    A name that fits stays whole. Others are their first letters where these tell; else the last ones are
    among them, or the number of the name at the end.
    """
    found: list[str] = []
    for number, name in enumerate(names, 1):
        taken = {form.casefold() for form in found}
        found.append(next(form for form in _forms(name, number, width) if form.casefold() not in taken))
    return tuple(found)


def _forms(name: str, number: int, width: int) -> Iterator[str]:
    """Yield forms of a name that fit, the best first; the last ones are of no other name."""
    drawn = "".join(one for one in name if one != " " and not SMALL.cannot_draw(one))
    if drawn:
        for end, most in (
            ("", len(drawn)),
            (drawn[-1], len(drawn) - 1),
            (drawn[-2:], len(drawn) - 2),
            (str(number), len(drawn)),
        ):
            stems = (drawn[:size] for size in range(most, 0, -1))
            fitting = (stem + end for stem in stems if SMALL.width(stem + end) <= width)
            yield from islice(fitting, 1)
    yield from (f"{number}{mark}" for mark in _MARKS)
