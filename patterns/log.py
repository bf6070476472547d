"""The log of the search: one line of JSON for each attempt, so that a run can go on where the last one ended.

Owns the form of a line, and what becomes of one that was not written whole. Must not know which decks are
kept.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patterns.anneal import Cards, Found, ground
from runeheart.core.runes import RUNES
from runeheart.games.heart import patterns
from runeheart.games.heart.deck import DECK_SIZE

Key = tuple[str, int]
"""A kind of deck and a length."""


class LogError(Exception):
    """A log cannot be read; the text names file, line and remedy."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one attempt found."""

    key: Key
    number: int
    found: Found


def resume(path: Path, keys: Collection[Key]) -> list[Attempt]:
    """Return the attempts so far; raise LogError for a line that is none.

    A last line that was not written whole, as when the machine went off in the middle of it, is cut away:
    that attempt is made anew.
    """
    if not path.exists():
        return []
    written = path.read_bytes()
    lines = written.splitlines(keepends=True)
    attempts: list[Attempt] = []
    for number, line in enumerate(lines, 1):
        try:
            attempts.append(_attempt(line, keys))
        except (ValueError, LookupError, TypeError) as error:
            if number < len(lines):
                raise LogError(
                    f"{path}: line {number} is no attempt of a search ({type(error).__name__}: {error});"
                    " delete that line, or the file to begin anew"
                ) from None
            path.write_bytes(b"".join(lines[:-1]))
            return attempts
    if lines and not lines[-1].endswith(b"\n"):
        path.write_bytes(written + b"\n")
    return attempts


def add(path: Path, attempt: Attempt) -> None:
    """Write an attempt to the log."""
    (kind, length), found = attempt.key, attempt.found
    line = {"kind": kind, "length": length, "attempt": attempt.number, "unsure": found.unsure}
    with path.open("a", encoding="utf-8") as log:
        log.write(json.dumps({**line, "pattern": pattern_of(attempt.key, found.cards)}) + "\n")


def cards_of(key: Key, pattern: str) -> Cards:
    """Return the cards of a pattern by their numbers."""
    return frozenset(ground(*key).number[clue] for clue in patterns.read(pattern, RUNES))


def pattern_of(key: Key, cards: Cards) -> str:
    """Write cards as a pattern."""
    clues = [ground(*key).clues[card] for card in sorted(cards)]
    return patterns.written(clues, RUNES)


def _attempt(line: bytes, keys: Collection[Key]) -> Attempt:
    entry: dict[str, Any] = json.loads(line)
    key = (entry["kind"], entry["length"])
    if key not in keys:
        raise ValueError(f"there is no set {key[0]}-{key[1]}")
    cards = cards_of(key, entry["pattern"])
    if len(cards) != DECK_SIZE:
        raise ValueError(f"{len(cards)} cards; expected {DECK_SIZE} different ones")
    number, unsure = entry["attempt"], entry["unsure"]
    if type(number) is not int or type(unsure) is not int:
        raise TypeError("attempt and unsure: expected whole numbers")
    return Attempt(key, number, Found(cards, unsure))
