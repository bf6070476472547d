"""The game at the table as a side of the virtual prop's page: its map, its log, and what pages wish of it.

Owns what the page is told of the prop and how its wishes become operator's verbs. Must not know the page.
"""

from collections.abc import Callable, Mapping
from typing import Any

from runeheart.core.table import shown
from runeheart.games.registry import GAMES
from runeheart.runtime.prop import Prop
from runeheart.runtime.setups import ours
from runeheart.runtime.verbs import OPTIONS, Answer
from runeheart.surface import maps
from runeheart.surface.maps_shape import Board, Play

WHO = "page"
"""How rows and log name who gave a command here."""


class GameSide:
    """A prop's game beside its board; fills `live.Side`.

    Wishes, one each: `{"command": a command of play.md}`, `{"undo": true}`, both with the `seq` that the page
    had been told when somebody chose, `{"reset": true}` to put the game away, `{"again": true}` for the same
    one from its start, and `{"new": {"game": "ruin", "board": "spiral"}}` with or without a board. The last
    three end the game at the table; the page says so.
    """

    def __init__(self, prop: Prop) -> None:
        self._prop = prop
        self._board: Board | None = None
        self._board_of: object = None
        self._play: Play | None = None
        self._play_of: object = None

    def look(self) -> Mapping[str, Any]:
        """Return the game's name, whether it goes on, and of a game with a board its map."""
        session = self._prop.session
        table = session.table
        told = {
            "game": table.game.name if table else None,
            "under_way": session.under_way,
            "seq": session.seq,
        }
        if table is None or not maps.has_map(table.game.name):
            return {**told, "board": None, "play": None}
        if session.record is not self._board_of:
            self._board, self._board_of = maps.board(table.game.name, table.state), session.record
        if table.state is not self._play_of:
            events = maps.happened(row.events for row in session.log())
            ask = table.game.ask(table.state)
            self._play, self._play_of = maps.play(table.game.name, table.state, ask, events), table.state
        return {**told, "board": self._board, "play": self._play}

    async def obey(self, wish: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry out a wish; what is none is refused in a sentence."""
        return (await self._carry_out(wish)).json()

    def watch(self, call: Callable[[], object]) -> Callable[[], None]:
        """Call when anything of the game may have changed."""
        return self._prop.watch(call)

    async def _carry_out(self, wish: Mapping[str, Any]) -> Answer:
        seen = {"seq": wish["seq"]} if "seq" in wish else {}
        match wish:
            case {"command": dict(body)}:
                answer = await self._prop.operator("command", {"body": body, **seen}, WHO)
                return Answer.done() if answer.why is None else answer  # what came of it is in the map
            case {"undo": True}:
                return await self._prop.operator("undo", seen, WHO)
            case {"reset": True}:
                return await self._prop.operator("reset", {}, WHO)
            case {"again": True}:
                return await self._again()
            case {"new": {"game": str(game), **options}} if game in GAMES and set(options) <= {"board"}:
                return await self._new(game, options.get("board"))
        return Answer.refused("the page asked for something that this prop does not do; load the page again")

    async def _again(self) -> Answer:
        """Begin the game at the table again, from its own setup (R-004)."""
        session = self._prop.session
        table, record = session.table, session.record
        if table is None or record is None:
            return Answer.refused("there is no game to try again")
        game = table.game.name
        return await self._begin(
            game, {name: record.setup[name] for name in OPTIONS[game] if name in record.setup}
        )

    async def _new(self, game: str, board: Any) -> Answer:
        """Begin a game on one of its own boards; without one as it is configured."""
        if board is None:
            return await self._begin(game, {})
        known = ours(game) if maps.has_map(game) else ()
        if board not in known:  # told before the game at the table ends
            return Answer.refused(
                f"board: {shown(board)} is none of the {game}'s: {', '.join(known) or 'it has none'}"
            )
        return await self._begin(game, {"board": board})

    async def _begin(self, game: str, options: Mapping[str, Any]) -> Answer:
        if self._prop.session.table is not None:
            await self._prop.operator("reset", {}, WHO)
        return await self._prop.operator("start", {"game": game, **options}, WHO)
