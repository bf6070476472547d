"""From the spaces of a board file to a board of the Cult; each problem with its line or cell (play.md 5)."""

from typing import Any

from runeheart.core.boards import Sheet, Space
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.games.cult.state import COLOURS
from runeheart.games.cult.words import is_word

_JEWEL = "jewel="


def board_of(sheet: Sheet) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the board as a setup gives it, and the problems; with any the board is not whole."""
    problems: list[str] = []
    spaces = []
    forge: Space | None = None
    for space in sheet.spaces:
        entry: dict[str, Any] = {"at": list(space.at), "terrain": []}
        for word in dict.fromkeys(space.words):  # layers may say the same twice
            if word == "forge":
                if forge is not None:
                    problems.append(f"{space.where}: a second forge; the first is in {forge.where}")
                forge = forge or space
            elif word.startswith(_JEWEL):
                problems += _jewel(entry, word.removeprefix(_JEWEL), space.where)
            elif is_word(word) and word != "town":
                entry["terrain"].append(word)
            elif word != "town":
                problems.append(f"{space.where}: {shown(word)} is no terrain; expected a lower-case word")
        if "town" in space.words or "forge" in space.words:
            problems += _town(entry, space)
        spaces.append(entry)
    if forge is None and (sheet.spaces or not sheet.problems):  # a file without a space may be an unread one
        problems.append("no space has the word forge; give it to the town where the cult begins")
    board: dict[str, Any] = {"spaces": spaces}
    return board | ({"forge": list(forge.at)} if forge else {}), (*sheet.problems, *problems)


def _jewel(entry: dict[str, Any], colour: str, where: str) -> list[str]:
    if colour not in COLOURS:
        return [f"{where}: jewel={colour} is no colour of a jewel{did_you_mean(colour, COLOURS)}"]
    if "jewel" in entry:
        return [f"{where}: jewel={colour} is a second jewel; a space has one"]
    entry["jewel"] = colour
    return []


def _town(entry: dict[str, Any], space: Space) -> list[str]:
    if "town" not in space.words:
        return [f"{space.where}: the forge is not a town; add the word town and its name"]
    if not (space.label or "").strip():
        return [f'{space.where}: a town without a name; give it one, such as "Riverwatch"']
    entry["town"] = space.label
    return []
