"""JSON text in and out, the same on every machine and Python version (play.md 1). Knows no commands."""

import json
import re
from collections.abc import Callable
from typing import Any

from runeheart.core.events import Json

DEEPEST = 64
"""Levels of nesting. No command needs more than a few, and how deep a parser can go differs by version."""

MOST_DIGITS = 640
"""Whole numbers that every Python reads, however it is set up; a longer one is infinite, as 1e999 is."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[\[\]{}]")


class NotJsonError(ValueError):
    """A text is no JSON. Its text goes on a sentence; `place` is its first bad line and column, from 1."""

    def __init__(self, why: str, place: tuple[int, int] | None = None) -> None:
        super().__init__(why)
        self.place = place


def parse(text: str, pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Read one JSON value; `pairs_hook` makes the objects where a dict does not do.

    Raises NotJsonError; NaN and the infinities are no JSON.
    """
    if _nests_too_deeply(text):
        raise NotJsonError(f"is nested more than {DEEPEST} levels deep")
    try:
        return json.loads(
            text, parse_constant=_no_constant, parse_int=_whole_number, object_pairs_hook=pairs_hook
        )
    except json.JSONDecodeError as error:
        raise NotJsonError("is not JSON", (error.lineno, error.colno)) from None
    except ValueError:
        raise NotJsonError("is not JSON") from None


def written(line: dict[str, Json]) -> bytes:
    """Write one JSON line: compact, UTF-8, ended by a newline. Half a surrogate pair stays an escape."""
    text = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
    return text.encode(errors="backslashreplace") + b"\n"


def _nests_too_deeply(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)


def _no_constant(name: str) -> None:
    raise ValueError(name)
