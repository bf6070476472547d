"""Draws reader.svg, the reader's wiring, from the settings of a new board (firmware/reader/sensors.json).

`draw_wiring.py` runs it, too.
"""  # noqa: INP001 - a script beside its drawing, no package

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheet import COLOUR, FAINT, PAPER, Sheet

from runeheart_hw.reader_wiring import ReaderPin, pins, settings

HERE = Path(__file__).parent
WIDTH = 1180
TOP = 118
PICO_X, PICO_WIDTH = 60, 250
TRACKS_X, STEP = 372, 17
PART_X, PART_WIDTH = 760, 360
SUPPLIES = ((36, "3.3 V", "3V3"), (38, "ground", "GND"))
COLOUR_OF = {
    "sck": "scl", "mosi": "sda", "miso": "light", "sda": "sda", "scl": "scl", "cs": "buzzer", "pin": "button",
    "light": "light",
}  # fmt: skip
NAMES = {
    "pad": "RC522 pad",
    "dial": "AS5600 dial",
    "magnetometer": "QMC5883L magnetometer",
    "roll": "roll button",
    "confirm": "confirm button",
}


@dataclass(frozen=True)
class Pad:
    """A contact of a part: its print, and the wire that comes to it (a bus's key, a supply, or its own)."""

    words: str
    wire: str


@dataclass(frozen=True)
class Part:
    """A part on the right: its words and its contacts from the top."""

    words: str
    pads: tuple[Pad, ...]


def parts(raw: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the parts of settings, each with its contacts."""
    for sensor in raw["sensors"]:
        name, kind = sensor["name"], sensor["kind"]
        words = f"{NAMES[kind]} “{name}”"
        own = [Pad("light: 220 Ω, LED", f"{name} light")] if "light" in sensor else []
        if kind == "pad":
            bus = [Pad("SCK", "sck"), Pad("MOSI", "mosi"), Pad("MISO", "miso")]
            select = [Pad("SDA", f"{name} cs"), *bus, Pad("3.3V and RST", "3V3"), Pad("GND", "GND")]
            yield Part(words, (*select, *own))
        elif kind in {"dial", "magnetometer"}:
            bus = [Pad("SDA", "sda"), Pad("SCL", "scl"), Pad("VCC", "3V3"), Pad("GND", "GND")]
            yield Part(words, (*bus, *own))
        else:
            yield Part(words, (Pad("one contact", f"{name} pin"), Pad("the other", "GND"), *own))


def wire_of(pin: ReaderPin) -> str:
    """Return the wire that begins at a pin."""
    return pin.key if pin.part in {"spi", "i2c"} else f"{pin.part} {pin.key}"


def draw(raw: Mapping[str, Any]) -> str:
    """Return the drawing of a board's settings."""
    used = pins(raw)
    shown = list(parts(raw))
    ends = _ends(shown)
    height = max(end for heights in ends.values() for end in heights) + 90
    sheet = Sheet(WIDTH, height)
    sheet.text(48, 50, "The reader", size=28, bold=True)
    made = "made from firmware/reader/sensors.json by hardware/design/draw_reader.py"
    sheet.text(WIDTH - 48, 46, made, size=13, colour=FAINT, anchor="end")
    starts = [(wire_of(pin), pin.pin, f"GP{pin.gpio}", COLOUR_OF[pin.key]) for pin in used]
    starts += [(kind, pin, words, kind) for pin, words, kind in SUPPLIES if kind in ends]
    rows = _rows([ends[wire] for wire, *_ in starts])
    for track, (wire, _pin, _words, colour) in enumerate(starts):
        _wire(sheet, TRACKS_X + STEP * track, rows[track], ends[wire], COLOUR[colour])
    _pico(sheet, starts, rows)
    _parts(sheet, shown)
    sheet.text(
        48,
        height - 28,
        "Crossing lines are not joined; a dot joins. Numbers count the Pico's pins: 1 is left of USB.",
        size=13,
        colour=FAINT,
    )
    return sheet.svg("The reader's wiring: a Pico, its pads, dial, buttons and lights")


def _rows(ends: list[list[float]]) -> list[float]:
    """Return the heights of the Pico's pins: so that no wire leaves where another one, before it, arrives."""

    def nearest(rows: list[float]) -> float:
        return min(
            abs(row - end) for track, row in enumerate(rows) for arriving in ends[:track] for end in arriving
        )

    ways = [
        [TOP + first + pitch * row for row in range(len(ends))]
        for pitch in (38, 39, 40, 41, 42)
        for first in range(44, 84)
    ]
    return max(ways, key=nearest)


def _part_tops(shown: list[Part]) -> Iterator[tuple[Part, float]]:
    y = float(TOP)
    for part in shown:
        yield part, y
        y += 44 + 24 * len(part.pads) + 14


def _ends(shown: list[Part]) -> dict[str, list[float]]:
    """Return the heights at which each wire comes to parts."""
    found: dict[str, list[float]] = {}
    for part, top in _part_tops(shown):
        for place, pad in enumerate(part.pads):
            found.setdefault(pad.wire, []).append(top + 46 + 24 * place)
    return found


def _wire(sheet: Sheet, x: float, y: float, ends: list[float], colour: str) -> None:
    """Draw a wire from the Pico along a track of its own to each of its ends."""
    heights = sorted((y, *ends))
    sheet.wire((PICO_X + PICO_WIDTH, y), (x, y), colour=colour)
    sheet.line((x, heights[0]), (x, heights[-1]), colour=colour, width=2.5)
    if heights[0] < y < heights[-1]:
        sheet.dot(x, y, 4, colour)
    for end in ends:
        sheet.line((x + 6, end), (PART_X, end), colour=PAPER, width=9, cap="butt")  # over what lies below
        sheet.line((x, end), (PART_X, end), colour=colour, width=2.5)
        if heights[0] < end < heights[-1] or len(ends) > 1:
            sheet.dot(x, end, 4, colour)


def _pico(sheet: Sheet, starts: list[tuple[str, int, str, str]], rows: list[float]) -> None:
    sheet.box(PICO_X, TOP, PICO_WIDTH, rows[-1] + 40 - TOP, fill="#e8f3ea", edge="#2b6b3f", r=12)
    sheet.box(PICO_X + 95, TOP - 14, 60, 30, fill="#d5d9dd", r=4)
    sheet.text(PICO_X + 125, TOP + 6, "USB", size=12, anchor="middle", bold=True)
    sheet.text(PICO_X + 18, TOP + 26, "Pico", size=16, bold=True)
    for (_wire_name, pin, words, colour), y in zip(starts, rows, strict=True):
        sheet.dot(PICO_X + PICO_WIDTH - 16, y, 11, "#ffffff", COLOUR[colour])
        sheet.text(PICO_X + PICO_WIDTH - 16, y + 4, str(pin), size=11, anchor="middle", bold=True)
        sheet.text(
            PICO_X + PICO_WIDTH - 36, y + 5, words, size=14, anchor="end", colour=COLOUR[colour], bold=True
        )


def _parts(sheet: Sheet, shown: list[Part]) -> None:
    for part, top in _part_tops(shown):
        sheet.box(PART_X, top, PART_WIDTH, 44 + 24 * len(part.pads), r=10)
        sheet.text(PART_X + 22, top + 26, part.words, size=15, bold=True)
        for place, pad in enumerate(part.pads):
            y = top + 46 + 24 * place
            sheet.dot(PART_X, y, 4.5, "#ffffff", "#1f2328")
            sheet.text(PART_X + 22, y + 5, pad.words, size=13)
            if pad.words.startswith("light"):
                sheet.text(PART_X + 150, y + 5, "to ground", size=13, colour=FAINT)


def main() -> None:
    """Write the drawing."""
    (HERE / "reader.svg").write_text(draw(settings()), encoding="utf-8")


if __name__ == "__main__":
    main()
