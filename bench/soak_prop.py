"""The prop of the soak: the real daemon on a virtual board, and a line by which its troubles are made.

A process of its own (`python -m bench.soak_prop FOLDER`). Owns what breaks: the screen's plug and bus, noise
on the wires, the date. Knows nothing of who makes the trouble, and measures nothing.
"""

import asyncio
import contextlib
import json
import sys
import threading
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from runeheart.core.panel import Button
from runeheart.runtime import config as configuration
from runeheart.runtime import host, logs
from runeheart.runtime.clock import SystemClock
from runeheart_hw.devices import PropDevices, open_devices
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.board import VirtualBoard
from runeheart_hw.virtual.oled_model import OledModel

TROUBLES = "troubles.sock"
LONGEST_STALL_S = 30


class JumpingClock(SystemClock):
    """The machine's clocks; the date jumps when told."""

    jumped = timedelta()

    def wall(self) -> datetime:  # type: ignore[override]
        return datetime.now(UTC) + self.jumped


class Bus:
    """The screen's bus; it can stall for as long as somebody holds SCL low."""

    def __init__(self, screen: OledModel) -> None:
        self._screen = screen
        self._free = threading.Event()
        self._free.set()

    def stall(self, time_s: float) -> None:
        self._free.clear()
        threading.Timer(time_s, self._free.set).start()

    def command(self, *commands: int) -> None:
        self._free.wait(LONGEST_STALL_S)
        self._screen.command(*commands)

    def data(self, data: Iterable[int]) -> None:
        self._free.wait(LONGEST_STALL_S)
        self._screen.data(data)

    def cleanup(self) -> None:
        self._screen.cleanup()


class Troubles:
    """The line: one JSON object per line in, one back."""

    def __init__(self, board: VirtualBoard, bus: Bus, clock: JumpingClock, profile: Any) -> None:
        self._board = board
        self._bus = bus
        self._clock = clock
        self._pins = [board.factory.pin(gpio) for gpio in profile.buttons.pins.by_button().values()]

    async def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        match asked["do"]:
            case "press":
                move = self._board.press(Button(asked["button"]), down=asked["down"])
                await asyncio.wrap_future(move)
            case "noise":  # as long wires catch it: pulses of a millisecond, all lines at once
                await asyncio.to_thread(self._noise, asked["pulses"])
            case "unplug":
                self._board.oled.unplug()
            case "plug":
                self._board.oled.plug()
            case "stall":
                self._bus.stall(asked["time_s"])
            case "date":
                self._clock.jumped = timedelta(days=asked["days"])
            case "look":
                face = self._board.face()
                return {"lit": any(face.picture), "lights": list(face.lights)}
        return {}

    def _noise(self, pulses: int) -> None:
        pause = threading.Event()
        for _ in range(pulses):
            for pin in self._pins:
                pin.ground(grounded=True)
            pause.wait(0.001)
            for pin in self._pins:
                pin.ground(grounded=False)
            pause.wait(0.003)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                answer = await self.make(json.loads(line))
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        writer.close()


def main() -> None:
    """Serve the prop that is configured in a folder until a signal ends it."""
    folder = Path(sys.argv[1])
    config, problems = configuration.load(folder / "prop.toml")
    profile, more = load_profile(config.prop.board, config.over_profile())
    assert profile is not None
    assert not [*problems, *more], (*problems, *more)
    clock = JumpingClock()
    host.SystemClock = lambda: clock  # type: ignore[assignment,misc]  # the date is ours to change
    board = VirtualBoard(profile, clock=clock, bounce=True)
    assert board.oled is not None
    bus = Bus(board.oled)
    troubles = Troubles(board, bus, clock, profile)

    @contextlib.asynccontextmanager
    async def line(_prop: object) -> AsyncIterator[None]:
        server = await asyncio.start_unix_server(troubles.talk, folder / TROUBLES)
        try:
            yield
        finally:
            server.close()

    def devices(_clock: object) -> PropDevices:
        return open_devices(profile, factory=board.factory, clock=clock, oled_link=bus)

    logs.log_to_stderr()
    try:
        host.serve(config, devices, settle_ms=profile.buttons.settle_ms, beside=line, version="soak")
    finally:
        board.close()


if __name__ == "__main__":
    main()
