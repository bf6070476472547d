"""What a game with a board has beside the Game protocol. Hosts that read board files know only this."""

from collections.abc import Mapping
from typing import Protocol, TypeVar, runtime_checkable

from runeheart.core.boards import Sheet
from runeheart.core.events import Json

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class BoardGame(Protocol[S_contra]):
    """A game that is played on a board: it has boards of its own, and reads board files."""

    shipped: Mapping[str, str]
    """Our own boards by name, in the text form; the first is played when a setup names none.

    The first line of a board is a comment that tells its idea.
    """

    def board_of(self, sheet: Sheet) -> tuple[dict[str, Json], tuple[str, ...]]:
        """Return the `board` of a setup from what a file holds, and its problems by line or cell."""
        ...

    def warnings(self, state: S_contra) -> tuple[str, ...]:
        """Return what is odd about a game that was set up, though it can be played."""
        ...
