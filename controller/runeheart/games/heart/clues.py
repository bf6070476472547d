"""What a clue says: its kinds, when it is true, its JSON form and its wording (play.md 2, H-051 … H-053).

Owns everything about a single clue. Must not know which clues lie in a deck, nor anything of a game's course.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from runeheart.core.checked import did_you_mean
from runeheart.core.events import Json
from runeheart.core.runes import RUNES
from runeheart.core.table import shown


class Kind(StrEnum):
    """The kinds of clues, in the order of play.md."""

    AT = "at"
    NOT_AT = "not_at"
    EITHER = "either"
    BEFORE = "before"
    DIRECTLY_BEFORE = "directly_before"
    NEXT_TO = "next_to"
    APART = "apart"
    ABSENT = "absent"


KEYS: Mapping[Kind, tuple[str, ...]] = {
    Kind.AT: ("rune", "position"),
    Kind.NOT_AT: ("rune", "position"),
    Kind.EITHER: ("rune", "positions"),
    Kind.BEFORE: ("first", "second"),
    Kind.DIRECTLY_BEFORE: ("first", "second"),
    Kind.NEXT_TO: ("runes",),
    Kind.APART: ("runes", "distance"),
    Kind.ABSENT: ("rune",),
}
"""What each kind carries besides `kind`, in the order in which it is written."""
_EVERY_KEY = tuple(dict.fromkeys(key for keys in KEYS.values() for key in keys))


class Clue(Struct, frozen=True):
    """One clue. `runes`: one or two; of NEXT_TO and APART in the order of the rune list.

    `numbers`: a position (1 … length), two positions p and p + 1, a distance (2 … length - 1), or nothing.
    """

    kind: Kind
    runes: tuple[str, ...]
    numbers: tuple[int, ...] = ()

    def json(self) -> dict[str, Json]:
        """Return the clue as play.md writes it."""
        found: dict[str, Json] = {
            "rune": self.runes[0],
            "first": self.runes[0],
            "second": self.runes[-1],
            "runes": list(self.runes),
            "position": self.numbers[0] if self.numbers else None,
            "distance": self.numbers[0] if self.numbers else None,
            "positions": list(self.numbers),
        }
        return {"kind": self.kind.value, **{key: found[key] for key in KEYS[self.kind]}}


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two runes in the order of the rune list, as clues without an order name them."""
    first, second = sorted((one, other), key=RUNES.index)
    return first, second


def holds(clue: Clue, sequence: Sequence[str]) -> bool:
    """Tell whether a clue is true of a sequence. All kinds but ABSENT need their runes in it (HA-07)."""
    if clue.kind is Kind.ABSENT:
        return clue.runes[0] not in sequence
    if any(rune not in sequence for rune in clue.runes):
        return False
    first = sequence.index(clue.runes[0]) + 1
    second = sequence.index(clue.runes[-1]) + 1
    match clue.kind:
        case Kind.AT | Kind.EITHER:
            return first in clue.numbers
        case Kind.NOT_AT:
            return first not in clue.numbers
        case Kind.BEFORE:
            return first < second
        case Kind.DIRECTLY_BEFORE:
            return first + 1 == second
        case Kind.NEXT_TO:
            return abs(first - second) == 1
        case _:
            return abs(first - second) == clue.numbers[0]


def text(clue: Clue, length: int) -> str:
    """Word a clue for people, for a sequence of `length` places; at most 48 characters.

    Places carry numbers because the buttons do. Two runes without an order stand in a sentence that has none.
    That a rune is in the sequence (HA-07) is said wherever it could be doubted; with all six in, it cannot.
    """
    one = clue.runes[0].capitalize()
    other = clue.runes[-1].capitalize()
    match clue.kind:
        case Kind.AT:
            return f"{one} is in {_place(clue.numbers[0], length)}."
        case Kind.NOT_AT if length == len(RUNES):
            return f"{one} is not in place {clue.numbers[0]}."
        case Kind.NOT_AT:
            return f"{one} is in the sequence, but not in place {clue.numbers[0]}."
        case Kind.EITHER:
            return f"{one} is in place {clue.numbers[0]} or {clue.numbers[1]}."
        case Kind.BEFORE:
            return f"{one} comes somewhere before {other}."
        case Kind.DIRECTLY_BEFORE:
            return f"{one} comes directly before {other}."
        case Kind.NEXT_TO:
            return f"{one} and {other} are next to each other."
        case Kind.APART if clue.numbers[0] == 2:
            return f"Exactly 1 rune lies between {one} and {other}."
        case Kind.APART:
            return f"Exactly {clue.numbers[0] - 1} runes lie between {one} and {other}."
        case _:
            return f"{one} is not in the sequence."


def read(raw: Any, path: str, length: int) -> tuple[Clue | None, list[str]]:
    """Read a clue of a setup for a sequence of `length` places.

    Returns the clue and no problems, or None and one line per problem, each beginning with its path.
    """
    if not isinstance(raw, Mapping):
        return None, [f"{path}: {shown(raw)} is not a clue; expected an object with a kind"]
    kind = Kind(raw["kind"]) if raw.get("kind") in list(Kind) else None
    keys = _EVERY_KEY if kind is None else KEYS[kind]
    problems = [
        f"{path}.{named(key)}: unknown key{did_you_mean(key, ('kind', *keys))}"
        for key in raw
        if key != "kind" and key not in keys
    ]
    if kind is None:
        why = (
            f"{shown(raw['kind'])} is no kind of clue{did_you_mean(raw['kind'], Kind)}"
            if "kind" in raw
            else f"is missing; expected one of: {', '.join(Kind)}"
        )
        return None, [f"{path}.kind: {why}", *problems]
    runes: list[str] = []
    numbers: list[int] = []
    for key in keys:
        here = f"{path}.{key}"
        if key not in raw:
            problems.append(f"{here}: is missing")
        elif key in {"rune", "first", "second"}:
            problems += rune_problems(raw[key], here)
            runes.append(raw[key])
        elif key == "runes":
            problems += _runes_problems(raw[key], here)
            runes = raw[key]
        else:
            problems += _number_problems(key, raw[key], here, length)
            numbers = raw[key] if key == "positions" else [raw[key]]
    if not problems and keys[0] == "first" and runes[0] == runes[1]:
        problems.append(f"{path}.second: {shown(runes[1])} is the first rune too; expected another one")
    if problems:
        return None, problems
    ordered = pair(*runes) if keys[0] == "runes" else tuple(runes)
    return Clue(kind, ordered, tuple(numbers)), []


def rune_problems(raw: Any, path: str) -> list[str]:
    """Tell what is wrong with a value that should name a rune: nothing, or one line."""
    if isinstance(raw, str) and raw in RUNES:
        return []
    return [f"{path}: {shown(raw)} is no rune{did_you_mean(raw, RUNES)}"]


def whole(raw: Any, lowest: int, highest: int) -> bool:
    """Tell whether a value is a JSON integer in a range: 2.0 and true are none (play.md 1)."""
    return isinstance(raw, int) and not isinstance(raw, bool) and lowest <= raw <= highest


def named(key: str) -> str:
    """Return a key as a path shows it: on one line, whatever it holds."""
    return key if key.isprintable() and key else shown(key)


def _place(position: int, length: int) -> str:
    return f"place {position}, the last" if position == length else f"place {position}"


def _runes_problems(raw: Any, path: str) -> list[str]:
    if not isinstance(raw, list) or len(raw) != 2:
        return [f"{path}: {shown(raw)} is not a list of two runes"]
    problems = [line for index, rune in enumerate(raw) for line in rune_problems(rune, f"{path}[{index}]")]
    if not problems and raw[0] == raw[1]:
        problems.append(f"{path}[1]: {shown(raw[1])} is the first rune too; expected another one")
    return problems


def _number_problems(key: str, raw: Any, path: str, length: int) -> list[str]:
    if key == "positions":
        neighbours = isinstance(raw, list) and len(raw) == 2 and all(whole(p, 1, length) for p in raw)
        if neighbours and raw[0] + 1 == raw[1]:
            return []
        return [f"{path}: {shown(raw)} is not two places in a row within 1..{length}, such as [1,2]"]
    lowest, highest = (2, length - 1) if key == "distance" else (1, length)
    if whole(raw, lowest, highest):
        return []
    return [f"{path}: {shown(raw)} is not a whole number {lowest}..{highest}"]
