"""The real lgpio library on wires that we hold: its C calls are ours, edges come through its own pipe.

Real: the Python library, its one notification thread, the parsing of its messages, gpiozero's factory.
Ours: a dozen calls of `lgpio._lgpio`, and what the kernel would write into the notification pipe.
"""

import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.needs import needs_module

HANDLE = 0
BUSY = -79
OUTPUT, PULL_UP = 1 << 1, 1 << 5
ZERO_2_W = 0x902120


def need_lgpio() -> None:
    """Leave a test out where lgpio is not installed, and say how to install it."""
    needs_module("lgpio", "pip install 'lgpio>=0.2.2.0' (from Python 3.13 on: apt install python3-lgpio)")


class Wires:
    """54 lines: what each carries, how it was claimed, and what was done to it."""

    def __init__(self) -> None:
        self.levels = dict.fromkeys(range(54), 1)
        self.modes: dict[int, int] = {}
        self.alerts: set[int] = set()
        self.busy: set[int] = set()
        self.pwm: dict[int, tuple[float, float]] = {}
        self.written: list[tuple[int, int]] = []
        self.lost: set[int] = set()
        """Lines whose next edges the kernel drops."""
        import lgpio

        pipe = f".lgd-nfy{lgpio._notify_thread._notify}"
        self._pipe = os.open(Path(os.environ["LG_WD"]) / pipe, os.O_WRONLY | os.O_NONBLOCK)
        os.set_blocking(self._pipe, True)

    def close(self) -> None:
        os.close(self._pipe)

    def wire(self, gpio: int, level: int) -> None:
        """Change what the outside does to a line: an input sees it, an armed one tells of it."""
        if self.levels[gpio] == level:
            return
        self.levels[gpio] = level
        if gpio in self.alerts and gpio not in self.lost:
            os.write(self._pipe, struct.pack("QBBBBI", time.monotonic_ns(), HANDLE, gpio, level, 0, 0))

    # The C calls

    def claim_input(self, _handle: int, flags: int, gpio: int) -> int:
        return self._claim(gpio, flags)

    def claim_output(self, _handle: int, flags: int, gpio: int, level: int) -> int:
        outcome = self._claim(gpio, flags | OUTPUT)
        if outcome == 0:
            self.write(HANDLE, gpio, level)
        return outcome

    def claim_alert(self, _handle: int, flags: int, _edges: int, gpio: int, _notify: int) -> int:
        outcome = self._claim(gpio, flags)
        if outcome == 0:
            self.alerts.add(gpio)
        return outcome

    def _claim(self, gpio: int, mode: int) -> int:
        if gpio in self.busy:
            return BUSY
        self.alerts.discard(gpio)
        self.modes[gpio] = mode
        return 0

    def free(self, _handle: int, gpio: int) -> int:
        self.alerts.discard(gpio)
        self.modes.pop(gpio, None)
        return 0

    def mode(self, _handle: int, gpio: int) -> int:
        return self.modes.get(gpio, 0)

    def read(self, _handle: int, gpio: int) -> int:
        return self.levels[gpio]

    def write(self, _handle: int, gpio: int, level: int) -> int:
        self.levels[gpio] = level
        self.written.append((gpio, level))
        return 0

    def tx_pwm(self, _handle: int, gpio: int, hz: float, duty: float, _offset: int, _cycles: int) -> int:
        if hz == 0:
            self.pwm.pop(gpio, None)
            self.levels[gpio] = 1  # the pulse that ended may have been high
        else:
            self.pwm[gpio] = (hz, duty)
        return 9  # entries left in the queue


@contextmanager
def patched() -> Iterator[Wires]:
    """Put our calls into lgpio's place for a while; skips where lgpio is missing."""
    need_lgpio()
    from runeheart_hw.pins import _import_lgpio

    lgpio = _import_lgpio()
    import gpiozero.pins.lgpio as gpiozero_lgpio

    wires = Wires()
    with pytest.MonkeyPatch.context() as patch:
        for name, call in {
            "_gpiochip_open": lambda _number: HANDLE,
            "_gpiochip_close": lambda _handle: 0,
            "_gpio_get_mode": wires.mode,
            "_gpio_claim_input": wires.claim_input,
            "_gpio_claim_output": wires.claim_output,
            "_gpio_claim_alert": wires.claim_alert,
            "_gpio_free": wires.free,
            "_gpio_read": wires.read,
            "_gpio_write": wires.write,
            "_tx_pwm": wires.tx_pwm,
            "_gpio_set_debounce_micros": lambda _handle, _gpio, _micros: 0,
        }.items():
            patch.setattr(lgpio._lgpio, name, call)
        patch.setattr(gpiozero_lgpio.LGPIOFactory, "_get_revision", lambda _self: ZERO_2_W)
        try:
            yield wires
        finally:
            wires.close()
