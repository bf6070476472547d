"""`runeheart balance ruin`: what a board of the Ruin is like to play, by two model players.

Owns the options and the report; the players and their games are `games/ruin/players` and `simulation`.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from runeheart.cli import plots
from runeheart.cli.numbers import Whole
from runeheart.cli.words import offering
from runeheart.core.events import Json
from runeheart.core.game import SetupInvalidError
from runeheart.core.setups import read_setup
from runeheart.games.ruin.players import PLAYERS, THROWN
from runeheart.games.ruin.rules import RUIN
from runeheart.games.ruin.shipped import SHIPPED
from runeheart.games.ruin.simulation import MOST_ROUNDS, Played, play
from runeheart.runtime.boardfiles import with_board

Games = Mapping[str, Sequence[Played]]
"""The games of each player, by the player's name."""

_MOST_GAMES = 100_000
_SHARES = (10, 50, 90)


@click.command(name="ruin")
@click.option(
    "--board",
    metavar="FILE",
    shell_complete=offering(SHIPPED),
    help="A board file, or one of ours by name; the first one if left out.",
)
@click.option(
    "--setup",
    "setup_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keywords, Corruption, Life, house rules, as for runeheart play ruin.",
)
@click.option(
    "--games", metavar="N", type=Whole(1, _MOST_GAMES, example=500), default=500, show_default=True,
    help="Games of each player.",
)  # fmt: skip
@click.option(
    "--seed", metavar="N", type=Whole(), default=0, show_default=True, help="All chance comes from it."
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(path_type=Path),
    callback=plots.check,
    help="Draw it as SVG.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    board: str | None, setup_file: Path | None, games: int, seed: int, plot: Path | None, *, as_json: bool
) -> None:
    """Let a simple and a careful player play a board: rounds, Damage, and Broods over time.

    The simple one walks the shortest way; the careful one weighs what an entry hurts, and uses Stealth.
    """
    try:
        name, setup, warnings = _setup(board, setup_file)
        state = RUIN.setup(setup, seed)
    except SetupInvalidError as error:
        for problem in error.problems:
            click.echo(problem, err=True)
        sys.exit(2)
    for warning in (*warnings, *RUIN.warnings(state)):
        click.echo(f"warning: {warning}", err=True)
    played = {
        name: [play(setup, player, seed * _MOST_GAMES + number) for number in range(games)]
        for name, player in PLAYERS.items()
    }
    if as_json:
        click.echo(json.dumps({"board": name, "seed": seed, **figures(played)}, indent=2))
    else:
        hexes, broods = len(state.setup.board.field.hexes), len(state.broods)
        click.echo(f"{name}: {hexes} Hexes, {broods} Broods; {games} games of each player")
        click.echo(text(played))
    if plot is not None:
        from runeheart.cli.balance_ruin_plot import draw

        by_player = {who: by_round(games_of) for who, games_of in played.items()}
        plots.write(plot, draw(Path(name).stem, by_player))


def _setup(board: str | None, setup_file: Path | None) -> tuple[str, dict[str, Any], tuple[str, ...]]:
    """Return the board's name, the setup with the board in it, and the warnings of the board's file."""
    raw: dict[str, Any] = {}
    folder = Path()
    if setup_file is not None:
        try:
            raw = read_setup(setup_file.read_bytes(), str(setup_file))
        except OSError as error:
            raise SetupInvalidError([f"{setup_file}: cannot be read: {error.strerror}"]) from None
        folder = setup_file.parent
    if board is not None:
        raw, folder = {**raw, "board": board}, Path()
    named = raw.get("board", next(iter(SHIPPED)))
    if not isinstance(named, str):
        return "the board of the setup", raw, ()
    return named, *with_board(RUIN, {**raw, "board": named}, folder)


def figures(played: Games) -> dict[str, Json]:
    """Return the figures of each player as plain data."""
    return {"players": {name: _figures(games) for name, games in played.items()}}


def _figures(games: Sequence[Played]) -> dict[str, Json]:
    return {
        "games": len(games),
        "resolved": sum(game.outcome == "resolved" for game in games),
        "defeated": sum(game.outcome == "defeated" for game in games),
        "rounds": _spread([game.rounds for game in games]),
        "damage": _spread([game.damage for game in games]),
        "by_round": by_round(games),
    }


def _spread(values: Sequence[int]) -> dict[str, Json]:
    ordered = sorted(values)
    shares = {f"p{share}": ordered[(len(ordered) - 1) * share // 100] for share in _SHARES}
    return {"mean": round(sum(ordered) / len(ordered), 2), **shares}


def by_round(games: Sequence[Played]) -> list[dict[str, Json]]:
    """Return the means at the end of each round, over the games that came so far, while a tenth do."""
    told: list[dict[str, Json]] = []
    for number in range(MOST_ROUNDS):
        moments = [game.moments[number] for game in games if len(game.moments) > number]
        if 10 * len(moments) < len(games) or not moments:
            break
        told.append(
            {
                "round": number + 1,
                "games": len(moments),
                "broods": round(sum(moment.broods for moment in moments) / len(moments), 2),
                "ready": round(sum(moment.ready for moment in moments) / len(moments), 2),
                "damage": round(sum(moment.damage for moment in moments) / len(moments), 2),
            }
        )
    return told


def text(played: Games) -> str:
    """Return the report for people."""
    lines = [
        f"Stars of each Commit: the heads of {THROWN} coins. In brackets: the middle 80 of 100 games.",
        "",
    ]
    for name, games in played.items():
        told = _figures(games)
        ends = f"{100 * told['resolved'] / len(games):.0f} % resolved"
        if told["defeated"]:
            ends += f", {100 * told['defeated'] / len(games):.0f} % defeated"
        lines += [
            f"{name}: {ends}",
            f"  rounds  {_told(told['rounds'])}",
            f"  Damage  {_told(told['damage'])}",
            "  round   " + " ".join(f"{row['round']:>5}" for row in told["by_round"][:10]),
            *(
                f"  {key:<7} " + " ".join(f"{row[field]:>5.1f}" for row in told["by_round"][:10])
                for key, field in (("Broods", "broods"), ("at 4", "ready"), ("Damage", "damage"))
            ),
            "",
        ]
    return "\n".join(lines[:-1])


def _told(spread: Mapping[str, Json]) -> str:
    middle = f"{spread['p50']} in the middle ({spread['p10']} to {spread['p90']})"
    return f"{spread['mean']:.1f} in the mean, {middle}"
