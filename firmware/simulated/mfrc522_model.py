"""An MFRC522 as its data sheet describes it, register by register, with type A tags in its field.

Owns no timing: what the chip does is done at once. `Chip.exchange_byte` is the SPI side, `Chip.tags` what
lies on it (ISO/IEC 14443-3).
"""

_RESET = {0x01: 0x20, 0x05: 0x00, 0x0E: 0x80, 0x11: 0x3F, 0x14: 0x80, 0x24: 0x26, 0x26: 0x48, 0x37: 0x92}


class Tag:
    """A tag: its number of 4, 7 or 10 bytes, and its state of ISO/IEC 14443-3, 6.3."""

    def __init__(self, number):
        self.number = number
        self._levels = _levels(number)
        self.power_off()

    def power_off(self):
        """No field: it forgets everything."""
        self._state = "idle"
        self._level = 0

    def hear(self, bits):
        """Take a frame, a list of bits; return the answer's bits, None for silence."""
        if len(bits) == 7:
            return self._short(_value(bits))
        data = _bytes(bits)
        if self._state == "ready":
            return self._ready(data, bits)
        if self._state == "active":
            self._state = "halt" if data == _with_crc(b"\x50\x00") else "idle"
        return None

    def _short(self, code):
        if (code == 0x26 and self._state == "idle") or (code == 0x52 and self._state in ("idle", "halt")):
            self._state = "ready"
            self._level = 0
            return _bits(bytes([{4: 0x04, 7: 0x44, 10: 0x84}[len(self.number)], 0x00]))
        if self._state != "halt":
            self._state = "idle"
        return None

    def _ready(self, data, bits):
        mine = self._levels[self._level]
        if len(data) < 2 or data[0] != (0x93, 0x95, 0x97)[self._level]:
            self._state = "idle"
            return None
        if data[1] == 0x70:
            return self._select(data, mine)
        known = bits[16:]
        if len(known) != (data[1] >> 4) * 8 - 16 + (data[1] & 7) or known != _bits(mine)[: len(known)]:
            return None
        return _bits(mine)[len(known) :]

    def _select(self, data, mine):
        if data != _with_crc(data[:2] + mine):
            self._state = "idle"
            return None
        self._level += 1
        is_whole = self._level == len(self._levels)
        if is_whole:
            self._state = "active"
        return _bits(_with_crc(b"\x00" if is_whole else b"\x04"))


class Chip:
    """The chip on its bus. `counts_absolutely`: a collision's place counts from the number's beginning."""

    def __init__(self, *, counts_absolutely=True):
        self.tags = []
        self.is_dead = False
        self.framed = 0  # exchanges with the field
        self._counts_absolutely = counts_absolutely
        self.power_on()

    def power_on(self):
        """Everything is as after a reset."""
        self._registers = bytearray(64)
        for register, value in _RESET.items():
            self._registers[register] = value
        self._fifo = bytearray()
        self._address = None
        self._waking = 2  # readings of CommandReg until the oscillator runs
        self._switch_off()

    def select(self, level):
        """The chip select pin has this level now: each transfer begins with an address."""
        self._address = None

    def exchange_byte(self, byte):
        """Take a byte and return the one that goes out meanwhile (data sheet 8.1.2)."""
        if self.is_dead:
            return 0xFF
        address = self._address
        if address is None:
            self._address = byte
            return 0
        if not address & 0x80:
            self._write(address >> 1, byte)
            return 0
        self._address = byte
        return self._read(address >> 1 & 0x3F)

    def _read(self, register):
        if register == 0x01 and self._waking:
            self._waking -= 1
            return self._registers[0x01] | 0x10
        if register == 0x09:
            if not self._fifo:
                return 0
            byte = self._fifo[0]
            self._fifo = self._fifo[1:]
            return byte
        return len(self._fifo) if register == 0x0A else self._registers[register]

    def _write(self, register, value):
        if register == 0x09:
            self._fifo.append(value)
        elif register == 0x0A:
            if value & 0x80:
                self._fifo = bytearray()
        elif register == 0x04:
            if value & 0x80:
                self._registers[0x04] |= value & 0x7F
            else:
                self._registers[0x04] &= ~value & 0x7F
        elif register == 0x01 and value & 0x0F == 0x0F:
            self.power_on()
        elif register != 0x37:
            self._registers[register] = value
        if register == 0x14 and value & 3 != 3:
            self._switch_off()
        if register == 0x0D and value & 0x80 and self._registers[0x01] & 0x0F == 0x0C:
            self._transceive(value & 7, value >> 4 & 7)

    def _switch_off(self):
        for tag in self.tags:
            tag.power_off()

    def _transceive(self, last_bits, align):
        sent = _bits(bytes(self._fifo))
        if last_bits:
            sent = sent[: len(sent) - 8 + last_bits]
        self._fifo = bytearray()
        self._registers[0x06] = 0
        self._registers[0x04] |= 0x40
        self.framed += 1
        answers = []
        if self._registers[0x14] & 3 == 3 and self._registers[0x15] & 0x40:
            answers = [answer for answer in [tag.hear(sent) for tag in self.tags] if answer]
        if not answers:
            if self._registers[0x2A] & 0x80 and (self._registers[0x2C] or self._registers[0x2D]):
                self._registers[0x04] |= 0x01
            return
        bits, place = _merged(answers)
        self._registers[0x0E] &= 0x80
        if place:
            known = len(sent) - 16 if len(sent) > 16 and self._counts_absolutely else 0
            self._registers[0x06] |= 0x08
            self._registers[0x0E] |= 0x20 if place + known > 32 else (place + known) & 0x1F
        self._fifo += _bytes([0] * align + bits)
        self._registers[0x0C] = (align + len(bits)) & 7
        self._registers[0x04] |= 0x20


def _merged(answers):
    """Return what several answers at once look like, and the place of their first collision from 1, or 0."""
    for place in range(len(answers[0])):
        if len({answer[place] for answer in answers}) > 1:
            cleared = [0] * (len(answers[0]) - place - 1)
            return answers[0][:place] + [1] + cleared, place + 1
    return answers[0], 0


def _levels(number):
    """Return what is sent at each cascade level: four bytes and their check byte."""
    parts = []
    while len(number) > 4:
        parts.append(b"\x88" + number[:3])
        number = number[3:]
    parts.append(number)
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]


def _with_crc(data):
    """Return data with its CRC_A, worked out bit by bit."""
    crc = 0x6363
    for bit in _bits(data):
        crc = crc >> 1 ^ (0x8408 if (crc ^ bit) & 1 else 0)
    return bytes(data) + bytes([crc & 0xFF, crc >> 8])


def _bits(data):
    return [byte >> place & 1 for byte in data for place in range(8)]


def _value(bits):
    return sum([bit << place for place, bit in enumerate(bits)])


def _bytes(bits):
    return bytes([_value(bits[begin : begin + 8]) for begin in range(0, len(bits), 8)])
