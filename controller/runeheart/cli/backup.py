"""`runeheart backup`: all that a prop is beside its program, in one file that another machine understands.

Owns what goes in: the configuration, the boards and profile that it names, boards/ and decks/ beside it, and
the history. Secrets stay: no answer, seed or deck of the game at the table, no password.
"""

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from runeheart import __version__
from runeheart.cli import bundle, outfiles, settings
from runeheart.cli.bundle import Part
from runeheart.runtime import archive, places
from runeheart.runtime import config as configuration
from runeheart.runtime.archive import ArchiveError, NoJournalError
from runeheart.runtime.tables import ON_A_BOARD

FOLDERS = ("boards", "decks")
"""Folders beside the configuration that are part of it."""
CONFIG_NAME = "prop.toml"


@click.command(name="backup")
@settings.config_option
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option("--no-history", is_flag=True, help="Leave the games that were played out.")
def command(config_file: Path | None, file: Path, *, force: bool, no_history: bool) -> None:
    """Save configuration, boards, decks and history of this prop to FILE; the daemon may be running.

    The game at the table is in it without its secrets, and so as an interrupted one. Passwords are not in it.
    """
    target = outfiles.place_for(file, force=force, option="FILE")
    config = settings.config_or_exit(config_file)
    unfinished = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with tempfile.TemporaryDirectory() as scratch:
            parts = list(_settings(config_file or configuration.DEFAULT_PATH))
            history = None if no_history else _history(places.journal_files(config), Path(scratch))
            if history is not None:
                parts.append(history)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            manifest = bundle.write(unfinished, parts, version=__version__, made=now, prop=config.prop.name)
        unfinished.chmod(0o600)  # what players typed is nobody else's business
        unfinished.replace(target)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from None
    except ArchiveError as error:
        raise click.ClickException(f"{error}; --no-history saves the rest") from None
    with suppress(OSError):  # another user's folder: the console goes on asking for a backup
        (places.state_directory(config) / places.BACKUP_STAMP).touch()
    for item in manifest.items:
        click.echo(f"{item.kind:<8}  {item.name}  ({item.bytes:,} bytes)")
    click.echo(f"saved to {file}; bring it back with: runeheart restore {file}")


def _settings(config_file: Path) -> Iterator[Part]:
    """Yield the configuration and what belongs to it; nothing on a prop that plays by its defaults."""
    folder = config_file.absolute().parent
    names: set[str] = set()
    if not configuration.is_missing(config_file):
        raw, problem = configuration.read(config_file)
        if problem:
            raise click.ClickException(problem)
        yield Part("config", CONFIG_NAME, config_file.read_bytes())
        tables = {name: raw.get(name, {}) for name in ("prop", *ON_A_BOARD)}
        for table, values in tables.items():
            said = values.get("board") if isinstance(values, dict) else None
            path = _file_named(said, folder, is_profile=table == "prop")
            if isinstance(said, str) and path is not None:
                kind: bundle.Kind = "profile" if table == "prop" else "board"
                name = _free(f"boards/{path.name}", names)
                names.add(name)
                yield Part(kind, name, path, said)
    for inside in FOLDERS:
        for path in sorted((folder / inside).rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and path.stat().st_size <= bundle.MOST_TEXT and name not in names:
                names.add(name)
                yield Part("board", name, path)


def _file_named(said: object, folder: Path, *, is_profile: bool) -> Path | None:
    """Return the file that a table's `board` names; None where it is one of ours, or no name at all."""
    if not isinstance(said, str) or (is_profile and not ("/" in said or said.endswith(".toml"))):
        return None
    with suppress(RuntimeError):
        path = (Path() if is_profile else folder) / Path(said).expanduser()
        return path.absolute() if path.is_file() else None
    return None


def _free(name: str, taken: set[str]) -> str:
    stem, dot, ending = name.rpartition(".")
    number = 2
    while name in taken:
        name, number = f"{stem}-{number}{dot}{ending}", number + 1
    return name


def _history(journals: list[Path], scratch: Path) -> Part | None:
    """Copy the journal with the newest games, without secrets; None if nothing was played yet."""
    try:
        path = archive.by_newest_game(journals)[0]
    except NoJournalError:
        return None
    copy = scratch / places.JOURNAL
    archive.copy_without_secrets(path, copy)
    return Part("journal", places.JOURNAL, copy)
