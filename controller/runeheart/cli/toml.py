"""Writes values as TOML, as far as a configuration needs it: words, numbers, truth, flat tables."""

import json
from typing import Any


def value(found: Any) -> str:
    """Write one value."""
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int | float):
        return repr(found)
    return json.dumps(str(found), ensure_ascii=False)  # a basic string escapes what JSON escapes


def entry(key: str, found: Any, comment: str = "") -> str:
    """Write one line `key = value`; None as a comment, because TOML has no such value."""
    line = f"# {key} is not set" if found is None else f"{key} = {value(found)}"
    return f"{line:<34}  # {comment}" if comment else line
