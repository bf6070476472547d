"""The console of one prop: every room put together, and served beside it once it plays.

Owns what is imported when, and that nothing listens on the network without a password.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from runeheart.console import adapter, checklist, document, history, live, player, server
from runeheart.console.accounts import Accounts
from runeheart.console.api import Api
from runeheart.console.app import application, rooms_of
from runeheart.console.checklist import Checklist
from runeheart.console.door import door_of
from runeheart.console.feed import Feed
from runeheart.console.guard import UNPROTECTED
from runeheart.console.sessions import Sessions, key_of
from runeheart.console.stuck import Stuck
from runeheart.runtime import places
from runeheart.runtime.clock import Clock
from runeheart.runtime.config import Config, ConsoleTable
from runeheart.runtime.prop import Prop

LOOK_AGAIN_S = 5
ADDRESS_S = 30
"""How often it is looked whether the network has given another address."""
HANGS_MS = 300
"""What waits longer than this to happen does not happen: pages grey themselves."""


async def serve(
    prop: Prop,
    config: Config,
    folder: Path,
    clock: Clock,
    version: str,
    at: Callable[[str], object] = lambda _address: None,
) -> None:
    """Serve the console of a prop until cancelled; `folder` is where its state is kept.

    `at` hears its address each time that it can be reached.
    """
    settings = config.console
    accounts = Accounts(folder)
    ports: list[int] = []

    def tell(why: str | None) -> None:
        prop.console_problem = why
        if why is not None:
            ports.clear()
            prop.show_console(None)

    def opened(port: int) -> None:
        ports.append(port)
        door = door_of(settings, port)
        prop.show_console(door)
        at(door.address)

    while settings.listen == "lan" and not accounts.has_password:
        tell(UNPROTECTED)
        await asyncio.sleep(LOOK_AGAIN_S)
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(_beside(_follow_address(prop, settings, ports)))
        await stack.enter_async_context(_beside(_follow_password(prop, settings, accounts, ports)))
        disk = Checklist(prop, folder, clock)
        await stack.enter_async_context(_beside(disk.watch_disk()))
        await server.serve(
            lambda: make_app(prop, config, accounts, folder, clock, version, stack, disk),
            settings,
            tell,
            opened,
        )


def make_app(
    prop: Prop,
    config: Config,
    accounts: Accounts,
    folder: Path,
    clock: Clock,
    version: str,
    stack: contextlib.AsyncExitStack,
    before: Checklist,
) -> ASGIApp:
    """Return the whole application; `stack` ends what looks at the prop, `before` is its checklist."""
    rooms = rooms_of(config.console, config.prop.name, version)
    sessions = Sessions(key_of(folder), accounts.marks, folder)
    stuck = Stuck(config.console.stuck_after_min)

    def lives() -> bool:
        return prop.lag_ms() < HANGS_MS

    feed = Feed(
        lambda: {**document.look(prop), "checklist": before.look(), "stuck": stuck.look(prop)}, lives=lives
    )
    players = Feed(lambda: player.look(prop), lives=lives)
    before.tell = feed.changed
    games = history.Room(rooms, prop, folder / places.JOURNAL)
    for one in (feed, players):
        stack.callback(prop.watch(one.changed))
        stack.callback(one.close)
    more = [
        *live.operations(prop, stuck, feed.changed),
        *checklist.operations(before),
        *games.operations(),
    ]
    return application(
        rooms,
        [
            *live.routes(rooms),
            *checklist.routes(rooms),
            *player.routes(rooms, players),
            *games.routes(),
            *(adapter.routes(prop, accounts, clock) if config.console.control_urls else []),
            *Api(prop, feed, version, more).routes(),
        ],
        accounts=accounts,
        sessions=sessions,
        clock=clock,
    )


async def _follow_address(prop: Prop, settings: ConsoleTable, ports: list[int]) -> None:
    """Keep the address on the prop's service view true: networks give other ones."""
    while True:
        await asyncio.sleep(ADDRESS_S)
        if ports and prop.console_problem is None:
            prop.show_console(door_of(settings, ports[-1]))


async def _follow_password(prop: Prop, settings: ConsoleTable, accounts: Accounts, ports: list[int]) -> None:
    """Tell the operator when the password was removed: on the network the gate lets nobody through then."""
    while settings.listen == "lan":
        await asyncio.sleep(LOOK_AGAIN_S)
        was, now = prop.console_problem == UNPROTECTED, not accounts.has_password
        if ports and was != now:
            prop.console_problem = UNPROTECTED if now else None
            prop.show_console(None if now else door_of(settings, ports[-1]))


@contextlib.asynccontextmanager
async def _beside(chore: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let a chore run as long as the context is open."""
    task = asyncio.create_task(chore)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
