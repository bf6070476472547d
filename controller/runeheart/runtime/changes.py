"""What differs between two configurations, and which of it a prop takes over while it runs. Values only."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from runeheart.core.table import shown

LIVE: Final = (
    "prop.name",
    "prop.preset",
    "prop.game",
    "prop.rotation",
    "heart",
    "ruin",
    "cult",
    "power.after_loss",
    "lights.brightness",
    "lights.gamma",
)
"""Paths, and tables, that are taken over at once; the setup of a game counts from the next game on."""


class Change(Struct, frozen=True):
    """One setting that is another one now; `is_live`: it is taken over without a restart."""

    path: str
    before: Any
    after: Any
    is_live: bool

    def __str__(self) -> str:
        """Return the change as the log has it."""
        return f"{self.path}: {_told(self.before)} → {_told(self.after)}"


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Compare two configurations as tables (`msgspec.to_builtins`), setting by setting, by path."""
    old, new = dict(_flat(before)), dict(_flat(after))
    return [
        Change(path, old.get(path), new.get(path), _is_live(path))
        for path in sorted({*old, *new})
        if old.get(path) != new.get(path)
    ]


def _is_live(path: str) -> bool:
    return any(path == live or path.startswith(f"{live}.") for live in LIVE)


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _told(value: Any) -> str:
    return "nothing" if value is None else shown(value)
