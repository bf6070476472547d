"""What a reader says and what it is told: from bytes to readings, from a question to the pad that lights.

Owns who is at the other end (a reader of our protocol, a plain NMEA compass, neither), what was counted, and
the sentence for a person. Pure: bytes and times come in, readings and bytes go out. Knows no port, no thread.
"""

from typing import Final

from runeheart.core.events import Ask, AskChoose, AskRoll
from runeheart.core.panel import Headed, Reading, Rolled
from runeheart.core.table import shown
from runeheart.wire import framing, messages
from runeheart.wire.heading import HeadingSentence
from runeheart.wire.message import Message
from runeheart_hw.reader_needle import Needle
from runeheart_hw.reader_order import Order
from runeheart_hw.reader_part import ReaderPart

QUERY_MS: Final = 1000
"""How often a port that was just opened is asked who it is."""
PLAIN_MS: Final = 3000
"""What sends headings and has not said by then who it is, is a plain compass."""
SILENCE_MS: Final = 6000
"""Nothing understood for so long: gone. A reader gives a sign of life each second."""
AWAIT_MS: Final = 8000
"""A reader that hears nothing for 20 s puts its lights out: so a daemon that ends leaves none on."""
REFRESH_MS: Final = 30_000
"""How often what is wrong is asked for anew while something is: that it is well again may have got lost."""
ODD_MS: Final = 30_000
"""How long a sentence that is not known is told of."""
DIE_NAMES: Final = {
    "D4": "d4",
    "D6": "d6",
    "D8": "d8",
    "D10": "d10",
    "CMP": "compass",
    "MOV": "movement",
}
"""The wire's names of the dice, and the games' own."""
_WIRE_NAMES: Final = {name: wire for wire, name in DIE_NAMES.items()}
CONFIRM: Final = "ok"
"""The name of a reader's button to confirm; where there is none, a needle that rests confirms itself."""
TYPED: Final = "values can be typed"


class Talk:
    """One port's talk after the other; its counters go on."""

    def __init__(self, part: ReaderPart) -> None:
        self.alert: str | None = None
        """What of an understood reader needs a person."""
        self.who = ""
        self.is_understood = False
        self._needle = Needle(int(part.still_s * 1000), part.still_deg)
        self._baud = part.baud
        self._splitter = framing.Splitter()
        self._order = Order()
        self._reboots = 0
        self._ask: Ask | None = None
        self._port = ""
        self.opened("", 0)

    def opened(self, port: str, now_ms: int) -> None:
        """Begin with a port: nothing is known of who is there."""
        self._port = port
        self._order.begin()
        self._identity: messages.Identity | None = None
        self._errors: dict[str, str] = {}
        self._odd: tuple[str, int] | None = None
        self._opened_ms = self._heard_ms = now_ms
        self._was_noise = self._noise()
        self._was_bad = self._splitter.bad_checksum
        self._has_heading = self._has_echo = False
        self._uptime_s = 0
        self._query_ms: int | None = now_ms
        self._open_queries = 0
        self._asked_ms = now_ms
        self._awaited: tuple[str | None, int] | None = None
        self.closed()

    def closed(self) -> None:
        """End with a port."""
        self.is_understood = False
        self.alert = None

    def counters(self) -> tuple[tuple[str, int], ...]:
        """Return what was counted since the program started."""
        splitter, order = self._splitter, self._order
        return (
            ("good", splitter.good),
            ("bad checksum", splitter.bad_checksum),
            ("too long", splitter.too_long),
            ("other", splitter.other),
            ("repeated", order.repeated),
            ("lost", order.lost),
            ("restarts", self._reboots),
        )

    def expect(self, ask: Ask | None) -> None:
        """Take what the game waits for."""
        if ask != self._ask:
            self._ask = ask
            self._needle.ask(asked=awaited_die(ask) == "CMP")

    def heard(self, data: bytes, now_ms: int) -> list[Reading]:
        """Take bytes as they come; returns the readings in them, each once."""
        found: list[Reading] = []
        for body in self._splitter.feed(data):
            message = messages.parse(body)
            if message is None:
                self._not_known(body, now_ms)
                continue
            if isinstance(message, messages.HOST_ONLY):
                self._has_echo = True  # no reader says it: a prompt repeats what we say
                self._is_no_message()
                continue
            self._heard_ms = now_ms
            self._was_bad = self._splitter.bad_checksum
            if (reading := self._take(message, now_ms)) is not None:
                found.append(reading)
        if self._has_heading and not self.is_understood and now_ms - self._opened_ms >= PLAIN_MS:
            self.is_understood, self.who = True, f"a plain compass at {self._port}"
        self._set_alert(now_ms)
        return found

    def to_send(self, now_ms: int) -> list[bytes]:
        """Return the sentences that are due now; they count as sent."""
        due: list[Message] = []
        if self._query_ms is not None and now_ms >= self._query_ms:
            due.append(messages.Query())
            self._open_queries, self._asked_ms = self._open_queries + 1, now_ms
            self._query_ms = None if self.is_understood else now_ms + QUERY_MS
        if self._identity is not None and self.is_understood:
            die = awaited_die(self._ask)
            if self._awaited is None or self._awaited[0] != die or now_ms - self._awaited[1] >= AWAIT_MS:
                due.append(messages.Await(die))
                self._awaited = (die, now_ms)
            missing = self._order.ask_from(now_ms)
            if missing is not None:
                due.append(messages.Repeat(missing))
        return [framing.frame(message.body()) for message in due]

    def hopeless(self, now_ms: int) -> str | None:
        """Return why this port is of no use and is to be closed, with what to do about it; else None."""
        identity = self._identity
        if identity is not None and identity.protocol != messages.PROTOCOL:
            return mismatch(self._port, identity.protocol)
        if now_ms - self._heard_ms < SILENCE_MS:
            return None
        if self._has_echo:
            return (
                f"{self._port} is a board without the reader's program: run `runeheart reader flash`; {TYPED}"
            )
        if self.is_understood and self._splitter.bad_checksum > self._was_bad:
            return (
                f"{self._port} speaks, but with bad checksums or none: look at its cable, or set it to send "
                f"them; {TYPED}"
            )
        if self.is_understood:
            return f"{self._port} has gone silent: unplug it and plug it in again; {TYPED}"
        if self._noise() > self._was_noise:
            return (
                f"what {self._port} sends is not understood: is it a reader, and is [reader] baud "
                f"({self._baud}) right? {TYPED}"
            )
        return (
            f"{self._port} is silent: is it a reader? runeheart reader flash puts its program on it; {TYPED}"
        )

    def wait_ms(self, now_ms: int) -> int:
        """Return how long one may sleep when nothing comes: until the next sentence or verdict is due."""
        moments = [self._heard_ms + SILENCE_MS, now_ms + QUERY_MS]
        if self._query_ms is not None:
            moments.append(self._query_ms)
        return max(20, min(moments) - now_ms)

    def _take(self, message: Message, now_ms: int) -> Reading | None:
        if isinstance(message, HeadingSentence):
            self._has_heading = True
            heading = self._needle.heard(message.degrees, now_ms)
            has_button = self._identity is not None and CONFIRM in self._identity.sensors
            if heading is None or has_button or not self.is_understood:
                return None
            return Headed(heading, now_ms)
        if isinstance(message, messages.Identity):
            self._identified(message)
        elif self._identity is None or not self.is_understood:
            return None  # what it says may be of before: its beat tells where its numbers stand
        elif isinstance(message, messages.Beat):
            self._beat(message, now_ms)
        elif isinstance(message, messages.Error):
            self._errors.pop(message.sensor, None)
            if message.text:
                self._errors[message.sensor] = message.text
        elif isinstance(message, messages.Roll) and self._order.is_new(message.seq, now_ms):
            self._odd = None
            return Rolled(DIE_NAMES[message.die], message.face, now_ms)
        elif isinstance(message, messages.Confirm) and self._order.is_new(message.seq, now_ms):
            return None if message.degrees is None else Headed(message.degrees, now_ms)
        return None

    def _identified(self, identity: messages.Identity) -> None:
        """Take who is there. Without having been asked it says so when it was just switched on."""
        if self._open_queries:
            self._open_queries -= 1  # a slow one answers each time that it was asked
        elif self._identity is not None:
            self._restarted()
        self._identity = identity
        self._errors.clear()  # what is wrong follows
        self._query_ms = None
        self._awaited = None
        self.is_understood = identity.protocol == messages.PROTOCOL
        sensors = ", ".join(identity.sensors) or "no sensors"
        self.who = f"{self._port}, firmware {identity.version}, {sensors}"

    def _beat(self, beat: messages.Beat, now_ms: int) -> None:
        if now_ms - self._asked_ms >= SILENCE_MS:
            self._open_queries = 0  # lost on the way
        if beat.uptime_s < self._uptime_s:
            self._restarted()
        self._uptime_s = beat.uptime_s
        self._order.told_last(beat.seq, now_ms)
        is_unnamed = bool(beat.failing) and not self._errors and not self._open_queries
        is_old = bool(self._errors) and now_ms - self._asked_ms >= REFRESH_MS
        if is_unnamed or is_old:
            self._query_ms = now_ms  # its answer names what is wrong now

    def _restarted(self) -> None:
        self._reboots += 1
        self._uptime_s = 0
        self._errors.clear()
        self._awaited = None
        self._order.restarted()

    def _not_known(self, body: str, now_ms: int) -> None:
        if body.startswith("PRNH,"):
            self._heard_ms, self._odd = now_ms, (body, now_ms)
        self._is_no_message()

    def _is_no_message(self) -> None:
        self._splitter.good -= 1
        self._splitter.other += 1

    def _set_alert(self, now_ms: int) -> None:
        if self._odd is not None and now_ms - self._odd[1] > ODD_MS:
            self._odd = None
        if self._odd is not None:
            self.alert = f"it sent {shown(self._odd[0])}, which no game knows: {TYPED}"
        else:
            failing = "; ".join(f"{sensor}: {text}" for sensor, text in self._errors.items())
            self.alert = f"{failing}; {TYPED}" if failing else None

    def _noise(self) -> int:
        return self._splitter.bad_checksum + self._splitter.too_long + self._splitter.other


def awaited_die(ask: Ask | None) -> str | None:
    """Return the wire's name of the die that answers a question; None where no reading does."""
    if isinstance(ask, AskRoll):
        return _WIRE_NAMES.get(ask.die)
    return "CMP" if isinstance(ask, AskChoose) and ask.what == "direction" else None


def mismatch(port: str, protocol: int) -> str:
    """Return what to do about a reader that speaks another protocol."""
    return (
        f"{port} speaks protocol {protocol}; this controller needs {messages.PROTOCOL}: "
        f"run `runeheart reader flash`; {TYPED}"
    )
