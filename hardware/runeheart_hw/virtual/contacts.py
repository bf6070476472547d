"""Mock pins that a finger can ground and that tell of their changes. Owns gpiozero's mock; knows no prop."""

from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin

_PI_ZERO_2_W = "902120"
_HISTORY = 16  # the mock remembers every state for ever; a prop runs for weeks


class VirtualPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock PWM pin. A contact to ground wins over the pull, also when the pull is set while it is held."""

    grounded = False

    def ground(self, *, grounded: bool) -> None:
        """Close (True) or open the contact to ground; nothing happens on a pin that is an output."""
        self.grounded = grounded
        if self.function == "input":
            self._settle()

    def _settle(self) -> None:
        if self.grounded or self.pull != "up":
            self.drive_low()
        else:
            self.drive_high()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.grounded:
            self._settle()

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        if changed:
            del self.states[:-_HISTORY]
            self.factory.on_change()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.factory.on_change()


class VirtualFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Makes VirtualPins and calls `on_change`, in the changing thread, after any pin changed."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        super().__init__(revision=_PI_ZERO_2_W, pin_class=VirtualPin)
        self.on_change = on_change
