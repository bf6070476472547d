"""The status document: everything an operator may see of a prop, and no secret. Values only."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from runeheart.core.events import Event, Json
from runeheart.core.panel import Panel
from runeheart.core.runes import RUNES
from runeheart.core.table import Table
from runeheart.core.units import seconds
from runeheart.runtime.ports import Health

OF_THE_GAME: Mapping[str, tuple[str, ...]] = {
    "heart": (
        "phase",
        "left_s",
        "difficulty",
        "slots",
        "mistakes",
        "max_mistakes",
        "draws_left",
        "corruption",
        "outcome",
    )
}
"""What is told of the public state of a game that has secrets; of other games all is told.

The Heart's `answer` is public after the end, and left out all the same.
"""


def of_game(table: Table[Any] | None) -> dict[str, Json]:
    """Return what is told of the game at the table, and what it asks; `game` is None in attract."""
    if table is None:
        return {"game": None}
    game, state = table.game, table.state
    view, ask = game.view(state), game.ask(state)
    told = {"game": game.name, "ask": ask.json() if ask else None}
    if game.name in OF_THE_GAME:
        return {**told, **{name: view[name] for name in OF_THE_GAME[game.name] if name in view}}
    from runeheart.surface import wording  # noqa: PLC0415 - a prop that plays the Heart alone does without

    return {**told, **view, "asked": wording.asked(game.name, ask, state) if ask else None}


def of_events(table: Table[Any] | None, events: Iterable[Event]) -> dict[str, Json]:
    """Return what happened: the events as play.md writes them, and the same in words."""
    from runeheart.surface import wording  # noqa: PLC0415 - only who gives commands by hand reads them

    happened = list(events)
    lines = [wording.happened(table.game.name, event, table.state) for event in happened] if table else []
    return {"events": [event.json() for event in happened], "told": [line for line in lines if line]}


def of_panel(panel: Panel | None, levels: Iterable[float]) -> dict[str, Json]:
    """Return what can be seen on the prop: the screen in words, each light's pattern and level."""
    if panel is None:
        return {"screen": [], "lights": []}
    return {
        "screen": list(panel.screen.words),
        "lights": [
            {"rune": rune, "pattern": light.pattern.value, "level": round(level, 3)}
            for rune, light, level in zip(RUNES, panel.lights, levels, strict=True)
        ],
    }


def of_devices(health: Iterable[Health], other_alerts: Iterable[str]) -> dict[str, Json]:
    """Return the devices, and all sentences that need a person."""
    devices = list(health)
    alerts = [f"{device.device}: {device.alert}" for device in devices if device.alert]
    return {
        "devices": [
            {"device": device.device, "alert": device.alert, "counters": dict(device.counters)}
            for device in devices
        ],
        "alerts": [*alerts, *other_alerts],
    }


def of_program(name: str, version: str, uptime_ms: int) -> dict[str, Json]:
    """Return who answers."""
    python = ".".join(map(str, sys.version_info[:3]))
    return {"name": name, "version": version, "python": python, "uptime_s": seconds(uptime_ms)}


def of_journal(path: object, problem: str | None) -> Mapping[str, Json]:
    """Return how the journal is."""
    return {"journal": {"path": str(path), "written": problem is None}}
