"""What the operator can do for a team that shall get on: the right command, found from the hidden answer.

The commands are those that players give; nothing here changes a state.
"""

from collections.abc import Mapping
from typing import Any

from runeheart.core.checked import did_you_mean
from runeheart.core.game import Refused
from runeheart.core.table import shown
from runeheart.games.heart.state import HeartState


def locking(state: HeartState, rune: str | None) -> Mapping[str, Any] | Refused:
    """Return the command that puts a rune of the answer in its place; None: that of the first open place."""
    is_open = {state.answer[place]: place + 1 for place, found in enumerate(state.slots) if found is None}
    if rune is None:
        rune = next(iter(is_open), None)
    if rune is None:
        return Refused("every place is found already")
    if rune not in state.answer:
        return Refused(f"{shown(rune)} is not in the answer{did_you_mean(rune, is_open)}")
    if rune not in is_open:
        return Refused(f"{rune} is in its place already")
    return {"do": "activate", "rune": rune, "position": is_open[rune]}


def solving(state: HeartState) -> Mapping[str, Any]:
    """Return the command that submits the whole answer."""
    return {"do": "submit", "sequence": list(state.answer)}
