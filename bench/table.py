"""A row of the table, and percentiles. Knows nothing of what is measured."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what was measured, the budget, what came out, and what it is compared with."""

    what: str
    budget: str
    measured: str
    beside: str
    within: bool

    def line(self) -> str:
        """Return the row as Markdown."""
        mark = "yes" if self.within else "**no**"
        return f"| {self.what} | {self.budget} | {self.measured} | {self.beside} | {mark} |"


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value below which `share` (0 … 1) of the values lie; the nearest one, no interpolation."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Iterable[float]) -> float:
    """Return the middle value."""
    return percentile(values, 0.5)
