"""What a real die or the compass answers: a reading against what is asked. Knows no game and no button."""

from runeheart.core.events import Ask, AskChoose, AskRoll, Json
from runeheart.core.hexes import DIRECTIONS, heading_direction
from runeheart.core.panel import Headed, Reading
from runeheart.surface.menu import SIDES


def answer(ask: Ask, reading: Reading) -> Json:
    """Return what a reading answers, as it is entered; None if it is not what is asked."""
    if isinstance(reading, Headed):
        direction = heading_direction(reading.degrees)
        if isinstance(ask, AskRoll):
            return direction if ask.die == "compass" else None
        is_way = isinstance(ask, AskChoose) and ask.what == "direction" and direction in ask.options
        return direction if is_way else None
    if not isinstance(ask, AskRoll) or ask.die != reading.die:
        return None
    face = reading.face
    if ask.die == "compass":
        return face if face in DIRECTIONS else None
    if ask.die in SIDES:
        return face if isinstance(face, int) and 1 <= face <= SIDES[ask.die] else None
    return list(face) if isinstance(face, tuple) else None
