"""`runeheart password`: sets a password of the game master's console, and tokens for other software."""

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
@click.option("--token", metavar="NAME", help="Make a token for other software instead, and show it, once.")
@click.option("--remove", is_flag=True, help="Take the password of that role away.")
@click.option("--list", "show", is_flag=True, help="Say what there is: roles with a password, and tokens.")
@click.option("--revoke", metavar="NAME", help="Take the token of that name back.")
def command(
    config_file: Path | None,
    folder: Path | None,
    role: str,
    *,
    generate: bool,
    token: str | None,
    revoke: str | None,
    remove: bool,
    show: bool,
) -> None:
    """Set a password of the console: asked for twice, or a line of standard input that is no terminal.

    Only a hash of it is kept, and of a token. It counts at once, no restart is needed.
    """
    if sum((generate, remove, show, token is not None, revoke is not None)) > 1:
        raise click.UsageError("--generate, --token, --revoke, --remove and --list exclude each other")
    folder = folder or places.state_directory(settings.config_or_exit(config_file))
    try:
        if token is not None:
            _make_token(folder, token, role)
        elif revoke is not None:
            _revoke(folder, revoke)
        elif remove:
            _remove(folder, role)
        elif show:
            _list(folder)
        else:
            _set_password(folder, role, passwords.generated() if generate else None)
    except passwords.PasswordError as error:
        raise click.ClickException(str(error)) from None


def _set_password(folder: Path, role: str, made: str | None) -> None:
    """Set the password that was made, or one that is asked for."""
    passwords.write(
        folder, passwords.read(folder).with_password(role, _asked(role) if made is None else made)
    )
    if made is None:
        click.echo(f"The console's password for {role} is set.")
    else:
        click.echo(f"The console's password for {role}, shown this once: {made}")


def _make_token(folder: Path, name: str, role: str) -> None:
    found, token = passwords.read(folder).with_token(name, role)
    passwords.write(folder, found)
    click.echo(f"The token {name} ({role}), shown this once: {token}")


def _revoke(folder: Path, name: str) -> None:
    passwords.write(folder, passwords.read(folder).without_token(name))
    click.echo(f"The token {name} is worth nothing any more.")


def _remove(folder: Path, role: str) -> None:
    found = passwords.read(folder)
    if role not in found.roles:
        raise passwords.PasswordError(f"{role} has no password")
    passwords.write(folder, found.without(role))
    click.echo(f"{role} has no password any more; whoever signed in with it is signed out.")


def _list(folder: Path) -> None:
    found = passwords.read(folder)
    for role in passwords.ROLES:
        click.echo(f"{role:<10}{'has a password' if role in found.roles else 'has none'}")
    for name, (role, _) in sorted(found.tokens.items()):
        click.echo(f"token     {name} ({role})")


def _asked(role: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    asked: str = click.prompt(f"New password for {role}", hide_input=True, confirmation_prompt="Once more")
    return asked
