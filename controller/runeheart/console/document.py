"""What the game master sees of a prop: the parts of one document, each sent again only when it changed.

Owns the choice of what is told. The answer of a running game is in none of it. Knows no page.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from runeheart.core.events import Event, Json
from runeheart.core.units import seconds
from runeheart.runtime.prop import Prop
from runeheart.runtime.records import Row
from runeheart.surface import maps, wording

LOG_ROWS = 60
"""The log shows what these many of the last commands led to."""
_NEVER = {"answer", "bank", "seed", "left_s"}


def look(prop: Prop) -> dict[str, Json]:
    """Return the parts: prop, game, its seq, screen, lights, devices, alerts, log; a map if the game has one.

    What moves with time alone is in `clock`, so that a second that passes costs a line and not a page.
    """
    status = prop.status()
    table = prop.session.table
    rows = prop.session.log()
    told: dict[str, Json] = {
        "prop": {"name": status["name"], "version": status["version"]},
        "screen": status["screen"],
        "lights": status["lights"],
        "devices": status["devices"],
        "alerts": status["alerts"],
        "runes": _runes(prop),
        "clock": {"now_s": status["uptime_s"]},
        "seq": prop.session.seq,
        "game": None,
        "board": None,
        "play": None,
        "log": [],
    }
    if table is None:
        return told
    game, state = table.game, table.state
    view = game.view(state)
    ask = game.ask(state)
    told["game"] = {
        "game": game.name,
        **{name: value for name, value in view.items() if name not in _NEVER},
        **prop.session.about(),
        "is_over": ask is None,
        "asked": wording.asked(game.name, ask, state) if ask else None,
    }
    runs = prop.session.due_mono_ms() is not None
    told["clock"] = {
        "now_s": status["uptime_s"],
        "at_s": seconds(table.at_ms),
        "left_s": view.get("left_s"),
        "runs": runs,
    }
    told["log"] = log_of(game.name, state, rows)
    if maps.has_map(game.name):
        events = maps.happened(row.events for row in rows)
        told["board"] = msgspec.to_builtins(maps.board(game.name, state))
        told["play"] = msgspec.to_builtins(maps.play(game.name, state, ask, events))
    return told


def _runes(prop: Prop) -> dict[str, Json]:
    """Return which runes are held, and when (s, as `clock.now_s`) each was pressed last."""
    pressed = {
        button.value: seconds(at_ms - prop.began_ms) for button, at_ms in prop.hands.pressed_ms.items()
    }
    return {"held": list(prop.hands.held()), "pressed_s": pressed}


def log_of(game: str, state: Any, rows: tuple[Row, ...]) -> list[dict[str, Json]]:
    """Return what happened, the oldest first: when (s, game time), who gave the command, and in words."""
    lines: list[dict[str, Json]] = []
    for row in rows[-LOG_ROWS:]:
        said = [wording.happened(game, _event(event), state) for event in maps.happened([row.events])]
        text = [line for line in said if line] or _noted(row)
        if text:
            lines.append({"seq": row.seq, "at_s": seconds(row.at_ms), "who": row.source, "lines": text})
    return lines


def _noted(row: Row) -> list[str]:
    """Return what the operator did beside the game, in words."""
    if row.kind != "note":
        return []
    is_shown = row.body.get("do") == "show_hint" or row.body.get("show")
    return ["Hint shown on the prop" if is_shown else "Hint given"]


def _event(event: Mapping[str, Json]) -> Event:
    return Event(str(event["event"]), {key: value for key, value in event.items() if key != "event"})
