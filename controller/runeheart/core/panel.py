"""What can be seen and heard: a Panel now (level-triggered), a Cue once (dropped in replay). Design 4.

Values only. `surface` makes them from a game's state; drivers and pages show them.
"""

from enum import StrEnum
from typing import Protocol

from msgspec import Struct


class Pattern(StrEnum):
    """How a light behaves over time. `surface.lights` turns it into a level at a moment."""

    OFF = "off"
    ON = "on"
    DIM = "dim"  # may be pressed, waits
    BREATHE = "breathe"  # attract
    BLINK = "blink"  # chosen
    HOLDING = "holding"  # a hold is being taken
    PULSE = "pulse"  # last seconds
    FLASH = "flash"  # wrong: three flashes
    WAVE = "wave"  # defused
    BURST = "burst"  # exploded: a flash, then dark


class Light(Struct, frozen=True):
    """One light: its pattern and the moment (mono_ms) at which the pattern began."""

    pattern: Pattern = Pattern.OFF
    since_ms: int = 0


class Screen(Protocol):
    """What the 128x64 screen shows, as a frozen, hashable value; `surface.screens` draws it."""

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words, line by line, for pages, screen readers and logs."""
        ...


class Panel(Struct, frozen=True):
    """What can be seen now: six lights in rune order, the seventh heart's light if any is not here."""

    lights: tuple[Light, Light, Light, Light, Light, Light]
    screen: Screen


class Tone(Struct, frozen=True):
    """A tone of `frequency_hz` for `length_ms`; 0 Hz is silence."""

    frequency_hz: int
    length_ms: int


class Cue(StrEnum):
    """A sound that belongs to something that happened once. `surface.sounds` knows its tones."""

    TAP = "tap"
    REFUSED = "refused"
    CLUE = "clue"
    LOCK = "lock"
    MISTAKE = "mistake"
    TICK = "tick"
    TICK_FAST = "tick_fast"
    DEFUSED = "defused"
    EXPLODED = "exploded"
    DRIFT = "drift"
    CHARGE = "charge"
    SPAWN = "spawn"
    BURST = "burst"
    DESTROYED = "destroyed"
    DISCHARGE = "discharge"
    RETALIATION = "retaliation"
    RESOLVED = "resolved"
    DEFEATED = "defeated"
    CULT_MOVED = "cult_moved"
    CULTIST_MADE = "cultist_made"
    INFILTRATED = "infiltrated"
    BRANDED = "branded"
    RITUAL = "ritual"
    ELIMINATED = "eliminated"
    CULT_OVER = "cult_over"


class Preset(StrEnum):
    """How loud and how bright: `calm` has no flashing above 2 Hz and no loud sounds."""

    NORMAL = "normal"
    QUIET = "quiet"
    CALM = "calm"


class Button(StrEnum):
    """The buttons of a prop: six runes, and the optional heart."""

    NATURE = "nature"
    FIRE = "fire"
    WATER = "water"
    STORM = "storm"
    MOON = "moon"
    SUN = "sun"
    HEART = "heart"


class Press(Struct, frozen=True):
    """A debounced edge of a button: `down` or up, at `mono_ms` (monotonic, this boot)."""

    button: Button
    down: bool
    mono_ms: int


class Rolled(Struct, frozen=True):
    """A real die that lies still. `die` as in `AskRoll`; `face`: a number, a direction, or terrain words."""

    die: str
    face: int | str | tuple[str, ...]
    mono_ms: int


class Headed(Struct, frozen=True):
    """A real compass that lay still and was confirmed: 0 … 360 degrees, 0 is N, clockwise."""

    degrees: float
    mono_ms: int


Reading = Rolled | Headed
"""What the reader of real dice and a real compass tells."""
