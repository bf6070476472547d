"""What the journal tells of many games: a page of them, and what they add up to. Read-only, and quick.

Owns the questions that an evening leaves: which games, how often won, in what time, where the mistakes were.
Every question is answered from the columns that are in one index; only games that are shown are read whole.
Knows no page.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from runeheart.runtime import archive
from runeheart.runtime.records import About
from runeheart.runtime.savedrows import loads

PAGE = 50
"""Games on a page."""
WON = ("defused", "resolved")
LOST = ("exploded", "defeated", "abandoned")
SCORED = ("red", "points", "pile", "eliminated")
"""How a game ends that its players win against each other: it is neither won nor lost by the team."""
UNFINISHED = ("interrupted", "not begun")
UNDER_WAY = "under way"
OUTCOMES = (*WON, *LOST, *SCORED, *UNFINISHED, UNDER_WAY)
_BATCH = 500

_FACTS = (
    "id, game, version, begun, ended, difficulty, team, players, left_out, outcome, left_ms, played_ms,"
    " mistakes, places, hints, interventions"
)
_WEEK = "CAST((julianday(substr(begun, 1, 10)) - 2440584.5) / 7 AS INTEGER)"
"""Weeks since the Monday before 1970, by the date of the beginning in UTC."""
_FIRST_MONDAY = date(1969, 12, 29).toordinal()


class Filter(Struct, frozen=True):
    """Which games; None and "" let all through. Dates are days in UTC, both included."""

    game: str | None = None
    difficulty: str | None = None
    outcome: str | None = None
    since: date | None = None
    until: date | None = None
    team: str = ""
    """A part of the team's name, in any case."""
    left_out: bool | None = None
    """True: only those that statistics leave out; False: without them."""


class Listed(Struct, frozen=True):
    """A game in a list. Dates are UTC, ISO 8601."""

    game_id: int
    game: str
    version: str
    begun: str
    ended: str | None
    difficulty: str | None
    about: About
    outcome: str
    left_ms: int | None
    played_ms: int | None
    mistakes: int | None
    places: tuple[int, ...] | None
    hints: int
    interventions: int


class Page(Struct, frozen=True):
    """Some of the games, the newest first."""

    games: tuple[Listed, ...]
    older: int | None
    """The number before which the next page begins; None: there is none."""
    total: int
    """How many games the filter lets through."""


class Tally(Struct):
    """Games that were won or lost."""

    won: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many there are."""
        return self.won + self.lost

    @property
    def rate(self) -> float | None:
        """The share that was won; None if there is none."""
        return self.won / self.games if self.games else None


class Figures(Struct, frozen=True):
    """What games that were won or lost add up to. Those that are left out are not in it."""

    by_difficulty: Mapping[str, Tally]
    by_week: Mapping[date, Tally]
    """By the Monday that the week begins with, in UTC; every week from the first to the last."""
    minutes: Mapping[str, Mapping[int, int]]
    """Of each difficulty: how many games were won within which minute of play (0: the first)."""
    week_times: Mapping[date, tuple[int, ...]]
    """Of each week: the times of won games in ms, in ascending order."""
    places: tuple[int, ...]
    """Mistakes at each place, the first place first."""
    hints: int
    interventions: int


def page(path: Path, wanted: Filter, before: int | None = None) -> Page:
    """Return a page of games, all of them older than the number `before`; raise ArchiveError."""
    where, values = _where(wanted)
    with _reading(path) as db:
        ids = [
            found
            for (found,) in db.execute(
                f"SELECT id FROM games INDEXED BY games_facts WHERE {where} AND id < ?"  # noqa: S608 - our own words
                f" ORDER BY id DESC LIMIT {PAGE + 1}",
                (*values, before or 2**62),
            )
        ]
        (total,) = db.execute(
            f"SELECT count(*) FROM games INDEXED BY games_facts WHERE {where}",  # noqa: S608 - as above
            values,
        ).fetchone()
        games = tuple(one for found in ids[:PAGE] for one in _listed(db, "id = ?", (found,)))
        return Page(games, ids[PAGE - 1] if len(ids) > PAGE else None, total)


def listed(path: Path, wanted: Filter) -> Iterator[tuple[Listed, ...]]:
    """Give all games that a filter lets through, the newest first, some at a time; raise ArchiveError.

    No batch keeps the file busy while somebody slow takes the one before.
    """
    where, values = _where(wanted)
    before = 2**62
    while True:
        with _reading(path) as db:
            found = tuple(
                _listed(db, f"{where} AND id < ? ORDER BY id DESC LIMIT {_BATCH}", (*values, before))
            )
        if not found:
            return
        yield found
        before = found[-1].game_id


def figures(path: Path, wanted: Filter) -> Figures:
    """Add up the games that a filter lets through; raise ArchiveError."""
    where, values = _where(wanted)
    where = f"{where} AND left_out = 0 AND outcome IN ({_quoted((*WON, *LOST))})"
    by_difficulty: dict[str, Tally] = {}
    by_week: dict[date, Tally] = {}
    minutes: dict[str, dict[int, int]] = {}
    week_times: dict[date, list[int]] = {}
    sums: list[int] = []
    hints = interventions = 0
    with _reading(path) as db:
        told = db.execute(
            f"SELECT coalesce(difficulty, game), {_WEEK}, outcome IN ({_quoted(WON)}),"  # noqa: S608 - as above
            " played_ms / 10000, count(*)"
            f" FROM games INDEXED BY games_facts WHERE {where} GROUP BY 1, 2, 3, 4",
            values,
        )
        for difficulty, week, is_won, tens, number in told:
            day = date.fromordinal(_FIRST_MONDAY + 7 * week)
            for tally in (by_difficulty.setdefault(difficulty, Tally()), by_week.setdefault(day, Tally())):
                if is_won:
                    tally.won += number
                else:
                    tally.lost += number
            if is_won and tens is not None:
                of_minutes = minutes.setdefault(difficulty, {})
                of_minutes[tens // 6] = of_minutes.get(tens // 6, 0) + number
                week_times.setdefault(day, []).extend([10_000 * tens + 5_000] * number)
        for places, number, some_hints, some_interventions in db.execute(
            "SELECT places, count(*), sum(hints), sum(interventions) FROM games INDEXED BY games_facts"  # noqa: S608 - as above
            f" WHERE {where} GROUP BY places",
            values,
        ):
            hints += some_hints
            interventions += some_interventions
            for place, mistakes in enumerate(loads(places) if places else ()):
                sums += [0] * (place + 1 - len(sums))
                sums[place] += mistakes * number
    return Figures(
        dict(sorted(by_difficulty.items(), key=_by_name)),
        {day: by_week.get(day, Tally()) for day in _weeks(by_week)},
        {name: dict(sorted(minutes[name].items())) for name, _ in sorted(minutes.items(), key=_by_name)},
        {day: tuple(sorted(times)) for day, times in sorted(week_times.items())},
        tuple(sums),
        hints,
        interventions,
    )


def newest_day(path: Path) -> date | None:
    """Return the day on which the last game began, in UTC; None if there is no game; raise ArchiveError."""
    with _reading(path) as db:
        found = db.execute("SELECT begun FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return date.fromisoformat(found[0][:10]) if found else None


def _by_name(item: tuple[str, object]) -> tuple[int, str]:
    order = ("easy", "normal", "hard")
    name = item[0]
    return (order.index(name) if name in order else len(order), name)


def _weeks(by_week: Mapping[date, object]) -> list[date]:
    if not by_week:
        return []
    first, last = min(by_week).toordinal(), max(by_week).toordinal()
    return [date.fromordinal(day) for day in range(first, last + 1, 7)]


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


def _where(wanted: Filter) -> tuple[str, tuple[object, ...]]:
    terms: list[str] = ["1"]
    values: list[object] = []
    for column in ("game", "difficulty"):
        value = getattr(wanted, column)
        if value is not None:
            terms.append(f"{column} = ?")
            values.append(value)
    if wanted.outcome == UNDER_WAY:
        terms.append("outcome IS NULL")
    elif wanted.outcome is not None:
        terms.append("outcome = ?")
        values.append(wanted.outcome)
    if wanted.since is not None:
        terms.append("begun >= ?")
        values.append(wanted.since.isoformat())
    if wanted.until is not None:
        terms.append("begun < ?")
        values.append(f"{wanted.until.isoformat()}U")  # what follows the day in the column is a T
    if wanted.team:
        terms.append("instr(folded(team), ?)")
        values.append(wanted.team.casefold())
    if wanted.left_out is not None:
        terms.append("left_out = ?")
        values.append(int(wanted.left_out))
    return " AND ".join(terms), tuple(values)


def _listed(db: sqlite3.Connection, where: str, values: tuple[object, ...]) -> Iterator[Listed]:
    for columns in db.execute(f"SELECT {_FACTS} FROM games WHERE {where}", values):  # noqa: S608 - our own words
        game_id, game, version, begun, ended, difficulty, team, players, left_out, outcome = columns[:10]
        left_ms, played_ms, mistakes, places, hints, interventions = columns[10:]
        yield Listed(
            game_id,
            game,
            version,
            begun,
            ended,
            difficulty,
            About(team, players, bool(left_out)),
            outcome or UNDER_WAY,
            left_ms,
            played_ms,
            mistakes,
            None if places is None else tuple(loads(places)),
            hints,
            interventions,
        )


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(archive.open_to_read(path)) as db:
        db.create_function("folded", 1, _folded, deterministic=True)
        try:
            yield db
        except (sqlite3.Error, msgspec.DecodeError, TypeError, ValueError) as error:
            raise archive.damaged(path, error) from error


def _folded(text: Any) -> str | None:
    return None if text is None else str(text).casefold()
