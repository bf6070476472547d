"""The forms of the Cult's commands for the menu: what each needs, asked one after the other.

A hero is asked for only where the one whose turn it is cannot be meant, or another is wanted. Must not know
buttons; what was entered is only what was offered before.
"""

from collections.abc import Callable, Mapping, Sequence

from runeheart.core.hexes import DIRECTIONS, Hex, distance, neighbour
from runeheart.games.cult.commands import MOST_EVENT, RESULTS
from runeheart.games.cult.state import COLOURS, CultState
from runeheart.surface import cult_words
from runeheart.surface.menu import LISTED, MORE, STOP, Body, Option, Path, Prompt, toward
from runeheart.surface.wording import counted

PAGE = "…"
"""Entered to turn to the next page of a list; no word of a board."""
_RESULTS: Mapping[str, tuple[str, str]] = {
    "won": ("Won", ""),
    "escaped": ("Escaped", ""),
    "knocked_out": ("Knocked", "out"),
}


class Cell(Option, frozen=True):
    """An option with a second line."""

    below: str = ""


def walk(state: CultState, rest: Path) -> tuple[int | None, tuple[str, ...], tuple[Hex, ...]]:
    """Return who moves by what was entered, in which directions, and the spaces of his way with his own."""
    seat = _seat(state, rest, _in_the_game)
    at = None if seat is None else state.heroes[seat].at
    if at is None:
        return None, (), ()
    steps: list[str] = []
    way = [at]
    for step in rest:
        if isinstance(step, str) and step in DIRECTIONS:
            steps.append(step)
            way.append(neighbour(way[-1], step))
    return seat, tuple(steps), tuple(way)


def paged(
    title: str,
    options: Sequence[Option],
    turned: int,
    *,
    entered: tuple[str, ...] = (),
    stop: str | None = None,
) -> Prompt:
    """Return a list of which some are shown at a time; its last entry turns to the next ones."""
    if len(options) > LISTED:
        each = LISTED - 1
        pages = -(-len(options) // each)
        page = turned % pages
        shown = options[page * each : page * each + each]
        options = [*shown, Cell(PAGE, "more", below=f"{page + 1} of {pages}")]
    return Prompt("list", title, tuple(options), entered=entered, stop=stop)


def _encounter(state: CultState, rest: Path) -> Prompt | Body:
    del state
    if rest:
        return {"do": "encounter", "colour": rest[0]}
    cells = (Cell(colour, colour, below=counted(rank, "roll")) for rank, colour in enumerate(COLOURS, 1))
    return Prompt("list", "Encounter?", tuple(cells))


def _event(state: CultState, rest: Path) -> Prompt | Body:
    del state
    if rest:
        return {"do": "event", "number": rest[0]}
    numbers = range(1, MOST_EVENT + 1)
    options = (Option(number, cult_words.NUMERALS[number - 1]) for number in numbers)
    return Prompt("list", "Event?", tuple(options))


def _move_hero(state: CultState, rest: Path) -> Prompt | Body:
    """Collect a way step by step; another hero can be chosen before the first one."""
    seat, steps, way = walk(state, rest)
    if seat is None or rest[-1:] == (MORE,):
        return _whom(state, "Who moves?", _in_the_game, _where)
    name = state.heroes[seat].name
    if steps and rest[-1:] == (STOP,):
        return {"do": "move_hero", "hero": name, "path": [list(at) for at in way[1:]]}
    sides = [side for side in DIRECTIONS if neighbour(way[-1], side) in state.board.spaces]
    stop = "go" if steps else None
    return toward(f"{name} moves", sides, entered=steps, centre=way[-1], stop=stop, more=not steps)


def _challenge(state: CultState, rest: Path) -> Prompt | Body:
    """Collect the result, and the town where who was knocked out is carried."""
    seat = _seat(state, rest, is_at_a_jewel)
    result = next((step for step in rest if step in RESULTS), None)
    if seat is None or (result is None and rest[-1:] == (MORE,)):
        return _whom(state, "Who tries?", is_at_a_jewel, _foe)
    name = state.heroes[seat].name
    if result is None:
        cells = [Cell(value, label, below=below) for value, (label, below) in _RESULTS.items()]
        if sum(is_at_a_jewel(state, other) for other in range(len(state.heroes))) > 1:
            cells.append(Cell(MORE, "Other", below="hero"))
        return Prompt("list", f"{name}: {_foe(state, seat)}", tuple(cells))
    if result != "knocked_out":
        return {"do": "challenge", "hero": name, "result": result}
    if isinstance(rest[-1], list):
        return {"do": "challenge", "hero": name, "result": result, "to": rest[-1]}
    at = state.heroes[seat].at or state.marker
    towns = [space for space in state.board.spaces.values() if space.town is not None]
    towns.sort(key=lambda space: (distance(at, space.at), space.at))
    options = [
        Cell(list(space.at), space.town or "", below=cult_words.whither(at, space.at)) for space in towns
    ]
    return paged(f"{name} goes to", options, rest.count(PAGE))


def _remove_brand(state: CultState, rest: Path) -> Prompt | Body:
    if rest:
        return {"do": "remove_brand", "hero": state.heroes[rest[0]].name}
    return _whom(state, "Whose?", is_branded, _brands)


FORMS: Mapping[str, Callable[[CultState, Path], Prompt | Body]] = {
    "encounter": _encounter,
    "event": _event,
    "move_hero": _move_hero,
    "challenge": _challenge,
    "remove_brand": _remove_brand,
}


def _seat(state: CultState, rest: Path, fits: Callable[[CultState, int], bool]) -> int | None:
    """Return the hero who was chosen last, or whose turn it is; None if that one cannot be meant."""
    chosen = [step for step in rest if type(step) is int]
    seat = chosen[-1] if chosen else state.turn
    return seat if fits(state, seat) else None


def _whom(
    state: CultState,
    title: str,
    fits: Callable[[CultState, int], bool],
    tells: Callable[[CultState, int], str],
) -> Prompt:
    """Return the list of the heroes who can be meant."""
    seats = (seat for seat in range(len(state.heroes)) if fits(state, seat))
    cells = (Cell(seat, state.heroes[seat].name, below=tells(state, seat)) for seat in seats)
    return Prompt("list", title, tuple(cells))


def _in_the_game(state: CultState, seat: int) -> bool:
    return not state.heroes[seat].out


def is_at_a_jewel(state: CultState, seat: int) -> bool:
    """Tell whether a hero stands where a challenge is possible: not at a red jewel without a red card."""
    colour = state.jewel_at(state.heroes[seat].at)
    return colour is not None and (colour != "red" or state.decks[COLOURS.index("red")] > 0)


def is_branded(state: CultState, seat: int) -> bool:
    """Tell whether a hero has a brand that can be removed."""
    return not state.heroes[seat].out and state.heroes[seat].markers > 0


def _where(state: CultState, seat: int) -> str:
    at = state.heroes[seat].at
    return "" if at is None else cult_words.place(state, at)


def _foe(state: CultState, seat: int) -> str:
    at = state.heroes[seat].at
    colour = state.jewel_at(at)
    return "" if at is None or colour is None else f"{colour} {'cultist' if state.jewels[at] else 'jewel'}"


def _brands(state: CultState, seat: int) -> str:
    return counted(state.heroes[seat].markers, "brand")
