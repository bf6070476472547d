"""The console's server in the prop's own loop: a port, TLS if wished, started after the prop is ready.

Owns the listening socket and what goes wrong with it. A console that cannot be served never keeps the prop
from playing: the operator is told, and it is tried again. Knows no page.
"""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable

from starlette.types import ASGIApp

from runeheart.runtime.config import ConsoleTable

log = logging.getLogger(__name__)

RETRY_S = 30
_ADDRESSES = {"loopback": "127.0.0.1", "lan": "0.0.0.0"}  # noqa: S104 - on all networks only when configured so
_GOODBYE_S = 1
_BACKLOG = 128


async def serve(
    make_app: Callable[[], ASGIApp],
    settings: ConsoleTable,
    tell: Callable[[str | None], None],
    at: Callable[[int], object] = lambda _port: None,
    *,
    retry_s: float = RETRY_S,
) -> None:
    """Serve until cancelled.

    Args:
        make_app: makes the application; called once, when the prop plays already.
        settings: where to listen.
        tell: told why the console cannot be reached, as a sentence; None when it can.
        at: told the port each time that it can be reached there.
        retry_s: seconds until the next try.
    """
    app = make_app()
    while True:
        try:
            listener = _listen(settings)
        except OSError as error:
            tell(
                f"the console cannot use port {settings.port} ({error.strerror or error}); it tries again."
                " Free the port, or choose another with [console] port"
            )
        else:
            with listener:
                why = await _serve(app, listener, settings, tell, at)
            tell(why)
        await asyncio.sleep(retry_s)


def _listen(settings: ConsoleTable) -> socket.socket:
    from runeheart.console.connections import Listener  # noqa: PLC0415 - uvicorn, as below

    listener = Listener()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((_ADDRESSES[settings.listen], settings.port))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _nobody_to_ask() -> str:
    """Refuse to ask for a passphrase: OpenSSL would ask at the terminal, and the prop would wait for it."""
    raise OSError("its key has a passphrase, and there is nobody to ask: use a key without one")


async def _serve(
    app: ASGIApp,
    listener: socket.socket,
    settings: ConsoleTable,
    tell: Callable[[str | None], None],
    at: Callable[[int], object],
) -> str | None:
    """Serve on a socket until it ends; return why it could not."""
    import uvicorn  # noqa: PLC0415 - 20 MiB that a prop without a console does not pay for

    from runeheart.console.connections import Connection  # noqa: PLC0415 - the same

    class Server(uvicorn.Server):
        """uvicorn inside a loop that already has somebody who handles signals."""

        def capture_signals(self) -> contextlib.AbstractContextManager[None]:  # type: ignore[override]
            return contextlib.nullcontext()

    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",  # what clients say wrongly is answered, not logged
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_GOODBYE_S,
        h11_max_incomplete_event_size=16_384,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
    )
    try:
        if settings.certificate is not None:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(settings.certificate, settings.key, password=_nobody_to_ask)
        config.load()
    except (OSError, ssl.SSLError) as error:
        return (
            f"the console's certificate {settings.certificate} cannot be used ({error}); check [console]"
            " certificate and key"
        )
    server = Server(config)
    host, port = listener.getsockname()[:2]
    log.info("the console is at %s://%s:%d", "https" if settings.is_tls else "http", host, port)
    tell(None)
    at(port)
    try:
        await server.serve(sockets=[listener])
    finally:
        server.should_exit = True
    return "the console's server has ended; it tries again"
