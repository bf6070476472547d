"""Deck codes: a printed set in eight characters that people can type, `NF-4KQ2-XC` (H-004, H-005).

Owns the code: how it is written, checked and read. Must not know what a set holds (`printed`).

The first letter is the difficulty, the second the kind of decks, then four characters of the seed and two
that check the rest: all digits of base 31, without letters that look like others. The checks make the sum of
all digits 0, and their sum weighted by place too. So any one wrong character and any two that changed places
are found, and the code that was meant can be told.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from runeheart.core.table import shown

ALPHABET = "0123456789ABCDEFGHJKMNPQRTVWXYZ"
_BASE = len(ALPHABET)  # prime, so every sum of the checks can be divided
_DASHES = "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_SPACES = " \t\r\n\u00a0\u2002\u2003\u2007\u2009\u200a\u200b\u2060\u202f\ufeff"
_ALIKE = str.maketrans("ILOSU", "1105V", f"{_DASHES}{_SPACES}_.")
"""Letters that are not used, read as what they look like; signs between characters mean nothing, whatever a
program made of a hyphen or a space."""

_DIFFICULTIES: Mapping[str, str] = {"E": "easy", "N": "normal", "H": "hard"}
_KINDS: Mapping[str, str] = {"F": "fair", "M": "mixed", "W": "wild"}
"""The letters stand for how the decks are made, too: another way, or other patterns, must get other letters,
or a set on somebody's shelf would no longer be the set that its code makes."""

SEEDS = _BASE**4
"""A code holds a seed from 0 to SEEDS - 1."""
_SEED_DIGITS = 4
_LENGTH = 2 + _SEED_DIGITS + 2
EXAMPLE = "NF-4KQ2-XC"
_MOST_MEANT = 4
"""More suggestions than that are no help."""


class DeckCode(Struct, frozen=True):
    """What a code says. All values must be ones that a code can hold."""

    difficulty: str
    kind: str
    seed: int
    """0 … SEEDS - 1."""

    def __str__(self) -> str:
        """Return the code as it is printed."""
        digits = self._digits()
        plain = sum(digits)
        weighted = sum(weight * digit for weight, digit in enumerate(digits, 1))
        last = (7 * plain - weighted) % _BASE
        letters = "".join(ALPHABET[digit] for digit in (*digits, (-plain - last) % _BASE, last))
        return f"{letters[:2]}-{letters[2:6]}-{letters[6:]}"

    @property
    def number(self) -> int:
        """The code without its checks as one whole number: different for any two sets."""
        number = 0
        for digit in self._digits():
            number = number * _BASE + digit
        return number

    def _digits(self) -> tuple[int, ...]:
        first = ALPHABET.index(_letter(_DIFFICULTIES, self.difficulty))
        second = ALPHABET.index(_letter(_KINDS, self.kind))
        seed = [self.seed // _BASE**power % _BASE for power in range(_SEED_DIGITS - 1, -1, -1)]
        return (first, second, *seed)


def read(text: object) -> tuple[DeckCode | None, str | None]:
    """Read a code as somebody typed it: small letters, missing hyphens and look-alikes are as good.

    Returns it and no problem, or None and what is wrong with it, as the end of a sentence about it.
    """
    if not isinstance(text, str):
        return None, f"{shown(text)} is not a deck code such as {EXAMPLE}"
    typed = text.upper().translate(_ALIKE)
    found = _parsed(typed)
    if found is not None:
        return found, None
    meant = {str(code): None for code in map(_parsed, _slips(typed)) if code is not None}
    if 1 <= len(meant) <= _MOST_MEANT:
        *others, last = meant
        hint = f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    else:
        hint = f"expected {_LENGTH} characters such as {EXAMPLE}; look at the box sheet once more"
    why = (
        "is no deck code" if len(typed) != _LENGTH else "is no deck code: its last two characters do not fit"
    )
    return None, f"{shown(text)} {why}; {hint}"


def _parsed(typed: str) -> DeckCode | None:
    """Return the code of characters without signs between them; None if they are none."""
    if len(typed) != _LENGTH or any(letter not in ALPHABET for letter in typed):
        return None
    digits = [ALPHABET.index(letter) for letter in typed]
    if sum(digits) % _BASE or sum(weight * digit for weight, digit in enumerate(digits, 1)) % _BASE:
        return None
    if typed[0] not in _DIFFICULTIES or typed[1] not in _KINDS:
        return None
    seed = 0
    for digit in digits[2:6]:
        seed = seed * _BASE + digit
    return DeckCode(_DIFFICULTIES[typed[0]], _KINDS[typed[1]], seed)


def _slips(typed: str) -> Iterator[str]:
    """Go through what may have been meant: one character other, two neighbours swapped, one lost or added.

    Of those, the end first: what is copied by hand or mouse is cut off there.
    """
    places = range(len(typed))
    match len(typed) - _LENGTH:
        case 0:
            for place in places:
                before, after = typed[:place], typed[place + 1 :]
                yield from (before + letter + after for letter in ALPHABET)
                yield before + after[:1] + typed[place] + after[1:]
        case -1:
            for place in reversed(range(_LENGTH)):
                yield from (typed[:place] + letter + typed[place:] for letter in ALPHABET)
        case 1:
            yield from (typed[:place] + typed[place + 1 :] for place in reversed(places))


def _letter(letters: Mapping[str, str], name: str) -> str:
    return next(letter for letter, known in letters.items() if known == name)
