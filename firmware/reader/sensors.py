"""Makes the sensors of a board from its settings. Owns which kind is which class, and their buses."""

from wire.fields import DICE

from button import Button
from compass import Dial, Magnetometer
from pad import Pad


class Buses:
    """SPI and I2C, opened when a sensor starts, so that a bus that cannot be had is that sensor's failure."""

    def __init__(self, settings, board):
        self._settings = settings
        self._board = board
        self._spi = None

    def spi(self):
        """Return the bus of the pads."""
        if self._spi is None:
            pins = self._settings.spi
            self._spi = self._board.spi(pins["id"], pins["sck"], pins["mosi"], pins["miso"])
        return self._spi

    def i2c(self):
        """Return the bus of the compass, opened anew: a chip that holds it up is made to let it go."""
        pins = self._settings.i2c
        return self._board.i2c(pins["id"], pins["sda"], pins["scl"])


def build(settings, board, desk):
    """Return the sensors in the order of the file, each with its `light`, a pin or None."""
    buses = Buses(settings, board)
    return [_build(entry, board, desk, buses) for entry in settings.sensors]


def _build(entry, board, desk, buses):
    name, kind = entry["name"], entry["kind"]
    if kind == "pad":
        sensor = Pad(name, desk, buses.spi, board.output(entry["cs"], 1), entry["gain_db"], entry["dice"])
    elif kind == "dial":
        sensor = Dial(name, desk, buses.i2c, entry["reversed"])
    elif kind == "magnetometer":
        sensor = Magnetometer(name, desk, buses.i2c, entry["flipped"])
    elif kind == "roll":
        movement = entry["movement"]
        dice = tuple([die for die in DICE if die != "MOV" or movement])
        sensor = Button(name, board.input(entry["pin"]), dice, lambda: desk.rolls(movement))
    else:
        sensor = Button(name, board.input(entry["pin"]), ("CMP",), desk.confirms)
    sensor.light = None if entry["light"] is None else board.output(entry["light"], 0)
    return sensor
