"""What every game is: a pure state machine behind one protocol. Hosts know only this (design 4)."""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from runeheart.core.events import Ask, Event, Json

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Step(Struct, Generic[S], frozen=True):
    """The state after something was carried out, and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...] = ()


class Refused(Struct, frozen=True):
    """Why a command cannot be carried out, in one plain sentence; the state is as before."""

    why: str


class Advice(Struct, frozen=True):
    """What players who are stuck may be told: it follows from what they know, not from secrets."""

    text: str
    rests_on: tuple[Mapping[str, Json], ...] = ()
    """The cards that it follows from, as events write them; empty: what lies open is enough."""


class SetupInvalidError(Exception):
    """A setup cannot be played. `problems` has one line per problem: `path: found, expected`."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Game(Protocol[S]):
    """The rules of one game. Every method is pure; states are frozen values.

    The state keeps the game clock: `advance` moves it, `step` carries a command out at that time.
    """

    name: str
    rules_version: int
    """Counts up whenever the same commands could give another state: old journals name theirs."""

    def setup(self, raw: Mapping[str, Any], seed: int) -> S:
        """Return the state before the first command; raise SetupInvalidError with every problem at once."""
        ...

    def advance(self, state: S, at_ms: int) -> Step[S]:
        """Move the clock to `at_ms` (never backwards) and let happen what falls due on the way."""
        ...

    def step(self, state: S, command: Mapping[str, Any]) -> Step[S] | Refused:
        """Carry out a command at the state's time: checks the name, whether it is allowed, the values."""
        ...

    def ask(self, state: S) -> Ask | None:
        """Tell what the game waits for; None when it is over."""
        ...

    def deadline_ms(self, state: S) -> int | None:
        """Tell at which game time something falls due by itself; None while nothing does."""
        ...

    def view(self, state: S) -> dict[str, Json]:
        """Return the public state, as play.md's `state` event without its name: no secret in it."""
        ...


@runtime_checkable
class Cautious(Protocol[S_contra]):
    """A game that can be set up in ways that are allowed, but hardly meant."""

    def warnings(self, state: S_contra) -> tuple[str, ...]:
        """Return what is odd about a game that was set up, a sentence each."""
        ...


@runtime_checkable
class Hinting(Protocol[S_contra]):
    """A game whose players can be helped by a game master."""

    def hint(self, state: S_contra, step: int) -> Advice | Refused:
        """Return deduction number `step`, from 1, that the players can still make, or why there is none."""
        ...


@runtime_checkable
class Guided(Protocol[S_contra]):
    """A game with a hidden answer, which the operator may see, and use when a team is to be helped out."""

    def answer(self, state: S_contra) -> tuple[str, ...]:
        """Return the answer. It is for the operator's eyes only."""
        ...

    def locking(self, state: S_contra, rune: str | None) -> Mapping[str, Any] | Refused:
        """Return the command that puts a rune where it belongs; None: the one of the first open place."""
        ...

    def solving(self, state: S_contra) -> Mapping[str, Any] | Refused:
        """Return the command that wins the game."""
        ...
