"""A virtual board with its page, served by a loop in a thread of its own."""

import asyncio
import json
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from runeheart.core.panel import Button
from runeheart.runtime.clock import SystemClock
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.board import VirtualBoard
from runeheart_hw.virtual.page import listening
from runeheart_hw.virtual.prop import page_of

WAIT_S = 10


def board_of(overrides=None, **settings):
    profile, problems = load_profile("pi-default", overrides)
    assert not problems
    return profile, VirtualBoard(profile, clock=SystemClock(), **settings)


@dataclass
class Served:
    profile: object
    board: VirtualBoard
    address: str

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    def open_line(self, origin=None, **settings):
        return connect(
            self.address.replace("http", "ws", 1) + "/live",
            origin=self.address if origin is None else origin,
            close_timeout=WAIT_S,
            open_timeout=WAIT_S,
            **settings,
        )


@contextmanager
def served(overrides=None, *, is_selftest=False, port=0, sides=None, **settings):
    profile, board = board_of(overrides, **settings)
    ready, failed = threading.Event(), []
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    place = {}

    async def serve():
        with listening(port) as listener:
            page = page_of(board, listener, title="Test & <prop>", is_selftest=is_selftest, sides=sides)
            async with page as place["address"]:
                ready.set()
                await stop.wait()

    def run():
        try:
            loop.run_until_complete(serve())
        except BaseException as error:  # noqa: BLE001 - raised again in the test's thread
            failed.append(error)
        finally:
            loop.close()
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(WAIT_S)
    try:
        yield Served(profile, board, place["address"])
    finally:
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop.set)
        thread.join(WAIT_S)
        board.close()
        assert not thread.is_alive()
        if failed:
            raise failed[0]


def pressed(button, down, at_ms=None):
    """Return a page's message of a press, now or at a time of the page's clock."""
    at_ms = time.monotonic() * 1000 if at_ms is None else at_ms
    return json.dumps({"do": "press", "button": Button(button).value, "down": down, "at_ms": at_ms})


class Seen:
    """One page's view of the prop: merges what it is told."""

    def __init__(self, line):
        self.line = line
        self.state = {}
        self.tones = []

    def hear(self):
        news = json.loads(self.line.recv(timeout=WAIT_S))
        self.tones += news.pop("tones", [])
        self.state |= news
        return news

    def until(self, what):
        """Listen until `what(state)`; an assertion error when that does not come."""
        for _ in range(1000):
            if self.state and what(self.state):
                return self.state
            self.hear()
        raise AssertionError(f"never seen; last: {self.state}")

    def until_closed(self):
        """Listen until the prop closes the line; return its close frame (code, reason)."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd

    def press(self, button, down, at_ms=None):
        self.line.send(pressed(button, down, at_ms))
