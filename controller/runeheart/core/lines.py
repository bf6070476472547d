"""JSON text in and out, the same on every machine and Python version (play.md 1). Knows no commands."""

import json
import re
from typing import Any

from runeheart.core.events import Json

DEEPEST = 64
"""Levels of nesting. No command needs more than a few, and how deep a parser can go differs by version."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[\[\]{}]")


def parse(text: str) -> Any:
    """Read one JSON value.

    Raises ValueError that goes on a sentence (`is not JSON`); NaN and the infinities are no JSON.
    """
    if _nests_too_deeply(text):
        raise ValueError(f"is nested more than {DEEPEST} levels deep")
    try:
        return json.loads(text, parse_constant=_no_constant)
    except ValueError:
        raise ValueError("is not JSON") from None


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


def _no_constant(name: str) -> None:
    raise ValueError(name)
