"""A pad that dice with NFC tags lie on: the tag below, which the chip reads, tells the face, as taught.

Owns when a die lies still, and that it is told once. Knows the chip's driver; dice and rolls are the app's.
"""

from mfrc522 import Mfrc522

_GONE_MS = 300  # a tag at the edge of the field is missed now and then


class _Seen:
    def __init__(self, now_ms):
        self.since_ms = now_ms
        self.last_ms = now_ms
        self.is_told = False


class Pad:
    """One pad. Several dice may lie on it; two faces of one die at once are none."""

    period_ms = 100

    def __init__(self, name, desk, spi, cs, gain_db, dice):
        self.name = name
        self.dice = dice
        self.warning = ""
        self._desk = desk
        self._spi = spi
        self._cs = cs
        self._gain_db = gain_db
        self._chip = None
        self._seen = {}

    async def start(self):
        """Open the bus and set the chip up."""
        self._chip = Mfrc522(self._spi(), self._cs, self._gain_db)
        await self._chip.start()

    def lost(self):
        """Nothing to forget: what was told stays told while it lies there."""

    async def poll(self, now_ms):
        """Read the tags; a face that lay still for the settle time is rolled, or taught."""
        async with self._desk.field:  # one field at a time
            tags = await self._chip.tags()
        for tag in tags:
            if tag in self._seen:
                self._seen[tag].last_ms = now_ms
            else:
                self._seen[tag] = _Seen(now_ms)
        for tag in list(self._seen):
            if now_ms - self._seen[tag].last_ms > _GONE_MS:
                del self._seen[tag]
        self.warning = ""
        for tag, seen in self._seen.items():
            if seen.last_ms - seen.since_ms >= self._desk.settle_ms:
                self._settled(tag, seen, seen.last_ms == now_ms)

    def _settled(self, tag, seen, is_here):
        if self._desk.tags.is_teaching:
            if is_here and not seen.is_told:
                try:
                    seen.is_told = self._desk.taught(tag)
                except ValueError as error:
                    self.warning = str(error)
            return
        known = self._desk.tags.find(tag)
        if known is None:
            self.warning = f"tag {tag} is not known: teach the die"
        elif is_here and self._is_torn(tag, seen, known):
            self.warning = f"two faces of one {known[0]} are read: move the die a little"
        elif is_here and not seen.is_told:
            seen.is_told = True
            self._desk.rolled(known[0], known[2])

    def _is_torn(self, tag, seen, known):
        """Tell whether another face of the same die was read since this one came."""
        for other, its in self._seen.items():
            entry = self._desk.tags.find(other)
            if other != tag and its.last_ms >= seen.since_ms and entry is not None and entry[:2] == known[:2]:
                return True
        return False
