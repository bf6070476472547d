"""What is seen and heard, handed to the drivers: levels, screen, tones. A fault in one never stops the loop.

Owns the last picture and writes only what changed. Knows the ports, not the drivers, and no game.
"""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from runeheart.core.events import Ask
from runeheart.core.panel import Button, Cue, Panel, Preset, Press, Reading, Screen
from runeheart.runtime.ports import Devices, Health
from runeheart.surface import lights, sounds
from runeheart.surface.glare import Glare

log = logging.getLogger(__name__)
T = TypeVar("T")


class Outputs:
    """The devices of a prop, each call guarded."""

    def __init__(self, devices: Devices, preset: Preset) -> None:
        self.levels: tuple[float, ...] = (0.0,) * 6
        self.panel: Panel | None = None
        self.faults: dict[str, str] = {}
        """What a driver raised that it should not have, by call; gone when the same call works again."""
        self._devices = devices
        self._preset = preset
        self._glare = Glare()
        self._screen: Screen | None = None
        self._dark = True
        self._asked: Ask | None = None

    def reconfigure(self, preset: Preset) -> None:
        """Take over another preset; everything is written anew with the next picture."""
        self._preset = preset
        self._screen, self._dark = None, True

    def start(self, on_press: Callable[[Press], None], on_reading: Callable[[Reading], None]) -> None:
        """Let the buttons deliver their presses, and a reader, if there is one, its readings."""
        self._guard("buttons.start", lambda: self._devices.buttons.start(on_press))
        reader = self._devices.reader
        if reader is not None:
            self._guard("reader.start", lambda: reader.start(on_reading))

    def expect(self, ask: Ask | None) -> None:
        """Tell the reader what the game waits for, whenever that changes."""
        reader = self._devices.reader
        if reader is not None and ask != self._asked:
            self._asked = ask
            self._guard("reader.expect", lambda: reader.expect(ask))

    def touch(self, button: Button) -> None:
        """Let the light of a pressed button answer at once."""
        self._glare.pressed(button)
        self._show_levels(tuple(lights.touched(self.levels, button)))

    def show(self, panel: Panel, now_ms: int) -> None:
        """Show a panel as it is now."""
        self.panel = panel
        if panel.screen != self._screen:
            self._screen = panel.screen
            self._guard("display.show", lambda: self._devices.display.show(panel.screen))
        self.animate(now_ms)

    def animate(self, now_ms: int) -> None:
        """Bring the lights of the panel to this moment."""
        if self.panel is not None:
            meant = lights.levels(self.panel.lights, now_ms, self._preset)
            self._show_levels(self._glare.soften(meant, now_ms, self._preset))

    def frame_ms(self, now_ms: int) -> int | None:
        """Return in how many ms the lights change by themselves; None while they are steady."""
        if self.panel is None:
            return None
        waits = (lights.frame_ms(self.panel.lights, now_ms, self._preset), self._glare.wait_ms(now_ms))
        return min((wait for wait in waits if wait is not None), default=None)

    def sound(self, cues: Iterable[Cue]) -> None:
        """Play cues one after another, in place of what sounded before."""
        tones = tuple(tone for cue in cues for tone in sounds.tones(cue, self._preset))
        if tones:
            self._guard("buzzer.play", lambda: self._devices.buzzer.play(tones))

    def health(self) -> list[Health]:
        """Ask every device how it is."""
        devices = self._devices
        ports = {
            "buttons": devices.buttons.health,
            "lights": devices.lights.health,
            "display": devices.display.health,
            "buzzer": devices.buzzer.health,
            **({"reader": devices.reader.health} if devices.reader is not None else {}),
        }
        found = (self._guard(f"{name}.health", health) for name, health in ports.items())
        return [health for health in found if health is not None]

    def _show_levels(self, levels: tuple[float, ...]) -> None:
        if levels != self.levels or self._dark:
            self.levels, self._dark = levels, False
            self._guard("lights.show", lambda: self._devices.lights.show(levels))

    def _guard(self, name: str, call: Callable[[], T]) -> T | None:
        try:
            result = call()
        except Exception as error:
            if name not in self.faults:
                log.exception("a driver's fault in %s; the game goes on", name)
            self.faults[name] = f"{name}: {type(error).__name__}: {error}; the log has the details"
            return None
        self.faults.pop(name, None)
        return result
