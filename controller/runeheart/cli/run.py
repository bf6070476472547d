"""`runeheart run`: the daemon on this prop, from configuration, board profile and drivers to the loop."""

import sys
from pathlib import Path

import click

from runeheart import __version__
from runeheart.cli import settings
from runeheart.games.heart.codes import DeckCode


@click.command(name="run")
@settings.config_option
@settings.code_option
def command(config_file: Path | None, code: DeckCode | None) -> None:
    """Play on this prop until it is told to stop (Ctrl-C, SIGTERM, a closed terminal)."""
    config, profile = settings.config_and_profile_or_exit(config_file)
    from runeheart.runtime import host
    from runeheart.runtime.clock import Clock
    from runeheart.runtime.ports import Devices
    from runeheart_hw.chip import PinsError
    from runeheart_hw.devices import open_devices
    from runeheart_hw.pins import make_factory

    def devices(clock: Clock) -> Devices:
        factory = make_factory(profile.pins.backend, profile.pins.chip)
        return open_devices(profile, factory=factory, clock=clock)

    host.log_to_stderr()
    try:
        host.serve(
            settings.with_code(config, code),
            devices,
            settle_ms=profile.buttons.settle_ms,
            version=__version__,
        )
    except (host.StartError, PinsError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)
