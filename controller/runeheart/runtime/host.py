"""Everything that `run` and `simulate` share: a prop as a process, from the lock to the last outputs off.

Owns the order of starting and stopping, and signals. Knows no driver: the devices come from who calls.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Protocol

from runeheart.core.game import SetupInvalidError
from runeheart.runtime import places
from runeheart.runtime.clock import Clock, SystemClock
from runeheart.runtime.config import Config
from runeheart.runtime.control import Control, ControlError
from runeheart.runtime.journal import Journal
from runeheart.runtime.notify import READY, STOPPING, is_supervised, notify, reloading, watchdog_s
from runeheart.runtime.ports import Devices
from runeheart.runtime.prop import Prop
from runeheart.runtime.single import OneDaemon, TakenError
from runeheart.runtime.watchdog import Watchdog

log = logging.getLogger(__name__)

OpenDevices = Callable[[Clock], Devices]
Beside = Callable[[Prop], AbstractAsyncContextManager[Any]]
Afterwards = Callable[[Prop], Coroutine[Any, Any, None]]
ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
"""Signals that end a process which holds outputs: SIGHUP is a closed terminal, SIGQUIT is Ctrl-\\.

Under systemd there is no terminal, and SIGHUP asks for the configuration to be read again (`Reload`).
"""
SLOWEST_SETTLE = 4
"""Settle times that a press may take while a line beside it still bounces (`debounce.py`)."""
LAST_WORDS_S = 1
"""How long what runs beside the prop may take to say goodbye."""
ON_THE_WAY_MS = 10
"""What a press may need beyond the settle time, from the debounce to the inbox."""


class Reload(Protocol):
    """How a changed configuration is taken over while the prop runs."""

    def read(self) -> Any:
        """Read and check it; may take its time, in a thread of its own, and changes nothing."""
        ...

    def adopt(self, prop: Prop, found: Any) -> None:
        """Take over what was read, in the loop, and tell what changed; or keep what is, and tell why."""
        ...


class StartError(Exception):
    """The daemon cannot start; the text says why and what to do."""


def serve(
    config: Config,
    open_devices: OpenDevices,
    *,
    settle_ms: int,
    beside: Beside | None = None,
    afterwards: Afterwards | None = None,
    reload: Reload | None = None,
    version: str = "",
) -> None:
    """Run a prop until a signal ends it (`ENDINGS`); then every output is made safe before anything else.

    Args:
        config: the configuration, checked.
        open_devices: opens them, in the running loop; what it raises ends the start and comes out here.
        settle_ms: the debounce's settle time, by which the end of the timer waits for presses.
        beside: what runs beside the prop, such as a page: entered when the prop is there, before READY=1.
        afterwards: what runs beside the prop once it is ready, such as the console: cancelled at the end.
        reload: what a SIGHUP from systemd does; without it that ends the prop, as from a terminal.
        version: the Runeheart that the journal names.

    Raises StartError.
    """
    asyncio.run(_serve(config, open_devices, settle_ms, beside, afterwards, reload, version))


async def _serve(
    config: Config,
    open_devices: OpenDevices,
    settle_ms: int,
    beside: Beside | None,
    afterwards: Afterwards | None,
    reload: Reload | None,
    version: str,
) -> None:
    clock = SystemClock()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    on_ending(lambda _number: stop.set())
    async with AsyncExitStack() as stack:
        try:
            lock = OneDaemon(places.state_directory(config))
        except TakenError as error:
            raise StartError(str(error)) from error
        stack.callback(lock.release)
        devices = open_devices(clock)  # before the journal: a start that fails leaves no empty one behind
        stack.callback(devices.close)
        try:
            settings = config.surface()
        except SetupInvalidError as error:
            raise StartError("\n".join(error.problems)) from error
        journal = Journal(places.journal_file(config), clock)
        stack.callback(journal.close)
        prop = Prop(
            devices,
            journal,
            settings,
            clock,
            after_loss=config.power.after_loss,
            grace_ms=SLOWEST_SETTLE * settle_ms + ON_THE_WAY_MS,
            version=version,
        )
        control = Control(prop, places.socket_to_serve(config))
        try:
            await control.open()
        except ControlError as error:
            raise StartError(str(error)) from error
        stack.push_async_callback(control.close)
        if beside is not None:
            await stack.enter_async_context(beside(prop))
        chores: list[asyncio.Task[None]] = []

        def ready() -> None:
            log.info("ready: %s, journal in %s", config.prop.name, journal.path)
            notify(READY)
            chores.extend(map(asyncio.create_task, _chores(prop, devices, clock, reload)))
            if afterwards is not None:
                chores.append(asyncio.create_task(_guarded(afterwards(prop))))

        try:
            await prop.run(stop, ready)
        finally:
            notify(STOPPING)
            for chore in chores:
                chore.cancel()
            devices.close()  # before all that could take time
            if chores:
                await asyncio.wait(chores, timeout=LAST_WORDS_S)
            await loop.run_in_executor(None, prop.session.shut)
    log.info("stopped")


def _chores(
    prop: Prop, devices: Devices, clock: Clock, reload: Reload | None
) -> Iterator[Coroutine[Any, Any, None]]:
    """Yield what a service does beside playing; nothing where no service manager asks for it."""
    limit_s = watchdog_s()
    if limit_s is not None:
        yield Watchdog(devices.failure, prop.session.probe, clock).feed(limit_s)
    if reload is not None and is_supervised():
        asked = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, asked.set)
        yield _reload(prop, reload, asked, clock)


async def _guarded(chore: Coroutine[Any, Any, None]) -> None:
    """Let a chore end with a fault of its own, and nothing else with it."""
    try:
        await chore
    except Exception:
        log.exception("a fault beside the prop, which goes on")


async def _reload(prop: Prop, reload: Reload, asked: asyncio.Event, clock: Clock) -> None:
    """Take a changed configuration over each time that it is asked for; a fault in that ends nothing."""
    loop = asyncio.get_running_loop()
    while True:
        await asked.wait()
        asked.clear()
        notify(reloading(clock.mono_ns()))
        try:
            reload.adopt(prop, await loop.run_in_executor(None, reload.read))
        except Exception:
            log.exception("a fault inside while the configuration was read; what was before stays in effect")
        notify(READY)


def on_ending(call: Callable[[int], object]) -> None:
    """Call this in the running loop, with its number, at each signal that ends the process.

    By its default such a signal would end it at once, and a light or a tone would stay as it was. A SIGHUP
    that whoever started the process ignores (nohup) stays ignored.
    """
    loop = asyncio.get_running_loop()
    for number in ENDINGS:
        if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, call, number)
