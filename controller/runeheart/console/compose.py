"""The console of one prop: every room put together, and served beside it once it plays.

Owns what is imported when, and that nothing listens on the network without a password.
"""

import asyncio
import contextlib
from pathlib import Path

from starlette.types import ASGIApp

from runeheart.console import document, live, player, server
from runeheart.console.accounts import Accounts
from runeheart.console.api import Api
from runeheart.console.app import application, rooms_of
from runeheart.console.feed import Feed
from runeheart.console.sessions import Sessions, key_of
from runeheart.runtime.clock import Clock
from runeheart.runtime.config import Config
from runeheart.runtime.prop import Prop

UNPROTECTED = (
    "the console is not shown on the network: it has no password yet; make one with: sudo runeheart password"
)
LOOK_AGAIN_S = 5


async def serve(prop: Prop, config: Config, folder: Path, clock: Clock, version: str) -> None:
    """Serve the console of a prop until cancelled; `folder` is where its state is kept."""
    settings = config.console
    accounts = Accounts(folder)

    def tell(why: str | None) -> None:
        prop.console_problem = why

    while settings.listen == "lan" and not accounts.has_password:
        tell(UNPROTECTED)
        await asyncio.sleep(LOOK_AGAIN_S)
    with contextlib.ExitStack() as stack:
        await server.serve(
            lambda: make_app(prop, config, accounts, folder, clock, version, stack), settings, tell
        )


def make_app(
    prop: Prop,
    config: Config,
    accounts: Accounts,
    folder: Path,
    clock: Clock,
    version: str,
    stack: contextlib.ExitStack,
) -> ASGIApp:
    """Return the whole application; `stack` ends what looks at the prop."""
    rooms = rooms_of(config.console, config.prop.name, version)
    sessions = Sessions(key_of(folder), accounts.marks)
    feed = Feed(lambda: document.look(prop))
    players = Feed(lambda: player.look(prop))
    for one in (feed, players):
        stack.callback(prop.watch(one.changed))
        stack.callback(one.close)
    return application(
        rooms,
        [*live.routes(rooms, prop), *player.routes(rooms, players), *Api(prop, feed).routes()],
        accounts=accounts,
        sessions=sessions,
        clock=clock,
    )
