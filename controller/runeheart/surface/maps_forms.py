"""Answers to what a game asks, as choices of a map: what rolls, numbers and lists of options have in common.

Owns the choices that are the same whatever game asks. Must not know any game.
"""

from collections.abc import Iterable

from runeheart.core.events import AskNumber, AskRoll, Json
from runeheart.core.hexes import DIRECTIONS
from runeheart.surface.maps_shape import Choice, Field, Option

FACES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10}
MOST_BUTTONS = 12
"""Numbers up to this many are buttons of their own; more are a form."""


def of_roll(ask: AskRoll) -> tuple[Choice, ...]:
    """Return the faces of one die, or a form for several; not for the movement die, whose faces are words."""
    faces: tuple[Json, ...] = DIRECTIONS if ask.die == "compass" else tuple(range(1, FACES[ask.die] + 1))
    group = "The Compass Die shows" if ask.die == "compass" else f"The {ask.die.upper()} shows"
    if ask.count == 1:
        return tuple(
            Choice(str(face), {"do": "roll", "values": [face]}, group=group, main=True) for face in faces
        )
    field = Field(
        name="values",
        label=f"What the {ask.count} {ask.die.upper()} show, one after another",
        kind="picks",
        options=tuple(Option(str(face), face) for face in faces),
        least=ask.count,
        most=ask.count,
        again=True,
    )
    label = f"{ask.count} {ask.die.upper()}"
    return (Choice(label, {"do": "roll"}, (field,), open=True, send="Rolled"),)


def of_number(ask: AskNumber) -> tuple[Choice, ...]:
    """Return the numbers that can be answered, or a form where they are many."""
    if ask.of < MOST_BUTTONS:
        return tuple(
            Choice(
                str(value), {"do": "number", "value": value}, group=f"{ask.what.capitalize()}, of {ask.of}"
            )
            for value in range(ask.of + 1)
        )
    field = Field("value", f"{ask.what.capitalize()}, of {ask.of}", "number", most=ask.of)
    return (Choice(ask.what.capitalize(), {"do": "number"}, (field,), open=True),)


def chosen(options: Iterable[Option]) -> tuple[Choice, ...]:
    """Return a choice for each option of a question."""
    return tuple(
        Choice(one.label, {"do": "choose", "option": one.value}, at=one.at, piece=one.piece, main=True)
        for one in options
    )
