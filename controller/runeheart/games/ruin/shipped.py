"""Boards of our own making, as text (play.md 5). The printed rules show none (RA-01)."""

from collections.abc import Mapping
from functools import cache

from runeheart.core.boards import read_text
from runeheart.games.ruin import boards, sheets
from runeheart.games.ruin.boards import Board

_STARTER = """
0101
0102 start
0103
0201 brood
0202 brood
0203 brood
0301 brood=2
0302
0303 brood
0401 brood
0402 brood
0403 brood=2
0501 brood
0502
0503 brood
0601
0602 brood
0603 brood
0701
0702 mother
"""

SHIPPED: Mapping[str, str] = {"starter": _STARTER}
"""The text of each board by its name; the first is the one that is played without a choice."""


@cache
def first() -> Board:
    """Return the board that is played when a setup names none."""
    board, _ = boards.read(sheets.board_of(read_text(next(iter(SHIPPED.values()))))[0])
    if board is None:
        raise AssertionError("the first shipped board cannot be played")
    return board
