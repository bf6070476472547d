"""What the doctor finds on made-up machines: sysfs, /dev and /proc as boards have them."""

import errno
import os
from pathlib import Path

import pytest

from runeheart_hw.checkup import Machine, check_board
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.oled_model import OledModel


class Board:
    """A machine in a folder; sound unless something is changed."""

    def __init__(self, root, *, pi=True, chip=True, i2c=True):
        self.root, self.owners, self.opens = root, {}, True
        self.user_groups, self.modules = {"gpio", "i2c"}, {"lgpio", "_lgpio"}
        self.screen = OledModel()
        self.asked = []
        for name in ("dev", "proc/device-tree", "sys/bus/gpio/devices"):
            (root / name).mkdir(parents=True)
        if pi:
            (root / "proc/device-tree/model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
            (root / "proc/device-tree/system").mkdir()
            (root / "proc/device-tree/system/linux,revision").write_bytes(bytes.fromhex("00902120"))
        if chip:
            (root / "sys/bus/gpio/devices/gpiochip0").mkdir()
            (root / "dev/gpiochip0").touch()
        if i2c:
            (root / "dev/i2c-1").touch()

    def look(self, overrides=None, *, running=False):
        profile, problems = load_profile("pi-default", overrides)
        assert problems == []
        machine = Machine(
            sysfs=self.root / "sys",
            dev=self.root / "dev",
            proc=self.root / "proc",
            label=lambda device: "pinctrl-bcm2835" if device.name == "gpiochip0" else "",
            owner=lambda chip, gpio: self.owners.get((chip, gpio)),
            groups=lambda: self.user_groups,
            has_module=self.modules.__contains__,
            may_open=lambda _path: self.opens,
            open_screen=self.open_screen,
        )
        return list(check_board(profile, machine, running=running))

    def open_screen(self, profile):
        self.asked.append(profile.oled.where)
        return self.screen

    def bad(self, overrides=None, *, running=False):
        findings = self.look(overrides, running=running)
        assert all(finding.do for finding in findings if finding.grade != "ok")
        return [(finding.what, finding.found, finding.do) for finding in findings if finding.grade == "bad"]


@pytest.fixture
def board(tmp_path):
    return Board(tmp_path)


def test_a_sound_board_is_ok_in_every_point(board):
    findings = board.look()
    assert [(finding.what, finding.grade) for finding in findings] == [
        ("board", "ok"),
        ("backend", "ok"),
        ("chip", "ok"),
        ("permission", "ok"),
        ("pins", "ok"),
        ("screen", "ok"),
    ]
    assert findings[0].found == "Raspberry Pi Zero 2 W Rev 1.0"
    assert findings[2].found == "gpiochip0 (pinctrl-bcm2835)"
    assert findings[4].found == "all 13 pins are free"
    assert findings[5].found == "something answers at address 0x3C of /dev/i2c-1"


def test_a_laptop_is_told_where_it_can_play(tmp_path):
    [(what, found, do)] = Board(tmp_path, pi=False, chip=False, i2c=False).bad()
    assert what == "board"
    assert found == "this machine does not say that it is a Raspberry Pi: a prop's pins are for one"
    assert "runeheart simulate" in do


@pytest.mark.parametrize("chosen", [None, 0])
def test_a_board_that_is_no_pi_is_not_ready_whatever_chips_it_has(tmp_path, chosen):
    """As `run` says: gpiozero opens no pin where it does not know which Pi it is."""
    board = Board(tmp_path, pi=False)
    (tmp_path / "proc/device-tree/model").write_bytes(b"Other Board 5\0")
    [(what, found, do)] = board.bad({"pins": {"chip": chosen}} if chosen is not None else None)
    assert (what, "Other Board 5 does not say" in found) == ("board", True)
    assert "[pins] chip" not in do


def test_simulated_pins_on_a_pi_are_worth_a_note(board):
    findings = board.look({"pins": {"backend": "mock"}})
    assert [(finding.what, finding.grade) for finding in findings] == [("board", "ok"), ("pins", "warn")]


@pytest.mark.parametrize(
    ("backend", "install"), [("lgpio", "runeheart[pi]"), ("rpigpio", "runeheart[rpigpio]")]
)
def test_a_missing_library_is_told_with_how_to_install_it(board, backend, install):
    board.modules = {"lgpio"}  # an empty one
    [(what, found, do)] = board.bad({"pins": {"backend": backend}})
    assert (what, found) == ("backend", f"{backend} is not installed")
    assert install in do
    if "wiring.md" in do:
        page = (Path(__file__).parents[2] / "wiring.md").read_text(encoding="utf-8")
        assert "## Libraries" in page
        assert "python3-lgpio" in page


def test_a_chip_that_is_not_the_headers(tmp_path):
    board = Board(tmp_path, chip=False)
    (tmp_path / "sys/bus/gpio/devices/gpiochip7").mkdir()
    [(what, found, do)] = board.bad()
    assert what == "chip"
    assert "gpiochip7 (no label)" in found
    assert "[pins] chip" in do


def test_a_chip_by_number(board):
    assert board.bad({"pins": {"chip": 0}}) == []
    [(what, found, _do)] = board.bad({"pins": {"chip": 4}})
    assert (what, found) == ("chip", "gpiochip4, as configured, does not exist")


def test_a_chip_whose_device_is_missing(board):
    (board.root / "dev/gpiochip0").unlink()
    assert board.bad()[0][1].endswith("gpiochip0 is not there")


@pytest.mark.parametrize(
    ("groups", "words"), [(set(), "sudo usermod -aG gpio"), ({"gpio", "i2c"}, "should show the group gpio")]
)
def test_a_user_without_permission(board, groups, words):
    board.opens, board.user_groups = False, groups
    (first, _found, do), (second, _, _) = board.bad()
    assert (first, second) == ("permission", "screen")
    assert words in do


def test_a_pin_that_another_holds_is_named_with_its_owner(board):
    board.owners = {(0, 17): "spi0 CS1", (1, 18): "of another chip"}
    [(what, found, _do)] = board.bad()
    assert (what, found) == ("pins", "held by others: lights.pins.nature (GPIO 17) by spi0 CS1")


def test_pins_that_the_daemon_holds_are_as_they_should_be_and_its_screen_is_left_alone(board):
    board.owners = {(0, gpio): "lg" for gpio in range(28)}
    assert board.bad(running=True) == []
    assert board.asked == []


def test_a_bus_that_owns_a_pin_of_the_profile(board):
    (board.root / "dev/spidev0.0").touch()
    assert board.bad() == []  # enabled, but none of its pins is used
    [(what, found, _do)] = board.bad({"buzzer": {"pin": 10}})
    assert what == "buses"
    assert found.endswith("spidev0.0 is enabled and owns the pins of buzzer.pin (GPIO 10)")


def test_i2c_that_is_off(tmp_path):
    [(what, found, do)] = Board(tmp_path, i2c=False).bad()
    assert what == "screen"
    assert found.endswith("i2c-1 is not there: I2C is off")
    assert "dtparam=i2c_arm=on" in do


def test_a_screen_that_does_not_answer(board):
    board.screen.unplug()
    [(what, found, do)] = board.bad()
    assert (what, found) == ("screen", "the screen does not answer at address 0x3C of /dev/i2c-1")
    assert do == "check its plug and its wires; it comes back by itself when they are good"
    assert board.asked == ["address 0x3C of /dev/i2c-1", "address 0x3D of /dev/i2c-1"]


@pytest.mark.parametrize(("configured", "found"), [(0x3C, 0x3D), (0x3D, 0x3C)])
def test_a_screen_at_its_other_address(board, configured, found):
    away, there = OledModel(), OledModel()
    away.unplug()
    board.open_screen = lambda profile: there if profile.oled.address == found else away
    finding = board.look({"oled": {"address": configured}})[-1]
    assert (finding.grade, finding.do.endswith(f"set [oled] address = 0x{found:02X}")) == ("warn", True)
    assert finding.found.startswith(f"a screen answers at 0x{found:02X}, not at address 0x{configured:02X}")


def test_a_bus_that_hangs(board):
    def hang(*_commands):
        raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

    board.screen.command = hang
    [(_what, found, do)] = board.bad()
    assert found == "the screen's bus hangs (address 0x3C of /dev/i2c-1)"
    assert do == "SDA or SCL is held low; check the cable, cut the power"  # no word of another address


@pytest.mark.parametrize(
    ("number", "found", "do"),
    [
        (errno.ENODEV, "the screen's bus is not there", "enable I2C"),
        (errno.EACCES, "may not be opened by this user", "group i2c"),
        (errno.ENOMEM, "cannot be written at address 0x3C of /dev/i2c-1 (Cannot", "check its plug"),
    ],
)
def test_each_error_of_the_bus_has_a_remedy_of_its_own(board, number, found, do):
    def fail(*_commands):
        raise OSError(number, os.strerror(number))

    board.screen.command = fail
    [(_what, told, remedy)] = board.bad()
    assert found in told
    assert do in remedy
    assert "0x3D" not in remedy
    assert os.strerror(number) not in remedy


def test_a_screen_on_spi(board):
    spi = {"oled": {"bus": "spi", "port": 0, "dc": 16}}
    assert "spi=on" in board.bad(spi)[0][2]
    (board.root / "dev/spidev0.0").touch()
    assert board.bad(spi) == [
        (
            "screen",
            "the screen needs the library spidev",
            "sudo apt install python3-spidev, or pip install 'runeheart[spi]'",
        )
    ]
    board.modules.add("spidev")
    assert board.bad(spi) == []
    assert board.asked == []


def test_a_board_without_a_screen_needs_none(tmp_path):
    assert Board(tmp_path, i2c=False).bad({"oled": {"controller": "none"}}) == []


def test_this_machine_can_be_looked_at():
    profile, _ = load_profile("pi-default")
    assert list(check_board(profile, Machine(), running=False))
