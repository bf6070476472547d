"""The game at the table: its commands, its clock, its undo, and that each is on the disk before it is seen.

Owns the `Table`, the rows of the game and the game clock. Knows no button, no screen and no particular game:
prop.py asks what becomes due when, and shows what came of it.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import Ask, Event, Json
from runeheart.core.game import Game, Guided
from runeheart.core.table import Table, Taken
from runeheart.core.units import milliseconds, seconds
from runeheart.runtime import records
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.gameclock import GameClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.records import About, Record, Row, Saved

log = logging.getLogger(__name__)

NO_GAME = "there is no game; begin one on the prop, or with: runeheart ctl start"
CLOCK_ROW_MS = 1000
"""How much playing time a power cut can cost at most."""
LONGEST_WRITE_S = 2.0
"""A disk that takes longer keeps nobody waiting: what is shown then is saved a little later."""
SLOW_DISK = Sentence(
    "the disk has not answered for more than {seconds:.0f} s: the game goes on, and is saved when it answers;"
    " a power cut before that loses it. If this comes again, change the card"
)


class SetAsideError(Exception):
    """A saved game that this Runeheart must not touch; the text says why, and what to do."""


class Outcome(Struct, frozen=True):
    """What came of something: events in order, and why it was refused, if so."""

    events: tuple[Event, ...] = ()
    refused: str | None = None


class Session:
    """At most one game at a time. Every method that changes it returns when the journal has it."""

    def __init__(self, journal: Journal, games: Mapping[str, Game[Any]], version: str) -> None:
        self._journal = journal
        self._games = games
        self._version = version
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._ticking: Future[None] | None = None
        self._late: Future[None] | None = None
        """What the disk was given last and did not take in time."""
        self._record: Record | None = None
        self._rows: list[Row] = []
        self._log: list[Row] = []
        self._table: Table[Any] | None = None
        self._left: Table[Any] | None = None
        """The table of `_record` after it was closed: undo can bring it back until its answer is erased."""
        self._clock = GameClock()
        self._tick_ms = 0

    @property
    def table(self) -> Table[Any] | None:
        """The game at the table, None in attract."""
        return self._table

    @property
    def state(self) -> Any:
        """The game's state, None in attract."""
        return self._table.state if self._table else None

    @property
    def record(self) -> Record | None:
        """Record 0 of the game at the table, or of the last one until its answer is erased. Secret."""
        return self._record

    def about(self) -> dict[str, Json]:
        """Return who plays, as far as the operator said, and the game's number in the history."""
        if self._record is None or self._table is None:
            return {}
        about = self._record.about
        return {"team": about.team, "players": about.players, "id": self._journal.number_of(self._record)}

    @property
    def seq(self) -> int:
        """How much was done in this game so far, what was taken back and the taking back included.

        It never goes back: a page that tells it with a command tells which question was seen.
        """
        return len(self._rows)

    def log(self) -> tuple[Row, ...]:
        """Return what stands of the game at the table, each row with its public events; () in attract."""
        return tuple(self._log) if self._table is not None else ()

    @property
    def under_way(self) -> bool:
        """Tell whether there is a game that is not over."""
        return self.ask is not None

    @property
    def ask(self) -> Ask | None:
        """Return what the game at the table waits for; None in attract, and once it is over."""
        return self._table.game.ask(self._table.state) if self._table else None

    @property
    def paused(self) -> bool:
        """Tell whether the game at the table is paused."""
        return bool(self._view("phase") == "paused")

    @property
    def paused_by(self) -> str | None:
        """Return who paused the game at the table, as rows name it; None while it is not paused."""
        pauses = [row.source for row in records.standing(self._rows) if row.body.get("do") == "pause"]
        return pauses[-1] if self.paused and pauses else None

    def left_ms(self) -> int | None:
        """Return the time left of the game at the table; None if it has no timer."""
        return milliseconds(self._view("left_s"))

    def due_mono_ms(self) -> int | None:
        """Return the monotonic moment at which something falls due by itself; None while nothing does."""
        deadline_ms = self._deadline_ms()
        return None if deadline_ms is None else self._clock.mono_ms(deadline_ms)

    def tick_mono_ms(self) -> int | None:
        """Return the monotonic moment of the next clock row, or next try; None while there is neither."""
        return self._tick_ms if self._clock.runs or self._journal.problem is not None else None

    def disk_problem(self) -> str | None:
        """Tell why not all of the game is on the disk, as a sentence for the operator; None if it is."""
        is_late = self._late is not None and not self._late.done()
        return self._journal.problem or (SLOW_DISK.told(seconds=LONGEST_WRITE_S) if is_late else None)

    def advance(self, mono_ms: int) -> None:
        """Move the game's clock to a monotonic moment, but not up to the deadline: that is `fall_due`'s."""
        if self._table is not None:
            self._table = records.wait(self._table, self._at_ms(mono_ms))

    async def begin(self, name: str, setup: Mapping[str, Any], seed: int, about: About | None = None) -> None:
        """Set a new game up; raise SetupInvalidError, the game at the table untouched, if that cannot be.

        `about` tells who plays.
        """
        game = self._games[name]
        table: Table[Any] = Table(game, game.setup(setup, seed))
        record = Record(
            self._journal.next_id(),
            name,
            game.rules_version,
            self._version,
            setup,
            seed,
            self._journal.wall(),
            not isinstance(game, Guided),
            records.difficulty(table),
            about or About(),
        )
        await self._write(self._journal.begin, record)
        self._record, self._rows, self._log, self._table, self._left = record, [], [], table, None
        self._clock = GameClock()

    async def take(self, body: Mapping[str, Any], mono_ms: int, source: str) -> Outcome:
        """Carry a command out at a monotonic moment; a refused one leaves no row."""
        table = self._table
        if table is None:
            return Outcome(refused=NO_GAME)
        taken = table.take({**body, "at": seconds(self._at_ms(mono_ms))})
        if taken.counted:
            await self._keep("command", body, source, taken)
        self._adopt(taken.table, mono_ms)
        return Outcome(taken.events, taken.refused)

    async def fall_due(self) -> Outcome:
        """Let happen what falls due at the deadline, at exactly its time."""
        table, deadline_ms = self._table, self._deadline_ms()
        if table is None or deadline_ms is None:
            return Outcome()
        taken = table.take({"do": "wait", "at": seconds(max(deadline_ms, table.at_ms))})
        await self._keep("wait", {"do": "wait"}, "timer", taken)
        self._adopt(taken.table, self._clock.mono_ms(deadline_ms) or 0)
        return Outcome(taken.events)

    async def undo(self, mono_ms: int, source: str) -> Outcome:
        """Leave the last command that stands out of the fold; its row stays, time is not given back.

        While no game is at the table it is the last one's command, and that game comes back.
        """
        table, record = self._table or self._left, self._record
        if table is None or record is None:
            return Outcome(refused="there is no game to undo anything of; the last one's answer is erased")
        last = records.last_command(self._rows)
        if last is None:
            return Outcome(refused="nothing to undo: no command stands in this game")
        if self._table is None:
            self._table, self._left, self._clock = table, None, GameClock(table.at_ms)
        self.advance(mono_ms)
        row = Row(
            len(self._rows) + 1,
            self._table.at_ms if self._table else 0,
            "undo",
            {"seq": last.seq},
            source,
            self._journal.wall(),
        )
        after, log = records.retold(table.game, record, [*self._rows, row])
        await self._append(row, row.body, after)
        self._log = log
        self._adopt(after, mono_ms)
        return Outcome((Event("undone", {"command": last.body.get("do")}),))

    async def note(self, body: Mapping[str, Any], mono_ms: int, source: str) -> None:
        """Keep what somebody did beside the game at the table; it changes nothing in it."""
        if self._table is None:
            return
        self.advance(mono_ms)
        row = Row(len(self._rows) + 1, self._table.at_ms, "note", body, source, self._journal.wall())
        await self._append(row, body, self._table)
        self._log.append(row)

    async def describe(self, number: int, changes: Mapping[str, Any]) -> Outcome:
        """Say who played a game of the history, by its number there; what is not in `changes` stays."""
        reading = asyncio.wrap_future(self._disk.submit(self._journal.about, number))
        await asyncio.wait([reading], timeout=LONGEST_WRITE_S)
        if not reading.done():
            return Outcome(refused="the disk does not answer; try again later")
        try:
            about = reading.result()
        except sqlite3.Error as error:
            return Outcome(refused=f"the journal cannot be read: {error}")
        if about is None:
            return Outcome(refused=f"there is no game {number} in the history")
        about = replace(about, **changes)
        if self._record is not None and self._journal.number_of(self._record) == number:
            self._record = replace(self._record, about=about)
        await self._write(self._journal.describe, number, about)
        return Outcome()

    async def close(self) -> None:
        """Take the game away from the table; its answer goes from the disk with the next one."""
        if self._record is None or self._table is None:
            return
        ending = records.ending(self._table, records.standing(self._rows))
        await self._write(self._journal.close_game, self._record.game_id, ending)
        self._table, self._left = None, self._table
        self._clock = GameClock()

    async def forget(self) -> None:
        """Let the answer of the last game go from the disk now."""
        await self._write(self._journal.forget)
        self._record, self._rows, self._log, self._left = None, [], [], None

    def restore(self, saved: Saved, mono_ms: int) -> None:
        """Put a saved game back on the table; raise SetAsideError for one that other rules made."""
        record = saved.record
        game = self._games.get(record.game)
        begun = f"game {record.game_id} ({record.game}) was begun by Runeheart {record.version}"
        if game is None or game.rules_version != record.rules_version:
            here = f"rules version {game.rules_version}" if game else "no such game"
            raise SetAsideError(
                f"{begun} with rules version {record.rules_version}, and here is {here}: it was set aside as"
                f" interrupted. To finish it, run Runeheart {record.version} before the next game begins"
            )
        try:
            table, log = records.retold(game, record, saved.rows, saved.clock_ms)
        except Exception as error:
            raise SetAsideError(
                f"{begun}, but what was saved does not give a game ({error}): it was set aside as interrupted"
            ) from error
        self._record, self._rows, self._log = record, list(saved.rows), log
        self._clock = GameClock(table.at_ms)
        self._adopt(table, mono_ms)

    def tick(self, mono_ms: int) -> None:
        """Write a clock row, or try what the disk refused, without waiting for it; not while it is busy."""
        self._tick_ms = mono_ms + CLOCK_ROW_MS
        if self._ticking is not None and not self._ticking.done():
            return
        if self._record is not None and self._table is not None and self._clock.runs:
            self._ticking = self._disk.submit(self._journal.tick, self._record.game_id, self._table.at_ms)
        else:
            self._ticking = self._disk.submit(self._journal.retry)

    async def acknowledge(self) -> None:
        """Take note that a person has read what the journal had to tell."""
        await self._write(self._journal.acknowledge)

    def probe(self) -> Future[None]:
        """Ask the thread that writes for a sign of life: done as soon as all that was asked before is."""
        return self._disk.submit(lambda: None)

    def shut(self) -> None:
        """Write the clock a last time and let go of the journal; blocks until the disk has it."""
        if self._record is not None and self._table is not None and self._clock.runs:
            self._disk.submit(self._journal.tick, self._record.game_id, self._table.at_ms)
        self._disk.submit(self._journal.close)
        self._disk.shutdown(wait=True)

    def _view(self, name: str) -> Any:
        return self._table.game.view(self._table.state).get(name) if self._table else None

    def _deadline_ms(self) -> int | None:
        return self._table.game.deadline_ms(self._table.state) if self._table else None

    def _at_ms(self, mono_ms: int) -> int:
        """Return the game time of a moment: never back, and before the deadline while that is not taken."""
        at_ms = self._clock.now_ms(mono_ms)
        deadline_ms = self._deadline_ms()
        if deadline_ms is not None:
            at_ms = min(at_ms, deadline_ms - 1)
        return max(at_ms, self._table.at_ms if self._table else 0)

    def _adopt(self, table: Table[Any], mono_ms: int) -> None:
        """Show nothing before this: the table becomes the one that counts, and its clock runs or stands."""
        self._table = table
        runs = table.game.deadline_ms(table.state) is not None
        if runs and not self._clock.runs:
            self._tick_ms = mono_ms + CLOCK_ROW_MS
        self._clock = self._clock.follow(runs=runs, at_ms=table.at_ms, mono_ms=mono_ms)

    async def _keep(
        self, kind: records.Kind, body: Mapping[str, Any], source: str, taken: Taken[Any]
    ) -> None:
        row = Row(
            len(self._rows) + 1,
            taken.table.at_ms,
            kind,
            body,
            source,
            self._journal.wall(),
            records.public_events(taken.events),
        )
        await self._append(row, records.public_body(body, taken.events), taken.table)
        self._log.append(row)

    async def _append(self, row: Row, public: Mapping[str, Any], after: Table[Any]) -> None:
        if self._record is None:
            return
        game_id = self._record.game_id
        over = after.game.ask(after.state) is None
        ended = records.ending(after, records.standing([*self._rows, row])) if over else None
        await self._write(lambda: self._journal.append(game_id, row, public, ended))
        self._rows.append(row)
        if ended is not None:
            log.info("game %d is over: %s, %s", game_id, after.game.name, ended.outcome)

    async def _write(self, call: Callable[..., None], *args: Any) -> None:
        """Wait until the disk has it, but not for ever: one that hangs must not hold the players."""
        written = self._disk.submit(call, *args)
        is_slow = self._late is not None and not self._late.done()
        waiting = asyncio.wrap_future(written)
        await asyncio.wait([waiting], timeout=0 if is_slow else LONGEST_WRITE_S)
        if waiting.done():
            waiting.result()
            return
        self._late = written
        if not is_slow:
            log.warning("%s", SLOW_DISK.told(seconds=LONGEST_WRITE_S))
