"""`runeheart safe`: every output off after a daemon that could not do it itself (the unit's ExecStopPost)."""

import os
from pathlib import Path

import click


@click.command(name="safe")
@click.option(
    "--config",
    "config_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The configuration, where no daemon left a note of what it drove.",
)
def command(config_file: Path | None) -> None:
    """Switch the lights and the buzzer off, whatever happened to the daemon.

    The service does this each time it ends. Pins that a running daemon holds are left alone. The exit
    status is 0 even where something could not be done: what, stands on standard error.
    """
    from runeheart_hw import safe

    folder = os.environ.get("RUNTIME_DIRECTORY", "/run/runeheart").split(":")[0]
    outputs = safe.noted(Path(folder)) if config_file is None else None
    if outputs is None:
        from runeheart.cli import settings

        _config, profile = settings.config_and_profile_or_exit(config_file)
        outputs = safe.outputs_of(profile)
    done, problems = safe.make_safe(outputs)
    for problem in problems:
        click.echo(problem, err=True)
    if done:
        click.echo(f"{len(done)} outputs are off: GPIO {', '.join(map(str, done))}")
