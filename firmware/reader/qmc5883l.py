"""QMC5883L, a magnetometer, over I2C. From QST's data sheet (1.0). Knows no heading.

Modules sold under this name may carry another chip: a QMC5883P (at 0x2C) or an HMC5883L (at 0x1E).
"""

import asyncio

ADDRESS = 0x0D

_DATA = 0x00  # x, y, z, each low byte first
_STATUS = 0x06
_CONTROL_1 = 0x09
_CONTROL_2 = 0x0A
_SET_RESET_PERIOD = 0x0B
_CHIP_ID = 0x0D

_READY = 0x01  # DRDY
_OVERFLOW = 0x02  # OVL
_SOFT_RESET = 0x80
_CONTINUOUS = 0x15  # OSR 512, range 8 gauss, 50 measurements a second, continuous
_PER_GAUSS = 3000  # at 8 gauss
_MOST_NOT_READY = 20


class Qmc5883l:
    """The chip. Every method raises OSError when it does not answer as the data sheet says."""

    def __init__(self, i2c, pause_ms=asyncio.sleep_ms):
        self._i2c = i2c
        self._pause_ms = pause_ms
        self._not_ready = 0

    async def start(self):
        """Reset the chip and let it measure."""
        self._write(_CONTROL_2, _SOFT_RESET)
        await self._pause_ms(5)
        if self._read(_CHIP_ID, 1)[0] != 0xFF:
            raise OSError("the chip at 0x0D is no QMC5883L")
        self._write(_SET_RESET_PERIOD, 0x01)
        self._write(_CONTROL_2, 0x00)
        self._write(_CONTROL_1, _CONTINUOUS)
        self._not_ready = 0

    def gauss(self):
        """Return the field (x, y, z) in gauss, None if there is no new measurement yet."""
        status = self._read(_STATUS, 1)[0]
        if status & _OVERFLOW:
            raise OSError("the field is too strong: take magnets away")
        if not status & _READY:
            self._not_ready += 1
            if self._not_ready > _MOST_NOT_READY or self._read(_CONTROL_1, 1)[0] != _CONTINUOUS:
                raise OSError("the QMC5883L lost its settings: check plug and power")
            return None
        self._not_ready = 0
        data = self._read(_DATA, 6)
        return tuple([_signed(data[place] | data[place + 1] << 8) / _PER_GAUSS for place in (0, 2, 4)])

    def _read(self, register, count):
        return self._i2c.readfrom_mem(ADDRESS, register, count)

    def _write(self, register, value):
        self._i2c.writeto_mem(ADDRESS, register, bytes([value]))


def _signed(word):
    return word - 0x10000 if word & 0x8000 else word
