"""The live line's presses: a page's own spacing, a bound on what waits, nothing after a page has left."""

import asyncio
import base64
import itertools
import os
import socket
import struct
import time

import pytest

from runeheart.core.panel import Button
from runeheart_hw.virtual.live import LATE_MS, WAITING, BadMessageError, Live, Visitor
from support.hands import until
from support.served import Seen, board_of, pressed, served

WAIT_S = 5
MS = 1_000_000


@pytest.fixture
def moves():
    """A board with its inputs open, and the list of (ms, button, down) of its contacts."""
    profile, board = board_of({"buttons": {"settle_ms": 20}})
    seen, keep = [], []
    for button, gpio in profile.buttons.pins.by_button().items():
        pin = board.factory.pin(gpio)
        pin.function, pin.pull = "input", "up"

        def changed(_ticks, state, button=button):  # gpiozero keeps a weak reference only
            seen.append((time.monotonic() * 1000, button, not state))

        keep.append(changed)
        pin.when_changed = changed
    yield board, seen
    board.close()
    del keep


async def settled(visitor):
    await until(lambda: all(done.done() for _button, done in visitor.waiting))


def test_presses_that_were_heard_late_and_together_keep_their_distances(moves, monkeypatch):
    board, seen = moves
    due_ns, press = [], board.press

    def noted(button, *, down, at_ns=0):
        due_ns.append(at_ns)
        return press(button, down=down, at_ns=at_ns)

    monkeypatch.setattr(board, "press", noted)
    steps = [("water", True, 0), ("storm", True, 60), ("water", False, 150), ("storm", False, 470)]

    async def stalled():
        live = Live(board)
        visitor = live.join()
        for button, down, at_ms in steps:
            live.obey(visitor, pressed(button, down, 5000 + at_ms))
        await settled(visitor)
        live.leave(visitor)

    asyncio.run(stalled())
    assert [(button, down) for _ms, button, down in seen] == [(b, down) for b, down, _at in steps]
    assert [at_ns - due_ns[0] for at_ns in due_ns[: len(steps)]] == [at_ms * MS for _b, _d, at_ms in steps]
    for (ms, _button, _down), at_ns in zip(seen, due_ns, strict=False):  # leaving lets go of what is held
        assert ms >= at_ns / MS - 1, "never before it is due; a busy machine may be late"


class TestDue:
    def test_the_first_is_done_now_and_the_next_as_far_away_as_on_the_page(self):
        page = Visitor()
        assert page.due_ns(9000, 1000 * MS) == 1000 * MS
        page.held.add(Button.FIRE)
        assert page.due_ns(9700.5, 1001 * MS) == int(1700.5 * MS)

    def test_what_is_heard_in_time_is_done_at_once(self):
        page = Visitor()
        page.due_ns(9000, 1000 * MS)
        assert page.due_ns(9100, 1130 * MS) == 1130 * MS

    @pytest.mark.parametrize("at_ms", [-1e308, 0, 9000, 1e308, 1e309])
    def test_no_clock_of_a_page_makes_it_later_than_a_second_or_earlier_than_now(self, at_ms):
        page = Visitor()
        for now_ms in range(1000, 1100):
            page.held.add(Button.FIRE)
            due_ns = page.due_ns(at_ms if now_ms % 2 else 0, now_ms * MS)
            assert now_ms * MS <= due_ns <= (now_ms + LATE_MS) * MS

    def test_lateness_wears_off_between_presses(self):
        page = Visitor()
        page.due_ns(0, 900 * MS)  # heard 900 ms late
        for tap in range(1, 4):
            due_ns = page.due_ns(500 * tap, max(900, 500 * tap) * MS)
        assert due_ns <= 1650 * MS


def press_fire_for_ever(live, visitor):
    for number in itertools.count():
        live.obey(visitor, pressed("fire", number % 2 == 0, 0))


def test_more_than_hands_can_do_is_refused_and_nothing_of_it_happens_later(moves):
    board, seen = moves

    async def flood():
        live = Live(board)
        visitor, other = live.join(), live.join()
        with pytest.raises(BadMessageError, match="more presses at once"):
            press_fire_for_ever(live, visitor)
        assert len(visitor.waiting) == WAITING
        live.obey(other, pressed("moon", True, 0))
        await settled(other)  # nobody else waits for it
        live.leave(visitor)
        done = len(seen)
        live.obey(other, pressed("fire", False, 0))
        await settled(other)
        await asyncio.sleep(0.2)  # long enough for four more of the 32
        live.leave(other)
        return done

    done = asyncio.run(flood())
    assert len(seen) - done <= 2  # at most the release of what was held, and the other page's moon
    assert Button.FIRE not in board.face().held


def test_a_release_that_still_waits_when_its_page_leaves_is_not_forgotten(moves):
    board, _seen = moves

    async def leaves():
        live = Live(board)
        visitor = live.join()
        live.obey(visitor, pressed("sun", True, 0))
        live.obey(visitor, pressed("sun", False, 900))
        await until(lambda: Button.SUN in board.face().held)
        live.leave(visitor)
        await until(lambda: not board.face().held, 0.5)  # it would have waited longer

    asyncio.run(leaves())


def test_a_page_that_floods_and_is_cut_off_presses_no_more():
    with served() as prop, prop.open_line() as watching:
        witness = Seen(watching)
        witness.hear()
        flood = socket.create_connection(("127.0.0.1", prop.port), timeout=WAIT_S)
        flood.sendall(
            f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{prop.port}\r\nOrigin: {prop.address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        assert flood.recv(4096).startswith(b"HTTP/1.1 101")
        messages = (pressed("fire", number % 2 == 0, number / 4).encode() for number in range(4000))
        flood.sendall(b"".join(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text for text in messages))
        flood.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # no goodbye
        flood.close()
        witness.press("moon", True)
        witness.until(lambda state: "moon" in state["held"])
        witness.until(lambda state: state["held"] == ["moon"])
        told = [news for _ in range(2) if (news := witness.hear())]  # two signs of life: four quiet seconds
        assert not told
