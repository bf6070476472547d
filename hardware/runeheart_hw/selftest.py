"""The self-test: walks a person through every rune, its light, the screen and the sounds of a prop.

Owns the steps, what is asked, and what was found; `cli.selftest` opens the devices and prints. Knows the
ports and no pin: what it finds is what a game would get.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct
from PIL import Image

from runeheart.core.panel import Button, Cue, Preset, Press, Tone
from runeheart.core.runes import RUNES
from runeheart.runtime.ports import Buzzer, Display, Lights
from runeheart.surface import sounds
from runeheart.surface.glyphs import glyph
from runeheart.surface.letters import LARGE, SMALL, WIDTH
from runeheart.surface.pixels import HEIGHT, Canvas
from runeheart_hw.debounce import Counters

ASKED_LEVEL = 0.4
"""How bright the light of the button that is asked for is; each light goes full while its button is down."""


class CountedButtons(Protocol):
    """The buttons' port, with their counters."""

    def start(self, on_press: Callable[[Press], None]) -> None:
        """Deliver presses, as `ports.Buttons` does."""
        ...

    def counters(self) -> Mapping[Button, Counters]:
        """Return each line's counters."""
        ...


class CheckedDevices(Protocol):
    """The devices under test: those of `ports.Devices`, the buttons with counters."""

    @property
    def buttons(self) -> CountedButtons:
        """Return the buttons, not started yet."""
        ...

    @property
    def lights(self) -> Lights:
        """Return the lights."""
        ...

    @property
    def display(self) -> Display:
        """Return the screen."""
        ...

    @property
    def buzzer(self) -> Buzzer:
        """Return the buzzer."""
        ...


class CheckScreen(Struct, frozen=True):
    """A screen of the self-test: a rune that is asked for, or a pattern."""

    kind: Literal["rune", "all on", "checker", "runes", "sound", "end"]
    lines: tuple[str, ...] = ()
    rune: str | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words."""
        return ("Self-test", *self.lines) if self.lines else ("Self-test", self.kind)


class Finding(Struct, frozen=True):
    """What a step found; `note` is for people."""

    step: str
    seen: bool
    note: str


class SelfTest:
    """One walk through a prop.

    Args:
        devices: open, their buttons not started.
        buttons: those that the prop has, in order.
        has_screen, has_buzzer: whether the profile names them; what it does not name is not asked for.
        preset: how loud the sounds are.
        say: takes a piece of a line; a step is one line.
        wait_s: how long a step waits for a person.
    """

    def __init__(
        self,
        devices: CheckedDevices,
        buttons: tuple[Button, ...],
        *,
        has_screen: bool,
        has_buzzer: bool,
        preset: Preset,
        say: Callable[[str], None],
        wait_s: float,
    ) -> None:
        self._devices = devices
        self._buttons = buttons
        self._has_screen = has_screen
        self._has_buzzer = has_buzzer
        self._preset = preset
        self._say = say
        self._wait_s = wait_s
        self._presses: asyncio.Queue[Press] = asyncio.Queue()

    async def run(self) -> list[Finding]:
        """Walk through all steps and return what each found."""
        devices = self._devices
        devices.buttons.start(self._presses.put_nowait)
        findings = [await self._step(str(button), self._rune(button)) for button in self._buttons]
        if self._has_screen:
            for kind, what in _PATTERNS.items():
                devices.display.show(CheckScreen(kind))
                findings.append(await self._step(f"screen, {kind}", self._screen(what)))
        if self._has_buzzer:
            devices.display.show(CheckScreen("sound", ("Sounds", "Press a rune when heard")))
            for cue, what in _SOUNDS.items():
                step = self._sound(sounds.tones(cue, self._preset))
                findings.append(await self._step(f"sound, {what}", step))
        missing = sum(not finding.seen for finding in findings)
        devices.display.show(CheckScreen("end", ("All seen" if not missing else f"Not seen: {missing}",)))
        return findings

    async def _step(self, name: str, step: Coroutine[Any, Any, tuple[bool, str]]) -> Finding:
        self._say(f"{name:<26} ")
        while not self._presses.empty():
            self._presses.get_nowait()  # a finger that was late for the step before
        seen, note = await step
        self._say(f"{note}\n")
        return Finding(name, seen, note)

    async def _rune(self, button: Button) -> tuple[bool, str]:
        """Ask for one rune: down and up, its light with it; name any other that comes in its place."""
        number = self._buttons.index(button) + 1
        self._devices.display.show(CheckScreen("rune", (f"{number}", button.upper(), "Press it"), button))
        held: set[Button] = set()
        self._light(button, held)
        self._say("press it and let go … ")
        others: list[Button] = []
        down = False
        try:
            async with asyncio.timeout(self._wait_s):
                while True:
                    press = await self._presses.get()
                    (held.add if press.down else held.discard)(press.button)
                    self._light(button, held)
                    if press.button is not button:
                        if press.down:
                            others.append(press.button)
                            self._say(f"that was {press.button} … ")
                    elif press.down:
                        down = True
                    elif down:
                        break
        except TimeoutError:
            if down:
                return False, "it does not come up: is it jammed?"
            return False, f"not seen{_mixed_up(button, others, seen=False)}"
        finally:
            self._light(None, set())
        bounces = self._devices.buttons.counters()[button].bounces
        return True, f"seen, {_counted(bounces, 'bounce')}{_mixed_up(button, others, seen=True)}"

    async def _screen(self, what: str) -> tuple[bool, str]:
        alert = self._devices.display.health().alert
        if alert:
            return False, alert
        self._say(f"{what}? Then press any rune … ")
        return await self._any_rune()

    async def _sound(self, tones: tuple[Tone, ...]) -> tuple[bool, str]:
        if not tones:
            return True, f"silent in the preset {self._preset}"
        self._say("heard it? Then press any rune … ")
        self._devices.buzzer.play(tones)
        try:
            return await self._any_rune()
        finally:
            self._devices.buzzer.play(())

    async def _any_rune(self) -> tuple[bool, str]:
        try:
            async with asyncio.timeout(self._wait_s):
                while not (await self._presses.get()).down:
                    pass
        except TimeoutError:
            return False, "not seen"
        return True, "seen"

    def _light(self, asked: Button | None, held: set[Button]) -> None:
        """Show which button is asked for, and every button that is down, the heart's too."""
        buttons = (*map(Button, RUNES), Button.HEART)
        glow = [ASKED_LEVEL if button is asked else 0.0 for button in buttons]
        self._devices.lights.show(
            [1.0 if button in held else level for button, level in zip(buttons, glow, strict=True)]
        )


_PATTERNS: Mapping[Literal["all on", "checker", "runes"], str] = {
    "all on": "every dot lit, no dark line or corner",
    "checker": "an even chequerboard up to all four edges",
    "runes": "leaf, flame, drop, bolt, crescent, sun",
}
_SOUNDS: Mapping[Cue, str] = {
    Cue.REFUSED: "a low tone",
    Cue.CLUE: "three rising tones",
    Cue.DEFUSED: "the tune of a win",
}


def draw(screen: CheckScreen) -> Image.Image:
    """Return the picture of a screen of the self-test: mode `1`, 128x64, 0 is dark."""
    canvas = Canvas()
    match screen.kind:
        case "all on":
            canvas.box((0, 0, WIDTH - 1, HEIGHT - 1))
        case "checker":
            canvas.dots((x, y) for y in range(HEIGHT) for x in range(WIDTH) if (x // 8 + y // 8) % 2)
            canvas.frame((0, 0, WIDTH - 1, HEIGHT - 1))
        case "runes":
            for index, rune in enumerate(RUNES):
                canvas.stamp(6 + 42 * (index % 3), 4 + 32 * (index // 3), glyph(rune, 28))
        case "rune" if screen.rune in RUNES:
            canvas.stamp(6, 12, glyph(screen.rune, 40))
            for y, line in zip((8, 24, 46), screen.lines, strict=True):
                canvas.text(56, y, line, SMALL if y == 46 else LARGE)
        case _:
            for index, line in enumerate(screen.lines):
                canvas.centred(14 + 20 * index, line, LARGE if LARGE.width(line) <= WIDTH else SMALL)
    return canvas.image


def _mixed_up(asked: Button, others: list[Button], *, seen: bool) -> str:
    """Return what it means that other runes came first; nothing if none did."""
    if not others:
        return ""
    names = ", ".join(dict.fromkeys(others))
    if seen:
        return f"; {names} came first: if nobody pressed that, wires are swapped"
    return f"; {names} came in place of {asked}: their wires may be swapped"


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
