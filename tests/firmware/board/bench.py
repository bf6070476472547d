"""What the firmware's own tests stand on, in MicroPython: a manual clock, a wire in memory, models."""

import asyncio
import json

PAUSES = []


async def _no_pause(ms):
    PAUSES.append(ms)


asyncio.sleep_ms = _no_pause  # before the drivers take it: no test waits

from wire.framing import Splitter, frame  # noqa: E402

from app import App  # noqa: E402
from board import Board  # noqa: E402
from control import box, tag_number  # noqa: E402
from mfrc522_model import Tag  # noqa: E402
from settings import Settings  # noqa: E402
from store import Store  # noqa: E402

STEP_MS = 10

PAD = {"name": "pad1", "kind": "pad", "cs": 17, "light": 6, "dice": ["D4", "D8"]}
PAD2 = {"name": "pad2", "kind": "pad", "cs": 20, "light": 7, "dice": ["CMP", "MOV"]}
DIAL = {"name": "rose", "kind": "dial", "light": 8}
MAG = {"name": "mag", "kind": "magnetometer"}
ROLL = {"name": "roll", "kind": "roll", "pin": 14, "light": 9}
OK = {"name": "ok", "kind": "confirm", "pin": 15, "light": 10}


class Clock:
    def __init__(self):
        self.ms = 0

    def now_ms(self):
        return self.ms


class Wire:
    """The serial port; `said` gives the bodies since the last time, without beats if not asked for."""

    def __init__(self):
        self.out = b""
        self._splitter = Splitter()

    def read(self):
        return b""

    def write(self, data):
        self.out += data

    def said(self, beats=False):
        found = self._splitter.feed(self.out)
        self.out = b""
        return [body for body in found if beats or not body.startswith("PRNH,B,")]


class Bench:
    """An app on a simulated board; `run` lets time pass, `say` is the prop."""

    def __init__(self, folder, *entries, settle_ms=200, taught=True):
        self.folder = folder + "/"
        store = Store(self.folder)
        store.save("sensors.json", {"settle_ms": settle_ms, "sensors": list(entries)})
        if taught:
            store.save("tags.json", box())
        self.start()
        self.wire.said()

    def start(self):
        self.lights = {}
        self.wire = Wire()
        self.clock = Clock()
        sensors = Settings(Store(self.folder)).sensors
        self.board = Board(self.folder, sensors, self.wire, self.lights.__setitem__)
        self.app = App(self.board, self.clock)
        self.app._dog = self.board.watchdog(8000)

    def run(self, ms):
        end_ms = self.clock.ms + ms
        while self.clock.ms < end_ms:
            self.clock.ms += STEP_MS
            self.app._intake_ms = self.clock.ms
            for minding in self.app.mindings:
                if self.clock.ms >= minding.due_ms:
                    asyncio.run(minding.step(self.clock.ms))
            self.app.tend()

    def say(self, *bodies):
        for body in bodies:
            self.app.take(frame(body))
        return self.wire.said()

    def seen(self, ms):
        self.run(ms)
        return self.wire.said()

    def chip(self, name="pad1"):
        return self.board.chips[name]

    def put(self, *faces, pad="pad1"):
        """Lie dice on a pad, all others away: ("D8", 5)."""
        self.chip(pad).tags = [Tag(tag_number(die, str(face))) for die, face in faces]

    def press(self, name, ms=60):
        self.board.buttons[name](0)
        self.run(ms)
        self.board.buttons[name](1)
        self.run(ms)

    def file(self, name):
        with open(self.folder + name) as file:
            return json.loads(file.read())

    def write(self, name, text):
        with open(self.folder + name, "w") as file:
            file.write(text)


def raises(kind, call, *given):
    """Return the text of the error that a call raises."""
    try:
        result = call(*given)
        if hasattr(result, "send"):
            result = asyncio.run(result)
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__}, but {result!r}")


def numbers(seed):
    """Return a source of repeatable whole numbers below 256."""
    while True:
        seed = (seed * 1103515245 + 12345) % 2147483648
        yield seed >> 16 & 0xFF
