"""wiring.md and its drawing are the profile's: the tables, the picture, and the sums."""

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from runeheart_hw.header import HEADER_PIN
from runeheart_hw.profile import load_profile
from runeheart_hw.wiring import (
    ALL_PINS_LIMIT_MA,
    LEDS,
    PIN_LIMIT_MA,
    current_ma,
    current_table,
    driver_input_ma,
    led_table,
    pin_table,
    resistor_ohm,
    with_tables,
)

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "wiring.md").read_text(encoding="utf-8")
DESIGN = ROOT / "hardware/design"
PROFILE = load_profile("pi-default")[0]


@pytest.fixture
def drawing(monkeypatch):
    monkeypatch.syspath_prepend(str(DESIGN))
    import draw_wiring

    yield draw_wiring
    for name in ("draw_wiring", "parts", "routes", "sheet"):
        sys.modules.pop(name)


def test_the_tables_of_the_page_are_the_profiles():
    assert with_tables(PAGE, PROFILE) == PAGE, "run: python hardware/design/draw_wiring.py"


def test_the_drawing_is_the_profiles(drawing):
    drawn = (DESIGN / "wiring.svg").read_text(encoding="utf-8")
    assert drawing.draw(PROFILE) == drawn, "run: python hardware/design/draw_wiring.py"


def test_every_pin_of_the_profile_is_in_the_page_and_in_the_drawing():
    rows = re.findall(r"^\| (\d+) \| GPIO (\d+)[^|]*\| `([^`]+)` \|", PAGE, re.MULTILINE)
    in_page = {name: (int(pin), int(gpio)) for pin, gpio, name in rows if name != "oled"}
    assert in_page == {use.name: (HEADER_PIN[use.gpio], use.gpio) for use in PROFILE.uses()}
    words = {element.text for element in ET.parse(DESIGN / "wiring.svg").iter() if element.text}  # noqa: S314 - our own file
    for use in PROFILE.uses():
        assert any(word.startswith(f"GPIO {use.gpio} ") for word in words), use.name


HEARTS = {"lights": {"pins": {"heart": 12}}, "buttons": {"pins": {"heart": 20}}}
ELSEWHERE = {"lights": {"pins": {"sun": 4, "heart": 12}}, "buttons": {"pins": {"heart": 20}}}


@pytest.mark.parametrize("overrides", [{}, HEARTS, ELSEWHERE], ids=["default", "hearts", "elsewhere"])
def test_each_wire_begins_at_its_pin_and_none_runs_along_another(drawing, overrides):
    import routes

    profile, _ = load_profile("pi-default", overrides)
    wires = drawing.wires(profile)
    assert len({wire.pin for wire in wires}) == len(wires)
    for wire in wires:
        assert wire.points[0] == routes.pin_at(wire.pin)
    stretches = [
        (wire, *sorted(ends))
        for wire in wires
        for ends in zip(wire.points, wire.points[1:], strict=False)
        if ends[0] != ends[1]
    ]
    for number, (wire, (x0, y0), (x1, y1)) in enumerate(stretches):
        for other, (u0, v0), (u1, v1) in stretches[number + 1 :]:
            along_x = y0 == y1 == v0 == v1 and max(x0, u0) < min(x1, u1)
            along_y = x0 == x1 == u0 == u1 and max(y0, v0) < min(y1, v1)
            assert not along_x, (wire, other)
            assert not along_y, (wire, other)


def test_each_wire_has_its_label_on_it_and_no_supply_pin_that_stays_free_has_one(drawing):
    root = ET.fromstring(drawing.draw(PROFILE))  # noqa: S314 - our own
    texts = [element for element in root.iter() if element.tag.endswith("text")]
    labels = (drawing.TAG_X, drawing.TAG_WIDTH)
    boxes = [element.attrib for element in root.iter() if element.tag.endswith("rect")]
    boxes = [box for box in boxes if (float(box.get("x", 0)), float(box["width"])) == labels]
    for wire in drawing.wires(PROFILE):
        x, height = wire.points[1 if wire.pin % 2 else 0]
        (box,) = [box for box in boxes if float(box.get("y", 0)) + float(box["height"]) / 2 == height]
        left, right = float(box["x"]), float(box["x"]) + float(box["width"])
        inside = [
            text.text
            for text in texts
            if left < float(text.attrib["x"]) < right and abs(float(text.attrib["y"]) - height) < 6
        ]
        assert inside == [str(wire.pin), wire.words]
        assert x < left
    five_volts = [wire for wire in drawing.wires(PROFILE) if wire.kind == "5V"]
    assert [text.text for text in texts].count("5 V") == len(five_volts) + 1  # and the legend's


def test_the_screen_gets_three_volts_and_its_two_lines_differ(drawing):
    ends = {wire.points[-1]: wire for wire in drawing.wires(PROFILE)}
    pads = [ends[drawing.PART_X, y] for y in (173, 202, 231, 260)]
    assert [wire.kind for wire in pads] == ["3V3", "GND", "scl", "sda"]
    assert [wire.pin for wire in pads] == [1, 6, 5, 3]
    assert drawing.COLOUR["sda"] != drawing.COLOUR["scl"]


def test_page_and_drawing_agree_on_grounds_and_on_the_drivers_pins(drawing):
    grounds = {wire.pin for wire in drawing.wires(PROFILE) if wire.kind == "GND"}
    assert grounds == {6, 20, 39}
    page = " ".join(PAGE.split())
    assert "ground (pin 9) from header pin 20" in page
    assert "in one wire to the Pi (header pin 39)" in page
    assert "output 1C (pin 18)" in page
    drawn = drawing.draw(PROFILE)
    assert "100 µF: + (long leg) to pin 10," in drawn
    assert "+ (the long leg) at pin 10" in page
    outputs = {wire.words: wire.points[-1][1] for wire in drawing.wires(PROFILE)}
    assert outputs["GPIO 18  buzzer"] == drawing.row(0)
    assert outputs["GPIO 17  nature light"] == drawing.row(1)


def test_another_profile_changes_table_and_drawing(drawing):
    moved, _ = load_profile("pi-default", {"lights": {"pins": {"sun": 4, "heart": 12}}})
    assert "| 7 | GPIO 4 | `lights.pins.sun` | out | low |" in pin_table(moved)
    assert with_tables(PAGE, moved) != PAGE
    assert "GPIO 4  sun light" in drawing.draw(moved)


def test_lights_that_are_on_at_low_rest_high():
    inverse, _ = load_profile("pi-default", {"lights": {"active_high": False}})
    assert "| 11 | GPIO 17 | `lights.pins.nature` | out | high |" in pin_table(inverse)
    assert "| 12 | GPIO 18 | `buzzer.pin` | out | low |" in pin_table(inverse)


def test_a_screen_elsewhere_takes_no_i2c_pins_into_the_table():
    spi, _ = load_profile("pi-default", {"oled": {"bus": "spi", "port": 0, "dc": 16, "reset": 4}})
    assert "SDA" not in pin_table(spi)
    assert "| 36 | GPIO 16 | `oled.dc` | out |" in pin_table(spi)


@pytest.mark.parametrize(
    ("supply_v", "forward_v", "wanted_ma", "ohm"),
    [(3.3, 2.0, 6, 220), (5, 2, 20, 150), (5, 2, 3, 1000), (5, 2, 50, 68)],
)
def test_resistors_are_the_next_value_above(supply_v, forward_v, wanted_ma, ohm):
    assert resistor_ohm(supply_v, forward_v, wanted_ma) == ohm
    assert current_ma(supply_v, forward_v, ohm) <= wanted_ma


def test_no_way_to_wire_the_lights_goes_beyond_the_boards_limits():
    assert driver_input_ma() * 8 < ALL_PINS_LIMIT_MA / 2
    for led in LEDS:
        if led.forward_v < 2.3:
            direct_ma = current_ma(3.3, led.forward_v, resistor_ohm(3.3, led.forward_v, 6))
            assert direct_ma < PIN_LIMIT_MA / 2
            assert direct_ma * 7 < ALL_PINS_LIMIT_MA
    assert "too little voltage" in led_table()
    assert "41 mA" in current_table()


def test_a_page_without_a_place_is_told():
    with pytest.raises(ValueError, match="no place for the table pins"):
        with_tables("nothing", PROFILE)
