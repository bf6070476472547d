"""Board files as spaces with words, and the text form (play.md 5). What a word means is for each game to say.

Owns what all forms of board files share. Must not know files: a host reads them.
"""

import re
from collections.abc import Iterable

from msgspec import Struct

from runeheart.core.hexes import Hex, from_printed
from runeheart.core.table import shown


class Space(Struct, frozen=True):
    """One space of a board file."""

    at: Hex
    words: tuple[str, ...]
    """As written, in their order: `hills`, `brood=2`; the same word may be there twice."""
    label: str | None
    """The name in quotation marks, or the name of an object there."""
    where: str
    """Where it stands in the file, for problems: `line 3`, `cell 4, 2`."""


class Sheet(Struct, frozen=True):
    """What a board file holds: its spaces in the order of the file, and what is wrong or odd with it."""

    spaces: tuple[Space, ...]
    problems: tuple[str, ...] = ()
    """With any of these the board cannot be used. Each begins with its line or cell."""
    warnings: tuple[str, ...] = ()


_SPACE = re.compile(r"(\d{4}|-?\d+\.-?\d+)(?=\s|$)\s*(.*)", re.ASCII)
_LABEL = re.compile(r'"([^"]*)"')
_NO_SPACE = re.compile(
    r"[^\s\d]\S*\s+attributes\b|include\b|default\b|text\b|option\b|license\b|label\b|header\b|"
    r"\S+\s+(?:lib|xml|path|glow|label)\b|(?:\d{4}|-?\d+\.-?\d+)-(?:\d{4}|-?\d+\.-?\d+)",
    re.ASCII,
)
"""Lines of Text Mapper that are no spaces: attributes, includes, settings, and paths from space to space."""


def read_text(text: str) -> Sheet:
    """Read the text form: one line per space, `CCRR word… "Label"`; `#` begins a comment."""
    spaces: list[Space] = []
    problems: list[str] = []
    warnings: list[str] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = _without_comment(raw).strip()
        where = f"line {number}"
        if not line:
            continue
        match = _SPACE.fullmatch(line)
        at = from_printed(match[1]) if match else None
        if match is None or at is None:
            if _NO_SPACE.match(line):
                warnings.append(f"{where}: {shown(line)} is no space; it is skipped")
            else:
                problems.append(
                    f'{where}: {shown(line)} is no space; expected a number and words: 0203 hills "Name"'
                )
            continue
        labels = _LABEL.findall(match[2])
        words = _LABEL.sub(" ", match[2])
        if '"' in words:
            problems.append(f"{where}: a quotation mark is alone; a name stands between two")
        elif len(labels) > 1:
            problems.append(f"{where}: has {len(labels)} names; expected one at most")
        else:
            spaces.append(Space(at, tuple(words.split()), labels[0] if labels else None, where))
    problems += doubled(spaces)
    return Sheet(tuple(spaces), tuple(problems), tuple(warnings))


def doubled(spaces: Iterable[Space]) -> list[str]:
    """Return a problem for each space whose Hex stands in the file before."""
    first: dict[Hex, str] = {}
    problems = []
    for space in spaces:
        if space.at in first:
            problems.append(f"{space.where}: this space is there already, in {first[space.at]}")
        else:
            first[space.at] = space.where
    return problems


def _without_comment(line: str) -> str:
    """Leave out what follows a `#`, unless it stands in a name."""
    inside = False
    for place, letter in enumerate(line):
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            return line[:place]
    return line
