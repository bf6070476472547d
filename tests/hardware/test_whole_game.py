"""Whole games from metal to light: the real prop and drivers, on lgpio's own pipe and on RPi.GPIO's edges."""

import asyncio
import threading
from contextlib import contextmanager

import pytest

from runeheart.core.panel import Button
from runeheart.core.runes import RUNES
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.prop import Prop
from runeheart.surface.api import SurfaceSettings
from runeheart_hw.devices import open_devices
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.oled_model import OledModel
from support.fake_rpi_board import board
from support.hands import until
from support.lgpio_patched import patched

SETTLE_MS = 40  # a busy machine may stretch a bounce, which must not become a press here
PROFILE = load_profile("pi-default", {"buttons": {"settle_ms": SETTLE_MS}})[0]
BUTTONS = PROFILE.buttons.pins.by_button()
LIGHTS = PROFILE.lights.pins.by_button()
PRESS_S, HOLD_S = 0.08, 1.0


@contextmanager
def lgpio():
    with patched() as wires:
        yield wires, make_factory("lgpio", chip=0)


@contextmanager
def rpigpio():
    with board() as pi:
        yield pi, make_factory("rpigpio")


class Table:
    """A prop that runs, and a hand on its wires."""

    def __init__(self, metal, factory, folder, difficulty):
        self.metal = metal
        self.glass = OledModel()
        clock = SystemClock()
        self.devices = open_devices(PROFILE, factory=factory, clock=clock, oled_link=self.glass)
        settings = SurfaceSettings(difficulty=difficulty, end_screen_ms=None)
        self.journal = Journal(folder / "journal.db", clock)
        self.prop = Prop(self.devices, self.journal, settings, clock, version="test")
        self.pause = threading.Event()

    def words(self):
        return " / ".join(self.prop.status()["screen"])

    async def reads(self, words):
        await until(lambda: words in self.words())

    async def press(self, rune, seconds=PRESS_S):
        """Press a button in another thread; its contact bounces as it closes and as it opens."""

        def act():
            gpio = BUTTONS[Button(rune)]
            for levels, wait_s in (((0, 1, 0), seconds), ((1, 0, 1), PRESS_S)):
                for level in levels:
                    self.metal.wire(gpio, level)
                self.pause.wait(wait_s)

        await asyncio.to_thread(act)

    async def activate(self, rune, place):
        await self.press(rune)
        await self.reads(f"{rune.upper()}: which place")
        await self.press(RUNES[place - 1])

    async def begin(self):
        """Wake it, read the first clue, leave it again."""
        await self.reads("Press a rune")
        await until(lambda: self.devices.buttons._on_press is not None)
        await self.press("moon")
        await self.reads("to read the first clue")
        await self.press("storm")
        await self.reads("Clue 1 of")
        await self.press("water", HOLD_S)
        await self.reads("Mistakes 0 of")
        return self.prop.session.state.answer

    def lit(self, rune):
        """Tell whether a rune's light is driven high without PWM."""
        gpio = LIGHTS[Button(rune)]
        pwm = getattr(self.metal, "pwm", None)
        return gpio not in (self.metal.pwms if pwm is None else pwm) and self.metal.levels[gpio] == 1


@contextmanager
def table(backend, folder, difficulty):
    with backend() as (metal, factory):
        the_table = Table(metal, factory, folder, difficulty)
        try:
            yield the_table
        finally:
            the_table.devices.close()
            the_table.prop.session.shut()
        assert not any(the_table.lit(rune) for rune in RUNES)
        assert not the_table.glass.lit


async def played(the_table, play):
    """Run the prop while somebody plays on it."""
    stop = asyncio.Event()
    running = asyncio.create_task(the_table.prop.run(stop))
    try:
        await play(the_table)
    finally:
        stop.set()
        await running


BACKENDS = pytest.mark.parametrize("backend", [lgpio, rpigpio])


@BACKENDS
def test_a_game_is_won_on_real_edges(backend, tmp_path):
    async def play(the_table):
        answer = await the_table.begin()
        for place, rune in enumerate(answer, 1):
            await the_table.activate(rune, place)
            if place < len(answer):
                await the_table.reads(f"{place} {rune}")
                await until(lambda rune=rune: the_table.lit(rune))  # locked: steady
        await the_table.reads("DEFUSED")
        counters = dict(the_table.devices.buttons.health().counters)
        presses = sum(count for name, count in counters.items() if name.endswith("presses"))
        assert presses == 3 + 2 * len(answer)  # bounces gave none, and none was missed

    with table(backend, tmp_path, "easy") as the_table:
        asyncio.run(played(the_table, play))


@BACKENDS
def test_a_game_is_lost_by_mistakes_and_the_screen_is_pulled_in_its_midst(backend, tmp_path):  # field 3.6
    async def play(the_table):
        answer = await the_table.begin()
        the_table.glass.unplug()
        await the_table.activate(answer[1], 1)
        await the_table.reads("Mistakes 1 of 2")
        await until(lambda: the_table.devices.display.health().alert)
        the_table.glass.plug()
        await the_table.activate(answer[2], 1)
        await the_table.reads("EXPLODED")
        await until(lambda: the_table.glass.lit and the_table.devices.display.health().alert is None)

    with table(backend, tmp_path, "hard") as the_table:
        asyncio.run(played(the_table, play))
