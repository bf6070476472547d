"""NMEA 0183 framing: `$…*HH` and a line end, at most 82 characters, and a splitter that any bytes may meet.

Owns where a sentence begins and ends and whether it arrived whole. Knows no message.
"""

LIMIT = 82
"""Characters of a sentence, from `$` to the line feed (NMEA 0183)."""

_AROUND = 6  # $ * H H CR LF
_RESERVED = "$*!\\^~"  # NMEA 0183 keeps these for itself (the comma, too, but it parts the fields of a body)


def checksum(body: bytes) -> int:
    """Return the exclusive or of all bytes between `$` and `*`."""
    total = 0
    for byte in body:
        total ^= byte
    return total


def frame(body: str) -> bytes:
    """Return a body as a sentence; ValueError if it is too long or has characters that may not be sent."""
    if len(body) > LIMIT - _AROUND:
        raise ValueError(f"{len(body)} characters: {body}; expected at most {LIMIT - _AROUND}")
    for character in body:
        if not " " <= character <= "~" or character in _RESERVED:
            raise ValueError(f"{character!r} in {body!r}; expected plain ASCII without {_RESERVED}")
    data = body.encode()
    return b"$" + data + b"*" + f"{checksum(data):02X}".encode() + b"\r\n"


class Splitter:
    """Finds the sentences in a stream, however it is cut into pieces; what is none is counted and skipped.

    Holds at most `limit` bytes between two calls. Counts `good` sentences; `bad_checksum`, with a wrong one
    or none; `too_long`; and `other`: each stretch of bytes outside of a sentence (noise, a boot message, a
    wrong baud rate), each sentence that another one cut off or with characters which none may have.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.good = 0
        self.bad_checksum = 0
        self.too_long = 0
        self.other = 0
        self._most = limit - 3  # what stands between $ and the line end
        self._held: bytes | None = None  # a sentence that has begun: what is there of it after its $
        self._skipping = False  # a stretch of noise that is counted already

    def feed(self, data: bytes) -> list[str]:
        """Take bytes as they come; return the bodies (between `$` and `*`) of the sentences that ended."""
        found: list[str] = []
        ended = False
        for line in data.replace(b"\r", b"\n").split(b"\n"):
            if ended:
                self._end(found)
            ended = True
            begun = False
            for part in line.split(b"$"):
                if begun:
                    self._begin()
                begun = True
                self._more(part)
        return found

    def _begin(self) -> None:
        if self._held is not None:
            self.other += 1
        self._held = b""
        self._skipping = False

    def _more(self, part: bytes) -> None:
        if not part:
            return
        if self._held is not None and len(self._held) + len(part) <= self._most:
            self._held += part
            return
        if self._held is not None:
            self.too_long += 1
        elif not self._skipping:
            self.other += 1
        self._held = None
        self._skipping = True

    def _end(self, found: list[str]) -> None:
        held = self._held
        self._held = None
        self._skipping = False
        if held is None:
            return
        body = held[:-3]
        if held[-3:-2] != b"*" or _hex(held[-2:]) != checksum(body):
            self.bad_checksum += 1
            return
        for byte in body:
            if not 0x20 <= byte <= 0x7E or byte in b"*!\\^~":
                self.other += 1
                return
        self.good += 1
        found.append(body.decode())


def _hex(digits: bytes) -> int:
    """Return two hex digits as a number, -1 if they are none; some senders write small ones."""
    value = 0
    for byte in digits.upper():
        place = b"0123456789ABCDEF".find(bytes([byte]))
        if place < 0:
            return -1
        value = value * 16 + place
    return value
