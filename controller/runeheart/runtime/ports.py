"""What the loop needs of the outside: protocols that drivers (`runeheart_hw`) fill. Knows no driver.

Every port returns at once: slow work is the driver's own business (a thread, a latest-wins slot). None raises
on a device that is missing or broken; `health` tells instead, and the game goes on (design 6).
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from runeheart.core.events import Ask
from runeheart.core.panel import Press, Reading, Screen, Tone


class Health(Struct, frozen=True):
    """How a device is. `alert` is a sentence for the operator when it needs a person, else None."""

    device: str
    alert: str | None = None
    counters: tuple[tuple[str, int], ...] = ()


class Lights(Protocol):
    """Six lights, levels 0 … 1 in rune order; written to the pins only where they changed."""

    def show(self, levels: Sequence[float]) -> None:
        """Set all six levels (0 = off, 1 = full); a seventh is the heart's light, which is on without it."""
        ...

    def health(self) -> Health:
        """Tell how the lights are."""
        ...


class Display(Protocol):
    """The 128x64 screen: a latest-wins slot; drawing and writing happen in its own worker."""

    def show(self, screen: Screen) -> None:
        """Show this as soon as the worker is free; what was not shown yet is dropped."""
        ...

    def health(self) -> Health:
        """Tell how the screen is."""
        ...


class Buzzer(Protocol):
    """The buzzer: a new melody ends the one before."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Start a melody and return at once; an empty one is silence."""
        ...

    def health(self) -> Health:
        """Tell how the buzzer is."""
        ...


class Buttons(Protocol):
    """Debounced buttons. `start` is called once, in the loop's thread, with the loop running."""

    def start(self, on_press: Callable[[Press], None]) -> None:
        """Deliver every debounced edge to `on_press`, in the loop's thread, down and up in turn."""
        ...

    def health(self) -> Health:
        """Tell how the buttons are: noise counters per rune, stuck ones as an alert."""
        ...


class Reader(Protocol):
    """The reader of real dice and a real compass. `start` is called once, in the loop's thread."""

    def start(self, on_reading: Callable[[Reading], None]) -> None:
        """Deliver every settled reading to `on_reading`, once each, in the loop's thread."""
        ...

    def expect(self, ask: Ask | None) -> None:
        """Tell the reader what the game waits for, so that the right pad lights; None: no reading."""
        ...

    def health(self) -> Health:
        """Tell how the reader is: its counters, and an alert while it is gone or cannot be understood."""
        ...


class Devices(Protocol):
    """All that a prop is made of; `close` makes every output safe and returns within a second."""

    @property
    def buttons(self) -> Buttons:
        """The buttons."""
        ...

    @property
    def lights(self) -> Lights:
        """The six lights."""
        ...

    @property
    def display(self) -> Display:
        """The screen."""
        ...

    @property
    def buzzer(self) -> Buzzer:
        """The buzzer."""
        ...

    @property
    def reader(self) -> Reader | None:
        """The reader; None on a prop that has none."""
        ...

    def failure(self) -> str | None:
        """Name what is dead that a prop cannot play without and only a new start brings back; else None."""
        ...

    def close(self) -> None:
        """Lights off, buzzer low, screen dark, pins released; may be called twice."""
        ...
