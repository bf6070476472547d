"""AS5600, a magnetic angle sensor, over I2C. From ams-OSRAM's data sheet (v1-06). Knows no compass.

A magnet of 6 mm that is magnetised across turns above the chip, 0.5 to 3 mm away. The chip's own zero and
range can be burnt once or thrice only, so they are left alone: the zero of the rose is in a file.
"""

ADDRESS = 0x36

_STATUS = 0x0B
_RAW_ANGLE = 0x0C
_AGC = 0x1A

_DETECTED = 0x20  # MD
_TOO_WEAK = 0x10  # ML: the gain is at its end
_TOO_STRONG = 0x08  # MH


class As5600:
    """The chip. After a reading, `warning` says when the magnet is badly placed; empty when all is well."""

    def __init__(self, i2c):
        self._i2c = i2c
        self.warning = ""

    def degrees(self):
        """Return the angle, 0 … 359.9; OSError when the chip does not answer or no magnet is there."""
        status = self._i2c.readfrom_mem(ADDRESS, _STATUS, 1)[0]
        if not status & _DETECTED:
            raise OSError("no magnet at the AS5600: put one 0.5 to 3 mm above it")
        high, low = self._i2c.readfrom_mem(ADDRESS, _RAW_ANGLE, 2)
        self.warning = ""
        if status & (_TOO_WEAK | _TOO_STRONG):
            gain = self._i2c.readfrom_mem(ADDRESS, _AGC, 1)[0]
            way = "nearer to" if status & _TOO_WEAK else "farther from"
            self.warning = f"put the magnet {way} the AS5600 (gain {gain})"
        return ((high & 0x0F) << 8 | low) * 360 / 4096
