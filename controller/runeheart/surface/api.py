"""What the runtime and a surface say to each other: values, which at most read themselves.

A surface is five pure functions in `surface.prop` over a frozen `Ui` (where the players are in the menus) and
the game's state (None in attract). Times are `now_ms`: monotonic milliseconds of this boot; the game's own
clock is inside its state, which the runtime has advanced to the same moment.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from runeheart.core.panel import Cue, Preset

U = TypeVar("U")


class Door(Struct, frozen=True):
    """Where the game master's console is."""

    address: str
    dots: tuple[str, ...]
    """Its QR code: a row of 0 and 1 for each line of dots, without a margin."""
    is_for_phones: bool = True
    """False: it is for this machine only, and no phone can open it."""


class SurfaceSettings(Struct, frozen=True):
    """What the configuration says about the surface."""

    prop_name: str = "RUNEHEART"
    preset: Preset = Preset.NORMAL
    difficulty: str | None = None
    """None: the players choose on the prop; else easy, normal or hard, and the choice is skipped."""
    code: str | None = None
    """The deck code of the printed set on the table: the players choose its sign, not a difficulty."""
    deck_kind: str | None = None
    """fair, mixed or wild; None: the game's own default."""
    house: Mapping[str, str] | None = None
    game: str = "heart"
    """What is played here: heart, ruin or cult; choose: the players do, on the prop."""
    setups: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The whole setup of the Ruin and of the Cult (play.md), by name, as configured."""
    rotation: int = 0
    """Sixths of a turn, 0 … 5, clockwise from the table's N to where the first button lies."""
    end_screen_ms: int | None = 60_000
    """How long an end screen stays before attract returns; None: until the operator resets."""
    console: Door | None = None
    """Where the console is now; None: it is off, or cannot be reached."""

    def heart_setup(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Complete what was chosen (a difficulty, or a code and its sign) to a setup of the Heart."""
        kind = {} if self.deck_kind is None or "code" in chosen else {"deck_kind": self.deck_kind}
        return {**chosen, **kind, "house": dict(self.house or {})}


class Command(Struct, frozen=True):
    """The players want this command of play.md, without `at`."""

    body: Mapping[str, Any]


class NewGame(Struct, frozen=True):
    """The players want a new game of this name with this setup (play.md), its seed drawn by the runtime."""

    game: str
    setup: Mapping[str, Any]


class CloseGame(Struct, frozen=True):
    """The end was seen: back to attract."""


Intent = Command | NewGame | CloseGame


class Reaction(Struct, Generic[U], frozen=True):
    """The new ui, what the players want of the runtime (in order), and what sounds once."""

    ui: U
    intents: tuple[Intent, ...] = ()
    cues: tuple[Cue, ...] = ()
