"""The real board's own module, with MicroPython's modules for the Pico played: what it asks of them."""

import asyncio
import os
import sys

from bench import Wire, raises

CALLS = []


class _Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = "in", "out", "open drain", "pull-up"

    def __init__(self, number, *how, value=None):
        self.number = number
        CALLS.append(("pin", number, how, value))

    def __call__(self, level=None):
        if level is None:
            return 1
        CALLS.append(("level", self.number, level))
        return None


class _Machine:
    Pin = _Pin

    @staticmethod
    def SPI(number, baudrate, sck, mosi, miso):  # noqa: N802 its name
        CALLS.append(("spi", number, baudrate, sck.number, mosi.number, miso.number))

    @staticmethod
    def I2C(number, sda, scl, freq):  # noqa: N802 its name
        CALLS.append(("i2c", number, sda.number, scl.number, freq))

    @staticmethod
    def WDT(timeout):  # noqa: N802 its name
        CALLS.append(("wdt", timeout))

    @staticmethod
    def reset():
        raise SystemExit


class _MicroPython:
    @staticmethod
    def kbd_intr(character):
        CALLS.append(("ctrl-c", character))


class _Rp2:
    is_down = False

    @classmethod
    def bootsel_button(cls):
        return int(cls.is_down)


def board_module(folder):
    sys.modules["machine"] = _Machine
    sys.modules["micropython"] = _MicroPython
    sys.modules["rp2"] = _Rp2
    os.chdir(folder)
    CALLS.clear()
    import pico

    return pico


def check_pins_and_buses(folder):
    board = board_module(folder).Board()
    assert CALLS == [("ctrl-c", -1)], "noise on the wire must not end the program"
    CALLS.clear()
    board.output(17, 1)
    assert CALLS.pop() == ("pin", 17, ("out",), 1), "a chip is not selected for a moment"
    assert board.input(14)() == 1
    assert CALLS.pop() == ("pin", 14, ("in", "pull-up"), None)
    board.spi(0, 18, 19, 16)
    assert CALLS.pop() == ("spi", 0, 1_000_000, 18, 19, 16)
    CALLS.clear()
    board.i2c(1, 6, 7)
    clocks = [call[2] for call in CALLS if call[0] == "level"]
    assert clocks == [0, 1] * 9, "nine clocks free a chip that holds the bus"
    assert CALLS[0] == ("pin", 7, ("open drain", "pull-up"), 1)
    assert CALLS[-1] == ("i2c", 1, 6, 7, 100_000)
    board.watchdog(8000)
    assert CALLS.pop() == ("wdt", 8000)
    assert len(board.random(5)) == 5


def check_leaving_is_for_one_start_only(folder):
    board = board_module(folder).Board()
    assert not board.is_left()
    raises(SystemExit, board.leave)
    CALLS.clear()
    assert board.is_left(), "the next start goes to the prompt"
    assert CALLS == [("ctrl-c", 3)], "where Ctrl-C works"
    assert not board.is_left(), "and the one after that runs"


def check_bootsel_held_for_two_seconds_leaves(folder):
    pico = board_module(folder)

    class Time:
        ms = 0

        def ticks_ms(self):
            return self.ms

        def ticks_diff(self, one, other):
            return one - other

    pico.time = time = Time()
    board = pico.Board()
    assert not board.wants_out()
    _Rp2.is_down = True
    for time.ms in (0, 100, 1900):
        assert not board.wants_out()
    _Rp2.is_down = False
    assert not board.wants_out()
    _Rp2.is_down = True
    for time.ms in (2000, 3900):
        assert not board.wants_out()
    time.ms = 4000
    assert board.wants_out()


def check_main_runs_the_app_or_leaves_it(folder):
    pico = board_module(folder)
    wire = Wire()
    wire.read = _ended
    pico.Serial = lambda incoming, outgoing: wire
    pico.Board().is_left()
    with open("maintenance", "w"):
        pass
    import main

    assert wire.out == b"", "left"
    del sys.modules["main"]
    asyncio.sleep_ms = asyncio.core.sleep_ms
    import main  # noqa: F811 once more

    missing = "PRNH,E,settings,sensors.json is missing: no sensor is read"
    assert wire.said() == ["PRNH,I,1,0.1.0,", missing]
    assert ("wdt", 8000) in CALLS
    assert isinstance(main.board, pico.Board)


def _ended():
    raise EOFError
