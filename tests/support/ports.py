"""A prop in memory: ports that remember, a clock that is moved by hand, and a rig that plays on them."""

import asyncio
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from runeheart.core.events import Ask
from runeheart.core.panel import Button, Press, Reading, Rolled, Screen, Tone
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.ports import Health
from runeheart.runtime.prop import Prop
from runeheart.runtime.verbs import Answer
from runeheart.surface.api import NewGame, SurfaceSettings

ANSWER = ["fire", "water", "sun", "moon", "nature"]
NORMAL = {"difficulty": "normal", "answer": ANSWER}
NORMAL_MS = 420_000
SETTLE_MS = 15


class FakeButtons:
    def __init__(self) -> None:
        self.on_press: Callable[[Press], None] | None = None

    def start(self, on_press: Callable[[Press], None]) -> None:
        self.on_press = on_press

    def health(self) -> Health:
        return Health("buttons", counters=(("fire noise", 2),))


class FakeLights:
    def __init__(self) -> None:
        self.shown: list[tuple[float, ...]] = []

    def show(self, levels: Sequence[float]) -> None:
        self.shown.append(tuple(levels))

    def health(self) -> Health:
        return Health("lights")


class FakeDisplay:
    def __init__(self) -> None:
        self.shown: list[Screen] = []
        self.alert: str | None = None

    def show(self, screen: Screen) -> None:
        self.shown.append(screen)

    def health(self) -> Health:
        return Health("display", self.alert)


class FakeBuzzer:
    def __init__(self) -> None:
        self.played: list[tuple[Tone, ...]] = []

    def play(self, tones: Sequence[Tone]) -> None:
        self.played.append(tuple(tones))

    def health(self) -> Health:
        return Health("buzzer")


class FakeReader:
    """A reader in memory: `roll` and `head` are what a settled die or compass tells at a time."""

    def __init__(self) -> None:
        self.on_reading: Callable[[Reading], None] | None = None
        self.expected: list[Ask | None] = []
        self.alert: str | None = None

    def start(self, on_reading: Callable[[Reading], None]) -> None:
        self.on_reading = on_reading

    def expect(self, ask: Ask | None) -> None:
        self.expected.append(ask)

    def health(self) -> Health:
        return Health("reader", self.alert, (("good", 3),))


class FakeDevices:
    def __init__(self) -> None:
        self.buttons = FakeButtons()
        self.lights = FakeLights()
        self.display = FakeDisplay()
        self.buzzer = FakeBuzzer()
        self.reader: FakeReader | None = None
        self.failed: str | None = None
        self.closed = 0

    def failure(self) -> str | None:
        return self.failed

    def close(self) -> None:
        self.closed += 1


class Rig:
    """A prop on a manual clock. Nothing sleeps: time passes with `after`, turn by turn."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: ManualClock | None = None,
        settings: SurfaceSettings | None = None,
        reader: bool = False,
        **more: Any,
    ) -> None:
        self.clock = clock or ManualClock(mono_ns=5_000_000_000)
        self.path = folder / "journal.db"
        self.devices = FakeDevices()
        if reader:
            self.devices.reader = FakeReader()
        self.journal = Journal(self.path, self.clock)
        self.settings = settings or SurfaceSettings(end_screen_ms=None)
        self.prop = Prop(self.devices, self.journal, self.settings, self.clock, version="test", **more)

    async def __aenter__(self) -> Self:
        """Switch it on: bring a saved game back, show the first picture."""
        await self.prop.restore()
        await self.prop.turn()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.prop.session.shut()

    @property
    def state(self) -> Any:
        return self.prop.session.state

    @property
    def words(self) -> tuple[str, ...]:
        return self.devices.display.shown[-1].words

    @property
    def left_ms(self) -> int | None:
        return self.prop.session.left_ms()

    async def after(self, time_ms: int) -> None:
        """Let time pass, with a turn at each moment that the prop itself waits for (but for light frames)."""
        end_ms = self.prop.now_ms() + time_ms
        while (due_ms := self._due_ms()) <= end_ms:
            self.clock.advance_ms(max(due_ms - self.prop.now_ms(), 1))
            await self.prop.turn()
            await self.written()  # or the time of this clock would outrun the disk
        self.clock.advance_ms(max(end_ms - self.prop.now_ms(), 0))
        await self.prop.turn()

    def _due_ms(self) -> int:
        self.prop._front.frame_ms = None
        return self.prop.due_ms()

    def edge(self, button: str, *, down: bool, ago_ms: int = 0) -> None:
        self.prop.press(Press(Button(button), down, self.prop.now_ms() - ago_ms))

    async def roll(self, die: str, face: int | str | tuple[str, ...], *, ago_ms: int = 0) -> None:
        """Let a real die lie still, and the reader tell it."""
        self.prop.read(Rolled(die, face, self.prop.now_ms() - ago_ms))
        await self.after(0)

    async def tap(self, *buttons: str) -> None:
        for button in buttons:
            self.edge(button, down=True)
            await self.after(60)
            self.edge(button, down=False)
            await self.after(60)

    async def hold(self, button: str) -> None:
        self.edge(button, down=True)
        await self.after(900)
        self.edge(button, down=False)
        await self.after(60)

    async def written(self) -> None:
        """Wait until the disk has all that was sent to it, clock rows too."""
        await self.prop.session._write(lambda: None)

    async def pull_the_plug(self, folder: Path) -> None:
        """Copy what the disk has at this moment into a folder: what a power cut would leave."""
        await self.written()
        _copy_journal(self.path, folder)

    async def verb(self, verb: str, **args: Any) -> Answer:
        asked = asyncio.ensure_future(self.prop.operator(verb, args, "ctl"))
        while not asked.done():  # a hint is found in a thread before it comes to the loop
            await asyncio.sleep(0)
            await self.prop.turn()
        return asked.result()

    async def command(self, do: str, **values: Any) -> Answer:
        """Give a command of the game at the table, as its operator."""
        return await self.verb("command", body={"do": do, **values})

    async def begin(self, setup: Mapping[str, Any] | None = None) -> None:
        """Set up a game with a known answer, as the surface would, without its menu."""
        await self.prop._front.carry_out(NewGame("heart", dict(setup or NORMAL)), self.prop.now_ms())
        await self.prop._front.told(
            await self.prop.session.take({"do": "wait"}, self.prop.now_ms(), "button")
        )
        await self.prop.turn()


def _copy_journal(path: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for tail in ("", "-wal"):
        part = path.with_name(path.name + tail)
        if part.exists():
            shutil.copyfile(part, folder / part.name)
