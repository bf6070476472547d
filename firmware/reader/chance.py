"""Fair rolls from random bytes. Knows no button and no game."""

from wire.fields import DIRECTIONS


def below(count, random_bytes):
    """Return a whole number from 0 to `count` - 1 (count up to 256), each equally likely.

    `random_bytes(n)` gives n bytes of the hardware. Bytes at or above the last multiple of `count` are thrown
    away and drawn again: the rest of a division alone would favour the low numbers.
    """
    limit = 256 - 256 % count
    while True:
        byte = random_bytes(1)[0]
        if byte < limit:
            return byte % count


def roll(die, movement, random_bytes):
    """Return a face of a die of the wire: 1 … n, a direction of CMP, one of `movement`'s faces of MOV."""
    if die == "CMP":
        return DIRECTIONS[below(len(DIRECTIONS), random_bytes)]
    if die == "MOV":
        return movement[below(len(movement), random_bytes)]
    return 1 + below(int(die[1:]), random_bytes)
