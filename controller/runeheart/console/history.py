"""The history room: the games that were played, what they add up to, and each of them step by step.

Owns its pages and its part of the API. Reads the journal beside the loop, so that nobody at the prop waits
for a page; every change goes through the prop, as the operator's other verbs do.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from runeheart.console import bodies, charts, export, replay
from runeheart.console.app import Rooms
from runeheart.console.guard import needs, problem
from runeheart.console.operations import Done, Operation, answered, done, sentence
from runeheart.console.sessions import Role
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.runtime import archive, history
from runeheart.runtime.archive import ArchiveError, Kept, NoJournalError
from runeheart.runtime.history import Figures, Filter, Listed, Page
from runeheart.runtime.prop import Prop
from runeheart.runtime.verbs import MOST_TEAM

GAMES = {"heart": "The Corrupted Heart", "ruin": "The Ruin", "cult": "Cult of the Rune"}
RESULTS = {
    "defused": "defused",
    "resolved": "resolved",
    "exploded": "exploded",
    "defeated": "defeated",
    "abandoned": "abandoned",
    "interrupted": "interrupted",
    "not begun": "not begun",
    "under way": "under way",
}
FIGURES_DAYS = 365
"""What statistics look at when no dates are given: the last year before the newest game."""
NOBODY = "there is no such game in the history"
_DAY = {"format": "date"}
Answered = TypeVar("Answered")


class Query(Struct, forbid_unknown_fields=True):
    """Which games; what is left out or empty lets all through."""

    game: Literal["", "heart", "ruin", "cult"] = ""
    difficulty: Literal["", "easy", "normal", "hard"] = ""
    result: Annotated[str, Meta(max_length=20, description="defused, exploded, interrupted, …")] = ""
    since: Annotated[str, Meta(description="The first day, in UTC.", extra_json_schema=_DAY)] = ""
    until: Annotated[str, Meta(description="The last day, in UTC.", extra_json_schema=_DAY)] = ""
    team: Annotated[str, Meta(max_length=60, description="A part of the team's name.")] = ""
    left_out: Annotated[Literal["", "yes", "no"], Meta(description="Whether statistics leave it out.")] = ""
    before: Annotated[int, Meta(ge=0, le=2**53, description="Only games with a lower number.")] = 0

    def __post_init__(self) -> None:
        for name in ("since", "until"):
            try:
                _day(getattr(self, name))
            except ValueError:
                raise ValueError(f"{name} is no date; expected one such as 2026-01-31") from None

    def filter(self) -> Filter:
        """Return it as the journal understands it."""
        return Filter(
            self.game or None,
            self.difficulty or None,
            self.result or None,
            _day(self.since),
            _day(self.until),
            self.team.strip(),
            {"": None, "yes": True, "no": False}[self.left_out],
        )

    def url(self, **more: object) -> str:
        """Return what of it is given, for an address."""
        given = {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}
        return urlencode({**given, **more})


class GameList(Done, tag_field="result", tag="done"):
    """A page of games, the newest first; `older` is the `before` of the next page."""

    games: list[dict[str, Any]]
    older: int | None
    total: int


class GameTold(Done, tag_field="result", tag="done"):
    """A game, and what happened in it, step by step."""

    game: dict[str, Any]
    steps: list[dict[str, Any]]


class Room:
    """The history of one prop: its journal is at `path`."""

    def __init__(self, rooms: Rooms, prop: Prop, path: Path) -> None:
        self._rooms = rooms
        self._prop = prop
        self._path = path
        self._reading = asyncio.Semaphore(1)

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the pages."""
        return [
            Route("/history", needs(Role.VIEWER, self._list_page)),
            Route("/history/figures", needs(Role.VIEWER, self._figures_page)),
            Route("/history/charts/{name}.svg", needs(Role.VIEWER, self._chart)),
            Route("/history/games.csv", needs(Role.VIEWER, self._csv)),
            Route("/history/games.json", needs(Role.VIEWER, self._json)),
            Route("/history/{id:number}", needs(Role.VIEWER, self._game_page)),
        ]

    def operations(self) -> list[Operation]:
        """Return this room's part of the API."""
        game = "/api/v1/games/{id}"
        return [
            Operation(
                "GET", "/api/v1/games", "games", "List the games that were played", self._list,
                Role.VIEWER, query=Query, answer=GameList,
            ),
            Operation(
                "GET", game, "game", "See a game, step by step", self._game, Role.VIEWER, answer=GameTold
            ),
            Operation(
                "GET", game + "/maps/{step}", "map", "See the map of a game after a step; 1: the beginning",
                self._map, Role.VIEWER,
            ),
            Operation(
                "PATCH", game, "describe", "Say who played, or leave a game out of the statistics",
                self._describe, Role.OPERATOR, bodies.Describe,
            ),
        ]  # fmt: skip

    # --- pages ---
    async def _list_page(self, request: Request) -> Response:
        query, why = _query(request)
        try:
            page = await self._aside(lambda: history.page(self._path, query.filter(), query.before or None))
        except NoJournalError:
            page = Page((), None, 0)
        except ArchiveError as error:
            return self._unreadable(request, error)
        return self._rooms.page(
            request,
            "history.html",
            query=query,
            why=why,
            page=page,
            games=GAMES,
            difficulties=DIFFICULTIES,
            results=RESULTS,
            row=_shown,
            at=_mistakes,
            is_filtered=query != Query(),
            most_team=MOST_TEAM,
        )

    async def _figures_page(self, request: Request) -> Response:
        query, why = _query(request)
        try:
            figures, query = await self._aside(lambda: self._figures(query))
        except ArchiveError as error:
            return self._unreadable(request, error)
        won = sum(tally.won for tally in figures.by_difficulty.values())
        return self._rooms.page(
            request,
            "history-figures.html",
            query=query,
            why=why,
            charts=charts.charts(figures),
            games=GAMES,
            difficulties=DIFFICULTIES,
            figures=figures,
            won=won,
            played=sum(tally.games for tally in figures.by_difficulty.values()),
            row=_shown,
        )

    async def _chart(self, request: Request) -> Response:
        name, theme = request.path_params["name"], request.query_params.get("theme", "light")
        query, _ = _query(request)
        if name not in charts.NAMES or theme not in {"light", "dark"}:
            return problem(404, "there is no such chart")
        try:
            drawn = await self._aside(lambda: charts.draw(name, self._figures(query)[0], theme))
        except ArchiveError as error:
            return problem(503, str(error))
        return Response(
            drawn,
            media_type="image/svg+xml",
            headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"},
        )  # a picture: nothing in it can run, and its style is its own

    async def _csv(self, request: Request) -> Response:
        return self._file(request, export.as_csv, "text/csv; charset=utf-8", "csv")

    async def _json(self, request: Request) -> Response:
        return self._file(request, export.as_json, "application/json", "json")

    def _file(
        self,
        request: Request,
        written: Callable[[Iterable[Iterable[Listed]]], Iterator[bytes]],
        kind: str,
        ending: str,
    ) -> Response:
        query, why = _query(request)
        if why is not None:
            return problem(400, why)
        return StreamingResponse(  # starlette takes each piece in a thread of its own
            written(history.listed(self._path, query.filter())),
            media_type=kind,
            headers={"Content-Disposition": f'attachment; filename="runeheart-games.{ending}"'},
        )

    async def _game_page(self, request: Request) -> Response:
        try:
            kept = await self._aside(lambda: self._kept(request))
            has_maps = await self._aside(lambda: replay.has_maps(kept))
            steps = await self._aside(lambda: replay.steps(kept))
        except ArchiveError as error:
            return self._rooms.page(request, "trouble.html", 404, why=_without_path(error))
        return self._rooms.page(
            request,
            "history-game.html",
            game=_of(kept),
            steps=steps,
            has_maps=has_maps,
            games=GAMES,
            row=_shown,
            most_team=MOST_TEAM,
        )

    def _unreadable(self, request: Request, error: ArchiveError) -> Response:
        if isinstance(error, NoJournalError):
            return self._rooms.page(request, "trouble.html", 404, why="no game was played here yet")
        return self._rooms.page(request, "trouble.html", 503, why=str(error))

    # --- the API ---
    async def _list(self, _request: Request, _body: Any, query: Query) -> Response:
        try:
            page = await self._aside(lambda: history.page(self._path, query.filter(), query.before or None))
        except NoJournalError:
            page = Page((), None, 0)
        except ArchiveError as error:
            return problem(503, str(error))
        return done(games=[export.row(game) for game in page.games], older=page.older, total=page.total)

    async def _game(self, request: Request, _body: Any, _query: Any) -> Response:
        try:
            kept = await self._aside(lambda: self._kept(request))
            steps = await self._aside(lambda: msgspec.to_builtins(replay.steps(kept)))
        except ArchiveError:
            return problem(404, NOBODY)
        return done(game=export.row(_of(kept)), steps=steps)

    async def _map(self, request: Request, _body: Any, _query: Any) -> Response:
        with suppress(ArchiveError):
            kept = await self._aside(lambda: self._kept(request))
            found = await self._aside(lambda: replay.board(kept, request.path_params["step"] - 1))
            if found is not None:
                return done(**found)
        return problem(404, "there is no such map: not every game has one, and none while it is played")

    async def _describe(self, request: Request, body: bodies.Describe, _query: Any) -> Response:
        number = request.path_params["id"]
        said = bodies.said(body)
        return answered(await self._prop.operator("describe", {"id": number, **said}, request.state.who.name))

    # --- the journal; in a thread ---
    async def _aside(self, call: Callable[[], Answered]) -> Answered:
        """Make a call that blocks in another thread; one at a time: many pages take no more memory."""
        async with self._reading:
            return await asyncio.to_thread(call)

    def _kept(self, request: Request) -> Kept:
        number = request.path_params["id"]
        if number > 2**53:
            raise ArchiveError(NOBODY)
        return archive.game(self._path, number)

    def _figures(self, query: Query) -> tuple[Figures, Query]:
        """Return the figures, and the query with the dates that they are of."""
        if not query.since and not query.until:
            newest = history.newest_day(self._path)
            if newest is not None:
                since = newest - timedelta(days=FIGURES_DAYS)
                query = msgspec.structs.replace(query, since=f"{since}", until=f"{newest}")
        return history.figures(self._path, query.filter()), query


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _of(kept: Kept) -> Listed:
    """Return a game that was read whole as a list has it."""
    entry = kept.entry
    left_s, mistakes = entry.summary.get("left_s"), entry.summary.get("mistakes")
    return Listed(
        entry.game_id,
        entry.game,
        entry.version,
        entry.begun,
        entry.ended,
        entry.difficulty,
        entry.about,
        entry.result,
        round(1000 * left_s) if isinstance(left_s, int | float) else None,
        entry.played_ms,
        mistakes if isinstance(mistakes, int) else None,
        entry.places,
        entry.hints,
        entry.interventions,
    )


def _mistakes(game: Listed) -> str:
    """Return where the mistakes were: "place 2, place 4 twice"; "" for none."""
    often = {1: "", 2: " twice"}
    places = enumerate(game.places or (), 1)
    return ", ".join(
        f"place {place}{often.get(number, f' {number} times')}" for place, number in places if number
    )


def _shown(ms: int | None) -> str:
    """Return a time as minutes and seconds; "" for none."""
    return "" if ms is None else f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def _query(request: Request) -> tuple[Query, str | None]:
    """Return which games a page is asked for, and why all of them are shown instead, if so."""
    given = {name: value for name, value in request.query_params.items() if name != "theme"}
    try:
        return msgspec.convert(given, Query, strict=False), None
    except msgspec.ValidationError as error:
        return Query(), f"these games cannot be picked ({sentence(error)}): all are shown"


def _without_path(error: ArchiveError) -> str:
    return NOBODY if not isinstance(error, NoJournalError) else "no game was played here yet"
