"""`runeheart password`: sets a password of the game master's console."""

import sys
from pathlib import Path

import click

from runeheart.cli import settings
from runeheart.runtime import password as passwords
from runeheart.runtime import places


@click.command(name="password")
@settings.config_option
@click.option(
    "--state",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The state folder, where the hash is kept; the prop's own if left out.",
)
@click.option(
    "--role",
    type=click.Choice(passwords.ROLES),
    default=passwords.ROLES[0],
    help="operator: may do everything; viewer: may look.",
)
@click.option("--generate", is_flag=True, help="Make one and show it, once.")
def command(config_file: Path | None, folder: Path | None, role: str, *, generate: bool) -> None:
    """Set a password of the console: asked for twice, or a line of standard input that is no terminal.

    Only a hash of it is kept. It counts at once, no restart is needed.
    """
    folder = folder or places.state_directory(settings.config_or_exit(config_file))
    password = passwords.generated() if generate else _asked(role)
    try:
        passwords.write(folder, passwords.read(folder).with_password(role, password))
    except passwords.PasswordError as error:
        raise click.ClickException(str(error)) from None
    if generate:
        click.echo(f"The console's password for {role}, shown this once: {password}")
    else:
        click.echo(f"The console's password for {role} is set.")


def _asked(role: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    asked: str = click.prompt(f"New password for {role}", hide_input=True, confirmation_prompt="Once more")
    return asked
