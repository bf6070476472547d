"""The virtual board: fingers on real mock pins, lights and buzzer read from their state."""

import threading

import pytest

from runeheart.core.panel import Button
from support.served import board_of

WAIT_S = 5


@pytest.fixture
def table():
    boards = []

    def make(overrides=None, **settings):
        profile, board = board_of(overrides, **settings)
        boards.append(board)
        return profile, board

    yield make
    for board in boards:
        board.close()


def as_input(board, gpio):
    pin = board.factory.pin(gpio)
    pin.function = "input"
    pin.pull = "up"
    return pin


def as_output(board, gpio, frequency=None, state=0.0):
    pin = board.factory.pin(gpio)
    pin.function = "output"
    pin.frequency = frequency
    pin.state = state
    return pin


def test_a_finger_pulls_the_pin_low_and_lifts_it_again(table):
    profile, board = table()
    pin = as_input(board, profile.buttons.pins.fire)
    assert pin.state
    board.press(Button.FIRE, down=True).result(WAIT_S)
    assert not pin.state
    assert board.face().held == {Button.FIRE}
    board.press(Button.FIRE, down=False).result(WAIT_S)
    assert pin.state
    assert board.face().held == frozenset()


def test_edges_come_from_another_thread(table):  # field 27
    profile, board = table()
    pin = as_input(board, profile.buttons.pins.moon)
    threads = []

    def changed(_ticks, _state):  # gpiozero keeps a weak reference only
        threads.append(threading.current_thread())

    pin.when_changed = changed
    board.press(Button.MOON, down=True).result(WAIT_S)
    assert threads
    assert threads[0] is not threading.current_thread()


def test_a_button_held_before_the_driver_opens_reads_low_then(table):  # field.md 3, case 3
    profile, board = table()
    board.press(Button.SUN, down=True).result(WAIT_S)
    pin = as_input(board, profile.buttons.pins.sun)
    assert not pin.state
    board.press(Button.SUN, down=False).result(WAIT_S)
    assert pin.state


def test_pressing_twice_is_one_contact(table):
    profile, board = table()
    pin = as_input(board, profile.buttons.pins.water)
    pin.clear_states()
    for down in (True, True, False, False):
        board.press(Button.WATER, down=down).result(WAIT_S)
    assert [state.state for state in pin.states] == [True, False, True]


def test_a_tap_of_no_length_is_as_long_as_a_fingers(table):
    profile, board = table({"buttons": {"settle_ms": 20}})
    pin = as_input(board, profile.buttons.pins.moon)
    pin.clear_states()
    for down in (True, False, True, False):
        done = board.press(Button.MOON, down=down)
    done.result(WAIT_S)
    assert [state.state for state in pin.states] == [True, False, True, False, True]
    assert all(state.timestamp >= 0.04 for state in pin.states[2:])  # twice the settle time, each way


def test_contacts_bounce_when_asked_to(table):
    profile, board = table(bounce=True)
    pin = as_input(board, profile.buttons.pins.storm)
    pin.clear_states()
    board.press(Button.STORM, down=True).result(WAIT_S)
    assert [bool(state.state) for state in pin.states] == [True, False, True, False, True, False]
    assert not pin.state


def test_a_button_that_is_not_there_is_an_error_of_ours(table):
    _profile, board = table()
    assert Button.HEART not in board.buttons
    with pytest.raises(KeyError):
        board.press(Button.HEART, down=True)


def test_lights_are_what_the_pins_do(table):
    profile, board = table()
    assert board.face().lights == (0.0,) * 6
    as_output(board, profile.lights.pins.fire, 200, 0.29)
    as_output(board, profile.lights.pins.sun, None, 1.0)
    assert board.face().lights == (0.0, 0.29, 0.0, 0.0, 0.0, 1.0)
    board.factory.pin(profile.lights.pins.fire).close()
    assert board.face().lights[1] == 0.0


def test_lights_that_shine_when_low(table):
    profile, board = table({"lights": {"active_high": False}})
    as_output(board, profile.lights.pins.nature, None, 0.0)
    as_output(board, profile.lights.pins.fire, 200, 0.75)
    assert board.face().lights == (1.0, 0.25, 0.0, 0.0, 0.0, 0.0)


def test_a_seventh_button_and_light(table):
    _profile, board = table({"buttons": {"pins": {"heart": 20}}, "lights": {"pins": {"heart": 12}}})
    assert board.buttons[-1] is Button.HEART
    as_output(board, 12, 200, 0.5)
    assert board.face().lights == (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5)


def test_every_change_of_the_buzzer_is_told_once_with_its_time(table):
    profile, board = table()
    tones = []
    board.watch(lambda: None, lambda mono_ms, hertz: tones.append((mono_ms, hertz)))
    pin = as_output(board, profile.buzzer.pin)
    pin.frequency = 880
    pin.state = 0.5
    pin.frequency = 440
    pin.state = 0.0
    pin.state = 0.0
    assert [hertz for _ms, hertz in tones] == [880.0, 440.0, 0.0]
    assert [ms for ms, _hertz in tones] == sorted(ms for ms, _hertz in tones)


def test_an_active_buzzer_has_its_own_tone_and_none_is_silent(table):
    profile, board = table({"buzzer": {"kind": "active"}})
    as_output(board, profile.buzzer.pin, None, 1.0)
    assert board.buzzer_hz == 2300
    _profile, silent = table({"buzzer": {"kind": "none"}})
    assert silent.buzzer_hz == 0


def test_a_board_without_a_screen(table):
    _profile, board = table({"oled": {"controller": "none"}})
    face = board.face()
    assert board.oled is None
    assert not face.plugged
    assert not any(face.picture)


def test_watchers_hear_of_pins_screen_fingers_and_words(table):
    profile, board = table()
    as_input(board, profile.buttons.pins.fire)
    told = []
    board.watch(lambda: told.append(1))
    for change in (
        lambda: as_output(board, profile.lights.pins.fire, 200, 0.5),
        lambda: board.oled.command(0xAF),
        lambda: board.press(Button.FIRE, down=True).result(WAIT_S),
        lambda: board.say(("Fire",)),
    ):
        told.clear()
        change()
        assert told
    board.watch(None)
    told.clear()
    board.say(())
    assert not told


def test_pins_forget_their_history(table):
    profile, board = table()
    pin = as_output(board, profile.lights.pins.moon, 200)
    for step in range(100):
        pin.state = step / 100
    assert len(pin.states) <= 16


def test_closing_lifts_all_fingers(table):
    profile, board = table()
    pin = as_input(board, profile.buttons.pins.fire)
    board.press(Button.FIRE, down=True)
    board.close()
    assert pin.state
