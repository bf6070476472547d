"""The one loop that owns the state: a press in, one function, one fan-out (design 4).

Owns the order in which things happen: presses, readings, operator verbs, the ui's own moments and the end of
the timer go by their time, so a press that was made in time counts although it arrives late. Knows no driver,
no socket and no rules; the surface decides what a press means, the session what comes of it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from runeheart.core.events import Json
from runeheart.core.game import Game
from runeheart.core.panel import Press, Reading
from runeheart.games.registry import GAMES
from runeheart.runtime import operating, status, verbs
from runeheart.runtime.clock import Clock
from runeheart.runtime.front import Front
from runeheart.runtime.hands import Hands
from runeheart.runtime.inbox import Inbox, Item, Verb
from runeheart.runtime.journal import Journal
from runeheart.runtime.operating import AfterLoss
from runeheart.runtime.outputs import Outputs
from runeheart.runtime.ports import Devices, Health
from runeheart.runtime.session import Outcome, Session
from runeheart.runtime.verbs import Answer
from runeheart.runtime.watchers import Watchers
from runeheart.surface.api import Door, SurfaceSettings

log = logging.getLogger(__name__)

LATE_MS = 1000
"""A ui moment that is more overdue than this counts as now: nobody wants a minute of ticks at once."""
OFF = "the prop is being switched off"


class Prop:
    """A prop: its devices, the game at the table, and the ui.

    Args:
        devices: the ports; each may be missing or break at any time.
        journal: where games are kept.
        settings: what the configuration says about the surface.
        clock: the machine's clocks.
        after_loss: what to do with a game that was running when the power went.
        grace_ms: how long a press can still be on its way after it was made (settle time and a little more);
            the end of the timer is taken that much later, at its own time.
        version: the Runeheart that writes the journal.
    """

    def __init__(
        self,
        devices: Devices,
        journal: Journal,
        settings: SurfaceSettings,
        clock: Clock,
        *,
        after_loss: AfterLoss = "paused",
        grace_ms: int = 25,
        games: Mapping[str, Game[Any]] = GAMES,
        version: str = "",
    ) -> None:
        self.session = Session(journal, games, version)
        self._journal = journal
        self._clock = clock
        self._after_loss = after_loss
        self._grace_ms = grace_ms
        self._version = version
        self._outputs = Outputs(devices, settings.preset)
        self._front = Front(self.session, self._outputs, settings, self.now_ms)
        self._inbox = Inbox()
        self._watchers = Watchers()
        self._woken = asyncio.Event()
        self._is_up = asyncio.Event()
        self.began_ms = self.now_ms()
        """When the prop began, in monotonic milliseconds."""
        self._failed_end_ms: int | None = None
        self._fault: str | None = None
        self.config_problem: str | None = None
        """Why a changed configuration was not taken over, as a sentence for the operator."""
        self.console_problem: str | None = None
        """Why the game master's pages cannot be reached, as a sentence for the operator."""
        self.hands = Hands()
        """What the players hold, and pressed last."""
        self.swept = False
        """Lights and buzzer were tried since the last game began."""
        self._is_off = False

    @property
    def name(self) -> str:
        """Return what this prop is called."""
        return self._front.settings.prop_name

    def now_ms(self) -> int:
        """Return this moment in monotonic milliseconds."""
        return self._clock.mono_ns() // 1_000_000

    def press(self, press: Press) -> None:
        """Take a debounced edge. Its light answers here and now: before any rule, disk or network."""
        self.hands.note(press)
        if press.down:
            self._outputs.touch(press.button)
        self._inbox.add(press)
        self._woken.set()

    def read(self, reading: Reading) -> None:
        """Take a settled reading of the reader; what comes faster than hands can roll is left out."""
        if self._inbox.add_reading(reading, self.now_ms()):
            self._woken.set()

    def lag_ms(self) -> int:
        """Return for how long something has waited to happen: far more than 0 while the prop hangs."""
        item = self._inbox.first()
        due_ms = min(self.due_ms(), self.now_ms() if item is None else item.mono_ms)
        return max(0, self.now_ms() - due_ms)

    def show_console(self, door: Door | None) -> None:
        """Let the service view tell where the console is; None: it cannot be reached."""
        self._front.show_console(door)
        self._woken.set()

    def watch(self, call: Callable[[], object]) -> Callable[[], None]:
        """Let `call` be made in the loop's thread after anything visible may have changed, once a turn.

        Returns what ends that. The call must return at once; what it raises is logged, and the game goes on.
        """
        return self._watchers.add(call)

    async def operator(self, verb: str, args: Mapping[str, Any], who: str) -> Answer:
        """Carry out an operator's verb and return its answer when it is done and on the disk."""
        why = verbs.problem(verb, args)
        if why is not None:
            log.info("the operator (%s): refused: %s", who, why)
            return Answer.refused(why)
        await self._is_up.wait()  # a game that was saved is back before anybody is told of no game
        if verb == "status":
            return Answer.done(**self.status())
        if self._is_off:
            return Answer.refused(OFF)
        if verb == "hint":
            return await self._hint(args, who)
        return await self._enqueue(verb, args, who)

    async def _enqueue(self, verb: str, args: Mapping[str, Any], who: str) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._inbox.add(Verb(verb, args, who, self.now_ms(), answer))
        self._woken.set()
        return await answer

    def reconfigure(self, settings: SurfaceSettings) -> None:
        """Take over other settings of the surface while it runs; a game at the table keeps its own setup."""
        self._front.reconfigure(settings)
        self._woken.set()

    def health(self) -> list[Health]:
        """Ask every device how it is."""
        return self._outputs.health()

    def status(self) -> dict[str, Json]:
        """Return what an operator may see, for people and pages: no answer, no seed."""
        self.session.advance(self.now_ms())
        journal, problem = self._journal, self.session.disk_problem()
        health = self._outputs.health()
        ours = (
            problem,
            self.config_problem,
            self.console_problem,
            self._fault,
            self._inbox.alert(self.now_ms()),
        )
        others = [*journal.notes, *ours, *self._outputs.faults.values()]
        return {
            **status.of_program(self._front.settings.prop_name, self._version, self.now_ms() - self.began_ms),
            **status.of_game(self.session.table),
            **self.session.about(),
            **status.of_panel(self._outputs.panel, self._outputs.levels),
            **status.of_devices(health, [alert for alert in others if alert]),
            **status.of_journal(journal.path, problem),
        }

    async def run(self, stop: asyncio.Event, ready: Callable[[], None] = lambda: None) -> None:
        """Play until `stop`; `ready` is called when the first picture is out and presses are taken.

        The devices and the journal are the caller's to close.
        """
        await self.restore()
        self._outputs.start(self.press, self.read)
        await self.turn()
        ready()
        waker = asyncio.create_task(self._wake_at_stop(stop))
        loop = asyncio.get_running_loop()
        try:
            while not stop.is_set():
                self._woken.clear()
                await self.turn()
                timer = loop.call_later(max(0, self.due_ms() - self.now_ms()) / 1000, self._woken.set)
                await self._woken.wait()
                timer.cancel()
        finally:
            waker.cancel()
            self._is_off = True
            for item in self._inbox.verbs():
                if not item.answer.done():
                    item.answer.set_result(Answer.refused(OFF))

    async def restore(self) -> None:
        """Bring back the game that was at the table when the power went, as configured."""
        session = self.session
        await operating.restore(session, self._journal, self._after_loss, self.now_ms())
        if session.table is None:
            return
        await self._front.told(Outcome())
        left_ms = session.left_ms()
        if session.under_way and (left_ms is None or session.paused_by == "power"):
            self._front.power_lost(left_ms)

    async def turn(self) -> None:
        """Let everything happen that is due by now, in the order of its time; then show."""
        while (due := self._next()) is not None:
            with self._surviving():
                await due()
        now_ms = self.now_ms()
        self.session.advance(now_ms)
        tick_ms = self.session.tick_mono_ms()
        if tick_ms is not None and tick_ms <= now_ms:
            self.session.tick(now_ms)
        if self.session.under_way:
            self.swept = False
        with self._surviving():
            if self._front.show(now_ms):
                self._watchers.tell()
        self._is_up.set()

    def due_ms(self) -> int:
        """Return the monotonic moment at which the next turn is due by itself."""
        end_ms = self._end_ms()
        end_ms = None if end_ms is None else end_ms + self._grace_ms
        moments = (end_ms, self._front.wake_ms, self._front.frame_ms, self.session.tick_mono_ms())
        return min((moment for moment in moments if moment is not None), default=self.now_ms() + 60_000)

    def _next(self) -> Callable[[], Awaitable[None]] | None:
        """Return what happens next, by time; None when it lies ahead.

        Nothing at or past the end of the timer happens before the end itself, and that waits for presses
        that were made before it and are still on their way (HA-13).
        """
        now_ms = self.now_ms()
        item = self._inbox.first()
        item_ms = now_ms if item is None else item.mono_ms
        wake_ms = self._front.wake_ms
        wake_ms = now_ms + 1 if wake_ms is None else max(wake_ms, now_ms - LATE_MS)
        end_ms = self._end_ms()
        if end_ms is not None and end_ms <= min(item_ms, wake_ms):
            return self._fall_due if now_ms >= end_ms + self._grace_ms else None
        if item is not None and item_ms <= wake_ms:
            self._inbox.remove(item)
            return lambda: self._take(item)
        return (lambda: self._tick(wake_ms)) if wake_ms <= now_ms else None

    def _end_ms(self) -> int | None:
        """Return the moment at which the timer ends, unless its end has failed once already."""
        end_ms = self.session.due_mono_ms()
        return None if end_ms == self._failed_end_ms else end_ms

    async def _take(self, item: Item) -> None:
        self.session.advance(item.mono_ms)
        if isinstance(item, Press):
            await self._front.press(item)
            return
        if not isinstance(item, Verb):
            await self._front.read(item)
            return
        answer = Answer.refused("a fault happened inside; the log has the details")
        try:
            answer = await self._operate(item)
        finally:
            if not item.answer.done():  # it is when who asked has gone
                item.answer.set_result(answer)

    async def _tick(self, at_ms: int) -> None:
        self.session.advance(at_ms)
        await self._front.tick(at_ms)

    async def _fall_due(self) -> None:
        self._failed_end_ms = self.session.due_mono_ms()  # should it fail, it must not block the rest
        outcome = await self.session.fall_due()
        self._failed_end_ms = None
        await self._front.told(outcome)

    async def _operate(self, item: Verb) -> Answer:
        if item.verb == "hint":
            return await self._tell_hint(item)
        outcome = await operating.carry_out(
            self.session, self._front.settings, item.verb, item.args, item.mono_ms, item.who
        )
        if item.verb == "acknowledge":
            self._fault = None
        if outcome.refused is None and (item.verb == "sweep" or item.args.get("sweep")):
            await self._front.told(outcome)  # the lights of attract first: the wave runs over them
            await self._front.sweep()
            self.swept = True
        self._log(item.who, verbs.named(item.verb, item.args), outcome.refused)
        await self._front.told(outcome)
        if outcome.refused is not None:
            return Answer.refused(outcome.refused)
        told = status.of_game(self.session.table)
        if item.verb == "command":
            told |= status.of_events(self.session.table, outcome.events)
        undone = [{"undone": event.data["command"]} for event in outcome.events if event.name == "undone"]
        return Answer.done(**told, **(undone[0] if undone else {}))

    async def _hint(self, args: Mapping[str, Any], who: str) -> Answer:
        """Help the operator to help, and count it; the clock goes on, and with `show` the players read it."""
        found = await operating.hint(self.session, args.get("step", 1))
        if found.why is not None:
            self._log(who, "hint", found.why)
            return found
        told = await self._enqueue("hint", {**args, "text": found.data["hint"]}, who)
        return found if told.why is None else told

    async def _tell_hint(self, item: Verb) -> Answer:
        is_shown = item.args.get("show", False)
        why = None
        if is_shown and not await self._front.advise(item.args["text"]):
            why = "the prop shows a hint only while the clock runs; tell it in words"
        else:
            step = item.args.get("step", 1)
            # what was read out first and then shown is one hint
            is_again = is_shown and [row.body for row in self.session.log()[-1:]] == [_hint_note(step)]
            note = {"do": "show_hint", "step": step} if is_again else _hint_note(step, is_shown=is_shown)
            await self.session.note(note, item.mono_ms, item.who)
        self._log(item.who, "hint", why)
        return Answer.done() if why is None else Answer.refused(why)

    def _log(self, who: str, verb: str, refused: str | None) -> None:
        log.info("the operator (%s): %s %s", who, verb, "done" if refused is None else f"refused: {refused}")

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        """Tell of a fault of our own; the state is as before it, and the loop goes on."""
        try:
            yield
        except Exception:
            log.exception("a fault inside; the game goes on")
            self._fault = "a fault happened inside, and the game went on; the log has the details"
            if self._front.wake_ms is None:
                self._front.wake_ms = self.now_ms() + LATE_MS

    async def _wake_at_stop(self, stop: asyncio.Event) -> None:
        await stop.wait()
        self._woken.set()


def _hint_note(step: int, *, is_shown: bool = False) -> dict[str, Json]:
    return {"do": "hint", "step": step, "show": is_shown}
