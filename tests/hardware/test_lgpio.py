"""The drivers through the real lgpio library: its pipe, thread and parsing; only the C calls are ours."""

import asyncio
import threading
import time

import pytest

from runeheart.core.panel import Tone
from runeheart.runtime.clock import SystemClock
from runeheart_hw.buttons import PinButtons
from runeheart_hw.buzzer import PinBuzzer
from runeheart_hw.chip import PinsError
from runeheart_hw.devices import open_devices
from runeheart_hw.leds import PinLights
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import load_profile
from runeheart_hw.virtual.oled_model import OledModel
from support.hands import until
from support.lgpio_patched import patched

PROFILE = load_profile("pi-default")[0]
FIRE = PROFILE.buttons.pins.fire
FIRE_LIGHT = PROFILE.lights.pins.fire
BUZZER = PROFILE.buzzer.pin


def build(_name, _gpio, make):
    return make()


@pytest.fixture
def wires():
    with patched() as wires:
        yield wires


@pytest.fixture
def factory(wires):
    factory = make_factory("lgpio", chip=0)
    yield factory
    factory.close()


def test_edges_come_through_the_pipe_as_presses(wires, factory):
    async def play():
        buttons, told = PinButtons(PROFILE.buttons, factory, SystemClock(), build), []
        buttons.start(told.append)

        def finger():
            for level in (0, 1, 0):
                wires.wire(FIRE, level)
            time.sleep(0.05)
            wires.wire(FIRE, 1)

        hand = threading.Thread(target=finger)
        hand.start()
        await until(lambda: len(told) == 2)
        hand.join()
        assert [(str(press.button), press.down) for press in told] == [("fire", True), ("fire", False)]
        assert dict(buttons.health().counters)["fire edges"] == 4
        buttons.close()

    asyncio.run(play())


def test_a_release_that_the_kernel_drops_does_not_hold_the_key_for_ever(wires, factory):  # lg #18
    async def play():
        buttons, told = PinButtons(PROFILE.buttons, factory, SystemClock(), build), []
        buttons.start(told.append)
        wires.wire(FIRE, 0)
        await until(lambda: told)
        wires.lost.add(FIRE)
        wires.wire(FIRE, 1)
        await until(lambda: len(told) == 2)
        assert not told[1].down
        buttons.close()

    asyncio.run(play())


def test_the_notification_thread_outlives_a_closed_loop(wires, factory):
    import lgpio

    async def begin():
        buttons = PinButtons(PROFILE.buttons, factory, SystemClock(), build)
        buttons.start(lambda _press: None)
        return buttons

    buttons = asyncio.run(begin())
    for level in (0, 1, 0, 1):
        wires.wire(FIRE, level)

    async def again():
        told = []
        buttons.start(told.append)
        wires.wire(FIRE, 0)
        await until(lambda: told)

    asyncio.run(again())
    assert lgpio._notify_thread.is_alive()
    buttons.close()


def test_a_notification_thread_that_ended_is_an_alert(wires, factory, monkeypatch):
    import lgpio

    buttons = PinButtons(PROFILE.buttons, factory, SystemClock(), build)
    assert buttons.health().alert is None
    monkeypatch.setattr(lgpio, "_notify_thread", threading.Thread())  # one that does not run
    assert buttons.health().alert == "no edges arrive any more, presses come late: restart runeheart"
    monkeypatch.undo()
    buttons.close()


def test_lights_use_pwm_only_between_off_and_full(wires, factory):
    lights = PinLights(PROFILE.lights, factory, build)
    lights.show([0, 1, 0, 0, 0, 0])
    assert wires.pwm == {}
    assert wires.levels[FIRE_LIGHT] == 1
    lights.show([0, 0.5, 0, 0, 0, 0])
    assert wires.pwm == {FIRE_LIGHT: (200, 25)}  # 0.5 ** gamma 2
    lights.show([0, 0, 0, 0, 0, 0])
    assert wires.pwm == {}
    assert wires.levels[FIRE_LIGHT] == 0
    lights.close()


def test_lights_are_written_dark_before_their_pins_are_given_back(wires, factory):
    lights = PinLights(PROFILE.lights, factory, build)
    lights.show([1, 0.5, 1, 1, 1, 0])
    wires.written.clear()
    lights.close()
    dark = [(gpio, 0) for gpio in PROFILE.lights.pins.by_button().values()]
    assert wires.written == dark


def test_every_per_cent_arrives_as_that_per_cent(wires, factory):  # gpiozero cuts 0.29 to 28
    lights = PinLights(PROFILE.lights, factory, build)
    for percent in range(1, 100):
        lights._write(lights_button(), percent)
        assert wires.pwm[FIRE_LIGHT] == (200, percent)
    lights.close()


def lights_button():
    from runeheart.core.panel import Button

    return Button.FIRE


def test_the_buzzer_pin_is_low_after_a_sound_although_pwm_ended_high(wires, factory):  # field 2.11
    async def play():
        buzzer = PinBuzzer(PROFILE.buzzer, factory, build)
        buzzer.play([Tone(880, 20), Tone(440, 20)])
        assert wires.pwm[BUZZER] == (880, 50)
        await until(lambda: not wires.pwm)
        assert wires.levels[BUZZER] == 0
        buzzer.play([Tone(880, 5000)])
        buzzer.close()
        assert (BUZZER, 0) in wires.written[-2:]

    asyncio.run(play())


def test_a_busy_pin_is_named_and_the_others_are_given_back(wires, monkeypatch):
    from runeheart_hw import pins

    monkeypatch.setattr(pins, "line_owner", lambda chip, gpio: "pisound" if gpio == FIRE_LIGHT else None)
    wires.busy.add(FIRE_LIGHT)
    with pytest.raises(PinsError) as refused:
        open_devices(
            PROFILE, factory=make_factory("lgpio", chip=0), clock=SystemClock(), oled_link=OledModel()
        )
    assert str(refused.value).startswith(
        f"lights.pins.fire: GPIO {FIRE_LIGHT} (header pin 13) is held by pisound. Stop the other program"
    )
    wires.busy.clear()
    again = open_devices(
        PROFILE, factory=make_factory("lgpio", chip=0), clock=SystemClock(), oled_link=OledModel()
    )
    again.close()
