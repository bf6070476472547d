"""What programs can ask for: an address with its words, values and answer, and the route that checks them.

Owns how a request becomes checked values and how a refusal reads. A room makes a list of `Operation`s; the
document of the API (`openapi`) is made from the same list. Knows no page and no prop.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from runeheart.console.guard import needs, problem
from runeheart.console.sessions import Role
from runeheart.runtime.verbs import Answer

REFUSED = 409


class _Number(Convertor[int]):
    """A whole number in an address, of as many digits as a game or a step may have; longer is no address."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())


class Done(Struct, tag_field="result", tag="done"):
    """It was done. More fields say what came of it."""


class Refusal(Struct, tag_field="result", tag="refused"):
    """It was not done, and all is as before."""

    why: str
    """The reason, in one sentence."""


class Nothing(Struct, forbid_unknown_fields=True):
    """A request that says nothing."""


Endpoint = Callable[[Request, Any, Any], Awaitable[Response]]
"""Gets the request, its checked body and its checked query."""


class Operation(Struct, frozen=True):
    """One thing that can be asked for."""

    method: Literal["GET", "POST", "PATCH"]
    path: str
    """With parameters as OpenAPI writes them: `/api/v1/games/{id}`; all of them are whole numbers."""
    name: str
    summary: str
    endpoint: Endpoint
    role: Role
    body: Any = Nothing
    """What a request brings as JSON: a Struct, or a described dict."""
    query: type[Struct] = Nothing
    answer: Any = Done
    media_type: str = "application/json"

    def route(self) -> BaseRoute:
        """Return the route that answers."""
        path = self.path.replace("}", ":number}")
        return Route(path, needs(self.role, self._answer), methods=[self.method])

    async def _answer(self, request: Request) -> Response:
        try:
            query = msgspec.convert(dict(request.query_params), self.query, strict=False)
            body = None if self.method == "GET" else await self._body_of(request)
        except msgspec.ValidationError as error:
            return problem(400, sentence(error))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return problem(400, "the body is not JSON; expected an object")
        return await self.endpoint(request, body, query)

    async def _body_of(self, request: Request) -> Any:
        raw = await request.body()
        said = msgspec.json.decode(raw if raw.strip() else b"{}")
        is_struct = hasattr(self.body, "__struct_fields__")  # a command of a game goes on as it came
        return msgspec.convert(_whole(said) if is_struct else said, self.body)


def routes_of(operations: Iterable[Operation]) -> list[BaseRoute]:
    """Return the routes of operations."""
    return [operation.route() for operation in operations]


def answered(answer: Answer) -> Response:
    """Return what a prop has answered."""
    return JSONResponse(answer.json(), 200 if answer.result == "done" else REFUSED)


def done(**more: Any) -> Response:
    """Return that it was done, and what came of it."""
    return JSONResponse({"result": "done", **more})


def _whole(value: Any) -> Any:
    """Return a value with 3.0 as 3: JSON knows one kind of number, and some programs write it so."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return [_whole(one) for one in value] if isinstance(value, list) else value


def sentence(error: msgspec.ValidationError) -> str:
    """Return what is wrong with a value as a sentence that begins with where it stands."""
    what, _, where = str(error).partition(" - at `")
    path = where.rstrip("`").removeprefix("$").removeprefix(".").replace("[...]", "")
    what = what.replace("`", "")
    return f"{path}: {what[0].lower()}{what[1:]}" if path else f"{what[0].lower()}{what[1:]}"
