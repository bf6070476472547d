"""What counts as a terrain word, on a board, on the die and in a roll. Knows nothing else of the game."""

from typing import Any

from runeheart.core.table import shown

USUAL = ("road", "river", "hills", "forest", "swamp", "mountains", "plains")
"""The terrains of the game; a table may have others."""

MOST_ON_A_DIE = 3
"""Terrains on a face of the movement die, at most (CA-05)."""


def is_word(raw: object) -> bool:
    """Tell whether something is a lower-case word: a letter, then letters, digits, `-` and `_`."""
    return (
        isinstance(raw, str)
        and raw[:1].isalpha()
        and raw == raw.lower()
        and all(character.isalnum() or character in "-_" for character in raw)
    )


def word_problems(given: list[Any]) -> list[tuple[int, str]]:
    """Return what is wrong in a list of terrains, each with its place from 0: no word, or there twice."""
    problems = []
    for place, word in enumerate(given):
        if not is_word(word):
            problems.append(
                (place, f"{shown(word)} is not a lower-case word; expected a terrain such as hills")
            )
        elif word in given[:place]:
            problems.append((place, f"{word} is there twice; expected different terrains"))
    return problems


def face_problems(raw: Any) -> list[tuple[int | None, str]]:
    """Return what is wrong with a face of the movement die, each with its place; None is the whole face."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_ON_A_DIE:
        expected = f'1 to {MOST_ON_A_DIE} different terrains, such as ["river", "road"]'
        return [(None, f"{shown(raw)} is not a list of {expected}")]
    return [*word_problems(raw)]
