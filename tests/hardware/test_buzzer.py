"""The buzzer on a mock pin: melodies on the loop's timers, low after each sound."""

import asyncio

import pytest

from runeheart.core.panel import Tone
from runeheart_hw.buzzer import PinBuzzer
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import BuzzerPart
from support.hands import until


@pytest.fixture
def factory():
    factory = make_factory("mock")
    yield factory
    factory.close()


def opened(factory, kind="passive"):
    buzzer = PinBuzzer(BuzzerPart(kind=kind, pin=18), factory, lambda _name, _gpio, build: build())
    return buzzer, factory.pin(18)


def heard(pin):
    """Record (frequency, level) at each change."""
    sounds = []
    real = pin._set_state

    def record(value):
        real(value)
        sounds.append((pin.frequency, float(value)))

    pin._set_state = record
    return sounds


def test_a_melody_is_its_tones_in_turn_and_ends_low(factory):
    async def play():
        buzzer, pin = opened(factory)
        sounds = heard(pin)
        buzzer.play([Tone(880, 10), Tone(0, 10), Tone(440, 10)])
        await until(lambda: len(sounds) == 5)
        assert sounds == [(None, 0), (880, 0.5), (None, 0), (440, 0.5), (None, 0)]
        buzzer.close()

    asyncio.run(play())


def test_a_new_melody_ends_the_one_before(factory):
    async def play():
        buzzer, pin = opened(factory)
        buzzer.play([Tone(880, 60_000)])
        buzzer.play([Tone(440, 10)])
        assert pin.frequency == 440
        await until(lambda: pin.frequency is None)
        sounds = heard(pin)
        await asyncio.sleep(0.03)
        assert sounds == []
        buzzer.close()

    asyncio.run(play())


def test_an_empty_melody_is_silence(factory):
    async def play():
        buzzer, pin = opened(factory)
        buzzer.play([Tone(880, 60_000)])
        buzzer.play([])
        assert (pin.frequency, pin.state) == (None, 0)
        buzzer.close()

    asyncio.run(play())


def test_tones_do_not_add_up_their_delays(factory):
    async def play():
        buzzer, pin = opened(factory)
        loop = asyncio.get_running_loop()
        begin = loop.time()
        buzzer.play([Tone(400 + step, 2) for step in range(100)])
        await until(lambda: pin.frequency is None)
        assert loop.time() - begin >= 0.2
        buzzer.close()
        return loop.time() - begin

    assert asyncio.run(play()) < 0.2 + 0.1  # a bound: each call late by its own delay would add up


def test_a_tone_that_no_pwm_can_play_is_the_highest_there_is(factory):
    async def play():
        buzzer, pin = opened(factory)
        buzzer.play([Tone(20_000, 60_000)])
        assert pin.frequency == 10_000
        buzzer.close()

    asyncio.run(play())


def test_an_active_buzzer_is_on_long_enough_to_be_heard(factory):
    async def play():
        buzzer, pin = opened(factory, "active")
        loop = asyncio.get_running_loop()
        begin = loop.time()
        buzzer.play([Tone(880, 1)])
        assert (pin.frequency, pin.state) == (None, 1)
        await until(lambda: not pin.state)
        assert loop.time() - begin >= 0.025
        buzzer.close()

    asyncio.run(play())


def test_a_board_without_a_buzzer_is_silent_and_well(factory):
    async def play():
        buzzer, _pin = opened(factory, "none")
        buzzer.play([Tone(880, 10)])
        assert buzzer.health().alert is None
        buzzer.close()

    asyncio.run(play())


def test_a_pin_that_fails_is_told_and_nothing_is_raised(factory):
    async def play():
        buzzer, pin = opened(factory)

        def broken(_value):
            raise OSError(5, "Input/output error")

        pin._set_frequency = broken
        buzzer.play([Tone(880, 10)])
        assert "buzzer cannot be written" in buzzer.health().alert
        del pin._set_frequency
        buzzer.close()

    asyncio.run(play())


def test_closed_in_the_midst_of_a_sound_it_is_low_and_released(factory):
    async def play():
        buzzer, pin = opened(factory)
        buzzer.play([Tone(880, 60_000), Tone(440, 60_000)])
        sounds = heard(pin)
        buzzer.close()
        buzzer.close()
        assert sounds == [(None, 0)]
        assert pin.function == "input"
        await asyncio.sleep(0)

    asyncio.run(play())


def test_after_a_pin_failed_the_next_sound_that_works_takes_the_alert_back(factory):
    async def play():
        buzzer, pin = opened(factory)
        written = pin._set_frequency

        def broken(_value):
            raise OSError(5, "Input/output error")

        pin._set_frequency = broken
        buzzer.play([Tone(880, 10)])
        assert buzzer.health().alert is not None
        pin._set_frequency = written
        buzzer.play([Tone(880, 10)])
        assert buzzer.health().alert is None
        buzzer.close()

    asyncio.run(play())
