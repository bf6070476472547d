"""A reader's other end: a real pty under a stable name, into which a test says what it likes."""

import contextlib
import os
import select
import tty

from runeheart.wire import framing, messages

WAIT_S = 10


def sentences(*said):
    """Return messages as the bytes of their sentences."""
    return b"".join(framing.frame(message.body()) for message in said)


class Cable:
    """A pty that is plugged in under a name, like a link of /dev/serial/by-id, and can be pulled out."""

    def __init__(self, name):
        self.name = name
        self._splitter = framing.Splitter()
        self._ours = self._terminal = None
        self.plug()

    def plug(self, name=None):
        self.name = name or self.name
        self._ours, self._terminal = os.openpty()
        tty.setraw(self._terminal)
        os.set_blocking(self._ours, False)
        self.name.symlink_to(os.ttyname(self._terminal))

    def pull(self):
        if self._ours is not None:
            self.name.unlink()
            os.close(self._ours)
            os.close(self._terminal)
            self._ours = None

    def say(self, *said):
        self.send(sentences(*said))

    def send(self, data):
        assert os.write(self._ours, data) == len(data)

    def pour(self, data):
        """Write as much as the line takes now; returns how many bytes that were."""
        with contextlib.suppress(BlockingIOError):
            return os.write(self._ours, data)
        return 0

    def told(self, wait_s=0.0):
        """Return the messages that the host has sent since the last time, after waiting for some."""
        found = []
        while select.select([self._ours], [], [], 0 if found else wait_s)[0]:
            found += messages.receive(self._splitter, os.read(self._ours, 4096))
        return found
