"""`runeheart restore`: a backup becomes this prop's configuration, boards and history; or nothing is touched.

Owns the order: everything is checked in a folder of its own first, then what is here is moved aside, then the
new files get their names; what fails in between is taken back.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec import Struct

from runeheart.cli import bundle, settings, toml
from runeheart.cli.backup import CONFIG_NAME
from runeheart.cli.bundle import BundleError, Item, Manifest
from runeheart.runtime import archive, journalfile, places
from runeheart.runtime import config as configuration
from runeheart.runtime.archive import ArchiveError
from runeheart.runtime.config import Config
from runeheart.runtime.single import OneDaemon, TakenError


class _Move(Struct, frozen=True):
    """A file that is to stand at a place of this machine."""

    source: Path
    target: Path
    mode: int


@click.command(name="restore")
@settings.config_option
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only look whether it could be restored here.")
def command(config_file: Path | None, file: Path, *, check: bool) -> None:
    """Bring configuration, boards, decks and history back from FILE, which `runeheart backup` made.

    The daemon must not be running. What is here is kept beside the new files, as NAME.before-restore-DATE.
    """
    target = (config_file or configuration.DEFAULT_PATH).absolute()
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as held:
        folder = Path(scratch)
        try:
            manifest, unpacked = bundle.read(file, folder)
            parts = list(zip(manifest.items, unpacked, strict=True))
            config = _checked(parts, target, folder)
            moves = _moves(parts, target, config, folder)
            _writable(moves)
            if check:
                click.echo(f"{_about(manifest, file)}: it can be restored here; nothing was changed")
                return
            for state in dict.fromkeys(_states(target, config)):
                held.callback(OneDaemon(state).release)
            stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
            kept = _put(moves, places.journal_file(config), stamp)
        except (BundleError, ArchiveError) as error:
            raise click.ClickException(f"{error}; nothing was changed") from None
        except TakenError as error:
            raise click.ClickException(f"{error}; nothing was changed") from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            why = f"{where}{error.strerror or error}"
            raise click.ClickException(f"not restored: {why}; everything is as it was") from None
    for move in moves:
        click.echo(f"restored  {move.target}")
    for path in kept:
        click.echo(f"kept      {path}")
    click.echo(f"{_about(manifest, file)}. Start the prop: runeheart run, or systemctl start runeheart")


def _about(manifest: Manifest, file: Path) -> str:
    return f"{file} is of {manifest.prop}, saved {manifest.made} by Runeheart {manifest.version}"


def _checked(parts: list[tuple[Item, Path]], target: Path, folder: Path) -> Config:
    """Return the configuration that would be in effect; raise BundleError with every problem."""
    there = folder / "there"
    _config_beside(parts, there, there)
    if (there / CONFIG_NAME).exists():
        config, problems = configuration.load(there / CONFIG_NAME)
        from runeheart_hw.profile import load_profile

        problems = [*problems, *load_profile(config.prop.board, config.over_profile())[1]]
    else:
        config, problems = configuration.load(None if configuration.is_missing(target) else target)
    problems = [problem.replace(str(there), str(target.parent)) for problem in problems]
    for item, path in parts:
        if item.kind == "journal":
            archive.check(path)
    if problems:
        listed = "\n".join(f"  {problem}" for problem in problems)
        raise BundleError(f"its configuration does not fit this Runeheart:\n{listed}\n")
    return config


def _config_beside(parts: list[tuple[Item, Path]], folder: Path, final: Path) -> None:
    """Write configuration and boards below a folder; the configuration names the boards as below `final`."""
    said = {item.said: str(final / item.name) for item, _ in parts if item.said is not None}
    for item, path in parts:
        place = folder / (CONFIG_NAME if item.kind == "config" else item.name)
        if item.kind == "journal":
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if item.kind == "config":
            place.write_bytes(_renamed(path.read_bytes(), said))
        else:
            shutil.copyfile(path, place)


def _renamed(text: bytes, said: Mapping[str, str]) -> bytes:
    """Return a configuration whose `board` lines name the files where they will be."""
    try:
        lines = text.decode("utf-8-sig").splitlines(keepends=True)
    except UnicodeDecodeError:
        return text  # what is wrong with it, reading it will say
    for number, line in enumerate(lines):
        key, equals, value = line.partition("=")
        if key.strip().rpartition(".")[2] != "board" or not equals:
            continue
        for old, new in said.items():
            for written in (toml.value(str(old)), f"'{old}'"):
                if value.strip().startswith(written):
                    lines[number] = f"{key}={value.replace(written, toml.value(new), 1)}"
    return "".join(lines).encode()


def _moves(parts: list[tuple[Item, Path]], target: Path, config: Config, folder: Path) -> list[_Move]:
    """Return what goes where; the configuration last, so that it never names what is not there."""
    final = folder / "final"
    _config_beside(parts, final, target.parent)
    moves = []
    for item, path in sorted(parts, key=lambda part: part[0].kind == "config"):
        if item.kind == "config":
            moves.append(_Move(final / CONFIG_NAME, target, 0o644))
        elif item.kind == "journal":
            moves.append(_Move(path, places.journal_file(config), journalfile.FILE_MODE))
        else:
            moves.append(_Move(path, target.parent / item.name, 0o644))
    return moves


def _writable(moves: list[_Move]) -> None:
    """Raise BundleError for a place into which this user may not write."""
    for move in moves:
        nearest = places.nearest(move.target.parent)
        if not os.access(nearest, os.W_OK | os.X_OK):
            raise BundleError(f"{move.target}: this user may not write to {nearest}; use sudo")
        if move.target.is_dir():
            raise BundleError(f"{move.target} is a folder; move it away first")


def _states(target: Path, config: Config) -> list[Path]:
    """Return the folders whose daemon must not run: by the configuration that comes, and by the old one."""
    now, problems = configuration.load(None if configuration.is_missing(target) else target)
    goes = [] if problems else [places.state_directory(now)]
    return [places.state_directory(config), *goes]


def _put(moves: list[_Move], journal: Path, stamp: str) -> list[Path]:
    """Put every file in its place; return what was there and is kept. Raises OSError, all as before."""
    undo: list[Callable[[], object]] = []
    kept: list[Path] = []
    try:
        for move in moves:
            move.target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            coming = move.target.with_name(f".{move.target.name}.restored")
            undo.append(lambda coming=coming: coming.unlink(missing_ok=True))  # type: ignore[misc]
            _copy_through(move, coming)
            tails = journalfile.PARTS if move.target == journal else ("",)
            for tail in tails:
                old = move.target.with_name(move.target.name + tail)
                if old.exists():
                    aside = move.target.with_name(f"{move.target.name}.before-restore-{stamp}{tail}")
                    old.rename(aside)
                    kept.append(aside)
                    undo.append(lambda aside=aside, old=old: aside.rename(old))  # type: ignore[misc]
            coming.rename(move.target)
            undo.append(lambda target=move.target: target.unlink())  # type: ignore[misc]
            journalfile.sync_folder(move.target.parent)
    except OSError:
        for back in reversed(undo):
            with suppress(OSError):
                back()
        raise
    return kept


def _copy_through(move: _Move, coming: Path) -> None:
    """Copy a file to the disk, not only to the cache; it belongs to whom the old one or the folder does."""
    with move.source.open("rb") as source, coming.open("wb") as out:
        shutil.copyfileobj(source, out)
        out.flush()
        os.fsync(out.fileno())
    old = move.target if move.target.exists() else move.target.parent
    owner = old.stat()
    coming.chmod(owner.st_mode & 0o777 if old == move.target else move.mode)
    with suppress(PermissionError):  # only root may give files away
        os.chown(coming, owner.st_uid, owner.st_gid)
