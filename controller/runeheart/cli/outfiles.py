"""Files that a command writes for a person: whole or not at all, and nothing of theirs in the way of it.

Owns where a name leads and how its content gets there. Must not know what is written.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import click


def place_for(path: Path, *, force: bool, option: str) -> Path:
    """Return the file that a name leads to: the end of a link, not the link.

    Raises click.BadParameter at `option` for a folder, a device or a pipe, and a file that is there, unless
    `force`.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise click.BadParameter(f"{path} is a folder; add the name of a file", param_hint=option)
        if target.exists() and not target.is_file():
            raise click.BadParameter(
                f"{path} is a device or a pipe, not a file; give the name of a file", param_hint=option
            )
        if target.exists() and not force:
            raise click.BadParameter(
                f"{path} is there already; give another name, or --force to overwrite it", param_hint=option
            )
    except OSError as error:
        raise _not_written(path, error, option) from None
    return target


def write(path: Path, content: bytes, *, force: bool, option: str) -> None:
    """Write a file whole, or leave what is there as it was; see `place_for` for what is refused."""
    target = place_for(path, force=force, option=option)
    unfinished = target.with_name(f".{secrets.token_hex(8)}.part")  # a name that nobody has
    try:
        with unfinished.open("xb") as file:
            file.write(content)
        with suppress(FileNotFoundError):
            unfinished.chmod(target.stat().st_mode)
        unfinished.replace(target)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        raise _not_written(path, error, option) from None


def _not_written(path: Path, error: OSError, option: str) -> click.BadParameter:
    return click.BadParameter(
        f"{path} cannot be written: {error.strerror}; choose another place", param_hint=option
    )
