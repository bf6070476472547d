"""What an arrival of the cult does: jewels, towns, brands and their costs (C-060 … C-072).

Owns the effects on a space and on its heroes. Must not know how marker, ritual or hero came there.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import AskChoose, Event
from runeheart.core.game import Step
from runeheart.core.hexes import Hex
from runeheart.games.cult.state import COLOURS, Cards, CultState, finished, held, more


class _Certain(Struct, frozen=True):
    """An effect that needs no answer."""

    def question(self, state: CultState) -> None:
        """Nothing is asked."""


class Enter(_Certain, frozen=True):
    """The marker came into a space, or a ritual covers it: jewel, town, heroes by the setup (CA-35)."""

    at: Hex
    why: str
    """marker or ritual."""

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Flip the jewel (C-060), infiltrate the town (C-063), brand who stands here (C-066)."""
        del answer
        events = []
        if state.jewels.get(self.at) is False:
            state = replace(state, jewels={**state.jewels, self.at: True})
            events.append(Event("cultist_made", {"at": list(self.at), "colour": state.jewel_at(self.at)}))
        town = state.board.spaces[self.at].town
        if town is not None and self.at not in state.infiltrated:
            state = replace(state, infiltrated=state.infiltrated | {self.at})
            events.append(Event("infiltrated", {"town": town, "at": list(self.at)}))
        here = (index for index, hero in enumerate(state.heroes) if hero.at == self.at)
        return Step(state.then(*(Brand(index, self.why) for index in here)), tuple(events))


class Brand(_Certain, frozen=True):
    """A corruption marker on a hero's card, and what it costs him (C-067)."""

    hero: int
    why: str
    """marker, ritual or knock_out."""

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Add the marker; they are cumulative (C-071)."""
        del answer
        hero = state.heroes[self.hero]
        hero = replace(hero, markers=hero.markers + 1)
        state = state.with_hero(self.hero, hero).then(GiveUp(self.hero), Weaken(self.hero))
        return Step(state, (Event("branded", {"hero": hero.name, "markers": hero.markers, "why": self.why}),))


class GiveUp(Struct, frozen=True):
    """A branded hero discards a cultist to the bottom of its deck; he chooses the colour (C-068, CA-18)."""

    hero: int

    def question(self, state: CultState) -> AskChoose | None:
        """Ask for the colour when he holds several."""
        hero = state.heroes[self.hero]
        colours = held(hero.cultists)
        if len(colours) < 2:
            return None
        return AskChoose("colour", "brand", random=False, options=colours, about={"hero": hero.name})

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Put the card back; without a cultist nothing happens."""
        hero = state.heroes[self.hero]
        colours = held(hero.cultists)
        if not colours:
            return Step(state)
        colour: str = colours[0] if answer is None else answer
        state = replace(state, decks=more(state.decks, colour, 1))
        state = state.with_hero(self.hero, replace(hero, cultists=more(hero.cultists, colour, -1)))
        return Step(state, (Event("cultist_lost", {"hero": hero.name, "colour": colour}),))


class Weaken(_Certain, frozen=True):
    """Life and Stamina are lower: a knock-out is checked for (CA-19); enough markers remove him (C-072)."""

    hero: int

    def carry_out(self, state: CultState, answer: Any) -> Step[CultState]:
        """Tell the lowered values; remove the hero at the limit of the house rule (CA-03, CA-20)."""
        del answer
        hero = state.heroes[self.hero]
        check = Event("check_knock_out", {"hero": hero.name, "life": hero.life, "stamina": hero.stamina})
        limit = hero.printed_life if state.house.elimination == "printed" else hero.life
        if hero.markers < limit:
            return Step(state, (check,))
        state = replace(state, decks=_together(state.decks, hero.cultists))
        state = state.with_hero(self.hero, replace(hero, at=None, cultists=(0, 0, 0, 0)))
        events = (check, Event("eliminated", {"hero": hero.name}))
        if not all(other.out for other in state.heroes):
            return Step(state, events)
        end = finished(state, "eliminated")
        return Step(end.state, (*events, *end.events))


def _together(decks: Cards, cards: Cards) -> Cards:
    for colour, count in zip(COLOURS, cards, strict=True):
        decks = more(decks, colour, count)
    return decks
