"""Boards of our own making, as text (play.md 5). The printed rules show none (RA-01).

The first line of each tells its idea. They go from small and open to large and winding.
"""

from collections.abc import Mapping
from functools import cache

from runeheart.core.boards import read_text
from runeheart.core.events import Json
from runeheart.games.ruin import sheets

_HOLLOW = """\
# A small round cave: every way to Mother is open, so choose which Broods to pass.
0202
0203 brood
0204
0205 brood
0302
0303 brood
0304
0305
0306
0401
0402 brood
0403
0404 brood
0405
0406
0501 mother
0502
0503 brood
0504
0505 brood
0506
0507 start
0601
0602 brood
0603
0604 brood
0605
0606
0702
0703 brood
0704
0705
0706
0802
0803 brood
0804
0805 brood
"""

_NARROWS = """\
# Two chambers, a guarded neck between them, and a longer way round that is wider open.
0102
0103 brood
0104
0109
0110
0111
0201
0202
0203 brood
0204
0206
0208
0209 brood
0210
0211
0301 mother
0302
0303 brood=2
0304
0305 brood
0306 brood
0307 brood=2
0308
0309
0310
0311
0312 start
0401
0402
0403 brood
0404
0406
0408
0409 brood
0410
0411
0502
0503
0504 brood
0505
0508
0509
0510
0511
0605
0606 brood=2
0607 brood
0608
"""

_SPIRAL = """\
# Mother is near as the crow flies and far on foot: a ring, one gate, and Broods that know the way.
0203
0204
0205
0206
0207
0208
0303 brood=2
0304
0305
0306
0307 brood
0308
0309
0402
0403
0408
0409
0502
0503 brood
0505
0506 brood
0507
0509
0510
0601
0602
0604 brood
0605
0606
0609
0610
0701
0702
0703 brood=3
0704
0705
0706 mother
0707 brood=2
0710
0711 start
0801
0802
0804 brood
0805
0806
0809
0810
0902
0903 brood
0905
0906 brood
0907
0909
0910
1002
1003
1008
1009
1103 brood=2
1104
1105
1106
1107 brood
1108
1109
1203
1204
1205
1206
1207
1208
"""

SHIPPED: Mapping[str, str] = {"hollow": _HOLLOW, "narrows": _NARROWS, "spiral": _SPIRAL}
"""The text of each board by its name; the first is the one that is played without a choice."""


@cache
def first() -> Mapping[str, Json]:
    """Return the board that is played when a setup names none, as a setup writes it."""
    return sheets.board_of(read_text(next(iter(SHIPPED.values()))))[0]
