"""`runeheart simulate`: the daemon on a virtual prop, and a page of it for this machine's browsers."""

import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from runeheart import __version__
from runeheart.cli import console, settings
from runeheart.cli.numbers import Whole
from runeheart.games.heart.codes import DeckCode
from runeheart.runtime import places
from runeheart.runtime.config import Config

if TYPE_CHECKING:
    from runeheart.runtime.prop import Prop


@click.command(name="simulate")
@settings.config_option
@settings.game_option
@settings.code_option
@click.option(
    "--port",
    metavar="N",
    type=Whole(0, 65535, example=8137),
    help="Serve the page at this port (0: any free one); 8137 or the next free one if left out.",
)
@click.option("--no-open", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--state",
    "state",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep games and the control socket here, not in your own state folder.",
)
@click.option("--bounce", is_flag=True, help="Let the contacts chatter as metal does.")
def command(
    config_file: Path | None,
    game: str | None,
    code: DeckCode | None,
    port: int | None,
    state: Path | None,
    *,
    no_open: bool,
    bounce: bool,
) -> None:
    """Play on a virtual prop in the browser: the real daemon and drivers, no hardware. Ctrl-C ends it."""
    config, profile = settings.config_and_profile_or_exit(config_file)
    from runeheart.cli.simulate_reader import with_reader
    from runeheart.games.cult.settings import PLACEHOLDER_DIE
    from runeheart.runtime import host, logs
    from runeheart.runtime.clock import Clock, SystemClock
    from runeheart.runtime.ports import Devices
    from runeheart_hw.chip import PinsError
    from runeheart_hw.virtual.board import VirtualBoard
    from runeheart_hw.virtual.game_side import GameSide
    from runeheart_hw.virtual.live import Side
    from runeheart_hw.virtual.page import PortTakenError, listening
    from runeheart_hw.virtual.prop import open_virtual, page_of
    from runeheart_hw.virtual.tray import Tray, dice

    own = in_own_folder(settings.with_code(settings.with_game(config, game), code), state)
    own = console.for_this_machine(own)
    board = VirtualBoard(profile, clock=SystemClock(), bounce=bounce)
    logs.log_to_stderr()
    try:
        with listening(port) as listener, contextlib.ExitStack() as with_us:
            sides: dict[str, Side] = {}

            def devices(clock: Clock) -> Devices:
                """Open them; the reader too, now that nobody else uses the folder."""
                mine, tray = with_us.enter_context(with_reader(profile, Path(str(own.state.directory))))
                if tray is not None:
                    sides["tray"] = tray
                return open_virtual(mine, board, clock=clock)

            @contextlib.asynccontextmanager
            async def page(prop: "Prop") -> AsyncIterator[None]:
                sides["game"] = GameSide(prop)
                tray = sides.get("tray")
                async with (
                    tray.laid() if isinstance(tray, Tray) else contextlib.nullcontext(),
                    page_of(
                        board,
                        listener,
                        title=config.prop.name,
                        sides=sides,
                        dice=dice(PLACEHOLDER_DIE) if tray else None,
                    ) as address,
                ):
                    click.echo(f"The virtual prop is at {address} (Ctrl-C ends it)")
                    if not no_open:
                        open_browser(address)
                    yield

            host.serve(
                own,
                devices,
                settle_ms=profile.buttons.settle_ms,
                beside=page,
                afterwards=console.beside(
                    own, lambda address: click.echo(f"The game master's console is at {address}")
                ),
                version=__version__,
            )
    except (host.StartError, PinsError, PortTakenError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    finally:
        board.close()


def in_own_folder(config: Config, state: Path | None) -> Config:
    """Return the configuration with games and control socket in a folder of this user's own.

    `state` wins over [state] directory; without both it is $XDG_STATE_HOME/runeheart: a simulation never
    writes into the journal of a prop, and never takes its control socket.
    """
    given = state or (Path(config.state.directory) if config.state.directory else None)
    folder = (given or places.own_state_directory()).expanduser().absolute()
    control = config.control
    if control.socket is None:
        control = msgspec.structs.replace(control, socket=str(folder / "control.sock"))
    return msgspec.structs.replace(
        config, state=msgspec.structs.replace(config.state, directory=str(folder)), control=control
    )


def open_browser(address: str) -> bool:
    """Open the page where there is a desktop; never a browser in the terminal. Returns whether it tried."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some browsers block
    return True
