"""What pages and programs can ask of a prop: look, carry out a verb or a command, see the answer.

Owns the addresses under /api/v1 that act on the game at the table, and the document of all. Everything is
answered in one shape: `{"result":"done",…}` or `{"result":"refused","why":…}`. Knows no page.
"""

from collections.abc import AsyncIterator, Iterable
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from runeheart.console import bodies, document
from runeheart.console.feed import MOST_LISTENERS, Feed, FullError
from runeheart.console.guard import needs, problem
from runeheart.console.operations import Done, Endpoint, Nothing, Operation, answered, done, routes_of
from runeheart.console.sessions import Role
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.runtime.prop import Prop

DOCUMENT = "/api/v1/openapi.json"


class Status(Done, tag_field="result", tag="done"):
    """What the game master sees: the prop, the game at the table, its log, lights, devices, alerts."""

    prop: dict[str, Any]
    seq: int
    """How much was done in the game: tell it with what is chosen for what was seen."""
    game: dict[str, Any] | None
    screen: list[str]
    lights: list[dict[str, Any]]
    devices: list[dict[str, Any]]
    alerts: list[str]
    log: list[dict[str, Any]]


class Api:
    """The addresses of one prop.

    Args:
        prop: what they act on.
        feed: is told of changes by whoever made it.
        version: of the program, for the document.
        more: what other rooms answer under /api/v1, for the document and the routes.
    """

    def __init__(self, prop: Prop, feed: Feed, version: str = "", more: Iterable[Operation] = ()) -> None:
        self._prop = prop
        self._feed = feed
        self._operations = [*self._own(), *more]
        self._version = version

    def routes(self) -> list[BaseRoute]:
        """Return the routes of everything in the document, and of the document."""
        return [
            *routes_of(self._operations),
            Route(DOCUMENT, needs(Role.VIEWER, self._tell_document)),
            Route("/api/v1/verbs/{verb}", needs(Role.OPERATOR, _no_verb), methods=["POST"]),
        ]

    def _own(self) -> list[Operation]:
        verbs = [
            Operation(
                "POST", f"/api/v1/verbs/{verb}", f"verb_{verb.replace('-', '_')}", summary,
                self._verb(verb), Role.OPERATOR, body, bodies.Seen if verb == "undo" else Nothing,
            )
            for verb, (body, summary) in bodies.OF_VERB.items()
        ]  # fmt: skip
        return [
            Operation(
                "GET", "/api/v1/status", "status", "See what the game master sees", self._status,
                Role.VIEWER, answer=Status,
            ),
            Operation(
                "GET", "/api/v1/events", "events", "Hear of every change, as server-sent events",
                self._events, Role.VIEWER, answer=str, media_type="text/event-stream",
            ),
            Operation(
                "POST", "/api/v1/commands", "command", "Give a command of the game at the table",
                self._command, Role.OPERATOR, bodies.Command, bodies.Seen,
            ),
            *verbs,
        ]  # fmt: skip

    async def _status(self, _request: Request, _body: Any, _query: Any) -> Response:
        return done(**document.look(self._prop))

    async def _events(self, request: Request, _body: Any, _query: Any) -> Response:
        return await stream(request, self._feed)

    async def _command(self, request: Request, body: dict[str, Any], query: Struct) -> Response:
        if not isinstance(body.get("do"), str):
            return problem(400, f"do: it must name a command, not {shown(body.get('do'))}")
        return answered(
            await self._prop.operator("command", {"body": body, **bodies.said(query)}, request.state.who.name)
        )

    def _verb(self, verb: str) -> Endpoint:
        async def carry_out(request: Request, body: Any, query: Any) -> Response:
            args = {**bodies.said(body), **bodies.said(query)}
            return answered(await self._prop.operator(verb, args, request.state.who.name))

        return carry_out

    async def _tell_document(self, _request: Request) -> Response:
        from runeheart.console import openapi  # noqa: PLC0415 - few ask for it, and it takes a MiB

        return JSONResponse(openapi.document(self._operations, self._version))


async def _no_verb(request: Request) -> Response:
    verb = request.path_params["verb"]
    return problem(404, f"{shown(verb)} is no verb{did_you_mean(verb, bodies.OF_VERB)}")


async def stream(request: Request, feed: Feed) -> Response:
    """Answer with a feed's events, for as long as whoever asks is welcome."""
    address = request.client.host if request.client else "?"
    lines = feed.lines(address, request.state.is_still_welcome)
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
