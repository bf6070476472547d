"""The buttons of a board: roll and confirm. Owns debouncing; what a press means is the app's (`desk`)."""

_STILL_MS = 20
_STUCK_MS = 30_000
_REFUSED_MS = 4000  # why a press did not count is told so long: the next one is another matter
_STUCK = "it is down since half a minute: is it stuck?"


class Button:
    """A button that joins its pin to ground. Down at power-on, it gives no press until it was let go.

    `on_press` returns what is wrong, in a sentence, or an empty text.
    """

    period_ms = 10

    def __init__(self, name, pin, dice, on_press):
        self.name = name
        self.dice = dice
        self.warning = ""
        self._pin = pin
        self._on_press = on_press
        self._level = None
        self._changed_ms = 0
        self._pressed_ms = 0
        self._is_down = True

    async def start(self):
        """Nothing to set up: the pin is an input already."""

    def lost(self):
        """Nothing to forget."""

    async def poll(self, now_ms):
        """Read the pin; a level counts when it was the same for 20 ms."""
        level = self._pin()
        if level != self._level:
            self._level = level
            self._changed_ms = now_ms
        elif now_ms - self._changed_ms >= _STILL_MS:
            is_down = not level
            if is_down and not self._is_down:
                self.warning = self._on_press()
                self._pressed_ms = now_ms
            self._is_down = is_down
            if is_down and now_ms - self._changed_ms >= _STUCK_MS:
                self.warning = _STUCK
            elif self.warning == _STUCK or now_ms - self._pressed_ms >= _REFUSED_MS:
                self.warning = ""
