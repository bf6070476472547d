"""What pages and programs can ask of a prop: look, carry out a verb or a command, see the answer.

Owns the addresses under /api/v1 that act on the game at the table. Everything is answered in one shape:
`{"result":"done",…}` or `{"result":"refused","why":…}`. Knows no page.
"""

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from runeheart.console import document
from runeheart.console.feed import MOST_LISTENERS, Feed, FullError
from runeheart.console.guard import body_of, needs, problem
from runeheart.console.sessions import Role
from runeheart.runtime.prop import Prop

NOT_AN_OBJECT = 'expected a JSON object, such as {"seconds":60}'
REFUSED = 409


class Api:
    """The addresses of one prop; `feed` is told of changes by whoever made it."""

    def __init__(self, prop: Prop, feed: Feed) -> None:
        self._prop = prop
        self._feed = feed

    def routes(self) -> list[BaseRoute]:
        """Return the routes."""
        return [
            Route("/api/v1/status", needs(Role.VIEWER, self._status)),
            Route("/api/v1/events", needs(Role.VIEWER, self._events)),
            Route("/api/v1/verbs/{verb}", needs(Role.OPERATOR, self._verb), methods=["POST"]),
            Route("/api/v1/commands", needs(Role.OPERATOR, self._command), methods=["POST"]),
        ]

    async def _status(self, _request: Request) -> Response:
        return JSONResponse({"result": "done", **document.look(self._prop)})

    async def _events(self, request: Request) -> Response:
        return await stream(request, self._feed)

    async def _verb(self, request: Request) -> Response:
        return await self._carry_out(request, request.path_params["verb"], await body_of(request))

    async def _command(self, request: Request) -> Response:
        body = await body_of(request)
        return await self._carry_out(request, "command", None if body is None else {"body": body})

    async def _carry_out(self, request: Request, name: str, args: dict[str, object] | None) -> Response:
        if args is None:
            return problem(400, NOT_AN_OBJECT)
        answer = await self._prop.operator(name, args, request.state.who.name)
        return JSONResponse(answer.json(), 200 if answer.result == "done" else REFUSED)


async def stream(request: Request, feed: Feed) -> Response:
    """Answer with a feed's events, for as long as whoever asks is known."""
    address = request.client.host if request.client else "?"
    was_known = request.state.who is not None
    lines = feed.lines(address, lambda: not was_known or request.state.is_still_known())
    try:
        first = await anext(lines)
    except FullError:
        return problem(503, f"{MOST_LISTENERS} pages look already; close some", {"Retry-After": "10"})
    except StopAsyncIteration:
        return problem(503, "the prop is being switched off")

    async def all_lines() -> AsyncIterator[bytes]:
        yield first
        async for line in lines:
            yield line

    return StreamingResponse(all_lines(), media_type="text/event-stream")
