"""What many games of model players come to: shares with intervals, times, causes of loss, the aims of H-036.

Owns the statistics. Must not know how games are played, nor how figures are shown.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles

from runeheart.core.events import Json
from runeheart.core.units import seconds
from runeheart.games.heart.players import PEOPLE
from runeheart.games.heart.simulation import ATTEMPTS, Attempts

CAUSES = ("mistakes", "timer", "sequence")
Z_95 = 1.959964
"""Standard deviations of a normal distribution that hold 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % Wilson interval, all 0 … 1."""

    value: float
    low: float
    high: float

    def json(self) -> dict[str, Json]:
        """Return the share rounded to four decimals."""
        return {key: round(value, 4) for key, value in asdict(self).items()}


def wilson(found: float, of: int) -> Share:
    """Return a share with its Wilson score interval (Wilson 1927), which holds at 0 and 1 too."""
    share = found / of
    spread = Z_95 * math.sqrt(share * (1 - share) / of + Z_95**2 / (4 * of**2))
    middle = share + Z_95**2 / (2 * of)
    scale = 1 + Z_95**2 / of
    return Share(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


@dataclass(frozen=True, slots=True)
class Figures:
    """One kind of player at some attempts, the last of which is `attempts[-1]`; attempts count from 1."""

    attempts: tuple[int, ...]
    games: int
    won: Share
    won_by_then: Share
    """Persons who have won at least once by the last of the attempts."""
    used_ms: tuple[int, int, int]
    """Quartiles of the time gone from the timer, penalties included."""
    lost: Mapping[str, int]
    """Games lost by each of CAUSES."""
    gambled: float
    """Wrong activations a game that the player knew could be wrong."""
    erred: float
    """Wrong activations a game of which the player was sure."""

    def json(self) -> dict[str, Json]:
        """Return the figures, times in seconds."""
        return {
            "attempts": list(self.attempts),
            "games": self.games,
            "won": self.won.json(),
            "won_by_then": self.won_by_then.json(),
            "used_s": [seconds(time_ms) for time_ms in self.used_ms],
            "lost": dict(self.lost),
            "gambled": round(self.gambled, 3),
            "erred": round(self.erred, 3),
        }


def figures(persons: Sequence[Attempts], attempts: Sequence[int]) -> Figures:
    """Count what persons of one kind did at some attempts, taken together."""
    games = [played[attempt - 1] for played in persons for attempt in attempts]
    causes = [game.cause for game in games]
    times = [game.used_ms for game in games]
    low, middle, high = quantiles(times, n=4, method="inclusive") if len(times) > 1 else times * 3
    return Figures(
        attempts=tuple(attempts),
        games=len(games),
        won=wilson(causes.count(None), len(games)),
        won_by_then=wilson(winners(persons, attempts[-1]), len(persons)),
        used_ms=(round(low), round(middle), round(high)),
        lost={cause: causes.count(cause) for cause in CAUSES},
        gambled=sum(game.gambled for game in games) / len(games),
        erred=sum(game.erred for game in games) / len(games),
    )


def winners(persons: Sequence[Attempts], attempt: int) -> int:
    """Count the persons who have won at least once by an attempt."""
    return sum(any(game.cause is None for game in played[:attempt]) for played in persons)


@dataclass(frozen=True, slots=True)
class Aim:
    """What the rule book wants of a difficulty (H-036), as a band for the share that won by an attempt."""

    text: str
    who: tuple[str, ...]
    by_attempt: int
    low: float
    high: float


AIMS: Mapping[str, tuple[Aim, ...]] = {
    "easy": (Aim("most win at the first attempt", PEOPLE, 1, 0.5, 1.0),),
    "normal": (
        Aim("most fail at the first attempt", PEOPLE, 1, 0.0, 0.5),
        Aim("most have won by the second", PEOPLE, 2, 0.5, 1.0),
    ),
    "hard": (
        Aim("the average player needs several: most have not won by the second", ("average",), 2, 0.0, 0.5),
        Aim("but most have won by the fifth", ("average",), ATTEMPTS, 0.5, 1.0),
    ),
}
"""The rule book gives words; that "most" is more than half, and several more than two, is our reading."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An aim beside what was measured."""

    aim: Aim
    measured: Share

    @property
    def word(self) -> str:
        """Say met, or too many or too few won, or open: the interval reaches over a limit of the band."""
        if self.aim.low <= self.measured.low and self.measured.high <= self.aim.high:
            return "met"
        if self.measured.low > self.aim.high:
            return "missed: too easy"
        if self.measured.high < self.aim.low:
            return "missed: too hard"
        return "open: more games would tell"


def verdicts(difficulty: str, played: Mapping[str, Sequence[Attempts]]) -> list[Verdict]:
    """Hold the aims of a difficulty against what was played, as far as their players took part.

    Several kinds count equally. They met the same decks, so the interval is that of one kind's number alone.
    """
    found = []
    for aim in AIMS[difficulty]:
        if all(kind in played for kind in aim.who):
            won = [winners(played[kind], aim.by_attempt) for kind in aim.who]
            persons = len(played[aim.who[0]])
            found.append(Verdict(aim, wilson(sum(won) / len(won), persons)))
    return found
