"""Draws wiring.svg from the board profile, and makes the tables of wiring.md anew.

Run after a change of the profile: python hardware/design/draw_wiring.py
"""  # noqa: INP001 - a script beside its drawing, no package

from pathlib import Path

from sheet import COLOUR, FAINT, INK, PANEL, Sheet

from runeheart.core.runes import RUNES
from runeheart_hw.header import HEADER_PIN, SUPPLY
from runeheart_hw.profile import Profile, load_profile
from runeheart_hw.wiring import DRIVER_DROP_V, DRIVER_SUPPLY_V, LEDS, resistor_ohm, with_tables

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "wiring.md"

WIDTH, HEIGHT = 1440, 1250
TOP, PITCH = 150, 44
ODD_X, EVEN_X = 222, 254
PART_X = 640
RUNE_COLOUR = {
    "nature": "#37b24d", "fire": "#f03e3e", "water": "#228be6",
    "storm": "#845ef7", "moon": "#adb5bd", "sun": "#fcc419",
}  # fmt: skip


def exit_y(pin: int) -> float:
    """Return the height at which a wire leaves a header pin to the right: odd pins pass between two rows."""
    row_y = TOP + PITCH * ((pin - 1) // 2)
    return row_y + PITCH / 2 if pin % 2 else row_y


def draw(profile: Profile) -> str:
    """Return the drawing of a profile whose screen is on I2C."""
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.text(48, 58, "Runeheart wiring", size=28, bold=True)
    subtitle = f"{profile.board} · GPIO numbers are Broadcom's · seen from above, pin 1 at the top left"
    sheet.text(48, 84, subtitle, size=15, colour=FAINT)
    _wires(sheet, profile)
    _header(sheet, profile)
    _screen(sheet)
    _driver(sheet, profile)
    _buttons(sheet, profile)
    _detail(sheet)
    _legend(sheet)
    return sheet.svg("Wiring of a Runeheart prop")


def _header(sheet: Sheet, profile: Profile) -> None:
    names = {use.header_pin: use for use in profile.uses()}
    sheet.box(
        ODD_X - 22, TOP - 26, EVEN_X - ODD_X + 44, 19 * PITCH + 52, fill="#2f343a", edge="#1f2328", r=10
    )
    bus = {HEADER_PIN[2]: "GPIO 2  SDA", HEADER_PIN[3]: "GPIO 3  SCL"}
    for pin in range(1, 41):
        x, y = (ODD_X if pin % 2 else EVEN_X), TOP + PITCH * ((pin - 1) // 2)
        colour, words = "#9aa1a9", ""
        if pin in names:
            use = names[pin]
            kind, _, what = use.name.rpartition(".")
            kind = {"buttons.pins": "button", "lights.pins": "light"}.get(kind, "buzzer")
            colour = COLOUR[kind]
            words = (
                f"GPIO {use.gpio}  {what if kind != 'buzzer' else ''}{' ' if kind != 'buzzer' else ''}{kind}"
            )
        elif pin in bus:
            colour, words = COLOUR["i2c"], bus[pin]
        elif pin in SUPPLY:
            colour, words = COLOUR[SUPPLY[pin]], {"3V3": "3.3 V", "5V": "5 V", "GND": "ground"}[SUPPLY[pin]]
        sheet.dot(x, y, 10, colour, "#ffffff")
        sheet.text(x, y + 4, str(pin), size=10, colour="#ffffff", anchor="middle", bold=True)
        if pin % 2:
            sheet.text(ODD_X - 34, y + 5, words, size=13, colour=colour if words else FAINT, anchor="end")
        elif words:
            sheet.text(EVEN_X + 32, y - 7, words, size=12, colour=colour)


def _wires(sheet: Sheet, profile: Profile) -> None:
    """Lead every wire from its pin over a track of its own to the height at which its part waits."""
    lights, buttons = profile.lights.pins.by_button(), profile.buttons.pins.by_button()
    routes: list[tuple[int, float, float, str, float]] = [  # pin, track x, height at the part, colour, end x
        (HEADER_PIN[2], 590, 246, "i2c", PART_X),
        (HEADER_PIN[3], 570, 218, "i2c", PART_X),
        (1, 550, 190, "3V3", PART_X),
        (6, 610, 162, "GND", PART_X),
        (14, 578, _row(8), "GND", PART_X),
        (17, 483, _button_row(-1), "3V3", PART_X),
    ]
    tracks = iter((520, 500, 480, 460, 440, 420))
    for index, (button, gpio) in enumerate(lights.items()):
        pin = HEADER_PIN[gpio]
        if str(button) in RUNES:
            routes.append((pin, 560 - 22 * index, _row(index), "light", PART_X))
    if profile.buzzer.pin is not None:
        routes.append((HEADER_PIN[profile.buzzer.pin], 600, _row(7), "buzzer", PART_X))
    for index, (button, gpio) in enumerate(buttons.items()):
        if str(button) in RUNES:
            routes.append((HEADER_PIN[gpio], next(tracks), _button_row(index), "button", PART_X))
    routes.append((39, 400, _button_row(6), "GND", PART_X + 380))
    for pin, track, y, kind, end in routes:
        _route(sheet, pin, track, y, COLOUR[kind], end)
    rail = (2, 1180, TOP - 40)
    sheet.line((EVEN_X, TOP), (320, TOP), (320, rail[2]), (rail[1], rail[2]), (rail[1], _row(8)),
               colour=COLOUR["5V"], width=3)  # fmt: skip


def _route(sheet: Sheet, pin: int, track: float, y: float, colour: str, end: float) -> None:
    start = exit_y(pin)
    x = ODD_X if pin % 2 else EVEN_X
    sheet.line((x, TOP + PITCH * ((pin - 1) // 2)), (x, start), (track, start), (track, y), (end, y),
               colour=colour, width=2.5)  # fmt: skip


def _row(index: int) -> float:
    """Return the height of a row of the driver."""
    return exit_y(11) + PITCH * index


def _button_row(index: int) -> float:
    return exit_y(29) + PITCH * (index + 2.5)


def _screen(sheet: Sheet) -> None:
    sheet.box(PART_X, 138, 330, 132, fill="#14263b", edge="#0b1724", r=8)
    for y, name in ((162, "GND"), (190, "VCC"), (218, "SCL"), (246, "SDA")):
        sheet.dot(PART_X + 14, y, 5, "#d9b44a", "#ffffff")
        sheet.text(PART_X + 28, y + 5, name, size=13, colour="#ffffff")
    sheet.box(PART_X + 86, 152, 226, 104, fill="#05080c", edge="#3a4a5d", r=4)
    sheet.text(PART_X + 199, 218, "3:12", size=44, colour="#9bd8ff", anchor="middle", bold=True)
    sheet.text(PART_X + 346, 186, "OLED 128x64, 3.3 V", size=15, bold=True)
    sheet.text(PART_X + 346, 208, "SSD1306, SH1106 or SSD1309", size=13, colour=FAINT)
    sheet.text(PART_X + 346, 228, "up to 30 cm of cable; the order", size=13, colour=FAINT)
    sheet.text(PART_X + 346, 246, "of its pins varies: read the print", size=13, colour=FAINT)


def _driver(sheet: Sheet, profile: Profile) -> None:
    top, out_x, rail = _row(0) - 30, PART_X + 130, 1180
    sheet.box(PART_X, top, 130, _row(8) - top + 30, fill="#343a40", edge="#1f2328", r=8)
    sheet.text(PART_X + 65, top - 12, "ULN2803A", size=16, anchor="middle", bold=True)
    for index in range(8):
        y = _row(index)
        sheet.text(PART_X + 10, y + 5, f"{index + 1}", size=12, colour="#ced4da")
        sheet.text(PART_X + 120, y + 5, f"{18 - index}", size=12, colour="#ced4da", anchor="end")
        sheet.text(
            PART_X + 65, y + 5, f"{index + 1}B  {index + 1}C", size=13, colour="#ffffff", anchor="middle"
        )
    sheet.text(PART_X + 10, _row(8) + 5, "9", size=12, colour="#ced4da")
    sheet.text(PART_X + 30, _row(8) + 5, "GND", size=13, colour="#ffffff")
    sheet.text(PART_X + 120, _row(8) + 5, "10", size=12, colour="#ced4da", anchor="end")
    sheet.text(PART_X + 100, _row(8) + 5, "COM", size=13, colour="#ffffff", anchor="end")
    for index, rune in enumerate(RUNES):
        y = _row(index)
        sheet.line((out_x, y), (rail, y), colour=COLOUR["light"], width=2.5)
        sheet.resistor(out_x + 110, y, "R")
        _led(sheet, out_x + 210, y, RUNE_COLOUR[rune])
        sheet.text(out_x + 262, y - 9, f"{rune} light", size=14)
        sheet.dot(rail, y, 4, COLOUR["5V"])
    y = _row(6)
    heart = "heart light, if there is one" if profile.lights.pins.heart is None else "heart light"
    sheet.line((out_x, y), (out_x + 36, y), colour=FAINT, dash="4 5")
    sheet.text(out_x + 46, y + 5, f"free: {heart}", size=13, colour=FAINT)
    y = _row(7)
    sheet.line((out_x, y), (rail, y), colour=COLOUR["buzzer"], width=2.5)
    sheet.resistor(out_x + 110, y, "100 Ω")
    sheet.dot(out_x + 212, y, 21, PANEL, INK)
    sheet.dot(out_x + 212, y, 5, INK)
    sheet.text(out_x + 240, y - 7, "+", size=15, anchor="middle")
    sheet.text(out_x + 262, y - 9, f"buzzer, {profile.buzzer.kind}", size=14)
    sheet.dot(rail, y, 4, COLOUR["5V"])
    sheet.line((out_x, _row(8)), (rail, _row(8)), colour=COLOUR["5V"], width=2.5)
    sheet.text(out_x + 46, _row(8) - 9, "takes the buzzer's voltage peaks", size=13, colour=FAINT)
    sheet.text(rail + 16, _row(3) + 5, "5 V, 0.15 A", size=14, colour=COLOUR["5V"], bold=True)
    sheet.text(rail + 16, _row(3) + 25, "with all lights on", size=13, colour=FAINT)
    values = [resistor_ohm(DRIVER_SUPPLY_V - DRIVER_DROP_V, led.forward_v, 15) for led in LEDS]
    sheet.text(rail + 16, _row(0) + 5, f"R: {min(values)} to {max(values)} Ω,", size=14)
    sheet.text(rail + 16, _row(0) + 25, "by the LED's colour:", size=13, colour=FAINT)
    sheet.text(rail + 16, _row(0) + 43, "see the table", size=13, colour=FAINT)


def _led(sheet: Sheet, x: float, y: float, colour: str) -> None:
    """Draw an LED whose cathode is on the left, at the driver."""
    sheet.dot(x, y, 20, colour + "33")
    sheet.parts.append(
        f'<path d="M{x + 11:g} {y - 11:g} L{x + 11:g} {y + 11:g} L{x - 8:g} {y:g} Z" fill="{colour}" '
        f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
    )
    sheet.line((x - 9, y - 11), (x - 9, y + 11), width=2.5)


def _buttons(sheet: Sheet, profile: Profile) -> None:
    ground_x = PART_X + 380
    top = _button_row(-1) - 24
    sheet.box(PART_X, top, 112, 7 * PITCH + 4, fill="#e9f5ec", edge=COLOUR["button"], r=8)
    sheet.text(PART_X + 56, top - 12, "input board", size=16, anchor="middle", bold=True)
    sheet.text(PART_X + 12, _button_row(-1) + 5, "3.3 V", size=13)
    for index, rune in enumerate(RUNES):
        y = _button_row(index)
        sheet.text(PART_X + 12, y + 5, "R, C", size=12, colour=FAINT)
        sheet.resistor(PART_X + 76, y + 4, "")
        _twisted(sheet, PART_X + 112, PART_X + 236, y)
        _switch(sheet, PART_X + 262, y)
        sheet.line((PART_X + 236, y), (PART_X + 248, y), colour=COLOUR["button"], width=2.5)
        sheet.line((PART_X + 296, y), (ground_x, y), colour=COLOUR["GND"])
        sheet.dot(ground_x, y, 4, COLOUR["GND"])
        sheet.text(PART_X + 312, y - 9, rune, size=14)
    sheet.line((ground_x, _button_row(0)), (ground_x, _button_row(6)), colour=COLOUR["GND"], width=2.5)
    del profile


def _twisted(sheet: Sheet, x0: float, x1: float, y: float) -> None:
    """Draw a wire twisted with its own ground."""
    steps = 4
    width = (x1 - x0) / steps
    for colour, sign in ((COLOUR["GND"], -1), (COLOUR["button"], 1)):
        path = f"M{x0:g} {y:g}"
        for step in range(steps):
            path += f" q{width / 2:g} {sign * 16 * (-1) ** step:g} {width:g} 0"
        sheet.parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.2"/>')


def _switch(sheet: Sheet, x: float, y: float) -> None:
    sheet.dot(x - 10, y, 4, PANEL, INK)
    sheet.dot(x + 30, y, 4, PANEL, INK)
    sheet.line((x - 10, y - 11), (x + 30, y - 11), width=2.5)
    sheet.line((x + 10, y - 11), (x + 10, y - 19), width=2.5)


def _detail(sheet: Sheet) -> None:
    x, y = 1080, _button_row(-1) - 24
    sheet.box(x, y, 320, 312, r=10)
    sheet.text(x + 20, y + 30, "One line of the input board", size=15, bold=True)
    node_x, line_y = x + 110, y + 170
    sheet.line((x + 30, line_y), (x + 290, line_y), colour=COLOUR["button"], width=2.5)
    sheet.text(x + 20, line_y - 12, "GPIO", size=13, colour=COLOUR["button"])
    sheet.text(x + 300, line_y - 12, "to the button", size=13, colour=COLOUR["button"], anchor="end")
    sheet.line((node_x, y + 78), (node_x, line_y), colour=COLOUR["3V3"])
    sheet.text(node_x, y + 70, "3.3 V", size=13, colour=COLOUR["3V3"], anchor="middle")
    sheet.resistor(node_x, y + 118, "3.3 kΩ", upright=True)
    sheet.resistor(x + 208, line_y, "")
    sheet.text(x + 208, line_y + 24, "330 Ω", size=13, anchor="middle")
    sheet.line((node_x, line_y), (node_x, line_y + 40), colour=COLOUR["GND"])
    sheet.line((node_x - 14, line_y + 40), (node_x + 14, line_y + 40), width=3)
    sheet.line((node_x - 14, line_y + 49), (node_x + 14, line_y + 49), width=3)
    sheet.line((node_x, line_y + 49), (node_x, line_y + 78), colour=COLOUR["GND"])
    sheet.ground(node_x, line_y + 78)
    sheet.text(node_x + 24, line_y + 50, "100 nF", size=13)
    sheet.dot(node_x, line_y, 5)
    sheet.text(x + 20, y + 290, "Cables under 0.5 m work without it.", size=13, colour=FAINT)


def _legend(sheet: Sheet) -> None:
    entries = (
        ("3.3 V", "3V3"), ("5 V", "5V"), ("ground", "GND"), ("I2C", "i2c"), ("lights", "light"),
        ("buzzer", "buzzer"), ("buttons", "button"),
    )  # fmt: skip
    x = 48.0
    for words, kind in entries:
        sheet.line((x, HEIGHT - 36), (x + 30, HEIGHT - 36), colour=COLOUR[kind], width=4)
        sheet.text(x + 40, HEIGHT - 31, words, size=14)
        x += 66 + 9 * len(words)
    made = "made by hardware/design/draw_wiring.py from the board profile"
    sheet.text(WIDTH - 48, HEIGHT - 31, made, size=13, colour=FAINT, anchor="end")


def main() -> None:
    """Write the drawing and the tables."""
    profile, problems = load_profile("pi-default")
    if profile is None:
        raise SystemExit("\n".join(problems))
    (HERE / "wiring.svg").write_text(draw(profile), encoding="utf-8")
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), profile), encoding="utf-8")


if __name__ == "__main__":
    main()
