"""The players' screen: a tablet or a television beside the prop shows what everybody at the table may see.

Owns what is on it: the clock, the places, the clues that were read, the map. No secret, no team, no device.
"""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from runeheart.console.api import stream
from runeheart.console.app import Rooms
from runeheart.console.feed import Feed
from runeheart.console.guard import needs
from runeheart.console.sessions import Role
from runeheart.core.events import Json
from runeheart.runtime.prop import Prop
from runeheart.surface import maps

_SHOWN = (
    "phase",
    "length",
    "slots",
    "mistakes",
    "max_mistakes",
    "draws_left",
    "hand",
    "corruption",
    "round",
    "turn",
    "outcome",
)
"""What of a game's public state is shown."""


def look(prop: Prop) -> dict[str, Json]:
    """Return the parts: prop, clock, game, and board and play of a game with a map, but no choices."""
    table = prop.session.table
    told: dict[str, Json] = {
        "prop": {"name": prop.name},
        "clock": None,
        "game": None,
        "board": None,
        "play": None,
    }
    if table is None:
        return told
    game, state = table.game, table.state
    prop.session.advance(prop.now_ms())
    view, ask = game.view(state), game.ask(state)
    told["game"] = {
        "game": game.name,
        "is_over": ask is None,
        **{name: view[name] for name in _SHOWN if name in view},
    }
    if "left_s" in view:
        told["clock"] = {"left_s": view["left_s"], "runs": prop.session.due_mono_ms() is not None}
    if maps.has_map(game.name):
        events = maps.happened(row.events for row in prop.session.log())
        play = msgspec.to_builtins(maps.play(game.name, state, ask, events))
        told["board"] = msgspec.to_builtins(maps.board(game.name, state))
        told["play"] = {**play, "choices": []}
    return told


def routes(rooms: Rooms, feed: Feed) -> list[BaseRoute]:
    """Return the routes; `feed` tells what `look` returns."""

    async def page(request: Request) -> Response:
        return rooms.page(request, "player.html")

    async def events(request: Request) -> Response:
        return await stream(request, feed)

    if rooms.settings.player_screen == "open":
        return [Route("/player", page), Route("/player/events", events)]
    return [
        Route("/player", needs(Role.VIEWER, page)),
        Route("/player/events", needs(Role.VIEWER, events)),
    ]
