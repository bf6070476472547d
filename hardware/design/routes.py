"""Where each wire of the drawing runs: from its pin to its part, no two along one line. Draws nothing."""  # noqa: INP001 - beside the script that uses it

from collections.abc import Iterable
from dataclasses import dataclass

TOP, PITCH = 150, 46
ODD_X, EVEN_X = 84, 124
TAG_X, TAG_WIDTH = 160, 186
TRACKS_X = TAG_X + TAG_WIDTH + 36

Point = tuple[float, float]


@dataclass(frozen=True)
class Wire:
    """A wire: its header pin, its kind (a key of `sheet.COLOUR`), its words, its corners from the pin on."""

    pin: int
    kind: str
    words: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class End:
    """What a wire is to become: its pin, kind and words, and where its part waits."""

    pin: int
    kind: str
    words: str
    x: float
    y: float


def pin_at(pin: int) -> Point:
    """Return the middle of a header pin."""
    return (ODD_X if pin % 2 else EVEN_X), TOP + PITCH * ((pin - 1) // 2)


def exit_y(pin: int) -> float:
    """Return the height at which a pin's wire leaves: an odd pin's passes between two even ones."""
    return pin_at(pin)[1] + (PITCH / 2 if pin % 2 else 0)


def start(pin: int) -> tuple[Point, ...]:
    """Return a wire's corners on the header, from its pin on."""
    x, y = pin_at(pin)
    return ((x, y), (x + 18, exit_y(pin))) if pin % 2 else ((x, y),)


def routed(ends: Iterable[End], tracks_x: float = TRACKS_X, step: float = 24) -> list[Wire]:
    """Return a part's wires, each with an upright track of its own, so that few cross and none overlap.

    Wires that rise turn first, the topmost of them before the others; wires that fall turn in the order from
    below. So a wire has left its height before another one arrives there.
    """
    ends = list(ends)
    rising = sorted((end for end in ends if end.y < exit_y(end.pin)), key=lambda end: exit_y(end.pin))
    falling = sorted((end for end in ends if end.y > exit_y(end.pin)), key=lambda end: -exit_y(end.pin))
    wires = [
        Wire(end.pin, end.kind, end.words, (*start(end.pin), (end.x, end.y)))
        for end in ends
        if end.y == exit_y(end.pin)
    ]
    for index, end in enumerate((*rising, *falling)):
        x = tracks_x + step * index
        corners = ((x, exit_y(end.pin)), (x, end.y), (end.x, end.y))
        wires.append(Wire(end.pin, end.kind, end.words, (*start(end.pin), *corners)))
    return wires
