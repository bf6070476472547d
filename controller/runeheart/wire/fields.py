"""The fields of a sentence as values: dice and faces, names, whole numbers, degrees in tenths.

Owns what may stand in a field; every check raises ValueError with what was expected. Knows no message.
Degrees are tenths inside, whole numbers: a microcontroller's floats and a computer's would round differently.
"""

DICE = ("D4", "D6", "D8", "D10", "CMP", "MOV")
"""The dice by their names on the wire: CMP is the compass die, MOV the movement die."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The faces of CMP, clockwise."""

_WORD_MOST = 16
_WORDS_MOST = 3
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"


def check_die(die: str) -> str:
    """Return one of DICE."""
    if die not in DICE:
        raise ValueError(f"die {die!r}; expected one of {', '.join(DICE)}")
    return die


def face_text(die: str, face: int | str | tuple[str, ...]) -> str:
    """Return a face as its field: 1 … n of dN, a direction of CMP, 1 to 3 words of MOV joined with `+`."""
    if check_die(die) == "CMP":
        if face in DIRECTIONS:
            return str(face)
        raise ValueError(f"face {face!r} of CMP; expected one of {', '.join(DIRECTIONS)}")
    if die == "MOV":
        if isinstance(face, tuple) and 1 <= len(face) <= _WORDS_MOST and len(set(face)) == len(face):
            return "+".join([_word(word) for word in face])
        raise ValueError(f"face {face!r} of MOV; expected 1 to {_WORDS_MOST} different terrain words")
    if isinstance(face, int) and 1 <= face <= int(die[1:]):
        return str(face)
    raise ValueError(f"face {face!r} of {die}; expected 1 to {die[1:]}")


def face_of(die: str, text: str) -> int | str | tuple[str, ...]:
    """Return the face that a field says."""
    if die == "CMP":
        return text
    return tuple(text.split("+")) if die == "MOV" else whole(text)


def _word(word: str) -> str:
    if 1 <= len(word) <= _WORD_MOST and word[0] in _SMALL and _only(word, _SMALL + _DIGITS + "-_"):
        return word
    raise ValueError(f"terrain {word!r}; expected a lower-case word of at most {_WORD_MOST} characters")


def check_name(name: str) -> str:
    """Return the name of a sensor: 1 to 8 small letters and digits, a letter first."""
    if isinstance(name, str) and 1 <= len(name) <= 8 and name[0] in _SMALL and _only(name, _SMALL + _DIGITS):
        return name
    raise ValueError(f"name {name!r}; expected 1 to 8 small letters and digits, a letter first")


def check_plain(text: str, most: int) -> str:
    """Return 1 to `most` letters, digits, dots and signs `+` and `-`: a version, the number of a tag."""
    if 1 <= len(text) <= most and _only(text.lower(), _SMALL + _DIGITS + ".+-"):
        return text
    raise ValueError(f"{text!r}; expected 1 to {most} letters, digits, dots, + and -")


def _only(text: str, allowed: str) -> bool:
    return all(character in allowed for character in text)


def check_number(number: int, least: int, most: int) -> int:
    """Return a whole number from `least` to `most`."""
    if isinstance(number, int) and least <= number <= most:
        return number
    raise ValueError(f"number {number!r}; expected {least} to {most}")


def whole(text: str) -> int:
    """Return the whole number that a field says, 0 or more; up to nine digits."""
    if 1 <= len(text) <= 9 and _only(text, _DIGITS):
        return int(text)
    raise ValueError(f"{text!r}; expected a whole number")


def tenths_of(degrees: float) -> int:
    """Return degrees, 0 … 360, as tenths, 0 … 3599 (360 is 0 again)."""
    if 0 <= degrees <= 360:
        return int(degrees * 10 + 0.5) % 3600
    raise ValueError(f"{degrees!r} degrees; expected 0 to 360")


def tenths_text(tenths: int) -> str:
    """Return tenths as their field, `98.3`."""
    return f"{tenths // 10}.{tenths % 10}"


def tenths(text: str) -> int:
    """Return the degrees of a field, 0 … 360, as tenths, rounded half up; `98`, `98.25` and `098.3` do."""
    before, _, after = text.partition(".")
    if len(after) > 6 or not (before or after):
        raise ValueError(f"{text!r}; expected degrees")
    value = whole(before or "0") * 10
    if after:
        whole(after)
        value += int(after[0]) + (after[1:2] >= "5")
    if value > 3600:
        raise ValueError(f"{text} degrees; expected 0 to 360")
    return value


def signed_tenths(text: str, side: str) -> int:
    """Return a deviation or variation in tenths, E positive, W negative; an empty field is 0."""
    if not text:
        return 0
    if side not in ("E", "W"):
        raise ValueError(f"side {side!r} of {text}; expected E or W")
    return tenths(text) if side == "E" else -tenths(text)
