"""What a screen still tells of what happened before: from the game's own log, whatever became of the ui.

So it is right after an undo and after a power loss, too. Knows which game tells a story, and no journal.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from runeheart.core.events import Event, Json
from runeheart.surface.faces import game_of
from runeheart.surface.ui import Ui

Deed = tuple[str, tuple[Mapping[str, Json], ...]]
"""A command that stands: its name, and its events as play.md writes them."""
_ANSWERS = {"roll", "choose", "number"}
"""Commands that go on with the one before."""


def recall(ui: Ui, state: Any, deeds: Iterable[Deed]) -> Ui:
    """Return the ui with the story of the last command and its answers; `deeds` come newest first."""
    if state is None or game_of(state) != "cult":
        return ui
    from runeheart.surface import cult_seen  # noqa: PLC0415 - a prop that plays another game does without

    last: list[tuple[Mapping[str, Json], ...]] = []
    named: str | None = None
    is_whole = False
    for do, events in deeds:
        if not is_whole:
            last.insert(0, events)
            is_whole = do not in _ANSWERS
        named = named or cult_seen.taken(events)
        if is_whole and named is not None:
            break
    happened = [
        Event(str(event["event"]), {key: value for key, value in event.items() if key != "event"})
        for events in last
        for event in events
    ]
    return replace(ui, news=cult_seen.sentences(state, happened), named=named)
