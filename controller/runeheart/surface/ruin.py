"""The Ruin's dress for the menu: what is asked for each command, and where things lie around you.

Owns the forms of the Ruin's commands (R-050 … R-067). Must not know buttons, nor how anything is drawn; what
it offers the engine takes.
"""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from runeheart.core.events import AskChoose, AskNumber, AskRoll, Json
from runeheart.core.hexes import DIRECTIONS, Hex, printed
from runeheart.games.ruin.field import OFF
from runeheart.games.ruin.player import MOST_STARS
from runeheart.games.ruin.state import Question, RuinState
from runeheart.surface import ruin_words
from runeheart.surface.menu import MORE, STOP, Body, Option, Path, Prompt, number, pick, toward
from runeheart.surface.ruin_shows import again, finish, picture, places, seen, status

__all__ = ["again", "choice", "command", "finish", "picture", "roll", "seen", "status", "title"]

_DEEDS = ("end_move", "resolve", "attack", "stealth", "attunement")
"""What is offered in a list, the most usual first."""
_LABELS = {
    "end_move": "End move",
    "resolve": "Resolve",
    "attack": "Attack",
    "stealth": "Stealth",
    "attunement": "Attune",
    "prevent_charge": "No charge",
    "prevent_discharge": "No discharge",
    "move": "Move Brood",
}
_FORMS = {"stealth": ("prevent_discharge", "prevent_charge"), "attunement": ("move", "prevent_charge")}
"""What a star of each Skill can be used for, the most usual first."""
_ENOUGH = Option(STOP, "Enough")


def command(state: RuinState, commands: tuple[str, ...], path: Path) -> Prompt | Body:
    """Return what is to be entered next for a command, or the whole of it.

    Where a step is possible the six buttons are steps, and a hold leads to the other commands.
    """
    if commands == ("commit_move",):
        return {"do": "commit_move", "stars": path[0]} if path else _stars("Commit Move")
    beside = zip(DIRECTIONS, state.setup.board.field.beside[state.player], strict=True)
    ways = [way for way, at in beside if at != OFF]
    if "step" not in commands or not ways:
        return _deed(state, commands, path)
    if path[:1] == (MORE,):
        return _deed(state, commands, path[1:])
    if path:
        return {"do": "step", "to": path[0]}
    return toward("Step where?", ways, centre=_you(state), more=True)


def roll(state: RuinState, ask: AskRoll, path: Path) -> Prompt | Body:
    """Refuse: all dice of the Ruin are known to the menu."""
    raise AssertionError(f"the Ruin has no {ask.die}: {path} at {state.round}")


def choice(state: RuinState, ask: AskChoose) -> Prompt:
    """Return the options of a choice: Broods around you, or Hexes around the Brood that goes there."""
    if ask.what == "brood":
        return pick(title(state, ask), _broods(state, ask.options), _you(state))
    mover = ruin_words.mover(state)
    hexes = [Option([q, r], f"Hex {printed((q, r))}", (q, r)) for q, r in ask.options]
    return pick(title(state, ask), hexes, None if mover is None else places(state)[mover])


def title(state: RuinState, ask: Question) -> str:
    """Return what is asked in a few words."""
    match ask:
        case AskRoll(why="discharge", about=about):
            return f"Brood {about['brood']} strikes"
        case AskRoll(why="gather", about=about):
            return f"Brood {about['brood']} gathers"
        case AskRoll(why=why):
            return {"retaliation": "Retaliation", "drift": "Drift: which way?", "burst": "Burst"}[why]
        case AskNumber(of=of):
            return f"Defense: of {of}"
        case AskChoose(what="hex", why="spawn"):
            return "Spawn where?"
        case AskChoose(what="hex"):
            return f"Brood {ruin_words.mover(state)}: where?"
    asked = {"drift": "Who drifts?", "gather": "Who gathers?", "move": "Who comes?"}
    return {**asked, "charge": "Charge which?", "adjacent": "Who is next?"}[ask.why]


def _deed(state: RuinState, commands: tuple[str, ...], path: Path) -> Prompt | Body:
    if not path:
        offered = [deed for deed in _DEEDS if deed in commands or ("skill" in commands and deed in _FORMS)]
        return pick("What now?", [Option(deed, _LABELS[deed]) for deed in offered])
    deed, *rest = path
    if deed == "attack":
        return _attack(state, tuple(rest))
    if deed in _FORMS:
        return _skill(state, deed, tuple(rest))
    return {"do": deed}


def _attack(state: RuinState, path: Path) -> Prompt | Body:
    """Ask for stars, then for the Broods, as many as must be destroyed (RA-33); if it is all: no question."""
    if not path:
        return _stars("Attack")
    stars, *targets = path
    on = {brood.at: brood.id for brood in state.broods}
    adjacent = [on[at] for at in state.setup.board.field.beside[state.player] if at in on]
    most = min(stars, len(adjacent))
    is_must = state.setup.house.attack == "must"
    if is_must and most == len(adjacent):
        targets = adjacent
    named = [target for target in targets if target is not STOP]
    if len(named) == most or len(named) < len(targets):
        return {"do": "attack", "stars": stars, "targets": named}
    options = [
        Option(one.value, one.label, one.at, is_chosen=one.value in named) for one in _broods(state, adjacent)
    ]
    return pick(
        "Attack whom?",
        options,
        _you(state),
        missing=most - len(named),
        stop=None if is_must else "ok",
    )


def _skill(state: RuinState, kind: str, path: Path) -> Prompt | Body:
    """Ask for stars, then for each star: what for, which Brood, and where to; what is clear is not asked."""
    if not path:
        return _stars(_LABELS[kind])
    stars, *given = path
    uses: list[dict[str, Json]] = []
    foreseen = state
    while len(uses) < stars:
        kept = {use["prevent_discharge"] for use in uses if "prevent_discharge" in use}
        use = _use(foreseen, kind, given, kept, f"Star {len(uses) + 1} of {stars}")
        if isinstance(use, Prompt):
            return replace(use, foreseen=foreseen)
        if use is None:
            break
        uses.append(use)
        foreseen = _after(foreseen, use)
    return {"do": "skill", "kind": kind, "stars": stars, "uses": uses}


def _use(
    state: RuinState, kind: str, given: list[Json], kept: Collection[Json], star: str
) -> Prompt | dict[str, Json] | None:
    """Take one use off what was given; return it, or what is still to be entered for it; None: no more.

    `kept` are the Broods that will not discharge: a second star for that would be wasted (RA-13).
    """
    reach = {form: _reach(state, form) for form in _FORMS[kind]}
    if "prevent_discharge" in reach:
        reach["prevent_discharge"] = [one for one in reach["prevent_discharge"] if one not in kept]
    forms = [form for form in _FORMS[kind] if reach[form]]
    if not forms:
        return None
    if not given:
        return pick(star, [*(Option(form, _LABELS[form]) for form in forms), _ENOUGH])
    form: Any = given.pop(0)
    if form is STOP:
        return None
    broods = reach[form]
    if len(broods) > 1 and not given:
        return pick("Which Brood?", _broods(state, broods), _you(state))
    brood: Json = given.pop(0) if len(broods) > 1 else broods[0]
    if form != "move":
        return {form: brood}
    if not given:
        return toward(f"Brood {brood}: where?", centre=places(state)[brood])
    return {"move": brood, "to": given.pop(0)}


def _after(state: RuinState, use: dict[str, Json]) -> RuinState:
    """Return the state with a Brood where a use leaves it: the next use is checked there."""
    if "move" not in use:
        return state
    at = next(brood.at for brood in state.broods if brood.id == use["move"])
    to = state.setup.board.field.beside[at][DIRECTIONS.index(use["to"])]
    if to == OFF or any(brood.at == to for brood in state.broods):
        return state
    broods = tuple(replace(one, at=to) if one.id == use["move"] else one for one in state.broods)
    return replace(state, broods=broods)


def _reach(state: RuinState, form: str) -> list[int]:
    """Return the Broods that a star can be used on, the nearest first: adjacent, in your Hex too, or any."""
    field, you = state.setup.board.field, state.player
    away = {brood.id: field.steps(brood.at, you) for brood in state.broods}
    least, most = {"prevent_charge": (1, 1), "prevent_discharge": (0, 1), "move": (0, len(field.hexes))}[form]
    return sorted((one for one in away if least <= away[one] <= most), key=lambda one: (away[one], one))


def _stars(title: str) -> Prompt:
    return number(f"{title}: stars?", 0, MOST_STARS)


def _broods(state: RuinState, numbers: Iterable[Json]) -> list[Option]:
    at = places(state)
    charges = {brood.id: brood.charge for brood in state.broods}
    return [Option(one, f"Brood {one} ({charges[one]})", at[one]) for one in numbers]


def _you(state: RuinState) -> Hex:
    return state.setup.board.field.hexes[state.player]
