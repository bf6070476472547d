"""What the commands that need a prop share: the options `--config` and `--code`, and their problems."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click
import msgspec

from runeheart.cli import setcodes
from runeheart.cli.words import as_known, offering
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.games.heart.codes import DeckCode
from runeheart.runtime import config as configuration
from runeheart.runtime import places
from runeheart.runtime.config import Config

if TYPE_CHECKING:
    from runeheart_hw.profile import Profile

GAMES = ("heart", "ruin", "cult", "choose")
C = TypeVar("C", bound=Callable[..., object])


def config_option(command: C) -> C:
    """Give a command the option `--config`."""
    return click.option(
        "--config",
        "config_file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help=f"The configuration; {configuration.DEFAULT_PATH} if left out, all defaults without it.",
    )(command)


def code_option(command: C) -> C:
    """Give a command the option `--code`, also called `--deck`: the printed set on the table for this run."""
    return click.option(
        "--code",
        "--deck",
        "code",
        metavar="CODE",
        callback=setcodes.read,
        help="The deck code of a printed set that is played in this run; [heart] code if left out.",
    )(command)


def game_option(command: C) -> C:
    """Give a command the option `--game`: what is played in this run."""
    return click.option(
        "--game",
        metavar="NAME",
        shell_complete=offering(GAMES),
        callback=_a_game,
        help="Play this in this run: heart, ruin, cult, or choose: the players do; [prop] game if left out.",
    )(command)


def _a_game(_context: click.Context, _parameter: click.Parameter, typed: str | None) -> str | None:
    if typed is None:
        return None
    game = as_known(typed, GAMES)
    if game not in GAMES:
        raise click.BadParameter(f"there is no game {shown(typed)}{did_you_mean(typed, GAMES)}")
    return game


def with_game(config: Config, game: str | None) -> Config:
    """Return the configuration of a prop that plays another game."""
    if game is None:
        return config
    return msgspec.structs.replace(config, prop=msgspec.structs.replace(config.prop, game=game))


def with_code(config: Config, code: DeckCode | None) -> Config:
    """Return the configuration with another printed set, whose code fixes the difficulty."""
    if code is None:
        return config
    heart = msgspec.structs.replace(config.heart, code=str(code), difficulty="choose")
    return msgspec.structs.replace(config, heart=heart)


def config_or_exit(path: Path | None) -> Config:
    """Return the configuration; name all problems in it on standard error, and end with status 2."""
    config, problems = configuration.load(path)
    if problems:
        tell(problems, path)
    return config


def config_and_profile_or_exit(path: Path | None) -> "tuple[Config, Profile]":
    """Return the configuration and the board profile under it; problems of both at once, and status 2."""
    from runeheart_hw.profile import load_profile

    config, problems = configuration.load(path)
    profile, more = load_profile(config.prop.board, config.over_profile())
    if problems or profile is None:
        tell([*problems, *more], path)
    return config, profile


def journal_option(command: C) -> C:
    """Give a command the option `--journal`."""
    return click.option(
        "--journal",
        "journal_file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="This journal; else the one with the newest game, in the places where games are kept.",
    )(command)


def journal(path: Path | None) -> Path:
    """Return the journal with the newest game, of those in the places that the configuration names.

    Raises ArchiveError. Standard error names other journals with games.
    """
    from runeheart.runtime import archive

    found, *others = archive.by_newest_game(places.journal_files(config_or_exit(path)))
    for other in others:
        click.echo(f"games of {found}; there are some in {other}, too (--journal)", err=True)
    return found


def tell(problems: list[str], path: Path | None) -> NoReturn:
    """Write one line per problem to standard error and end with status 2."""
    source = str(path or configuration.DEFAULT_PATH)
    for problem in problems:
        click.echo(problem if problem.startswith(source) else f"{source}: {problem}", err=True)
    sys.exit(2)
