"""The six commands of the table: checks of their values, and what each sets in motion (play.md 4).

A command is checked whole before anything changes. Must not know how questions are asked and answered.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.checked import did_you_mean
from runeheart.core.events import Event
from runeheart.core.game import Refused, Step
from runeheart.core.given import found, hex_at, whole
from runeheart.core.hexes import Hex, disc, distance
from runeheart.core.table import shown
from runeheart.games.cult.arrival import Brand, Enter
from runeheart.games.cult.cultmove import Roll
from runeheart.games.cult.state import COLOURS, POINTS, CultState, finished, more

_Outcome = Step[CultState] | Refused

RESULTS = ("won", "escaped", "knocked_out")
MOST_EVENT = 5


class NextTurn(Struct, frozen=True):
    """The turn goes to the next hero who is in the game."""

    def question(self, state: CultState) -> None:
        """Nothing is asked."""

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Pass over heroes who are out (CA-20); somebody is in, or the game would be over."""
        del answer
        count = len(state.heroes)
        following = ((state.turn + steps) % count for steps in range(1, count + 1))
        turn = next(index for index in following if not state.heroes[index].out)
        return Step(replace(state, turn=turn), (Event("turn", {"hero": state.heroes[turn].name}),))


class Walk(Struct, frozen=True):
    """A hero goes along a path, and is branded wherever he meets the marker (C-066, CA-17)."""

    hero: int
    path: tuple[Hex, ...]
    done: int = 0
    """Spaces of the path that were entered."""

    def question(self, state: CultState) -> None:
        """Nothing is asked."""

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Enter the next space; a hero who was removed on the way goes no further (CA-20)."""
        del answer
        hero = state.heroes[self.hero]
        if hero.out:
            return Step(state)
        to = self.path[self.done]
        state = state.with_hero(self.hero, replace(hero, at=to))
        if self.done + 1 < len(self.path):
            state = state.then(Walk(self.hero, self.path, self.done + 1))
        if to == state.marker:
            state = state.then(Brand(self.hero, "marker"))
        return Step(state, (Event("hero_moved", {"hero": hero.name, "to": list(to)}),))


def _end_turn(state: CultState, command: Mapping[str, Any]) -> _Outcome:
    """Move the cult once, whoever's turn it was, then go on (C-040, C-055)."""
    del command
    return Step(state.then(Roll("end_turn"), NextTurn()))


def _encounter(state: CultState, command: Mapping[str, Any]) -> _Outcome:
    """Put the Encounter into the pile and move the cult once, and once more per rank (C-050 … C-054)."""
    colour = command.get("colour")
    if colour not in COLOURS:
        return Refused(f"colour is {found(command, 'colour')}{did_you_mean(colour, COLOURS)}")
    discarded = _discarded(state, colour)
    if discarded.state.outcome is not None:
        return discarded
    rolls = (Roll("encounter"),) * (COLOURS.index(colour) + 1)
    return Step(discarded.state.then(*rolls), discarded.events)


def _event(state: CultState, command: Mapping[str, Any]) -> _Outcome:
    """Put the Event into the pile, replenish, then hold the ritual (C-056 … C-058, CA-11)."""
    number: Any = command.get("number")
    if not whole(number, 1, MOST_EVENT):
        return Refused(
            f"number is {found(command, 'number')}; expected a whole number from 1 to {MOST_EVENT}"
        )
    discarded = _discarded(state, number)
    state = discarded.state
    if state.outcome is not None:
        return discarded
    jewels = {at: False for at, space in state.board.spaces.items() if space.jewel is not None}
    if state.house.replenish == "empty":  # CA-12: a jewel that lies on its experience side stays so
        jewels |= state.jewels
    count = sum(1 for at, cultist in jewels.items() if not cultist and state.jewels.get(at) is not False)
    # The marker does not move, and no town pulls (CA-09). Holes are counted across (CA-10).
    covered = [at for at in disc(state.marker, number) if at in state.board.spaces]
    covered.sort(key=lambda at: (distance(at, state.marker), at))
    events = (
        *discarded.events,
        Event("replenished", {"count": count}),
        Event("ritual", {"radius": number, "at": list(state.marker)}),
    )
    state = replace(state, jewels=jewels)
    return Step(state.then(*(Enter(at, "ritual") for at in covered)), events)


def _discarded(state: CultState, card: str | int) -> Step[CultState]:
    """Put a card into the pile; at its limit the game ends with nothing more (C-084, CA-25)."""
    state = replace(state, pile=state.pile + 1)
    event = Event("discarded", {"card": card, "count": state.pile, "limit": state.pile_limit})
    if state.pile < state.pile_limit:
        return Step(state, (event,))
    end = finished(state, "pile")
    return Step(end.state, (event, *end.events))


def _move_hero(state: CultState, command: Mapping[str, Any]) -> _Outcome:
    """Move a hero along a path of neighbouring spaces; terrain and strength are the table's business."""
    index = _hero(state, command)
    if isinstance(index, Refused):
        return index
    path = command.get("path")
    if not isinstance(path, list) or not path:
        return Refused(
            f"path is {found(command, 'path')}; expected the spaces on the way, such as [[0,1],[0,2]]"
        )
    at = state.heroes[index].at
    steps = []
    for place, raw in enumerate(path, 1):
        to = _space(state, raw)
        if to is None:
            return Refused(
                f"step {place} of the path is {shown(raw)}; expected [q,r] of a space of the board"
            )
        if at is None or distance(at, to) != 1:
            return Refused(f"step {place} of the path, {shown(raw)}, is not next to {shown(at)}")
        steps.append(to)
        at = to
    return Step(state.then(Walk(index, tuple(steps))))


def _challenge(state: CultState, command: Mapping[str, Any]) -> _Outcome:
    """Take the result of a challenge at the jewel of the hero's space (C-031, C-061, C-062)."""
    index = _hero(state, command)
    if isinstance(index, Refused):
        return index
    result = command.get("result")
    if result not in RESULTS:
        return Refused(f"result is {found(command, 'result')}{did_you_mean(result, RESULTS)}")
    hero = state.heroes[index]
    at, colour = hero.at, state.jewel_at(hero.at)
    if at is None or colour is None:
        return Refused(f"there is no jewel at {shown(at)}, where {hero.name} stands")
    cards = state.decks[COLOURS.index(colour)]
    if colour == "red" and not cards:
        return Refused("the red deck is empty, so a red jewel cannot be attempted")
    is_cult = cards > 0 and (state.jewels[at] or colour == "red")  # CA-14, CA-15
    if result == "won":
        return _won(state, index, at, colour, is_cult=is_cult)
    returned = Event("challenge_returned", {"hero": hero.name, "colour": colour, "cult": is_cult})
    if result == "escaped":
        return Step(state, (returned,))
    to = _space(state, command.get("to"))
    if to is None or state.board.spaces[to].town is None:
        return Refused(
            f"to is {found(command, 'to')}; expected [q,r] of a town, where {hero.name} is carried"
        )
    state = state.with_hero(index, replace(hero, at=to))
    if to in state.infiltrated:  # C-065; one arrival, one brand, also where the marker is (CA-17)
        state = state.then(Brand(index, "knock_out"))
    return Step(state, (returned, Event("hero_moved", {"hero": hero.name, "to": list(to)})))


def _won(state: CultState, index: int, at: Hex, colour: str, *, is_cult: bool) -> Step[CultState]:
    """Take the jewel off the board; a cultist lies before the player and may end the game (C-062, CA-36)."""
    hero = state.heroes[index]
    state = replace(state, jewels={other: cultist for other, cultist in state.jewels.items() if other != at})
    if not is_cult:
        return Step(state, (Event("challenge_won", {"hero": hero.name, "colour": colour}),))
    points = POINTS[COLOURS.index(colour)]
    won = Event("cultist_won", {"hero": hero.name, "colour": colour, "points": points})
    hero = replace(hero, cultists=more(hero.cultists, colour, 1))
    state = replace(state.with_hero(index, hero), decks=more(state.decks, colour, -1))
    because = None
    if colour == "red" and not state.decks[COLOURS.index("red")]:
        because = "red"  # C-081, CA-16: every card is in the deck or before a player
    elif hero.points >= state.points_limit:
        because = "points"  # C-082, C-083
    if because is None:
        return Step(state, (won,))
    end = finished(state, because)
    return Step(end.state, (won, *end.events))


def _remove_brand(state: CultState, command: Mapping[str, Any]) -> _Outcome:
    """Take a corruption marker off; the experience point was spent at the table (C-070)."""
    index = _hero(state, command)
    if isinstance(index, Refused):
        return index
    hero = state.heroes[index]
    if not hero.markers:
        return Refused(f"{hero.name} bears no brand")
    hero = replace(hero, markers=hero.markers - 1)
    removed = Event("brand_removed", {"hero": hero.name, "markers": hero.markers})
    return Step(state.with_hero(index, hero), (removed,))


CARRY_OUT: Mapping[str, Callable[[CultState, Mapping[str, Any]], _Outcome]] = {
    "end_turn": _end_turn,
    "encounter": _encounter,
    "event": _event,
    "move_hero": _move_hero,
    "challenge": _challenge,
    "remove_brand": _remove_brand,
}
"""How each command is carried out, in the order of play.md."""


def _hero(state: CultState, command: Mapping[str, Any]) -> int | Refused:
    """Return which hero is meant; one who is out does nothing any more."""
    names = [hero.name for hero in state.heroes]
    name = command.get("hero")
    if name not in names:
        return Refused(f"hero is {found(command, 'hero')}{did_you_mean(name, names)}")
    index = names.index(name)
    return Refused(f"{name} is out of the game") if state.heroes[index].out else index


def _space(state: CultState, raw: Any) -> Hex | None:
    """Return the space that is meant by `[q,r]`; None when it is none of the board."""
    at = hex_at(raw)
    return at if at in state.board.spaces else None
