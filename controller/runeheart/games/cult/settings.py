"""What can be set for a game of the Cult: heroes, decks, die, house rules; how a setup is read (play.md 4).

Owns every default and every check of a setup but the board's. Must not know how a game goes.
"""

from collections.abc import Mapping
from typing import Any

from runeheart.core.chance import Chance
from runeheart.core.game import SetupInvalidError
from runeheart.core.given import found, hex_at, house_problems, key_problems, whole, word_problems
from runeheart.core.hexes import Hex
from runeheart.core.table import shown
from runeheart.games.cult import boards, shipped
from runeheart.games.cult.state import COLOURS, Board, Cards, CultState, Faces, Hero, House
from runeheart.games.cult.words import face_problems

HOUSE_RULES: Mapping[str, tuple[str, ...]] = {
    "town_pull": ("clean", "all"),
    "bearing": ("fixed", "last_move"),
    "elimination": ("printed", "reduced"),
    "replenish": ("empty", "all"),
}
"""Every house rule and its values, the default first (CA-01, CA-02, CA-03, CA-12)."""

DECKS: Mapping[str, int] = {"green": 8, "yellow": 8, "blue": 7, "red": 7}
"""The cards of the cult decks (CA-34)."""

MOST_HEROES = 6
FACES = 6

_PLACEHOLDER = "placeholder"
PLACEHOLDER_DIE: Faces = (
    ("road",),
    ("plains", "river"),
    ("hills", "road"),
    ("forest", "plains"),
    ("mountains", "swamp"),
    ("forest", "river", "hills"),
)
"""NOT the published die, whose faces we do not have (CA-05): a table that lets the engine roll until somebody
enters the real one. It shows every usual terrain. A setup names it: `"movement_die": "placeholder"`.
"""

_HEROES = (("First", 5, 4), ("Second", 5, 4))
"""Name, Life and Stamina of the two heroes who stand in the forge when a setup names none."""

_WORDS: Mapping[str, tuple[str, ...]] = {"dice": ("ask", "auto"), "ties": ("auto", "ask")}
_KEYS = ("board", "heroes", "decks", "house", "movement_die", *_WORDS, "title")
_HERO_KEYS = ("name", "at", "life", "stamina")


def read(raw: Mapping[str, Any], seed: int) -> CultState:
    """Check a setup and lay it out. Raises SetupInvalidError with every problem, each with its path."""
    problems = key_problems(raw, _KEYS)
    given = raw.get("board", shipped.first())
    board, below = boards.read(given)
    problems += below
    heroes, below = (
        _heroes(raw["heroes"], boards.hexes(given)) if "heroes" in raw else (_two_in_the_forge(board), [])
    )
    problems += below
    decks, below = _decks(raw.get("decks", {}))
    problems += below
    for key, words in _WORDS.items():
        problems += word_problems(raw.get(key, words[0]), words, key)
    die, below = _die(raw)
    problems += below
    house = raw.get("house", {})
    problems += house_problems(house, HOUSE_RULES)
    if problems or board is None:
        raise SetupInvalidError(problems)
    return CultState(
        board=board,
        house=House(**house),
        die=die,
        auto_dice=raw.get("dice") == "auto",
        heroes=heroes,
        marker=board.forge,  # C-011
        infiltrated=frozenset({board.forge}),
        jewels={at: False for at, space in board.spaces.items() if space.jewel is not None},
        decks=decks,
        chance=Chance(seed),
    )


def _two_in_the_forge(board: Board | None) -> tuple[Hero, ...]:
    at = (0, 0) if board is None else board.forge
    return tuple(Hero(name, at, life, stamina) for name, life, stamina in _HEROES)


def _heroes(raw: Any, spaces: frozenset[Hex] | None) -> tuple[tuple[Hero, ...], list[str]]:
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_HEROES:
        amount = f"{len(raw)} heroes" if isinstance(raw, list) else shown(raw)
        problems = [f"heroes: {amount}; expected a list of 1 to {MOST_HEROES} heroes"]
    else:
        problems = []
    heroes: list[Hero] = []
    named: dict[str, int] = {}
    for number, entry in enumerate(raw if isinstance(raw, list) else ()):
        here = f"heroes[{number}]"
        if not isinstance(entry, Mapping):
            problems.append(f"{here}: {shown(entry)} is not a hero: an object with {', '.join(_HERO_KEYS)}")
            continue
        problems += key_problems(entry, _HERO_KEYS, here)
        name, at = entry.get("name"), hex_at(entry.get("at"))
        life, stamina = entry.get("life"), entry.get("stamina")
        if not isinstance(name, str) or not name.strip():
            problems.append(f"{here}.name: {found(entry, 'name')} is not a name")
        elif name in named:
            problems.append(f"{here}.name: {shown(name)} is the name of heroes[{named[name]}] too")
        else:
            named[name] = number
        if at is None:
            problems.append(f"{here}.at: {found(entry, 'at')} is not a Hex [q, r]")
        elif spaces is not None and at not in spaces:
            problems.append(f"{here}.at: {shown(entry['at'])} is off the board; expected one of its spaces")
        for key, lowest in (("life", 1), ("stamina", 0)):
            if not whole(entry.get(key), lowest):
                problems.append(f"{here}.{key}: {found(entry, key)} is not a whole number from {lowest}")
        heroes.append(Hero(name or "", at, life or 0, stamina or 0))
    return tuple(heroes), problems


def _decks(raw: Any) -> tuple[Cards, list[str]]:
    cards: Cards = (0, 0, 0, 0)
    if not isinstance(raw, Mapping):
        return cards, [f'decks: {shown(raw)} is not an object such as {{"green":8,"red":7}}']
    problems = key_problems(raw, COLOURS, "decks")
    problems += [
        f"decks.{colour}: {shown(raw[colour])} is not a whole number from 0"
        for colour in COLOURS
        if colour in raw and not whole(raw[colour], 0)
    ]
    if not problems:
        counts = {**DECKS, **raw}
        cards = counts["green"], counts["yellow"], counts["blue"], counts["red"]
    return cards, problems


def _die(raw: Mapping[str, Any]) -> tuple[Faces, list[str]]:
    if "movement_die" not in raw:
        if raw.get("dice") != "auto":
            return (), []
        return (), [
            f'movement_die: is missing; dice = auto needs its {FACES} faces, or "{_PLACEHOLDER}" for ours'
        ]
    given = raw["movement_die"]
    if given == _PLACEHOLDER:
        return PLACEHOLDER_DIE, []
    if not isinstance(given, list) or len(given) != FACES:
        amount = f"{len(given)} faces" if isinstance(given, list) else shown(given)
        problems = [f"movement_die: {amount}; expected a list of {FACES} faces, each a list of terrains"]
    else:
        problems = []
    for number, face in enumerate(given if isinstance(given, list) else ()):
        for place, problem in face_problems(face):
            here = f"movement_die[{number}]" if place is None else f"movement_die[{number}][{place}]"
            problems.append(f"{here}: {problem}")
    return ((), problems) if problems else (tuple(tuple(face) for face in given), [])
