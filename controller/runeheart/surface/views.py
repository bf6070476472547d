"""What the 128x64 screen can show, as frozen values: equal when the pictures are. `screens` draws them.

Values only, and only what players may see now. No moment in time is in them, so that a screen which did not
change is not written again. `words` says the same in words, line by line.
"""

from msgspec import Struct

from runeheart.surface.api import Door
from runeheart.surface.letters import pages

Slots = tuple[str | None, ...]
"""The rune of each place; None where it is open."""


class AttractScreen(Struct, frozen=True):
    """The name of the prop, waiting."""

    name: str
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Name and invitation."""
        return (self.name, "Press a rune", *self.message)


class ServiceScreen(Struct, frozen=True):
    """Where the game master's console is, for the staff; None: it is off."""

    door: Door | None
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The address, or why there is none."""
        if self.door is None:
            return ("Console", "It is off", "Its configuration: console, listen", "Tap: back")
        only = () if self.door.is_for_phones else ("This machine only",)
        return ("Console", self.door.address, *only, "Tap: back")


class ChoiceScreen(Struct, frozen=True):
    """The choice of the difficulty. `choices`: name, places and time of each, in the order of the buttons."""

    choices: tuple[tuple[str, int, str], ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per choice."""
        choices = (
            f"{number}: {name.capitalize()}, {length} runes, {timer}"
            for number, (name, length, timer) in enumerate(self.choices, 1)
        )
        return ("Choose", *choices, *self.message)


class SignScreen(Struct, frozen=True):
    """The choice of the sign of a printed answer card. `signs`: in the order of the buttons."""

    signs: tuple[str, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per sign."""
        signs = (f"{number}: {sign.capitalize()}" for number, sign in enumerate(self.signs, 1))
        return ("Which sign?", *signs, *self.message)


class ReadyScreen(Struct, frozen=True):
    """A game waits for its first clue."""

    difficulty: str
    clock: str
    chosen: bool = False
    """The players chose the difficulty, or the sign, here, and may go back."""
    message: tuple[str, ...] = ()
    sign: str | None = None
    """The sign of the printed answer card, if a printed set is played."""

    @property
    def words(self) -> tuple[str, ...]:
        """Difficulty, time, sign, and how to begin."""
        back = ("Hold a rune to go back",) if self.chosen else ()
        first = f"{self.difficulty.capitalize()}, {self.clock}"
        begin = "Press a rune to read the first clue"
        if self.sign is not None:
            first, begin = f"{first}, sign: {self.sign}", "Press a rune, then turn the cards"
        return (first, begin, *back, *self.message)


class PlayScreen(Struct, frozen=True):
    """The game as it stands."""

    clock: str
    slots: Slots
    mistakes: int
    max_mistakes: int
    draws_left: int | None
    """None: as many as the deck has."""
    corruption: int
    """0 … 6."""
    jack: int
    """0 … the number of places."""
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Everything on it, line by line."""
        return (
            f"{self.clock} left",
            _places(self.slots),
            f"Mistakes {self.mistakes} of {self.max_mistakes}",
            "Draws without limit" if self.draws_left is None else f"Draws left {self.draws_left}",
            f"Corruption {self.corruption} of 6",
            f"Jack on space {self.jack} of {len(self.slots)}",
            *self.message,
        )


class PlaceScreen(Struct, frozen=True):
    """A rune is chosen. `places`: the places that it may go to, counted from 1."""

    clock: str
    rune: str
    slots: Slots
    places: tuple[int, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The question and what answers it."""
        open_places = ", ".join(str(place) for place in self.places)
        return (
            f"{self.rune.upper()}: which place?",
            f"Open: {open_places}",
            "Tap a number, hold to cancel",
            f"{self.clock} left",
            *self.message,
        )


class ClueScreen(Struct, frozen=True):
    """A clue of the hand. `card` counts from 1, `page` from 0."""

    clock: str
    card: int
    cards: int
    text: str
    runes: tuple[str, ...]
    page: int = 0
    message: tuple[str, ...] = ()

    @property
    def pages(self) -> tuple[tuple[str, ...], ...]:
        """The lines of each page of the text."""
        return pages(self.text)

    @property
    def words(self) -> tuple[str, ...]:
        """The whole clue, whatever the page, and how to go on."""
        title = f"Clue {self.card} of {self.cards}"
        return (title, self.text, "Tap: next, hold: back", f"{self.clock} left", *self.message)


class HintScreen(Struct, frozen=True):
    """A hint of the operator; `page` counts from 0."""

    clock: str
    text: str
    page: int = 0
    message: tuple[str, ...] = ()

    @property
    def pages(self) -> tuple[tuple[str, ...], ...]:
        """The lines of each page of the text."""
        return pages(self.text)

    @property
    def words(self) -> tuple[str, ...]:
        """The whole hint, whatever the page, and how to go on."""
        return ("Hint", self.text, f"Tap: {self.onward}", f"{self.clock} left", *self.message)

    @property
    def onward(self) -> str:
        """What a tap does."""
        return "next" if self.page + 1 < len(self.pages) else "close"


class BankScreen(Struct, frozen=True):
    """Some of the possible answers, with the house rule that shows them. `first` counts from 1."""

    clock: str
    first: int
    answers: tuple[tuple[str, ...], ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per possible answer."""
        rows = (f"{number}: {', '.join(answer)}" for number, answer in enumerate(self.answers, self.first))
        return ("Possible answers", *rows, f"{self.clock} left", *self.message)


class SubmitScreen(Struct, frozen=True):
    """A final sequence is entered: `slots` with what was entered, `locked` places stand."""

    clock: str
    slots: Slots
    locked: tuple[int, ...]
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The sequence so far, and how to go on."""
        ready = None not in self.slots
        return (
            "Final sequence",
            _places(self.slots),
            "Hold Sun to submit" if ready else "Press the runes in order",
            "Hold Water to take one back, Nature to cancel",
            f"{self.clock} left",
            *self.message,
        )


class HoldsScreen(Struct, frozen=True):
    """Help: what holding a rune does, shown to those who hold one without a function of its own."""

    clock: str
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """One line per hold."""
        return (
            *self.message,
            "Hold Nature: draw",
            "Hold Fire: read",
            "Hold Sun: submit",
            f"{self.clock} left",
        )


class PausedScreen(Struct, frozen=True):
    """Time stands. `lost`: the time left when power was lost; None: the operator paused."""

    clock: str
    lost: str | None = None
    message: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Why time stands, and who can go on."""
        if self.lost is not None:
            return (f"Power was lost at {self.lost}", "Hold Sun to go on", *self.message)
        return ("Paused", f"{self.clock} left", "The game master goes on", *self.message)


class EndScreen(Struct, frozen=True):
    """How it ended. `because`: the causes of an explosion, as in play.md."""

    outcome: str
    because: tuple[str, ...]
    clock: str
    answer: tuple[str, ...]
    message: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The outcome in a word or two."""
        return {"defused": "DEFUSED", "exploded": "EXPLODED"}.get(self.outcome, "GAME ENDED")

    @property
    def cause(self) -> str:
        """The causes in a few words; empty unless it exploded."""
        words = {"mistakes": "mistakes", "timer": "time is up", "sequence": "wrong sequence"}
        return " + ".join(words[cause] for cause in self.because)

    @property
    def words(self) -> tuple[str, ...]:
        """Outcome, causes, time left, the answer."""
        causes = (self.cause.capitalize(),) if self.because else ()
        return (
            self.title,
            *causes,
            f"{self.clock} left",
            f"The answer: {', '.join(self.answer)}",
            *self.message,
        )


HeartScreen = (
    AttractScreen
    | ServiceScreen
    | ChoiceScreen
    | SignScreen
    | ReadyScreen
    | PlayScreen
    | PlaceScreen
    | ClueScreen
    | HintScreen
    | BankScreen
    | SubmitScreen
    | HoldsScreen
    | PausedScreen
    | EndScreen
)


def _places(slots: Slots) -> str:
    return "Places: " + ", ".join(f"{place} {rune or 'open'}" for place, rune in enumerate(slots, 1))
