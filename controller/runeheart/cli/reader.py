"""`runeheart reader`: the reader of real dice and a real compass, at a terminal.

Owns which port is meant and the words for people; exit status 0: done, 1: it could not be, with the reason.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from msgspec import Struct

from runeheart.cli import settings
from runeheart.cli.numbers import Number

if TYPE_CHECKING:
    from runeheart_hw.reader_line import ReaderLine

C = TypeVar("C", bound=Callable[..., object])


class _Place(Struct, frozen=True):
    """Where the reader is looked for: a port or a pattern, and its baud rate."""

    port: str
    baud: int


@click.group(name="reader", context_settings={"help_option_names": ["-h", "--help"]})
@settings.config_option
@click.option(
    "--port",
    metavar="PATH",
    help="Its port, or a pattern of ports; [reader] port if left out, or any board with MicroPython.",
)
@click.pass_context
def command(context: click.Context, config_file: Path | None, port: str | None) -> None:
    """Find, watch, teach and renew the reader of real dice and a real compass.

    The daemon holds the port while it runs: stop it first (sudo systemctl stop runeheart).
    Exit status: 0 done, 1 it could not be done (the reason is on standard error), 2 usage.
    """
    if context.resilient_parsing:
        return
    _config, profile = settings.config_and_profile_or_exit(config_file)
    context.obj = _Place(port or profile.reader.port, profile.reader.baud)


@command.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of lines.")
@click.pass_obj
def list_ports(place: _Place, *, as_json: bool) -> None:
    """List serial ports and who is at each of them; `*` is the one that the daemon would use.

    Each port is opened for a moment: some boards start anew by that. Exit status 1: no reader was found.
    """
    from runeheart.runtime.clock import SystemClock
    from runeheart_hw.reader_line import who_is_at
    from runeheart_hw.reader_ports import BY_ID, choose, matching, plugged_in

    chosen = choose(place.port)
    ports = dict.fromkeys((*matching(place.port), *plugged_in()))
    found = [who_is_at(port, place.baud, SystemClock()) for port in ports]
    if as_json:
        rows = [
            {
                "port": who.port,
                "who": who.words,
                "reader": who.is_reader,
                "used": chosen is not None and who.port == chosen.port,
            }
            for who in found
        ]
        click.echo(json.dumps({"ports": rows}, ensure_ascii=False, indent=2))
    for who in found if not as_json else ():
        mark = "*" if chosen is not None and who.port == chosen.port else " "
        click.echo(f"{mark} {who.port}\n      {who.words}")
    if not found and not as_json:
        click.echo(
            f"No serial port: nothing matches {place.port}, and nothing is in {BY_ID}. Is it plugged in?"
        )
    if not any(who.is_reader for who in found):
        sys.exit(1)


@command.command()
@click.option("--raw", is_flag=True, help="Show the sentences themselves, too.")
@click.option(
    "--for",
    "seconds",
    metavar="SECONDS",
    type=Number(0.1, 86_400, example=10),
    help="End after so long; with Ctrl-C if left out.",
)
@click.pass_obj
def monitor(place: _Place, seconds: float | None, *, raw: bool) -> None:
    """Print what the reader says, in words, and what was counted at the end. Ctrl-C ends it."""
    from runeheart.cli.reader_monitor import watch

    _with_line(place, lambda line: watch(line, seconds, raw=raw))


def _with_line(place: _Place, work: "Callable[[ReaderLine], None]") -> None:
    """Open the port and do something with it; troubles of the port are a sentence and status 1."""
    from runeheart.runtime.clock import SystemClock
    from runeheart_hw.reader_line import ReaderLine
    from runeheart_hw.reader_link import LinkError
    from runeheart_hw.reader_ports import choose

    found = choose(place.port)
    if found is None:
        click.echo(f"no reader at {place.port}: plug it in; runeheart reader list shows all ports", err=True)
        sys.exit(1)
    if found.others:
        click.echo(f"{found.port} is used; there is {', '.join(found.others)}, too (--port)", err=True)
    try:
        with ReaderLine(found.port, place.baud, SystemClock()) as line:
            work(line)
    except LinkError as error:
        why = f"{error} (the daemon, if it runs: sudo systemctl stop runeheart)"
        click.echo(why if error.kind == "busy" else str(error), err=True)
        sys.exit(1)
