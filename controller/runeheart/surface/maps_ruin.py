"""The Ruin's part of maps: its board, its pieces, what they did lately, and every command as a choice.

Owns how a game of the Ruin is laid out for a page. Must not know how it is drawn.
"""

from collections.abc import Iterator

from runeheart.core.events import Ask, AskChoose, AskCommand, AskNumber, AskRoll
from runeheart.core.hexes import DIRECTIONS, distance, printed
from runeheart.games.ruin.field import OFF
from runeheart.games.ruin.player import MOST_STARS
from runeheart.games.ruin.state import RuinState
from runeheart.surface import maps_forms as forms
from runeheart.surface import wording
from runeheart.surface.maps import Happened
from runeheart.surface.maps_shape import (
    Board,
    Choice,
    Fact,
    Field,
    Form,
    Near,
    Option,
    Piece,
    Play,
    Space,
    Trace,
)

AGES = 2
"""Traces of these many rounds are shown."""
_ME = "you"
_STARS = Field("stars", "Stars", "number", most=MOST_STARS)
_PHASES = {
    "commit": "the round begins",
    "move": "moving",
    "entered": "a Hex was entered",
    "mother": "Mother",
    "over": "over",
}


class RuinMap:
    """Implements `maps.GameMap` for the Ruin."""

    opens = "move_committed"

    def board(self, state: RuinState) -> Board:
        """Return the Hexes with Mother and the start."""
        field = state.setup.board.field
        signs: dict[int, tuple[str, ...]] = {field.mother: ("mother",)}
        signs[field.start] = (*signs.get(field.start, ()), "start")
        return Board(
            "ruin",
            tuple(Space(at, printed(at), signs=signs.get(index, ())) for index, at in enumerate(field.hexes)),
        )

    def play(self, state: RuinState, ask: Ask | None, events: Happened) -> Play:
        """Return everything that changes, but for log and wording."""
        brood = getattr(ask, "about", {}).get("brood")
        return Play(
            asked="",
            about=() if brood is None else (brood_id(brood),),
            facts=tuple(_facts(state)),
            pieces=_pieces(state),
            traces=tuple(_traces(state, events)),
            choices=() if ask is None else tuple(_choices(state, ask)),
        )


RUIN_MAP = RuinMap()


def brood_id(number: int) -> str:
    """Return the id of a Brood's piece."""
    return f"brood {number}"


def _facts(state: RuinState) -> Iterator[Fact]:
    setup = state.setup
    yield Fact("Round", f"{state.round}, {_PHASES[state.phase]}")
    if state.phase in {"move", "entered"}:
        yield Fact("Stars left", str(state.stars_left))
    yield Fact("Damage", str(state.damage) if setup.life is None else f"{state.damage} of {setup.life}")
    yield Fact("Broods", f"{len(state.broods)}, pool {setup.pool}")
    if setup.keywords:
        yield Fact("Keywords", ", ".join(setup.keywords))
    if setup.corruption:
        yield Fact("Corruption", "yes")


def _pieces(state: RuinState) -> tuple[Piece, ...]:
    hexes = state.setup.board.field.hexes
    broods = [
        Piece(
            brood_id(brood.id),
            "brood",
            hexes[brood.at],
            f"Brood {brood.id}, Charge {brood.charge}{_kept(brood.prevented)}",
            label=str(brood.id),
            charge=brood.charge,
            prevented=brood.prevented,
        )
        for brood in state.broods
    ]
    return (*broods, Piece(_ME, "you", hexes[state.player], "You"))


def _kept(prevented: int) -> str:
    if not prevented:
        return ""
    return ", kept from its next Charge" if prevented == 1 else f", kept from its next {prevented} Charges"


def _traces(state: RuinState, events: Happened) -> Iterator[Trace]:
    """Follow everybody's way from the start, and yield what happened in the last rounds."""
    last = state.round
    field = state.setup.board.field
    you = field.hexes[field.start]
    at = {number: field.hexes[index] for number, (index, _) in enumerate(state.setup.board.broods, 1)}
    now = 1
    for event in events:
        age = last - now
        found: Trace | None = None
        match event["event"]:
            case "round_ended":
                now = int(event["round"]) + 1
            case "stepped":
                to = _hex(event["to"])
                found, you = Trace("you", to, you, age), to
            case "brood_moved":
                to = _hex(event["to"])
                found, at[event["brood"]] = Trace("brood", to, _hex(event["from"]), age), to
            case "spawned":
                at[event["brood"]] = _hex(event["at"])
                found = Trace("spawned", at[event["brood"]], age=age)
            case "destroyed" | "discharged" as kind:
                found = Trace(kind, at[event["brood"]], age=age)
        if found is not None and age < AGES:
            yield found


def _hex(raw: list[int]) -> tuple[int, int]:
    return raw[0], raw[1]


# What can be done


def _choices(state: RuinState, ask: Ask) -> Iterator[Choice]:
    if isinstance(ask, AskRoll):
        yield from forms.of_roll(ask)
    elif isinstance(ask, AskNumber):
        yield from forms.of_number(ask)
    elif isinstance(ask, AskChoose):
        yield from forms.chosen(_option(state, ask, option) for option in ask.options)
    else:
        yield from _commands(state, ask)


def _option(state: RuinState, ask: AskChoose, option: int | list[int]) -> Option:
    label = wording.option("ruin", ask, option, state)
    if isinstance(option, list):
        return Option(label, option, at=_hex(option))
    return Option(label, option, piece=brood_id(option))


def _commands(state: RuinState, ask: AskCommand) -> Iterator[Choice]:
    for name in ask.commands:
        label = wording.command("ruin", name)
        match name:
            case "commit_move":
                yield Choice(label, {"do": name}, (_STARS,), open=True, main=True)
            case "step":
                yield from _steps(state)
            case "attack":
                yield _attack(state, label)
            case "skill":
                yield _attunement(state)
                yield _stealth(state)
            case _:
                yield Choice(label, {"do": name}, main=name == "resolve")


def _steps(state: RuinState) -> Iterator[Choice]:
    field = state.setup.board.field
    for direction, index in zip(DIRECTIONS, field.beside[state.player], strict=True):
        if index != OFF:
            at = field.hexes[index]
            body = {"do": "step", "to": direction}
            yield Choice(f"{direction}, to {printed(at)}", body, at=at, group="Step", main=True)


def _attack(state: RuinState, label: str) -> Choice:
    near = _broods(state, 1, 1)
    if not near:
        return Choice(label, {"do": "attack", "targets": []}, (_STARS,))
    targets = Field(
        name="targets",
        label="Broods to destroy",
        kind="picks",
        options=near,
        most=len(near),
        limit="stars",
        fill=state.setup.house.attack == "must",
    )
    return Choice(label, {"do": "attack"}, (_STARS, targets))


def _attunement(state: RuinState) -> Choice:
    broods = _broods(state)
    directions = tuple(Option(name, name) for name in DIRECTIONS)
    mover = Field("move", "Which Brood?", "pick", broods)
    way = Field("to", "Where to?", "pick", directions, around="move")
    move = Form("Move a Brood one Hex", (mover, way), shifts=("move", "to"))
    return _skill("Attunement", "attunement", _keep(state, "prevent_charge"), move)


def _stealth(state: RuinState) -> Choice:
    return _skill("Stealth", "stealth", _keep(state, "prevent_discharge"), _keep(state, "prevent_charge"))


_KEEPS = {
    "prevent_charge": ("Keep a Brood next to you from its next Charge", 1),
    "prevent_discharge": ("Keep a Brood here or next to you from discharging", 0),
}
"""What each form of a Skill's use keeps a Brood from, and how near to you it is at least."""


def _keep(state: RuinState, name: str) -> Form:
    label, least = _KEEPS[name]
    is_once = name == "prevent_discharge"  # Charges that are kept off add up, a discharge is kept off or not
    near = Near(_ME, least, 1)
    return Form(label, (Field(name, "Which Brood?", "pick", _broods(state), once=is_once, near=near),))


def _skill(label: str, kind: str, *kinds: Form) -> Choice:
    uses = Field(
        "uses", "What for, one after another", "entries", most=MOST_STARS, limit="stars", forms=kinds
    )
    return Choice(label, {"do": "skill", "kind": kind}, (_STARS, uses))


def _broods(state: RuinState, least: int = 0, most: int | None = None) -> tuple[Option, ...]:
    """Return the Broods as options; with `most`, those from `least` to `most` steps away from you."""
    hexes = state.setup.board.field.hexes
    you = hexes[state.player]
    return tuple(
        Option(f"Brood {brood.id}, Charge {brood.charge}", brood.id, piece=brood_id(brood.id))
        for brood in state.broods
        if most is None or least <= distance(hexes[brood.at], you) <= most
    )
