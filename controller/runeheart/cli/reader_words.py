"""A reader's messages in words, for whoever watches it at a terminal. Values in, text out."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Final

from runeheart.core.hexes import heading_direction
from runeheart.wire import messages
from runeheart.wire.framing import Splitter
from runeheart.wire.heading import HeadingSentence
from runeheart.wire.message import Message

DIE_WORDS: Final[Mapping[str, str]] = {
    "D4": "the D4",
    "D6": "the D6",
    "D8": "the D8",
    "D10": "the D10",
    "CMP": "the compass die",
    "MOV": "the movement die",
}


def face_words(face: int | str | tuple[str, ...]) -> str:
    """Return a face as people say it."""
    return " and ".join(face) if isinstance(face, tuple) else str(face)


@singledispatch
def in_words(message: Message) -> str:
    """Return what a message says, as one line."""
    return f"{message.body()}, which a reader does not send"


@in_words.register
def _(roll: messages.Roll) -> str:
    return f"{DIE_WORDS[roll.die]} shows {face_words(roll.face)} (number {roll.seq})"


@in_words.register
def _(confirm: messages.Confirm) -> str:
    if confirm.degrees is None:
        return f"confirm pressed (number {confirm.seq})"
    return f"confirmed: {heading_words(confirm.degrees)} (number {confirm.seq})"


@in_words.register
def _(heading: HeadingSentence) -> str:
    return f"compass at {heading_words(heading.degrees)}"


@in_words.register
def _(identity: messages.Identity) -> str:
    sensors = ", ".join(identity.sensors) or "none yet"
    return f"a reader: firmware {identity.version}, protocol {identity.protocol}, sensors: {sensors}"


@in_words.register
def _(beat: messages.Beat) -> str:
    failing = f", {beat.failing} sensor{'s' * (beat.failing > 1)} failing" if beat.failing else ""
    return f"on for {beat.uptime_s} s{failing}"


@in_words.register
def _(error: messages.Error) -> str:
    return f"{error.sensor}: {error.text}" if error.text else f"{error.sensor} works again"


@in_words.register
def _(calibrate: messages.Calibrate) -> str:
    done = calibrate.step if calibrate.percent is None else f"{calibrate.percent} %"
    return f"calibration of {calibrate.sensor}: {done}"


@in_words.register
def _(teach: messages.Teach) -> str:
    if teach.die is None:
        return "teaching: ended"
    die = f"{DIE_WORDS[teach.die]} number {teach.number}"
    return (
        f"teaching: {die} is kept"
        if teach.face is None
        else f"teaching: tag {teach.tag} is {face_words(teach.face)} of {die}"
    )


def heading_words(degrees: float) -> str:
    """Return a heading and the direction that it falls to."""
    return f"{degrees:.1f}° ({heading_direction(degrees)})"


def counted(splitter: Splitter) -> str:
    """Return what a splitter counted, those that are trouble only where there are any."""
    troubles = (
        ("with a bad checksum", splitter.bad_checksum),
        ("too long", splitter.too_long),
        ("that no reader sends", splitter.other),
    )
    words = [f"{splitter.good} good sentences", *(f"{number} {what}" for what, number in troubles if number)]
    return ", ".join(words)
