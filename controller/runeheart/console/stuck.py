"""Whether a team is stuck: no rune locked, no clue drawn and no hint given for so many minutes of game time.

Owns when the game master is told so, once: a team that thinks is left in peace until something happens again.
"""

from collections.abc import Iterable

from runeheart.core.events import Json
from runeheart.runtime.prop import Prop
from runeheart.runtime.records import Row

PROGRESS = {"started", "locked", "clue"}


class Stuck:
    """Looks after the team at the table.

    Args:
        after_min: minutes without progress; 0: nobody is ever stuck.
    """

    def __init__(self, after_min: int) -> None:
        self._after_ms = after_min * 60_000
        self._left_alone: tuple[int, int] | None = None

    def look(self, prop: Prop) -> dict[str, Json] | None:
        """Return for how many minutes the team has not got on; None while it does, or thinks in peace."""
        found = self._found(prop)
        if found is None or found == self._left_alone:
            return None
        table = prop.session.table
        since_ms = found[1]
        return {"minutes": (table.at_ms - since_ms) // 60_000} if table is not None else None

    def leave_alone(self, prop: Prop) -> bool:
        """Say nothing more until the team gets on; tell whether there was anything to say."""
        found = self._found(prop)
        is_news = found is not None and found != self._left_alone
        self._left_alone = found or self._left_alone
        return is_news

    def _found(self, prop: Prop) -> tuple[int, int] | None:
        """Return the game and the moment of its last progress, if that is long enough ago."""
        session = prop.session
        table, record = session.table, session.record
        if not self._after_ms or table is None or record is None or session.due_mono_ms() is None:
            return None
        last_ms = max((row.at_ms for row in _steps(session.log())), default=None)
        if last_ms is None or table.at_ms - last_ms < self._after_ms:
            return None
        return record.game_id, last_ms


def _steps(rows: Iterable[Row]) -> Iterable[Row]:
    for row in rows:
        if row.kind == "note" or any(event.get("event") in PROGRESS for event in row.events):
            yield row
