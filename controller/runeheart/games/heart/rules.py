"""This module owns the machine of the Corrupted Heart: every change of a HeartState happens here.

A state changes in two ways only: a command is carried out (`step`), or the clock moves (`advance`).
PHASES is the table of both, and the picture in docs/rules.md is drawn from it. Every time is a whole number
of milliseconds. Must not know who gave a command, nor how anything is shown.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from runeheart.core.checked import did_you_mean
from runeheart.core.events import AskCommand, Event, Json
from runeheart.core.game import Advice, Refused, Step
from runeheart.core.runes import RUNES
from runeheart.core.table import shown
from runeheart.core.units import milliseconds, seconds
from runeheart.games.heart import clues, settings
from runeheart.games.heart import state as states
from runeheart.games.heart.state import HeartState, card, corruption, jack, left_ms

__all__ = ["CLOCK", "HEART", "PHASES", "HeartGame", "HeartState", "corruption", "jack", "left_ms"]

CLOCK = "(the timer ends)"

PHASES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "read": {"ready": ("running",), "running": ("running",)},
    "draw": {"ready": ("running",), "running": ("running",)},
    "study": {"ready": ("running",), "running": ("running",)},
    "activate": {"ready": ("running", "over"), "running": ("running", "over")},
    "submit": {"ready": ("over",), "running": ("over",)},
    "pause": {"running": ("paused",)},
    "resume": {"paused": ("running",)},
    "add_time": {"ready": ("ready", "over"), "running": ("running", "over"), "paused": ("paused", "over")},
    "abandon": {"ready": ("over",), "running": ("over",), "paused": ("over",)},
    CLOCK: {"running": ("over",)},
}
"""For each command, in the order of play.md: the phases in which it is allowed, and where each can lead."""

_STARTS = frozenset({"read", "draw", "study", "activate", "submit"})
"""The first of these starts the timer (H-029, HA-14)."""

_Outcome = Step[HeartState] | Refused


class HeartGame:
    """The rules of the Corrupted Heart as a `Game[HeartState]`, `Cautious`, `Hinting` and `Guided`."""

    name = "heart"
    rules_version = 1

    def setup(self, raw: Mapping[str, Any], seed: int) -> HeartState:
        """Return the state before the first command; raise SetupInvalidError with every problem at once."""
        found = settings.read(raw, seed)
        parameters = settings.DIFFICULTIES[found.difficulty]
        return HeartState(
            difficulty=found.difficulty,
            house=found.house,
            answer=found.answer,
            deck=found.deck,
            bank=found.bank,
            clock_left_ms=parameters.timer_ms,
            slots=(None,) * parameters.length,
            printed=found.printed,
        )

    def advance(self, state: HeartState, at_ms: int) -> Step[HeartState]:
        """Move the clock; at the deadline the Heart explodes: what comes then is too late (H-103, HA-13)."""
        ends_ms = states.deadline_ms(state)
        if ends_ms is None or at_ms < ends_ms:
            return Step(replace(state, at_ms=at_ms))
        state = replace(state, at_ms=at_ms, clock_left_ms=0, clock_since_ms=None)
        return _exploded(state, "timer")

    def step(self, state: HeartState, command: Mapping[str, Any]) -> _Outcome:
        """Carry out a command at the state's time. A refused one starts nothing and costs nothing."""
        do = command["do"]
        if do not in _CARRY_OUT:
            return Refused(
                f"there is no command {shown(do)}{did_you_mean(do, (*_CARRY_OUT, 'state', 'wait'))}"
            )
        refused = _not_now(state, do)
        if refused is not None:
            return Refused(refused)
        if do not in _STARTS or state.phase != "ready":
            return _CARRY_OUT[do](state, command)
        started = replace(state, phase="running", clock_since_ms=state.at_ms)
        outcome = _CARRY_OUT[do](started, command)
        if isinstance(outcome, Refused):
            return outcome
        return Step(outcome.state, (Event("started", {"left_s": _left_s(started)}), *outcome.events))

    def ask(self, state: HeartState) -> AskCommand | None:
        """Tell which commands are allowed now, in the order of play.md; None when the game is over."""
        if state.phase == "over":
            return None
        return AskCommand(tuple(do for do in _CARRY_OUT if _not_now(state, do) is None))

    def deadline_ms(self, state: HeartState) -> int | None:
        """Tell at which game time the timer ends; None unless it runs."""
        return states.deadline_ms(state)

    def view(self, state: HeartState) -> dict[str, Json]:
        """Return the public state; the answer only when the game is over."""
        return states.view(state)

    def warnings(self, state: HeartState) -> tuple[str, ...]:
        """Return what is odd about the deck, if it was given."""
        from runeheart.games.heart import odd  # noqa: PLC0415 - the prop never asks

        return odd.warnings(state.deck, state.length, state.bank)

    def hint(self, state: HeartState, step: int) -> Advice | Refused:
        """Tell what the players can conclude next; `step` 2 is for those who were told step 1."""
        from runeheart.games.heart.advice import advice  # noqa: PLC0415 - most games end without one

        return advice(state, step)

    def answer(self, state: HeartState) -> tuple[str, ...]:
        """Return the hidden sequence."""
        return state.answer

    def locking(self, state: HeartState, rune: str | None) -> Mapping[str, Any] | Refused:
        """Return the command that puts a rune in its place, for the operator."""
        from runeheart.games.heart import guide  # noqa: PLC0415 - as above

        return guide.locking(state, rune)

    def solving(self, state: HeartState) -> Mapping[str, Any] | Refused:
        """Return the command that wins the game, for the operator."""
        from runeheart.games.heart import guide  # noqa: PLC0415 - as above

        return guide.solving(state)


HEART = HeartGame()


def _not_now(state: HeartState, do: str) -> str | None:
    """Tell why a command is refused outright now, whatever its values; None if it is not."""
    if state.phase == "over":
        return "the game is over"
    if state.phase not in PHASES[do]:
        if state.phase == "paused":
            return f"{do} is not possible while the game is paused; resume it first"
        needed = " or ".join(PHASES[do])
        return f"{do} is only possible while the game is {needed}; it is {state.phase}"
    if do == "draw" and state.draws_left == 0:
        return f"no draw is left: all {state.draws} of this difficulty are used"
    if do == "draw" and state.deck_left == 0:
        return "no card is left in the deck"
    return None


def _read(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Read the starting cards, again if wanted: no action, the deck stays (HA-15)."""
    del command
    state = replace(state, was_read=True)
    return Step(state, tuple(_clue(state, number) for number in range(1, state.parameters.start_cards + 1)))


def _draw(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Draw the next card after the starting cards (H-050)."""
    del command
    state = replace(state, draws=state.draws + 1)
    return Step(state, (_clue(state, state.parameters.start_cards + state.draws),))


def _study(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Study the board: nothing changes (H-060 … H-062)."""
    del command
    return Step(state)


def _activate(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Check one rune at one place against the answer (H-070 … H-075)."""
    named = _activation(state, command)
    if isinstance(named, Refused):
        return named
    rune, position = named
    if state.answer[position - 1] != rune:
        return _mistake(state, rune, position)
    slots = (*state.slots[: position - 1], rune, *state.slots[position:])
    state = replace(state, slots=slots)
    locked = Event("locked", {"rune": rune, "position": position, "left_s": _left_s(state)})
    return _after(locked, Step(state) if None in slots else _defused(state))


def _mistake(state: HeartState, rune: str, position: int) -> Step[HeartState]:
    """Add the mistake, take the time, then check mistakes and time, in this order (H-090 … H-092, HA-12)."""
    lost_ms = state.parameters.penalty_ms
    misses = (*state.misses, (rune, position))
    state = replace(state, mistakes=state.mistakes + 1, misses=misses)
    state = _with_left(state, left_ms(state) - lost_ms)
    mistake = Event(
        "mistake",
        {
            "rune": rune,
            "position": position,
            "mistakes": state.mistakes,
            "of": state.max_mistakes,
            "lost_s": seconds(lost_ms),
            "left_s": _left_s(state),
        },
    )
    most = state.max_mistakes if state.house.mistake_limit == "exceed" else state.max_mistakes - 1
    because = []
    if state.mistakes > most:
        because.append("mistakes")
    if left_ms(state) == 0:
        because.append("timer")
    return _after(mistake, _exploded(state, *because) if because else Step(state))


def _activation(state: HeartState, command: Mapping[str, Any]) -> tuple[str, int] | Refused:
    """Check the values of an activation (HA-05, HA-08): what cannot be is refused, without a penalty."""
    rune: Any = command.get("rune")
    position: Any = command.get("position")
    if rune not in RUNES:
        return Refused(f"rune is {_found(command, 'rune')}{did_you_mean(rune, RUNES)}")
    if not clues.whole(position, 1, state.length):
        found = _found(command, "position")
        return Refused(f"position is {found}; expected a whole number from 1 to {state.length}")
    if rune in state.slots:
        return Refused(f"{rune} is locked already, in place {state.slots.index(rune) + 1}")
    if state.slots[position - 1] is not None:
        return Refused(f"place {position} is locked already, with {state.slots[position - 1]}")
    following = state.slots.index(None) + 1
    if state.house.activation == "next" and position != following:
        return Refused(f"place {position} is not the next one: place {following} comes first")
    return rune, position


def _submit(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Compare a whole sequence with the answer: it ends the game either way (H-080 … H-083)."""
    problem = _submission_problem(state, command)
    if problem is not None:
        return Refused(problem)
    return _defused(state) if tuple(command["sequence"]) == state.answer else _exploded(state, "sequence")


def _submission_problem(state: HeartState, command: Mapping[str, Any]) -> str | None:
    """Tell why something is no submission (HA-11); None if it is one."""
    sequence = command.get("sequence")
    if not isinstance(sequence, list) or len(sequence) != state.length:
        return f"sequence is {_found(command, 'sequence')}; expected a list of {state.length} different runes"
    for position, (rune, locked) in enumerate(zip(sequence, state.slots, strict=True), 1):
        if rune not in RUNES:
            return f"place {position} of the sequence is {shown(rune)}{did_you_mean(rune, RUNES)}"
        if rune in sequence[: position - 1]:
            return f"{rune} is in the sequence twice; the {state.length} runes must be different"
        if locked not in {None, rune}:
            return f"place {position} is locked with {locked}; the sequence has {rune} there"
    return None


def _pause(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Let the clock stand still; the operator's, not in the rules (HA-23)."""
    del command
    return Step(replace(_standing(state), phase="paused"), (Event("paused", {"left_s": _left_s(state)}),))


def _resume(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Let the clock go on where it stood (HA-23)."""
    del command
    state = replace(state, phase="running", clock_since_ms=state.at_ms)
    return Step(state, (Event("resumed", {"left_s": _left_s(state)}),))


def _add_time(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """Give or take time, also before the start and while paused; at 0 the Heart explodes (HA-23)."""
    change_ms = milliseconds(command.get("seconds"))
    if change_ms is None:
        found = _found(command, "seconds")
        return Refused(f"seconds is {found}; expected a finite number, below 0 to take time away")
    state = _with_left(state, left_ms(state) + change_ms)
    changed = Event("time_changed", {"seconds": seconds(change_ms), "left_s": _left_s(state)})
    return _after(changed, _exploded(state, "timer") if left_ms(state) == 0 else Step(state))


def _abandon(state: HeartState, command: Mapping[str, Any]) -> _Outcome:
    """End the game without a win or a loss (HA-23)."""
    del command
    return _over(state, "abandoned")


_CARRY_OUT: Mapping[str, Callable[[HeartState, Mapping[str, Any]], _Outcome]] = {
    "read": _read,
    "draw": _draw,
    "study": _study,
    "activate": _activate,
    "submit": _submit,
    "pause": _pause,
    "resume": _resume,
    "add_time": _add_time,
    "abandon": _abandon,
}
"""How each command is carried out once it is allowed, in the order of play.md."""


def _defused(state: HeartState) -> Step[HeartState]:
    return _over(state, "defused")


def _exploded(state: HeartState, *because: str) -> Step[HeartState]:
    return _over(replace(state, because=because), "exploded", {"because": list(because)})


def _over(state: HeartState, outcome: str, why: Mapping[str, Json] | None = None) -> Step[HeartState]:
    """End the game: from here on nothing changes but `at`, and the answer may be told (H-081)."""
    state = replace(_standing(state), phase="over", outcome=outcome)
    return Step(
        state, (Event(outcome, {**(why or {}), "left_s": _left_s(state), "answer": list(state.answer)}),)
    )


def _after(first: Event, step: Step[HeartState]) -> Step[HeartState]:
    return Step(step.state, (first, *step.events))


def _clue(state: HeartState, number: int) -> Event:
    seen = card(number, state.deck[number - 1], state.length)
    return Event("clue", {**seen, "draws_left": state.draws_left})


def _found(command: Mapping[str, Any], key: str) -> str:
    return shown(command[key]) if key in command else "missing"


def _standing(state: HeartState) -> HeartState:
    return replace(state, clock_left_ms=left_ms(state), clock_since_ms=None)


def _with_left(state: HeartState, time_left_ms: int) -> HeartState:
    """Set the time left, never below 0; a running clock goes on from now."""
    since_ms = None if state.clock_since_ms is None else state.at_ms
    return replace(state, clock_left_ms=max(time_left_ms, 0), clock_since_ms=since_ms)


def _left_s(state: HeartState) -> int | float:
    return seconds(left_ms(state))
