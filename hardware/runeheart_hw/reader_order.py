"""Sequence numbers of a reader: what is new, what was heard before, what is missing. Pure.

Numbers go from 1 to 9999 and begin anew; 0 stands for "none yet". A reader that restarts begins at 1.
"""

from typing import Final

from runeheart.wire.messages import SEQ_MOST

NEAR: Final = 100
"""A number this little behind the last one was heard before; this little ahead, those between are missing."""
PATIENCE_MS: Final = 3000
"""How long a missing one may still come when it was asked for; a die thrown longer ago answers nothing."""
_ASK_AGAIN_MS: Final = 1000


class Order:
    """Keeps the last number of one reader, and which before it have not come."""

    def __init__(self) -> None:
        self.repeated = 0
        self.lost = 0
        self._last: int | None = None
        self._missing: dict[int, int] = {}
        self._ask_at_ms: int | None = None

    def begin(self) -> None:
        """Begin with a reader whose numbers are not known: what it said before is nobody's business now."""
        self._last = None
        self._forget()

    def restarted(self) -> None:
        """Begin with a reader that has just been switched on: its next number is 1."""
        self._last = 0
        self._forget()

    def is_new(self, seq: int, now_ms: int) -> bool:
        """Take the number of something that was said; False when it was said before."""
        if self._missing.pop(seq, None) is not None:
            return True
        ahead = self._ahead(seq)
        if -NEAR < ahead <= 0:
            self.repeated += 1
            return False
        self._miss(ahead - 1, now_ms)
        self._last = seq
        return True

    def told_last(self, seq: int, now_ms: int) -> None:
        """Take the last number by a reader's own account: those up to it should have come."""
        if self._last is None:
            self._last = seq
        elif (ahead := self._ahead(seq)) > 0:
            self._miss(ahead, now_ms)
            self._last = seq

    def ask_from(self, now_ms: int) -> int | None:
        """Return the first missing number when it is time to ask for it, else None."""
        overdue = [seq for seq, until_ms in self._missing.items() if until_ms <= now_ms]
        for seq in overdue:
            del self._missing[seq]
        self.lost += len(overdue)
        if not self._missing or (self._ask_at_ms is not None and now_ms < self._ask_at_ms):
            return None
        self._ask_at_ms = now_ms + _ASK_AGAIN_MS
        return next(iter(self._missing))

    def _ahead(self, seq: int) -> int:
        """Return by how many `seq` is ahead of the last number, around the wrap; 1 where it is not known."""
        if self._last is None:
            return 1
        if not self._last:
            return seq
        return (seq - self._last + SEQ_MOST // 2) % SEQ_MOST - SEQ_MOST // 2

    def _miss(self, count: int, now_ms: int) -> None:
        """Expect the next `count` numbers after the last one; of a leap nothing is known."""
        if self._last is None or not 0 < count < NEAR:
            return
        if len(self._missing) > NEAR:
            self._forget()
        for step in range(count):
            self._missing[(self._last + step) % SEQ_MOST + 1] = now_ms + PATIENCE_MS
        self._ask_at_ms = None

    def _forget(self) -> None:
        self.lost += len(self._missing)
        self._missing.clear()
        self._ask_at_ms = None
