"""A setup as the text of a file: one JSON object, or every problem of its form (play.md 1).

Owns what can be wrong with the text. Must not know files, nor what a game makes of the keys.
"""

from typing import Any

from runeheart.core.game import SetupInvalidError
from runeheart.core.given import named
from runeheart.core.lines import NotJsonError, parse
from runeheart.core.table import shown

EXPECTED = 'expected a JSON object such as {"difficulty": "easy"}, or {} for all defaults'


class _Pairs(list[tuple[str, Any]]):
    """An object as it is written: a key can be there twice."""


def read_setup(content: bytes, name: str) -> dict[str, Any]:
    """Return the object that a file holds; raise SetupInvalidError.

    `name` is the file's name: what is wrong with the whole of it has no path from the top.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise SetupInvalidError([f"{name}: line {line} is not UTF-8 text; save it as UTF-8"]) from None
    if not text.strip():
        raise SetupInvalidError([f"{name}: is empty; {EXPECTED}"])
    try:
        found = parse(text, _Pairs)
    except NotJsonError as error:
        where = f" at line {error.place[0]}, column {error.place[1]}" if error.place else ""
        raise SetupInvalidError([f"{name}: {error}{where}; {EXPECTED}"]) from None
    problems: list[str] = []
    raw = _plain(found, "", problems)
    if not isinstance(raw, dict):
        raise SetupInvalidError([f"{name}: holds {shown(raw)}; {EXPECTED}"])
    if problems:
        raise SetupInvalidError(problems)
    return raw


def _plain(found: Any, path: str, problems: list[str]) -> Any:
    """Turn pairs into dicts, and note each key that is there more than once."""
    if isinstance(found, _Pairs):
        raw: dict[str, Any] = {}
        for key, value in found:
            here = f"{path}.{named(key)}" if path else named(key)
            if key in raw:
                problems.append(f"{here}: is there twice; leave one of them out")
            raw[key] = _plain(value, here, problems)
        return raw
    if isinstance(found, list):
        return [_plain(entry, f"{path}[{index}]", problems) for index, entry in enumerate(found)]
    return found
