"""How often somebody may ask: a bucket for each address, and longer and longer waits after wrong passwords.

Pure but for what it counts; moments are monotonic seconds and given. The number of addresses that are
remembered is bounded: the longest unseen is forgotten first.
"""

from collections import OrderedDict

from msgspec import Struct

REQUESTS_PER_S = 40
BURST = 200
"""A page of the console needs about a dozen requests at once; a whole crew may share one address."""
FREE_TRIES = 5
"""Wrong passwords before the waiting begins."""
MOST_WAIT_S = 300
FORGIVEN_S = 3600
MOST_ADDRESSES = 4096


class _Bucket(Struct):
    """What is left, and when that was counted."""

    left: float
    at_s: float


class _Tries(Struct):
    """Wrong passwords in a row, and the moment before which no other is looked at."""

    wrong: int
    until_s: float
    at_s: float


class Throttle:
    """Counts requests and wrong passwords by address."""

    def __init__(self, per_s: float = REQUESTS_PER_S, burst: float = BURST) -> None:
        self._per_s = per_s
        self._burst = burst
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait_s(self, address: str, now_s: float) -> float:
        """Count a request; return in how many seconds it may come, 0 if now (only then it counts)."""
        bucket = self._buckets.setdefault(address, _Bucket(self._burst, now_s))
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        bucket.left = min(self._burst, bucket.left + (now_s - bucket.at_s) * self._per_s)
        bucket.at_s = now_s
        if bucket.left < 1:
            return (1 - bucket.left) / self._per_s
        bucket.left -= 1
        return 0.0

    def password_wait_s(self, address: str, now_s: float) -> float:
        """Return in how many seconds a password from this address is looked at again; 0 if now."""
        tries = self._tries.get(address)
        return max(0.0, tries.until_s - now_s) if tries else 0.0

    def wrong(self, address: str, now_s: float) -> None:
        """Count a wrong password: after the free tries each doubles the wait."""
        tries = self._tries.get(address)
        if tries is None or now_s - tries.at_s > FORGIVEN_S:
            tries = _Tries(0, now_s, now_s)
        tries.wrong += 1
        tries.at_s = now_s
        over = tries.wrong - FREE_TRIES
        if over >= 0:
            tries.until_s = now_s + min(MOST_WAIT_S, 2.0 ** min(over, 16))
        self._tries[address] = tries
        self._tries.move_to_end(address)
        if len(self._tries) > MOST_ADDRESSES:
            self._tries.popitem(last=False)

    def right(self, address: str) -> None:
        """Forget the wrong ones."""
        self._tries.pop(address, None)
