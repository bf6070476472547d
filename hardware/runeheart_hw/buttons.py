"""The buttons on their pins: the only thread crossing, and the timers around `debounce`. Design 4.

gpiozero's callback comes in a thread of the pin library, whose only one it may be: it stamps the time, hands
over and never raises (field: one exception ends lgpio's notifications for good). All else is in the loop.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from runeheart.core.panel import Button, Press
from runeheart.runtime.alerts import Sentence
from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Health
from runeheart_hw.debounce import MS, Counters, Debounce
from runeheart_hw.noise import Noise
from runeheart_hw.pins import Claim, PinFactory, hears, release
from runeheart_hw.profile import ButtonsPart

log = logging.getLogger(__name__)

STUCK_MS: Final = 30_000
"""A button held for longer needs a person."""
REREAD_S: Final = 1.0
"""How often resting lines are read, in case an edge was lost."""
REREAD_HELD_S: Final = 0.1
"""The same while a button is down: a lost release must not turn a tap into a hold (0.8 s)."""
NO_EDGES: Final = Sentence("no edges arrive any more, presses come late: restart runeheart")
UNREADABLE: Final = Sentence("the {button} button cannot be read ({error}): restart runeheart")
JAMMED: Final = Sentence("the {button} button has been down for {seconds} s: is it jammed?")
DOWN: Final = Sentence("the {button} button is down but gave no press: release it")
NOISY: Final = Sentence(
    "the wires of {buttons} catch noise, {pulses} pulses in the last minute: it makes up no press; keep the"
    " cables short, and away from motors and mains"
)
_BATCH: Final = 256
"""Edges taken in one go, so that a storm of noise does not hold the loop."""


class PinButtons:
    """Six or seven buttons to ground on gpiozero inputs; fills `ports.Buttons`."""

    def __init__(
        self,
        part: ButtonsPart,
        factory: PinFactory,
        clock: Clock,
        claim: Claim,
    ) -> None:
        """Open the pins; `claim(name, gpio, build)` builds a device and names the pin if that fails."""
        from gpiozero import DigitalInputDevice

        self._clock = clock
        self._factory = factory
        self._devices: dict[Button, Any] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_press: Callable[[Press], None] | None = None
        self._edges: deque[tuple[Button, bool, int]] = deque(maxlen=16 * _BATCH)  # the pin is re-read anyway
        self._woken = False
        self._timer: asyncio.TimerHandle | None = None
        self._reread_timer: asyncio.TimerHandle | None = None
        self._callbacks: list[Callable[[Any, Any], None]] = []  # gpiozero keeps them weakly
        self._broken: dict[Button, str] = {}
        self._noise = Noise()
        self._told: set[str] = set()
        pins = part.pins.by_button()
        for button, gpio in pins.items():
            build = partial(DigitalInputDevice, gpio, pull_up=True, pin_factory=factory)
            self._devices[button] = claim(f"buttons.pins.{button}", gpio, build)
        self._debounce = Debounce(pins, self._read, settle_ms=part.settle_ms, crosstalk_ms=part.crosstalk_ms)

    def start(self, on_press: Callable[[Press], None]) -> None:
        """Deliver presses from now on; called once, in the loop's thread."""
        self._loop = asyncio.get_running_loop()
        self._on_press = on_press
        for button, device in self._devices.items():
            callback = partial(self._edge, button)
            self._callbacks.append(callback)
            device.pin.when_changed = callback  # the pin's own: DigitalInputDevice hides repeated levels
        self._debounce.begin(self._clock.mono_ns())
        for button in self._debounce.muted():
            log.warning("button %s is down at start: no press until it was released", button)
        self._watch()

    def health(self) -> Health:
        """Tell which buttons are stuck, and the counters of each line."""
        held = self._debounce.held_ms(self._clock.mono_ns())
        muted = self._debounce.muted()
        alerts = list(self._broken.values())
        if not hears(self._factory):
            alerts.append(NO_EDGES.told())
        for button, held_ms in held.items():
            if held_ms > STUCK_MS:
                alerts.append(JAMMED.told(button=button, seconds=held_ms // 1000))
            elif button in muted:
                alerts.append(DOWN.told(button=button))
        if loud := self._noise.loud(self._debounce.counters()):
            alerts.append(NOISY.told(buttons=", ".join(loud), pulses=sum(loud.values())))
        counters = tuple(
            (f"{button} {name}", getattr(counts, name))
            for button, counts in self._debounce.counters().items()
            for name in ("edges", "presses", "noise", "crosstalk", "lost")
        )
        return Health("buttons", "; ".join(alerts) or None, counters)

    def counters(self) -> Mapping[Button, Counters]:
        """Return each line's counters, live: the self-test tells bounces per press from them."""
        return self._debounce.counters()

    def close(self) -> None:
        """Stop delivering and release the pins."""
        self._on_press = None
        for timer in (self._timer, self._reread_timer):
            if timer is not None:
                timer.cancel()
        for device in self._devices.values():
            release(device)
        self._devices.clear()
        self._callbacks.clear()

    def _edge(self, button: Button, _ticks: Any, state: Any) -> None:
        """Stamp an edge and hand it to the loop. Runs in the pin library's thread; must not raise."""
        loop = self._loop
        if loop is None:
            return
        self._edges.append((button, not state, self._clock.mono_ns()))
        if self._woken:
            return
        self._woken = True
        try:
            loop.call_soon_threadsafe(self._take)
        except RuntimeError:
            self._loop = None  # the loop is closed: nobody listens any more

    def _read(self, button: Button) -> bool:
        """Tell whether a button is down now; a pin that cannot be read is up, and told in `health`."""
        device = self._devices.get(button)
        try:
            down = bool(device is not None and device.is_active)
        except Exception as error:  # noqa: BLE001 - the pin libraries' errors share no base class
            if button not in self._broken:
                log.warning("button %s cannot be read: %s", button, error)
            self._broken[button] = UNREADABLE.told(button=button, error=error)
            return False
        if self._broken.pop(button, None):
            log.info("button %s can be read again", button)
        return down

    def _take(self) -> None:
        """Take the edges that have come, then settle. Runs in the loop."""
        self._woken = False
        presses: list[Press] = []
        for _ in range(_BATCH):
            if not self._edges:
                break
            button, down, at_ns = self._edges.popleft()
            presses += self._debounce.edge(button, down=down, at_ns=at_ns)
        if self._edges:
            self._wake_again()
        else:
            presses += self._debounce.settle(self._clock.mono_ns())
        self._arm()
        if presses:
            self._watch_in(REREAD_HELD_S)
        for press in presses:
            if self._on_press is not None:
                self._on_press(press)

    def _wake_again(self) -> None:
        if self._loop is not None and not self._woken:
            self._woken = True
            self._loop.call_soon(self._take)

    def _arm(self) -> None:
        """Set the timer to the moment at which the next line may have settled."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_ns = self._debounce.due_ns()
        if due_ns is not None and self._loop is not None and self._devices:
            wait_s = max(due_ns - self._clock.mono_ns(), 0) / (1000 * MS)
            self._timer = self._loop.call_later(wait_s, self._take)

    def _watch(self) -> None:
        """Read the resting lines now and then: an edge may have been lost."""
        now_ns = self._clock.mono_ns()
        self._debounce.reread(now_ns)
        self._noise.mark(now_ns, self._debounce.counters())
        self._log_changes(now_ns)
        self._arm()
        self._watch_in(REREAD_HELD_S if self._debounce.held_ms(now_ns) else REREAD_S)

    def _log_changes(self, now_ns: int) -> None:
        """Write one line when a button jams or the wires get noisy, and one when that is over."""
        held = self._debounce.held_ms(now_ns)
        now = {f"button {button} is jammed" for button, held_ms in held.items() if held_ms > STUCK_MS}
        if self._noise.loud(self._debounce.counters()):
            now.add("the wires of the buttons catch noise")
        for news in sorted(now - self._told):
            log.warning("%s", news)
        for past in sorted(self._told - now):
            log.info("no longer: %s", past)
        self._told = now

    def _watch_in(self, wait_s: float) -> None:
        if self._reread_timer is not None:
            self._reread_timer.cancel()
        if self._loop is not None and self._devices:
            self._reread_timer = self._loop.call_later(wait_s, self._watch)
