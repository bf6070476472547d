"""fake-rpi's RPi.GPIO made stateful: levels stay, edges come on a thread of their own, bounce time is kept.

fake-rpi alone reads inputs by chance and calls every pin an output. What the real library refuses (a float
for a level, a duty above 100) is refused here.
"""

import queue
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from fake_rpi import toggle_print
from fake_rpi.RPi import _GPIO

ZERO_2_W = 0x902120


@dataclass(slots=True)
class Watch:
    """What `add_event_detect` asked for."""

    kind: int
    callback: Callable[[int], None]
    bounce_ms: int
    last_ms: float = -1e9


class Pwm:
    """A square wave on a channel; where it ends is chance, here: high."""

    def __init__(self, board: "Board", channel: int, hz: float) -> None:
        self.board, self.channel, self.hz, self.duty = board, channel, hz, 0.0
        board.pwms[channel] = self

    def start(self, duty: float) -> None:
        self.ChangeDutyCycle(duty)

    def ChangeDutyCycle(self, duty: float) -> None:  # noqa: N802 - RPi.GPIO's name
        if not 0 <= duty <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self.duty = duty

    def ChangeFrequency(self, hz: float) -> None:  # noqa: N802 - RPi.GPIO's name
        if hz <= 0:
            raise ValueError("frequency must be greater than 0.0")
        self.hz = hz

    def stop(self) -> None:
        self.board.pwms.pop(self.channel, None)
        self.board.levels[self.channel] = 1


class Board(_GPIO):
    """RPi.GPIO's functions over levels that stay, and `wire(gpio, level)` for the outside."""

    def __init__(self) -> None:
        toggle_print(False)
        super().__init__()
        self.levels = dict.fromkeys(range(28), 1)
        self.directions: dict[int, int] = {}
        self.watches: dict[int, Watch] = {}
        self.pwms: dict[int, Pwm] = {}
        self._wires: queue.SimpleQueue[tuple[int, int] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._deliver, name="rpi-edges", daemon=True)
        self._thread.start()

    def wire(self, gpio: int, level: int) -> None:
        self._wires.put((gpio, level))

    def stop(self) -> None:
        self._wires.put(None)
        self._thread.join(2)

    def _deliver(self) -> None:
        while (wire := self._wires.get()) is not None:
            gpio, level = wire
            if self.levels[gpio] == level:
                continue
            self.levels[gpio] = level
            watch = self.watches.get(gpio)
            if watch is None or watch.kind not in {self.BOTH, self.RISING if level else self.FALLING}:
                continue
            now_ms = time.monotonic() * 1000
            if watch.bounce_ms <= 0 or now_ms - watch.last_ms > watch.bounce_ms:
                watch.last_ms = now_ms
                watch.callback(gpio)

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None:
        pass

    def setup(self, channel: int, direction: int, pull_up_down: int = 20, initial: int | None = None) -> None:
        self.directions[channel] = direction
        if direction == self.OUT and initial is not None:
            self.levels[channel] = int(initial)

    def input(self, channel: int) -> int:
        return self.levels[channel]

    def output(self, channel: int, state: int) -> None:
        if isinstance(state, float):
            raise ValueError("Value must be an integer/boolean or a list/tuple of integers/booleans")  # noqa: TRY004 - as RPi.GPIO does
        if self.directions.get(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.levels[channel] = int(state)

    def gpio_function(self, channel: int) -> int:
        return self.directions.get(channel, self.IN)

    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], None], bouncetime: int = -666
    ) -> None:
        if channel in self.watches:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        self.watches[channel] = Watch(edge, callback, bouncetime)

    def remove_event_detect(self, channel: int) -> None:
        self.watches.pop(channel, None)

    def cleanup(self, channel: int | None = None) -> None:
        for gpio in [channel] if channel is not None else list(self.directions):
            self.directions.pop(gpio, None)
            self.watches.pop(gpio, None)

    def PWM(self, channel: int, hz: float) -> Pwm:  # noqa: N802 - RPi.GPIO's name
        if self.directions.get(channel) != self.OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        return Pwm(self, channel, hz)


@contextmanager
def board() -> Iterator[Board]:
    """Put a board into the place of RPi.GPIO for a while."""
    the_board = Board()
    with pytest.MonkeyPatch.context() as patch:
        if "gpiozero.pins.rpigpio" not in sys.modules:
            package = types.ModuleType("RPi")
            package.GPIO = the_board
            patch.setitem(sys.modules, "RPi", package)
            patch.setitem(sys.modules, "RPi.GPIO", the_board)
        import gpiozero.pins.rpigpio as gpiozero_rpigpio

        patch.setattr(gpiozero_rpigpio, "GPIO", the_board)
        patch.setattr(gpiozero_rpigpio.RPiGPIOFactory, "_get_revision", lambda _self: ZERO_2_W)
        try:
            yield the_board
        finally:
            the_board.stop()
