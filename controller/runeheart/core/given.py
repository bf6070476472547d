"""Values as people give them in setups and commands: small checks, and problems in the words of all games.

Each problem is one line that begins with the path from the top. Knows no game.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from runeheart.core.checked import did_you_mean
from runeheart.core.hexes import Hex
from runeheart.core.table import shown


def whole(raw: Any, lowest: int, highest: int | None = None) -> bool:
    """Tell whether a value is a JSON integer in a range: 2.0 and true are none (play.md 1)."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        return False
    return lowest <= raw and (highest is None or raw <= highest)


def hex_at(raw: Any) -> Hex | None:
    """Read `[q, r]`; None when it is no Hex."""
    if isinstance(raw, list) and len(raw) == 2 and all(type(number) is int for number in raw):
        return raw[0], raw[1]
    return None


def named(key: str) -> str:
    """Return a key as a path shows it: on one line, whatever it holds."""
    return key if key.isprintable() and key else shown(key)


def found(raw: Mapping[str, Any], key: str) -> str:
    """Show what stands under a key, for a sentence: the value, or `missing`."""
    return shown(raw[key]) if key in raw else "missing"


def key_problems(raw: Mapping[str, Any], known: Iterable[str], path: str = "") -> list[str]:
    """Return a problem for each key that is not known."""
    before = f"{path}." if path else ""
    names = list(known)
    return [f"{before}{named(key)}: unknown key{did_you_mean(key, names)}" for key in raw if key not in names]


def word_problems(raw: Any, words: Iterable[str], path: str) -> list[str]:
    """Return a problem unless a value is one of the words."""
    known = list(words)
    if isinstance(raw, str) and raw in known:
        return []
    suggestion = did_you_mean(raw if isinstance(raw, str) else "", known)
    close = suggestion if suggestion.startswith("; did") else ""
    return [f"{path}: {shown(raw)} is not one of {', '.join(known)}{close}"]


def house_problems(raw: Any, rules: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the problems of `house`, an object of house rules and their values."""
    if not isinstance(raw, Mapping):
        return [f"house: {shown(raw)} is not an object of house rules and their values"]
    problems = [
        f"house.{named(key)}: unknown house rule{did_you_mean(key, rules)}" for key in raw if key not in rules
    ]
    for name, allowed in rules.items():
        if name in raw:
            problems += word_problems(raw[name], allowed, f"house.{name}")
    return problems
