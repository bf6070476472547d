"""Where time comes from: the only module that imports `time` (design 5).

`mono_ms` and `mono_s` are monotonic and of this boot; `wall` is UTC for people and the history only and never
reaches a game. Everything that needs time takes a `Clock`, so that a test can hold it still.
"""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """The clocks of the machine."""

    def mono_ns(self) -> int:
        """Return monotonic nanoseconds of this boot; a jump of the date changes nothing."""
        ...

    def wall(self) -> datetime:
        """Return the date and time in UTC, for people only."""
        ...


class SystemClock:
    """The machine's own clocks. CLOCK_MONOTONIC: the one that lgpio stamps its edges with, too."""

    @staticmethod
    def mono_ns() -> int:
        """Return monotonic nanoseconds of this boot."""
        return time.monotonic_ns()

    @staticmethod
    def wall() -> datetime:
        """Return the date and time in UTC."""
        return datetime.now(UTC)


class ManualClock:
    """A clock that only moves when told: for tests, replays and dry runs."""

    def __init__(self, mono_ns: int = 0, wall: datetime | None = None) -> None:
        self._mono_ns = mono_ns
        self._wall = wall or datetime(2000, 1, 1, tzinfo=UTC)

    def mono_ns(self) -> int:
        """Return the time as last set."""
        return self._mono_ns

    def wall(self) -> datetime:
        """Return the date as last set."""
        return self._wall

    def advance_ms(self, time_ms: int) -> None:
        """Let `time_ms` milliseconds pass on the monotonic clock."""
        self._mono_ns += time_ms * 1_000_000
