"""The live room: what happens at the table, and everything a game master does about it.

Owns the page and the answer that is shown while it is held. What is told comes over the API's events.
"""

import logging
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from runeheart.console.app import Rooms
from runeheart.console.guard import needs, problem
from runeheart.console.operations import Done, Operation, done
from runeheart.console.sessions import Role
from runeheart.console.stuck import Stuck
from runeheart.core.game import Guided
from runeheart.games.heart.printed import SIGNS
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.runtime.prop import Prop

log = logging.getLogger(__name__)
GAMES = (("heart", "The Corrupted Heart"), ("ruin", "The Ruin"), ("cult", "Cult of the Rune"))


class HiddenAnswer(Done, tag_field="result", tag="done"):
    """The hidden answer, from the first place on."""

    answer: list[str]


def routes(rooms: Rooms) -> list[BaseRoute]:
    """Return the routes of the room."""

    async def live(request: Request) -> Response:
        return rooms.page(request, "live.html", games=GAMES, difficulties=DIFFICULTIES, signs=SIGNS)

    return [Route("/", needs(Role.VIEWER, live))]


def operations(prop: Prop, stuck: Stuck, changed: Callable[[], None]) -> list[Operation]:
    """Return what the room asks for; `changed` is called when what is told may be another."""

    async def answer(request: Request, _body: Any, _query: Any) -> Response:
        table = prop.session.table
        if table is None or not isinstance(table.game, Guided):
            return problem(409, "there is no hidden answer at the table now")
        log.info("the operator (%s): looked at the answer", request.state.who.name)
        return done(answer=list(table.game.answer(table.state)))

    async def leave_alone(request: Request, _body: Any, _query: Any) -> Response:
        if not stuck.leave_alone(prop):
            return problem(409, "the team is not stuck, or is left alone already")
        log.info("the operator (%s): leaves the team alone", request.state.who.name)
        changed()
        return done()

    return [
        Operation(
            "POST",
            "/api/v1/answer",
            "answer",
            "See the hidden answer; the log says who did",
            answer,
            Role.OPERATOR,
            answer=HiddenAnswer,
        ),
        Operation(
            "POST",
            "/api/v1/stuck",
            "leave_alone",
            "Say nothing more of a stuck team until it gets on",
            leave_alone,
            Role.OPERATOR,
        ),
    ]
