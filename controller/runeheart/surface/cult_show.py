"""The Cult's screens from its state and from what is asked: decides what stands on each. Changes nothing."""

from collections.abc import Iterator

from msgspec.structs import replace

from runeheart.core.events import AskCommand
from runeheart.core.hexes import DIRECTIONS, Hex
from runeheart.games.cult.state import CultState, finished
from runeheart.surface import cult_look, cult_words
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.cult_forms import Cell as CellOption
from runeheart.surface.cult_forms import walk
from runeheart.surface.cult_seen import is_long
from runeheart.surface.cult_views import (
    MAP_COLUMNS,
    MAP_HALF_ROWS,
    MARK_WIDTH,
    Cell,
    CellsScreen,
    CultEndScreen,
    CultScreen,
    CultView,
    Dot,
    HeroesScreen,
    HeroMark,
    PathScreen,
    Score,
    Way,
    WayScreen,
)
from runeheart.surface.menu import Path, Prompt
from runeheart.surface.short_names import shorts
from runeheart.surface.ui import Menu, Ui

_ENDS = {
    "red": "No red cultist is left",
    "points": "The points are reached",
    "pile": "The pile is full",
    "eliminated": "No hero is left",
}


def asked(ui: Ui, state: CultState, menu: Menu, prompt: Prompt, settings: SurfaceSettings) -> CultView:
    """Return the screen of what is to be entered next."""
    said = () if ui.message is None else ui.message.lines
    is_command = isinstance(menu.ask, AskCommand)
    if is_command and not menu.path:
        return home(ui, state, said, settings.rotation)
    if prompt.kind == "scroll":
        pages = cult_look.pages(state, ui.news)
        number = menu.cursor % len(pages)
        page = pages[number]
        return page if isinstance(page, HeroesScreen) else replace(page, page=number, pages=len(pages))
    if prompt.kind != "toward":
        return CellsScreen(_headed(prompt), tuple(_cells(prompt)), _hint(menu, prompt), said)
    if is_command:
        return _path(state, menu.path[2:], said, settings.rotation)
    ways = (
        Way(_slot(option.direction, settings.rotation), option.direction, option.label)
        for option in prompt.options
        if option.direction is not None
    )
    return WayScreen(prompt.title, tuple(ways), said)


def home(ui: Ui, state: CultState, said: tuple[str, ...], rotation: int) -> CultView:
    """Return the main screen; a long story stands there till it was read."""
    turn = state.heroes[state.turn].name
    if said and said == ui.news and is_long(said):
        return cult_look.last(f"{turn}'s turn", said)
    forge = state.board.spaces[state.board.forge]
    towns = [space for space in state.board.spaces.values() if space.town is not None]
    letters = shorts([hero.name for hero in state.heroes], MARK_WIDTH)
    marks = (
        HeroMark(hero.name, hero.markers, hero.out, short)
        for hero, short in zip(state.heroes, letters, strict=True)
    )
    return CultScreen(
        turn=turn,
        ahead=None if state.bearing is None else _slot(state.bearing, rotation),
        bearing=state.bearing,
        infiltrated=len(state.infiltrated),
        towns=len(towns),
        last=ui.named or (forge.town if len(state.infiltrated) == 1 else None),  # C-011
        pile=state.pile,
        pile_limit=state.pile_limit,
        points=max(hero.points for hero in state.heroes),
        points_limit=state.points_limit,
        heroes=tuple(marks),
        message=said,
    )


def end(ui: Ui, state: CultState) -> CultEndScreen:
    """Return the end: scores and winners, as `game_over` told them."""
    (over,) = finished(state, state.outcome or "").events
    winners = over.data["winners"]
    scores = (
        Score(one["hero"], one["points"], one["bonus"], one["total"], wins=one["hero"] in winners)
        for one in over.data["scores"]
    )
    return CultEndScreen(
        _ENDS[state.outcome or "pile"], tuple(scores), () if ui.message is None else ui.message.lines
    )


def _headed(prompt: Prompt) -> str:
    return ", ".join(prompt.entered) or prompt.title


def _cells(prompt: Prompt) -> Iterator[Cell]:
    for option in prompt.options:
        below = option.below if isinstance(option, CellOption) else ""
        yield Cell(option.label, below, is_picked=option.value in prompt.entered, can=not option.is_chosen)


def _hint(menu: Menu, prompt: Prompt) -> str:
    if prompt.stop is not None:
        return f"hold MOON: {prompt.stop}"
    return "hold SUN: back" if menu.path else ""


def _path(state: CultState, rest: Path, said: tuple[str, ...], rotation: int) -> PathScreen:
    seat, steps, way = walk(state, rest)
    if seat is None:
        raise AssertionError("somebody moves: the way was asked for")
    here = way[-1]
    dots = []
    for at in state.board.spaces:
        column, half_row = _placed(at, here, rotation)
        if abs(column) <= MAP_COLUMNS and abs(half_row) <= MAP_HALF_ROWS:
            dots.append(Dot(column, half_row, _kind(state, at)))
    trail: list[tuple[int, int]] = []
    for at in reversed(way):
        column, half_row = _placed(at, here, rotation)
        if abs(column) > MAP_COLUMNS or abs(half_row) > MAP_HALF_ROWS:
            break
        trail.append((column, half_row))
    lies = cult_words.lies(state, here)
    place = cult_words.place(state, here)
    return PathScreen(
        state.heroes[seat].name,
        len(steps),
        place,
        lies.removeprefix(f"{place}, ").removeprefix(place),
        tuple(dots),
        tuple(reversed(trail)),
        said,
    )


def _placed(at: Hex, middle: Hex, rotation: int) -> tuple[int, int]:
    """Return where a space lies on the map as the prop sees it: columns and half rows from the middle."""
    q, r = at[0] - middle[0], at[1] - middle[1]
    for _ in range(rotation):
        q, r = q + r, -q
    return q, 2 * r + q


def _kind(state: CultState, at: Hex) -> str:
    if at == state.marker:
        return "marker"
    if state.board.spaces[at].town is not None:
        return "taken" if at in state.infiltrated else "town"
    if at in state.jewels:
        return "cultist" if state.jewels[at] else "jewel"
    return "space"


def _slot(direction: str, rotation: int) -> int:
    return (DIRECTIONS.index(direction) - rotation) % len(DIRECTIONS)
