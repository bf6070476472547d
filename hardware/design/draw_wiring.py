"""Draws wiring.svg from the board profile, and makes the tables of wiring.md anew.

Run after a change of the profile: python hardware/design/draw_wiring.py
"""  # noqa: INP001 - a script beside its drawing, no package

from pathlib import Path

import draw_reader
from parts import (
    PART_X,
    RAIL_X,
    board_row,
    draw_buttons,
    draw_detail,
    draw_driver,
    draw_screen,
    row,
)
from routes import EVEN_X, ODD_X, PITCH, TAG_WIDTH, TAG_X, TOP, TRACKS_X, End, Wire, pin_at, routed, start
from sheet import COLOUR, FAINT, Sheet

from runeheart.core.panel import Button
from runeheart_hw.header import HEADER_PIN, SUPPLY
from runeheart_hw.profile import Profile, load_profile
from runeheart_hw.wiring import with_tables

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "wiring.md"
WIDTH, HEIGHT = 1440, 1216
SUPPLY_KIND = {"3V3": "3V3", "5V": "5V", "GND": "GND"}
BOARD_X = 470
DRIVER_GROUND, BOARD_GROUND, BOARD_SUPPLY = 20, 39, 17


def draw(profile: Profile) -> str:
    """Return the drawing of a profile whose screen is on I2C."""
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.text(48, 56, "Runeheart wiring", size=28, bold=True)
    made = "made from the board profile by hardware/design/draw_wiring.py"
    sheet.text(WIDTH - 48, 52, made, size=13, colour=FAINT, anchor="end")
    subtitle = (
        f"{profile.board} · seen from above, pin 1 at the top left · each label: header pin, GPIO, purpose"
    )
    sheet.text(48, 84, subtitle, size=15, colour=FAINT)
    found = wires(profile)
    _header(sheet)
    for wire in found:
        sheet.line(
            *wire.points[: len(start(wire.pin))], (TAG_X, _height(wire)), colour=COLOUR[wire.kind], width=3
        )
    for wire in found:
        sheet.wire(
            (TAG_X + 20, _height(wire)), *wire.points[len(start(wire.pin)) :], colour=COLOUR[wire.kind]
        )
    _pins(sheet, {wire.pin: wire for wire in found})
    draw_screen(sheet)
    draw_driver(sheet, profile)
    draw_buttons(sheet, profile, BOARD_X)
    draw_detail(sheet)
    _legend(sheet)
    return sheet.svg("Wiring of a Runeheart prop")


def wires(profile: Profile) -> list[Wire]:
    """Return all wires that leave the header, in the order in which they are laid down."""
    lights, buttons = profile.lights.pins.by_button(), profile.buttons.pins.by_button()
    rows = {button: row(index + 1) for index, button in enumerate(Button)}
    driver = [
        End(HEADER_PIN[gpio], "light", f"GPIO {gpio}  {button} light", PART_X, rows[button])
        for button, gpio in lights.items()
    ]
    driver.append(End(DRIVER_GROUND, "GND", "ground", PART_X, row(8)))
    if profile.buzzer.pin is not None and profile.buzzer.kind != "none":
        gpio = profile.buzzer.pin
        driver.append(End(HEADER_PIN[gpio], "buzzer", f"GPIO {gpio}  buzzer", PART_X, row(0)))
    board = [
        End(HEADER_PIN[gpio], "button", f"GPIO {gpio}  {button} button", BOARD_X, board_row(index))
        for index, (button, gpio) in enumerate(buttons.items())
    ]
    board.append(End(BOARD_GROUND, "GND", "ground", BOARD_X, board_row(len(buttons))))
    screen = [
        End(1, "3V3", "3.3 V", PART_X, 173),
        End(6, "GND", "ground", PART_X, 202),
        End(HEADER_PIN[3], "scl", "GPIO 3  SCL", PART_X, 231),
        End(HEADER_PIN[2], "sda", "GPIO 2  SDA", PART_X, 260),
    ]
    track, above = TRACKS_X - 20, board_row(0) - 60
    supplies = [
        Wire(
            2, "5V", "5 V",
            (
                *start(2),
                (track, TOP),
                (track, TOP - 38),
                (RAIL_X, TOP - 38),
                (RAIL_X, row(8)),
                (PART_X + 130, row(8)),
            ),
        ),
        Wire(
            BOARD_SUPPLY, "3V3", "3.3 V",
            (
                *start(BOARD_SUPPLY),
                (track, pin_at(BOARD_SUPPLY)[1] + PITCH / 2),
                (track, above),
                (BOARD_X + 40, above),
                (BOARD_X + 40, above + 30),
            ),
        ),
    ]  # fmt: skip
    return [*supplies, *routed(screen, step=36), *routed(driver), *routed(board, step=14)]


def _height(wire: Wire) -> float:
    return wire.points[len(start(wire.pin)) - 1][1]


def _header(sheet: Sheet) -> None:
    box = (ODD_X - 26, TOP - 28, EVEN_X - ODD_X + 52, 19 * PITCH + 56)
    sheet.box(*box, fill="#eceff1", edge="#90989f", r=10)


def _pins(sheet: Sheet, used: dict[int, Wire]) -> None:
    """Draw the pins over the wires' beginnings, and each wire's label on it."""
    for pin in range(1, 41):
        x, y = pin_at(pin)
        kind = used[pin].kind if pin in used else SUPPLY_KIND.get(SUPPLY.get(pin, ""))
        colour = COLOUR[kind] if kind else "#b4bac0"
        sheet.dot(x, y, 11, colour if pin in used else "#ffffff", colour)
        ink = "#ffffff" if pin in used else colour
        sheet.text(x, y + 4, str(pin), size=11, colour=ink, anchor="middle", bold=True)
    for wire in used.values():
        y = _height(wire)
        sheet.box(TAG_X, y - 10, TAG_WIDTH, 20, edge=COLOUR[wire.kind], r=5)
        sheet.text(TAG_X + 26, y + 4.5, str(wire.pin), size=12, anchor="end", bold=True)
        sheet.text(TAG_X + 36, y + 4.5, wire.words, size=12, colour=COLOUR[wire.kind], bold=True)


def _legend(sheet: Sheet) -> None:
    entries = (
        ("3.3 V", "3V3"), ("5 V", "5V"), ("ground", "GND"), ("SDA", "sda"), ("SCL", "scl"),
        ("lights", "light"), ("buzzer", "buzzer"), ("buttons", "button"),
    )  # fmt: skip
    x = 48.0
    for words, kind in entries:
        sheet.line((x, HEIGHT - 36), (x + 26, HEIGHT - 36), colour=COLOUR[kind], width=4)
        sheet.text(x + 34, HEIGHT - 31, words, size=14)
        x += 56 + 8.5 * len(words)
    sheet.dot(x + 12, HEIGHT - 36, 9, "#ffffff", COLOUR["GND"])
    sheet.text(x + 30, HEIGHT - 31, "a ring: stays free", size=14)
    x += 180
    sheet.line((x, HEIGHT - 36), (x + 26, HEIGHT - 36), colour=COLOUR["light"], width=2.5)
    sheet.wire((x + 13, HEIGHT - 50), (x + 13, HEIGHT - 22), colour=COLOUR["GND"])
    sheet.text(x + 34, HEIGHT - 31, "crossing: not joined", size=14)
    x += 186
    sheet.line((x, HEIGHT - 36), (x + 26, HEIGHT - 36), colour=COLOUR["GND"], width=2.5)
    sheet.line((x + 13, HEIGHT - 36), (x + 13, HEIGHT - 22), colour=COLOUR["GND"], width=2.5)
    sheet.dot(x + 13, HEIGHT - 36, 4.5, COLOUR["GND"])
    sheet.text(x + 34, HEIGHT - 31, "dot: joined", size=14)


def main() -> None:
    """Write the drawings and the tables."""
    profile, problems = load_profile("pi-default")
    if profile is None:
        raise SystemExit("\n".join(problems))
    (HERE / "wiring.svg").write_text(draw(profile), encoding="utf-8")
    draw_reader.main()
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), profile), encoding="utf-8")


if __name__ == "__main__":
    main()
