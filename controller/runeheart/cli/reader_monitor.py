"""`runeheart reader monitor`: what a reader says, line by line, in words."""

import math
import sys
from typing import TYPE_CHECKING

import click

from runeheart.cli.reader_words import counted, in_words
from runeheart.wire.heading import HeadingSentence
from runeheart.wire.messages import PROTOCOL, Beat, Identity, Query
from runeheart_hw.reader_needle import apart_deg

if TYPE_CHECKING:
    from runeheart_hw.reader_line import ReaderLine, Sentence

TURNED_DEG = 3.0
"""A compass speaks several times a second: it is shown when it has turned by more than this."""
LOOK_S = 1.0


def watch(line: "ReaderLine", seconds: float | None, *, raw: bool) -> None:
    """Print what comes for some seconds, or until Ctrl-C; then what was counted."""
    screen = _Screen(raw=raw)
    try:
        line.send(Query())
        rounds = None if seconds is None else math.ceil(seconds / LOOK_S)
        span_s = LOOK_S if seconds is None or rounds is None else seconds / rounds
        while rounds != 0:
            for sentence in line.heard_for(span_s):
                screen.show(sentence)
            screen.status(counted(line.splitter))
            rounds = None if rounds is None else rounds - 1
    except KeyboardInterrupt:
        pass  # how it is ended
    finally:  # also when the port vanishes
        screen.end()
        click.echo(f"{counted(line.splitter)}.")


class _Screen:
    """Lines that stay, and on a terminal one below them that is renewed."""

    def __init__(self, *, raw: bool) -> None:
        self._raw = raw
        self._heading: float | None = None
        self._is_terminal = sys.stdout.isatty()
        self._has_status = False

    def show(self, sentence: "Sentence") -> None:
        message = sentence.message
        words = "not known here" if message is None else in_words(message)
        if isinstance(message, HeadingSentence):
            if self._heading is not None and apart_deg(self._heading, message.degrees) < TURNED_DEG:
                return
            self._heading = message.degrees
        elif isinstance(message, Beat) and not message.failing and not self._raw:
            return  # the status line tells that it lives
        self.end()
        if isinstance(message, Identity) and message.protocol != PROTOCOL:
            words += f"; this controller needs protocol {PROTOCOL}: run runeheart reader flash"
        click.echo(f"{sentence.body:<40}  {words}" if self._raw or message is None else words)

    def status(self, text: str) -> None:
        if self._is_terminal:
            self.end()
            click.echo(text, nl=False)
            self._has_status = True

    def end(self) -> None:
        """Take the status line away."""
        if self._has_status:
            click.echo("\r\x1b[2K", nl=False)
            self._has_status = False
