"""The reader's serial line: ours alone, read and written without waiting, and every trouble is one error.

Owns pyserial, and all that it and the kernel raise when a plug is pulled (`TROUBLES`). Knows no sentence and
no game. pyserial opens and sets the port; its `read` cannot tell silence from a pulled plug, so bytes are
read from the descriptor itself.
"""

import contextlib
import errno
import fcntl
import os
import select
import termios
from typing import Any, Final, Literal

TROUBLES: Final = (OSError, termios.error, TypeError)
"""All that a port throws that is gone or closed: pyserial's own error is an OSError, but the flush after a
pull is a `termios.error`, and a read beside a close a `TypeError`."""
READ_BYTES: Final = 4096
"""What the kernel keeps for a terminal: one read takes it all."""

Kind = Literal["gone", "busy", "denied", "odd"]


class LinkError(Exception):
    """The line cannot be had, or is gone; the text says why and what to do."""

    def __init__(self, text: str, kind: Kind) -> None:
        super().__init__(text)
        self.kind = kind


class Waker:
    """Wakes whoever waits for the line, from any thread."""

    def __init__(self) -> None:
        self._number = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def fileno(self) -> int:
        """Return what `select` may wait for."""
        return self._number

    def wake(self) -> None:
        """End the wait that is on, or the next one at once."""
        os.eventfd_write(self._number, 1)

    def clear(self) -> None:
        """Forget what was woken for."""
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._number)

    def wait(self, wait_s: float) -> None:
        """Sleep until `wake`, for `wait_s` seconds at the most."""
        select.select([self._number], [], [], wait_s)
        self.clear()

    def close(self) -> None:
        """Give the descriptor back; nobody may wait or wake any more."""
        os.close(self._number)


class SerialLink:
    """An open port. Every method may raise LinkError; after one, only `close` makes sense."""

    def __init__(self, port: str, baud: int) -> None:
        """Open `port` at `baud` for this process alone: by a lock that is advisory, and by the kernel's word.

        Opening raises DTR, which a board with USB waits for, and which resets some others: what comes first
        may be garbage.
        """
        import serial

        self._port = port
        try:
            self._serial: Any = serial.Serial(port, baud, timeout=0, write_timeout=0, exclusive=True)
        except (*TROUBLES, ValueError) as error:
            raise trouble(port, error) from None
        self._number: int = self._serial.fileno()
        try:
            fcntl.ioctl(self._number, termios.TIOCEXCL)  # the lock binds only those who ask for one
            modes = termios.tcgetattr(self._number)
            modes[6][termios.VMIN] = 1  # with pyserial's 0 an empty line reads like a pulled plug
            termios.tcsetattr(self._number, termios.TCSANOW, modes)
        except TROUBLES as error:
            self.close()
            raise trouble(port, error) from None

    def fileno(self) -> int:
        """Return what `select` may wait for."""
        return self._number

    def wait(self, waker: Waker, wait_s: float) -> bool:
        """Sleep until there is something to read, `waker` wakes, or `wait_s` is over; True: read."""
        poll = select.poll()
        poll.register(self._number, select.POLLIN)
        poll.register(waker.fileno(), select.POLLIN)
        found = dict(poll.poll(max(0, int(wait_s * 1000))))
        if waker.fileno() in found:
            waker.clear()
        return self._number in found

    def read(self) -> bytes:
        """Return what has come, at most `READ_BYTES`, or b"". Raises LinkError when the port is gone."""
        try:
            got = os.read(self._number, READ_BYTES)
        except BlockingIOError:
            return b""
        except TROUBLES as error:
            raise trouble(self._port, error) from None
        if not got:  # a terminal that is there would have blocked
            raise LinkError(f"{self._port} was unplugged", "gone")
        return got

    def write(self, sentence: bytes) -> bool:
        """Send a sentence; False when the other side has not taken the last ones yet."""
        try:
            return os.write(self._number, sentence) == len(sentence)
        except BlockingIOError:
            return False
        except TROUBLES as error:
            raise trouble(self._port, error) from None

    def drop_input(self) -> None:
        """Let go of what waits to be read."""
        try:
            termios.tcflush(self._number, termios.TCIFLUSH)
        except TROUBLES as error:
            raise trouble(self._port, error) from None

    def close(self) -> None:
        """Give the port back. Only for who reads it: closing under a reader is what pyserial cannot do."""
        with contextlib.suppress(*TROUBLES):
            fcntl.ioctl(self._number, termios.TIOCNXCL)  # on a pty the kernel would keep it past the close
        with contextlib.suppress(*TROUBLES):
            termios.tcflush(self._number, termios.TCIOFLUSH)  # else the close waits for what nobody takes
        with contextlib.suppress(*TROUBLES):
            self._serial.close()


_KINDS: Final[dict[int | None, Kind]] = {
    errno.ENOENT: "gone",
    errno.ENODEV: "gone",
    errno.ENXIO: "gone",
    errno.EIO: "gone",
    errno.EBADF: "gone",
    errno.EBUSY: "busy",
    errno.EAGAIN: "busy",  # the lock is another's
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.ENOTTY: "odd",
    errno.EINVAL: "odd",
    errno.EISDIR: "odd",
}


def _errno(error: BaseException | None) -> int | None:
    """Return the system's number for an error, from what it was raised for if it has none of its own."""
    while error is not None:
        if error.args and isinstance(error.args[0], int):
            return error.args[0]
        error = error.__context__
    return None


def trouble(port: str, error: BaseException) -> LinkError:
    """Turn what a port threw into a sentence with what to do."""
    kind = _KINDS.get(_errno(error), "odd" if isinstance(error, ValueError) else "gone")
    if kind == "busy":
        return LinkError(f"{port} is held by another program: end that first", kind)
    if kind == "denied":
        do = "sudo usermod -aG dialout NAME, then log in anew (in a unit: SupplementaryGroups=dialout)"
        return LinkError(f"{port} may not be opened by this user: {do}", kind)
    if kind == "odd":
        return LinkError(f"{port} is no serial port that can be set: correct [reader] port and baud", kind)
    return LinkError(f"{port} was unplugged", kind)
