"""What the sentences say (docs/reader-protocol.md): a class for each message, and `parse`.

Owns which fields there are and their order. Knows no bytes (framing does that), no port and no game.
A constructor raises ValueError for what may not be said; `parse` returns None for what is not understood.
"""

from .fields import (
    check_die,
    check_name,
    check_number,
    check_plain,
    face_of,
    face_text,
    tenths,
    tenths_of,
    tenths_text,
    whole,
)
from .framing import Splitter
from .heading import HeadingSentence
from .message import Message

__all__ = [
    "HOST_ONLY",
    "PROTOCOL",
    "SEQ_MOST",
    "STEPS",
    "TEXT_MOST",
    "Await",
    "Beat",
    "Calibrate",
    "Confirm",
    "Error",
    "HeadingSentence",
    "Identity",
    "Message",
    "Query",
    "Repeat",
    "Roll",
    "Teach",
    "Upload",
    "parse",
    "receive",
]

PROTOCOL = 1
"""Counted up with every change that an older reader or controller does not understand."""

SEQ_MOST = 9999
"""Sequence numbers go from 1 to this and then begin at 1 again; 0 is none yet."""

STEPS = ("start", "walk", "save", "cancel", "zero")
"""What a calibration can be told, or tells."""

TEXT_MOST = 60
"""Characters of an error's text."""


class Roll(Message):
    """Reader → host: a die lies still. `face` is a number, a direction, or a tuple of terrain words."""

    def __init__(self, seq: int, die: str, face: int | str | tuple[str, ...]) -> None:
        self.seq = check_number(seq, 1, SEQ_MOST)
        self.die = die
        self.face = face
        self._text = face_text(die, face)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(whole(fields[0]), fields[1], face_of(fields[1], fields[2]))

    def body(self) -> str:
        """Return `PRNH,D,<seq>,<die>,<face>`."""
        return f"PRNH,D,{self.seq},{self.die},{self._text}"


class Confirm(Message):
    """Reader → host: the confirm button was pressed; the settled heading, 0 … 359.9, or None without one."""

    def __init__(self, seq: int, degrees: float | None = None) -> None:
        self.seq = check_number(seq, 1, SEQ_MOST)
        self._tenths = None if degrees is None else tenths_of(degrees)
        self.degrees = None if self._tenths is None else self._tenths / 10

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(whole(fields[0]), tenths(fields[1]) / 10 if fields[1] else None)

    def body(self) -> str:
        """Return `PRNH,C,<seq>,<degrees>`."""
        return f"PRNH,C,{self.seq},{'' if self._tenths is None else tenths_text(self._tenths)}"


class Identity(Message):
    """Reader → host, after power-on and when asked: its protocol, its version, the names of its sensors."""

    def __init__(self, protocol: int, version: str, sensors: tuple[str, ...] = ()) -> None:
        self.protocol = check_number(protocol, 1, 999)
        self.version = check_plain(version, 11)
        self.sensors = tuple([check_name(name) for name in sensors])

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(whole(fields[0]), fields[1], tuple(fields[2].split("+")) if fields[2] else ())

    def body(self) -> str:
        """Return `PRNH,I,<protocol>,<version>,<sensors>`, the sensors' names joined with `+`."""
        return f"PRNH,I,{self.protocol},{self.version},{'+'.join(self.sensors)}"


class Beat(Message):
    """Reader → host, each second: seconds since power-on, the last number sent (0: none), failing sensors."""

    def __init__(self, uptime_s: int, seq: int = 0, failing: int = 0) -> None:
        self.uptime_s = check_number(uptime_s, 0, 999_999_999)
        self.seq = check_number(seq, 0, SEQ_MOST)
        self.failing = check_number(failing, 0, 99)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(whole(fields[0]), whole(fields[1]), whole(fields[2]))

    def body(self) -> str:
        """Return `PRNH,B,<uptime_s>,<seq>,<failing>`."""
        return f"PRNH,B,{self.uptime_s},{self.seq},{self.failing}"


class Error(Message):
    """Reader → host: what is wrong with a sensor, in a sentence; an empty text: it is well again.

    The text is shortened, and characters that may not be sent become spaces.
    """

    def __init__(self, sensor: str, text: str = "") -> None:
        self.sensor = check_name(sensor)
        plain = [" " if c in ",$*!\\^~" or not " " <= c <= "~" else c for c in text[:TEXT_MOST]]
        self.text = "".join(plain)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(fields[0], fields[1])

    def body(self) -> str:
        """Return `PRNH,E,<sensor>,<text>`."""
        return f"PRNH,E,{self.sensor},{self.text}"


class Await(Message):
    """Host → reader: the die that the game waits for (its pad lights), None for none; renewed every 10 s."""

    def __init__(self, die: str | None = None) -> None:
        self.die = None if die is None else check_die(die)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(fields[0] or None)

    def body(self) -> str:
        """Return `PRNH,A,<die>`."""
        return f"PRNH,A,{self.die or ''}"


class Query(Message):
    """Host → reader: say who you are (Identity) and what is wrong now (Error)."""

    def body(self) -> str:
        """Return `PRNH,Q`."""
        return "PRNH,Q"


class Repeat(Message):
    """Host → reader: send all rolls and confirms again from this sequence number on."""

    def __init__(self, seq: int) -> None:
        self.seq = check_number(seq, 1, SEQ_MOST)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(whole(fields[0]))

    def body(self) -> str:
        """Return `PRNH,R,<seq>`."""
        return f"PRNH,R,{self.seq}"


class Teach(Message):
    """Host → reader: the next new tag is this face of a die; no face: keep what was taught; bare: cancel.

    `number` tells dice of one kind apart, from 1. Reader → host: the same when it is done, with the tag.
    """

    def __init__(
        self,
        die: str | None = None,
        number: int = 1,
        face: int | str | tuple[str, ...] | None = None,
        tag: str = "",
    ) -> None:
        self.die = None if die is None else check_die(die)
        self.number = check_number(number, 1, 99)
        self.face = face
        self.tag = check_plain(tag, 20) if tag else ""
        self._text = "" if die is None or face is None else face_text(die, face)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        die, number, face, tag = fields[:4]
        return cls(die, whole(number), face_of(die, face) if face else None, tag) if die else cls()

    def body(self) -> str:
        """Return `PRNH,T,<die>,<number>,<face>,<tag>`."""
        if self.die is None:
            return "PRNH,T,,,,"
        return f"PRNH,T,{self.die},{self.number},{self._text},{self.tag}"


class Calibrate(Message):
    """Host → reader: `start` a calibration walk, `save` or `cancel` it, or make this heading the `zero`.

    Reader → host: the same word when it is done; `walk` with the percent, 0 … 100, of a walk.
    """

    def __init__(self, sensor: str, step: str, percent: int | None = None) -> None:
        self.sensor = check_name(sensor)
        if step not in STEPS:
            raise ValueError(f"calibration step {step!r}; expected one of {', '.join(STEPS)}")
        self.step = step
        self.percent = None if percent is None else check_number(percent, 0, 100)

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say."""
        return cls(fields[0], fields[1], whole(fields[2]) if fields[2] else None)

    def body(self) -> str:
        """Return `PRNH,K,<sensor>,<step>,<percent>`."""
        return f"PRNH,K,{self.sensor},{self.step},{'' if self.percent is None else self.percent}"


class Upload(Message):
    """Host → reader: leave the program, so that new firmware can be copied; a reset starts it again."""

    def body(self) -> str:
        """Return `PRNH,U`."""
        return "PRNH,U"


HOST_ONLY = (Await, Query, Repeat, Upload)
"""What no reader says: where it is heard, a board at its MicroPython prompt repeats what it is told."""

_KINDS: dict[str, type[Message]] = {
    "D": Roll,
    "C": Confirm,
    "I": Identity,
    "B": Beat,
    "E": Error,
    "A": Await,
    "Q": Query,
    "R": Repeat,
    "T": Teach,
    "K": Calibrate,
    "U": Upload,
}


def receive(splitter: Splitter, data: bytes) -> list[Message]:
    """Return the messages that ended in `data`; a sentence that is none counts as `other`, not `good`."""
    found = []
    for body in splitter.feed(data):
        message = parse(body)
        if message is None:
            splitter.good -= 1
            splitter.other += 1
        else:
            found.append(message)
    return found


def parse(body: str) -> Message | None:
    """Return the message of a body, None if it is none of these. Further fields at the end are ignored."""
    fields = body.split(",")
    try:
        if fields[0] == "PRNH" and len(fields) > 1:
            kind = _KINDS.get(fields[1])
            return None if kind is None else kind.of(fields[2:] + [""] * 4)
        if len(fields[0]) == 5:
            fields[0] = fields[0][2:]  # any talker: HC, GP, II, …
            return HeadingSentence.of(fields + [""] * 5)
    except ValueError:
        pass
    return None
