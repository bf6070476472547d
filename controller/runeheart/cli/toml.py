"""Writes values as TOML, as far as a configuration needs it: words, numbers, truth, lists, small tables."""

import json
import re
from typing import Any


def value(found: Any) -> str:
    """Write one value."""
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int | float):
        return repr(found)
    if isinstance(found, list | tuple):
        return f"[{', '.join(map(value, found))}]"
    if isinstance(found, dict):
        pairs = ", ".join(f"{key_of(key)} = {value(one)}" for key, one in found.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return json.dumps(str(found), ensure_ascii=False)  # a basic string escapes what JSON escapes


def key_of(name: str) -> str:
    """Write a key: as it is, or in quotation marks where TOML wants them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else value(name)


def entry(key: str, found: Any, comment: str = "") -> str:
    """Write one line `key = value`; None as a comment, because TOML has no such value."""
    line = f"# {key} is not set" if found is None else f"{key} = {value(found)}"
    return f"{line:<34}  # {comment}" if comment else line
