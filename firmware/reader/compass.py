"""The compass of a board: a dial or a magnetometer, at rest or moving, its zero and its calibration.

Owns when a heading has settled and when it is said. Knows the chips' drivers, no pin and no sentence's bytes.
"""

import math

from wire.messages import Calibrate, HeadingSentence

from as5600 import As5600
from qmc5883l import Qmc5883l
from settle import Settle
from walk import Walk, apply

_AGAIN_MS = 2000  # a heading that rests is said again
_FILE = "compass.json"
_NONE = ((0, 0, 0), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))  # offset and matrix of one that nobody calibrated


class Compass:
    """What the dial and the magnetometer share. `desk` is the app: it says things and keeps files."""

    period_ms = 50
    dice = ("CMP",)
    equal_deg = 1.5

    def __init__(self, name, desk, i2c):
        self.name = name
        self.warning = ""
        self._desk = desk
        self._i2c = i2c
        self._settle = Settle(desk.settle_ms, self.equal_deg)
        self._said_ms = 0
        self._kept = desk.kept(_FILE, name)
        self._zero_deg = self._kept.get("zero_deg", 0)
        if not _is_number(self._zero_deg):
            self._zero_deg = 0
            desk.odd(_FILE, name, "an odd zero: set it anew")

    @property
    def degrees(self):
        """The settled heading, None while it moves."""
        return self._settle.degrees

    def lost(self):
        """Forget what was read: the sensor failed."""
        self._settle.forget()

    def feed(self, raw_deg, now_ms):
        """Take a raw heading; say it once when it settles, and again from time to time while it rests."""
        settled = self._settle.feed((raw_deg - self._zero_deg) % 360, now_ms)
        if self.degrees is not None and (settled or now_ms - self._said_ms >= _AGAIN_MS):
            self._said_ms = now_ms
            self._desk.heading(self, HeadingSentence(self.degrees))

    def calibrate(self, step):
        """Do a step of a calibration; return the answer, or raise ValueError with the reason why not."""
        if step != "zero":
            raise ValueError(f"{self.name} has no calibration step {step}")
        if self.degrees is None:
            raise ValueError("it moves: let it rest and set the zero again")
        self._zero_deg = (self.degrees + self._zero_deg) % 360
        self._settle.forget()
        self._keep("zero_deg", self._zero_deg)
        return Calibrate(self.name, "zero")

    def give_up(self):
        """End a calibration that nobody saves."""

    def _keep(self, key, value):
        self._kept[key] = value
        self._desk.keep(_FILE, self.name, self._kept)


class Dial(Compass):
    """An AS5600 under a rose that people turn."""

    def __init__(self, name, desk, i2c, is_reversed):
        super().__init__(name, desk, i2c)
        self._is_reversed = is_reversed
        self._chip = None

    async def start(self):
        """Open the bus."""
        self._chip = As5600(self._i2c())

    async def poll(self, now_ms):
        """Read the dial."""
        raw_deg = self._chip.degrees()
        self.warning = self._chip.warning
        self.feed(-raw_deg if self._is_reversed else raw_deg, now_ms)


class Magnetometer(Compass):
    """A QMC5883L that lies flat: x points forward, y to the left; `is_flipped` if the chip looks down."""

    equal_deg = 3

    def __init__(self, name, desk, i2c, is_flipped):
        super().__init__(name, desk, i2c)
        self._is_flipped = is_flipped
        self._chip = None
        self._walk = None
        self._percent = 0
        self._offset, self._matrix = _NONE
        if "offset" in self._kept or "matrix" in self._kept:
            calibration = self._kept.get("offset"), self._kept.get("matrix")
            if _is_calibration(*calibration):
                self._offset, self._matrix = calibration
            else:
                desk.odd(_FILE, name, "an odd calibration: do it anew")

    async def start(self):
        """Open the bus and set the chip up."""
        self._chip = Qmc5883l(self._i2c())
        await self._chip.start()

    async def poll(self, now_ms):
        """Read the chip; during a walk a sample is collected and how far the walk is, told."""
        sample = self._chip.gauss()
        if sample is None:
            return
        if self._walk is None:
            x, y, _ = apply(self._offset, self._matrix, sample)
            raw_deg = math.degrees(math.atan2(y, x))
            self.feed(-raw_deg if self._is_flipped else raw_deg, now_ms)
            return
        self._walk.feed(sample)
        percent = self._walk.percent()
        if percent > self._percent:  # while the middle moves it may be less again: that helps nobody
            self._percent = percent
            self._desk.say(Calibrate(self.name, "walk", percent))

    def give_up(self):
        """End a walk that nobody saves; everything is as before."""
        self._walk = None

    def calibrate(self, step):
        """Do a step of a calibration; return the answer, or raise ValueError with the reason why not."""
        if step == "start":
            self._walk = Walk()
            self._percent = 0
            self._settle.forget()
        elif step == "cancel":
            self.give_up()
        elif step == "save":
            if self._walk is None:
                raise ValueError("no calibration was started")
            self._percent = self._walk.percent()
            self._offset, self._matrix = self._walk.fit()
            self._walk = None
            self._kept["offset"] = self._offset
            self._keep("matrix", self._matrix)
        else:
            return super().calibrate(step)
        return Calibrate(self.name, step)


def _is_calibration(offset, matrix):
    return (
        _is_row(offset)
        and isinstance(matrix, list)
        and len(matrix) == 3
        and all(_is_row(row) for row in matrix)
    )


def _is_row(row):
    return isinstance(row, list) and len(row) == 3 and all(_is_number(value) for value in row)


def _is_number(value):
    """Tell whether a file's value can be reckoned with: JSON's 1e400 cannot, it is without end."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
