"""Pin factories: the one that was asked for or a sentence, never another one in its place."""

import builtins
import os
import subprocess
import sys
import types
import warnings

import pytest

from runeheart_hw import pins
from runeheart_hw.chip import PinsError
from runeheart_hw.pins import make_factory, pin_refused, release
from support.fake_rpi_board import board
from support.lgpio_patched import need_lgpio, patched


def told(run, folder, env):
    """Run a program in a folder; return what it prints."""
    done = subprocess.run(run, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout


def without(monkeypatch, *missing):
    """Make imports of some modules fail."""
    real = builtins.__import__

    def fake(name, *rest):
        if name in missing:
            raise ImportError(f"No module named {name!r}", name=name)
        return real(name, *rest)

    for name in missing:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(builtins, "__import__", fake)


def test_mock_pins_know_pwm():
    factory = make_factory("mock")
    pin = factory.pin(17)
    pin.function = "output"
    pin.frequency = 100
    pin.state = 0.25
    assert pin.state == 0.25
    factory.close()


def test_a_backend_that_does_not_exist_is_named():
    with pytest.raises(
        PinsError, match='backend "pigpio" is not known; expected one of: lgpio, rpigpio, mock'
    ):
        make_factory("pigpio")


def test_a_missing_lgpio_is_no_reason_to_use_another(monkeypatch):  # gpiozero #1172
    without(monkeypatch, "lgpio")
    with pytest.raises(PinsError, match=r"python3-lgpio.*pip install 'runeheart\[pi\]'"):
        make_factory("lgpio", chip=0)


def test_an_empty_lgpio_is_told_apart(monkeypatch):  # lg #43: 0.0.0.2 has nothing in it
    monkeypatch.setitem(sys.modules, "lgpio", types.ModuleType("lgpio"))
    with pytest.raises(PinsError, match="no SET_PULL_NONE"):
        make_factory("lgpio", chip=0)


def test_a_missing_rpi_gpio_is_told(monkeypatch):
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    without(monkeypatch, "RPi", "RPi.GPIO")
    with pytest.raises(PinsError, match=r"RPi.GPIO is missing: pip install 'runeheart\[rpigpio\]'"):
        make_factory("rpigpio")


def test_rpi_gpio_on_a_machine_that_is_no_pi(monkeypatch):
    with board() as pi:

        def refuse(_mode):
            raise RuntimeError("Cannot determine SOC peripheral base address")

        monkeypatch.setattr(pi, "setmode", refuse)
        with pytest.raises(PinsError, match=r'SOC peripheral base address\. Use .* backend = "lgpio"'):
            make_factory("rpigpio")


def test_a_machine_without_the_headers_chip_is_told(tmp_path):
    need_lgpio()
    with pytest.raises(PinsError, match="no GPIO chip of a Raspberry Pi"):
        make_factory("lgpio", sysfs=tmp_path)


def test_a_chip_that_is_not_there_is_told(tmp_path):
    need_lgpio()
    (tmp_path / "bus/gpio/devices/gpiochip0").mkdir(parents=True)
    with pytest.raises(PinsError, match=r"/dev/gpiochip77 does not exist \(found: gpiochip0\)"):
        make_factory("lgpio", chip=77, sysfs=tmp_path)


def test_a_chip_that_may_not_be_opened_names_the_group(monkeypatch):
    need_lgpio()
    monkeypatch.setattr(pins.Path, "exists", lambda _self: True)
    monkeypatch.setattr(pins.os, "access", lambda _path, _mode: False)
    with pytest.raises(PinsError, match="usermod -aG gpio"):
        make_factory("lgpio", chip=77)


def test_a_machine_that_does_not_say_which_pi_it_is(monkeypatch):
    with patched():
        import gpiozero.pins.lgpio as gpiozero_lgpio
        from gpiozero.exc import PinUnknownPi

        def unknown(_self):
            raise PinUnknownPi("unable to locate Pi revision")

        monkeypatch.setattr(gpiozero_lgpio.LGPIOFactory, "_get_revision", unknown)
        with pytest.raises(PinsError, match=r"does not say which Raspberry Pi .*runeheart simulate"):
            make_factory("lgpio", chip=0)


def test_lgpios_pipe_does_not_litter_and_the_working_directory_stays(tmp_path):  # lg #22
    need_lgpio()
    code = (
        "import os; from runeheart_hw.pins import _import_lgpio; _import_lgpio(); "
        "print(os.getcwd()); print(os.listdir()); print(os.listdir(os.environ['LG_WD']))"
    )
    run = [sys.executable, "-c", code]
    plain = {key: value for key, value in os.environ.items() if key != "LG_WD"}
    assert told(run, tmp_path, plain).splitlines() == [str(tmp_path), "[]", "['.lgd-nfy0']"]
    given = tmp_path / "run"
    given.mkdir()
    lines = told(run, tmp_path, plain | {"LG_WD": str(given)}).splitlines()
    assert lines[0] == str(tmp_path)
    assert ".lgd-nfy0" in lines[2]


def test_a_directory_where_the_pipe_cannot_be_made_is_told(tmp_path):
    need_lgpio()
    code = (
        "import runeheart_hw.pins as pins\n"
        "try:\n    pins._import_lgpio()\nexcept pins.PinsError as error:\n    print(error)"
    )
    said = told([sys.executable, "-c", code], tmp_path, os.environ | {"LG_WD": str(tmp_path / "nowhere")})
    assert said.startswith("lgpio cannot make its pipe .lgd-nfy")
    assert "Set LG_WD" in said


def test_gpiozeros_changes_of_plan_are_errors():
    from gpiozero.exc import PinFactoryFallback

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        make_factory("mock").close()
        with pytest.raises(PinFactoryFallback):
            warnings.warn(PinFactoryFallback("falling back from lgpio"), stacklevel=1)


class Chipped:
    chip = 0


@pytest.mark.parametrize(
    ("error", "owner", "words"),
    [
        (OSError(16, "Device or resource busy"), "spi0 CS0", "is held by spi0 CS0. Stop the other program"),
        (RuntimeError("GPIO busy"), None, "is in use. Stop the other program"),
        (PermissionError(13, "Permission denied"), None, "group gpio"),
        (RuntimeError("Failed to add edge detection"), None, 'backend = "lgpio"'),
        (ValueError(""), None, "cannot be opened: ValueError"),
    ],
)
def test_what_is_told_of_a_pin(monkeypatch, error, owner, words):
    monkeypatch.setattr(pins, "line_owner", lambda _chip, _gpio: owner)
    said = str(pin_refused(Chipped(), "buttons.pins.fire", 6, 31, error))
    assert said.startswith("buttons.pins.fire: GPIO 6 (header pin 31)")
    assert words in said


def test_release_twice_is_once():
    from gpiozero import DigitalInputDevice

    factory = make_factory("mock")
    device = DigitalInputDevice(5, pull_up=True, pin_factory=factory)
    release(device)
    release(device)
    assert device.closed
    factory.close()
