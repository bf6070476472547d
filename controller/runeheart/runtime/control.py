"""The control socket: operator verbs as JSON Lines over a Unix socket of mode 0660.

Owns the file of the socket and the lines on it; every verb goes to the prop's inbox and its answer back. One
object per line: {"do":"add-time","seconds":60} → {"result":"done",…} or {"result":"refused","why":"…"}.
"""

import asyncio
import contextlib
import logging
import os
import socket
import stat
from pathlib import Path

from runeheart.core.lines import parse, written
from runeheart.core.table import shown
from runeheart.runtime.prop import Prop
from runeheart.runtime.verbs import Answer

log = logging.getLogger(__name__)

LINE_BYTES = 4096
MOST_CONNECTIONS = 16
IDLE_S = 10
"""Who sends no whole line, or takes no answer, for so long makes room for others."""
SOCKET_MODE = 0o660
_UMASK = 0o777 & ~SOCKET_MODE


class ControlError(Exception):
    """The control socket cannot be had; the text says why and what to do."""


class Control:
    """The open socket of one prop."""

    def __init__(self, prop: Prop, path: Path) -> None:
        self._prop = prop
        self._path = path
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen; raise ControlError."""
        listener = _bind(self._path)
        self._server = await asyncio.start_unix_server(self._welcome, sock=listener, limit=LINE_BYTES)

    async def close(self) -> None:
        """Stop listening, end every talk, remove the file."""
        if self._server is not None:
            self._server.close()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        self._path.unlink(missing_ok=True)

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._talks) >= MOST_CONNECTIONS:
            why = f"{MOST_CONNECTIONS} others are connected already; try again in {IDLE_S} seconds"
            writer.write(written(Answer.refused(why).json()))
            writer.close()
            return
        talk = asyncio.create_task(self._talk(reader, writer))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await _line(reader):
                answer = await self._answer(line)
                writer.write(written(answer.json()))
                async with asyncio.timeout(IDLE_S):
                    await writer.drain()
        except asyncio.LimitOverrunError:
            answer = Answer.refused(f"a line may have {LINE_BYTES} bytes; this one has more")
            writer.write(written(answer.json()))
        except TimeoutError:
            writer.transport.abort()  # what it did not take would keep its place taken
        except ConnectionError:
            pass  # the other side has gone
        except Exception:
            log.exception("a fault at the control socket; the prop goes on")
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(IDLE_S):
                    await writer.wait_closed()
            writer.transport.abort()

    async def _answer(self, line: bytes) -> Answer:
        try:
            asked = parse(line.decode())
        except UnicodeDecodeError:
            return Answer.refused("the line is not UTF-8 text")
        except ValueError as error:
            return Answer.refused(f'the line {error}; expected an object such as {{"do":"status"}}')
        if not isinstance(asked, dict):
            return Answer.refused(f'expected an object such as {{"do":"status"}}, not {shown(asked)}')
        verb = asked.pop("do", None)
        return await self._prop.operator(verb, asked, "ctl")


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Return the next line, also a last one without its newline; b"" at the end.

    Raises TimeoutError when it does not come.
    """
    try:
        async with asyncio.timeout(IDLE_S):
            return await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError as rest:
        return rest.partial


def _bind(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
        _remove_stale(path)
        umask = os.umask(_UMASK)
        try:
            listener.bind(str(path))
        finally:
            os.umask(umask)
        listener.setblocking(False)  # noqa: FBT003 - the socket module's own way
    except ControlError:
        listener.close()
        raise
    except OSError as error:
        listener.close()
        raise ControlError(
            f"the control socket {path} cannot be made: {error.strerror or error}; set [control] socket"
            " to a path that this user may write to"
        ) from error
    return listener


def _remove_stale(path: Path) -> None:
    """Remove the socket of a daemon that is dead; raise ControlError for one that lives."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise ControlError(f"{path} is no socket; remove it, or set [control] socket to another path")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise ControlError(
        f"another daemon answers at {path}; stop it, or give this one another [control] socket"
    )
