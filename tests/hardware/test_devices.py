"""All devices together: one that is missing does not stop the others, and every way out is safe."""

import asyncio
import subprocess
import sys
import textwrap

import pytest

from runeheart.core.panel import Tone
from runeheart.runtime.clock import SystemClock
from runeheart.surface.views import AttractScreen
from runeheart_hw import devices as module
from runeheart_hw.chip import PinsError
from runeheart_hw.devices import open_devices
from runeheart_hw.leds import PinLights
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.oled_model import OledModel
from support.hands import until_now

PROFILE = load_profile("pi-default")[0]
OUTPUTS = [use.gpio for use in PROFILE.uses() if use.direction == "out"]


def opened(profile=PROFILE, factory=None, oled=None):
    return open_devices(
        profile, factory=factory or make_factory("mock"), clock=SystemClock(), oled_link=oled or OledModel()
    )


def lit(factory):
    """Watch the outputs: returns a function that tells the last level each was driven to."""
    pins = {gpio: factory.pin(gpio) for gpio in OUTPUTS}
    return lambda: {gpio: (pin.function, pin.frequency) for gpio, pin in pins.items()}


def test_a_closed_prop_is_dark_silent_and_released_twice_too():
    async def play():
        factory, oled = make_factory("mock"), OledModel()
        devices = opened(factory=factory, oled=oled)
        state = lit(factory)
        devices.buttons.start(lambda _press: None)
        devices.lights.show((1, 0.5, 0.5, 1, 1, 1))
        devices.buzzer.play([Tone(880, 60_000)])
        devices.display.show(AttractScreen("RUNEHEART"))
        until_now(lambda: oled.lit)
        devices.close()
        devices.close()
        assert set(state().values()) == {("input", None)}
        assert not oled.lit

    asyncio.run(play())


def test_a_screen_that_is_away_does_not_keep_the_rest():
    oled = OledModel()
    oled.unplug()
    devices = opened(oled=oled)
    devices.display.show(AttractScreen("RUNEHEART"))
    devices.lights.show((1, 0, 0, 0, 0, 0))
    until_now(lambda: devices.display.health().alert)
    assert devices.lights.health().alert is None
    devices.close()


def test_a_profile_without_screen_and_buzzer_opens():
    profile, _ = load_profile("pi-default", {"oled": {"controller": "none"}, "buzzer": {"kind": "none"}})
    devices = opened(profile)
    assert [device.health().alert for device in (devices.display, devices.buzzer, devices.lights)] == [
        None
    ] * 3
    devices.close()


def test_the_real_bus_is_tried_where_no_link_is_given():
    profile, _ = load_profile("pi-default", {"oled": {"port": 31}})
    devices = open_devices(profile, factory=make_factory("mock"), clock=SystemClock())
    devices.display.show(AttractScreen("RUNEHEART"))
    until_now(lambda: devices.display.health().alert)
    alert = devices.display.health().alert
    assert alert.startswith("the screen's bus is not there (address 0x3C of /dev/i2c-31): enable I2C")
    devices.close()


@pytest.mark.parametrize("taken", [PROFILE.buzzer.pin, PROFILE.lights.pins.moon, PROFILE.buttons.pins.sun])
def test_a_pin_that_cannot_be_had_is_named_and_everything_else_is_given_back(taken):
    from gpiozero import OutputDevice

    factory = make_factory("mock")
    holder = OutputDevice(taken, pin_factory=factory)
    with pytest.raises(PinsError, match=rf"GPIO {taken} \(header pin \d+\) is in use"):
        opened(factory=factory)
    holder.close()
    devices = opened(factory=factory)
    devices.close()


def test_an_exception_between_two_devices_gives_everything_back(monkeypatch):
    factory, closed = make_factory("mock"), []
    monkeypatch.setattr(module, "PinButtons", lambda *_args: 1 / 0)
    monkeypatch.setattr(factory, "close", lambda: closed.append("factory"))
    state = lit(factory)
    with pytest.raises(ZeroDivisionError):
        opened(factory=factory)
    assert set(state().values()) == {("input", None)}
    assert closed == ["factory"]


def test_one_device_that_will_not_close_does_not_keep_the_others_open(monkeypatch, caplog):
    factory = make_factory("mock")
    devices = opened(factory=factory)
    state = lit(factory)
    devices.lights.show((1,) * 6)

    def broken(_self):
        raise RuntimeError("a mistake of ours")

    real = PinLights.close
    monkeypatch.setattr(PinLights, "close", broken)
    devices.close()
    assert "a device was not closed" in caplog.text
    assert not devices.buttons._devices
    real(devices.lights)
    del state


@pytest.mark.parametrize(
    ("ending", "status"),
    [
        ("pass", 0),
        ("raise RuntimeError('a mistake of ours')", 1),
        ("sys.exit(3)", 3),
        ("fallen.start(); fallen.join()", 0),
    ],
)
def test_outputs_are_off_however_the_program_ends(tmp_path, ending, status):
    """A program that lights everything and never closes: the pins tell on a file what they were driven to."""
    code = f"""
        import sys, threading
        from runeheart.core.panel import Tone
        from runeheart.runtime.clock import SystemClock
        from runeheart_hw.devices import open_devices
        from runeheart_hw.pins import make_factory
        from runeheart_hw.profile import load_profile
        from runeheart_hw.virtual.oled_model import OledModel

        factory, oled = make_factory("mock"), OledModel()
        pins = {{gpio: factory.pin(gpio) for gpio in {OUTPUTS}}}
        log = open({str(tmp_path / "pins")!r}, "w")
        for gpio, pin in pins.items():
            def told(value, gpio=gpio, pin=pin, real=pin._change_state):
                real(value)
                print(gpio, float(value), file=log, flush=True)
            pin._change_state = told
        profile, _ = load_profile("pi-default")
        devices = open_devices(profile, factory=factory, clock=SystemClock(), oled_link=oled)
        devices.lights.show((1, 0.5, 1, 0.5, 1, 1))
        devices.buzzer._sound(880)
        fallen = threading.Thread(target=lambda: 1 / 0)
        {ending}
    """
    run = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(run, capture_output=True, timeout=60, check=False)
    assert done.returncode == status
    last = dict(line.split() for line in (tmp_path / "pins").read_text().splitlines())
    assert last == {str(gpio): "0.0" for gpio in OUTPUTS}
