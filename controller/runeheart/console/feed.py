"""What pages are told while they look: one document for everybody of a kind, made at most ten times a second.

Owns who listens and when something is sent; a beat each second proves that the line lives, so that a page
whose beats stay away can grey itself. Nobody listening costs nothing. Knows no game: `look` makes the
document.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from runeheart.core.events import Json

FRAME_S = 0.1
BEAT_S = 1.0
MOST_LISTENERS = 120
MOST_BY_ADDRESS = 60
"""A crew behind one address (a router) is still a crew."""

Look = Callable[[], Mapping[str, Json]]


class FullError(Exception):
    """There is no room for another listener."""


class Feed:
    """The listeners of one kind of page.

    Args:
        look: makes the document. It is made anew each second, too: a device that fails tells nobody.
        lives: tells whether the prop still acts; while it does not, nothing is sent, and pages grey.
    """

    def __init__(self, look: Look, *, lives: Callable[[], bool] = lambda: True) -> None:
        self._look = look
        self._lives = lives
        self._made_s = 0.0
        self._news: set[asyncio.Event] = set()
        self._by_address: dict[str, int] = {}
        self._document: dict[str, bytes] | None = None
        self._is_over = False

    def changed(self) -> None:
        """Say that what `look` returns may be another; called in the loop's thread, as often as it likes."""
        self._document = None
        for news in self._news:
            news.set()

    def close(self) -> None:
        """End every line."""
        self._is_over = True
        self.changed()

    @contextmanager
    def _listening(self, address: str) -> Iterator[asyncio.Event]:
        if len(self._news) >= MOST_LISTENERS or self._by_address.get(address, 0) >= MOST_BY_ADDRESS:
            raise FullError
        news = asyncio.Event()
        self._news.add(news)
        self._by_address[address] = self._by_address.get(address, 0) + 1
        try:
            yield news
        finally:
            self._news.discard(news)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def lines(self, address: str, is_welcome: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Give server-sent events: `look` with what changed since, `beat` each second.

        `is_welcome` is asked before each: a session that ended hears nothing more. Raises FullError at once.
        """
        with self._listening(address) as news:
            shown: dict[str, bytes] = {}
            while not self._is_over and is_welcome():
                news.clear()
                if self._lives():  # of a prop that hangs nothing is heard
                    document = self._parts()
                    changed = {name: part for name, part in document.items() if shown.get(name) != part}
                    shown = document
                    yield _event("look", changed) if changed else b"event: beat\ndata: {}\n\n"
                await asyncio.sleep(FRAME_S)
                try:
                    async with asyncio.timeout(BEAT_S - FRAME_S):
                        await news.wait()
                except TimeoutError:
                    pass

    def _parts(self) -> dict[str, bytes]:
        now_s = asyncio.get_running_loop().time()
        if self._document is None or now_s - self._made_s >= BEAT_S - FRAME_S:
            self._made_s = now_s
            self._document = {name: msgspec.json.encode(part) for name, part in self._look().items()}
        return self._document


def _event(name: str, parts: Mapping[str, bytes]) -> bytes:
    inside = b",".join(msgspec.json.encode(key) + b":" + part for key, part in parts.items())
    return b"event: " + name.encode() + b"\ndata: {" + inside + b"}\n\n"
