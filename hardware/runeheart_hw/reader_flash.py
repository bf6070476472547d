"""The firmware onto a board, with mpremote as a library: what differs is copied, then the board starts it.

Owns the way to the board's prompt and back, and a sentence for each thing that can be in the way. Knows no
terminal.
"""

import contextlib
import hashlib
import io
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from runeheart.runtime.clock import Clock
from runeheart.wire import messages
from runeheart_hw.reader_firmware import BoardFile
from runeheart_hw.reader_line import ReaderLine
from runeheart_hw.reader_link import LinkError
from runeheart_hw.reader_ports import choose

LABELS: Final = Path("/dev/disk/by-label")
BOOT_DISKS: Final = ("RPI-RP2", "RP2350")
"""What a Pico shows instead of a serial port while it waits for MicroPython itself."""
GET_IMAGE: Final = "https://micropython.org/download/?vendor=Raspberry%20Pi"
PROMPT_S: Final = 15.0
"""How long a board may take from its program to the prompt: it starts anew, and USB finds it again."""
LEAVE_S: Final = 1.0
"""How long a program has to leave before the port is closed, and with it what was not sent yet."""
START_S: Final = 15.0
ENTER_S: Final = 2
_LOOK_S: Final = 0.2
_MAIN: Final = "main.py"
_RESET: Final = "import machine, time\ntime.sleep_ms(100)\nmachine.reset()\n"
"""Not at once: the prompt's answer must be through before USB goes."""


class FlashError(Exception):
    """The board cannot have the firmware; the text says why and what to do."""


class Step(Struct, frozen=True):
    """How far it is: a file, and bytes of all that has to be copied."""

    name: str
    done: int
    total: int


Progress = Callable[[Step], None]


class Flasher:
    """Puts firmware on the board at a port or pattern of ports."""

    def __init__(self, pattern: str, baud: int, clock: Clock) -> None:
        self._pattern = pattern
        self._baud = baud
        self._clock = clock
        self._pause = threading.Event()

    def find(self) -> str:
        """Return the board's port, left by any reader's program that ran there. Raises FlashError."""
        found = choose(self._pattern)
        if found is None:
            raise FlashError(_no_board(self._pattern))
        if found.others:
            names = ", ".join((found.port, *found.others))
            raise FlashError(f"there are several boards ({names}): say which one with --port")
        try:
            with ReaderLine(found.port, self._baud, self._clock) as line:
                if isinstance(line.identify(), messages.Identity):
                    line.send(messages.Upload())
                    with contextlib.suppress(LinkError):  # it starts anew: its USB goes away
                        for _ in line.heard_for(LEAVE_S):
                            pass
        except LinkError as error:
            raise FlashError(_in_the_way(error)) from None
        return found.port

    def copy(self, port: str, files: tuple[BoardFile, ...], progress: Progress) -> int:
        """Copy the files that the board does not have as they are; returns how many. Raises FlashError."""
        try:
            with self._prompt(port) as board:
                wanted = [file for file in files if _differs(board, file)]
                total = sum(len(file.data) for file in wanted)
                done = 0
                if any(file.name != _MAIN for file in wanted) and board.fs_exists(_MAIN):
                    board.fs_rmfile(_MAIN)  # half a firmware must not start by itself
                    wanted += [file for file in files if file.name == _MAIN and file not in wanted]
                for file in wanted:
                    progress(Step(file.name, done, total))
                    _make_folder(board, file.name)
                    board.fs_writefile(file.name, file.data)
                    done += len(file.data)
                board.exec_raw_no_follow(_RESET)
        except (OSError, TypeError) as error:
            raise FlashError(_broken_off(port, error)) from None
        return len(wanted)

    def verify(self, port: str, version: str) -> messages.Identity:
        """Wait until the board has started, and return who it says it is. Raises FlashError."""
        identity = None
        for _ in self._until(START_S):
            found = choose(self._pattern, port)
            with contextlib.suppress(LinkError):
                if found is not None:
                    with ReaderLine(found.port, self._baud, self._clock) as line:
                        identity = line.identify()
            if isinstance(identity, messages.Identity):
                break
        if not isinstance(identity, messages.Identity):
            raise FlashError(
                f"the firmware was copied, but {port} does not say who it is: unplug it, plug it in again, "
                "and look with runeheart reader list"
            )
        if identity.protocol != messages.PROTOCOL or identity.version != version:
            raise FlashError(
                f"the firmware was copied, but {port} says it is {identity.version} with protocol "
                f"{identity.protocol}, not {version} with {messages.PROTOCOL}: is another main.py frozen "
                "into its MicroPython?"
            )
        return identity

    @contextlib.contextmanager
    def _prompt(self, port: str) -> Iterator[Any]:
        """Give the board at its prompt, as mpremote's transport."""
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        board: Any = None
        for _ in self._until(PROMPT_S):
            with (
                contextlib.suppress(TransportError, OSError, TypeError),
                contextlib.redirect_stdout(io.StringIO()),
            ):
                board = SerialTransport(port, baudrate=self._baud, timeout=1)
                board.enter_raw_repl(soft_reset=False, timeout_overall=ENTER_S)
                break
            if board is not None:
                with contextlib.suppress(OSError, TypeError):
                    board.close()
                board = None
        if board is None:
            raise FlashError(
                f"{port} does not answer as MicroPython does. If it is a Pico, hold BOOTSEL while you plug "
                f"it in, and copy MicroPython's image to the disk that appears ({GET_IMAGE})"
            )
        try:
            yield board
        except TransportError as error:
            raise FlashError(_broken_off(port, error)) from None
        finally:
            with contextlib.suppress(OSError, TypeError):
                board.close()

    def _until(self, seconds: float) -> Iterator[None]:
        """Yield again and again, with a pause between, for some seconds; once at least."""
        end_ns = self._clock.mono_ns() + int(seconds * 1e9)
        yield
        while self._clock.mono_ns() < end_ns:
            self._pause.wait(_LOOK_S)
            yield


def _differs(board: Any, file: BoardFile) -> bool:
    try:
        if file.only_if_missing:
            return not board.fs_exists(file.name)
        return bytes(board.fs_hashfile(file.name, "sha256")) != hashlib.sha256(file.data).digest()
    except FileNotFoundError:
        return True


def _make_folder(board: Any, name: str) -> None:
    folder = name.rpartition("/")[0]
    if folder and not board.fs_exists(folder):
        board.fs_mkdir(folder)


def _no_board(pattern: str) -> str:
    for disk in BOOT_DISKS:
        if (LABELS / disk).exists():
            return (
                f"a Pico without MicroPython is plugged in (the disk {disk}): copy MicroPython's image to it "
                f"({GET_IMAGE}), then run this again"
            )
    return (
        f"no board at {pattern}: plug it in (runeheart reader list shows all ports). A Pico that never had "
        f"MicroPython: hold BOOTSEL while you plug it in, and copy its image to the disk ({GET_IMAGE})"
    )


def _in_the_way(error: LinkError) -> str:
    if error.kind != "busy":
        return str(error)
    stop, start = "sudo systemctl stop runeheart", "sudo systemctl start runeheart"
    return f"{error}. If it is the daemon: {stop}, then this again, then {start}"


def _broken_off(port: str, error: BaseException) -> str:
    if isinstance(error, OSError) and error.errno == 28:  # ENOSPC, on the board
        return f"{port} is full: delete what else is on it (mpremote fs ls), then run this again"
    first = (str(error).strip().splitlines() or [type(error).__name__])[-1]
    return f"{port} broke off ({first}): plug it in again and run this again; nothing else is lost"
