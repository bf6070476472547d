"""What wiring.md says of a profile and of values that can be reckoned: made here, so that it cannot drift.

Owns the arithmetic of the lights and the words of the pin table; draws nothing (`hardware/design`).
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from runeheart_hw.header import HEADER_PIN, SUPPLY
from runeheart_hw.profile import Profile
from runeheart_hw.reader_wiring import reader_table

PIN_LIMIT_MA: Final = 16
"""The most that one GPIO gives at its strongest setting (BCM2835 data sheet); half of it is wise."""
ALL_PINS_LIMIT_MA: Final = 50
"""The most that all GPIOs give together."""

GPIO_V: Final = 3.3
DRIVER_SUPPLY_V: Final = 5.0
DRIVER_DROP_V: Final = 0.8
"""What a ULN2803A keeps for itself at 15 mA (its data sheet: 0.9 V at 100 mA, typical)."""
DRIVER_INPUT_OHM: Final = 2700
DRIVER_INPUT_DROP_V: Final = 1.35
"""Two base-emitter junctions behind the driver's own resistor."""

E12: Final = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)


class Led(Struct, frozen=True):
    """A kind of LED: its forward voltage at a few milliamperes."""

    colour: str
    forward_v: float


LEDS: Final = (
    Led("red", 1.9),
    Led("yellow, amber", 2.0),
    Led("green", 2.2),
    Led("blue, white, deep green", 3.1),
)


def resistor_ohm(supply_v: float, forward_v: float, current_ma: float) -> int:
    """Return the E12 value that is nearest above what the current asks for."""
    wanted = (supply_v - forward_v) / current_ma * 1000
    decade = 1
    while wanted > E12[-1] * decade:
        decade *= 10
    return next(value * decade for value in E12 if value * decade >= wanted)


def current_ma(supply_v: float, forward_v: float, ohm: float) -> float:
    """Return what flows through an LED and its resistor."""
    return (supply_v - forward_v) / ohm * 1000


def driver_input_ma() -> float:
    """Return what one GPIO gives into the driver."""
    return (GPIO_V - DRIVER_INPUT_DROP_V) / DRIVER_INPUT_OHM * 1000


def pin_table(profile: Profile) -> str:
    """Return every pin of the profile as Markdown: header pin, GPIO, name, direction, what it is at rest."""
    rows = [
        (
            use.header_pin,
            f"GPIO {use.gpio}",
            use.name,
            "in" if use.direction == "in" else "out",
            _rest(use.name, profile),
        )
        for use in profile.uses()
    ]
    if profile.oled.controller != "none" and profile.oled.bus == "i2c" and profile.oled.bus_port == 1:
        rows += [
            (HEADER_PIN[2], "GPIO 2 (SDA)", "oled", "in/out", "high"),
            (HEADER_PIN[3], "GPIO 3 (SCL)", "oled", "out", "high"),
        ]
    lines = ["| header pin | GPIO | name in the profile | direction | at rest |", "|---:|---|---|---|---|"]
    lines += [
        f"| {pin} | {gpio} | `{name}` | {way} | {rest} |" for pin, gpio, name, way, rest in sorted(rows)
    ]
    ground = ", ".join(str(pin) for pin, name in SUPPLY.items() if name == "GND")
    lines.append(f"\nGround: header pins {ground}. 3.3 V: 1 and 17. 5 V: 2 and 4.")
    return "\n".join(lines)


def _rest(name: str, profile: Profile) -> str:
    if name.startswith("buttons."):
        return "high (pull-up), low when pressed"
    dark_is_high = name.startswith("lights.") and not profile.lights.active_high
    return "high" if dark_is_high or name.startswith("oled.") else "low"


def led_table() -> str:
    """Return resistors and currents of the lights, behind the driver and on a GPIO itself."""
    lines = [
        "| LED | forward voltage | behind the driver (5 V, 15 mA) | on the GPIO itself (3.3 V, 6 mA) |",
        "|---|---:|---:|---:|",
    ]
    for led in LEDS:
        driver_v = DRIVER_SUPPLY_V - DRIVER_DROP_V
        driver = resistor_ohm(driver_v, led.forward_v, 15)
        behind = f"{driver} Ω ({current_ma(driver_v, led.forward_v, driver):.0f} mA)"
        direct = "not: too little voltage is left"
        if GPIO_V - led.forward_v > 1:
            ohm = resistor_ohm(GPIO_V, led.forward_v, 6)
            direct = f"{ohm} Ω ({current_ma(GPIO_V, led.forward_v, ohm):.1f} mA)"
        lines.append(f"| {led.colour} | {led.forward_v} V | {behind} | {direct} |")
    return "\n".join(lines)


def current_table(lights: int = 7) -> str:
    """Return the current per pin and in all, against the board's limits, for both ways to drive lights."""
    behind_ma = driver_input_ma()
    direct_ma = max(
        current_ma(GPIO_V, led.forward_v, resistor_ohm(GPIO_V, led.forward_v, 6))
        for led in LEDS
        if GPIO_V - led.forward_v > 1
    )
    rows = (
        (f"driver: {lights} lights and the buzzer", behind_ma, lights + 1),
        (f"LEDs on the GPIOs: {lights} lights, all full", direct_ma, lights),
    )
    lines = [
        f"| | per GPIO (limit {PIN_LIMIT_MA} mA) | all GPIOs (limit {ALL_PINS_LIMIT_MA} mA) |",
        "|---|---:|---:|",
        *(f"| {what} | {each_ma:.1f} mA | {each_ma * number:.0f} mA |" for what, each_ma, number in rows),
    ]
    return "\n".join(lines)


TABLES: Final[dict[str, Callable[[Profile], str]]] = {
    "pins": pin_table,
    "leds": lambda _profile: led_table(),
    "currents": lambda _profile: current_table(),
    "reader": lambda _profile: reader_table(),
}


def with_tables(text: str, profile: Profile) -> str:
    """Return a page with each table between its marks (`<!-- table: pins -->` … `<!-- end -->`) made anew."""
    for name, table in TABLES.items():
        begin, end = f"<!-- table: {name} -->\n", "<!-- end -->\n"
        before, found, rest = text.partition(begin)
        if not found:
            raise ValueError(f"the page has no place for the table {name}")
        text = f"{before}{begin}{table(profile)}\n{end}{rest.partition(end)[2]}"
    return text
