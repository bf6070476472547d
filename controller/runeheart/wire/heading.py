"""The heading sentences that every compass sends: HDG, HDM and HDT of NMEA 0183. Knows no other message."""

from .fields import signed_tenths, tenths, tenths_of, tenths_text
from .message import Message


class HeadingSentence(Message):
    """Reader → host: a compass heading of NMEA 0183, 0 … 359.9 degrees, in tenths; 0 is north, clockwise.

    `kind` HDG: the magnetic heading (the sensor's, corrected by the deviation); HDM: magnetic; HDT: true.
    `variation`, of HDG only: degrees to add for true, east positive; None where it is not known.
    """

    def __init__(self, degrees: float, kind: str = "HDG", variation: float | None = None) -> None:
        if kind not in ("HDG", "HDM", "HDT"):
            raise ValueError(f"heading {kind!r}; expected HDG, HDM or HDT")
        self.kind = kind
        self._tenths = tenths_of(degrees)
        self.degrees = self._tenths / 10
        side = 0 if variation is None else tenths_of(abs(variation))
        self.variation = None if variation is None else (-side if variation < 0 else side) / 10
        self._text = self._fields(tenths_text(self._tenths))

    @classmethod
    def of(cls, fields: list[str]) -> "Message":
        """Return the message that its fields say, the formatter (`HDG`, `HDM`, `HDT`) first.

        NMEA 0183: an easterly deviation is added to the sensor's heading, a westerly one taken from it.
        """
        kind = fields[0]
        degrees = tenths(fields[1])
        if kind != "HDG":
            if fields[2] != kind[-1]:
                raise ValueError(f"reference {fields[2]!r} of {kind}; expected {kind[-1]}")
            return cls(degrees / 10, kind)
        magnetic = (degrees + signed_tenths(fields[2], fields[3])) % 3600
        variation = signed_tenths(fields[4], fields[5]) / 10 if fields[4] else None
        return cls(magnetic / 10, kind, variation)

    def body(self) -> str:
        """Return the sentence of a compass, `HCHDG,98.3,,,,` or `HCHDM,98.3,M` or `HCHDT,98.3,T`."""
        return self._text

    def _fields(self, degrees: str) -> str:
        if self.kind != "HDG":
            return f"HC{self.kind},{degrees},{self.kind[-1]}"
        if self.variation is None:
            return f"HCHDG,{degrees},,,,"
        side = "W" if self.variation < 0 else "E"
        return f"HCHDG,{degrees},,,{tenths_text(tenths_of(abs(self.variation)))},{side}"
