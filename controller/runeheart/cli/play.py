"""`runeheart play`: one game over JSON Lines, without any hardware (play.md 1)."""

import sys
from pathlib import Path
from typing import Any, BinaryIO

import click

from runeheart.cli.numbers import Whole
from runeheart.cli.words import offering
from runeheart.core.boardgame import BoardGame
from runeheart.core.checked import did_you_mean
from runeheart.core.game import Cautious, Game, SetupInvalidError
from runeheart.core.lines import written
from runeheart.core.setups import read_setup
from runeheart.core.table import Table, shown
from runeheart.games.registry import GAMES
from runeheart.runtime.boardfiles import with_board

_HINT = 'One JSON object per line, such as {"do":"state"} or {"do":"read","at":0}; Ctrl-D ends.'


@click.command(name="play")
@click.argument("game", shell_complete=offering(GAMES))
@click.option(
    "--setup",
    "setup_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A JSON object: house rules, and what else the game can be given; {} if left out.",
)
@click.option(
    "--seed", metavar="N", type=Whole(), default=0, help="What is drawn comes from it; 0 if left out."
)
def command(game: str, setup_file: Path | None, seed: int) -> None:
    """Play GAME: commands come from standard input, events go to standard output, a JSON object per line."""
    if game not in GAMES:
        raise click.UsageError(f"there is no game {shown(game)} in this version{did_you_mean(game, GAMES)}")
    engine = GAMES[game]
    try:
        state = _set_up(engine, setup_file, seed)
    except SetupInvalidError as error:
        for problem in error.problems:
            click.echo(problem, err=True)
        sys.exit(2)
    if sys.stdin.isatty():
        click.echo(_HINT, err=True)
    _answer_each(Table(engine, state), sys.stdin.buffer, sys.stdout.buffer)


def _set_up(engine: Game[Any], setup_file: Path | None, seed: int) -> Any:
    """Return the state before the first command; a board given as a path is read from the setup's folder."""
    raw = {} if setup_file is None else _read_setup(setup_file)
    odd: tuple[str, ...] = ()
    if setup_file is not None and isinstance(engine, BoardGame) and isinstance(raw.get("board"), str):
        raw, odd = with_board(engine, raw, setup_file.parent)
    state = engine.setup(raw, seed)
    if isinstance(engine, Cautious):
        odd += engine.warnings(state)
    for warning in odd:
        click.echo(f"warning: {warning}", err=True)
    return state


def _answer_each(table: Table[Any], lines: BinaryIO, out: BinaryIO) -> None:
    for line in lines:
        taken = table.take_bytes(line)
        table = taken.table
        out.write(b"".join(written(answer) for answer in taken.lines()))
        out.flush()


def _read_setup(path: Path) -> dict[str, Any]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SetupInvalidError([f"{path}: cannot be read: {error.strerror}"]) from None
    return read_setup(content, str(path))
