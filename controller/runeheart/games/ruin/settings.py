"""What can be set for a game of the Ruin: keywords, house rules, and how a setup is read (play.md 1, 3).

Owns every default and every check of a setup but the board's. Must not know how a game goes.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from runeheart.core.events import Json
from runeheart.core.game import SetupInvalidError
from runeheart.core.given import house_problems, key_problems, whole, word_problems
from runeheart.core.table import shown
from runeheart.games.ruin import boards, shipped
from runeheart.games.ruin.boards import Board

BLOOD_OFFER = "Blood Offer"
NURTURER = "Nurturer"
DESECRATOR = "Desecrator"
MALFORMED_CONNEXUS = "Malformed Connexus"
LINK_A = "Connexus Link-A"
LINK_B = "Connexus Link-B"
KEYWORDS = (BLOOD_OFFER, NURTURER, DESECRATOR, MALFORMED_CONNEXUS, LINK_A, LINK_B)
"""Every keyword that changes this scenario (R-006); the Links: killed."""

HOUSE_RULES: Mapping[str, tuple[str, ...]] = {
    "retaliation": ("total", "each"),
    "links": ("printed", "swapped", "added"),
    "adjacent_order": ("clockwise", "choose"),
    "prevention": ("round", "entry"),
    "gather": ("different", "again", "one"),
    "move_blocked": ("stop", "retry"),
    "move_sharing": ("none", "next"),
    "charge_tie": ("choose", "random"),
    "die_chain": ("sum", "stepwise"),
    "attack": ("must", "may"),
}
"""Every house rule and its values, the default first (RA-04 … RA-33)."""


class House(Struct, frozen=True):
    """The values of HOUSE_RULES in one game."""

    retaliation: str = "total"
    links: str = "printed"
    adjacent_order: str = "clockwise"
    prevention: str = "round"
    gather: str = "different"
    move_blocked: str = "stop"
    move_sharing: str = "none"
    charge_tie: str = "choose"
    die_chain: str = "sum"
    attack: str = "must"

    def json(self) -> dict[str, Json]:
        """Return every house rule and its value."""
        return asdict(self)


class Setup(Struct, frozen=True):
    """What was chosen for a game; nothing of it changes while it goes."""

    board: Board
    keywords: tuple[str, ...]
    """As given."""
    corruption: bool
    life: int | None
    """The Damage that ends the game; None: only the total is kept (RA-03)."""
    asks_defense: bool
    """Whether Damage asks how much Commit Defense prevents."""
    auto_dice: bool
    """Whether rolls come from the seed."""
    auto_ties: bool
    """Whether choices that the rules leave to chance come from the seed."""
    house: House

    @property
    def pool(self) -> int:
        """A Brood spawns only while fewer than these are on the map (R-027, R-030 … R-033)."""
        return 10 if DESECRATOR in self.keywords else 12


_WORDS: Mapping[str, tuple[str, ...]] = {
    "defense": ("none", "ask"),
    "dice": ("ask", "auto"),
    "ties": ("auto", "ask"),
}
"""Settings of one word, the default first."""

_KEYS = ("board", "keywords", "corruption", "life", "house", *_WORDS, "title")


def read(raw: Mapping[str, Any]) -> Setup:
    """Check a setup. Raises SetupInvalidError with every problem, each beginning with its path."""
    problems = key_problems(raw, _KEYS)
    board, below = boards.read(raw["board"] if "board" in raw else shipped.first())
    problems += below
    keywords, below = _keywords(raw.get("keywords", []))
    problems += below
    corruption = raw.get("corruption", False)
    if not isinstance(corruption, bool):
        problems.append(f"corruption: {shown(corruption)} is not true or false")
    life = raw.get("life")
    if life is not None and not whole(life, 1):
        problems.append(f"life: {shown(life)} is not a whole number from 1, or null for no limit")
    words = {key: raw.get(key, values[0]) for key, values in _WORDS.items()}
    for key, values in _WORDS.items():
        problems += word_problems(words[key], values, key)
    house = raw.get("house", {})
    problems += house_problems(house, HOUSE_RULES)
    if problems or board is None:
        raise SetupInvalidError(problems)
    return Setup(
        board=board,
        keywords=keywords,
        corruption=corruption,
        life=life,
        asks_defense=words["defense"] == "ask",
        auto_dice=words["dice"] == "auto",
        auto_ties=words["ties"] == "auto",
        house=House(**house),
    )


def _keywords(raw: Any) -> tuple[tuple[str, ...], list[str]]:
    if not isinstance(raw, list):
        return (), [f"keywords: {shown(raw)} is not a list of keywords: {', '.join(KEYWORDS)}"]
    problems = []
    for index, word in enumerate(raw):
        problems += word_problems(word, KEYWORDS, f"keywords[{index}]")
        if word in raw[:index]:
            problems.append(f"keywords[{index}]: {shown(word)} is there twice; expected different keywords")
    return ((), problems) if problems else (tuple(raw), [])
