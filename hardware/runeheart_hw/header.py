"""The 40-pin header of a Raspberry Pi: which GPIO is where, and which bus owns which pins.

Owns facts of the board only (Raspberry Pi documentation, "GPIO and the 40-pin header"); knows no profile and
touches no pin. GPIO numbers are Broadcom's, as gpiozero and the kernel count them.
"""

from typing import Final

HEADER_PIN: Final[dict[int, int]] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""GPIO → pin of the 40-pin header."""

SUPPLY: Final[dict[int, str]] = {
    1: "3V3", 2: "5V", 4: "5V", 6: "GND", 9: "GND", 14: "GND", 17: "3V3", 20: "GND", 25: "GND",
    30: "GND", 34: "GND", 39: "GND",
}  # fmt: skip
"""Header pin → supply or ground."""

ID_PINS: Final = frozenset({0, 1})
"""GPIO 0 and 1 belong to the EEPROM of a HAT, which is read at power-on."""

BUS_PINS: Final[dict[str, tuple[int, ...]]] = {
    "i2c": (2, 3),
    "spi": (7, 8, 9, 10, 11),
    "spi1": (16, 17, 18, 19, 20, 21),
    "uart": (14, 15),
    "i2s": (18, 19, 20, 21),
    "one_wire": (4,),
}
"""Bus → the GPIOs that are its own while it is enabled (i2c is /dev/i2c-1, spi is /dev/spidev0.*)."""

PULLED_UP_AT_POWER_ON: Final = frozenset(range(9))
"""GPIO 0 to 8 wake with a pull-up, 9 to 27 with a pull-down (BCM2835 data sheet, 6.2).

Lights and buzzer belong on the latter: they stay off while the board starts.
"""
