"""What can be set for a game of the Heart: difficulties, house rules, and how a setup is read (play.md 1, 2).

Owns every default and every check of a setup. Must not know how a game goes.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from runeheart.core.chance import Chance
from runeheart.core.checked import did_you_mean
from runeheart.core.events import Json
from runeheart.core.game import SetupInvalidError
from runeheart.core.runes import RUNES
from runeheart.core.table import shown
from runeheart.games.heart import clues, codes
from runeheart.games.heart.clues import Clue, named
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.deck import (
    BANK_SIZE,
    DECK_KINDS,
    DECK_SIZE,
    Answer,
    draw_answer,
    draw_bank,
    draw_deck,
)
from runeheart.games.heart.printed import SIGNS, print_set


class Difficulty(Struct, frozen=True):
    """The parameters of a difficulty (H-030 … H-035)."""

    timer_ms: int
    length: int
    """Places of the sequence."""
    start_cards: int
    draws: int | None
    """Further draws; None: as many as the deck has."""
    penalty_ms: int
    max_mistakes: int


DIFFICULTIES: Mapping[str, Difficulty] = {
    "easy": Difficulty(600_000, 4, 4, None, 30_000, 4),
    "normal": Difficulty(420_000, 5, 3, 4, 45_000, 3),
    "hard": Difficulty(300_000, 6, 2, 3, 60_000, 2),
}
DEFAULT_DIFFICULTY = "normal"

HOUSE_RULES: Mapping[str, tuple[str, ...]] = {
    "answers": ("open", "six"),
    "mistake_limit": ("reach", "exceed"),
    "activation": ("any", "next"),
}
"""Every house rule and its values, the default first (HA-03, HA-04, HA-05)."""


class House(Struct, frozen=True):
    """The values of HOUSE_RULES in one game."""

    answers: str = "open"
    mistake_limit: str = "reach"
    activation: str = "any"

    def json(self) -> dict[str, Json]:
        """Return every house rule and its value."""
        return asdict(self)


class Printed(Struct, frozen=True):
    """A printed set on the table, and the sign on the back of the answer card that was put face down."""

    code: str
    sign: str
    """One of `printed.SIGNS`."""

    def json(self) -> dict[str, Json]:
        """Return both as a setup and the public state write them."""
        return {"code": self.code, "sign": self.sign}


class Setup(Struct, frozen=True):
    """A setup with everything in it: given or drawn."""

    difficulty: str
    house: House
    answer: Answer
    bank: tuple[Answer, ...] | None
    """The six possible answers with `answers = six`, else None."""
    deck: tuple[Clue, ...]
    printed: Printed | None
    """The printed set on the table; None: everything is on the prop."""


_EVERYWHERE: Mapping[str, tuple[str, ...]] = {"dice": ("ask", "auto"), "ties": ("auto", "ask")}
"""Keys that every game accepts, whether it rolls dice or not; a title may be anything."""

_KEYS = ("difficulty", "answer", "deck", "deck_kind", "house", "bank", "code", "sign", *_EVERYWHERE, "title")


def read(raw: Mapping[str, Any], seed: int) -> Setup:
    """Check a setup and draw from the seed what it leaves out.

    Raises SetupInvalidError with every problem, each line beginning with the path from the top.
    """
    problems = [f"{named(key)}: unknown key{did_you_mean(key, _KEYS)}" for key in raw if key not in _KEYS]
    code, below = _code(raw)
    problems += below
    difficulty = raw.get("difficulty", code.difficulty if code else DEFAULT_DIFFICULTY)
    problems += _word_problems(difficulty, DIFFICULTIES, "difficulty")
    for key, words in _EVERYWHERE.items():
        problems += _word_problems(raw.get(key, words[0]), words, key)
    deck_kind, below = _deck_kind(raw)
    problems += below
    house, below = _house(raw.get("house", {}))
    problems += below
    length = DIFFICULTIES[difficulty].length if _known(difficulty, DIFFICULTIES) else None
    answer: Answer | None = None
    if "answer" in raw:
        answer, below = _answer(raw["answer"], "answer", length)
        problems += below
    bank: tuple[Answer, ...] | None = None
    if "bank" in raw:
        bank, below = _bank(raw["bank"], answer, house, length)
        problems += below
    deck: tuple[Clue, ...] | None = None
    if "deck" in raw:
        if not raw.keys() & {"answer", "code"}:
            problems.append('deck: is there without "answer"; give both, or neither to have them drawn')
        deck, below = _deck(raw["deck"], answer, length)
        problems += below
    if problems:
        raise SetupInvalidError(problems)
    if code is not None:
        return _of_a_printed_set(code, raw["sign"], house, Chance(seed))
    return _complete(difficulty, house, answer, bank, deck, deck_kind, Chance(seed))


def _complete(
    difficulty: str,
    house: House,
    answer: Answer | None,
    bank: tuple[Answer, ...] | None,
    deck: tuple[Clue, ...] | None,
    deck_kind: str,
    chance: Chance,
) -> Setup:
    """Draw what was not given."""
    if answer is None and bank is not None:
        pick, chance = chance.below(BANK_SIZE)
        answer = bank[pick]
    elif answer is None:
        answer, chance = draw_answer(chance, DIFFICULTIES[difficulty].length)
    if bank is None and house.answers == "six":
        bank, chance = draw_bank(chance, answer)
    if deck is None:
        deck, chance = draw_deck(chance, answer, deck_kind)
    return Setup(difficulty, house, answer, bank, deck, None)


def _code(raw: Mapping[str, Any]) -> tuple[DeckCode | None, list[str]]:
    """Read which printed set lies on the table, and check everything that has to do with it."""
    if "code" not in raw:
        return None, (['sign: is there without "code"; give both, or neither'] if "sign" in raw else [])
    code, problem = codes.read(raw["code"])
    problems = [] if problem is None else [f"code: {problem}"]
    if "sign" in raw:
        problems += _word_problems(raw["sign"], SIGNS, "sign")
    else:
        problems.append(f"sign: is missing; it is on the back of the answer card: {', '.join(SIGNS)}")
    problems += [
        f'{key}: is there with "code", but a printed set has its own; leave it out'
        for key in ("answer", "deck", "bank")
        if key in raw
    ]
    difficulty = raw.get("difficulty")
    if code is not None and _known(difficulty, DIFFICULTIES) and difficulty != code.difficulty:
        problems.append(f"difficulty: is {difficulty}, but the set {code} is for {code.difficulty}")
    return code, problems


def _of_a_printed_set(code: DeckCode, sign: str, house: House, chance: Chance) -> Setup:
    """Take the answer and the lines with a sign from a printed set, in an order of the game's own seed.

    People shuffle the cards, so the prop cannot know their order. The order of the bank tells nothing.
    """
    printed = print_set(code, DIFFICULTIES[code.difficulty].length)
    bank: tuple[Answer, ...] | None = None
    if house.answers == "six":
        bank, chance = chance.shuffled([printed.answer(other) for other in SIGNS])
    deck, _ = chance.shuffled(printed.decks[sign])
    return Setup(code.difficulty, house, printed.answer(sign), bank, deck, Printed(str(code), sign))


def _deck_kind(raw: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Read what kind of deck is to be drawn; it says nothing where the deck is given."""
    kind = raw.get("deck_kind", DECK_KINDS[0])
    problems = _word_problems(kind, DECK_KINDS, "deck_kind")
    if "deck_kind" in raw:
        problems += [
            f'deck_kind: is there with "{key}", which says what the deck is; leave one of them out'
            for key in ("deck", "code")
            if key in raw
        ]
    return kind, problems


def _known(raw: Any, words: Iterable[str]) -> bool:
    return isinstance(raw, str) and raw in words


def _word_problems(raw: Any, words: Iterable[str], path: str) -> list[str]:
    if _known(raw, words):
        return []
    return [f"{path}: {shown(raw)} is not one of {', '.join(words)}{_close(raw, words)}"]


def _close(raw: Any, words: Iterable[str]) -> str:
    suggestion = did_you_mean(raw, words)
    return suggestion if suggestion.startswith("; did") else ""


def _house(raw: Any) -> tuple[House, list[str]]:
    if not isinstance(raw, Mapping):
        return House(), [f"house: {shown(raw)} is not an object of house rules and their values"]
    problems = [
        f"house.{named(key)}: unknown house rule{did_you_mean(key, HOUSE_RULES)}"
        for key in raw
        if key not in HOUSE_RULES
    ]
    values: dict[str, str] = {}
    for name, allowed in HOUSE_RULES.items():
        value = raw.get(name, allowed[0])
        problems += _word_problems(value, allowed, f"house.{name}")
        values[name] = value if _known(value, allowed) else allowed[0]
    return House(**values), problems


def _answer(raw: Any, path: str, length: int | None) -> tuple[Answer | None, list[str]]:
    """Read a sequence; `length` None: the difficulty is not known, so any length may be right."""
    expected = "a list of different runes" if length is None else f"a list of {length} different runes"
    if not isinstance(raw, list):
        return None, [f"{path}: {shown(raw)} is not {expected}"]
    problems = []
    if length is not None and len(raw) != length:
        problems.append(f"{path}: has {len(raw)} runes; expected {expected}")
    for index, rune in enumerate(raw):
        here = f"{path}[{index}]"
        problems += clues.rune_problems(rune, here)
        if rune in RUNES and rune in raw[:index]:
            problems.append(f"{here}: {shown(rune)} is there twice; expected different runes")
    return (None, problems) if problems else (tuple(raw), [])


def _bank(
    raw: Any, answer: Answer | None, house: House, length: int | None
) -> tuple[tuple[Answer, ...] | None, list[str]]:
    problems = [] if house.answers == "six" else ["bank: is only for the house rule answers = six"]
    if not isinstance(raw, list):
        return None, [*problems, f"bank: {shown(raw)} is not a list of {BANK_SIZE} different answers"]
    if len(raw) != BANK_SIZE:
        problems.append(f"bank: has {len(raw)} answers; expected {BANK_SIZE} different ones")
    bank: list[Answer] = []
    complete = True
    for index, entry in enumerate(raw):
        one, below = _answer(entry, f"bank[{index}]", length)
        problems += below
        if one is None:
            complete = False
        elif one in bank:
            problems.append(f"bank[{index}]: {shown(entry)} is there twice; expected different answers")
        else:
            bank.append(one)
    if complete and answer is not None and answer not in bank:
        problems.append(f"bank: the answer {shown(list(answer), 80)} is not in it; expected it among the six")
    return (None, problems) if problems else (tuple(bank), [])


def _deck(raw: Any, answer: Answer | None, length: int | None) -> tuple[tuple[Clue, ...] | None, list[str]]:
    """Read a deck. The same clue may be there twice: only drawn decks promise 20 different ones."""
    if not isinstance(raw, list):
        return None, [f"deck: {shown(raw)} is not a list of {DECK_SIZE} clues"]
    problems = []
    if len(raw) != DECK_SIZE:
        problems.append(f"deck: has {len(raw)} clues; expected {DECK_SIZE}, the top card first")
    deck = []
    for index, entry in enumerate(raw):
        path = f"deck[{index}]"
        clue, below = clues.read(entry, path, length or len(RUNES))
        problems += below
        if clue is None:
            continue
        deck.append(clue)
        if answer is not None and not clues.holds(clue, answer):
            card = f"(card {index + 1}: {clues.text(clue, length or len(answer)).rstrip('.')})"
            problems.append(
                f"{path}: {shown(entry, 80)} {card} is not true of the answer; expected a true clue"
            )
    return (None, problems) if problems else (tuple(deck), [])
