"""The reader: sensors that are minded one by one, what they say, and what the prop asks of it.

Owns the tasks, the messages and the watchdog. The board (`pico.Board`, or the simulated one) gives pins,
buses, the wire and chance; it is all that this app knows of hardware.
"""

import asyncio

from wire.framing import Splitter, frame
from wire.messages import (
    PROTOCOL,
    Await,
    Beat,
    Calibrate,
    Confirm,
    Error,
    Identity,
    Query,
    Repeat,
    Roll,
    Teach,
    Upload,
    receive,
)

from chance import roll
from clock import Clock
from minding import Minding
from outbox import Outbox
from sensors import build
from settings import Settings
from store import Store
from tags import Tags
from version import VERSION

_BEAT_MS = 1000
_HOST_GONE_MS = 20_000
_LESSON_MS = 300_000
_WATCHDOG_MS = 8000
_STUCK_MS = 5000


class App:
    """One reader on one board. Sensors know it as their desk."""

    def __init__(self, board, clock=None):
        self._board = board
        self._clock = clock or Clock()
        self._store = Store(board.folder)
        settings = Settings(self._store)
        self.settle_ms = settings.settle_ms
        self.tags = Tags(self._store)
        self.field = asyncio.Lock()
        self._kept = {}
        self._problem = ""
        self._odd = {}  # sensor → what is wrong with what a file says of it
        self._outbox = Outbox()
        self._splitter = Splitter()
        self._errors = {}
        self._awaited = None
        self._heard_ms = 0
        self._beat_ms = -_BEAT_MS
        self._intake_ms = 0
        self._dog = None
        self._is_over = False
        self.mindings = [Minding(sensor, self) for sensor in build(settings, board, self)]
        self.say(self._identity())
        for name, text in settings.problems:
            if name not in self._errors:  # the first of each; the next one when that is mended
                self.trouble(name, text)
        self._tell_files()

    # What sensors ask of their desk

    def say(self, message):
        """Send a message."""
        self._board.serial.write(frame(message.body()))

    def trouble(self, name, text):
        """Tell what is wrong with a sensor, once; an empty text when it is well again."""
        error = Error(name, text)
        if self._errors.get(name, "") != error.text:
            self._errors[name] = error.text
            self.say(error)

    def rolled(self, die, face):
        """A die lies still."""
        self.say(self._outbox.add(lambda seq: Roll(seq, die, face)))

    def heading(self, compass, sentence):
        """A compass has settled, or still rests. Of two on a board, the first that works is heard."""
        if compass is self._compass():
            self.say(sentence)

    def taught(self, tag):
        """Give a tag to the lesson; return whether a face was asked for."""
        answer = self.tags.take(tag)
        if answer is not None:
            loser = self.tags.loser(tag)
            if loser:
                self.say(Error("reader", loser))
            self.say(answer)
        return answer is not None

    def rolls(self, movement):
        """The roll button was pressed: roll the awaited die, if one is. Nothing can be wrong with it."""
        if self._awaited is not None and (self._awaited != "MOV" or movement):
            self.rolled(self._awaited, roll(self._awaited, movement, self._board.random))
        return ""

    def confirms(self):
        """The confirm button was pressed: confirm the heading that rests; without a compass, only that."""
        compass = self._compass()
        if compass is not None and compass.degrees is None:
            return "the compass still moves: let it rest and confirm again"
        self.say(self._outbox.add(lambda seq: Confirm(seq, None if compass is None else compass.degrees)))
        return ""

    def kept(self, file, name):
        """Return what a file says of a sensor, an empty dict if nothing."""
        if file not in self._kept:
            raw, why = self._store.load(file)
            self._kept[file] = raw if isinstance(raw, dict) else {}
            if why != "" and not isinstance(raw, dict):
                self._store.put_aside(file)
                self._problem = f"{file} is unreadable and now {file}.bad"
        entry = self._kept[file].get(name, {})
        if isinstance(entry, dict):
            return entry
        self.odd(file, name, "an odd calibration: do it anew")
        return {}

    def odd(self, file, name, text):
        """Take what is wrong with what a file says of a sensor; it is told until something else is kept."""
        self._odd[name] = f"{file}: {name} has {text}"

    def keep(self, file, name, entry):
        """Save what a file says of a sensor."""
        self._kept[file][name] = entry
        self._store.save(file, self._kept[file])
        if self._odd.pop(name, None) is not None:
            self._tell_files()

    def _tell_files(self):
        odd = list(self._odd.values())
        self.trouble("files", self.tags.problem or self._problem or (odd[0] if odd else ""))

    # What the prop asks

    def take(self, data):
        """Take bytes from the wire."""
        for message in receive(self._splitter, data):
            self._heard_ms = self._clock.now_ms()
            try:
                self._answer(message)
            except (OSError, ValueError) as error:
                self.say(Error("reader", str(error)))
            except Exception as error:  # noqa: BLE001 a fault of ours must not end the listening
                self.say(Error("reader", f"fault in the firmware: {type(error).__name__} {error}"))

    def _answer(self, message):
        if isinstance(message, Query):
            self._give_up()  # who asks has just come: what another one began is over
            self.say(self._identity())
            for name, text in self._errors.items():
                if text:
                    self.say(Error(name, text))
        elif isinstance(message, Await):
            self._light(message.die)
        elif isinstance(message, Repeat):
            for kept in self._outbox.since(message.seq):
                self.say(kept)
        elif isinstance(message, Teach):
            self._teach(message)
        elif isinstance(message, Calibrate):
            self._calibrate(message)
        elif isinstance(message, Upload):
            self._board.leave()

    def _teach(self, message):
        if message.die is None:
            self.tags.cancel()
            self.say(message)
        elif message.face is None:
            self.tags.keep(message.die, message.number)
            self.say(message)
        else:
            self.tags.ask(message.die, message.number, message.face)
            if message.tag:  # of a lesson that was broken off
                self.say(self.tags.take(message.tag))

    def _calibrate(self, message):
        for minding in self.mindings:
            if minding.sensor.name == message.sensor and hasattr(minding.sensor, "calibrate"):
                self.say(minding.sensor.calibrate(message.step))
                return
        raise ValueError(f"there is no compass {message.sensor}")

    def _give_up(self):
        """End a lesson or a calibration that nobody goes on with: dice and compass would stay silent."""
        self.tags.cancel()
        for minding in self.mindings:
            if hasattr(minding.sensor, "calibrate"):
                minding.sensor.give_up()

    def _identity(self):
        return Identity(PROTOCOL, VERSION, tuple([minding.sensor.name for minding in self.mindings]))

    def _light(self, die):
        self._awaited = die
        for minding in self.mindings:
            minding.light(die is not None and die in minding.sensor.dice)

    def _compass(self):
        for minding in self.mindings:
            if hasattr(minding.sensor, "calibrate") and minding.is_well:
                return minding.sensor
        return None

    # What goes on by itself

    def tend(self):
        """Do what is due: the beat, the lights of a prop that is gone, the watchdog's food. Called often."""
        now_ms = self._clock.now_ms()
        if now_ms - self._beat_ms >= _BEAT_MS:
            self._beat_ms = now_ms
            failing = len([minding for minding in self.mindings if minding.is_well is False])
            self.say(Beat(now_ms // 1000 % 1_000_000_000, self._outbox.seq, failing))
        if self._awaited is not None and now_ms - self._heard_ms > _HOST_GONE_MS:
            self._light(None)
        if now_ms - self._heard_ms > _LESSON_MS:
            self._give_up()
        if self._dog is not None and self._is_alive(now_ms):
            self._dog.feed()
        if self._board.wants_out():
            self._board.leave()

    def _is_alive(self, now_ms):
        """Tell whether every task has come by lately; one that hangs lets the chip start anew."""
        stamps = [self._intake_ms] + [minding.due_ms for minding in self.mindings]
        return all(now_ms - stamp_ms < _STUCK_MS for stamp_ms in stamps)

    async def _listen(self):
        while not self._is_over:
            self._intake_ms = self._clock.now_ms()
            try:
                self.take(self._board.serial.read())
            except EOFError:
                self._is_over = True
            await asyncio.sleep_ms(10)

    async def _mind(self, minding):
        while True:
            await asyncio.sleep_ms(await minding.step(self._clock.now_ms()))

    async def run(self):
        """Run until the wire ends, which it does on a computer only."""
        self._dog = self._board.watchdog(_WATCHDOG_MS)
        tasks = [asyncio.create_task(self._mind(minding)) for minding in self.mindings]
        tasks.append(asyncio.create_task(self._listen()))
        while not self._is_over:
            self.tend()
            await asyncio.sleep_ms(100)
        for task in tasks:
            task.cancel()
