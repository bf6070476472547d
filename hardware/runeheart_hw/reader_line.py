"""A reader's port for a person at a terminal: sentences one after the other, and who is at the other end.

Owns waiting, asking and the counters of one open port. The daemon's way to a reader is `reader.SerialReader`;
both read through `reader_link`.
"""

from collections.abc import Iterator
from typing import Final, Self

from msgspec import Struct

from runeheart.runtime.clock import Clock
from runeheart.wire import framing, messages
from runeheart.wire.heading import HeadingSentence
from runeheart.wire.message import Message
from runeheart_hw.reader_link import LinkError, SerialLink, Waker
from runeheart_hw.reader_part import is_pico

IDENTIFY_S: Final = 2.5
"""How long a port has to say who is there: a reader needs milliseconds, a plain compass up to a second."""
_ASK_AGAIN_S: Final = 0.5


class Sentence(Struct, frozen=True):
    """What came: the body between `$` and `*`, and its message if it is one that is known."""

    body: str
    message: Message | None


class ReaderLine:
    """An open port. Its methods raise LinkError when it is gone."""

    def __init__(self, port: str, baud: int, clock: Clock) -> None:
        self.port = port
        self.splitter = framing.Splitter()
        self.has_echo = False
        self._clock = clock
        self._waker = Waker()
        try:
            self._link = SerialLink(port, baud)
        except LinkError:
            self._waker.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the port back."""
        self._link.close()
        self._waker.close()

    def send(self, message: Message) -> None:
        """Say something to the reader."""
        self._link.write(framing.frame(message.body()))

    def hear(self, wait_s: float) -> list[Sentence]:
        """Return the sentences that have come, after waiting for some `wait_s` seconds at the most."""
        if not self._link.wait(self._waker, wait_s):
            return []
        return [Sentence(body, messages.parse(body)) for body in self.splitter.feed(self._link.read())]

    def heard_for(self, seconds: float) -> Iterator[Sentence]:
        """Yield the sentences of the next seconds as they come."""
        end_ns = self._clock.mono_ns() + int(seconds * 1e9)
        while (left_ns := end_ns - self._clock.mono_ns()) > 0:
            yield from self.hear(left_ns / 1e9)

    def identify(self, wait_s: float = IDENTIFY_S) -> messages.Identity | HeadingSentence | None:
        """Ask who is there: a reader's identity, a plain compass's heading, or None.

        `has_echo` tells afterwards whether the other end repeats what it is told, as a prompt does.
        """
        compass: HeadingSentence | None = None
        for _ in range(max(1, round(wait_s / _ASK_AGAIN_S))):
            self.send(messages.Query())
            for sentence in self.heard_for(_ASK_AGAIN_S):
                if isinstance(sentence.message, messages.Identity):
                    return sentence.message
                if isinstance(sentence.message, HeadingSentence):
                    compass = sentence.message
                if isinstance(sentence.message, messages.HOST_ONLY):
                    self.has_echo = True
        return compass


class Who(Struct, frozen=True):
    """A port and who is there, in words; `is_reader`: one that the daemon can use as it is."""

    port: str
    words: str
    is_reader: bool = False


def who_is_at(port: str, baud: int, clock: Clock) -> Who:
    """Open a port, ask who is there, and close it again."""
    try:
        with ReaderLine(port, baud, clock) as line:
            found = line.identify()
            heard, has_echo = line.splitter, line.has_echo
    except LinkError as error:
        return Who(port, _why_not(error))
    if isinstance(found, HeadingSentence):
        return Who(port, f"a plain compass ({found.kind})", is_reader=True)
    if found is None:
        if has_echo or is_pico(port):
            return Who(port, "a MicroPython board without the reader's program: runeheart reader flash")
        if heard.bad_checksum + heard.too_long + heard.other:
            return Who(
                port, f"sends what is no sentence at {baud} baud: another device, or another baud rate"
            )
        return Who(port, "silent")
    if found.protocol != messages.PROTOCOL:
        needs = f"this controller needs {messages.PROTOCOL}: runeheart reader flash"
        return Who(port, f"a reader that speaks protocol {found.protocol}; {needs}")
    sensors = ", ".join(found.sensors) or "none yet"
    return Who(port, f"a reader, firmware {found.version}, sensors: {sensors}", is_reader=True)


def _why_not(error: LinkError) -> str:
    if error.kind == "busy":
        return "held by another program: the daemon, if it runs (sudo systemctl stop runeheart)"
    return str(error)
