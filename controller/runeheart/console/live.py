"""The live room: what happens at the table, and everything a game master does about it.

Owns the page and the answer that is shown while it is held. What is told comes over the API's events.
"""

import logging
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from runeheart.console.app import Rooms
from runeheart.console.guard import needs, problem
from runeheart.console.sessions import Role
from runeheart.console.stuck import Stuck
from runeheart.core.game import Guided
from runeheart.games.heart.printed import SIGNS
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.runtime.prop import Prop

log = logging.getLogger(__name__)
GAMES = (("heart", "The Corrupted Heart"), ("ruin", "The Ruin"), ("cult", "Cult of the Rune"))


def routes(rooms: Rooms, prop: Prop, stuck: Stuck, changed: Callable[[], None]) -> list[BaseRoute]:
    """Return the routes of the room; `changed` is called when what is told may be another."""

    async def live(request: Request) -> Response:
        return rooms.page(request, "live.html", games=GAMES, difficulties=DIFFICULTIES, signs=SIGNS)

    async def answer(request: Request) -> Response:
        table = prop.session.table
        if table is None or not isinstance(table.game, Guided):
            return problem(409, "there is no hidden answer at the table now")
        log.info("the operator (%s): looked at the answer", request.state.who.name)
        return JSONResponse({"result": "done", "answer": list(table.game.answer(table.state))})

    async def leave_alone(request: Request) -> Response:
        if not stuck.leave_alone(prop):
            return problem(409, "the team is not stuck, or is left alone already")
        log.info("the operator (%s): leaves the team alone", request.state.who.name)
        changed()
        return JSONResponse({"result": "done"})

    return [
        Route("/", needs(Role.VIEWER, live)),
        Route("/api/v1/answer", needs(Role.OPERATOR, answer), methods=["POST"]),
        Route("/api/v1/stuck", needs(Role.OPERATOR, leave_alone), methods=["POST"]),
    ]
