"""`runeheart board`: check and draw board files (play.md 5), and the boards that come with the games."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from runeheart.cli import board_new
from runeheart.cli.board_picture import in_letters, in_svg
from runeheart.core.boardgame import BoardGame
from runeheart.core.boards import Sheet, Space, read_text
from runeheart.core.checked import did_you_mean
from runeheart.core.game import SetupInvalidError
from runeheart.core.table import shown
from runeheart.games.registry import GAMES
from runeheart.runtime.boardfiles import GameOnABoard, read_sheet
from runeheart.runtime.places import is_there

_TELLING = {"ruin": {"mother", "start", "brood"}, "cult": {"forge", "town", "jewel"}}
"""The words that only boards of one game have."""


@click.group(name="board")
def command() -> None:
    """Check and draw boards: files in the text form or of Tiled, and the boards that come with the games."""


def _a_game(_ctx: click.Context, _param: click.Parameter, name: str | None) -> str | None:
    known = list(_games())
    if name is not None and name not in known:
        raise click.BadParameter(f"there is no game with a board {shown(name)}{did_you_mean(name, known)}")
    return name


_game_option = click.option(
    "--game",
    metavar="ruin|cult",
    callback=_a_game,
    help="Whose board it is; seen from its words if left out.",
)


@command.command()
@click.argument("file")
@_game_option
def check(file: str, game: str | None) -> None:
    """Name every problem of FILE with its line or cell. Status 1 if there is any.

    Exit status 0: the board can be played (warnings go to standard error).
    """
    sheet = _sheet(file, game)
    name, engine = _game_of(sheet, file, game)
    board, problems = engine.board_of(sheet)
    warnings: list[str] = list(sheet.warnings)
    if not problems:
        try:
            warnings += engine.warnings(engine.setup({"board": board}, 0))
        except SetupInvalidError as error:
            problems = tuple(error.problems)
    for problem in problems:
        click.echo(f"{file}: {problem}", err=True)
    for warning in warnings:
        click.echo(f"{file}: warning: {warning}", err=True)
    if problems:
        sys.exit(1)
    click.echo(f"{file}: a board for {name} with {len(sheet.spaces)} spaces; it can be played")


@command.command()
@click.argument("file")
@click.option("--svg", "out", metavar="OUT", type=click.Path(path_type=Path), help="Draw it into this file.")
@_game_option
def show(file: str, out: Path | None, game: str | None) -> None:
    """Draw FILE, or a board that comes with a game by its name, in the terminal or as SVG.

    A board with problems is drawn as far as it can be read; `runeheart board check` names them.
    """
    sheet = _sheet(file, game)
    if not sheet.spaces:
        for problem in sheet.problems or ("there are no spaces to draw",):
            click.echo(f"{file}: {problem}", err=True)
        sys.exit(1)
    if sheet.problems:
        click.echo(f"{file}: has problems; runeheart board check {file} names them", err=True)
    if out is None:
        click.echo(in_letters(sheet.spaces), nl=False)
        return
    try:
        out.write_text(in_svg(sheet.spaces, Path(file).stem), "utf-8")
    except OSError as error:
        raise click.BadParameter(f"{out} cannot be written: {error.strerror}", param_hint="--svg") from None


@command.command()
@click.argument("out", type=click.Path(path_type=Path), required=False)
@click.option("--like", metavar="BOARD|15x10", help="A board file, one of ours, or columns and rows.")
@click.option("--fill", "in_terminal", is_flag=True, help="Ask for each space here; go on where OUT exists.")
@_game_option
def new(out: Path | None, like: str | None, game: str | None, *, in_terminal: bool) -> None:
    """Make a board file to fill: every space of a board like another one, with its number.

    Without OUT it is printed. With --fill the words of each space are asked for: Enter for none, - where
    there is no space, < to go back, Ctrl-C to stop; the same command goes on later.
    """
    is_out_there = out is not None and is_there(out) is not False
    goes_on = in_terminal and is_out_there
    if in_terminal and out is None:
        raise click.UsageError("--fill needs a file to write: runeheart board new OUT --like 15x10 --fill")
    if is_out_there and not goes_on:
        raise click.BadParameter(f"{out} is there already; choose another name", param_hint="OUT")
    if goes_on:
        spaces = _all_spaces(str(out), game)
    elif like is None:
        raise click.UsageError("say how large it is: --like 15x10, or --like and a board")
    else:
        spaces = board_new.grid(like) or board_new.emptied(_all_spaces(like, game))
    name = game or _guessed(like or str(out)) or "cult"
    if in_terminal:
        spaces = board_new.fill(spaces, _games()[name])
    text = board_new.to_fill(spaces, name)
    if out is None:
        click.echo(text, nl=False)
    else:
        board_new.written(out, text)
        click.echo(f"{out}: {len(spaces)} spaces for the {name}", err=True)


def _all_spaces(file: str, game: str | None) -> tuple[Space, ...]:
    """Return the spaces of a board that can be read whole."""
    sheet = _sheet(file, game)
    for problem in sheet.problems:
        click.echo(f"{file}: {problem}", err=True)
    if sheet.problems:
        sys.exit(1)
    return sheet.spaces


def _guessed(file: str) -> str | None:
    """Tell whose board a file or one of ours is, where its words tell."""
    words = {word.partition("=")[0] for space in _sheet(file, None).spaces for word in space.words}
    return next((name for name in _games() if words & _TELLING[name]), None)


@command.command(name="list")
def list_() -> None:
    """List the boards that come with the games, each with its idea; the first is played without a choice."""
    for game, engine in _games().items():
        for name, text in engine.shipped.items():
            spaces = len(read_text(text).spaces)
            click.echo(f"{game}  {name:<10} {spaces:>4} spaces  {_idea(text)}")


def _idea(text: str) -> str:
    return text.lstrip().partition("\n")[0].removeprefix("#").strip() if text.lstrip().startswith("#") else ""


def _games() -> dict[str, GameOnABoard]:
    return {name: game for name, game in GAMES.items() if isinstance(game, BoardGame)}


def _sheet(file: str, game: str | None) -> Sheet:
    """Read a file, or a shipped board where there is no such file."""
    path = Path(file)
    if is_there(path) is False:
        for text in _shipped(file, game):
            return read_text(text)
    return read_sheet(path)


def _shipped(file: str, game: str | None) -> Iterator[str]:
    for name, engine in _games().items():
        if game in {None, name} and file in engine.shipped:
            yield engine.shipped[file]


def _game_of(sheet: Sheet, file: str, game: str | None) -> tuple[str, GameOnABoard]:
    """Tell whose board it is: as given, or by its words."""
    games = _games()
    if game is None:
        words = {word.partition("=")[0] for space in sheet.spaces for word in space.words}
        guesses = [name for name in games if words & _TELLING[name]]
        if len(guesses) != 1:
            for problem in sheet.problems:
                click.echo(f"{file}: {problem}", err=True)
            why = "no word tells" if not guesses else f"words of {' and '.join(guesses)} stand in it"
            click.echo(f"{file}: {why} which game's board it is; say --game {' or '.join(games)}", err=True)
            sys.exit(1)
        game = guesses[0]
    return game, games[game]
