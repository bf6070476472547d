"""The game's own time: when it runs, when it stands still, and nothing of any game or device.

Game time is computed from one pair of moments, never added up: it cannot drift. It is made of monotonic time
only, so a jump of the date changes nothing.
"""

from msgspec import Struct


class GameClock(Struct, frozen=True):
    """Game time `at_ms` was at monotonic `since_mono_ms`; None: it stands still at `at_ms`."""

    at_ms: int = 0
    since_mono_ms: int | None = None

    @property
    def runs(self) -> bool:
        """Tell whether game time passes."""
        return self.since_mono_ms is not None

    def now_ms(self, mono_ms: int) -> int:
        """Return the game time at a monotonic moment; never less than `at_ms`."""
        if self.since_mono_ms is None:
            return self.at_ms
        return self.at_ms + max(0, mono_ms - self.since_mono_ms)

    def mono_ms(self, at_ms: int) -> int | None:
        """Return the monotonic moment of a game time; None while the clock stands still."""
        if self.since_mono_ms is None:
            return None
        return self.since_mono_ms + at_ms - self.at_ms

    def follow(self, *, runs: bool, at_ms: int, mono_ms: int) -> "GameClock":
        """Start or stop at game time `at_ms`, which is now (`mono_ms`); else keep the base."""
        if runs == self.runs:
            return self if runs else GameClock(at_ms)
        return GameClock(at_ms, mono_ms if runs else None)
