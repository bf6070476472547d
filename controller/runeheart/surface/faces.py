"""Which face a prop shows: the Heart's, which waiting for players has too, or that of the games which ask.

Owns how the game of a state is found without importing games that are not played. Must not know what a face
does.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from runeheart.core.events import Event
from runeheart.core.panel import Cue, Reading, Screen
from runeheart.surface import heart_face
from runeheart.surface.api import Reaction, SurfaceSettings
from runeheart.surface.show import Six
from runeheart.surface.ui import Held, Ui

_GAMES = {"HeartState": "heart", "RuinState": "ruin", "CultState": "cult"}
"""The game of each type of state, by the type's name."""

_ASKING = {"ruin": "runeheart.surface.asking", "cult": "runeheart.surface.cult_face"}
"""The faces of the games that ask."""


class Face(Protocol):
    """How a game meets buttons, lights and screen; `surface.prop` owns presses, holds and moments."""

    def settle(self, ui: Ui, state: Any, now_ms: int) -> Ui:
        """Return the ui in a mode that the state allows: the same one if it does."""
        ...

    def tap(self, ui: Ui, state: Any, held: Held, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
        """Take a short press, at its release."""
        ...

    def hold(self, ui: Ui, state: Any, held: Held, now_ms: int, settings: SurfaceSettings) -> Reaction[Ui]:
        """Take a long press, the moment it is long enough."""
        ...

    def read(
        self, ui: Ui, state: Any, reading: Reading, now_ms: int, settings: SurfaceSettings
    ) -> Reaction[Ui]:
        """Take a real die or a confirmed compass."""
        ...

    def told(
        self,
        ui: Ui,
        state: Any,
        events: Iterable[Event],
        refused: str | None,
        now_ms: int,
        settings: SurfaceSettings,
    ) -> tuple[Ui, tuple[Cue, ...]]:
        """Show what happened, and why a wish was refused."""
        ...

    def follow(self, ui: Ui, state: Any, now_ms: int) -> tuple[Ui, Cue | None]:
        """Let what the game's time brings by itself be seen and heard."""
        ...

    def wake_ms(self, due: Sequence[int], state: Any, now_ms: int) -> int | None:
        """Return when the prop is to be woken, `due` being the moments of the ui; None: not by itself."""
        ...

    def lit(self, ui: Ui, state: Any, settings: SurfaceSettings) -> Six:
        """Return the six lights in rune order."""
        ...

    def screen(self, ui: Ui, state: Any, settings: SurfaceSettings) -> Screen:
        """Return the screen."""
        ...


def face_of(state: Any) -> Face:
    """Return the face of the game at the table, or of a prop that waits, without a game."""
    if state is None or type(state).__name__ == "HeartState":
        return heart_face
    return cast("Face", import_module(_ASKING[game_of(state)]))


def game_of(state: Any) -> str:
    """Return the name of a state's game, as play.md has it."""
    return _GAMES[type(state).__name__]
