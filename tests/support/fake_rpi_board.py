"""fake-rpi's RPi.GPIO made stateful: levels stay, edges come on a thread of their own, bounce time as in 0.7.1.

fake-rpi alone reads inputs by chance and calls every pin an output. The surface is RPi.GPIO's: what the real one
refuses (a float for a level, a duty above 100) is refused here.
"""

import queue
import sys
import threading
import time
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

ZERO_2_W = 0x902120


def _fake_gpio() -> type:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # fake-rpi's own business
        from fake_rpi import toggle_print
        from fake_rpi.RPi import _GPIO
    toggle_print(False)
    return _GPIO


class _Edge:
    def __init__(self, kind: int, callback, bounce_ms: int) -> None:
        self.kind, self.callback, self.bounce_ms = kind, callback, bounce_ms
        self.last_ms = -1e9


def make_board():
    """Return a board: RPi.GPIO's functions, and `wire(gpio, level)` for the outside."""

    class Board(_fake_gpio()):
        IN, OUT = 1, 0
        PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22

        def __init__(self) -> None:
            super().__init__()
            self.levels = dict.fromkeys(range(28), 1)
            self.directions: dict[int, int] = {}
            self.events: dict[int, _Edge] = {}
            self.pwms: dict[int, object] = {}
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
                event = self.events.get(gpio)
                if event is None or event.kind not in {self.BOTH, self.RISING if level else self.FALLING}:
                    continue
                now_ms = time.monotonic() * 1000
                if event.bounce_ms <= 0 or now_ms - event.last_ms > event.bounce_ms:
                    event.last_ms = now_ms
                    event.callback(gpio)

        def setmode(self, mode) -> None:
            assert mode == self.BCM

        def setwarnings(self, on) -> None:
            pass

        def setup(self, channel, direction, pull_up_down=20, initial=None) -> None:
            self.directions[channel] = direction
            if direction == self.OUT and initial is not None:
                self.levels[channel] = int(initial)

        def input(self, channel) -> int:
            return self.levels[channel]

        def output(self, channel, state) -> None:
            if not isinstance(state, int):
                raise ValueError("Value must be an integer/boolean or a list/tuple of integers/booleans")
            if self.directions.get(channel) != self.OUT:
                raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
            self.levels[channel] = int(state)

        def gpio_function(self, channel) -> int:
            return self.directions.get(channel, self.IN)

        def add_event_detect(self, channel, edge, callback=None, bouncetime=-666) -> None:
            if channel in self.events:
                raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
            self.events[channel] = _Edge(edge, callback, bouncetime)

        def remove_event_detect(self, channel) -> None:
            self.events.pop(channel, None)

        def cleanup(self, channel=None) -> None:
            for gpio in [channel] if channel is not None else list(self.directions):
                self.directions.pop(gpio, None)
                self.events.pop(gpio, None)

        def PWM(self, channel, hz):  # noqa: N802 - RPi.GPIO's own name
            board = self
            if board.directions.get(channel) != board.OUT:
                raise RuntimeError("You must setup() the GPIO channel as an output first")

            class Pwm:
                def __init__(self) -> None:
                    self.hz, self.duty = hz, 0.0
                    board.pwms[channel] = self

                def start(self, duty) -> None:
                    self.ChangeDutyCycle(duty)

                def ChangeDutyCycle(self, duty) -> None:  # noqa: N802
                    if not 0 <= duty <= 100:
                        raise ValueError("dutycycle must have a value from 0.0 to 100.0")
                    self.duty = duty

                def ChangeFrequency(self, frequency) -> None:  # noqa: N802
                    if frequency <= 0:
                        raise ValueError("frequency must be greater than 0.0")
                    self.hz = frequency

                def stop(self) -> None:
                    board.pwms.pop(channel, None)
                    board.levels[channel] = 1  # where it ended is chance

            return Pwm()

    return Board()


@contextmanager
def board() -> Iterator:
    """Put a board into the place of RPi.GPIO for a while."""
    the_board = make_board()
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
