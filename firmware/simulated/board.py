"""A board on a computer, in place of `pico.Board`: the pins, buses and chips of `sensors.json` as models."""

import os
import sys

from i2c_models import As5600Chip, I2c, Qmc5883lChip
from mfrc522_model import Chip
from serial import Serial


class Pin:
    """A pin: called with a level to drive it, without to read it; `on_change` is told each new level."""

    def __init__(self, level, on_change=None):
        self._level = level
        self._on_change = on_change

    def __call__(self, level=None):
        """Read or drive the pin."""
        if level is None:
            return self._level
        level = int(level)
        if level != self._level:
            self._level = level
            if self._on_change is not None:
                self._on_change(level)
        return None


class Spi:
    """The bus of the pads: a transfer goes to the chips whose select pin is low."""

    def __init__(self, pads):
        self._pads = pads

    def write(self, data):
        """Send bytes."""
        for byte in data:
            self._byte(byte)

    def write_readinto(self, data, answer):
        """Send bytes and take those that come back."""
        for place, byte in enumerate(data):
            answer[place] = self._byte(byte)

    def _byte(self, byte):
        answers = [chip.exchange_byte(byte) for chip, cs in self._pads if cs() == 0]
        return answers[0] if len(answers) == 1 else 0xFF  # nobody drives the line, or two do


class Dog:
    """A watchdog that counts how often it was fed."""

    def __init__(self):
        self.fed = 0

    def feed(self):
        """Count."""
        self.fed += 1


class Board:
    """The board of a list of checked sensors (`settings.Settings.sensors`)."""

    def __init__(self, folder, sensors, serial=None, on_light=None):
        self.folder = folder
        self.serial = serial or Serial(sys.stdin.buffer, sys.stdout.buffer)
        self.random = os.urandom
        self.dog = None
        self.chips = {}  # sensor → model
        self.buttons = {}  # sensor → pin
        self._cs = {}  # pin → pin
        self._sensors = sensors
        self._on_light = on_light
        for sensor in sensors:
            kinds = {"pad": Chip, "dial": As5600Chip, "magnetometer": Qmc5883lChip}
            if sensor["kind"] in kinds:
                self.chips[sensor["name"]] = kinds[sensor["kind"]]()

    def output(self, pin, level):
        """Return a pin that is driven: a chip select or a light."""
        for sensor in self._sensors:
            if sensor.get("cs") == pin:
                self._cs[pin] = Pin(level, self.chips[sensor["name"]].select)
                return self._cs[pin]
        names = [sensor["name"] for sensor in self._sensors if sensor["light"] == pin]
        return Pin(level, lambda value: self._on_light and self._on_light(names[0], value))

    def input(self, pin):
        """Return the pin of a button, which nobody presses."""
        names = [sensor["name"] for sensor in self._sensors if sensor.get("pin") == pin]
        self.buttons[names[0]] = Pin(1)
        return self.buttons[names[0]]

    def spi(self, number, sck, mosi, miso):
        """Return the bus of the pads."""
        pads = [sensor for sensor in self._sensors if sensor["kind"] == "pad"]
        return Spi([(self.chips[pad["name"]], self._cs[pad["cs"]]) for pad in pads])

    def i2c(self, number, sda, scl):
        """Return the bus of the compass."""
        return I2c({chip.address: chip for chip in self.chips.values() if hasattr(chip, "address")})

    def watchdog(self, timeout_ms):
        """Return the watchdog."""
        self.dog = Dog()
        return self.dog

    def wants_out(self):
        """Tell whether the program shall be left: there is no such button here."""
        return False

    def leave(self):
        """Leave the program."""
        sys.exit()
