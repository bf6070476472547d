"""The gate in front of every page and answer: who asks, from where, how much and how often.

Owns Host and Origin, limits, cookies and tokens, and the security headers. What lies behind it finds who
asks in `request.state.who` and needs to know nothing of how that was found out. Knows no page.
"""

import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runeheart.console.sessions import Role, Sessions, Who
from runeheart.console.throttle import Throttle
from runeheart.runtime.clock import Clock
from runeheart.runtime.config import ConsoleTable

BODY_BYTES = 65_536
HEADER_BYTES = 16_384
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
FORM_TOKEN = "x-runeheart-token"  # noqa: S105 - the name of a header
SIGN_IN = "/sign-in"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
UNPROTECTED = (
    "the console is not shown on the network: it has no password yet; make one with: sudo runeheart password"
)
TokenReader = Callable[[str], Who | None]


class Guard:
    """An ASGI application around another.

    Args:
        app: what lies behind the gate.
        settings: where it listens, and by which names.
        sessions: who a cookie belongs to.
        tokens: tells whom a program's token belongs to.
        is_open: tells whether there is no password: on this machine alone none is needed then, and on the
            network nothing is answered.
        throttle: how much somebody may ask.
        clock: the machine's clock.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        settings: ConsoleTable,
        sessions: Sessions,
        tokens: TokenReader,
        is_open: Callable[[], bool],
        throttle: Throttle,
        clock: Clock,
    ) -> None:
        self._app = app
        self._settings = settings
        self._sessions = sessions
        self._tokens = tokens
        self._is_open = is_open
        self._throttle = throttle
        self._clock = clock
        self._names = frozenset(known_names(settings.names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if self._settings.is_tls:
                    headers["Strict-Transport-Security"] = "max-age=31536000"
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        await self._app(scope, _bounded(receive), send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Note who asks, and return the answer if the request may not come through."""
        headers = Headers(scope=scope)
        address = (scope.get("client") or ("?", 0))[0]
        if sum(len(name) + len(value) + 4 for name, value in headers.raw) > HEADER_BYTES:
            return problem(431, f"the headers of a request may have {HEADER_BYTES} bytes")
        host = headers.get("host", "")
        if not self._is_ours(host):
            return problem(
                403, f'this console does not answer to the name "{host[:80]}"; use its address, or add the'
                " name to [console] names",
            )  # fmt: skip
        wait_s = self._throttle.wait_s(address, self._clock.mono_ns() / 1e9)
        if wait_s > 0:
            return problem(429, "too many requests; wait a moment", {"Retry-After": str(1 + int(wait_s))})
        if self._is_unprotected():
            return problem(503, UNPROTECTED, {"Retry-After": "10"})
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > BODY_BYTES:
            return problem(413, f"a request may have {BODY_BYTES} bytes")
        who, is_program = self._who(headers, scope), "authorization" in headers
        if is_program and who is None:
            return problem(401, "this token is not known; make one with: runeheart password --token NAME")
        state = scope.setdefault("state", {})
        state["who"] = who
        state["is_still_welcome"] = lambda: (
            not self._is_unprotected() and (who is None or self._who(headers, scope) is not None)
        )
        if scope["method"] not in SAFE_METHODS and not is_program:
            return self._cross_site(scope, headers, host, who)
        return None

    def _who(self, headers: Headers, scope: Scope) -> Who | None:
        """Return who asks: a program by its token, a browser by its cookie, anybody here if it is open."""
        if "authorization" in headers:
            kind, _, token = headers["authorization"].partition(" ")
            return self._tokens(token.strip()) if kind.lower() == "bearer" else None
        who = self._sessions.read(Request(scope).cookies.get(cookie_name(self._settings)))
        if who is None and self._settings.listen == "loopback" and self._is_open():
            return self._sessions.anybody()
        return who

    def _cross_site(self, scope: Scope, headers: Headers, host: str, who: Who | None) -> Response | None:
        """Refuse a change that another site led a browser to ask for."""
        own = f"{'https' if self._settings.is_tls else 'http'}://{host}"
        if headers.get("origin", "").lower() != own.lower():
            return problem(403, f"this must come from a page at {own}; reload the page and try again")
        if scope["path"] == SIGN_IN:  # nobody is known yet; the password itself is what counts
            return None
        if who is not None and headers.get(FORM_TOKEN) != who.form_token:
            return problem(403, "this page is out of date; reload it and try again")
        return None

    def _is_unprotected(self) -> bool:
        """Tell whether the password was removed while the network can reach the console."""
        return self._settings.listen == "lan" and self._is_open()

    def _is_ours(self, host: str) -> bool:
        if "@" in host:  # a name before an address: nobody asks for a page like that
            return False
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        name = name.rstrip(".").lower()
        try:
            ip = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return self._settings.listen == "lan" or ip.is_loopback


def needs(
    least: Role, answer: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that only answers to somebody of at least this role."""

    async def guarded(request: Request) -> Response:
        who: Who | None = request.state.who
        if who is None:
            if "text/html" in request.headers.get("accept", "") and request.method == "GET":
                return RedirectResponse(SIGN_IN, 303)
            return problem(401, "sign in first")
        if not who.role.may(least):
            return problem(403, f"a {who.role} may only look; sign in as {least}")
        return await answer(request)

    return guarded


def problem(status: int, why: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return a refusal in the shape of every other one: `{"result":"refused","why":…}`."""
    return JSONResponse({"result": "refused", "why": why}, status, headers)


def cookie_name(settings: ConsoleTable) -> str:
    """Return the session cookie's name; with TLS browsers hold it to this host and to https."""
    return "__Host-runeheart" if settings.is_tls else "runeheart"


def known_names(more: Iterable[str] = ()) -> set[str]:
    """Return the names by which a browser may call this machine, in lower case."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return {"localhost", own, short, f"{short}.local", *(name.lower() for name in more)}


def _bounded(receive: Receive) -> Receive:
    """Return `receive` that ends a body which is longer than it may be."""
    left = BODY_BYTES

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                return {"type": "http.disconnect"}
        return message

    return bounded


async def body_of(request: Request) -> dict[str, object] | None:
    """Return the JSON object that a request brought; {} for nothing, None for what is none."""
    raw = await request.body()
    if not raw.strip():
        return {}
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
