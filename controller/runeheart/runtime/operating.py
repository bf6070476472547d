"""What becomes of the game at the table when somebody else than its rules decides: operator and power.

Owns the beginning of a game, what each operator's verb does, and what a power loss leads to. Knows the
session only: no button, no screen; prop.py tells the surface afterwards.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Any, Literal

from runeheart.core.game import Cautious, Guided, Hinting, Refused, SetupInvalidError
from runeheart.core.table import shown
from runeheart.core.units import milliseconds, minutes
from runeheart.runtime import verbs
from runeheart.runtime.journal import Journal
from runeheart.runtime.records import About
from runeheart.runtime.session import NO_GAME, Outcome, Session, SetAsideError
from runeheart.runtime.verbs import Answer
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.countdown import MOST_MS

log = logging.getLogger(__name__)

AfterLoss = Literal["paused", "continue", "abandon"]
WENT_ON = "the game went on in the meantime; look again"
"""Who chose saw a question that is past: one gesture must not answer two, nor two people the same."""
_TIMED = {"pause", "resume", "add-time", "abandon"}
SEED_BITS = 63
"""As many as a column of SQLite holds."""


async def begin(session: Session, game: str, setup: Mapping[str, Any], about: About | None = None) -> Outcome:
    """Begin a game with a seed that nobody can guess; the game before it must be over."""
    if session.under_way:
        return Outcome(refused=f"a game is under way; {_ways_out(session)} it first")
    try:
        await session.begin(game, setup, secrets.randbits(SEED_BITS), about)
    except SetupInvalidError as error:
        return Outcome(refused="; ".join(error.problems))
    log.info("a game begins: %s", game)
    table = session.table
    is_open = session.left_ms() is None  # the Heart's warnings would tell of hidden cards
    if is_open and table is not None and isinstance(table.game, Cautious):
        for warning in table.game.warnings(table.state):
            log.warning("%s: %s", game, warning)
    return Outcome()


async def carry_out(
    session: Session,
    settings: SurfaceSettings,
    verb: str,
    args: Mapping[str, Any],
    mono_ms: int,
    who: str,
) -> Outcome:
    """Carry out an operator's verb, checked by `verbs.problem`, at a monotonic moment."""
    if (why := _misses(session, verb, args)) is not None:
        return Outcome(refused=why)
    match verb:
        case "start":
            return await _start(session, settings, args)
        case "describe":
            return await session.describe(args["id"], verbs.about(args))
        case "undo":
            return await session.undo(mono_ms, who)
        case "lock" | "solve":
            return await _go_ahead(session, guided(session, verb, args), mono_ms, who)
        case "acknowledge":
            await session.acknowledge()
            return Outcome()
        case "sweep":
            why = f"a game is under way, and the lights are its own; {_ways_out(session)} it first"
            return Outcome(refused=why if session.under_way else None)
        case "reset":
            return await _reset(session, mono_ms, who)
        case _:
            body = verbs.body(verb, args)
            if (why := _too_much(session, body)) is not None:
                return Outcome(refused=why)
            return await session.take(body, mono_ms, who)


async def _reset(session: Session, mono_ms: int, who: str) -> Outcome:
    if session.under_way:
        await session.take({"do": "abandon"}, mono_ms, who)
    await session.close()
    await session.forget()
    return Outcome()


async def _go_ahead(session: Session, body: Mapping[str, Any] | Refused, mono_ms: int, who: str) -> Outcome:
    return Outcome(refused=body.why) if isinstance(body, Refused) else await session.take(body, mono_ms, who)


def guided(session: Session, verb: str, args: Mapping[str, Any]) -> Mapping[str, Any] | Refused:
    """Return the command of the game by which the operator goes ahead of the players."""
    table = session.table
    if table is None:
        return Refused(NO_GAME)
    if not isinstance(table.game, Guided):
        return Refused(f"{table.game.name} has no hidden answer; its players and its operator see the same")
    if table.game.ask(table.state) is None:
        return Refused("the game is over")
    return (
        table.game.solving(table.state)
        if verb == "solve"
        else table.game.locking(table.state, args.get("rune"))
    )


async def hint(session: Session, step: int) -> Answer:
    """Answer what the players can conclude next. It changes nothing in the game.

    It is found beside the loop: on a small board it takes longer than a press may wait.
    """
    table = session.table
    if table is None:
        return Answer.refused(NO_GAME)
    if not isinstance(table.game, Hinting):
        return Answer.refused(f"there are no hints for {table.game.name}")
    found = await asyncio.to_thread(table.game.hint, table.state, step)
    if isinstance(found, Refused):
        return Answer.refused(found.why)
    cards = [{"card": one["card"], "text": one["text"]} for one in found.rests_on]
    return Answer.done(hint=found.text, step=step, cards=cards)


async def _start(session: Session, settings: SurfaceSettings, args: Mapping[str, Any]) -> Outcome:
    """Begin the game that the operator names, or the one of this prop, as configured but for what is said."""
    game = args.get("game") or _game(settings, args)
    if game is None:
        return Outcome(refused="say which game: heart, ruin or cult; this prop plays all of them")
    if (why := verbs.misfit(game, args)) is not None:
        return Outcome(refused=f"this prop plays the {game} if no game is named, and {why}")
    if game != "heart":
        return await _begin_on_a_board(session, game, settings, args)
    outcome = await begin(session, game, _setup(settings, args), About(**verbs.about(args)))
    if outcome.refused is None or session.under_way or not _uses_configured_code(settings, args):
        return outcome
    return Outcome(refused=f"{outcome.refused} ({_whose_code(settings)})")


async def _begin_on_a_board(
    session: Session, game: str, settings: SurfaceSettings, args: Mapping[str, Any]
) -> Outcome:
    """Begin the Ruin or the Cult as configured, but for what the operator says."""
    from runeheart.runtime import setups  # noqa: PLC0415 - a prop of the Heart does without

    if session.under_way:
        return await begin(session, game, {})  # which says why not, before any board is read
    said = {name: value for name in verbs.OPTIONS[game] if (value := args.get(name)) is not None}
    board = said.get("board")
    if isinstance(board, str) and board not in (ours := setups.ours(game)):
        return Outcome(
            refused=f"board: {shown(board)} is none of ours ({', '.join(ours)}); a file is configured as"
            f" [{game}] board"
        )
    found = setups.read(game, {**settings.setups.get(game, {}), **said})
    if found.problems:
        return Outcome(refused="; ".join(problem.removeprefix(f"{game}.") for problem in found.problems))
    return await begin(session, game, found.setup, About(**verbs.about(args)))


def _game(settings: SurfaceSettings, args: Mapping[str, Any]) -> str | None:
    """Return the game that is meant where none is named; None where the prop plays several."""
    if settings.game != "choose":
        return settings.game
    return "heart" if any(args.get(name) for name in verbs.OPTIONS["heart"]) else None


def _ways_out(session: Session) -> str:
    return "reset" if session.left_ms() is None else "abandon or reset"


def _misses(session: Session, verb: str, args: Mapping[str, Any]) -> str | None:
    """Tell why a verb does not fit what is at the table now; None if it may.

    It is for a question that is past, or for games with a timer.
    """
    if args.get("seq", session.seq) != session.seq:
        return WENT_ON
    table = session.table
    if verb not in _TIMED or table is None or session.left_ms() is not None:
        return None
    if verb == "abandon":
        return f"the {table.game.name} cannot be abandoned; runeheart ctl reset takes it from the table"
    return f"the {table.game.name} has no timer, so there is nothing to {verb.replace('-', ' ')}"


def _too_much(session: Session, body: Mapping[str, Any]) -> str | None:
    """Tell why time cannot be added: the clock on the screen ends at 99:59; None if it can."""
    if body.get("do") != "add_time":
        return None
    change_ms, left_ms = milliseconds(body.get("seconds")) or 0, session.left_ms()
    is_bounded = session.under_way and left_ms is not None and change_ms > 0
    if not is_bounded or left_ms is None or left_ms + change_ms <= MOST_MS:
        return None
    room_s = max(MOST_MS - left_ms, 0) // 1000
    return (
        f"{shown(body['seconds'])} seconds more are too many: {minutes(left_ms)} is left, and the clock"
        f" of the prop ends at {minutes(MOST_MS)}; add {room_s} at most"
    )


def _setup(settings: SurfaceSettings, args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setup that an operator asks for; what is left out comes from the configuration."""
    setup = {name: word for name in verbs.OPTIONS["heart"] if (word := args.get(name))}
    if _uses_configured_code(settings, args):
        setup["code"] = settings.code
    elif "code" not in setup:
        setup.setdefault("difficulty", settings.difficulty or "normal")
    return settings.heart_setup(setup)


def _uses_configured_code(settings: SurfaceSettings, args: Mapping[str, Any]) -> bool:
    """Tell whether the configured set is meant: not where a difficulty alone asks for cards on the prop."""
    is_drawn = args.get("difficulty") and not args.get("sign")
    return settings.code is not None and not args.get("code") and not is_drawn


def _whose_code(settings: SurfaceSettings) -> str:
    return (
        f"the code {settings.code} is the prop's own: [heart] code, or --code of the daemon;"
        " a difficulty without a sign starts a game without the printed set"
    )


async def restore(session: Session, journal: Journal, after_loss: AfterLoss, mono_ms: int) -> None:
    """Bring back the game that was at the table when the power went, as configured.

    What cannot be brought back is set aside, and a note of the journal says why.
    """
    try:
        saved = journal.live()
        if saved is None:
            return
        session.restore(saved, mono_ms)
    except (SetAsideError, ValueError) as error:
        log.warning("%s", error)
        journal.notes.append(str(error))
        return
    if session.left_ms() is None and after_loss != "abandon":
        log.info("a game is back from the journal, just as it was; it has no timer to pause")
    else:
        log.info("a game is back from the journal; after a power loss: %s", after_loss)
    if after_loss == "abandon":
        await session.take({"do": "abandon"}, mono_ms, "power")  # a game that has no such end is interrupted
        await session.close()
    elif after_loss == "paused" and session.due_mono_ms() is not None:
        await session.take({"do": "pause"}, mono_ms, "power")
