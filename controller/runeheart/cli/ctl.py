"""`runeheart ctl`: the operator's verbs to the running daemon.

Owns the words for people and the exit status: 0 done, 1 refused, 2 usage, 3 no daemon. Knows no game.
"""

import json
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from runeheart.cli import settings
from runeheart.cli.numbers import Whole, finite
from runeheart.cli.words import as_known, offering
from runeheart.core.lines import written
from runeheart.core.table import shown
from runeheart.core.units import milliseconds, minutes
from runeheart.games.heart.printed import SIGNS
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.runtime import places
from runeheart.runtime.verbs import MOST_STEPS

REFUSED, NO_DAEMON = 1, 3
ANSWER_S = 10
"""How long an answer may take: a slow card needs seconds; a daemon that hangs shall not hang the operator."""


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
    click.echo(json.dumps(answer, ensure_ascii=False) if as_json else _status_text(answer))


@command.command()
@click.option(
    "--difficulty",
    metavar="NAME",
    shell_complete=offering(DIFFICULTIES),
    help="easy, normal or hard; the configured one, or normal. Without a sign: cards on the prop, also where"
    " a code is configured.",
)
@click.option(
    "--code",
    "--deck",
    "code",
    metavar="CODE",
    help="The deck code of a printed set; the configured one.",
)
@click.option(
    "--sign",
    metavar="SIGN",
    shell_complete=offering(SIGNS),
    help="The sign on the back of the printed answer card.",
)
@click.pass_obj
def start(path: Path, /, **given: str | None) -> None:
    """Set up a new game; its timer starts when the players read the first clue."""
    known = (*DIFFICULTIES, *SIGNS)
    asked = {name: as_known(word, known) for name, word in given.items() if word is not None}
    _do(path, {"do": "start", **asked})


@command.command()
@click.pass_obj
def pause(path: Path) -> None:
    """Let the timer stand still."""
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
    """End the game; the prop shows the answer."""
    _do(path, {"do": "abandon"})


@command.command()
@click.pass_obj
def reset(path: Path) -> None:
    """End any game, erase its answer, and make the prop ready for the next group."""
    _do(path, {"do": "reset"})


def _do(path: Path, asked: Mapping[str, Any]) -> None:
    answer = _ask(path, asked)
    undone = f"{answer['undone']} is undone; " if "undone" in answer else ""
    click.echo(f"done: {undone}{_game_text(answer)}")


def _ask(path: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Send one line and return the answer; a refusal, or a daemon that is not there, ends the program."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
            wire.settimeout(ANSWER_S)
            wire.connect(str(path))
            wire.sendall(written(dict(asked)))
            with wire.makefile("rb") as lines:
                line = lines.readline()
        answer: dict[str, Any] = json.loads(line)
    except (FileNotFoundError, ConnectionRefusedError):
        _no_daemon(
            f"no daemon answers at {path}; start one with: runeheart run, or runeheart simulate without pins"
        )
    except PermissionError:
        _no_daemon(places.may_not_talk(path))
    except (OSError, ValueError) as error:
        _no_daemon(f"the daemon at {path} gave no answer: {error}")
    if answer.get("result") != "done":
        click.echo(f"refused: {answer.get('why')}", err=True)
        sys.exit(REFUSED)
    return answer


def _no_daemon(why: str) -> NoReturn:
    click.echo(why, err=True)
    sys.exit(NO_DAEMON)


def _game_text(answer: Mapping[str, Any]) -> str:
    if answer.get("game") is None:
        return "no game, waiting for players"
    left_ms = milliseconds(answer.get("left_s"))
    words = [
        f"{answer['game']} {answer.get('difficulty', '')}".strip(),
        answer.get("outcome") or answer["phase"],
    ]
    if left_ms is not None:
        words.append(f"{minutes(left_ms)} left")
    if "mistakes" in answer:
        words.append(f"mistakes {answer['mistakes']} of {answer['max_mistakes']}")
    return ", ".join(words)


def _status_text(answer: Mapping[str, Any]) -> str:
    lines = [f"{answer['name']} (Runeheart {answer['version']}): {_game_text(answer)}"]
    if answer.get("slots"):
        lines.append(
            "places:  "
            + "  ".join(f"{place} {rune or 'open'}" for place, rune in enumerate(answer["slots"], 1))
        )
    lines.append("screen:  " + " | ".join(answer["screen"]))
    lines.append("lights:  " + "  ".join(f"{light['rune']} {light['pattern']}" for light in answer["lights"]))
    for device in answer["devices"]:
        counted = ", ".join(f"{name} {number}" for name, number in device["counters"].items() if number)
        lines.append(
            f"{device['device']}: {device['alert'] or 'works'}" + (f" ({counted})" if counted else "")
        )
    lines += [f"alert:   {alert}" for alert in answer["alerts"]] or ["alerts:  none"]
    return "\n".join(lines)
