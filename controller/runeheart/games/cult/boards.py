"""A board of the Cult: spaces with terrain, towns and jewels; how one is read and what is wrong with it.

Owns the board's checks. Must not know files, nor how a game goes.
"""

from collections.abc import Mapping
from typing import Any

from runeheart.core.checked import did_you_mean
from runeheart.core.given import found, hex_at, key_problems
from runeheart.core.hexes import Hex, printed, reachable
from runeheart.core.table import shown
from runeheart.games.cult.state import COLOURS, Board, Faces, Space
from runeheart.games.cult.words import USUAL, is_word, word_problems

_KEYS = ("spaces", "forge", "title")
_SPACE_KEYS = ("at", "terrain", "town", "jewel")


def read(raw: Any, path: str = "board") -> tuple[Board | None, list[str]]:
    """Read a board as a setup gives it; return it and no problems, or None and every problem."""
    if not isinstance(raw, Mapping):
        return None, [f"{path}: {shown(raw)} is not a board: an object with spaces and forge"]
    problems = key_problems(raw, _KEYS, path)
    given = raw.get("spaces")
    spaces: dict[Hex, Space] | None = None
    if isinstance(given, list) and given:
        spaces, below = _spaces(given, path)
        problems += below
    else:
        problems.append(f"{path}.spaces: {found(raw, 'spaces')} is not a list of one or more spaces")
    forge = hex_at(raw.get("forge"))
    if forge is None:
        problems.append(
            f"{path}.forge: {found(raw, 'forge')} is not a Hex [q, r]; expected the forge's space"
        )
    elif spaces is not None and forge not in spaces:
        problems.append(f"{path}.forge: {shown(raw['forge'])} is not a space of the board")
    elif spaces is not None and spaces[forge].town is None:
        problems.append(f"{path}.forge: {shown(raw['forge'])} is not a town; give its space a town's name")
    if problems or spaces is None or forge is None:
        return None, problems
    return Board(spaces, forge, frozenset(q for q, _ in spaces)), []


def hexes(raw: Any) -> frozenset[Hex] | None:
    """Return the Hexes of a board, whatever else is wrong with it; None when it has no list of spaces."""
    spaces = raw.get("spaces") if isinstance(raw, Mapping) else None
    if not isinstance(spaces, list) or not spaces:
        return None
    found_hexes = (hex_at(entry.get("at")) for entry in spaces if isinstance(entry, Mapping))
    return frozenset(at for at in found_hexes if at is not None)


def _spaces(given: list[Any], path: str) -> tuple[dict[Hex, Space], list[str]]:
    spaces: dict[Hex, Space] = {}
    first: dict[Hex, int] = {}
    problems = []
    for number, entry in enumerate(given):
        here = f"{path}.spaces[{number}]"
        if not isinstance(entry, Mapping):
            problems.append(
                f'{here}: {shown(entry)} is not a space such as {{"at":[0,1],"terrain":["hills"]}}'
            )
            continue
        problems += key_problems(entry, _SPACE_KEYS, here)
        at = hex_at(entry.get("at"))
        if at is None:
            problems.append(f"{here}.at: {found(entry, 'at')} is not a Hex [q, r]")
        elif at in first:
            problems.append(f"{here}.at: {shown(entry['at'])} is there already, in spaces[{first[at]}]")
        problems += _terrain_problems(entry, here)
        town, jewel = entry.get("town"), entry.get("jewel")
        if "town" in entry and not (isinstance(town, str) and town.strip()):
            problems.append(f"{here}.town: {shown(town)} is not a town's name")
        if "jewel" in entry and jewel not in COLOURS:
            close = did_you_mean(jewel, COLOURS)
            problems.append(f"{here}.jewel: {shown(jewel)} is no colour of a jewel{close}")
        if at is not None and at not in first:
            first[at] = number
            words = entry.get("terrain")
            terrain = frozenset(filter(is_word, words if isinstance(words, list) else ()))
            spaces[at] = Space(at, terrain, town, jewel)
    return spaces, problems


def _terrain_problems(entry: Mapping[str, Any], path: str) -> list[str]:
    given = entry.get("terrain")
    if not isinstance(given, list):
        return [
            f'{path}.terrain: {found(entry, "terrain")} is not a list of terrains such as ["hills","road"]'
        ]
    return [f"{path}.terrain[{place}]: {problem}" for place, problem in word_problems(given)]


def warnings(board: Board, die: Faces) -> tuple[str, ...]:
    """Return what may be meant, but is odd.

    A jewel without a colour, which is a terrain; one that the die never shows, or, where its faces are not
    known, one that looks like a slip of the pen; two towns of one name; spaces that nobody can walk to from
    the forge.
    """
    odd: list[str] = []
    seen: set[str] = set()
    named: dict[str, int] = {}
    for number, space in enumerate(board.spaces.values()):
        here = f"board.spaces[{number}]"
        for word in sorted(space.terrain - seen):
            why = _odd_terrain(word, die)
            if why:
                odd.append(f"{here}.terrain: {why} (space {printed(space.at)})")
        seen |= space.terrain
        if space.town is None:
            continue
        if space.town in named:
            odd.append(f"{here}.town: {space.town} is the name of spaces[{named[space.town]}] too")
        named.setdefault(space.town, number)
    apart = set(board.spaces) - reachable(board.forge, board.spaces)
    if apart:
        at = printed(min(apart))
        odd.append(f"board.spaces: no way leads from the forge to {len(apart)} of them, such as space {at}")
    return tuple(odd)


def _odd_terrain(word: str, die: Faces) -> str | None:
    if word == "jewel":
        return "jewel is read as a terrain; a jewel has a colour, such as jewel=green"
    if die:
        return None if any(word in face for face in die) else f"the movement die never shows {word}"
    if word in USUAL:
        return None
    close = did_you_mean(word, USUAL)
    return f"{word} is none of the usual terrains{close}" if close.startswith("; did") else None
