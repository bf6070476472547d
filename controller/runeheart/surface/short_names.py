"""Names of heroes in three letters, no two alike, for where a screen has room for no more.

Knows the alphabet of the screen and no game.
"""

from collections.abc import Iterator, Sequence

from runeheart.surface.letters import SMALL

LETTERS = 3
_MARKS = ".:;+-/"
"""As many as there can be heroes: one of them is free, whatever the others are called."""


def shorts(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Return a short form for each name: at most `width` dots of SMALL, no two alike, all of it drawable.

    The first letters where they tell; else some of the last ones, and a hero's number at the end of it.
    """
    found: list[str] = []
    for number, name in enumerate(names, 1):
        fitting = (form for form in _forms(name, number) if SMALL.width(form) <= width)
        found.append(next(form for form in fitting if form.casefold() not in map(str.casefold, found)))
    return tuple(found)


def _forms(name: str, number: int) -> Iterator[str]:
    """Yield forms of a name, the best first; the last one is of no other hero."""
    drawn = "".join(one for one in name if one != " " and not SMALL.cannot_draw(one))
    if drawn:
        yield drawn[:LETTERS]
        if len(drawn) > LETTERS:
            yield drawn[:2] + drawn[-1]
            yield drawn[0] + drawn[-2:]
        yield drawn[:2]
        yield f"{drawn[0]}{number}"
    yield from (f"{number}{mark}" for mark in _MARKS)
