"""A virtual reader: the real firmware in MicroPython, on a pty, with simulated chips under its drivers.

Owns the process, the pty and the thread between them. `tell` moves dice, dial and buttons (firmware/README.md
has the lines); what the firmware says goes to whoever has the port open, and is looked at in passing.
"""

import contextlib
import fcntl
import os
import select
import socket
import subprocess
import threading
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from runeheart.wire import framing, messages
from runeheart.wire.heading import HeadingSentence
from runeheart_hw import reader_firmware

STOP_S: Final = 2.0
"""How long the firmware has to end by itself."""
_READ_BYTES: Final = 4096


class NoMicroPythonError(Exception):
    """There is nothing that runs the firmware; the text says how to get it."""


class Seen(Struct, frozen=True):
    """What one sees of the reader at one moment."""

    runs: bool = False
    ended: bool = False
    lights: frozenset[str] = frozenset()
    awaited: str | None = None
    """The die that the game waits for, by its name on the wire."""
    heading: float | None = None
    last: str = ""
    trouble: tuple[str, str] = ("", "")
    """A sensor and what it said last that is wrong; empty when it is well again, or something was read."""
    """The last roll or confirm, as the body of its sentence."""


class VirtualReader:
    """The firmware as a process; its port is at `port`, which is a link to a pty while it runs."""

    def __init__(self, state: Path, port: Path) -> None:
        """Prepare it; nothing runs before `start`. `state` keeps what the board would keep."""
        self.port = port
        self.seen = Seen()
        self._state = state
        self._on_change: Callable[[], None] | None = None
        self._odd: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._control: socket.socket | None = None
        self._lock: int | None = None
        self._from_firmware = framing.Splitter()
        self._to_firmware = framing.Splitter()

    def start(self) -> None:
        """Start the firmware. Raises NoMicroPythonError, or OSError where the port's link cannot be made."""
        program = reader_firmware.micropython()
        if program is None:
            raise NoMicroPythonError(
                f"the reader's firmware needs MicroPython to run: {reader_firmware.GET_MICROPYTHON}"
            )
        try:
            self._state.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self._state / "lock")
        except OSError as error:
            raise OSError(_why_not(self._state, error)) from None
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own firmware in the interpreter that was found
                [
                    str(program),
                    str(reader_firmware.folder() / "simulated/run.py"),
                    *("--wire", str(reader_firmware.wire_folder())),
                    *("--state", str(self._state)),
                    *("--control", str(theirs.fileno())),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for us: the firmware ends when we say so
            )
        ours, terminal = os.openpty()
        tty.setraw(terminal)
        os.set_blocking(ours, False)
        try:
            link_to(os.ttyname(terminal), self.port)
        except OSError:
            os.close(ours)
            os.close(terminal)
            self.close()
            raise
        self._thread = threading.Thread(
            target=self._carry, args=(ours, terminal), name="virtual reader", daemon=True
        )
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether the firmware runs."""
        return self._thread is not None and self._thread.is_alive()

    def odd(self) -> list[str]:
        """Return, once, what the firmware did not understand of what it was told."""
        odd, self._odd = self._odd, []
        return odd

    def tell(self, line: str) -> None:
        """Move something: `put d8 5`, `lift`, `dial 120`, `press ok`; nothing happens once it has ended."""
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.sendall(line.encode() + b"\n")

    def watch(self, on_change: Callable[[], None] | None) -> None:
        """Call `on_change` in the reader's thread when `seen` has changed; it must return at once."""
        self._on_change = on_change

    def close(self) -> None:
        """End the firmware and take its port away."""
        self._on_change = None
        process, control, thread = self._process, self._control, self._thread
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if process is None or control is None:
            return
        self.tell("quit")
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if thread is not None:
            thread.join(STOP_S)
        control.close()

    # In the reader's thread

    def _carry(self, ours: int, terminal: int) -> None:
        """Carry bytes both ways until the firmware ends. `terminal` stays open, or reading would fail."""
        process, control = self._process, self._control
        if process is None or control is None or process.stdin is None or process.stdout is None:
            return
        with process.stdin as to, process.stdout as out, contextlib.ExitStack() as stack:
            stack.callback(os.close, ours)
            stack.callback(os.close, terminal)
            stack.callback(self._unlink, os.ttyname(terminal))  # first: the kernel gives its name to others
            lines = b""
            while True:
                ready, _, _ = select.select([out.fileno(), ours, control.fileno()], [], [])
                if out.fileno() in ready:
                    said = os.read(out.fileno(), _READ_BYTES)
                    if not said:
                        break
                    with contextlib.suppress(BlockingIOError):  # nobody has the port open: nobody hears it
                        os.write(ours, said)
                    self._look_at(messages.receive(self._from_firmware, said))
                if ours in ready:
                    told = os.read(ours, _READ_BYTES)
                    with contextlib.suppress(BrokenPipeError):
                        to.write(told)
                    self._look_at(messages.receive(self._to_firmware, told))
                if control.fileno() in ready:
                    *whole, lines = (lines + control.recv(_READ_BYTES)).split(b"\n")
                    for line in whole:
                        self._noted(line.decode(errors="replace").split())
            self._see(Seen(ended=True))

    def _unlink(self, terminal: str) -> None:
        """Take the port's name away, if it is still that of our terminal."""
        with contextlib.suppress(OSError):
            if str(self.port.readlink()) == terminal:
                self.port.unlink()

    def _look_at(self, found: list[messages.Message]) -> None:
        for message in found:
            if isinstance(message, HeadingSentence):
                self._see(_with(self.seen, heading=message.degrees))
            elif isinstance(message, (messages.Roll, messages.Confirm)):
                self._see(_with(self.seen, last=message.body(), trouble=("", "")))
            elif isinstance(message, messages.Error) and message.text:
                self._see(_with(self.seen, trouble=(message.sensor, message.text)))
            elif isinstance(message, messages.Error) and message.sensor == self.seen.trouble[0]:
                self._see(_with(self.seen, trouble=("", "")))
            elif isinstance(message, messages.Await):
                self._see(_with(self.seen, awaited=message.die))

    def _noted(self, words: list[str]) -> None:
        match words:
            case ["ready"]:
                self._see(_with(self.seen, runs=True))
            case ["light", name, "on"]:
                self._see(_with(self.seen, lights=self.seen.lights | {name}))
            case ["light", name, "off"]:
                self._see(_with(self.seen, lights=self.seen.lights - {name}))
            case ["odd", *why]:
                self._odd = [*self._odd[-8:], " ".join(why)]

    def _see(self, seen: Seen) -> None:
        if seen != self.seen:
            self.seen = seen
            if (on_change := self._on_change) is not None:
                on_change()


def _locked(file: Path) -> int:
    """Hold a file until it is closed, or the program ends in any way. Raises OSError."""
    number = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        raise
    return number


def _why_not(state: Path, error: OSError) -> str:
    if isinstance(error, BlockingIOError):
        return f"another virtual reader runs in {state}: end it first, or give another --state"
    return f"{state} cannot be written to ({error.strerror}): give a folder of your own with --state"


def link_to(terminal: str, port: Path) -> None:
    """Make `port` a link to a terminal; one that is left over, or another's, gives way. Raises OSError."""
    port.parent.mkdir(parents=True, exist_ok=True)
    new = port.with_name(f"{port.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(terminal)
    if port.exists() and not port.is_symlink():
        new.unlink()
        raise FileExistsError(17, "is a file of another kind", str(port))
    new.replace(port)


def _with(seen: Seen, **changed: object) -> Seen:
    from msgspec.structs import replace

    return replace(seen, **changed)
