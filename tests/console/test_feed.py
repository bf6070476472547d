"""The feed: what changed, a beat each second, and silence where the prop does not act."""

import asyncio
import json

import pytest

from runeheart.console import feed as feeds
from runeheart.console.feed import Feed, FullError


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(feeds, "FRAME_S", 0.001)
    monkeypatch.setattr(feeds, "BEAT_S", 0.02)


def read(line):
    name, data = line.decode().strip().split("\n")
    return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def hearing(feed, test, is_welcome=lambda: True):
    async def run():
        async with asyncio.timeout(10):
            await test(feed.lines("phone", is_welcome))

    asyncio.run(run())


def test_first_all_is_told_then_only_what_changed():
    shown = {"game": {"phase": "ready"}, "lights": [1]}
    feed = Feed(lambda: shown)

    async def test(lines):
        assert read(await anext(lines)) == ("look", shown)
        shown["game"] = {"phase": "running"}
        feed.changed()
        assert read(await anext(lines)) == ("look", {"game": {"phase": "running"}})
        assert read(await anext(lines)) == ("beat", {})

    hearing(feed, test)


def test_what_nobody_tells_of_is_found_out_with_the_next_beat():
    shown = {"devices": ["works"]}

    async def test(lines):
        await anext(lines)
        shown["devices"] = ["it is gone"]  # and `changed` is not called
        for _ in range(3):
            name, told = read(await anext(lines))
            if name == "look":
                break
        assert told == {"devices": ["it is gone"]}

    hearing(Feed(lambda: shown), test)


def test_of_a_prop_that_hangs_nothing_is_heard_until_it_acts_again():
    alive = [True]
    feed = Feed(lambda: {"clock": asyncio.get_running_loop().time()}, lives=lambda: alive[0])

    async def test(lines):
        await anext(lines)
        alive[0] = False
        waiting = asyncio.ensure_future(anext(lines))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        alive[0] = True
        assert read(await waiting)[0] == "look"

    hearing(feed, test)


def test_who_is_not_welcome_any_more_hears_nothing_more():
    welcome = [True]

    async def test(lines):
        await anext(lines)
        welcome[0] = False
        with pytest.raises(StopAsyncIteration):
            await anext(lines)

    hearing(Feed(lambda: {"x": 1}), test, lambda: welcome[0])


def test_the_end_of_the_feed_ends_every_line():
    feed = Feed(lambda: {"x": 1})

    async def test(lines):
        await anext(lines)
        feed.close()
        with pytest.raises(StopAsyncIteration):
            await anext(lines)

    hearing(feed, test)


def test_there_is_an_end_to_how_many_may_look(monkeypatch):
    monkeypatch.setattr(feeds, "MOST_BY_ADDRESS", 1)
    feed = Feed(lambda: {"x": 1})

    async def test(lines):
        await anext(lines)
        with pytest.raises(FullError):
            await anext(feed.lines("phone", lambda: True))
        assert read(await anext(feed.lines("other", lambda: True)))[0] == "look"
        await lines.aclose()
        assert read(await anext(feed.lines("phone", lambda: True)))[0] == "look"

    hearing(feed, test)
