"""Board profiles: the one that comes along, one's own, and every problem of one at once."""

import pytest

from runeheart.core.panel import Button
from runeheart_hw.header import BUS_PINS, HEADER_PIN, ID_PINS, PULLED_UP_AT_POWER_ON, SUPPLY
from runeheart_hw.profile import OledPart, load_profile, names

SPI = {"bus": "spi", "port": 0}
DEFAULT, _ = load_profile("pi-default")


def problems_of(overrides):
    profile, problems = load_profile("pi-default", overrides)
    assert profile is None
    return problems


def test_the_header_has_forty_pins_each_once():
    assert sorted([*HEADER_PIN.values(), *SUPPLY]) == list(range(1, 41))


@pytest.mark.parametrize("name", names())
def test_every_profile_that_comes_along_is_sound(name):
    profile, problems = load_profile(name)
    assert problems == []
    used = [use.gpio for use in profile.uses()]
    assert len(set(used)) == len(used)
    for bus in profile.buses_in_use():
        assert not set(used) & set(BUS_PINS[bus])


def test_the_default_lights_and_buzzer_stay_dark_at_power_on_and_clear_of_all_main_buses():
    for use in DEFAULT.uses():
        if use.direction == "out":
            assert use.gpio not in PULLED_UP_AT_POWER_ON
        for bus in ("i2c", "spi", "uart"):
            assert use.gpio not in BUS_PINS[bus]
        assert use.gpio not in ID_PINS


def test_six_runes_have_a_button_and_a_light():
    six = [button for button in Button if button != Button.HEART]
    assert list(DEFAULT.buttons.pins.by_button()) == six
    assert list(DEFAULT.lights.pins.by_button()) == six
    assert not DEFAULT.has_heart_button


def test_a_heart_button_can_be_added():
    heart = {"pins": {"heart": 20}}
    profile, problems = load_profile("pi-default", {"buttons": heart, "lights": {"pins": {"heart": 12}}})
    assert problems == []
    assert profile.has_heart_button
    assert profile.buttons.pins.by_button()[Button.HEART] == 20
    assert [use.gpio for use in profile.uses() if "heart" in use.name] == [20, 12]


def test_all_problems_come_at_once_each_with_its_path():
    problems = problems_of({
        "buttons": {"settle_ms": "quick", "pins": {"fire": 5, "sun": 40, "moon": 1, "storm": -3}},
        "lights": {"pins": {"nature": 2, "wind": 9}},
        "oled": {"adress": 0x3D},
        "buzer": {"pin": 4},
    })  # fmt: skip
    assert problems == [
        'buzer: unknown key; did you mean "buzzer"?',
        'buttons.settle_ms: "quick" does not fit; expected a whole number from 1 to 200',
        "lights.pins.wind: unknown key; expected one of: nature, fire, water, storm, moon, sun, heart",
        'oled.adress: unknown key; did you mean "address"?',
        "buttons.pins.fire: GPIO 5 is buttons.pins.nature already; each pin has one use",
        "buttons.pins.storm: GPIO -3 is not on the 40-pin header; expected 2 to 27",
        "buttons.pins.moon: GPIO 1 reads the EEPROM of a HAT at power-on; choose another pin",
        "buttons.pins.sun: GPIO 40 is not on the 40-pin header; expected 2 to 27",
        "lights.pins.nature: GPIO 2 belongs to the bus i2c (oled.bus); choose another pin",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"buzzer": {"pin": 14}, "buses": {"uart": True}}, "buzzer.pin: GPIO 14 belongs to the bus uart"),
        ({"buzzer": {"pin": 10}, "oled": SPI | {"dc": 16}}, "buzzer.pin: GPIO 10 belongs to the bus spi"),
        ({"oled": SPI | {"port": 1, "dc": 4}}, "buttons.pins.storm: GPIO 19 belongs to the bus spi1"),
        ({"oled": SPI | {"dc": 9}}, "oled.dc: GPIO 9 belongs to the bus spi (oled.bus)"),
        ({"oled": SPI}, "oled.dc: is missing; a screen on SPI needs the pin of its D/C line"),
        ({"oled": SPI | {"dc": 16, "reset": 16}}, "oled.reset: GPIO 16 is oled.dc already"),
        ({"oled": {"address": 0x80}}, "oled.address: 128 does not fit"),
        ({"lights": {"kind": "dimmed"}}, 'lights.kind: "dimmed" does not fit'),
        ({"buttons": {"pins": {"fire": True}}}, "buttons.pins.fire: true does not fit"),
        ({"buttons": {"pins": 3}}, "buttons.pins: 3 does not fit"),
    ],
)
def test_one_problem(overrides, problem):
    assert any(line.startswith(problem) for line in problems_of(overrides))


def test_another_bus_leaves_what_was_meant_for_the_first_behind():
    profile, problems = load_profile("pi-default", {"oled": {"bus": "spi", "dc": 16}})
    assert problems == []
    assert profile.oled.where == "/dev/spidev0.0"  # the profile's port 1 was I2C's
    profile, problems = load_profile("pi-default", {"oled": {"bus": "spi", "dc": 16, "port": 0, "device": 1}})
    assert problems == []
    assert profile.oled.where == "/dev/spidev0.1"
    assert load_profile("pi-default", {"oled": {"bus": "i2c"}})[0] == DEFAULT


SPI_SCREEN = """
[oled]
controller = "sh1106"
bus = "spi"
port = 0
device = 1
dc = 16
reset = 4
speed_hz = 2000000
column_offset = 0
rotate = 180
"""


def test_from_spi_to_i2c_too_and_a_column_goes_with_its_controller(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(PROFILE_TEXT + SPI_SCREEN)
    profile, problems = load_profile(str(path), {"oled": {"bus": "i2c", "address": 0x3D}})
    assert problems == []
    assert profile.oled == OledPart(controller="sh1106", address=0x3D, column_offset=0, rotate=180)
    assert "oled.dc" not in [use.name for use in profile.uses()]
    profile, problems = load_profile(str(path), {"oled": {"controller": "sh1106", "rotate": 0}})
    assert (profile.oled.first_column, profile.oled.reset) == (0, 4)
    profile, problems = load_profile(str(path), {"oled": {"controller": "ssd1309"}})
    assert (profile.oled.column_offset, profile.oled.reset) == (None, 4)


def test_a_buzzer_that_is_not_there_needs_no_pin_and_one_that_is_does():
    assert load_profile("pi-default", {"buzzer": {"kind": "none"}})[1] == []
    profile, _ = load_profile("pi-default", {"buzzer": {"kind": "none"}})
    assert "buzzer.pin" not in [use.name for use in profile.uses()]


def test_a_profile_without_its_buzzers_pin_is_told(tmp_path):
    text = PROFILE_TEXT.replace("pin = 18\n", "")
    assert problems_at(tmp_path, text) == ["buzzer.pin: is missing; a buzzer that is passive needs one"]


PROFILE_TEXT = """
board = "A breadboard"
[buttons.pins]
nature = 5
fire = 6
water = 13
storm = 19
moon = 26
sun = 21
[lights.pins]
nature = 17
fire = 27
water = 22
storm = 23
moon = 24
sun = 25
[buzzer]
kind = "passive"
pin = 18
"""


def problems_at(folder, text):
    path = folder / "mine.toml"
    path.write_text(text)
    return load_profile(str(path))[1]


def test_a_profile_of_ones_own_by_path(tmp_path):
    assert problems_at(tmp_path, PROFILE_TEXT) == []
    profile, _ = load_profile(str(tmp_path / "mine.toml"), {"oled": {"controller": "sh1106"}})
    assert profile.board == "A breadboard"
    assert profile.oled.first_column == 2


def test_pins_that_are_missing_are_told(tmp_path):
    text = PROFILE_TEXT.replace("water = 13\n", "").replace("sun = 25\n", "")
    assert problems_at(tmp_path, text) == ["buttons.pins.water: is missing", "lights.pins.sun: is missing"]


def test_what_is_no_toml_or_no_text_or_no_file_is_told(tmp_path):
    assert "mine.toml is not TOML: Expected" in problems_at(tmp_path, "[buttons")[0]
    path = tmp_path / "noise.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert load_profile(str(path))[1] == [f"prop.board: {path} is not UTF-8 text; save it as UTF-8"]
    assert load_profile("a\0/b")[1] == ['prop.board: "a\\u0000/b" cannot be read: embedded null byte']
    assert load_profile("/no/such.toml")[1] == [
        'prop.board: "/no/such.toml" cannot be read: No such file or directory'
    ]
    assert load_profile("pi-defualt")[1] == [
        'prop.board: "pi-defualt" is no board profile, and no path of a TOML file; did you mean "pi-default"?'
    ]  # fmt: skip


@pytest.mark.parametrize("board", ["pi-defualt", "/no/such.toml"])
def test_what_is_laid_over_a_board_that_is_not_there_is_checked_too(board):
    profile, problems = load_profile(board, {
        "oled": {"controler": "none"},
        "buttons": {"settle_ms": 0, "pins": {"fire": 17, "sun": 17, "moon": 99}},
        "buzzer": {"kind": "active"},
    })  # fmt: skip
    assert profile is None
    assert [line.split(":")[0] for line in problems] == [
        "prop.board", "buttons.settle_ms", "oled.controler", "buttons.pins.moon", "buttons.pins.sun"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "where", "port"),
    [
        (OledPart(controller="ssd1306"), "address 0x3C of /dev/i2c-1", 1),
        (OledPart(controller="ssd1306", port=3, address=0x3D), "address 0x3D of /dev/i2c-3", 3),
        (OledPart(controller="ssd1309", bus="spi", dc=16, device=1), "/dev/spidev0.1", 0),
    ],
)
def test_where_the_screen_is(part, where, port):
    assert (part.where, part.bus_port) == (where, port)


def test_the_pictures_first_column():
    assert OledPart(controller="ssd1306").first_column == 0
    assert OledPart(controller="sh1106", column_offset=0).first_column == 0
