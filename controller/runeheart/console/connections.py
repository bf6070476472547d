"""How many connections the console has, and how long each may take to say what it wants.

Owns the listening socket's bounds (in all, and for each address: also those that still shake hands for TLS),
the deadline of a request, and the answer to what is no HTTP. Imports uvicorn: only where something is served.
"""

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from runeheart.console.guard import SECURITY_HEADERS

MOST_CONNECTIONS = 512
MOST_OF_ONE_ADDRESS = 128
"""A whole crew may share one address; a page keeps one connection open, and needs a few more for a moment."""
REQUEST_S = 10.0
"""From the connection, or a request's first byte, until its last."""


class Counted(socket.socket):
    """An accepted connection that tells when it is closed."""

    closed: Callable[[], None] | None = None

    def close(self) -> None:
        """Close it, and tell so once."""
        tell, self.closed = self.closed, None
        super().close()
        if tell is not None:
            tell()


class Listener(socket.socket):
    """A listening socket that hangs up on whoever has too many connections already."""

    def __init__(self, in_all: int = MOST_CONNECTIONS, of_one_address: int = MOST_OF_ONE_ADDRESS) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self._most = in_all
        self._most_of_one = of_one_address
        self._open: Counter[str] = Counter()

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """Accept the next; raise ConnectionAbortedError for one too many, as if it had gone by itself."""
        accepted, where = super().accept()
        address = where[0]
        if self._open.total() >= self._most or self._open[address] >= self._most_of_one:
            accepted.close()
            raise ConnectionAbortedError
        counted = Counted(fileno=accepted.detach())
        self._open[address] += 1

        def closed() -> None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

        counted.closed = closed
        return counted, where


class Connection(H11Protocol):
    """uvicorn's connection, with a deadline for each request and our own words for what is no HTTP."""

    request_s = REQUEST_S
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and wait for the first request only so long."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._wait_no_more()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what came; a request that has begun must end in time."""
        super().handle_events()
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0]):
            self._wait()
        elif state is not h11.IDLE:
            self._wait_no_more()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP in the shape of every other refusal."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # another answer is under way on this connection
            return
        body = json.dumps(
            {"result": "refused", "why": f"this is no HTTP request ({msg.rstrip('.')})"}
        ).encode()
        headers = {
            **SECURITY_HEADERS,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        sent = [
            self.conn.send(
                h11.Response(status_code=400, headers=list(headers.items()), reason=b"Bad Request")
            ),
            self.conn.send(h11.Data(data=body)),
            self.conn.send(h11.EndOfMessage()),
        ]
        self.transport.write(b"".join(piece for piece in sent if piece))
        self.transport.close()

    def _wait(self) -> None:
        if self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.request_s, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
