"""`runeheart ctl`: the operator's verbs to the running daemon.

Owns the options and the exit status: 0 done, 1 refused, 2 usage, 3 no daemon. What they mean for a game, the
daemon says.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from runeheart.cli import asking, settings
from runeheart.cli.asking import NO_DAEMON, NoDaemonError
from runeheart.cli.ctl_words import done_text, status_text
from runeheart.cli.numbers import Whole, finite, whole
from runeheart.cli.words import as_known, offering
from runeheart.core.lines import parse
from runeheart.core.table import shown
from runeheart.games.heart.printed import SIGNS
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.runtime import places
from runeheart.runtime.verbs import MOST_PLAYERS, MOST_STEPS, OPTIONS

REFUSED = 1


@click.group(name="ctl", context_settings={"help_option_names": ["-h", "--help"]})
@settings.config_option
@click.option(
    "--socket",
    "socket_path",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The daemon's control socket; found by the configuration if left out.",
)
@click.pass_context
def command(context: click.Context, config_file: Path | None, socket_path: Path | None) -> None:
    """Tell the running daemon what to do, and see how the prop is.

    Exit status: 0 done, 1 refused (the reason is on standard error), 2 usage, 3 no daemon answers.
    """
    if context.resilient_parsing:
        return
    context.obj = socket_path or places.socket_to_ask(settings.config_or_exit(config_file))


@command.command()
@click.option("--json", "as_json", is_flag=True, help="The whole status document as one line of JSON.")
@click.pass_obj
def status(path: Path, *, as_json: bool) -> None:
    """Show the game, the time left, what the prop shows, the devices, and what needs a person."""
    answer = _ask(path, {"do": "status"})
    click.echo(json.dumps(answer, ensure_ascii=False) if as_json else status_text(answer))


def _heroes(
    _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> list[dict[str, Any]] | None:
    heroes: list[dict[str, Any]] = []
    for text in given:
        parts = [part.strip() for part in text.rsplit(",", 2)]
        life, stamina = map(whole, parts[1:]) if len(parts) == 3 else (None, None)
        if life is None or stamina is None:
            raise click.BadParameter(f"{shown(text)} is no hero; expected name, Life and Stamina: Ada,5,4")
        heroes.append({"name": parts[0], "life": life, "stamina": stamina})
    return heroes or None


@command.command()
@click.option(
    "--game",
    metavar="NAME",
    shell_complete=offering(OPTIONS),
    help="heart, ruin or cult; the one that the prop plays.",
)
@click.option(
    "--difficulty",
    metavar="NAME",
    shell_complete=offering(DIFFICULTIES),
    help="Heart: easy, normal or hard; the configured one, or normal. Without a sign: cards on the prop, also"
    " where a code is configured.",
)
@click.option(
    "--code",
    "--deck",
    "code",
    metavar="CODE",
    help="Heart: the deck code of a printed set; the configured one.",
)
@click.option(
    "--sign",
    metavar="SIGN",
    shell_complete=offering(SIGNS),
    help="Heart: the sign on the back of the printed answer card.",
)
@click.option("--board", metavar="NAME", help="Ruin, Cult: a board that comes with the game.")
@click.option(
    "--keyword", "keywords", metavar="NAME", multiple=True, help="Ruin: a keyword in play; may be repeated."
)
@click.option("--corruption/--no-corruption", default=None, help="Ruin: whether that condition is on.")
@click.option("--life", metavar="N", type=Whole(1, example=20), help="Ruin: the Damage that ends the game.")
@click.option("--defense", metavar="ask|none", help="Ruin: whether Damage asks how much Defense prevents.")
@click.option(
    "--hero",
    "heroes",
    metavar="NAME,LIFE,STAMINA",
    multiple=True,
    callback=_heroes,
    help="Cult: a hero, who begins in the forge; may be repeated, in the order of their turns.",
)
@click.option("--dice", metavar="ask|auto", help="Ruin, Cult: whether people roll, or the prop does.")
@click.option(
    "--movement-die",
    "movement_die",
    metavar="placeholder",
    help="Cult: `placeholder` for the faces that come with the game, where the prop rolls; those of your own"
    " die are configured.",
)
@click.option("--ties", metavar="ask|auto", help="Ruin: who settles what is left to chance.")
@click.option("--team", metavar="NAME", help="Who plays, for the history.")
@click.option("--players", metavar="N", type=Whole(1, MOST_PLAYERS, example=4), help="How many they are.")
@click.pass_obj
def start(path: Path, /, **given: Any) -> None:
    """Set up a new game; what is left out is as configured. The Heart's timer starts with the first clue."""
    known = (*DIFFICULTIES, *SIGNS, *OPTIONS)
    asked = {
        name: as_known(value, known) if isinstance(value, str) else value
        for name, value in given.items()
        if value is not None and value != ()
    }
    _do(path, {"do": "start", **asked})


def _a_command(_context: click.Context, _parameter: click.Parameter, text: str) -> dict[str, Any]:
    example = """such as '{"do":"roll","values":[3]}'"""
    try:
        body = parse(text)
    except ValueError as error:
        raise click.BadParameter(f"{shown(text)} {error}; expected a command {example}") from None
    if not isinstance(body, dict):
        raise click.BadParameter(f"{shown(text)} is no JSON object; expected a command {example}")
    return body


@command.command()
@click.argument("body", metavar="JSON", callback=_a_command)
@click.option("--json", "as_json", is_flag=True, help="The whole answer as one line of JSON.")
@click.pass_obj
def do(path: Path, body: dict[str, Any], *, as_json: bool) -> None:
    """Give a command of the game at the table, as `runeheart play` takes them: '{"do":"end_turn"}'."""
    asked = {"do": "command", "body": body}
    if as_json:
        click.echo(json.dumps(_ask(path, asked), ensure_ascii=False))
    else:
        _do(path, asked)


@command.command()
@click.pass_obj
def pause(path: Path) -> None:
    """Let the timer stand still; games without one cannot be paused."""
    _do(path, {"do": "pause"})


@command.command()
@click.pass_obj
def resume(path: Path) -> None:
    """Let the timer go on, also after a power loss."""
    _do(path, {"do": "resume"})


def _seconds(_context: click.Context, _parameter: click.Parameter, text: str) -> float:
    number = finite(text)
    if number is None:
        raise click.BadParameter(
            f"{shown(text)} is no number of seconds; expected one such as 60, 2.5 or -30"
        )
    return int(number) if number.is_integer() else number


@command.command(name="add-time", context_settings={"ignore_unknown_options": True})
@click.argument("seconds", callback=_seconds)
@click.pass_obj
def add_time(path: Path, seconds: float) -> None:
    """Give SECONDS more, or take some away: add-time -30."""
    _do(path, {"do": "add-time", "seconds": seconds})


@command.command()
@click.option(
    "--step",
    metavar="N",
    type=Whole(1, MOST_STEPS, example=2),
    default=1,
    help="Which deduction: 2 is the next one for players who were told the first, and so on.",
)
@click.pass_obj
def hint(path: Path, step: int) -> None:
    """Tell you what the players can conclude next, and from which of their cards; the prop shows nothing."""
    answer = _ask(path, {"do": "hint", "step": step})
    click.echo(answer["hint"])
    for card in answer["cards"]:
        click.echo(f"  card {card['card']}: {card['text']}")


@command.command()
@click.pass_obj
def undo(path: Path) -> None:
    """Take the last accepted command back, also one that ended the game; again goes further back."""
    _do(path, {"do": "undo"})


@command.command()
@click.pass_obj
def abandon(path: Path) -> None:
    """End a game of the Heart; the prop shows the answer. A game with a board ends with reset."""
    _do(path, {"do": "abandon"})


@command.command()
@click.pass_obj
def acknowledge(path: Path) -> None:
    """Take note that you have read the alerts that tell what happened; what is still wrong stays."""
    _do(path, {"do": "acknowledge"})


@command.command()
@click.pass_obj
def reset(path: Path) -> None:
    """End any game, erase its answer, and make the prop ready for the next group."""
    _do(path, {"do": "reset"})


def _do(path: Path, asked: Mapping[str, Any]) -> None:
    answer = _ask(path, asked)
    click.echo(done_text(answer))


def _ask(path: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Send one line and return the answer; a refusal, or a daemon that is not there, ends the program."""
    try:
        answer = asking.ask(path, asked)
    except NoDaemonError as error:
        click.echo(str(error), err=True)
        sys.exit(NO_DAEMON)
    if answer.get("result") != "done":
        click.echo(f"refused: {answer.get('why')}", err=True)
        sys.exit(REFUSED)
    return answer
