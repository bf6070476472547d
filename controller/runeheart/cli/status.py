"""`runeheart status`: the whole prop on one screen, for whoever stands before it with a question.

Owns the screen's form and the exit status. What is told, the daemon's status document says.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from runeheart import __version__
from runeheart.cli import asking, settings
from runeheart.cli.asking import NO_DAEMON, NoDaemonError
from runeheart.cli.ctl_words import game_text
from runeheart.cli.numbers import Whole
from runeheart.core.panel import Button
from runeheart.runtime import places

ALERT = 1
EVERY_S = 2
_CLEAR = "\x1b[H\x1b[2J"
_PAD = 10


@click.command(name="status")
@settings.config_option
@click.option(
    "--socket",
    "socket_path",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The daemon's control socket; found by the configuration if left out.",
)
@click.option("--json", "as_json", is_flag=True, help="The whole status document as one line of JSON.")
@click.option("--watch", is_flag=True, help="Show it anew again and again, until Ctrl-C.")
@click.option(
    "--every",
    "every_s",
    metavar="SECONDS",
    type=Whole(1, 3600, example=EVERY_S),
    default=EVERY_S,
    show_default=True,
    help="With --watch: how often.",
)
def command(
    config_file: Path | None, socket_path: Path | None, every_s: int, *, as_json: bool, watch: bool
) -> None:
    """Show how this prop is: game, screen, devices with their counters, alerts, uptime, versions.

    Exit status 0: nothing needs a person; 1: an alert does; 3: no daemon answers.
    """
    path = socket_path or places.socket_to_ask(settings.config_or_exit(config_file))
    if watch:
        _watch(path, every_s, as_json=as_json)
    try:
        answer = asking.ask(path, {"do": "status"})
    except NoDaemonError as error:
        click.echo(str(error), err=True)
        sys.exit(NO_DAEMON)
    click.echo(_written(answer, as_json=as_json))
    sys.exit(ALERT if answer["alerts"] else 0)


def _watch(path: Path, every_s: int, *, as_json: bool) -> None:
    """Show it until Ctrl-C; a daemon that goes away is told, and waited for."""
    import threading

    pause = threading.Event()
    is_screen = sys.stdout.isatty() and not as_json
    while True:
        try:
            text = _written(asking.ask(path, {"do": "status"}), as_json=as_json)
        except NoDaemonError as error:
            text = json.dumps({"result": "no daemon", "why": str(error)}) if as_json else str(error)
        click.echo(_CLEAR + text if is_screen else text + ("" if as_json else "\n"))
        sys.stdout.flush()
        pause.wait(every_s)


def _written(answer: Mapping[str, Any], *, as_json: bool) -> str:
    return json.dumps(answer, ensure_ascii=False) if as_json else "\n".join(lines(answer))


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the screen."""
    yield f"{answer['name']}: up for {_duration(answer['uptime_s'])}, {_versions(answer)}"
    yield _line("game", game_text(answer))
    if answer.get("asked"):
        yield _line("asked", answer["asked"])
    yield _line("screen", " | ".join(answer["screen"]))
    patterns = {light["rune"]: light["pattern"] for light in answer["lights"]}
    lit = [f"{rune} {pattern}" for rune, pattern in patterns.items() if pattern != "off"]
    is_same = len(set(patterns.values())) == 1
    yield _line("lights", f"all {next(iter(patterns.values()))}" if is_same else ", ".join(lit))
    journal = answer["journal"]
    yield _line("journal", f"{journal['path']}: {'all is saved' if journal['written'] else 'NOT SAVED'}")
    yield ""
    for device in answer["devices"]:
        yield from _device(device)
    yield ""
    yield from [f"ALERT     {alert}" for alert in answer["alerts"]] or ["alerts    none"]


def _line(name: str, text: str) -> str:
    return f"{name:<{_PAD}}{text}"


def _versions(answer: Mapping[str, Any]) -> str:
    running = f"Runeheart {answer['version']}"
    if answer["version"] != __version__:
        running += f" (installed here is {__version__}: it runs after a restart)"
    return f"{running}, Python {answer['python']}"


def _duration(seconds: float) -> str:
    minutes, hours = int(seconds) // 60 % 60, int(seconds) // 3600
    if hours >= 48:
        return f"{hours // 24} days"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _device(device: Mapping[str, Any]) -> Iterator[str]:
    """Yield a device: how it is, then its counters, those of buttons as a table."""
    ours: dict[str, dict[str, int]] = {}
    others: list[str] = []
    for name, number in device["counters"].items():
        button, _, what = name.partition(" ")
        if what and button in set(Button):
            ours.setdefault(button, {})[what] = number
        else:
            others.append(f"{name} {number:,}")
    state = "NEEDS A PERSON" if device["alert"] else "works"
    yield _line(device["device"], f"{state}{'   ' if others else ''}{', '.join(others)}".rstrip())
    if ours:
        columns = list(next(iter(ours.values())))
        yield _line("", f"{'':<9}" + "".join(f"{column:>11}" for column in columns))
        for button, counts in ours.items():
            yield _line("", f"{button:<9}" + "".join(f"{counts[column]:>11,}" for column in columns))
