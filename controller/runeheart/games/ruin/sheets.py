"""From the spaces of a board file to a board of the Ruin, every problem by its line or cell (play.md 5)."""

import re
from typing import Any

from runeheart.core.boards import Sheet, Space
from runeheart.games.ruin.boards import MOST_CHARGE

_BROOD = re.compile(r"brood(?:=(.*))?")


def board_of(sheet: Sheet) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the board as a setup gives it, and the problems; with any the board is not whole."""
    problems: list[str] = []
    broods: list[dict[str, Any]] = []
    places: dict[str, Space] = {}
    for space in sheet.spaces:
        charges = [match[1] for word in space.words if (match := _BROOD.fullmatch(word))]
        for key in ("mother", "start"):
            if key not in space.words:
                continue
            if key in places and places[key].at != space.at:
                problems.append(f"{space.where}: a second {key}; the first is in {places[key].where}")
            else:
                places[key] = space
        if len(charges) > 1:
            problems.append(f"{space.where}: {len(charges)} Broods; one Brood in a Hex")
        problems += [
            f"{space.where}: brood={charge} is not brood=1 … brood={MOST_CHARGE}"
            for charge in charges
            if charge is not None and charge not in _CHARGES
        ]
        if len(charges) == 1:
            broods.append({"at": list(space.at), "charge": _CHARGES.get(charges[0] or "1", 1)})
    if sheet.spaces or not sheet.problems:  # a file without a space may be an unread one
        problems += [
            f"no space has the word {key}; give it to one" for key in ("mother", "start") if key not in places
        ]
    board = {
        "hexes": [list(space.at) for space in sheet.spaces],
        **{key: list(space.at) for key, space in places.items()},
        "broods": broods,
    }
    return board, (*sheet.problems, *problems)


_CHARGES = {str(charge): charge for charge in range(1, MOST_CHARGE + 1)}
