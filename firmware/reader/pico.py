"""The Raspberry Pi Pico as the app's board: pins, buses, USB, chance, watchdog; all that uses `machine`."""

import os
import sys
import time

import machine
import micropython
import rp2

from serial import Serial

_MARK = "maintenance"  # a file: the next start goes to the prompt
_OUT_MS = 2000


class Board:
    """Pins by their GPIO numbers. A pin is called with a level to set it, without to read it."""

    folder = ""

    def __init__(self):
        self.serial = Serial(sys.stdin.buffer, sys.stdout.buffer)
        self.random = os.urandom
        self._out_since = None
        micropython.kbd_intr(-1)  # a byte 3 on the wire must not end the program; `leave` does

    def output(self, pin, level):
        """Return a pin that is driven, beginning with a level."""
        return machine.Pin(pin, machine.Pin.OUT, value=level)

    def input(self, pin):
        """Return a pin with its pull-up."""
        return machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)

    def spi(self, number, sck, mosi, miso):
        """Open an SPI bus: mode 0, 1 MHz, which half a metre of cable still carries."""
        return machine.SPI(
            number,
            baudrate=1_000_000,
            sck=machine.Pin(sck),
            mosi=machine.Pin(mosi),
            miso=machine.Pin(miso),
        )

    def i2c(self, number, sda, scl):
        """Open an I2C bus at 100 kHz, after nine clocks that free a chip which was cut off within a byte."""
        clock = machine.Pin(scl, machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP, value=1)
        for _ in range(9):
            clock(0)
            time.sleep_us(5)
            clock(1)
            time.sleep_us(5)
        return machine.I2C(number, sda=machine.Pin(sda), scl=machine.Pin(scl), freq=100_000)

    def watchdog(self, timeout_ms):
        """Start the chip's watchdog; it cannot be stopped, only fed."""
        return machine.WDT(timeout=timeout_ms)

    def wants_out(self):
        """Tell whether BOOTSEL was held for two seconds."""
        if not rp2.bootsel_button():
            self._out_since = None
        elif self._out_since is None:
            self._out_since = time.ticks_ms()
        else:
            return time.ticks_diff(time.ticks_ms(), self._out_since) >= _OUT_MS
        return False

    def leave(self):
        """Start anew, to the prompt and without the watchdog, so that files can be copied."""
        with open(_MARK, "w"):
            pass
        machine.reset()

    def is_left(self):
        """Tell whether this start goes to the prompt; the next one does not."""
        try:
            os.remove(_MARK)
        except OSError:
            return False
        micropython.kbd_intr(3)
        return True
