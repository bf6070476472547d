"""One cult move: the roll, the edge, the match, the pull of towns (C-040 … C-045, C-090 … C-099).

Each step is an effect, a frozen value that can wait for its question. Must not know what a turn is.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import AskChoose, AskRoll, Event
from runeheart.core.game import Step
from runeheart.core.hexes import Hex, neighbour
from runeheart.games.cult import movement
from runeheart.games.cult.arrival import Enter
from runeheart.games.cult.state import CultState


class Roll(Struct, frozen=True):
    """Roll one movement die for the cult, then move (C-040, CA-21)."""

    why: str
    """end_turn or encounter."""

    def question(self, state: CultState) -> AskRoll | None:
        """Ask the players for the roll, unless the engine has a die."""
        return None if state.auto_dice else AskRoll("movement", 1, self.why)

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Report the roll and look at the edge before the spaces are matched (CA-04)."""
        if state.auto_dice:
            face, chance = state.chance.below(len(state.die))
            state = replace(state, chance=chance)
            answer = [list(state.die[face])]
        rolled = Event("rolled", {"die": "movement", "values": answer, "why": self.why})
        turned, turns = _turned_at_the_edge(state)
        return Step(turned.then(Match(tuple(answer[0]))), (rolled, *turns))


def _turned_at_the_edge(state: CultState) -> tuple[CultState, list[Event]]:
    events = []
    if state.bearing is not None:
        for bearing in movement.reversals(state.board, state.marker, state.bearing):
            state, turn = _with_bearing(state, bearing, "edge")
            events += turn
    return state, events


def _with_bearing(state: CultState, bearing: str, why: str) -> tuple[CultState, list[Event]]:
    if bearing == state.bearing:
        return state, []
    turn = Event("bearing", {"from": state.bearing, "to": bearing, "why": why})
    return replace(state, bearing=bearing), [turn]


class Match(Struct, frozen=True):
    """Move into an allowed space that shows a terrain of the roll; a player chooses (C-041 … C-044)."""

    rolled: tuple[str, ...]

    def _ways(self, state: CultState) -> tuple[str, ...]:
        return movement.ways(state.board, state.marker, state.bearing, self.rolled)

    def question(self, state: CultState) -> AskChoose | None:
        """Ask for the direction when several spaces match; staying is no option (C-043)."""
        ways = self._ways(state)
        return AskChoose("direction", "cult_move", random=False, options=ways) if len(ways) > 1 else None

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Move the marker, set the bearing; the space has its effects before a town pulls (CA-35)."""
        ways = self._ways(state)
        if not ways:
            return Step(state, (Event("cult_stays"),))
        direction: str = ways[0] if answer is None else answer
        to = neighbour(state.marker, direction)
        moved = Event("cult_moved", {"from": list(state.marker), "to": list(to), "direction": direction})
        state = replace(state, marker=to)
        turn: list[Event] = []
        if state.bearing is None:
            state, turn = _with_bearing(state, direction, "first_move")
        elif state.house.bearing == "last_move":
            state, turn = _with_bearing(state, direction, "last_move")
        return Step(state.then(Enter(to, "marker"), Pull((to,))), (moved, *turn))


class Pull(Struct, frozen=True):
    """A town next to the marker pulls it in at once, and again from there (C-045, CA-01, CA-08)."""

    entered: tuple[Hex, ...]
    """The spaces entered during this cult move."""

    def _towns(self, state: CultState) -> tuple[Hex, ...]:
        done = state.infiltrated if state.house.town_pull == "clean" else frozenset(self.entered)
        return tuple(at for at in movement.towns_beside(state.board, state.marker) if at not in done)

    def question(self, state: CultState) -> AskChoose | None:
        """Ask for the town when several pull."""
        towns = self._towns(state)
        if len(towns) < 2:
            return None
        return AskChoose("town", "pull", random=False, options=tuple(list(at) for at in towns))

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Move the marker into the town; the bearing stays (CA-07). Each town pulls once, so this ends."""
        towns = self._towns(state)
        if not towns:
            return Step(state)
        to: Hex = towns[0] if answer is None else (answer[0], answer[1])
        name = state.board.spaces[to].town
        pulled = Event("pulled", {"from": list(state.marker), "to": list(to), "town": name})
        state = replace(state, marker=to)
        return Step(state.then(Enter(to, "marker"), Pull((*self.entered, to))), (pulled,))
