"""An AS5600 and a QMC5883L as their data sheets describe them, register by register, on an I2C bus."""

import math


class I2c:
    """The bus: chips by address. One that is missing or dead does not acknowledge: OSError 5."""

    def __init__(self, chips):
        self._chips = chips

    def readfrom_mem(self, address, register, count):
        """Read registers in a row."""
        chip = self._chip(address)
        return bytes([chip.read(register + place) for place in range(count)])

    def writeto_mem(self, address, register, data):
        """Write registers in a row."""
        chip = self._chip(address)
        for place, byte in enumerate(data):
            chip.write(register + place, byte)

    def _chip(self, address):
        chip = self._chips.get(address)
        if chip is None or chip.is_dead:
            raise OSError(5)
        return chip


class As5600Chip:
    """A magnet above the chip: its angle, and `pull`: 1 where it should be, more when nearer, 0 without."""

    address = 0x36

    def __init__(self):
        self.degrees = 0
        self.pull = 1
        self.is_dead = False

    def power_on(self):
        """Nothing is kept: the driver sets nothing."""

    def read(self, register):
        """Return a register."""
        raw = int(self.degrees % 360 * 4096 / 360 + 0.5) % 4096 if self.pull else 0
        gain = min(255, int(128 / self.pull)) if self.pull else 255
        status = 0x20 if self.pull else 0
        if self.pull < 0.5:
            status |= 0x10
        if self.pull > 2:
            status |= 0x08
        return {
            0x0B: status,
            0x0C: raw >> 8,
            0x0D: raw & 0xFF,
            0x0E: raw >> 8,
            0x0F: raw & 0xFF,
            0x1A: gain,
        }.get(register, 0)

    def write(self, register, byte):
        """Take a register; none of those that are written matters here."""


class Qmc5883lChip:
    """The chip in a `field` (x, y, z) in gauss. In continuous mode, reading the status measures anew."""

    address = 0x0D

    def __init__(self):
        self.field = (0.2, 0, -0.4)
        self.is_dead = False
        self.is_stalled = False  # measures no more
        self.power_on()

    def power_on(self):
        """Everything is as after a reset: standby."""
        self._registers = bytearray(16)
        self._registers[0x0D] = 0xFF

    def turn(self, degrees):
        """Turn the chip to a heading in a field of 0.2 gauss that points north, and 0.4 down."""
        angle = math.radians(degrees)
        self.field = (0.2 * math.cos(angle), 0.2 * math.sin(angle), -0.4)

    def read(self, register):
        """Return a register; reading the status measures, reading the last data byte takes that away."""
        if register == 0x06 and self._registers[0x09] & 3 == 1 and not self.is_stalled:
            self._measure()
        value = self._registers[register]
        if register == 0x05:
            self._registers[0x06] &= ~0x01
        return value

    def write(self, register, byte):
        """Take a register."""
        if register == 0x0A and byte & 0x80:
            self.power_on()
        elif register in (0x09, 0x0A, 0x0B):
            self._registers[register] = byte

    def _measure(self):
        is_wide = self._registers[0x09] & 0x30 == 0x10
        per_gauss, most = (3000, 8) if is_wide else (12000, 2)
        overflow = False
        for axis, gauss in enumerate(self.field):
            overflow = overflow or abs(gauss) > most
            word = int(max(-most, min(most, gauss)) * per_gauss + (0.5 if gauss > 0 else -0.5)) & 0xFFFF
            self._registers[2 * axis] = word & 0xFF
            self._registers[2 * axis + 1] = word >> 8
        self._registers[0x06] = 0x01 | (0x02 if overflow else 0)
