"""The checklist before a group: what must be right, what is, and what to do about the rest.

Owns each item's state, and the staff's word for what no program can see: that the screen shows what it
should, which holds for the day. Everything else is found out anew at each look. Knows the prop, not its
drivers.
"""

import asyncio
import contextlib
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from runeheart.console.app import Rooms
from runeheart.console.guard import needs
from runeheart.console.operations import Done, Operation, done
from runeheart.console.sessions import Role
from runeheart.core.events import Json
from runeheart.runtime import archive, places
from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Health
from runeheart.runtime.prop import Prop

ENOUGH_MIB = 50
"""Below this a card fills up within an evening of trouble."""
BACKUP_DAYS = 7
MANY_GAMES = 20
"""From here on there is something to lose."""
LOOK_AGAIN_S = 60
"""How often the disk is looked at: it changes slowly, and looking costs."""
STAFF = "staff.json"

Grade = Literal["good", "todo", "bad"]


class Item(Struct, frozen=True):
    """One line of the list."""

    name: str
    title: str
    grade: Grade
    found: str
    """What is so, in a sentence."""
    do: str = ""
    """What to do about it."""


class Look(Done, tag_field="result", tag="done"):
    """The list, and the titles of what is not green."""

    items: list[Item]
    open: list[str]


class Disk(Struct, frozen=True):
    """What was last seen of the disk."""

    free_mib: int | None = None
    backup_days: int | None = None
    """Age of the last backup; None: there was none."""
    games: int = 0
    """How many there were."""


class Checklist:
    """The list of one prop.

    Args:
        prop: what is looked at.
        folder: where its state is kept.
        clock: tells the day.
    """

    def __init__(self, prop: Prop, folder: Path, clock: Clock) -> None:
        self._prop = prop
        self._folder = folder
        self._clock = clock
        self.tell: Callable[[], None] = lambda: None
        """Called when the list may have changed without the prop."""
        self._disk = Disk()
        self._screen_seen = _read(folder / STAFF)

    def look(self) -> dict[str, Json]:
        """Return the items, and the titles of those that are not green."""
        items = tuple(self._items())
        return {
            "items": msgspec.to_builtins(items),
            "open": [item.title for item in items if item.grade != "good"],
        }

    async def watch_disk(self) -> None:
        """Look at the disk every now and then, until cancelled; beside the loop, for a card can be slow."""
        while True:
            self._disk = await asyncio.to_thread(self._look_at_disk)
            self.tell()
            await asyncio.sleep(LOOK_AGAIN_S)

    def confirm_screen(self) -> None:
        """Take the staff's word that the screen shows what it should: it holds until the day ends."""
        self._screen_seen = self._today()
        with contextlib.suppress(OSError):  # then it holds until the next start
            (self._folder / STAFF).write_text(msgspec.json.encode({"screen": self._screen_seen}).decode())
        self.tell()

    def _items(self) -> Iterator[Item]:
        health = {one.device: one for one in self._prop.health()}
        yield self._runes(health.get("buttons"))
        yield self._swept("lights", "Lights", health.get("lights"), "watch the wave run round the six lights")
        yield self._swept("buzzer", "Sound", health.get("buzzer"), "listen for the three tones")
        yield self._screen(health.get("display"))
        if "reader" in health:
            yield _alive("reader", "Reader", health["reader"], "it is alive")
        yield self._written()
        yield self._backup()

    def _runes(self, health: Health | None) -> Item:
        held = self._prop.hands.held()
        if held:
            found, do = f"{_listed(held)} held down", "let go; if nobody touches it, free the button"
            return Item("runes", "Runes", "bad", found, do)
        return _alive("runes", "Runes", health, "all of them are released")

    def _swept(self, name: str, title: str, health: Health | None, do: str) -> Item:
        if self._prop.swept or (health is not None and health.alert):
            return _alive(name, title, health, "tried since the last game")
        return Item(
            name, title, "todo", "not tried since the last game", f"press Try lights and sound, and {do}"
        )

    def _screen(self, health: Health | None) -> Item:
        item = _alive("screen", "Screen", health, "it answers, and somebody looked at it today")
        if item.grade != "good" or self._screen_seen == self._today():
            return item
        return Item(
            "screen",
            "Screen",
            "todo",
            "it answers; nobody has looked at it today",
            "look whether it shows the picture below, then say so",
        )

    def _written(self) -> Item:
        problem, free = self._prop.session.disk_problem(), self._disk.free_mib
        if problem is not None:
            return Item("disk", "Disk", "bad", problem, "a game goes on, but a power cut would lose it")
        if free is not None and free < ENOUGH_MIB:
            return Item("disk", "Disk", "bad", f"only {free} MiB are free", "make room; see runeheart doctor")
        found = "games are written" + ("" if free is None else f"; {_size(free)} free")
        return Item("disk", "Disk", "good", found)

    def _backup(self) -> Item:
        days, games = self._disk.backup_days, self._disk.games
        do = "make one: runeheart backup FILE"
        if days is not None and days <= BACKUP_DAYS:
            return Item("backup", "Backup", "good", f"the last one is {_days(days)} old")
        if days is not None:
            return Item("backup", "Backup", "todo", f"the last one is {_days(days)} old", do)
        if games >= MANY_GAMES:
            return Item("backup", "Backup", "todo", f"none yet, and {games} games that would be lost", do)
        return Item("backup", "Backup", "good", "none yet; there is not much to lose so far")

    def _look_at_disk(self) -> Disk:
        free = backup = None
        games = 0
        with contextlib.suppress(OSError):
            free = shutil.disk_usage(self._folder).free // 2**20
        with contextlib.suppress(OSError):
            stamp = (self._folder / places.BACKUP_STAMP).stat().st_mtime
            backup = self._age(datetime.fromtimestamp(stamp, UTC))
        with contextlib.suppress(archive.ArchiveError):
            games = next((entry.game_id for entry in archive.games(self._folder / places.JOURNAL, 1)), 0)
        return Disk(free, backup, games)

    def _age(self, then: datetime) -> int:
        return max(0, (self._clock.wall() - then).days)

    def _today(self) -> str:
        return self._clock.wall().astimezone().date().isoformat()


def routes(rooms: Rooms) -> list[BaseRoute]:
    """Return the routes of the room."""

    async def page(request: Request) -> Response:
        return rooms.page(request, "checklist.html")

    return [Route("/checklist", needs(Role.VIEWER, page))]


def operations(checklist: Checklist) -> list[Operation]:
    """Return what the room asks for."""

    async def look(_request: Request, _body: Any, _query: Any) -> Response:
        return done(**checklist.look())

    async def confirm(_request: Request, _body: Any, _query: Any) -> Response:
        checklist.confirm_screen()
        return done()

    return [
        Operation(
            "GET",
            "/api/v1/checklist",
            "checklist",
            "See what must be right before a group",
            look,
            Role.VIEWER,
            answer=Look,
        ),
        Operation(
            "POST",
            "/api/v1/checklist/screen",
            "confirm_screen",
            "Say that the screen shows what it should; it holds for the day",
            confirm,
            Role.OPERATOR,
        ),
    ]


def _alive(name: str, title: str, health: Health | None, found: str) -> Item:
    """Return the item of a device: bad with its own alert, which says what to do."""
    if health is None:
        return Item(name, title, "bad", "it does not say how it is", "see runeheart status")
    if health.alert:
        return Item(name, title, "bad", health.alert)
    return Item(name, title, "good", found)


def _read(path: Path) -> str:
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str]).get("screen", "")
    return ""


def _listed(names: tuple[str, ...]) -> str:
    said = " and ".join(name.capitalize() for name in names)
    return f"{said} {'is' if len(names) == 1 else 'are'}"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _size(mib: int) -> str:
    return f"{mib} MiB" if mib < 10 * 1024 else f"{mib // 1024} GiB"
