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


def face_problem(raw: Any) -> str | None:
    """Tell why something is no face of the movement die; None if it is one."""
    expected = f"1 to {MOST_ON_A_DIE} different terrains"
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_ON_A_DIE:
        return f'{shown(raw)} is not a list of {expected}, such as ["river", "road"]'
    for place, word in enumerate(raw):
        if not is_word(word):
            return f"{shown(word)} is not a lower-case word; expected a terrain such as river"
        if word in raw[:place]:
            return f"{word} is there twice; expected {expected}"
    return None
