"""Which runes are held, and when each was pressed last: what an operator sees of the players' hands.

Values of this boot; knows no driver and no game.
"""

from runeheart.core.panel import Button, Press


class Hands:
    """Notes every edge of the buttons."""

    def __init__(self) -> None:
        self.pressed_ms: dict[Button, int] = {}
        """When each button went down last, in monotonic milliseconds."""
        self._down: set[Button] = set()

    def note(self, press: Press) -> None:
        """Take an edge in."""
        if press.down:
            self._down.add(press.button)
            self.pressed_ms[press.button] = press.mono_ms
        else:
            self._down.discard(press.button)

    def held(self) -> tuple[str, ...]:
        """Return the buttons that are down, in the order of the runes."""
        return tuple(button.value for button in Button if button in self._down)
