"""The console as a web application: its routes, and what every page has in common.

Owns which address leads where and who may go there; each room (`live`, `history`, …) makes its own routes.
"""

import asyncio
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from runeheart.console.accounts import Accounts
from runeheart.console.guard import BODY_BYTES, SIGN_IN, Guard, body_of, cookie_name, problem
from runeheart.console.sessions import MOST_AGE_S, Role, Sessions, Who
from runeheart.console.throttle import Throttle
from runeheart.runtime.clock import Clock
from runeheart.runtime.config import ConsoleTable

HERE = Path(__file__).parent
WEB = HERE.parent / "surface" / "web"
"""The parts of pages that every page with a map shares."""


class Rooms(Struct, frozen=True):
    """What the pages are made with."""

    settings: ConsoleTable
    title: str
    """The prop's name."""
    version: str
    templates: Environment

    def page(self, request: Request, name: str, status: int = 200, **more: object) -> Response:
        """Return a page; the template knows who asks, the prop's name and the version."""
        who: Who | None = request.state.who
        shown = {"title": self.title, "version": self.version, "who": who, "path": request.url.path, **more}
        return HTMLResponse(self.templates.get_template(name).render(shown), status)


def rooms_of(settings: ConsoleTable, title: str, version: str) -> Rooms:
    """Return what pages are made with; every value is escaped, and a missing one is a mistake of ours."""
    templates = Environment(
        loader=ChoiceLoader([PackageLoader("runeheart.console"), PackageLoader("runeheart.surface", "web")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return Rooms(settings, title, version, templates)


def application(
    rooms: Rooms, routes: list[BaseRoute], *, accounts: Accounts, sessions: Sessions, clock: Clock
) -> Guard:
    """Return the whole console: `routes` of the rooms, signing in and out, static files."""
    throttle = Throttle()
    settings = rooms.settings
    checking = asyncio.Semaphore(1)  # a password costs a while of a core: one at a time

    async def sign_in_page(request: Request) -> Response:
        return rooms.page(request, "sign-in.html", waiting=False)

    async def sign_in(request: Request) -> Response:
        address = request.client.host if request.client else "?"
        given = await body_of(request)
        password = given.get("password") if given else None
        if not isinstance(password, str) or not password:
            return problem(400, 'expected {"password":"…"}')
        async with checking:
            wait_s = throttle.password_wait_s(address, clock.mono_ns() / 1e9)
            if wait_s > 0:
                why = f"too many wrong passwords; wait {1 + int(wait_s)} seconds"
                return problem(429, why, {"Retry-After": str(1 + int(wait_s))})
            role = await asyncio.to_thread(accounts.role_of, password)
            if role is None:
                throttle.wrong(address, clock.mono_ns() / 1e9)
                return problem(403, "this password is not known here; a new one: runeheart password")
            if role is Role.OPERATOR:  # a viewer shall not clear what was tried for the operator's
                throttle.right(address)
        answer = Response(status_code=204)
        answer.set_cookie(
            cookie_name(settings),
            sessions.begin(role),
            max_age=MOST_AGE_S,
            path="/",
            secure=settings.is_tls,
            httponly=True,
            samesite="strict",
        )
        return answer

    async def sign_out(request: Request) -> Response:
        await asyncio.to_thread(sessions.end, request.cookies.get(cookie_name(settings)))
        answer = Response(status_code=204)
        answer.delete_cookie(
            cookie_name(settings), path="/", secure=settings.is_tls, httponly=True, samesite="strict"
        )
        return answer

    async def trouble(request: Request, error: Exception) -> Response:
        """Say what is wrong as the asker would read it: a page for people, JSON for programs."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        why = {
            404: "there is no such page",
            405: "this cannot be done to that page",
        }.get(status, "a fault happened inside; the prop goes on, and the log has the details")
        if "text/html" in request.headers.get("accept", ""):
            return rooms.page(request, "trouble.html", status, why=why)
        more = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
        return problem(status, why, more)

    inside = Starlette(
        routes=[
            Route(SIGN_IN, sign_in_page, methods=["GET"]),
            Route(SIGN_IN, sign_in, methods=["POST"]),
            Route("/sign-out", sign_out, methods=["POST"]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            Mount("/web", StaticFiles(directory=WEB)),
            *routes,
        ],
        exception_handlers={HTTPException: trouble, ClientDisconnect: _cut_off, Exception: trouble},
    )
    return Guard(  # around everything, so that also the answer to a fault has the headers
        inside,
        settings=settings,
        sessions=sessions,
        tokens=accounts.who_has,
        is_open=lambda: not accounts.has_password,
        throttle=throttle,
        clock=clock,
    )


async def _cut_off(_request: Request, _error: Exception) -> Response:
    return problem(413, f"the request ended early, or had more than {BODY_BYTES} bytes")
