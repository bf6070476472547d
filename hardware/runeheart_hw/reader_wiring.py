"""What wiring.md says of the reader's board: made from the firmware's own settings, so that it cannot drift.

Owns where a Pico's GPIOs are on its edges, and what each sensor's pin goes to.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from runeheart_hw import reader_firmware

_GROUNDS: Final = (3, 8, 13, 18, 23, 28, 33, 38)
PICO_PIN: Final = dict(
    zip(
        (*range(23), 26, 27, 28),
        (pin for pin in range(1, 35) if pin not in {*_GROUNDS, 30}),
        strict=True,
    )
)
"""The number on a Pico's edge of each GPIO (its data sheet, 2.1): 1 to 20 left, 21 to 40 right."""
BUSES: Final = {
    "sck": "SCK of every pad",
    "mosi": "MOSI of every pad",
    "miso": "MISO of every pad",
    "sda": "SDA of the compass",
    "scl": "SCL of the compass",
}
WHAT: Final = {
    "pad": "the pad",
    "dial": "the dial",
    "magnetometer": "the magnetometer",
    "roll": "the roll button",
    "confirm": "the confirm button",
}


class ReaderPin(Struct, frozen=True):
    """A pin of the Pico and what it goes to: `part` is a sensor's name, or the name of a bus."""

    pin: int
    gpio: int
    key: str
    part: str
    words: str


def settings() -> Mapping[str, Any]:
    """Return the settings that a new board gets: firmware/reader/sensors.json."""
    text = (reader_firmware.folder() / "reader/sensors.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def pins(raw: Mapping[str, Any]) -> tuple[ReaderPin, ...]:
    """Return every pin that settings use, a bus's if anything is on it, in the order of the board's edge."""
    return tuple(sorted(_pins(raw), key=lambda pin: pin.pin))


def _pins(raw: Mapping[str, Any]) -> Iterator[ReaderPin]:
    kinds = {sensor["kind"] for sensor in raw["sensors"]}
    for bus, users in (("spi", {"pad"}), ("i2c", {"dial", "magnetometer"})):
        for key, gpio in raw[bus].items() if kinds & users else ():
            if key != "id":
                yield ReaderPin(PICO_PIN[gpio], gpio, key, bus, BUSES[key])
    for sensor in raw["sensors"]:
        name, what = sensor["name"], WHAT[sensor["kind"]]
        if "cs" in sensor:
            yield _pin(
                sensor, "cs", f"SDA (its chip select) of {what} `{name}`, for {', '.join(sensor['dice'])}"
            )
        if "pin" in sensor:
            yield _pin(sensor, "pin", f"{what} `{name}`, whose other contact goes to ground")
        if "light" in sensor:
            yield _pin(sensor, "light", f"the light of {what} `{name}`: 220 Ω, LED (long leg first), ground")


def _pin(sensor: Mapping[str, Any], key: str, words: str) -> ReaderPin:
    gpio = sensor[key]
    return ReaderPin(PICO_PIN[gpio], gpio, key, sensor["name"], words)


def reader_table() -> str:
    """Return every pin of a new board's settings as Markdown."""
    lines = ["| Pico pin | GPIO | goes to |", "|---:|---|---|"]
    lines += [f"| {pin.pin} | GP{pin.gpio} | {pin.words} |" for pin in pins(settings())]
    grounds = ", ".join(str(pin) for pin in _GROUNDS)
    lines.append(f"\nGround: pins {grounds}. 3.3 V: pin 36. Pins 39 and 40 have 5 V: nothing here wants it.")
    return "\n".join(lines)
