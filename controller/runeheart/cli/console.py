"""How the game master's console comes to a prop: imported once the prop plays, and only where it is on."""

import asyncio
import importlib
import socket
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from runeheart import __version__
from runeheart.runtime import places
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.config import Config, ConsoleTable

if TYPE_CHECKING:
    from runeheart.runtime.prop import Prop

SIMULATED_PORT = 8138
"""Where the console of a simulation is, or at the next free port: next to the page of its prop."""
_PORTS_TRIED = 20

Afterwards = Callable[["Prop"], Coroutine[Any, Any, None]]


def beside(config: Config, at: Callable[[str], object] = lambda _address: None) -> Afterwards | None:
    """Return what serves the console of this configuration beside a prop; None where it is off.

    `at` is told its address each time that it can be reached there.
    """
    if config.console.listen == "off":
        return None

    async def serve(prop: "Prop") -> None:
        # in a thread: the import takes a second on a small board, and a press must not wait for it
        compose = await asyncio.to_thread(importlib.import_module, "runeheart.console.compose")
        await compose.serve(prop, config, places.state_directory(config), SystemClock(), __version__, at)

    return serve


def for_this_machine(config: Config) -> Config:
    """Return the configuration of a simulation: its console is for this machine, at a port of its own.

    It never takes the usual port of a real prop's console, and needs no password while there is none.
    """
    console = config.console
    port = _free_port() if console.port == ConsoleTable().port else console.port
    table = msgspec.structs.replace(console, listen="loopback", port=port)
    return msgspec.structs.replace(config, console=table)


def _free_port() -> int:
    for port in range(SIMULATED_PORT, SIMULATED_PORT + _PORTS_TRIED):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    return 0  # whichever the system gives
