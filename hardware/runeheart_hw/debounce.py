"""From edges to presses: settles each line, re-reads it, refuses cross-talk. Pure: time and levels are given.

A burst is the edges of one line until it holds still for the settle time; then the pin is read anew, so an
edge that the kernel lost does no harm (lg #18). If it contradicts the last edge, the next edge may be on its
way: it gets another settle time to arrive. What the line shows then decides: a change is a press or a
release at the time of the burst's first edge; no change is noise, counted per line. Two presses that begin
within the cross-talk time are both refused (long wires couple); a pulse too short to be a press refuses
nobody. A line that is down without a press of ours, since start or refused, is muted until it comes up.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from runeheart.core.panel import Button, Press

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(slots=True)
class Counters:
    """What a line has done since start; pulses and edges are counted, never judged."""

    edges: int = 0
    presses: int = 0
    noise: int = 0
    """Pulses that were shorter than the settle time."""
    crosstalk: int = 0
    """Presses refused because another line fired at the same moment."""
    lost: int = 0
    """Changes that came without an edge and were found by reading the pin."""
    bounces: int = 0
    """Edges of the last press beyond the first."""
    most_bounces: int = 0


@dataclass(slots=True)
class _Line:
    counters: Counters
    down: bool = False  # as delivered
    muted: bool = False  # down, but not a press
    first_ns: int | None = None  # first edge of the burst
    last_ns: int = 0
    last_down: bool = False  # the level that the last edge told
    edges: int = 0
    doubt_ns: int | None = None  # since when the pin contradicts its last edge
    candidate: bool = False  # settled down, waits for its neighbours
    since_ns: int = 0  # when it went down, pressed or muted

    def still_ns(self) -> int:
        """Return since when nothing has happened."""
        return self.last_ns if self.doubt_ns is None else self.doubt_ns

    def rest(self) -> None:
        """End the burst."""
        self.first_ns, self.doubt_ns, self.edges, self.candidate = None, None, 0, False


class Debounce:
    """Debounces lines that belong together. `read` tells whether a line is down (pressed) now."""

    def __init__(
        self, buttons: Iterable[Button], read: Callable[[Button], bool], *, settle_ms: int, crosstalk_ms: int
    ) -> None:
        self._read = read
        self._settle_ns = settle_ms * MS
        self._crosstalk_ns = crosstalk_ms * MS
        self._patience_ns = 4 * self._settle_ns
        self._lines = {button: _Line(Counters()) for button in buttons}

    def begin(self, now_ns: int) -> None:
        """Read all lines at start: one that is down already gives no press until it was released."""
        for button, line in self._lines.items():
            if self._read(button):
                line.muted, line.since_ns = True, now_ns

    def edge(self, button: Button, *, down: bool, at_ns: int) -> list[Press]:
        """Take an edge to `down` or up; returns presses that it proves to have settled before it.

        When the caller is late, the burst before this edge has held still long enough unseen: it settled at
        the level from which this edge comes, and its neighbours at the level they last told.
        """
        line = self._lines[button]
        line.counters.edges += 1
        presses: list[Press] = []
        line.doubt_ns = None  # here is the edge that was on its way
        if self._rested(line, at_ns):
            line.last_down = not down
            for name, other in self._lines.items():
                if self._rested(other, at_ns) and not other.candidate:
                    self._settled(name, other, other.last_down, presses)
            if line.candidate:
                self._decide(button, line, presses, patient=False)
        if line.first_ns is None:
            line.first_ns = at_ns
        line.edges += 1
        line.last_ns, line.last_down = at_ns, down
        return presses

    def settle(self, now_ns: int) -> list[Press]:
        """Read each line that has held still long enough; returns the presses, oldest first."""
        presses: list[Press] = []
        for button, line in self._lines.items():
            if self._rested(line, now_ns) and not line.candidate:
                level_down = self._read(button)
                if level_down != line.last_down and line.doubt_ns is None:
                    line.doubt_ns = now_ns
                if level_down == line.last_down or self._rested(line, now_ns):
                    self._settled(button, line, level_down, presses)
        for button, line in self._lines.items():
            if line.candidate:
                self._decide(button, line, presses, patient=now_ns - line.last_ns < self._patience_ns)
        return sorted(presses, key=lambda press: press.mono_ms)

    def due_ns(self) -> int | None:
        """Return when `settle` has to be called next; None when all lines rest."""
        due = [
            line.last_ns + self._patience_ns if line.candidate else line.still_ns() + self._settle_ns
            for line in self._lines.values()
            if line.first_ns is not None
        ]
        return min(due, default=None)

    def reread(self, now_ns: int) -> None:
        """Read all resting lines: a change whose edge was lost begins a burst now."""
        for button, line in self._lines.items():
            if line.first_ns is None and self._read(button) != (line.down or line.muted):
                line.first_ns = line.last_ns = now_ns
                line.last_down = not (line.down or line.muted)

    def held_ms(self, now_ns: int) -> dict[Button, int]:
        """Return how long each line that is down has been down, pressed or muted."""
        lines = self._lines.items()
        return {name: (now_ns - line.since_ns) // MS for name, line in lines if line.down or line.muted}

    def muted(self) -> list[Button]:
        """Return the lines that are down without having given a press."""
        return [button for button, line in self._lines.items() if line.muted]

    def counters(self) -> dict[Button, Counters]:
        """Return the counters of each line (live)."""
        return {button: line.counters for button, line in self._lines.items()}

    def _rested(self, line: _Line, now_ns: int) -> bool:
        """Tell whether a line's burst has held still for the settle time."""
        return line.first_ns is not None and now_ns - line.still_ns() >= self._settle_ns

    def _settled(self, button: Button, line: _Line, level_down: bool, presses: list[Press]) -> None:  # noqa: FBT001 - private, beside its three callers
        """Judge a burst that has come to rest at a level."""
        if level_down == (line.down or line.muted):
            line.counters.noise += line.edges > 0
            line.rest()
            return
        line.counters.lost += line.edges == 0
        if level_down:
            line.candidate = True
            return
        if line.down:
            presses.append(Press(button, down=False, mono_ms=(line.first_ns or 0) // MS))
        line.down = line.muted = False
        line.rest()

    def _decide(self, button: Button, line: _Line, presses: list[Press], *, patient: bool) -> None:
        """Deliver a press that has settled, refuse it with its rivals, or wait for one that still bounces."""
        at_ns = line.first_ns or 0
        rivals = [
            other for other in self._lines.values() if other is not line and self._together(other, at_ns)
        ]
        if any(other.candidate or other.down or other.muted for other in rivals):
            for fallen in (line, *(other for other in rivals if other.candidate)):
                fallen.counters.crosstalk += 1
                fallen.muted, fallen.since_ns = True, fallen.first_ns or 0
                fallen.rest()
        elif not rivals or not patient:
            line.down, line.since_ns = True, at_ns
            line.counters.presses += 1
            line.counters.bounces = max(line.edges - 1, 0)
            line.counters.most_bounces = max(line.counters.most_bounces, line.counters.bounces)
            presses.append(Press(button, down=True, mono_ms=at_ns // MS))
            line.rest()

    def _together(self, other: _Line, at_ns: int) -> bool:
        """Tell whether another line went down, or began to, at the same moment."""
        began_ns = other.since_ns if other.down or other.muted else other.first_ns
        return (
            bool(self._crosstalk_ns) and began_ns is not None and abs(began_ns - at_ns) <= self._crosstalk_ns
        )
