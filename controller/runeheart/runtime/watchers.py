"""Who wants to know that something may look different now: pages, the console. Knows not what it is."""

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)

Call = Callable[[], object]


class Watchers:
    """Calls that somebody wants, until they do not; one that fails keeps nobody else from theirs."""

    def __init__(self) -> None:
        self._calls: dict[object, Call] = {}
        self._failed: set[object] = set()

    def __len__(self) -> int:
        return len(self._calls)

    def add(self, call: Call) -> Callable[[], None]:
        """Add a call; return what takes it away again, once or more often."""
        key = object()
        self._calls[key] = call

        def unwatch() -> None:
            self._calls.pop(key, None)
            self._failed.discard(key)

        return unwatch

    def tell(self) -> None:
        """Make every call; what one raises is logged the first time."""
        for key, call in list(self._calls.items()):
            if key not in self._calls:
                continue  # taken away by one before it
            try:
                call()
            except Exception:
                if key not in self._failed:
                    log.exception("a fault in what watches the prop; the game goes on")
                self._failed.add(key)
