"""`runeheart reader`: the reader of real dice and a real compass, at a terminal.

Owns which port is meant and the words for people; exit status 0: done, 1: it could not be, with the reason.
"""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from runeheart.cli import settings
from runeheart.cli.numbers import Number, Whole
from runeheart.cli.reader_lesson import DICE, Lesson, die_named, faces_of
from runeheart.cli.reader_words import in_words
from runeheart.cli.words import offering
from runeheart.runtime import places

if TYPE_CHECKING:
    from runeheart_hw.reader_line import ReaderLine


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
    if port == "":
        raise click.BadParameter(
            "it is empty; expected the path of a port, or no --port", param_hint="--port"
        )
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


@command.command()
@click.argument("die", shell_complete=offering(DICE))
@click.option(
    "--number",
    metavar="N",
    type=Whole(1, 99, example=2),
    default=1,
    help="Which of several dice of one kind: 1 is the first.",
)
@click.option(
    "--face",
    "faces",
    metavar="WORDS",
    multiple=True,
    help="A face of the movement die, its terrains joined with +: --face forest --face hills+road and so on.",
)
@click.option("--anew", is_flag=True, help="Begin again, also where a lesson was broken off.")
@click.pass_obj
def teach(place: _Place, die: str, number: int, faces: tuple[str, ...], *, anew: bool) -> None:
    """Teach the reader the tags of a die, face by face: d4, d6, d8, d10, compass or movement.

    u and Enter goes one face back. Ctrl-C, or a cable that came loose, breaks the lesson off: the same
    command goes on with it.
    """
    from runeheart.cli.reader_teach import teach as lead_through

    try:
        name = die_named(die)
        wanted = faces_of(name, faces)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    notes = places.own_state_directory() / "lessons" / f"{name}-{number}.json"
    lesson = Lesson(name, number, wanted, notes)
    if anew:
        lesson.anew()
    port = _found(place)
    with _sentences():
        lead_through(lambda: _opened(place, port), lesson)


@command.command()
@click.argument("sensor", required=False)
@click.pass_obj
def calibrate(place: _Place, sensor: str | None) -> None:
    """Lead through the calibration of the compass: a walk through all directions, and its north.

    SENSOR is its name among the reader's sensors; the first compass if left out.
    """
    from runeheart.cli.reader_calibrate import calibrate as lead_through

    _with_line(place, lambda line: lead_through(line, sensor))


@command.command()
@click.pass_obj
def flash(place: _Place) -> None:
    """Put the reader's program of this Runeheart on the board, or renew it: what differs is copied.

    The board needs MicroPython. Its own settings, dice and calibration stay.
    """
    from runeheart.runtime.clock import SystemClock
    from runeheart_hw import reader_firmware
    from runeheart_hw.reader_flash import Flasher, FlashError, Step

    def tell(step: Step) -> None:
        percent = 100 * step.done // max(1, step.total)
        click.echo(f"  {percent:3} %  {step.name}")

    version = reader_firmware.version()
    flasher = Flasher(place.port, place.baud, SystemClock())
    try:
        port = flasher.find()
        click.echo(f"{port}: firmware {version} …")
        copied = flasher.copy(port, reader_firmware.files(), tell)
        click.echo(f"  100 %  {copied} files copied; the board starts …" if copied else "  nothing differs …")
        identity = flasher.verify(port, version)
    except FlashError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    click.echo(f"Done: {in_words(identity)}.")


@command.command()
@click.option(
    "--state",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="What the board would keep: its settings, dice, calibration; your own state folder if left out.",
)
def simulate(state: Path | None) -> None:
    """Run the reader's real program on this computer, with simulated sensors, and print its port.

    What is typed moves them: put d8 5, put cmp NE, lift, dial 120, press ok, press roll. Ctrl-C ends it.
    """
    from runeheart.cli.reader_simulate import run
    from runeheart_hw.virtual.reader import NoMicroPythonError

    folder = (state or places.own_state_directory() / "virtual-reader").expanduser().absolute()
    try:
        run(folder)
    except (NoMicroPythonError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _found(place: _Place) -> str:
    """Return the port to use; ends the program with a sentence where there is none."""
    from runeheart_hw.reader_ports import choose

    found = choose(place.port)
    if found is None:
        click.echo(f"no reader at {place.port}: plug it in; runeheart reader list shows all ports", err=True)
        sys.exit(1)
    if found.others:
        click.echo(f"{found.port} is used; there is {', '.join(found.others)}, too (--port)", err=True)
    return found.port


def _opened(place: _Place, port: str) -> "ReaderLine | None":
    """Open the port, under whatever name it is there now; None: it is not there. Raises LinkError."""
    from runeheart.runtime.clock import SystemClock
    from runeheart_hw.reader_line import ReaderLine
    from runeheart_hw.reader_ports import choose

    found = choose(place.port, port)
    return ReaderLine(found.port, place.baud, SystemClock()) if found is not None else None


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """Turn troubles of the port and of the reader into a sentence and status 1."""
    from runeheart.cli.reader_teach import NoAnswerError
    from runeheart_hw.reader_link import LinkError

    try:
        yield
    except LinkError as error:
        why = f"{error} (the daemon, if it runs: sudo systemctl stop runeheart)"
        click.echo(why if error.kind == "busy" else str(error), err=True)
        sys.exit(1)
    except NoAnswerError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _with_line(place: _Place, work: "Callable[[ReaderLine], None]") -> None:
    """Open the port and do something with it."""
    port = _found(place)
    with _sentences():
        line = _opened(place, port)
        if line is not None:
            with line:
                work(line)
