"""The engine carries out one command: a workbench on which a state is changed, task by task.

Owns how tasks follow each other, how a question stops them, and who answers it: people or the seed. A state
is laid on the bench, tasks run until none is left or a question is open, and the bench is frozen again: so a
state is always a plain value. Must not know what any task does.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runeheart.core.chance import Chance
from runeheart.core.events import AskChoose, AskNumber, AskRoll, Event, Json
from runeheart.core.hexes import DIRECTIONS
from runeheart.games.ruin.state import Brood, Question, RuinState, Task

Handler = Callable[..., None]
"""Called with the engine and the values of its task."""

_NOTHING: Mapping[str, Json] = {}


class Engine:
    """The workbench: the fields of a RuinState that can change, and the events so far."""

    __slots__ = (
        "at",
        "came_in",
        "chance",
        "charges",
        "damage",
        "events",
        "field",
        "kept",
        "moved",
        "next_id",
        "on",
        "outcome",
        "phase",
        "player",
        "prevented",
        "question",
        "round",
        "setup",
        "stars_left",
        "tasks",
        "then",
    )

    def __init__(self, state: RuinState) -> None:
        self.setup = state.setup
        self.field = state.setup.board.field
        self.chance: Chance = state.chance
        self.player = state.player
        self.at: dict[int, int] = {}
        """The Hex of each Brood. A new Brood has the highest number, so the order is always by number."""
        self.on: dict[int, int] = {}
        """The Brood on each Hex that has one (R-046)."""
        self.charges: dict[int, int] = {}
        self.prevented: dict[int, int] = {}
        for brood in state.broods:
            self.at[brood.id] = brood.at
            self.on[brood.at] = brood.id
            self.charges[brood.id] = brood.charge
            if brood.prevented:
                self.prevented[brood.id] = brood.prevented
        self.next_id = state.next_id
        self.round = state.round
        self.phase = state.phase
        self.stars_left = state.stars_left
        self.moved = state.moved
        self.came_in = state.came_in
        self.kept = state.kept
        self.damage = state.damage
        self.outcome = state.outcome
        self.tasks: list[Task] = list(state.tasks)
        self.question: Question | None = state.question
        self.then: Task = state.then
        self.events: list[Event] = []

    def freeze(self) -> RuinState:
        """Return the state that lies on the bench."""
        prevented = self.prevented
        charges = self.charges
        return RuinState(
            self.setup,
            self.chance,
            self.player,
            tuple([Brood(id_, at, charges[id_], prevented.get(id_, 0)) for id_, at in self.at.items()]),
            self.next_id,
            self.round,
            self.phase,
            self.stars_left,
            self.moved,
            self.came_in,
            self.kept,
            self.damage,
            self.outcome,
            tuple(self.tasks),
            self.question,
            self.then,
        )

    def emit(self, event: str, /, **data: Json) -> None:
        """Report what happened, with its fields in the order given."""
        self.events.append(Event(event, data))

    def follow(self, *tasks: Task) -> None:
        """Put tasks before everything that waits: they run next, in the order given."""
        self.tasks.extend(reversed(tasks))

    def run(self, handlers: Mapping[str, Handler]) -> None:
        """Carry out tasks until none is left or a question is open."""
        tasks = self.tasks
        while tasks and self.question is None:
            name, *values = tasks.pop()
            handlers[name](self, *values)

    def roll(self, die: str, count: int, why: str, then: Task, about: Mapping[str, Json] = _NOTHING) -> None:
        """Have dice rolled; `then` gets the list of values."""
        if not self.setup.auto_dice:
            self.question, self.then = AskRoll(die, count, why, about), then
            return
        values: list[Json] = []
        faces = faces_of(die)
        for _ in range(count):
            pick, self.chance = self.chance.below(len(faces))
            values.append(faces[pick])
        self.rolled(die, values, why, then)

    def rolled(self, die: str, values: list[Json], why: str, then: Task) -> None:
        """Report a roll and hand it on."""
        self.emit("rolled", die=die, values=values, why=why)
        self.tasks.append((*then, values))

    def choose(self, what: str, why: str, options: Sequence[int], then: Task, *, random: bool) -> None:
        """Have one of the Broods or Hexes chosen, in ascending order; `then` gets it. One is no choice."""
        if len(options) == 1:
            self.tasks.append((*then, options[0]))
        elif random and self.setup.auto_ties:
            pick, self.chance = self.chance.below(len(options))
            self.chosen(what, self.told(what, options[pick]), why, then, random=random)
        else:
            told = tuple(self.told(what, option) for option in options)
            self.question, self.then = AskChoose(what, why, random, told), then

    def chosen(self, what: str, option: Json, why: str, then: Task, *, random: bool) -> None:
        """Report a choice and hand it on."""
        self.emit("chosen", what=what, option=option, random=random, why=why)
        self.tasks.append((*then, self.field.index[option[0], option[1]] if what == "hex" else option))

    def number(self, what: str, of: int, why: str, then: Task, about: Mapping[str, Json]) -> None:
        """Ask for a whole number 0 … `of`; `then` gets it."""
        self.question, self.then = AskNumber(what, of, why, about), then

    def answer(self, question: Question, value: Any) -> None:
        """Take a checked answer to the open question."""
        then, self.question, self.then = self.then, None, ()
        if isinstance(question, AskRoll):
            self.rolled(question.die, value, question.why, then)
        elif isinstance(question, AskChoose):
            self.chosen(question.what, value, question.why, then, random=question.random)
        else:
            self.tasks.append((*then, value))

    def told(self, what: str, option: int) -> Json:
        """Return an option as it is written: a Brood's number, a Hex as [q, r]."""
        return self.hex(option) if what == "hex" else option

    def hex(self, index: int) -> Json:
        """Return a Hex as it is written."""
        q, r = self.field.hexes[index]
        return [q, r]


_FACES: Mapping[str, tuple[Json, ...]] = {
    "compass": DIRECTIONS,  # RA-37
    "d4": tuple(range(1, 5)),
    "d6": tuple(range(1, 7)),
    "d8": tuple(range(1, 9)),
    "d10": tuple(range(1, 11)),
}


def faces_of(die: str) -> tuple[Json, ...]:
    """Return what a die can show."""
    return _FACES[die]
