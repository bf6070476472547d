"""`runeheart reader teach`: leads through a lesson face by face, at a terminal; `calibrate` shares its keys.

Owns the words and what keys mean. What was learned is `reader_lesson`'s.
"""

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from runeheart.cli.reader_lesson import Lesson
from runeheart.cli.reader_words import DIE_WORDS, face_words
from runeheart.wire.fields import face_of
from runeheart.wire.message import Message
from runeheart.wire.messages import PROTOCOL, Beat, Error, Identity, Teach

if TYPE_CHECKING:
    from runeheart_hw.reader_line import ReaderLine

ANSWER_S = 3.0
"""How long a reader may take to answer: it does at once."""
LOOK_S = 0.2
RENEW_BEATS = 60
"""So often, counted in signs of life of one a second, a face is asked for again: a reader ends a lesson when
it hears nothing for long."""


class NoAnswerError(Exception):
    """The reader does not do what it was asked; the text says what to do."""


class RefusedError(NoAnswerError):
    """The reader says why it does not do it."""


class Keys:
    """What is typed meanwhile, line by line; an input that has ended says nothing."""

    def __init__(self) -> None:
        self.is_open = True

    def typed(self, wait_s: float = 0) -> str | None:
        """Return a line that was typed, without its end; None when there is none."""
        if not self.is_open or not select.select([sys.stdin], [], [], wait_s)[0]:
            return None
        data = os.read(sys.stdin.fileno(), 4096)
        self.is_open = bool(data)
        return data.decode(errors="replace").strip() if data else None


def teach(opened: Callable[[], "ReaderLine | None"], lesson: Lesson) -> None:
    """Lead through a lesson. `opened` gives the port, None while it is not there: the lesson waits for it.

    Raises NoAnswerError, and LinkError for a port that cannot be had.
    """
    from runeheart_hw.reader_link import LinkError

    die = DIE_WORDS[lesson.die]
    click.echo(
        f"Teaching {die} number {lesson.number}. Lay it on a pad with the face up that is asked for, then "
        "take it up again.\nu and Enter: one back. Ctrl-C: stop; the same command goes on later."
    )
    if lesson.learned:
        click.echo(f"Going on after {lesson.learned} of {len(lesson.faces)} faces (--anew begins again).")
    keys = Keys()
    while True:
        line = _there(opened)
        try:
            with line:
                _learn(line, lesson, keys)
        except LinkError as error:
            if error.kind != "gone":
                raise
            click.echo(f"{error}: plug it in again, and the lesson goes on.")
            continue
        return


def _there(opened: Callable[[], "ReaderLine | None"]) -> "ReaderLine":
    """Wait until the port is there."""
    from runeheart_hw.reader_link import LinkError

    while True:
        try:
            line = opened()
        except LinkError as error:
            if error.kind != "gone":
                raise
            line = None
        if line is not None:
            return line
        select.select([], [], [], LOOK_S)


def _learn(line: "ReaderLine", lesson: Lesson, keys: Keys) -> None:
    try:
        reader_at(line)
        begin(line, lesson)
        while lesson.face is not None:
            _one_face(line, lesson, keys)
        tell(line, lesson.ask(), "keep the lesson")
    except KeyboardInterrupt:
        with contextlib.suppress(NoAnswerError):
            tell(line, Teach(), "end the lesson")  # its dice are dice again
        click.echo(f"\nStopped after {lesson.learned} of {len(lesson.faces)} faces; nothing has changed.")
        raise
    lesson.anew()
    die = DIE_WORDS[lesson.die]
    click.echo(f"{die[0].upper()}{die[1:]} number {lesson.number} is kept: {len(lesson.faces)} faces.")


def reader_at(line: "ReaderLine") -> Identity:
    """Return who is there. Raises NoAnswerError for what is no reader of ours: a prompt would only echo."""
    found = line.identify()
    if not isinstance(found, Identity):
        raise NoAnswerError(
            f"{line.port} is a board without the reader's program: run runeheart reader flash"
            if line.has_echo
            else "no reader answers: runeheart reader list shows who is where"
        )
    if found.protocol != PROTOCOL:
        raise NoAnswerError(
            f"{line.port} speaks protocol {found.protocol}; this controller needs {PROTOCOL}: "
            "run runeheart reader flash"
        )
    return found


def begin(line: "ReaderLine", lesson: Lesson) -> None:
    """Bring a reader to where the lesson is."""
    tell(line, Teach(), "be taught")
    for learned in lesson.so_far():
        tell(line, learned, "go on with a lesson")
    if lesson.face is not None:
        line.send(lesson.ask())


def _one_face(line: "ReaderLine", lesson: Lesson, keys: Keys) -> None:
    """Ask for the next face until it was learned, or somebody goes back."""
    face = lesson.face or ""
    words = face_words(face_of(lesson.die, face))
    click.echo(f"{lesson.learned + 1} of {len(lesson.faces)}: {words} up … ", nl=False)
    beats = 0
    for message in _said(line):
        if isinstance(message, Beat):
            beats += 1
            if beats % RENEW_BEATS == 0:
                line.send(lesson.ask())
        if isinstance(message, Teach) and message.face == face_of(lesson.die, face) and message.tag:
            if lesson.has(message.tag):
                click.echo("\n  this side was learned already: turn the die … ", nl=False)
                line.send(lesson.ask())
                continue
            click.echo(f"learned (tag {message.tag})")
            lesson.take(face, message.tag)
            if lesson.face is not None:
                line.send(lesson.ask())
            return
        if isinstance(message, Identity):  # it was switched on anew, and knows of no lesson
            click.echo("\n  the reader started anew: the lesson goes on")
            begin(line, lesson)
            return
        if isinstance(message, Error) and message.text:
            click.echo(f"\n  {message.text} … ", nl=False)
        typed = keys.typed()
        if typed is not None and typed.lower() == "u":
            gone = lesson.back()
            click.echo("\n  one back" if gone else "\n  this is the first one")
            begin(line, lesson)
            return


def _said(line: "ReaderLine") -> Iterator[Message | None]:
    """Yield what a reader says, and None when it says nothing for a moment."""
    while True:
        heard = line.hear(LOOK_S)
        for sentence in heard:
            yield sentence.message
        if not heard:
            yield None


def tell(line: "ReaderLine", message: Message, what: str) -> None:
    """Say something to which the reader says the same when it is done. Raises NoAnswerError."""
    line.send(message)
    for sentence in line.heard_for(ANSWER_S):
        if sentence.message == message:
            return
        if isinstance(sentence.message, Error) and sentence.message.sensor == "reader":
            raise RefusedError(f"the reader cannot {what}: {sentence.message.text}")
    raise NoAnswerError(
        f"the reader does not answer: it cannot {what}; runeheart reader flash renews its program"
    )
