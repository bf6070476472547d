"""When a compass has come to rest: several equal samples in a row. Degrees in, degrees out; knows no chip."""

_LEAST_SAMPLES = 5


def turn(from_deg, to_deg):
    """Return the shortest turn between two headings, -180 … 180 degrees, clockwise positive."""
    return (to_deg - from_deg + 540) % 360 - 180


class Settle:
    """Feeds on samples; `degrees` is the settled heading, None while it moves.

    Samples are equal within `equal_deg` of the first; then only one that is twice as far off moves it.
    """

    def __init__(self, settle_ms, equal_deg):
        self.degrees = None
        self._settle_ms = settle_ms
        self._equal_deg = equal_deg
        self.forget()

    def forget(self):
        """Begin anew."""
        self.degrees = None
        self._first_deg = None
        self._since_ms = 0
        self._count = 0
        self._sum_deg = 0

    def feed(self, degrees, now_ms):
        """Take a sample; return True when the heading has just settled."""
        if self.degrees is not None:
            if abs(turn(self.degrees, degrees)) <= 2 * self._equal_deg:
                return False
            self.forget()
        if self._first_deg is None or abs(turn(self._first_deg, degrees)) > self._equal_deg:
            self._first_deg, self._since_ms, self._count, self._sum_deg = degrees, now_ms, 0, 0
        self._count += 1
        self._sum_deg += turn(self._first_deg, degrees)
        if self._count < _LEAST_SAMPLES or now_ms - self._since_ms < self._settle_ms:
            return False
        self.degrees = (self._first_deg + self._sum_deg / self._count) % 360
        return True
