"""Where a reader may be plugged in: a stable name's pattern, and the ports that match it now.

Owns names of ports, and how long to rest between two tries. Opens nothing.
"""

import os
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from msgspec import Struct

BY_ID: Final = Path("/dev/serial/by-id")
"""Where udev links each USB port by its maker, model and serial number: these names outlive a replug."""
FIRST_S: Final = 1.0
LONGEST_S: Final = 30.0
_SPREAD: Final = 0.2


class Found(Struct, frozen=True):
    """What matches a pattern: the port that is used, and the others, which are not."""

    port: str
    others: tuple[str, ...] = ()


def matching(pattern: str) -> tuple[str, ...]:
    """Return the ports that match now, by name; a device once, by the first of its names.

    A pattern is a path whose last part may hold `*`, `?` and `[…]`; a path of a port is one, too.
    """
    whole = Path(pattern)
    try:
        names = [whole.name] if whole.exists() else [path.name for path in whole.parent.iterdir()]
    except OSError:
        return ()
    first: dict[str, str] = {}
    for name in sorted(names):
        if name == whole.name or fnmatchcase(name, whole.name):
            first.setdefault(os.path.realpath(whole.parent / name), str(whole.parent / name))
    return tuple(first.values())


def choose(pattern: str, last: str | None = None) -> Found | None:
    """Return the port to use: the one that was used `last` if it is there, else the first by name."""
    ports = matching(pattern)
    if not ports:
        return None
    port = last if last in ports else ports[0]
    return Found(port, tuple(other for other in ports if other != port))


def plugged_in(folder: Path = BY_ID) -> tuple[str, ...]:
    """Return every serial port with a stable name, by name."""
    return matching(f"{folder}/*")


class Backoff:
    """How long to rest before the next try: 1, 2, 4 … 30 s, each a fifth more or less.

    Many props that lose something together (a power cut, a hub) so do not come back in step. `chance` gives
    0 … 1.
    """

    def __init__(self, chance: Callable[[], float]) -> None:
        self._chance = chance
        self._tries = 0

    def next_s(self) -> float:
        """Return the seconds to rest now, 0.8 … 36; each is longer than the one before."""
        wait_s = min(FIRST_S * (1 << self._tries), LONGEST_S)
        self._tries = min(self._tries + 1, 5)
        return wait_s * (1 - _SPREAD + 2 * _SPREAD * self._chance())

    def worked(self) -> None:
        """Begin at the first step again: something good was heard."""
        self._tries = 0
