"""The reader's part of wiring.md, and its drawing, are made from the firmware's own settings."""

import itertools
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from runeheart_hw.profile import load_profile
from runeheart_hw.reader_part import PICO
from runeheart_hw.reader_wiring import PICO_PIN, pins, reader_table, settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "wiring.md").read_text(encoding="utf-8")
DESIGN = ROOT / "hardware/design"


@pytest.fixture
def drawing(monkeypatch):
    monkeypatch.syspath_prepend(str(DESIGN))
    for name in ("draw_reader", "sheet"):
        sys.modules.pop(name, None)
    import draw_reader

    return draw_reader


def test_the_page_has_the_firmwares_pins():
    assert f"<!-- table: reader -->\n{reader_table()}\n<!-- end -->" in PAGE
    rows = re.findall(r"^\| (\d+) \| GP(\d+) \|", PAGE, re.MULTILINE)
    assert {(int(pin), int(gpio)) for pin, gpio in rows} == {(pin.pin, pin.gpio) for pin in pins(settings())}


@pytest.mark.parametrize(
    ("gpio", "pin"), [(0, 1), (2, 4), (4, 6), (15, 20), (16, 21), (20, 26), (22, 29), (26, 31), (28, 34)]
)
def test_a_gpio_is_where_the_picos_data_sheet_has_it(gpio, pin):
    assert PICO_PIN[gpio] == pin


def test_each_pin_has_one_use():
    used = [pin.gpio for pin in pins(settings())]
    assert len(set(used)) == len(used)


def test_the_drawing_is_the_firmwares(drawing):
    assert (DESIGN / "reader.svg").read_text(encoding="utf-8") == drawing.draw(settings())
    words = [element.text for element in ET.parse(DESIGN / "reader.svg").iter() if element.text]  # noqa: S314 - our own
    for pin in pins(settings()):
        assert f"GP{pin.gpio}" in words
        assert str(pin.pin) in words
    for sensor in settings()["sensors"]:
        assert any(f"“{sensor['name']}”" in word for word in words)


MAGNETOMETER = {"name": "mag", "kind": "magnetometer"}


@pytest.mark.parametrize(
    "sensors", [None, [MAGNETOMETER], [{"name": "go", "kind": "roll", "pin": 2, "light": 3}]]
)
def test_no_two_wires_lie_on_each_other(drawing, sensors):
    raw = {**settings(), **({"sensors": sensors} if sensors else {})}
    root = ET.fromstring(drawing.draw(raw))  # noqa: S314 - our own
    stretches = []
    for path in root.iter():
        if path.tag.endswith("path") and path.get("stroke-width") == "2.5":
            points = [tuple(float(part) for part in point.split()) for point in path.get("d")[1:].split(" L")]
            stretches += [(path.get("stroke"), *sorted(ends)) for ends in itertools.pairwise(points)]
    for (one, (x0, y0), (x1, y1)), (other, (u0, v0), (u1, v1)) in itertools.combinations(stretches, 2):
        along_x = y0 == y1 and v0 == v1 and abs(y0 - v0) < 3 and max(x0, u0) < min(x1, u1)
        along_y = x0 == x1 and u0 == u1 and abs(x0 - u0) < 3 and max(y0, v0) < min(y1, v1)
        assert not along_x, (one, other, y0)
        assert not along_y, (one, other, x0)


def test_another_boards_settings_change_it(drawing):
    raw = {**settings(), "sensors": [MAGNETOMETER]}
    assert "QMC5883L magnetometer “mag”" in drawing.draw(raw)
    assert [pin.key for pin in pins(raw)] == ["sda", "scl"]


def test_what_the_page_says_to_switch_on_is_a_profile():
    assert '[reader]\n       kind = "serial"' in PAGE
    profile, problems = load_profile("pi-default", {"reader": {"kind": "serial"}})
    assert not problems
    assert profile.reader.port == PICO


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"kind": "usb"}, 'reader.kind: "usb" does not fit'),
        ({"port": "ttyACM0"}, "is no whole path"),
        ({"port": "/dev/serial/by-id/"}, "is a folder"),
        ({"port": "/dev/*/x"}, "only the last part may be one"),
        ({"port": "/dev/x\0"}, "NUL"),
        ({"port": ""}, "reader.port"),
        ({"port": 3}, "reader.port"),
        ({"baud": 1200}, "reader.baud: 1200 does not fit"),
        ({"still_s": 0.1}, "reader.still_s: 0.1 does not fit"),
        ({"still_deg": 90}, "reader.still_deg: 90 does not fit"),
        ({"bauds": 9600}, 'did you mean "baud"'),
    ],
)
def test_each_mistake_in_the_table_is_named(table, words):
    _profile, problems = load_profile("pi-default", {"reader": table})
    (problem,) = problems
    assert words in problem


def test_a_prop_without_a_reader_does_not_load_one():
    import subprocess

    code = (
        "import sys, runeheart_hw.devices, runeheart_hw.profile;"
        "left_out = ('runeheart_hw.reader', 'serial', 'runeheart.wire.messages');"
        "sys.exit(any(name in sys.modules for name in left_out))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
