"""The firmware's parts that touch no chip: chance, time, settling, numbers, small files, the wire."""

from bench import raises
from wire.messages import Roll

import clock as clock_module
import serial as serial_module
from chance import below, roll
from clock import Clock
from outbox import Outbox
from serial import Serial
from settle import Settle, turn
from store import Store


def check_every_roll_is_equally_likely(_):
    """All 256 bytes, one after the other: each number comes equally often, and the rest is thrown away."""
    for count in range(1, 257):
        found = {}
        thrown = 0
        for byte in range(256):
            source = _Bytes(byte, 0)
            number = below(count, source)
            if source.drawn == 1:
                found[number] = found.get(number, 0) + 1
            else:
                thrown += 1
                assert number == 0, "the next byte decides"
        assert len(found) == count
        assert set(found.values()) == {256 // count}, count
        assert thrown == 256 % count


class _Bytes:
    """Random bytes that are known."""

    def __init__(self, *bytes_):
        self._bytes = bytes_
        self.drawn = 0

    def __call__(self, many):
        assert many == 1
        self.drawn += 1
        return bytes([self._bytes[self.drawn - 1]])


def check_each_die_rolls_its_faces(_):
    movement = (("hills",), ("road", "river"))
    for die, faces in (
        ("D4", {1, 2, 3, 4}),
        ("D6", {1, 2, 3, 4, 5, 6}),
        ("D8", set(range(1, 9))),
        ("D10", set(range(1, 11))),
        ("CMP", {"N", "NE", "SE", "S", "SW", "NW"}),
        ("MOV", set(movement)),
    ):
        assert {roll(die, movement, _Bytes(byte)) for byte in range(240)} == faces


def check_time_only_grows(_):
    class Ticks:
        ticks = (1 << 30) - 5

        def ticks_ms(self):
            return self.ticks

        def ticks_diff(self, one, other):
            return ((one - other + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)

    ticks = Ticks()
    clock_module.time = ticks
    clock = Clock()
    assert clock.now_ms() == 0
    total = 0
    for step in (3, 4, 100_000_000, 400_000_000, 500_000_000, 500_000_000):
        ticks.ticks = (ticks.ticks + step) & ((1 << 30) - 1)
        total += step
        assert clock.now_ms() == total


def check_the_shortest_turn(_):
    assert turn(350, 10) == 20
    assert turn(10, 350) == -20
    assert turn(0, 90) == 90
    assert turn(90, 90) == 0


def check_a_heading_settles_after_several_equal_samples(_):
    settle = Settle(200, 1.5)
    now_ms = 0
    for degrees in (359.5, 0.5, 0, 359.9):
        assert not settle.feed(degrees, now_ms)
        now_ms += 50
    assert settle.degrees is None
    assert settle.feed(0.1, now_ms)
    assert 0 <= settle.degrees < 360
    assert abs(turn(0, settle.degrees)) < 0.1
    assert not settle.feed(1, now_ms + 50), "it is told once"
    assert abs(turn(0, settle.degrees)) < 0.1
    assert not settle.feed(40, now_ms + 100)
    assert settle.degrees is None, "it moves"


def check_a_heading_that_moves_never_settles(_):
    settle = Settle(200, 1.5)
    for place in range(200):
        assert not settle.feed(place * 2 % 360, place * 50)


def check_few_samples_are_not_enough(_):
    settle = Settle(200, 1.5)
    for now_ms in (0, 5000, 10_000, 15_000):
        assert not settle.feed(10, now_ms)
    assert settle.feed(10, 20_000)


def check_numbers_go_round_and_the_last_are_kept(_):
    outbox = Outbox()
    assert outbox.seq == 0
    for _ in range(9998):
        outbox.add(lambda seq: Roll(seq, "D4", 1))
    numbers = [outbox.add(lambda seq: Roll(seq, "D4", 1)).seq for _ in range(4)]
    assert numbers == [9999, 1, 2, 3]
    assert [message.seq for message in outbox.since(9999)] == [9999, 1, 2, 3]
    assert [message.seq for message in outbox.since(3)] == [3]
    assert len(outbox._kept) == 16
    assert raises(ValueError, outbox.since, 4) == "number 4 is not kept; the last is 3"


def check_files_are_replaced_whole(folder):
    store = Store(folder + "/")
    assert store.load("a.json") == (None, "")
    store.save("a.json", {"a": [1, 2]})
    assert store.load("a.json") == ({"a": [1, 2]}, None)
    with open(folder + "/a.json.new", "w") as file:
        file.write("half a fi")  # the power went while the new one was written
    assert store.load("a.json") == ({"a": [1, 2]}, None)
    store.save("a.json", 3)
    assert store.load("a.json") == (3, None)


def check_what_is_no_json_is_told_and_put_aside(folder):
    store = Store(folder + "/")
    for data in (b"{", b"", b"\xff\xfe", b"nonsense"):
        with open(folder + "/a.json", "wb") as file:
            file.write(data)
        assert store.load("a.json") == (None, "a.json is not JSON"), data
    store.put_aside("a.json")
    assert store.load("a.json") == (None, "")


class _Poll:
    is_ready = True

    def register(self, stream, events):
        pass

    def poll(self, timeout_ms):
        assert timeout_ms == 0
        return self.is_ready


class _Select:
    POLLIN = 1
    POLLOUT = 4
    poll = _Poll


class _Stream:
    def __init__(self, data=b""):
        self.data = data
        self.written = b""

    def read(self, count):
        assert count == 1, "the board's stream waits for as many as it is asked for"
        byte, self.data = self.data[:1], self.data[1:]
        return byte

    def write(self, data):
        self.written += data


def check_the_wire_never_waits(_):
    incoming, outgoing = _Stream(b"abc" * 200), _Stream()
    serial_module.select = _Select
    serial = Serial(incoming, outgoing)
    assert len(serial.read()) == 256, "a flood leaves time for the others"
    serial._readable.is_ready = False
    assert serial.read() == b""
    serial.write(b"one")
    serial._writable.is_ready = False
    serial.write(b"two")
    assert (outgoing.written, serial.dropped) == (b"one", 1)
    serial._readable.is_ready = True
    incoming.data = b""
    raises(EOFError, serial.read)
