"""The drivers through gpiozero's RPi.GPIO factory on a stateful fake-rpi."""

import asyncio
import threading
import time

import pytest

from runeheart.core.panel import Button, Tone
from runeheart.runtime.clock import SystemClock
from runeheart_hw.buttons import PinButtons
from runeheart_hw.buzzer import PinBuzzer
from runeheart_hw.leds import PinLights
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import load_profile
from support.fake_rpi_board import board
from support.hands import until

PROFILE = load_profile("pi-default")[0]
FIRE = PROFILE.buttons.pins.fire
FIRE_LIGHT = PROFILE.lights.pins.fire
BUZZER = PROFILE.buzzer.pin


def build(_name, _gpio, make):
    return make()


@pytest.fixture
def pi():
    with board() as pi:
        yield pi


@pytest.fixture
def factory(pi):
    factory = make_factory("rpigpio")
    yield factory
    factory.close()


def test_taps_shorter_than_any_bounce_time_lose_nothing(pi, factory):  # gpiozero #1039
    async def play():
        buttons, told = PinButtons(PROFILE.buttons, factory, SystemClock(), build), []
        buttons.start(told.append)
        assert all(watch.bounce_ms <= 0 for watch in pi.watches.values())

        def finger():
            for _ in range(3):
                for level, wait_s in ((0, 0.001), (1, 0.001), (0, 0.03), (1, 0.03)):
                    pi.wire(FIRE, level)
                    time.sleep(wait_s)

        hand = threading.Thread(target=finger)
        hand.start()
        await until(lambda: len(told) == 6)
        hand.join()
        assert [press.down for press in told] == [True, False] * 3
        assert {press.button for press in told} == {Button.FIRE}
        buttons.close()

    asyncio.run(play())


def test_lights_and_buzzer_speak_rpi_gpio(pi, factory):
    async def play():
        lights = PinLights(PROFILE.lights, factory, build)
        lights.show([0, 0.5, 1, 0, 0, 0])
        assert pi.pwms[FIRE_LIGHT].duty == pytest.approx(25, abs=0.01)
        assert pi.pwms[FIRE_LIGHT].hz == 200
        assert pi.levels[PROFILE.lights.pins.water] == 1
        buzzer = PinBuzzer(PROFILE.buzzer, factory, build)
        buzzer.play([Tone(700, 20), Tone(0, 5), Tone(900, 20)])
        assert (pi.pwms[BUZZER].hz, pi.pwms[BUZZER].duty) == (700, 50)
        await until(lambda: BUZZER in pi.pwms and pi.pwms[BUZZER].hz == 900)
        await until(lambda: BUZZER not in pi.pwms)
        assert pi.levels[BUZZER] == 0
        assert lights.health().alert is None
        assert buzzer.health().alert is None
        lights.close()
        buzzer.close()
        assert pi.levels[FIRE_LIGHT] == 0

    asyncio.run(play())
