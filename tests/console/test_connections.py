"""The console's port against those who only hold it: real sockets, bounded waits."""

import asyncio
import json

import pytest

from runeheart.console import connections
from runeheart.runtime.config import ConsoleTable
from support.console_page import free_port

ASK = b"GET /player HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
BODY_NEVER_ENDS = (
    b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 9\r\n\r\n{"
)
NEVER_ENDS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "


@pytest.fixture
def served(serving):
    """Serve; give `test` the port when it can be reached."""

    def serve(test):
        told, port = [], free_port()

        async def run(_rig):
            for _ in range(1500):
                if told:
                    break
                await asyncio.sleep(0.01)
            await test(port)

        serving(ConsoleTable(listen="loopback", port=port), run, at=told.append)

    return serve


async def answer_to(port, said):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    try:
        return await reader.read()
    finally:
        writer.close()


async def held(port, said):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    return reader, writer


async def ended(reader):
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("said", [b"", NEVER_ENDS, BODY_NEVER_ENDS])
def test_a_request_that_never_ends_is_ended(served, monkeypatch, said):
    monkeypatch.setattr(connections.Connection, "request_s", 0.1)

    async def test(port):
        reader, writer = await held(port, said)
        assert await ended(reader)
        writer.close()
        assert (await answer_to(port, ASK)).startswith(b"HTTP/1.1 200")

    served(test)


def test_what_has_said_all_may_listen_on(served, monkeypatch):
    monkeypatch.setattr(connections.Connection, "request_s", 0.1)

    async def test(port):
        reader, writer = await held(
            port, b"GET /player/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        )
        assert b"200" in await reader.readline()
        rest = asyncio.create_task(reader.read())
        done, _ = await asyncio.wait([rest], timeout=0.3)
        assert not done, "the events go on"
        rest.cancel()
        writer.close()

    served(test)


def test_one_address_has_only_so_many_connections(served):
    async def test(port):
        many = [await held(port, NEVER_ENDS) for _ in range(connections.MOST_OF_ONE_ADDRESS + 20)]
        for reader, _ in many[connections.MOST_OF_ONE_ADDRESS :]:
            assert await ended(reader)
        _, writer = many[0]
        writer.close()
        for _ in range(500):
            if (await _or_nothing(port)).startswith(b"HTTP/1.1 200"):
                break
            await asyncio.sleep(0.01)
        else:
            raise AssertionError("the place that one gave up is never another's")
        for _, writer in many:
            writer.close()

    served(test)


async def _or_nothing(port):
    try:
        return await answer_to(port, ASK)
    except ConnectionResetError:
        return b""


def test_the_others_are_served_while_one_address_holds_all_it_may(served):
    async def test(port):
        many = [await held(port, NEVER_ENDS) for _ in range(260)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        writer.write(ASK)
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        for _, one in [*many, (reader, writer)]:
            one.close()

    served(test)


def test_what_is_no_http_is_refused_as_all_else(served):
    async def test(port):
        head, _, body = (await answer_to(port, b"\x00nothing\r\n\r\n")).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400")
        assert b"content-security-policy" in head.lower()
        assert json.loads(body)["result"] == "refused"

    served(test)
