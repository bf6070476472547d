"""A model of the OLED's controller chip: reads its commands, keeps its RAM, tells what the glass shows.

Owns the chips' behaviour (data sheets of Solomon's SSD1306 and SSD1309, of Sino Wealth's SH1106), offered as
luma's serial interface: the real driver writes into it. Must not know who writes or what it means.

Both chips sit behind the usual 128x64 glass, which stands upright with segment remap A1 and COM scan C8.
"""

import errno
import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
ROW_BYTES = WIDTH // 8
PICTURE_BYTES = ROW_BYTES * HEIGHT
_SH1106_COLUMNS = 132
_SH1106_FIRST_COLUMN = 2  # the glass is wired to SEG2 … SEG129
_I2C_COMMAND_LIMIT = 32  # luma's i2c refuses more in one go

Controller = Literal["ssd1306", "ssd1309", "sh1106"]

# How many bytes follow a command byte. What is not here stands alone, or is unknown to the chip and ignored.
_SSD13XX_ARGUMENTS = {
    0x20: 1,  # addressing mode
    0x21: 2,  # column start, end
    0x22: 2,  # page start, end
    **dict.fromkeys((0x26, 0x27), 6),  # horizontal scroll; the model keeps the picture still
    **dict.fromkeys((0x29, 0x2A), 5),  # diagonal scroll
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA3: 2,  # vertical scroll area
    0xA8: 1,  # multiplex ratio
    0xD3: 1,  # display offset
    **dict.fromkeys((0xD5, 0xD9, 0xDA, 0xDB), 1),  # clock, precharge, COM pins, VCOMH
    0xFD: 1,  # SSD1309: command lock
}
_SH1106_ARGUMENTS = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)

# One table per bit of a page byte: byte -> "1" or "0", so that a row becomes one binary number.
_BIT = tuple(bytes(ord("1") if byte >> bit & 1 else ord("0") for byte in range(256)) for bit in range(8))


@dataclass(slots=True)
class _Registers:
    """The chip's registers, with their values after a reset."""

    mode: int = 2  # 0 horizontal, 1 vertical, 2 page addressing
    column: int = 0
    column_start: int = 0
    column_end: int = WIDTH - 1
    page: int = 0
    page_start: int = 0
    page_end: int = PAGES - 1
    start_line: int = 0
    offset: int = 0
    multiplex: int = HEIGHT
    remap: bool = False
    scan_down: bool = False
    on: bool = False
    all_on: bool = False
    inverted: bool = False
    pump: bool = False
    contrast: int = 0x7F


class OledModel:
    """A display that is a picture; thread-safe; luma's serial interface (`command`, `data`, `cleanup`).

    `address` is only named in errors. `noise(n)` gives what RAM holds after power came: n bytes.
    """

    def __init__(
        self,
        controller: Controller = "ssd1306",
        *,
        address: int = 0x3C,
        noise: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.controller = controller
        self._sh1106 = controller == "sh1106"
        self._columns = _SH1106_COLUMNS if self._sh1106 else WIDTH
        self._arguments = _SH1106_ARGUMENTS if self._sh1106 else _SSD13XX_ARGUMENTS
        self._address = address
        self._noise = noise
        self._lock = threading.Lock()
        self._on_change: Callable[[], None] | None = None
        self._version = 0
        self._bytes_written = 0
        self._plugged = False
        self._power_up()

    # The wire

    def command(self, *commands: int) -> None:
        """Take at most 32 command bytes; unplugged it raises luma's DeviceNotFoundError, as its i2c does."""
        if len(commands) > _I2C_COMMAND_LIMIT:
            raise ValueError(
                f"{len(commands)} command bytes in one go, at most {_I2C_COMMAND_LIMIT} expected"
            )
        with self._lock:
            if not self._plugged:
                from luma.core.error import DeviceNotFoundError

                raise DeviceNotFoundError(f"I2C device not found on address: 0x{self._address:02X}")
            self._bytes_written += 1 + len(commands)
            for byte in commands:
                self._take(byte)
            self._version += 1
        self._tell()

    def data(self, data: Iterable[int]) -> None:
        """Take bytes for the RAM; raises OSError 121 (EREMOTEIO) when unplugged, as luma's i2c does."""
        content = bytes(data)
        with self._lock:
            if not self._plugged:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            self._bytes_written += 1 + len(content)
            for byte in content:
                self._store(byte)
            self._version += 1
        self._tell()

    def cleanup(self) -> None:
        """Nothing to release: the model has no bus."""

    # The cable

    def unplug(self) -> None:
        """Pull the plug: the glass goes dark and every call fails until `plug`."""
        with self._lock:
            self._plugged = False
            self._version += 1
        self._tell()

    def plug(self) -> None:
        """Put the plug back: the chip starts anew, dark, its RAM full of noise. Twice is once."""
        with self._lock:
            if self._plugged:
                return
            self._power_up()
        self._tell()

    @property
    def plugged(self) -> bool:
        """Whether the display is connected."""
        return self._plugged

    # What can be seen

    @property
    def version(self) -> int:
        """A number that grows with everything that may change the picture."""
        return self._version

    @property
    def bytes_written(self) -> int:
        """Bytes on the wire so far: payload and one control byte per transaction, no address bytes."""
        return self._bytes_written

    @property
    def contrast(self) -> int:
        """How bright lit pixels are: 0 … 255."""
        return self._registers.contrast

    @property
    def lit(self) -> bool:
        """Whether the glass has power: plugged in, switched on, and the SSD1306's charge pump running."""
        with self._lock:
            return self._is_lit()

    def watch(self, on_change: Callable[[], None] | None) -> None:
        """Call this, in the writer's thread, after everything that may change the picture; None ends it."""
        self._on_change = on_change

    def picture(self) -> bytes:
        """Return the glass as one sees it: 64 rows of 16 bytes, leftmost pixel in the highest bit, 1 = lit.

        The same bytes as `tobytes()` of a Pillow image of mode "1" and size 128x64.
        """
        with self._lock:
            reg = self._registers
            if not self._is_lit():
                return bytes(PICTURE_BYTES)
            if reg.all_on:
                return b"\xff" * PICTURE_BYTES
            pages = [self._visible_page(page) for page in range(PAGES)]
            return b"".join(self._row(pages, y) for y in range(HEIGHT))

    # Inside

    def _tell(self) -> None:
        if (on_change := self._on_change) is not None:
            on_change()

    def _power_up(self) -> None:
        self._registers = _Registers()
        self._pending: list[int] = []
        self._ram = bytearray(self._noise(self._columns * PAGES))
        self._plugged = True
        self._version += 1

    def _is_lit(self) -> bool:
        reg = self._registers
        return self._plugged and reg.on and (reg.pump or self.controller != "ssd1306")

    def _visible_page(self, page: int) -> bytes:
        """Return a page's 128 bytes from left to right."""
        line = bytes(self._ram[page * self._columns : (page + 1) * self._columns])
        if not self._sh1106:
            return line[::-1]  # by segment (see _store); SEG127 is on the left
        # SH1106: the remap turns the segment outputs round, whatever is in RAM already.
        left = self._columns - WIDTH - _SH1106_FIRST_COLUMN
        visible = line[left : left + WIDTH]
        return visible if self._registers.remap else visible[::-1]

    def _row(self, pages: list[bytes], y: int) -> bytes:
        reg = self._registers
        com = HEIGHT - 1 - y  # COM63 is at the top
        line = reg.multiplex - 1 - com if reg.scan_down else com
        if not 0 <= line < reg.multiplex:
            return bytes(ROW_BYTES)
        ram_row = (line + reg.offset + reg.start_line) % HEIGHT
        value = int(pages[ram_row // 8].translate(_BIT[ram_row % 8]), 2)
        if reg.inverted:
            value ^= (1 << WIDTH) - 1
        return value.to_bytes(ROW_BYTES, "big")

    def _store(self, byte: int) -> None:
        reg = self._registers
        if self._sh1106:
            if reg.column < self._columns:  # the counter stops at the last column
                self._ram[reg.page * self._columns + reg.column] = byte
                reg.column += 1
            return
        # SSD13xx: the remap concerns data that comes later, not what is stored: RAM is kept by segment.
        segment = WIDTH - 1 - reg.column if reg.remap else reg.column
        self._ram[reg.page * WIDTH + segment] = byte
        if reg.mode == 1:
            self._next_page()
            if reg.page == reg.page_start:
                self._next_column()
        else:
            self._next_column()
            if reg.mode == 0 and reg.column == reg.column_start:
                self._next_page()

    def _next_column(self) -> None:
        reg = self._registers
        reg.column = reg.column_start if reg.column == reg.column_end else (reg.column + 1) % WIDTH

    def _next_page(self) -> None:
        reg = self._registers
        reg.page = reg.page_start if reg.page == reg.page_end else (reg.page + 1) % PAGES

    def _take(self, byte: int) -> None:
        """Take one byte of the command stream; a command acts when its last argument is there."""
        self._pending.append(byte & 0xFF)
        command, *arguments = self._pending
        if len(arguments) < self._arguments.get(command, 0):
            return
        self._pending = []
        self._obey(command, arguments)

    def _obey(self, command: int, arguments: list[int]) -> None:  # noqa: C901, PLR0912 - the data sheet's table
        reg = self._registers
        match command:
            case _ if command <= 0x1F:
                self._set_column_nibble(command)
            case 0x20 if arguments:
                reg.mode = min(arguments[0] & 0x03, 2)
            case 0x21 if arguments:
                reg.column_start, reg.column_end = (value & 0x7F for value in arguments)
                reg.column = reg.column_start
            case 0x22 if arguments:
                reg.page_start, reg.page_end = (value & 0x07 for value in arguments)
                reg.page = reg.page_start
            case _ if 0x40 <= command <= 0x7F:
                reg.start_line = command & 0x3F
            case 0x81:
                reg.contrast = arguments[0]
            case 0x8D if arguments:
                reg.pump = bool(arguments[0] & 0x04)
            case 0xA0 | 0xA1:
                reg.remap = command == 0xA1
            case 0xA4 | 0xA5:
                reg.all_on = command == 0xA5
            case 0xA6 | 0xA7:
                reg.inverted = command == 0xA7
            case 0xA8:
                reg.multiplex = (arguments[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                reg.on = command == 0xAF
            case _ if 0xB0 <= command <= 0xB7:
                if reg.mode == 2:  # only for page addressing mode
                    reg.page = command & 0x07
            case _ if 0xC0 <= command <= 0xCF:
                reg.scan_down = bool(command & 0x08)
            case 0xD3:
                reg.offset = arguments[0] & 0x3F
            case _:
                pass  # timing, voltages and what the chip does not know: nothing to see

    def _set_column_nibble(self, command: int) -> None:
        reg = self._registers
        if reg.mode != 2:
            return  # only for page addressing mode
        low, high = reg.column & 0x0F, reg.column & 0xF0
        if command <= 0x0F:
            low = command
        else:
            high = (command & 0x0F) << 4
        reg.column = (high | low) % (256 if self._sh1106 else WIDTH)
