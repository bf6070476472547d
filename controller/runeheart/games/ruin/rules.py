"""This module owns the machine of the Ruin: which command is allowed when, and what an answer must be.

A command or an answer puts tasks on the engine's bench, and the tasks of `player`, `deeds`, `broods` and
`mother` do the rest. Nothing depends on time. Must not know who gave a command, nor how anything is shown.
"""

from collections.abc import Callable, Mapping
from typing import Any

from runeheart.core.boards import Sheet
from runeheart.core.checked import did_you_mean
from runeheart.core.events import Ask, AskChoose, AskCommand, AskNumber, AskRoll, Json
from runeheart.core.game import Refused, Step
from runeheart.core.given import found, whole
from runeheart.core.table import shown
from runeheart.games.ruin import boards, broods, deeds, mother, player, settings, sheets, shipped
from runeheart.games.ruin import state as states
from runeheart.games.ruin.engine import Engine, Handler, faces_of
from runeheart.games.ruin.state import Question, RuinState

_TASKS: Mapping[str, Handler] = {**player.TASKS, **deeds.TASKS, **broods.TASKS, **mother.TASKS}

_CARRY_OUT: Mapping[str, Callable[[Engine, Mapping[str, Any]], str | None]] = {
    "commit_move": player.commit_move,
    "step": player.step,
    "attack": deeds.attack,
    "skill": deeds.skill,
    "resolve": player.resolve,
    "end_move": player.end_move,
}
"""How each command is carried out once it is allowed, in the order of play.md."""

_ANSWERS = ("roll", "choose", "number")

PHASES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "commit_move": {"commit": ("move",)},
    "step": {"move": ("entered",)},
    "attack": {"move": ("mother",), "entered": ("move", "mother")},
    "skill": {"move": ("mother",), "entered": ("move", "mother")},
    "resolve": {"entered": ("move", "mother")},
    "end_move": {"move": ("mother",)},
}
"""For each command: the phases in which it is allowed, and where each leads when its tasks are done."""


class RuinGame:
    """The rules of the Ruin as a pure game; implements `BoardGame[RuinState]`."""

    name = "ruin"
    rules_version = 1
    shipped = shipped.SHIPPED

    def setup(self, raw: Mapping[str, Any], seed: int) -> RuinState:
        """Return the state before the first command; raise SetupInvalidError with every problem at once."""
        return states.begin(settings.read(raw), seed)

    def warnings(self, state: RuinState) -> tuple[str, ...]:
        """Return what is odd about a setup that can be played."""
        return boards.warnings(state.setup.board)

    def board_of(self, sheet: Sheet) -> tuple[dict[str, Json], tuple[str, ...]]:
        """Return the board of a board file as a setup gives it, and its problems."""
        return sheets.board_of(sheet)

    def advance(self, state: RuinState, at_ms: int) -> Step[RuinState]:
        """Let time pass: nothing depends on it."""
        del at_ms
        return Step(state)

    def step(self, state: RuinState, command: Mapping[str, Any]) -> Step[RuinState] | Refused:
        """Carry out a command or an answer. A refused one changes nothing."""
        do = command["do"]
        engine = Engine(state)
        if do in _ANSWERS:
            refused = _answer(engine, do, command)
        elif do in _CARRY_OUT:
            refused = _not_now(state, do) or _CARRY_OUT[do](engine, command)
        else:
            known = (*_CARRY_OUT, *_ANSWERS, "state", "wait")
            refused = f"there is no command {shown(do)}{did_you_mean(do, known)}"
        if refused is not None:
            return Refused(refused)
        engine.run(_TASKS)
        return Step(engine.freeze(), tuple(engine.events))

    def ask(self, state: RuinState) -> Ask | None:
        """Tell what the game waits for: the answer to a question, or one of the commands allowed now."""
        if state.phase == "over":
            return None
        if state.question is not None:
            return state.question
        return AskCommand(tuple(do for do in _CARRY_OUT if _not_now(state, do) is None))

    def deadline_ms(self, state: RuinState) -> int | None:
        """Tell when something falls due by itself: never."""
        del state
        return None

    def view(self, state: RuinState) -> dict[str, Json]:
        """Return the public state; nothing is secret here."""
        return states.view(state)


RUIN = RuinGame()


def _not_now(state: RuinState, do: str) -> str | None:
    """Tell why a command is refused outright now, whatever its values; None if it is not."""
    if state.phase == "over":
        return "the game is over"
    if state.question is not None:
        return f"{do} has to wait: {_wanted(state.question)} first"
    if state.phase not in PHASES[do]:
        return f"{do} is not possible now; {_WAITS_FOR[state.phase]}"
    if do == "step" and state.stars_left == 0:
        return "no star is left for another step"
    if do in {"attack", "skill"} and state.phase == "move" and state.moved:
        return f"{do} is possible before the first step, or after a step before its Hex resolves"
    return None


_WAITS_FOR: Mapping[str, str] = {
    "commit": "the round begins with commit_move",
    "move": "the next is a step, or the end of the move",
    "entered": "the entered Hex has to be resolved first",
}


def _wanted(question: Question) -> str:
    """Say what a question wants."""
    if isinstance(question, AskRoll):
        return f"a roll of {question.count} {question.die} for {question.why}"
    if isinstance(question, AskChoose):
        return f"a choice of a {question.what} for {question.why}"
    return f"the number {question.what} of {question.of} for {question.why}"


def _answer(engine: Engine, do: str, command: Mapping[str, Any]) -> str | None:
    """Check an answer against the open question, and take it; return why it is refused."""
    question = engine.question
    if question is None:
        return f"{do} answers a question, and none is open"
    if isinstance(question, AskRoll) and do == "roll":
        problem = _roll_problem(question, command)
        value = command.get("values")
    elif isinstance(question, AskChoose) and do == "choose":
        problem = _choice_problem(question, command)
        value = command.get("option")
    elif isinstance(question, AskNumber) and do == "number":
        of = question.of
        right = whole(command.get("value"), 0, of)
        problem = (
            None if right else f"value is {found(command, 'value')}; expected a whole number from 0 to {of}"
        )
        value = command.get("value")
    else:
        return f"{do} is not the answer: {_wanted(question)} is asked"
    if problem is None:
        engine.answer(question, value)
    return problem


def _roll_problem(question: AskRoll, command: Mapping[str, Any]) -> str | None:
    values = command.get("values")
    faces = faces_of(question.die)
    shape = f"expected a list of {question.count}, each from {faces[0]} to {faces[-1]}"
    if question.die == "compass":
        shape = f"expected a list of one of {', '.join(faces)}"
    if not isinstance(values, list) or len(values) != question.count:
        return f"values is {found(command, 'values')}; {shape}"
    for value in values:
        if not any(_same(value, face) for face in faces):
            return f"{shown(value)} is no face of the {question.die}; {shape}"
    return None


def _choice_problem(question: AskChoose, command: Mapping[str, Any]) -> str | None:
    if any(_same(command.get("option"), option) for option in question.options):
        return None
    options = shown(list(question.options), 200)
    return f"option is {found(command, 'option')}; expected one of {options}"


def _same(value: Any, option: Json) -> bool:
    """Tell whether a value is this option: 2.0 and true are no whole numbers."""
    if isinstance(option, list):
        return isinstance(value, list) and len(value) == 2 and all(map(_same, value, option))
    return type(value) is type(option) and bool(value == option)
