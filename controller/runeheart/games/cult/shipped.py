"""Boards of our own making, as text (play.md 5). The published board is its owner's to enter."""

from collections.abc import Mapping
from functools import cache

from runeheart.core.boards import read_text
from runeheart.core.events import Json
from runeheart.games.cult import sheets

_HEARTH = """
# Small, for learning: the forge in the middle, every terrain once around it.
0101 forest
0102 hills road
0103 river plains jewel=green
0104 swamp
0201 hills
0202 plains road
0203 town forge plains road "Emberforge"
0204 river forest jewel=yellow
0301 mountains jewel=blue
0302 forest jewel=green
0303 road plains
0304 river swamp
0305 hills
0401 mountains hills
0402 road hills
0403 town road river "Millford"
0404 forest jewel=red
0501 plains
0502 town road plains "Larkmoor"
0503 river plains jewel=yellow
0504 swamp forest
"""

_REALM = """
# A whole realm for a long evening: 8 towns, every terrain, roads between the towns.
0101 mountains
0102 mountains jewel=blue
0103 mountains
0104 mountains
0105 forest jewel=yellow
0106 forest
0107 forest jewel=blue
0108 swamp
0109 swamp jewel=red
0110 river swamp
0201 mountains
0202 mountains
0203 hills
0204 mountains
0205 forest
0206 forest
0207 forest
0208 river swamp
0209 town road river swamp "Fenwick"
0210 swamp jewel=blue
0301 mountains jewel=blue
0302 town road mountains "Stonehollow"
0303 road hills jewel=red
0304 road hills
0305 road forest
0306 river forest
0307 river forest jewel=green
0308 river swamp
0309 swamp jewel=red
0310 road swamp
0401 mountains
0402 hills
0403 hills
0404 hills jewel=blue
0405 town road river plains "Riverwatch"
0406 plains
0407 forest
0408 swamp
0409 swamp
0410 road swamp jewel=yellow
0501 mountains
0502 river mountains
0503 river hills jewel=green
0504 river hills
0505 river plains
0506 road plains
0507 plains
0508 forest
0509 forest
0510 road forest
0601 mountains jewel=green
0602 hills
0603 hills
0604 hills jewel=green
0605 road plains
0606 plains
0607 plains jewel=green
0608 forest
0609 road forest jewel=yellow
0610 forest
0701 mountains
0702 hills
0703 hills
0704 plains
0705 road plains
0706 road swamp
0707 road forest
0708 town road plains "Alderholm"
0709 road plains
0710 hills
0801 hills jewel=yellow
0802 hills
0803 plains
0804 plains
0805 town forge road plains "Runegate"
0806 swamp
0807 forest
0808 road plains
0809 hills jewel=green
0810 hills
0901 plains
0902 plains
0903 river forest
0904 river plains
0905 road river plains
0906 river swamp
0907 swamp jewel=yellow
0908 road plains
0909 hills
0910 hills
1001 plains
1002 river plains jewel=green
1003 forest
1004 road forest
1005 swamp
1006 river plains
1007 river plains
1008 road river hills
1009 hills jewel=green
1010 hills
1101 plains jewel=red
1102 plains
1103 forest
1104 road forest
1105 hills
1106 hills jewel=yellow
1107 road plains
1108 road plains jewel=green
1109 town road river hills "Saltmarsh"
1110 river swamp
1201 plains
1202 plains
1203 town road mountains "Highmoor"
1204 road hills
1205 hills
1206 road plains
1207 mountains
1208 mountains
1209 swamp jewel=blue
1210 swamp
1301 plains
1302 plains
1303 mountains jewel=blue
1304 mountains
1305 road hills
1306 road hills
1307 road plains jewel=green
1308 mountains
1309 mountains
1310 mountains
1401 plains jewel=red
1402 mountains
1403 mountains
1404 river mountains jewel=yellow
1405 river forest
1406 road river forest
1407 town road river mountains "Eastmere"
1408 river mountains
1409 swamp jewel=yellow
1410 swamp
1501 plains
1502 mountains
1503 mountains
1504 mountains
1505 forest
1506 forest
1507 mountains jewel=yellow
1508 forest
1509 river forest
1510 swamp
"""

SHIPPED: Mapping[str, str] = {"hearth": _HEARTH, "realm": _REALM}
"""The text of each board by its name; the first is played when none is chosen."""


@cache
def first() -> Mapping[str, Json]:
    """Return the board that is played when a setup names none, as a setup gives it."""
    board, _ = sheets.board_of(read_text(next(iter(SHIPPED.values()))))
    return board
