"""The wire to the prop: bytes in and out of two streams (USB on the board), never waiting."""

import select


class Serial:
    """Reads what has come and writes only where there is room; `dropped` counts what found none."""

    def __init__(self, incoming, outgoing):
        self._incoming = incoming
        self._outgoing = outgoing
        self._readable = select.poll()
        self._readable.register(incoming, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(outgoing, select.POLLOUT)
        self.dropped = 0

    def read(self, most=256):
        """Return up to `most` bytes that are there already; EOFError when the other end is gone for good.

        One byte at a time, because the board's stream waits until it has as many as it is asked for.
        """
        data = bytearray()
        while len(data) < most and self._readable.poll(0):
            byte = self._incoming.read(1)
            if not byte:
                if data:
                    break
                raise EOFError
            data += byte
        return bytes(data)

    def write(self, data):
        """Send bytes; a prop that does not listen must not stop the reader, so they are dropped then."""
        if self._writable.poll(0):
            self._outgoing.write(data)
        else:
            self.dropped += 1
