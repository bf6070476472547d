"""A game of the Heart at one moment: what there is, what follows from it, and what may be seen of it.

Owns the state and its public view (play.md 2). Must not know how a state comes from another: `rules` does.
"""

from msgspec import Struct

from runeheart.core.events import Json
from runeheart.core.units import seconds
from runeheart.games.heart import clues
from runeheart.games.heart.clues import Clue
from runeheart.games.heart.deck import Answer
from runeheart.games.heart.settings import DIFFICULTIES, Difficulty, House, Printed

CORRUPTION_MOST = 6


class HeartState(Struct, frozen=True):
    """Everything about a game. Its `repr` tells no secret.

    Times are whole milliseconds of the game's `at`.
    """

    difficulty: str
    house: House
    answer: Answer
    deck: tuple[Clue, ...]
    bank: tuple[Answer, ...] | None
    """The six possible answers with `answers = six`; public then."""
    clock_left_ms: int
    """The time left at `clock_since_ms`; while the clock stands, the time left."""
    slots: tuple[str | None, ...]
    """The locked rune of each place."""
    clock_since_ms: int | None = None
    """When the clock last began to run, or was changed while it ran; None while it stands."""
    at_ms: int = 0
    phase: str = "ready"
    """ready, running, paused or over."""
    mistakes: int = 0
    was_read: bool = False
    """Whether the starting cards were read."""
    draws: int = 0
    outcome: str | None = None
    """None, defused, exploded or abandoned."""
    because: tuple[str, ...] = ()
    """Why it exploded: mistakes, timer, sequence."""
    misses: tuple[tuple[str, int], ...] = ()
    """The failed tries: a rune and a place, counted from 1."""
    printed: Printed | None = None
    """The printed set on the table, if one is played: people read its cards, in an order of their own."""

    def __repr__(self) -> str:
        """Name the game without its secrets: logs see this."""
        return f"<HeartState {self.difficulty}, {self.phase}, slots {self.slots}, at {self.at_ms} ms>"

    @property
    def parameters(self) -> Difficulty:
        """The numbers of the difficulty."""
        return DIFFICULTIES[self.difficulty]

    @property
    def length(self) -> int:
        """The number of places."""
        return len(self.slots)

    @property
    def max_mistakes(self) -> int:
        """The maximum of the difficulty, the same with every `mistake_limit` (H-035)."""
        return self.parameters.max_mistakes

    @property
    def draws_left(self) -> int | None:
        """How many cards may still be drawn; None: no limit but the deck (H-033)."""
        return None if self.parameters.draws is None else self.parameters.draws - self.draws

    @property
    def deck_left(self) -> int:
        """The cards that are neither starting cards nor drawn; the starting cards never count."""
        return len(self.deck) - self.parameters.start_cards - self.draws

    @property
    def hand(self) -> tuple[tuple[int, Clue], ...]:
        """The cards that can be read, by card number from 1: starting cards once read, and drawn ones."""
        first = 0 if self.was_read else self.parameters.start_cards
        return tuple(enumerate(self.deck[first : self.parameters.start_cards + self.draws], first + 1))


def deadline_ms(state: HeartState) -> int | None:
    """Tell when the timer ends: start + time - penalties + changes; None while the clock stands (HA-13)."""
    return None if state.clock_since_ms is None else state.clock_since_ms + state.clock_left_ms


def left_ms(state: HeartState) -> int:
    """Tell the time left, 0 or more; after the end what it was then."""
    ends_ms = deadline_ms(state)
    return state.clock_left_ms if ends_ms is None else ends_ms - state.at_ms


def corruption(state: HeartState) -> int:
    """Count the Corruption tokens, 0 … 6: shown only, they change nothing (HA-17)."""
    timer_ms = state.parameters.timer_ms
    gone_ms = timer_ms - min(left_ms(state), timer_ms)
    return min(CORRUPTION_MOST, CORRUPTION_MOST * gone_ms // timer_ms + state.mistakes)


def jack(state: HeartState) -> int:
    """Tell Jack's space: the number of locked runes; shown only (HA-18)."""
    return sum(rune is not None for rune in state.slots)


def view(state: HeartState) -> dict[str, Json]:
    """Return the public state in the order of play.md 2; the answer only when the game is over."""
    seen: dict[str, Json] = {
        "difficulty": state.difficulty,
        "phase": state.phase,
        "left_s": seconds(left_ms(state)),
        "length": state.length,
        "slots": list(state.slots),
        "mistakes": state.mistakes,
        "max_mistakes": state.max_mistakes,
        "hand": [card(number, clue, state.length) for number, clue in state.hand],
        "draws_left": state.draws_left,
        "deck_left": state.deck_left,
        "corruption": corruption(state),
        "jack": jack(state),
        "outcome": state.outcome,
        "house": state.house.json(),
    }
    if state.printed is not None:
        seen |= state.printed.json()
    if state.bank is not None:
        seen["bank"] = [list(one) for one in state.bank]
    if state.outcome is not None:
        seen["answer"] = list(state.answer)
    return seen


def card(number: int, clue: Clue, length: int) -> dict[str, Json]:
    """Return a clue card as events and state write it."""
    return {"card": number, "text": clues.text(clue, length), "clue": clue.json()}
