"""`runeheart run`: the daemon on this prop, from configuration, board profile and drivers to the loop."""

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runeheart import __version__
from runeheart.cli import console, settings
from runeheart.games.heart.codes import DeckCode

if TYPE_CHECKING:
    from runeheart_hw.profile import Profile


@click.command(name="run")
@settings.config_option
@settings.game_option
@settings.code_option
def command(config_file: Path | None, game: str | None, code: DeckCode | None) -> None:
    """Play on this prop until it is told to stop (Ctrl-C, SIGTERM, a closed terminal).

    Under systemd SIGHUP reads the configuration again and takes over what can change while people play.
    """
    config, profile = settings.config_and_profile_or_exit(config_file)
    from runeheart.cli.reloading import Reloading
    from runeheart.runtime import host, logs
    from runeheart.runtime.clock import Clock
    from runeheart.runtime.ports import Devices
    from runeheart_hw.chip import PinsError
    from runeheart_hw.devices import open_devices
    from runeheart_hw.pins import make_factory

    reloading = Reloading(config_file, game, code, config, profile)

    def devices(clock: Clock) -> Devices:
        factory = make_factory(profile.pins.backend, profile.pins.chip)
        reloading.devices = open_devices(profile, factory=factory, clock=clock)
        _note_outputs(profile)
        return reloading.devices

    logs.log_to_stderr()
    try:
        host.serve(
            settings.with_code(settings.with_game(config, game), code),
            devices,
            settle_ms=profile.buttons.settle_ms,
            afterwards=console.beside(config),
            reload=reloading,
            version=__version__,
        )
    except (host.StartError, PinsError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _note_outputs(profile: "Profile") -> None:
    """Leave the unit's stop step a note of what is driven (`runeheart safe`)."""
    from runeheart_hw import safe

    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        return
    try:
        safe.take_note(safe.outputs_of(profile), Path(folder))
    except OSError as error:
        logging.getLogger(__name__).warning("%s cannot be written: %s", error.filename, error.strerror)
