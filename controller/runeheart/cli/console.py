"""How the game master's console comes to a prop: imported once the prop plays, and only where it is on."""

import asyncio
import importlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from runeheart import __version__
from runeheart.runtime import places
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.config import Config

if TYPE_CHECKING:
    from runeheart.runtime.prop import Prop


def beside(config: Config) -> "Callable[[Prop], Coroutine[Any, Any, None]] | None":
    """Return what serves the console of this configuration beside a prop; None where it is off."""
    if config.console.listen == "off":
        return None

    async def serve(prop: "Prop") -> None:
        # in a thread: the import takes a second on a small board, and a press must not wait for it
        compose = await asyncio.to_thread(importlib.import_module, "runeheart.console.compose")
        await compose.serve(prop, config, places.state_directory(config), SystemClock(), __version__)

    return serve
