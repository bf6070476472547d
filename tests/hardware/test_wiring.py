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
    for name in ("draw_wiring", "sheet"):
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


def test_another_profile_changes_table_and_drawing(drawing):
    moved, _ = load_profile("pi-default", {"lights": {"pins": {"sun": 4, "heart": 12}}})
    assert "| 7 | GPIO 4 | `lights.pins.sun` | out | low |" in pin_table(moved)
    assert with_tables(PAGE, moved) != PAGE
    assert "GPIO 4  sun light" in drawing.draw(moved)


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
