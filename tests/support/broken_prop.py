"""A whole prop on virtual metal that can be broken: screen, bus, wires, clocks; with the real drivers."""

import asyncio
import random
import threading
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from runeheart.core.panel import Button
from runeheart.core.runes import RUNES
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.prop import Prop
from runeheart.surface.api import SurfaceSettings
from runeheart_hw.devices import open_devices
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.board import VirtualBoard
from support.hands import until
from support.ports import FakeReader

SETTLE_MS = 40  # a busy machine may stretch a bounce, which must not become a press here
PROFILE = load_profile("pi-default", {"buttons": {"settle_ms": SETTLE_MS}})[0]


class BrokenClock(SystemClock):
    """The machine's clocks, with a date that jumps, and waits that are skipped."""

    def __init__(self):
        self.skipped_ns = 0
        self.jumped = timedelta()

    def mono_ns(self):
        return super().mono_ns() + self.skipped_ns

    def wall(self):
        return datetime.now(UTC) + self.jumped

    def skip(self, seconds):
        self.skipped_ns += int(seconds * 1e9)


class Bus:
    """The screen's bus, which can stall in the midst of a transfer."""

    def __init__(self, screen):
        self.screen = screen
        self.free = threading.Event()
        self.free.set()
        self.stalled = threading.Event()

    def _wait(self):
        if not self.free.is_set():
            self.stalled.set()
            self.free.wait(20)

    def command(self, *commands):
        self._wait()
        self.screen.command(*commands)

    def data(self, data):
        self._wait()
        self.screen.data(data)

    def cleanup(self):
        self.screen.cleanup()


class BrokenProp:
    """The prop, its troubles, and a player's hand."""

    def __init__(self, folder, difficulty):
        self.clock = BrokenClock()
        self.board = VirtualBoard(PROFILE, clock=self.clock, bounce=True)
        self.glass = self.board.oled
        self.bus = Bus(self.glass)
        self.devices = open_devices(PROFILE, factory=self.board.factory, clock=self.clock, oled_link=self.bus)
        self.devices.reader = self.reader = FakeReader()
        self.pins = {
            button: self.board.factory.pin(gpio) for button, gpio in PROFILE.buttons.pins.by_button().items()
        }
        self.journal = Journal(folder / "journal.db", self.clock)
        settings = SurfaceSettings(difficulty=difficulty, end_screen_ms=None)
        self.prop = Prop(self.devices, self.journal, settings, self.clock, version="test")

    # What is seen

    def words(self):
        return " / ".join(self.prop.status()["screen"])

    def alerts(self):
        return self.prop.status()["alerts"]

    def alert(self, device):
        (found,) = (one["alert"] for one in self.prop.status()["devices"] if one["device"] == device)
        return found

    def presses(self):
        return sum(n for name, n in self.devices.buttons.health().counters if name.endswith(" presses"))

    @property
    def state(self):
        return self.prop.session.state

    async def reads(self, words):
        try:
            await until(lambda: words in self.words())
        except AssertionError:
            raise AssertionError(f"never {words!r}; last {self.words()!r}") from None

    # What is done

    async def move(self, rune, *, down):
        await asyncio.wrap_future(self.board.press(Button(rune), down=down))

    async def press(self, rune):
        before = self.presses()
        await self.move(rune, down=True)
        await until(lambda: self.presses() > before)
        await self.move(rune, down=False)
        await until(lambda: Button(rune) not in self.board.face().held)
        await asyncio.sleep(2 * SETTLE_MS / 1000)

    async def begin(self):
        """Set a game up and let its time run."""
        await self.prop.operator("start", {}, "test")
        await self.prop.operator("command", {"body": {"do": "read"}}, "test")
        await self.reads("Clue 1 of")
        await self.move("moon", down=True)  # a hold leads back
        await self.reads("Mistakes 0 of")
        await self.move("moon", down=False)
        await until(lambda: not self.board.face().held)
        await asyncio.sleep(2 * SETTLE_MS / 1000)

    async def solve(self, places=None):
        """Activate the answer in these places, or in all that are open, as a table that knows it."""
        answer = self.state.answer
        for place in places or [place for place, rune in enumerate(self.state.slots, 1) if rune is None]:
            body = {"do": "activate", "rune": answer[place - 1], "position": place}
            done = await self.prop.operator("command", {"body": body}, "test")
            assert done.result == "done", done.why

    async def noise(self, pulses=40):
        """Let all lines catch pulses of a millisecond, as beside a motor."""
        chance = random.Random(1)
        held = self.board.face().held  # a closed contact catches none
        lines = [pin for button, pin in self.pins.items() if button not in held]

        def storm():
            pause = threading.Event()
            for _ in range(pulses):
                for pin in lines:
                    pin.ground(grounded=True)
                pause.wait(chance.uniform(0.0005, 0.002))
                for pin in lines:
                    pin.ground(grounded=False)
                pause.wait(3 * SETTLE_MS / 2000)

        await asyncio.to_thread(storm)


@asynccontextmanager
async def broken_prop(folder, difficulty="easy"):
    """Run a prop; at the end its lights are off and its screen is dark, whatever was broken."""
    folder.mkdir(exist_ok=True)
    prop = BrokenProp(folder, difficulty)
    stop, ready = asyncio.Event(), asyncio.Event()
    running = asyncio.create_task(prop.prop.run(stop, ready.set))
    await ready.wait()
    try:
        yield prop
        assert not running.done()
    finally:
        prop.bus.free.set()
        stop.set()
        await running
        prop.devices.close()
        prop.board.close()
        prop.prop.session.shut()
    assert not any(prop.board.face().lights)
    assert len(RUNES) == len(prop.pins)
