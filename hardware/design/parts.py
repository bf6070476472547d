"""The parts of the drawing: screen, driver with lights and buzzer, input board with buttons."""  # noqa: INP001 - beside the script that uses it

from routes import PITCH, exit_y
from sheet import COLOUR, FAINT, INK, PANEL, Sheet

from runeheart.core.runes import RUNES
from runeheart_hw.profile import Profile
from runeheart_hw.wiring import DRIVER_DROP_V, DRIVER_SUPPLY_V, LEDS, resistor_ohm

PART_X, RAIL_X = 660, 1190
DRIVER_TOP, DRIVER_PITCH = exit_y(12), 44
RUNE_COLOUR = {
    "nature": "#37b24d", "fire": "#f03e3e", "water": "#228be6",
    "storm": "#845ef7", "moon": "#adb5bd", "sun": "#fcc419",
}  # fmt: skip
BOARD = "#e9f5ec"
PAIR_DOWN = 16
"""How far below a button's line its own ground leaves the input board."""


def row(index: int) -> float:
    """Return the height of a row of the driver, 0 to 8."""
    return DRIVER_TOP + DRIVER_PITCH * index


def board_row(index: int) -> float:
    """Return the height of a line of the input board."""
    return exit_y(29) + PITCH * index


def draw_screen(sheet: Sheet) -> None:
    """Draw the OLED; its pads are where the wires of the screen end."""
    sheet.box(PART_X, 146, 330, 140, fill="#14263b", edge="#0b1724", r=8)
    for y, name in ((173, "VCC"), (202, "GND"), (231, "SCL"), (260, "SDA")):
        sheet.dot(PART_X + 14, y, 5, "#d9b44a", "#ffffff")
        sheet.text(PART_X + 28, y + 5, name, size=13, colour="#ffffff")
    sheet.box(PART_X + 86, 162, 226, 108, fill="#05080c", edge="#3a4a5d", r=4)
    sheet.text(PART_X + 199, 231, "3:12", size=44, colour="#9bd8ff", anchor="middle", bold=True)
    x = PART_X + 346
    sheet.text(x, 170, "OLED 128x64", size=15, bold=True)
    sheet.text(x, 192, "VCC: 3.3 V, never 5 V", size=13, colour=COLOUR["3V3"], bold=True)
    notes = (
        "SSD1306 or SH1106; an",
        "SSD1309: see the text",
        "The order of its pins",
        "varies: read the print",
    )
    for line, words in enumerate(notes):
        sheet.text(x, 214 + 18 * line + 4 * (line // 2), words, size=13, colour=FAINT)


def draw_driver(sheet: Sheet, profile: Profile) -> None:
    """Draw the ULN2803A with what hangs on its outputs, and its two capacitors."""
    top, out_x = row(0) - 28, PART_X + 130
    sheet.box(PART_X, top, 130, row(8) - top + 26, fill="#343a40", edge="#1f2328", r=8)
    sheet.arc(PART_X + 65, top, 9)
    sheet.text(PART_X + 65, top - 12, "ULN2803A, notch up", size=15, anchor="middle", bold=True)
    for index in range(9):
        y = row(index)
        left, right = ("GND", "COM") if index == 8 else (f"{index + 1}B", f"{index + 1}C")
        sheet.text(PART_X + 10, y + 5, f"{index + 1}", size=12, colour="#ffd43b", bold=True)
        sheet.text(PART_X + 30, y + 5, left, size=13, colour="#ffffff")
        sheet.text(PART_X + 100, y + 5, right, size=13, colour="#ffffff", anchor="end")
        sheet.text(PART_X + 120, y + 5, f"{18 - index}", size=12, colour="#ffd43b", anchor="end", bold=True)
    if profile.buzzer.kind != "none":
        _buzzer(sheet, out_x, row(0), profile.buzzer.kind)
    for index, rune in enumerate(RUNES):
        _light(sheet, out_x, row(index + 1), rune, RUNE_COLOUR[rune])
    if profile.lights.pins.heart is not None:
        _light(sheet, out_x, row(7), "heart", "#e64980")
    else:
        sheet.line((out_x, row(7)), (out_x + 36, row(7)), colour=FAINT, dash="4 5")
        sheet.text(out_x + 46, row(7) + 5, "free, for a light of the heart", size=13, colour=FAINT)
    _capacitors(sheet, out_x)
    sheet.text(RAIL_X + 16, row(0) + 5, "5 V, 0.15 A", size=15, colour=COLOUR["5V"], bold=True)
    sheet.text(RAIL_X + 16, row(0) + 25, "with all lights on", size=13, colour=FAINT)
    values = [resistor_ohm(DRIVER_SUPPLY_V - DRIVER_DROP_V, led.forward_v, 15) for led in LEDS]
    for line, words in enumerate(
        (f"R: {min(values)} to {max(values)} Ω, by the", "LED's colour: see the table", "in wiring.md")
    ):
        sheet.text(
            RAIL_X + 16,
            row(2) + 5 + 20 * line,
            words,
            size=14 if not line else 13,
            colour=INK if not line else FAINT,
        )
    for line, words in enumerate(("LED: long leg (+) to 5 V,", "short leg to the resistor")):
        sheet.text(RAIL_X + 16, row(4) + 5 + 20 * line, words, size=13, colour=FAINT)
    for line, words in enumerate(("Pin 10 (COM) to 5 V takes the", "buzzer's voltage peaks")):
        sheet.text(RAIL_X + 16, row(8) - 14 + 20 * line, words, size=13, colour=FAINT)


def _light(sheet: Sheet, x: float, y: float, name: str, colour: str) -> None:
    sheet.line((x, y), (RAIL_X, y), colour=COLOUR["light"], width=2.5)
    sheet.resistor(x + 90, y, "R")
    sheet.led(x + 180, y, colour)
    sheet.text(x + 222, y - 9, f"{name} light", size=14)
    sheet.dot(RAIL_X, y, 4.5, COLOUR["5V"])


def _buzzer(sheet: Sheet, x: float, y: float, kind: str) -> None:
    sheet.line((x, y), (RAIL_X, y), colour=COLOUR["buzzer"], width=2.5)
    if kind == "passive":
        sheet.resistor(x + 90, y, "100 Ω")
    sheet.dot(x + 180, y, 19, PANEL, INK)
    sheet.dot(x + 180, y, 5, INK)
    sheet.text(x + 207, y - 7, "+", size=16, anchor="middle", bold=True)
    sheet.text(x + 222, y - 9, f"buzzer, {kind}", size=14)
    sheet.dot(RAIL_X, y, 4.5, COLOUR["5V"])


def _capacitors(sheet: Sheet, out_x: float) -> None:
    """Draw the two capacitors between pin 10 (5 V, above) and pin 9 (ground, led round below the chip)."""
    y, ground_y, first, second = row(8), row(8) + 54, out_x + 60, out_x + 150
    sheet.line((PART_X - 16, y), (PART_X - 16, ground_y), (second, ground_y), colour=COLOUR["GND"], width=2.5)
    sheet.dot(PART_X - 16, y, 4.5, COLOUR["GND"])
    sheet.dot(first, ground_y, 4.5, COLOUR["GND"])
    for x in (first, second):
        sheet.dot(x, y, 4.5, COLOUR["5V"])
        sheet.line((x, y), (x, y + 23), colour=COLOUR["5V"], width=2.5)
        sheet.line((x, y + 31), (x, ground_y), colour=COLOUR["GND"], width=2.5)
        sheet.line((x - 13, y + 23), (x + 13, y + 23), width=3.5)
        sheet.line((x - 13, y + 31), (x + 13, y + 31), width=3.5)
    sheet.text(first + 20, y + 32, "100 nF", size=13)
    sheet.text(second - 17, y + 20, "+", size=16, anchor="middle", bold=True)
    sheet.text(second + 20, y + 24, "100 µF: + (long leg) to pin 10,", size=13)
    sheet.text(second + 20, y + 42, "both close to the chip", size=13)


def draw_buttons(sheet: Sheet, profile: Profile, board_x: float) -> None:
    """Draw the input board and the buttons, each on a pair of its own: the line and its ground."""
    names = list(profile.buttons.pins.by_button())
    right, top, last = board_x + 150, board_row(0) - 30, board_row(len(names))
    sheet.box(board_x, top, 150, last - top + 24, fill=BOARD, edge=COLOUR["button"], r=8)
    sheet.text(board_x + 40, top + 16, "3.3 V", size=12, colour=COLOUR["3V3"], anchor="middle", bold=True)
    sheet.text(board_x + 70, top + 16, "input board", size=13, bold=True)
    bus = right - 22
    sheet.line((board_x, last), (bus, last), (bus, board_row(0) + PAIR_DOWN), colour=COLOUR["GND"], width=2.5)
    for index, name in enumerate(names):
        y = board_row(index)
        sheet.line((board_x, y), (right, y), colour=COLOUR["button"], width=2.5)
        sheet.wire((bus - 10, y), (bus + 10, y), colour=COLOUR["button"], ground=BOARD)
        sheet.box(board_x + 48, y - 9, 44, 18, fill="#ffffff", edge=COLOUR["button"], r=3)
        sheet.text(board_x + 70, y + 4.5, "R, C", size=11, anchor="middle")
        sheet.line((bus, y + PAIR_DOWN), (right, y + PAIR_DOWN), colour=COLOUR["GND"], width=2.5)
        sheet.dot(bus, y + PAIR_DOWN, 4, COLOUR["GND"])
        _pair(sheet, right, right + 180, y)
        _switch(sheet, right + 200, y)
        sheet.text(right + 276, y + 13, f"{name} button", size=14)


def _pair(sheet: Sheet, x0: float, x1: float, y: float) -> None:
    """Draw a line and its own ground, twisted: each in front of the other in turn."""
    sheet.twisted((x0, y), x1, PAIR_DOWN, COLOUR["button"], COLOUR["GND"])


def _switch(sheet: Sheet, x: float, y: float) -> None:
    """Draw a button: the line comes to its left contact, its ground from the right one, below it."""
    sheet.line((x - 20, y), (x, y), colour=COLOUR["button"], width=2.5)
    low = y + PAIR_DOWN
    sheet.line((x - 20, low), (x + 60, low), (x + 60, y), (x + 40, y), colour=COLOUR["GND"], width=2.5)
    sheet.dot(x, y, 4.5, PANEL, INK)
    sheet.dot(x + 40, y, 4.5, PANEL, INK)
    sheet.line((x, y - 9), (x + 40, y - 9), width=3)
    sheet.line((x + 20, y - 9), (x + 20, y - 17), width=3)


def draw_detail(sheet: Sheet) -> None:
    """Draw one line of the input board, from the GPIO to its button and back."""
    x, y = 1040, board_row(0) - 12
    sheet.box(x, y, 352, 300, r=10)
    sheet.text(x + 20, y + 30, "One line of the input board (R, C)", size=15, bold=True)
    node_x, line_y, low = x + 86, y + 138, y + 226
    sheet.line((x + 24, line_y), (x + 236, line_y), colour=COLOUR["button"], width=2.5)
    sheet.text(x + 18, line_y - 10, "GPIO", size=13, colour=COLOUR["button"], bold=True)
    sheet.line((node_x, y + 66), (node_x, line_y), colour=COLOUR["3V3"], width=2.5)
    sheet.text(node_x, y + 60, "3.3 V", size=13, colour=COLOUR["3V3"], anchor="middle", bold=True)
    sheet.resistor(node_x, y + 98, "3.3 kΩ", upright=True)
    sheet.resistor(x + 176, line_y, "330 Ω")
    sheet.line((node_x, line_y), (node_x, line_y + 40), colour=COLOUR["button"], width=2.5)
    sheet.line((node_x - 14, line_y + 40), (node_x + 14, line_y + 40), width=3.5)
    sheet.line((node_x - 14, line_y + 48), (node_x + 14, line_y + 48), width=3.5)
    sheet.line((node_x, line_y + 48), (node_x, low), colour=COLOUR["GND"], width=2.5)
    sheet.text(node_x + 22, line_y + 49, "100 nF", size=13)
    sheet.dot(node_x, line_y, 4.5, COLOUR["button"])
    sheet.line((x + 24, low), (x + 236, low), colour=COLOUR["GND"], width=2.5)
    sheet.dot(node_x, low, 4.5, COLOUR["GND"])
    sheet.text(x + 18, low + 20, "ground", size=13, bold=True)
    sheet.twisted((x + 236, line_y), x + 296, low - line_y, COLOUR["button"], COLOUR["GND"], turns=2)
    sheet.line(
        (x + 296, line_y), (x + 320, line_y), (x + 320, line_y + 26), colour=COLOUR["button"], width=2.5
    )
    sheet.line((x + 296, low), (x + 320, low), (x + 320, low - 26), colour=COLOUR["GND"], width=2.5)
    sheet.dot(x + 320, line_y + 26, 4.5, PANEL, INK)
    sheet.dot(x + 320, low - 26, 4.5, PANEL, INK)
    sheet.line((x + 330, line_y + 26), (x + 330, low - 26), width=3)
    sheet.line((x + 330, (line_y + low) / 2), (x + 338, (line_y + low) / 2), width=3)
    sheet.text(x + 266, low + 20, "twisted pair", size=13, anchor="middle")
    sheet.text(
        x + 20, y + 278, "A cable under 0.5 m needs none of it: GPIO, button, ground.", size=12, colour=FAINT
    )
