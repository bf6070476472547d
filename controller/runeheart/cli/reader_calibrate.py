"""`runeheart reader calibrate`: leads through the calibration of a compass, at a terminal.

A magnetometer needs a walk through all directions and its north; a dial only its north.
"""

import contextlib
from typing import TYPE_CHECKING

import click

from runeheart.cli.reader_teach import (
    ANSWER_S,
    LOOK_S,
    RENEW_BEATS,
    Keys,
    NoAnswerError,
    RefusedError,
    reader_at,
    tell,
)
from runeheart.cli.reader_words import in_words
from runeheart.wire.heading import HeadingSentence
from runeheart.wire.messages import Await, Beat, Calibrate, Error, Identity

if TYPE_CHECKING:
    from runeheart_hw.reader_line import ReaderLine

WHOLE = 100
AFTER_S = 3.0
"""How long to wait for the heading after the north was set."""


def calibrate(line: "ReaderLine", sensor: str | None) -> None:
    """Calibrate a compass: `sensor`, or the first that the reader has. Raises NoAnswerError."""
    found = reader_at(line)
    if sensor is not None and sensor not in found.sensors:
        raise NoAnswerError(f"the reader has no sensor {sensor}; it has {', '.join(found.sensors) or 'none'}")
    keys = Keys()
    name, is_dial = _compass(line, (sensor,) if sensor else found.sensors)
    if not is_dial:
        try:
            _walk(line, name)
        except (KeyboardInterrupt, NoAnswerError) as error:
            with contextlib.suppress(NoAnswerError):
                tell(line, Calibrate(name, "cancel"), "end the walk")
            if isinstance(error, KeyboardInterrupt):
                click.echo("\nStopped; nothing has changed.")
            raise
    try:
        _north(line, name, keys)
    except KeyboardInterrupt:
        stays = "nothing has changed" if is_dial else "the walk is saved, its north is as it was"
        click.echo(f"\nStopped; {stays}.")
        raise


def _compass(line: "ReaderLine", sensors: tuple[str, ...]) -> tuple[str, bool]:
    """Return the first that can be calibrated, and whether it is a dial; another one's walk has begun."""
    for name in sensors:
        line.send(Calibrate(name, "start"))
        for sentence in line.heard_for(ANSWER_S):
            if sentence.message == Calibrate(name, "start"):
                return name, False
            if isinstance(sentence.message, Error) and sentence.message.sensor == "reader":
                if sentence.message.text.startswith("there is no compass"):
                    break
                return name, True  # it is one, and has no walk to start
    raise NoAnswerError(f"no compass among the reader's sensors: {', '.join(sensors) or 'it has none'}")


def _walk(line: "ReaderLine", name: str) -> None:
    click.echo(
        f"Calibrating {name}. Take the whole compass in both hands, away from iron, and turn it slowly\n"
        "through every direction: each of its sides down once, and around each time. Ctrl-C stops."
    )
    shown = -1
    beats = 0
    while True:
        for sentence in line.hear(LOOK_S):
            message = sentence.message
            if isinstance(message, Identity):
                raise NoAnswerError("the reader started anew, and the walk is lost: run the command again")
            if isinstance(message, Error) and message.sensor == name:
                click.echo(f"  {in_words(message)}")
            if isinstance(message, Beat):
                beats += 1
                if beats % RENEW_BEATS == 0:
                    line.send(Await())  # it gives a walk up when it hears nothing for long
            if not (
                isinstance(message, Calibrate) and message.sensor == name and message.percent is not None
            ):
                continue
            if message.percent >= WHOLE:
                tell(line, Calibrate(name, "save"), "save it")
                click.echo("100 %: saved.")
                return
            if message.percent // 10 != shown // 10:
                shown = message.percent
                click.echo(f"  {shown} %")


def _north(line: "ReaderLine", name: str, keys: Keys) -> None:
    click.echo(
        f"Now its north: turn {name} so that it points to the table's N, let it rest, and press Enter."
    )
    while True:
        while keys.typed(LOOK_S) is None:
            line.hear(0)
            if not keys.is_open:
                raise NoAnswerError("nobody can press Enter here: run it at a terminal")
        try:
            tell(line, Calibrate(name, "zero"), "set its north")
        except RefusedError as error:
            click.echo(f"{error}. Then press Enter.")
            continue
        break
    for sentence in line.heard_for(AFTER_S):
        if isinstance(sentence.message, HeadingSentence):
            click.echo(f"Done: it reads {sentence.message.degrees:.1f}° there.")
            return
    click.echo("Done.")
