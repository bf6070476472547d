"""What players see and hear of what happened in the Cult: effects, the story, one sound. Knows no press.

The story is told in the words of `games.cult.story`: a short one in a message, a long one on the whole main
screen until somebody presses; where a question waits already, one line. It stays to be read again.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from runeheart.core.events import AskCommand, Event, Json
from runeheart.core.hexes import DIRECTIONS, neighbour
from runeheart.core.panel import Cue
from runeheart.core.runes import RUNES
from runeheart.games.cult.state import CultState
from runeheart.games.cult.story import Story
from runeheart.surface import cult_words, lights
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.letters import LARGE, MESSAGE_LINES, lines
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import Menu, Mode, Ui

NEWS_MS = 20_000
"""How long a long story stays on the main screen, unless somebody presses."""
SHORT_MS = 5_000
"""How long a short one stays over it."""
MOVED_MS = 2_400
PULSE_MS = 1_000
"""One pulse."""
RITUAL_MS = 4_000
OVER_MS = 8_000
MANY = 3
"""More cultists than these that rise at once are counted, not named."""
ALL = tuple(range(len(RUNES)))
_WEIGHT = (
    "game_over",
    "eliminated",
    "branded",
    "ritual",
    "infiltrated",
    "cultist_made",
    "pulled",
    "cult_moved",
)
"""A buzzer plays one melody at a time: of what happens at once, the weightiest is heard and seen."""
_MOMENTS = {"game_over": "cult_over", "pulled": "cult_moved"}


def seen(
    ui: Ui, state: CultState, events: tuple[Event, ...], now_ms: int, settings: SurfaceSettings
) -> tuple[Ui, tuple[Cue, ...]]:
    """Show what happened: the weightiest event in lights and sound, all of it in words."""
    news = ui.news  # of the whole command, as `recall` has it
    names = {event.name: event for event in events}
    heaviest = next((name for name in _WEIGHT if name in names), None)
    if state.outcome is None and is_home(ui.mode):
        ui = _told(ui, news, now_ms)
    elif events and state.outcome is None:  # the next question waits already: one line of what matters most
        line = cult_words.happened(events[-1] if heaviest is None else names[heaviest], state)
        ui = ui if line is None else ui.say(_short(line), now_ms=now_ms)
    if heaviest is None:
        return ui, ()
    moment = MOMENTS[_MOMENTS.get(heaviest, heaviest)]
    lit = _slots(names[heaviest], settings.rotation)
    for_ms = {
        "cult_moved": MOVED_MS,
        "pulled": MOVED_MS,
        "cultist_made": PULSE_MS,
        "infiltrated": 3 * PULSE_MS,
        "ritual": RITUAL_MS,
        "game_over": OVER_MS,
    }.get(heaviest) or lights.length_ms(moment.pattern, settings.preset)
    return replace(ui, effects=()).show(lit, moment.pattern, now_ms, for_ms), (moment.cue,)


def sentences(state: CultState, events: Iterable[Event]) -> tuple[str, ...]:
    """Tell events as a story; cultists that rise in a crowd are counted."""
    happened = tuple(events)
    risen = sum(1 for event in happened if event.name == "cultist_made")
    towns = {at: space.town for at, space in state.board.spaces.items() if space.town is not None}
    story = Story(towns)
    for event in happened:
        if event.name != "cultist_made" or risen <= MANY:
            story.tell(event.json())
    story.finish()
    told = [sentence for _, sentence in story.sentences]
    if risen > MANY:
        told.append(f"{risen} cultists rose")
    return tuple(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in told)


def is_long(news: tuple[str, ...]) -> bool:
    """Tell whether a story needs the whole screen."""
    return len(lines(" ".join(news), LARGE)) > MESSAGE_LINES


def is_home(mode: Mode) -> bool:
    """Tell whether the main screen is shown."""
    return isinstance(mode, Menu) and isinstance(mode.ask, AskCommand) and not mode.path


def _told(ui: Ui, news: tuple[str, ...], now_ms: int) -> Ui:
    """Tell a story on the main screen: a short one over it, a long one in its place."""
    if is_long(news):
        return ui.say(*news, now_ms=now_ms, for_ms=NEWS_MS)
    return ui.say(*lines(" ".join(news), LARGE), now_ms=now_ms, for_ms=SHORT_MS)


def _short(line: str) -> str:
    """Return what matters of a line of the log: it stands in the head of a list."""
    return line.partition(", to ")[0].partition(":")[0]


def taken(events: Sequence[Mapping[str, Json]]) -> str | None:
    """Return the town that was infiltrated last, of events as play.md writes them."""
    return next((event["town"] for event in reversed(events) if event["event"] == "infiltrated"), None)


def _slots(event: Event, rotation: int) -> tuple[int, ...]:
    """Return the lights of an event: where the cult went to, or all."""
    if event.name not in {"cult_moved", "pulled"}:
        return ALL
    (q, r), to = event.data["from"], tuple(event.data["to"])
    there = (place for place, side in enumerate(DIRECTIONS) if neighbour((q, r), side) == to)
    return tuple((place - rotation) % len(DIRECTIONS) for place in there)
