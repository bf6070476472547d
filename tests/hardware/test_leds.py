"""Lights on mock pins: levels to duty cycles, written on change only, dark at the end."""

import pytest

from runeheart_hw.leds import PinLights
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import load_profile

DARK = (0.0,) * 6


@pytest.fixture
def factory():
    factory = make_factory("mock")
    yield factory
    factory.close()


def opened(factory, **lights):
    profile, problems = load_profile("pi-default", {"lights": lights})
    assert problems == []
    device = PinLights(profile.lights, factory, lambda _name, _gpio, build: build())
    return device, [factory.pin(gpio) for gpio in profile.lights.pins.by_button().values()]


def test_levels_come_in_rune_order_as_an_eye_sees_them(factory):
    lights, pins = opened(factory)
    lights.show((0, 1, 0.5, 0.1, 0.01, -3))
    assert [round(pin.state, 4) for pin in pins] == [0, 1, 0.25, 0.01, 0.01, 0]
    lights.close()


def test_only_what_changed_is_written(factory):
    lights, pins = opened(factory)
    written = []
    for number, pin in enumerate(pins):
        pin._set_state = lambda value, number=number: written.append((number, value))
    for _ in range(10):
        lights.show((0, 0.5, 0, 0, 0, 0))
    lights.show((0, 0.5001, 0, 0, 0, 0))  # the same per cent
    assert written == [(1, 0.250001)]
    lights.close()


def test_brightness_scales_and_full_is_not_above_it(factory):
    lights, pins = opened(factory, brightness=0.4)
    lights.show((1, 7, 0.5, 0, 0, 0))
    assert [round(pin.state, 3) for pin in pins[:3]] == [0.4, 0.4, 0.1]
    lights.close()


def test_a_faint_level_is_not_dark(factory):
    lights, pins = opened(factory, brightness=0.05)
    lights.show((0.05, 0, 0, 0, 0, 0))
    assert pins[0].state > 0
    lights.close()


def test_frequency_is_the_profiles_and_pwm_rests_at_off_and_full(factory):
    lights, pins = opened(factory, frequency_hz=120)
    lights.show((0.5, 1, 0, 0, 0, 0))
    assert [pin.frequency for pin in pins[:3]] == [120, None, None]
    lights.show((1, 0.5, 0, 0, 0, 0))
    assert [pin.frequency for pin in pins[:3]] == [None, 120, None]
    lights.show(DARK)
    assert [pin.frequency for pin in pins] == [None] * 6
    assert [pin.state for pin in pins] == [0] * 6
    lights.close()


def test_on_off_lights_know_two_levels(factory):
    lights, pins = opened(factory, kind="on_off")
    lights.show((0.49, 0.5, 1, 0, 0.2, 0.9))
    assert [pin.state for pin in pins] == [0, 1, 1, 0, 0, 1]
    assert [pin.frequency for pin in pins] == [None] * 6
    lights.close()


def test_active_low_lights_are_dark_from_the_first_moment(factory):
    lights, pins = opened(factory, active_high=False)
    assert [pin.state for pin in pins] == [1] * 6
    lights.show((1, 0.5, 0, 0, 0, 0))
    assert [round(pin.state, 3) for pin in pins[:3]] == [0, 0.75, 1]
    lights.show(DARK)
    assert [pin.state for pin in pins] == [1] * 6
    lights.close()


def test_the_hearts_light_is_on_while_lights_are_shown(factory):
    lights, pins = opened(factory, pins={"heart": 12})
    assert pins[6].state == 0
    lights.show(DARK)
    assert pins[6].state == 1
    lights.close()
    assert pins[6].function == "input"


def test_a_seventh_level_is_the_hearts_own(factory):
    lights, pins = opened(factory, pins={"heart": 12})
    lights.show((*DARK, 0.5))
    assert [round(pin.state, 4) for pin in pins] == [0] * 6 + [0.25]
    lights.show((*DARK, 0))
    assert pins[6].state == 0
    lights.close()


def test_a_seventh_level_without_a_heart_light_lights_nothing(factory):
    lights, pins = opened(factory)
    lights.show((*DARK, 1))
    assert [pin.state for pin in pins] == [0] * 6
    assert lights.health().alert is None
    lights.close()


@pytest.mark.parametrize("number", [0, 5, 8])
def test_fewer_or_more_levels_are_a_mistake(factory, number):
    lights, _pins = opened(factory)
    with pytest.raises(ValueError, match="zip"):
        lights.show((0,) * number)
    lights.close()


def test_a_light_that_fails_is_told_and_does_not_keep_the_others(factory, caplog):
    lights, pins = opened(factory)

    def broken(_value):
        raise OSError(5, "Input/output error")

    pins[1]._set_state = broken
    lights.show((1, 1, 1, 0, 0, 0))
    assert pins[2].state == 1
    assert "the fire light cannot be written" in lights.health().alert
    lights.close()
    assert [pin.function for pin in pins] == ["input"] * 6
    assert "fire" in caplog.text


def test_dark_and_released_at_the_end_twice_too(factory):
    lights, pins = opened(factory)
    lights.show((1, 0.5, 1, 1, 1, 1))
    last = []
    for pin in pins:
        pin._set_function = lambda value, pin=pin: last.append((value, pin.state))
    lights.close()
    lights.close()
    assert last == [("input", 0)] * 6


def test_a_light_that_failed_is_written_again_by_itself(factory, caplog):
    lights, pins = opened(factory)
    written = pins[1]._set_state

    def broken(_value):
        raise OSError(5, "Input/output error")

    pins[1]._set_state = broken
    for _ in range(3):
        lights.show((1, 1, 0, 0, 0, 0))
    pins[1]._set_state = written
    lights.show((1, 1, 0, 0, 0, 0))
    assert pins[1].state == 1
    assert lights.health().alert is None
    told = [record.message for record in caplog.records if "light fire" in record.message]
    assert len(told) == 1  # three failures, one line
    lights.close()
