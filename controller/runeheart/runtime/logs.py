"""The log on standard error: one line per thing that matters, with journald's levels, no flood, no secret.

Owns the form of a line, how many of a kind are written, and that no deck code stands in one. Whoever logs
need not think of any of these.
"""

import logging
import os
import re
import sys
from typing import TextIO

from runeheart.games.heart.codes import ALPHABET
from runeheart.runtime.clock import Clock, SystemClock

MOST = 20
"""Lines of one kind, from the same place in the code, that are written in a minute."""
MOST_TRACEBACKS = 3
MINUTE_NS = 60_000_000_000

_CODE = re.compile(rf"\b[ENH][FMW][-\s]?[{ALPHABET}]{{4}}[-\s]?[{ALPHABET}]{{2}}\b", re.IGNORECASE)
_MARKS = ((logging.CRITICAL, "<2>"), (logging.ERROR, "<3>"), (logging.WARNING, "<4>"), (logging.INFO, "<6>"))


def log_to_stderr() -> None:
    """Send the log to standard error; under systemd with its levels."""
    handler = CalmHandler(sys.stderr, SystemClock())
    is_journald = bool(os.environ.get("JOURNAL_STREAM"))
    handler.setFormatter(JournalFormatter() if is_journald else Formatter("%(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


class Formatter(logging.Formatter):
    """Leaves out what gives a printed set away: its deck code."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without deck codes."""
        return _CODE.sub("(deck code)", super().format(record))


class JournalFormatter(Formatter):
    """Puts sd-daemon(3)'s level before each line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines, each with its level."""
        level = next((mark for least, mark in _MARKS if record.levelno >= least), "<7>")
        return "\n".join(level + line for line in super().format(record).splitlines())


class _Kind:
    """Lines from one place in the code, in the minute that began with the first of them."""

    def __init__(self, began_ns: int) -> None:
        self.began_ns = began_ns
        self.lines = 0
        self.left_out = 0
        self.last: logging.LogRecord | None = None


class CalmHandler(logging.StreamHandler[TextIO]):
    """Writes a few lines of each kind in a minute; then one that tells how many more there were.

    That one comes with the next line of any kind, or at the end. What is kept is bounded by the places in the
    code that log.
    """

    def __init__(self, stream: TextIO, clock: Clock) -> None:
        super().__init__(stream)
        self._clock = clock
        self._kinds: dict[tuple[str, int], _Kind] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or count it."""
        now_ns = self._clock.mono_ns()
        self._sum_up(before_ns=now_ns - MINUTE_NS)
        kind = self._kinds.setdefault((record.pathname, record.lineno), _Kind(now_ns))
        kind.lines += 1
        if kind.lines <= (MOST_TRACEBACKS if record.exc_info else MOST):
            super().emit(record)
        else:
            kind.left_out, kind.last = kind.left_out + 1, record

    def close(self) -> None:
        """Tell what was left out so far, and end."""
        self._sum_up(before_ns=None)
        super().close()

    def _sum_up(self, before_ns: int | None) -> None:
        """End the minutes that began before a moment; None: all."""
        over = [
            place for place, kind in self._kinds.items() if before_ns is None or kind.began_ns <= before_ns
        ]
        for place in over:
            kind = self._kinds.pop(place)
            if kind.last is not None:
                super().emit(_summary(kind.last, kind.left_out))


def _summary(last: logging.LogRecord, left_out: int) -> logging.LogRecord:
    first_line = last.getMessage().partition("\n")[0]
    message = f"{left_out} more like this within a minute, the last one: {first_line}"
    return logging.LogRecord(last.name, last.levelno, last.pathname, last.lineno, message, None, None)
