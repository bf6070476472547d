"""This module owns the machine of the Cult: whatever changes a CultState is carried out here.

A command puts effects on the state's stack. They are carried out one by one until one has a question, which
the game then waits for, or until none is left. What waits is plain data in the state, so a game can be
replayed, undone and resumed at any question. Must not know who gave a command, nor how anything is shown.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from runeheart.core.boards import Sheet
from runeheart.core.checked import did_you_mean
from runeheart.core.events import Ask, AskChoose, AskCommand, AskRoll, Event, Json
from runeheart.core.game import Refused, Step
from runeheart.core.table import shown
from runeheart.games.cult import boards, questions, settings, sheets, shipped
from runeheart.games.cult import state as states
from runeheart.games.cult.commands import CARRY_OUT
from runeheart.games.cult.state import CultState

__all__ = ["CULT", "CultGame", "CultState"]


class CultGame:
    """The rules of Cult of the Rune as a pure game; implements `BoardGame[CultState]`."""

    name = "cult"
    rules_version = 1
    shipped = shipped.SHIPPED

    def setup(self, raw: Mapping[str, Any], seed: int) -> CultState:
        """Return the state before the first command; raise SetupInvalidError with every problem at once."""
        return settings.read(raw, seed)

    def advance(self, state: CultState, at_ms: int) -> Step[CultState]:
        """Move the clock; nothing falls due by itself in this game."""
        return Step(replace(state, at_ms=at_ms))

    def step(self, state: CultState, command: Mapping[str, Any]) -> Step[CultState] | Refused:
        """Carry out a command, or answer the open question, and everything that follows of itself."""
        do = command["do"]
        if do not in CARRY_OUT and do not in questions.ANSWERS:
            known = (*CARRY_OUT, *questions.ANSWERS, "state", "wait")
            return Refused(f"there is no command {shown(do)}{did_you_mean(do, known)}")
        if state.outcome is not None:
            return Refused("the game is over")
        question = _question(state)
        if question is not None:
            return _answered(state, question, command)
        if do not in CARRY_OUT:
            return Refused(f"{do} is not possible now: nothing is asked")
        outcome = CARRY_OUT[do](state, command)
        if isinstance(outcome, Refused):
            return outcome
        return _run(outcome.state, outcome.events)

    def ask(self, state: CultState) -> Ask | None:
        """Tell what the game waits for; None when it is over."""
        if state.outcome is not None:
            return None
        return _question(state) or AskCommand(tuple(CARRY_OUT))

    def deadline_ms(self, state: CultState) -> int | None:
        """Tell that nothing falls due by itself."""
        del state
        return None

    def warnings(self, state: CultState) -> tuple[str, ...]:
        """Return what is odd about a setup that can be played."""
        return boards.warnings(state.board, state.die)

    def board_of(self, sheet: Sheet) -> tuple[dict[str, Json], tuple[str, ...]]:
        """Return the board of a board file as a setup gives it, and its problems."""
        return sheets.board_of(sheet)

    def view(self, state: CultState) -> dict[str, Json]:
        """Return the public state: nothing in this game is secret."""
        return states.view(state)


CULT = CultGame()


def _question(state: CultState) -> AskRoll | AskChoose | None:
    """Return the question that is open."""
    return state.pending[0].question(state) if state.pending else None


def _answered(
    state: CultState, question: AskRoll | AskChoose, command: Mapping[str, Any]
) -> Step[CultState] | Refused:
    answer = questions.read(question, command)
    if isinstance(answer, Refused):
        return answer
    waiting, *rest = state.pending
    step = waiting.carry_out(replace(state, pending=tuple(rest)), answer.value)
    return _run(step.state, (*answer.events, *step.events))


def _run(state: CultState, events: tuple[Event, ...]) -> Step[CultState]:
    """Carry out what is on the stack, up to the next question or to the end."""
    done = list(events)
    while state.pending and _question(state) is None:
        following, *rest = state.pending
        step = following.carry_out(replace(state, pending=tuple(rest)), None)
        state = step.state
        done += step.events
    return Step(state, tuple(done))
