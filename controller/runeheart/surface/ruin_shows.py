"""How the Ruin looks and sounds on a prop: the map around you, how things stand, what happened, the end.

Owns what of a state and its events is shown. Must not know presses, nor how anything is drawn.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from runeheart.core.events import Event, Json
from runeheart.core.hexes import DIRECTIONS, Hex, direction_to, disc, distance
from runeheart.core.panel import Cue, Pattern, Preset
from runeheart.games.ruin.boards import MOST_CHARGE
from runeheart.games.ruin.settings import Setup
from runeheart.games.ruin.state import RuinState
from runeheart.surface import lights
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.menu import Prompt
from runeheart.surface.menu_views import FinishScreen, Gauge, Mark, Picture, Pointer, turned
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import Effect, Ui
from runeheart.surface.wording import counted

RADIUS = 2
"""The picture goes so many steps around its middle."""
ONCE_MS = 1_000
"""One pulse."""
WAVE_MS = 8_000
_BURST_MS = 500
"""How long a burst counts as a flash."""
_PAUSE_MS = 400
"""Dark after a flash, before another one may begin."""
SAID = 3
"""So many lines are said at most."""
ALL = tuple(range(len(DIRECTIONS)))
_PHASES = {"commit": "Commit", "move": "Move", "entered": "Enter", "mother": "Mother"}
_WEIGHT = (
    "defeated",
    "resolved",
    "retaliation",
    "discharge",
    "destroyed",
    "burst",
    "spawn",
    "drift",
    "charge",
)
"""A buzzer plays one melody at a time, and a light one pattern: of what happens at once, the weightiest."""
_OF_EVENTS = {
    "defeated": "defeated",
    "resolution": "resolved",
    "destroyed": "destroyed",
    "burst": "burst",
    "spawned": "spawn",
    "drift": "drift",
    "charged": "charge",
}


def status(state: RuinState) -> tuple[str, tuple[Gauge, ...]]:
    """Return round and phase, Damage of Life, and the stars that are left."""
    life = "" if state.setup.life is None else f"/{state.setup.life}"
    stars = (Gauge("stars", str(state.stars_left)),) if state.phase in {"move", "entered"} else ()
    return f"R{state.round} {_PHASES[state.phase]}", (Gauge("damage", f"{state.damage}{life}"), *stars)


def picture(state: RuinState, prompt: Prompt, cursor: int, rotation: int) -> Picture:
    """Return the map around you, or around what is meant where that is farther away."""
    field = state.setup.board.field
    you, mother = field.hexes[state.player], field.hexes[field.mother]
    meant = prompt.options[cursor % len(prompt.options)].at if prompt.kind == "scroll" else None
    middle = prompt.centre or you
    if prompt.kind == "toward" and middle != you:
        meant = middle
    elif meant is not None:
        middle = you if distance(you, meant) <= RADIUS else meant
    charges = {field.hexes[brood.at]: brood.charge for brood in state.broods}
    shapes = {mother: "mother"}
    shapes[you] = "you-mother" if you == mother else "you"
    marks = tuple(
        Mark(
            turned(at, middle, rotation),
            str(charges.get(at, "")),
            charges.get(at) == MOST_CHARGE or (at in charges and at == you),
            "" if at in charges else shapes.get(at, ""),
            at == meant,
        )
        for at in disc(middle, RADIUS)
        if at in field.index
    )
    pointers = tuple(
        Pointer(turned(at, middle, rotation), shape)
        for shape, at in (("mother", mother), ("you", you))
        if distance(at, middle) > RADIUS or (at in charges and (shape == "mother" or at != middle))
    )
    return Picture(marks, pointers)


def finish(state: RuinState) -> FinishScreen:
    """Return how the Ruin ended."""
    is_won = state.outcome == "resolved"
    lines = (f"in round {state.round}", f"{state.damage} Damage")
    return FinishScreen("RESOLVED" if is_won else "DEFEATED", lines, "won" if is_won else "lost")


def again(state: RuinState) -> dict[str, Json]:
    """Return the setup that this game began with: R-004, from the recorded start."""
    setup: Setup = state.setup
    board, field = setup.board, setup.board.field
    return {
        "board": {
            "hexes": [list(at) for at in field.hexes],
            "mother": list(field.hexes[field.mother]),
            "start": list(field.hexes[field.start]),
            "broods": [{"at": list(field.hexes[at]), "charge": charge} for at, charge in board.broods],
        },
        "keywords": list(setup.keywords),
        "corruption": setup.corruption,
        "life": setup.life,
        "defense": "ask" if setup.asks_defense else "none",
        "dice": "auto" if setup.auto_dice else "ask",
        "ties": "auto" if setup.auto_ties else "ask",
        "house": setup.house.json(),
    }


def places(state: RuinState) -> dict[Json, Hex]:
    """Return the Hex of each Brood."""
    hexes = state.setup.board.field.hexes
    return {brood.id: hexes[brood.at] for brood in state.broods}


def seen(
    ui: Ui, state: RuinState, events: tuple[Event, ...], now_ms: int, settings: SurfaceSettings
) -> tuple[Ui, tuple[Cue, ...]]:
    """Show what happened: the weightiest is heard and seen, the two weightiest are said."""
    moments = {_moment(event) for event in events}
    names = [name for name in _WEIGHT if name in moments]
    if not names:
        return ui, ()
    name, pattern = names[0], MOMENTS[names[0]].pattern
    if name in {"resolved", "defeated"}:
        ui = replace(ui, effects=(), message=None)
        for_ms = WAVE_MS if name == "resolved" else lights.length_ms(pattern, settings.preset)
        return ui.show(ALL, pattern, now_ms, for_ms), (MOMENTS[name].cue,)
    lines = [line for one in names[:2] for line in _lines(one, events)][:SAID]
    if lines:
        ui = ui.say(*lines, now_ms=now_ms)
    if any(_flashes(effect, now_ms) for effect in ui.effects):
        return ui, (MOMENTS[name].cue,)  # begun anew it would flash too fast for some people
    ui = replace(ui, effects=()).show(
        _towards(name, events, state, settings.rotation), pattern, now_ms, _once_ms(pattern, settings.preset)
    )
    return ui, (MOMENTS[name].cue,)


def _once_ms(pattern: Pattern, preset: Preset) -> int:
    """Return how long a pattern is shown once: a wave till it is round, in calm twice as long."""
    match pattern:
        case Pattern.PULSE:
            return ONCE_MS
        case Pattern.WAVE:
            return lights.round_ms(pattern, preset)
        case Pattern.FLASH:
            return lights.length_ms(pattern, preset) + _PAUSE_MS
    return lights.length_ms(pattern, preset)


def _flashes(effect: Effect, now_ms: int) -> bool:
    """Tell whether an effect flashes now: three times, or once at its beginning."""
    if effect.pattern is Pattern.BURST:
        return now_ms - effect.since_ms < _BURST_MS
    return effect.pattern is Pattern.FLASH and now_ms < effect.until_ms


def _moment(event: Event) -> str | None:
    if event.name == "damage":
        source: str = event.data["source"]
        return source
    return _OF_EVENTS.get(event.name)


def _towards(name: str, events: Iterable[Event], state: RuinState, rotation: int) -> tuple[int, ...]:
    """Return the lights towards what happened; all of them for what has no direction."""
    match name:
        case "drift":
            ways = {event.data["direction"] for event in events if event.name == "drift"}
        case "charge" | "discharge":
            at, you = places(state), state.setup.board.field.hexes[state.player]
            broods = {event.data["brood"] for event in events if _moment(event) == name}
            ways = {direction_to(you, at[brood]) for brood in broods if brood in at}
        case _:
            return ALL
    if name == "discharge" and None in ways:
        return ALL
    return tuple((DIRECTIONS.index(way) - rotation) % len(DIRECTIONS) for way in ways if way is not None)


def _lines(name: str, events: Iterable[Event]) -> tuple[str, ...]:
    """Say in a few words what happened; a Charge is seen well enough."""
    told: list[Mapping[str, Any]] = [event.data for event in events if _moment(event) == name]
    match name:
        case "retaliation" | "discharge":
            return (f"{sum(data['amount'] for data in told)} Damage",)
        case "destroyed":
            return (f"{len(told)} destroyed",)
        case "burst":
            effects = " ".join(f"{word[:1].upper()}{size}" for word, size in told[0]["effects"])
            return (f"Burst {told[0]['roll']}", effects)
        case "spawn":
            return (counted(len(told), "new Brood"),)
        case "drift":
            return (f"Drift {told[0]['direction']}",)
    return ()
