"""Board profiles: which pin does what, once, for drivers, wiring.md, doctor and self-test. Design 7.

Owns the TOML shape and every rule about pins that can be known without a board. Opens no pin.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Struct

from runeheart.core.checked import convert, did_you_mean
from runeheart.core.panel import Button
from runeheart.core.runes import RUNES
from runeheart.core.table import shown
from runeheart_hw.header import BUS_PINS, HEADER_PIN, ID_PINS
from runeheart_hw.reader_part import ReaderPart, reader_problems

Milliseconds = Annotated[int, msgspec.Meta(ge=1, le=200)]


class RunePins(msgspec.Struct, frozen=True, kw_only=True):
    """One GPIO per rune, and one for the heart where there is a seventh."""

    nature: int
    fire: int
    water: int
    storm: int
    moon: int
    sun: int
    heart: int | None = None

    def by_button(self) -> dict[Button, int]:
        """Return the GPIOs in rune order, the heart last if there is one."""
        pins = {Button(rune): int(getattr(self, rune)) for rune in RUNES}
        if self.heart is not None:
            pins[Button.HEART] = self.heart
        return pins


class PinAccess(msgspec.Struct, frozen=True, kw_only=True):
    """How the pins are reached; `chip` is the N of /dev/gpiochipN, None: found by what the kernel says."""

    backend: Literal["lgpio", "rpigpio", "mock"] = "lgpio"
    chip: Annotated[int, msgspec.Meta(ge=0)] | None = None


class ButtonsPart(msgspec.Struct, frozen=True, kw_only=True):
    """Buttons to ground, read low when pressed, with the pin's own pull-up."""

    pins: RunePins
    settle_ms: Milliseconds = 15
    """A level counts once it held for this long; shorter pulses are noise."""
    crosstalk_ms: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    """Two presses that begin this close together are both refused; 0 switches the guard off."""


class LightsPart(msgspec.Struct, frozen=True, kw_only=True):
    """Lights behind a resistor or a transistor."""

    pins: RunePins
    kind: Literal["pwm", "on_off"] = "pwm"
    active_high: bool = True
    brightness: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1.0
    frequency_hz: Annotated[int, msgspec.Meta(ge=50, le=400)] = 200
    gamma: Annotated[float, msgspec.Meta(ge=1, le=3)] = 2.0
    """duty = level ** gamma: an eye sees steps of light evenly."""


class BuzzerPart(msgspec.Struct, frozen=True, kw_only=True):
    """A passive buzzer plays tones; an active one has its own tone and is switched on and off."""

    kind: Literal["passive", "active", "none"] = "none"
    pin: int | None = None


class OledPart(msgspec.Struct, frozen=True, kw_only=True):
    """The 128x64 screen on I2C (port, address) or SPI (port, device, dc, reset)."""

    controller: Literal["ssd1306", "ssd1309", "sh1106", "none"] = "none"
    bus: Literal["i2c", "spi"] = "i2c"
    port: Annotated[int, msgspec.Meta(ge=0, le=31)] | None = None
    """The N of /dev/i2c-N or /dev/spidevN.M; None: 1 for I2C, 0 for SPI."""
    address: Annotated[int, msgspec.Meta(ge=0x08, le=0x77)] = 0x3C
    device: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    dc: int | None = None
    reset: int | None = None
    speed_hz: Literal[500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000] = 8_000_000
    column_offset: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    """First column of the picture in the controller's RAM; None: 2 for SH1106 (132 columns), else 0."""
    rotate: Literal[0, 180] = 0
    contrast: Annotated[int, msgspec.Meta(ge=0, le=255)] = 0xCF

    @property
    def bus_port(self) -> int:
        """Return the port, with the bus's usual one where none is given."""
        if self.port is not None:
            return self.port
        return 1 if self.bus == "i2c" else 0

    @property
    def first_column(self) -> int:
        """Return the RAM column in which the picture begins."""
        if self.column_offset is not None:
            return self.column_offset
        return 2 if self.controller == "sh1106" else 0

    @property
    def where(self) -> str:
        """Return where the screen is, in words for a sentence."""
        if self.bus == "i2c":
            return f"address 0x{self.address:02X} of /dev/i2c-{self.bus_port}"
        return f"/dev/spidev{self.bus_port}.{self.device}"


class Buses(msgspec.Struct, frozen=True, kw_only=True):
    """Buses that are enabled on this board for other things; the screen's own bus is known from [oled]."""

    i2c: bool = False
    spi: bool = False
    spi1: bool = False
    uart: bool = False
    i2s: bool = False
    one_wire: bool = False


class PinUse(Struct, frozen=True):
    """One pin and what it is for: `name` is its path in the profile (`lights.pins.fire`)."""

    name: str
    gpio: int
    direction: Literal["in", "out"]

    @property
    def header_pin(self) -> int:
        """Return the pin's number on the 40-pin header."""
        return HEADER_PIN[self.gpio]


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A board: what is connected where."""

    board: str
    buttons: ButtonsPart
    lights: LightsPart
    pins: PinAccess = PinAccess()
    buzzer: BuzzerPart = BuzzerPart()
    oled: OledPart = OledPart()
    reader: ReaderPart = ReaderPart()
    buses: Buses = Buses()

    @property
    def has_heart_button(self) -> bool:
        """Return whether there is a seventh button."""
        return self.buttons.pins.heart is not None

    def uses(self) -> tuple[PinUse, ...]:
        """Return every pin that the prop drives or reads itself (a bus's own pins are the kernel's)."""
        found = [PinUse(name, gpio, way) for name, gpio, way in _named_pins(msgspec.to_builtins(self))]
        return tuple(found)

    def buses_in_use(self) -> tuple[str, ...]:
        """Return the buses that own pins: the screen's, and those that the profile names."""
        return tuple(_enabled_buses(msgspec.to_builtins(self)))


DEFAULT: Final = "pi-default"
_SHIPPED: Final = Path(__file__).with_name("profiles")  # importlib.resources would cost a MiB at each start


def names() -> list[str]:
    """Return the names of the profiles that come with the program."""
    return sorted(entry.stem for entry in _SHIPPED.glob("*.toml"))


def load_profile(
    name_or_path: str, overrides: Mapping[str, Any] | None = None
) -> tuple[Profile | None, list[str]]:
    """Read a profile by its name, or by the path of a TOML file, and lay `overrides` over it.

    `overrides` has the profile's own shape (`{"buttons": {"settle_ms": 20}}`), as the prop's configuration
    gives it. Returns the profile and no problems, or None and a line per problem, each with its path.
    What is laid over a profile that cannot be read is checked all the same.
    """
    raw, problem = _read(name_or_path)
    if problem:
        above, _ = _read(DEFAULT)
        _, problems = convert(_laid_over(above, overrides or {}), Profile)
        return None, [f"prop.board: {problem}", *problems, *_pin_conflicts(overrides or {})]
    raw = _laid_over(_still_fitting(raw, overrides or {}), overrides or {})
    profile, problems = convert(raw, Profile)
    problems += [*_pin_conflicts(raw), *_missing_pins(raw), *reader_problems(_table(raw, "reader"))]
    return (None, problems) if problems else (profile, [])


def _read(name_or_path: str) -> tuple[dict[str, Any], str | None]:
    """Read a profile's tables; the second value is what keeps it from being one."""
    is_path = "/" in name_or_path or name_or_path.endswith(".toml")
    if not is_path and name_or_path not in names():
        close = did_you_mean(name_or_path, names())
        return {}, f"{shown(name_or_path)} is no board profile, and no path of a TOML file{close}"
    path = Path(name_or_path) if is_path else _SHIPPED / f"{name_or_path}.toml"
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")), None
    except UnicodeDecodeError:
        return {}, f"{name_or_path} is not UTF-8 text; save it as UTF-8"
    except tomllib.TOMLDecodeError as error:
        return {}, f"{name_or_path} is not TOML: {error}"
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        why = error.strerror if isinstance(error, OSError) else error
        return {}, f"{shown(name_or_path, 80)} cannot be read: {why}"


_ONLY_ON: Final = {
    "bus": ("port", "address", "device", "dc", "reset", "speed_hz"),
    "controller": ("column_offset",),
}
"""What of [oled] means something for one bus, or one controller, only."""


def _still_fitting(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return a profile without what was meant for another bus or controller than `above` chooses.

    Port 1 of an I2C screen is no wish for SPI1.
    """
    oled, chosen = _table(below, "oled"), _table(above, "oled")
    gone = {
        key
        for choice, keys in _ONLY_ON.items()
        if choice in chosen and chosen[choice] != oled.get(choice, getattr(OledPart(), choice))
        for key in keys
    }
    if not gone:
        return dict(below)
    return {**below, "oled": {key: value for key, value in oled.items() if key not in gone}}


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = _laid_over(old, value) if both and isinstance(old, Mapping) else value
    return merged


def _named_pins(raw: Mapping[str, Any]) -> Iterator[tuple[str, int, Literal["in", "out"]]]:
    """Yield (path, number, direction) of every pin that is a number, even where other values are wrong."""
    ways: tuple[tuple[str, Literal["in", "out"]], ...] = (("buttons", "in"), ("lights", "out"))
    for part, way in ways:
        pins = _table(_table(raw, part), "pins")
        for button in Button:
            if type(pins.get(button.value)) is int:
                yield f"{part}.pins.{button}", pins[button.value], way
    buzzer, oled = _table(raw, "buzzer"), _table(raw, "oled")
    if buzzer.get("kind", "none") != "none" and type(buzzer.get("pin")) is int:
        yield "buzzer.pin", buzzer["pin"], "out"
    if oled.get("controller", "none") != "none" and oled.get("bus") == "spi":
        for key in ("dc", "reset"):
            if type(oled.get(key)) is int:
                yield f"oled.{key}", oled[key], "out"


def _enabled_buses(raw: Mapping[str, Any]) -> dict[str, str]:
    """Return bus → why it is enabled."""
    buses = {
        bus: f"buses.{bus}" for bus, on in _table(raw, "buses").items() if on is True and bus in BUS_PINS
    }
    oled = _table(raw, "oled")
    if oled.get("controller", "none") != "none":
        bus, port = oled.get("bus", "i2c"), oled.get("port")
        if bus == "i2c" and port in {None, 1}:
            buses["i2c"] = "oled.bus"
        if bus == "spi" and port in {None, 0, 1}:
            buses["spi1" if port == 1 else "spi"] = "oled.bus"
    return buses


def _pin_conflicts(raw: Mapping[str, Any]) -> list[str]:
    problems: list[str] = []
    owner: dict[int, str] = {}
    bus_of = {gpio: (bus, why) for bus, why in _enabled_buses(raw).items() for gpio in BUS_PINS[bus]}
    for name, gpio, _way in _named_pins(raw):
        if gpio in ID_PINS:
            problems.append(f"{name}: GPIO {gpio} reads the EEPROM of a HAT at power-on; choose another pin")
        elif gpio not in HEADER_PIN:
            problems.append(f"{name}: GPIO {gpio} is not on the 40-pin header; expected 2 to 27")
        elif gpio in bus_of:
            bus, why = bus_of[gpio]
            problems.append(f"{name}: GPIO {gpio} belongs to the bus {bus} ({why}); choose another pin")
        if gpio in owner:
            problems.append(f"{name}: GPIO {gpio} is {owner[gpio]} already; each pin has one use")
        owner.setdefault(gpio, name)
    return problems


def _missing_pins(raw: Mapping[str, Any]) -> list[str]:
    problems: list[str] = []
    buzzer, oled = _table(raw, "buzzer"), _table(raw, "oled")
    if buzzer.get("kind") in {"passive", "active"} and "pin" not in buzzer:
        problems.append(f"buzzer.pin: is missing; a buzzer that is {buzzer['kind']} needs one")
    if oled.get("controller", "none") != "none" and oled.get("bus") == "spi" and "dc" not in oled:
        problems.append("oled.dc: is missing; a screen on SPI needs the pin of its D/C line")
    return problems


def _table(raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = raw.get(key)
    return value if isinstance(value, Mapping) else {}
