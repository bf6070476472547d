"""The virtual prop's page: a web application for this machine's browsers only, and the server that runs it.

Owns what is served and to whom. Knows the live line, not the board behind it.
"""

import asyncio
import contextlib
import errno
import socket
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from runeheart.core.panel import Button
from runeheart.runtime.setups import ours
from runeheart.surface import maps
from runeheart_hw.virtual.live import MESSAGE_BYTES, BadMessageError, Live

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
PORT = 8137
_PORTS_TRIED = 20
_LOOPBACK_NAMES = {"127.0.0.1", "localhost", "[::1]"}
_POLICY_VIOLATION = 1008
_REASON_BYTES = 120  # RFC 6455 5.5: a control frame carries 125 bytes, two of them the code

_SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-cache",
}


class PortTakenError(Exception):
    """The page cannot be served where it was asked for; the text says why and what to do."""


class _LocalOnly:
    """Lets only pages of our own in, and puts the security headers on every answer.

    The Host must be a name of this machine's loopback (against DNS rebinding: a foreign name that was pointed
    here stays foreign), and a WebSocket's Origin the page at that Host (browsers let any page connect).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_SECURITY_HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        host = headers.get("host", "")
        is_ours = host in _LOOPBACK_NAMES or host.rsplit(":", 1)[0] in _LOOPBACK_NAMES
        if scope["type"] == "websocket":
            if is_ours and headers.get("origin") == f"http://{host}":
                await self._app(scope, receive, send)
            else:
                await WebSocket(scope, receive, send).close()  # before it is accepted: status 403
        elif is_ours:
            await self._app(scope, receive, send_with_headers)
        else:
            trouble = f'This page answers at {HOST} only, not at "{host[:80]}".\n'
            await PlainTextResponse(trouble, status_code=403)(scope, receive, send_with_headers)


def application(
    live: Live,
    *,
    title: str,
    buttons: tuple[Button, ...],
    has_screen: bool = True,
    is_selftest: bool = False,
    has_game: bool = False,
    dice: Mapping[str, Sequence[str]] | None = None,
) -> Starlette:
    """Return the web application of one prop; `buttons` are those it has, in order.

    With `is_selftest` the page tells of the self-test, not how to play; with `has_game` it shows the game's
    map and can begin games; `dice`, by their names, with their faces, lie in a tray beside it.
    """
    here = Path(__file__).parent
    shapes = Path(str(files("runeheart.surface"))) / "web"
    templates = Jinja2Templates([here / "templates", shapes])

    shown = {"title": title, "buttons": buttons, "has_screen": has_screen, "is_selftest": is_selftest}
    shown["games"] = _games() if has_game else ()
    shown["tray"] = dice
    shown["edition"] = edition = f"{zlib.crc32(repr(shown).encode()):08x}"

    async def page(request: Request) -> Response:
        return templates.TemplateResponse(request, "prop.html", shown)

    async def line(websocket: WebSocket) -> None:
        await _line(live, websocket, edition)

    return Starlette(
        routes=[
            Route("/", page),
            WebSocketRoute("/live", line),
            Mount("/static", StaticFiles(directory=here / "static"), name="static"),
            Mount("/map", StaticFiles(packages=[("runeheart.surface", "web")]), name="map"),
        ],
        middleware=[Middleware(_LocalOnly)],
    )


def _games() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return the games there are: the name of each, what to call it, and its own boards."""
    titles = {"heart": "Corrupted Heart", "ruin": "Ruin", "cult": "Cult of the Rune"}
    return tuple((name, title, ours(name) if maps.has_map(name) else ()) for name, title in titles.items())


async def _line(live: Live, websocket: WebSocket, edition: str) -> None:
    await websocket.accept()
    visitor = live.join()
    telling = asyncio.create_task(live.tell(visitor, websocket.send_text, page=edition))
    try:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            live.obey(visitor, message.get("text") or message.get("bytes") or b"")
    except BadMessageError as error:
        telling.cancel()  # nothing may be sent after the close
        reason = str(error).encode()[:_REASON_BYTES].decode(errors="ignore")
        with contextlib.suppress(WebSocketDisconnect):
            await websocket.close(_POLICY_VIOLATION, reason)
    finally:
        telling.cancel()
        live.leave(visitor)
        (ending,) = await asyncio.gather(telling, return_exceptions=True)
        if isinstance(ending, Exception) and not isinstance(ending, WebSocketDisconnect):
            raise ending


@contextlib.contextmanager
def listening(port: int | None = None) -> Iterator[socket.socket]:
    """Give a listening socket on loopback: at `port`, or at 8137 or the next free one; 0 is any.

    Raises PortTakenError.
    """
    candidates = range(PORT, PORT + _PORTS_TRIED) if port is None else (port,)
    for candidate in candidates:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, candidate))
            listener.listen()
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                continue
            raise PortTakenError(
                f"port {candidate} cannot be used ({error.strerror}): say --port with another number"
            ) from None
        with listener:
            yield listener
        return
    if port is None:
        raise PortTakenError(
            f"ports {PORT} to {PORT + _PORTS_TRIED - 1} are all taken: say --port with a free number"
        )
    raise PortTakenError(f"port {port} is taken: leave out --port, or say another number")


@contextlib.asynccontextmanager
async def serving(app: Starlette, listener: socket.socket) -> AsyncIterator[str]:
    """Serve the application in the running loop while the context is open; gives its address."""
    server = _server(app)
    task = asyncio.create_task(server.serve(sockets=[listener]), name="page")
    try:
        yield f"http://{HOST}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


def _server(app: Starlette) -> "uvicorn.Server":
    import uvicorn

    class Server(uvicorn.Server):
        """uvicorn inside a loop that already has somebody who handles signals."""

        def capture_signals(self) -> contextlib.AbstractContextManager[None]:  # type: ignore[override]
            return contextlib.nullcontext()

    return Server(
        uvicorn.Config(
            app,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=5,
            ws_ping_timeout=5,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="error",  # what clients say wrongly is answered, not logged
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
    )
