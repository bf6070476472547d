"""Fingers: contacts that close and open when they are asked to, in a thread of their own as real edges come.

Owns when a contact moves, and which are held. Knows no pin: how one moves is a call.
"""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from msgspec import Struct

from runeheart.core.panel import Button
from runeheart.runtime.clock import Clock


class _Wish(Struct, frozen=True, eq=False):
    due_ns: int
    down: bool
    done: "Future[None]"


class Fingers:
    """As many fingers as there are buttons: each does what it is asked to in order, and waits for no other.

    Args:
        move: closes (True) or opens a button's contact; called in the fingers' thread.
        clock: the time in which wishes are due.
        least_ms: how long a contact stays as it is at least; no finger is quicker.
    """

    def __init__(self, move: Callable[[Button, bool], None], *, clock: Clock, least_ms: int) -> None:
        self._move = move
        self._clock = clock
        self._least_ns = least_ms * 1_000_000
        self._held: set[Button] = set()
        self._moved_ns: dict[Button, int] = {}
        self._wishes: dict[Button, deque[_Wish]] = {button: deque() for button in Button}
        self._news = threading.Condition()
        self._ending = False
        self._thread = threading.Thread(target=self._work, name="fingers", daemon=True)
        self._thread.start()

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down now."""
        return frozenset(self._held)

    def press(self, button: Button, *, down: bool, at_ns: int = 0) -> "Future[None]":
        """Put a finger on a button or lift it at `at_ns` of the clock, now if that has passed.

        The future is done when the contact is; cancelled before that, nothing happens.
        """
        wish = _Wish(max(at_ns, self._clock.mono_ns()), down, Future())
        with self._news:
            self._wishes[button].append(wish)
            self._news.notify()
        return wish.done

    def close(self) -> None:
        """Drop what waits, lift all fingers and end their thread."""
        with self._news:
            self._ending = True
            self._news.notify()
        self._thread.join()

    def _work(self) -> None:
        while (button := self._wait()) is not None:
            wish = self._wishes[button].popleft()
            if not wish.done.set_running_or_notify_cancel():
                continue
            if (button in self._held) is not wish.down:
                self._act(button, down=wish.down)
            wish.done.set_result(None)
        for wishes in self._wishes.values():
            for wish in wishes:
                wish.done.cancel()
        for button in self.held:
            self._act(button, down=False)

    def _wait(self) -> Button | None:
        """Return the button that is next, when it is its time; None at the end."""
        with self._news:
            while not self._ending:
                times = [(self._due_ns(button), button) for button, wishes in self._wishes.items() if wishes]
                if not times:
                    self._news.wait()
                    continue
                due_ns, button = min(times)
                rest_ns = due_ns - self._clock.mono_ns()
                if rest_ns <= 0:
                    return button
                self._news.wait(rest_ns / 1e9)
        return None

    def _due_ns(self, button: Button) -> int:
        wish = self._wishes[button][0]
        if wish.done.cancelled():
            return 0
        if (button in self._held) is wish.down or button not in self._moved_ns:
            return wish.due_ns
        return max(wish.due_ns, self._moved_ns[button] + self._least_ns)

    def _act(self, button: Button, *, down: bool) -> None:
        (self._held.add if down else self._held.discard)(button)
        self._move(button, down)
        self._moved_ns[button] = self._clock.mono_ns()
