"""The sentences between a prop and its reader of real dice and a real compass (docs/reader-protocol.md).

Plain Python that MicroPython runs too, unchanged: no dataclasses, enum, typing or match, and imports from
beside it only. The firmware takes these files from here; there is no second copy.
"""
