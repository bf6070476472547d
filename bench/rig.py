"""A whole prop in one process: real drivers on mock pins, real journal on the disk, every output stamped."""

import asyncio
import tempfile
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from runeheart.core.panel import Button
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.prop import Prop
from runeheart.surface.api import SurfaceSettings
from runeheart_hw.devices import open_devices
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.board import VirtualBoard

RUNES = tuple(Button)[:6]
MS = 1_000_000


class Stamp:
    """A port that notes when each `show` had returned, with what was shown."""

    def __init__(self, port: Any) -> None:
        self.port = port
        self.shown: list[tuple[int, Any]] = []
        self.event = threading.Event()

    def show(self, what: Any) -> None:
        self.port.show(what)
        self.shown.append((time.monotonic_ns(), what))
        self.event.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.port, name)

    def first_after(self, at_ns: int, wanted: Any = lambda _: True) -> int | None:
        """Return when something wanted was first shown after a moment; None if it never was."""
        return next((shown_ns for shown_ns, what in self.shown if shown_ns > at_ns and wanted(what)), None)


class Rig:
    """A running prop, and fingers on its pins from another thread."""

    def __init__(self, folder: Path) -> None:
        self.profile, problems = load_profile("pi-default")
        assert self.profile is not None, problems
        clock = SystemClock()
        self.board = VirtualBoard(self.profile, clock=clock)
        self.devices = open_devices(
            self.profile, factory=self.board.factory, clock=clock, oled_link=self.board.oled
        )
        self.lights = self.devices.lights = Stamp(self.devices.lights)
        self.display = self.devices.display = Stamp(self.devices.display)
        self.settle_ms = self.profile.buttons.settle_ms
        self.journal = Journal(folder / "journal.db", clock)
        self.prop = Prop(self.devices, self.journal, SurfaceSettings(), clock, grace_ms=self.settle_ms + 10)

    async def move(self, button: Button, *, down: bool) -> int:
        """Ground or free a button's pin in the fingers' thread; return when the pin changed."""
        at_ns = time.monotonic_ns()
        await asyncio.wrap_future(self.board.press(button, down=down))
        return at_ns

    async def tap(self, button: Button, held_ms: int = 40) -> tuple[int, int]:
        """Tap a button; return when it went down and up, once the prop has taken both."""
        down_ns = await self.move(button, down=True)
        await asyncio.sleep(held_ms / 1000)
        up_ns = await self.move(button, down=False)
        await asyncio.sleep((self.settle_ms + 25) / 1000)
        return down_ns, up_ns

    async def shown_after(self, at_ns: int) -> int:
        """Return when the screen first changed after a moment, waiting for it up to 2 s."""
        for _ in range(400):
            shown_ns = self.display.first_after(at_ns)
            if shown_ns is not None:
                return shown_ns
            await asyncio.sleep(0.005)
        raise TimeoutError

    async def begin(self) -> None:
        """From attract to the running clock of an easy game, by taps alone."""
        await self.prop.operator("reset", {}, "bench")
        for button in (Button.NATURE, Button.NATURE, Button.NATURE):  # wake, easy, read
            await self.tap(button)
        await self.hold(Button.NATURE)  # back from the clues
        assert self.prop.session.state is not None
        assert self.prop.session.state.phase == "running"

    async def hold(self, button: Button) -> None:
        """Hold a button long enough to count as a hold."""
        await self.tap(button, held_ms=900)


@asynccontextmanager
async def running() -> AsyncIterator[Rig]:
    """Run a prop with its journal in a fresh folder."""
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        stop = asyncio.Event()
        ready = asyncio.Event()
        playing = asyncio.create_task(rig.prop.run(stop, ready.set))
        await ready.wait()
        try:
            yield rig
        finally:
            stop.set()
            await playing
            rig.devices.close()
            rig.board.close()
            rig.prop.session.shut()
