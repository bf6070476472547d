"""MFRC522, a reader of NFC tags, over SPI. From NXP's data sheet (rev. 3.9) and ISO/IEC 14443-3 type A.

Owns the chip: which tags lie in its field. Knows no die. Several chips share a bus, each with its own chip
select. The field is on only while tags are read: chips beside each other do not disturb each other, and each
reading finds all tags anew, those that were put to sleep before too.
"""

import asyncio

# Registers (data sheet 9.2)
_COMMAND = 0x01
_COM_IRQ = 0x04
_ERROR = 0x06
_FIFO_DATA = 0x09
_FIFO_LEVEL = 0x0A
_BIT_FRAMING = 0x0D
_COLL = 0x0E
_MODE = 0x11
_TX_MODE = 0x12
_RX_MODE = 0x13
_TX_CONTROL = 0x14
_TX_ASK = 0x15
_MOD_WIDTH = 0x24
_RF_CFG = 0x26
_T_MODE = 0x2A
_T_PRESCALER = 0x2B
_T_RELOAD_HIGH = 0x2C
_T_RELOAD_LOW = 0x2D
_VERSION = 0x37

_IDLE = 0x00
_TRANSCEIVE = 0x0C
_SOFT_RESET = 0x0F

_FORCE_ASK = 0x40  # 100 % ASK, which type A needs
_FIELD_OFF = 0x80
_FIELD_ON = 0x83
_ANSWERED = 0x30  # RxIRq, IdleIRq
_TIMED_OUT = 0x01  # TimerIRq
_COLLISION = 0x08
_SPOILT = 0x13  # FIFO overflow, parity, protocol

_REQA = 0x26
_HALT = b"\x50\x00"
_SELECT = (0x93, 0x95, 0x97)  # cascade levels 1 to 3
_NOT_COMPLETE = 0x04  # in SAK: the number goes on at the next level

_GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}
_MOST_TAGS = 6


class Mfrc522:
    """One chip. Every method raises OSError when it does not answer as the data sheet says."""

    def __init__(self, spi, cs, gain_db=48, pause_ms=asyncio.sleep_ms):
        self._spi = spi
        self._cs = cs
        self._gain = _GAINS[gain_db]
        self._pause_ms = pause_ms

    async def start(self):
        """Reset the chip and set it up for type A at 106 kBd; the field stays off."""
        self._cs(1)
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(10):  # the oscillator starts (8.8.2); the bit PowerDown is 0 when it runs
            await self._pause_ms(5)
            if not self._read(_COMMAND) & 0x10:
                break
        for register, value in (
            (_TX_MODE, 0x00),
            (_RX_MODE, 0x00),
            (_MOD_WIDTH, 0x26),
            (_T_MODE, 0x80),  # the timer starts when a transmission ends
            (_T_PRESCALER, 0xA9),  # 13.56 MHz / (2 * 169 + 1) = 40 kHz
            (_T_RELOAD_HIGH, 0x00),
            (_T_RELOAD_LOW, 0xC8),  # 200 ticks: 5 ms; a tag answers within 0.1 ms
            (_TX_ASK, _FORCE_ASK),
            (_MODE, 0x3D),
            (_RF_CFG, self._gain | 0x08),  # its low bits are reserved and stay as a reset leaves them
            (_COLL, 0x00),  # bits after a collision are cleared
            (_TX_CONTROL, _FIELD_OFF),
        ):
            self._write(register, value)
        self._check()

    async def tags(self):
        """Return the numbers of the tags in the field, each in upper-case hex digits, in no special order."""
        self._check()
        found = []
        self._write(_TX_CONTROL, _FIELD_ON)
        try:
            await self._pause_ms(5)  # a tag is ready 5 ms after the field is there
            while len(found) < _MOST_TAGS and self._transceive(bytes([_REQA]), 7) is not None:
                number = self._take_one()
                if number is None:
                    break
                found.append("".join([f"{byte:02X}" for byte in number]))
                self._transceive(with_crc(_HALT))  # it is silent from now on, until the field was off
        finally:
            self._write(_TX_CONTROL, _FIELD_OFF)
        return found

    def _check(self):
        if self._read(_VERSION) in (0x00, 0xFF):
            raise OSError("no answer from the MFRC522: check plug and wires")
        if self._read(_TX_ASK) != _FORCE_ASK:
            raise OSError("the MFRC522 lost its settings: check plug and power")

    def _take_one(self):
        """Select one of the tags in the field; return its number of 4, 7 or 10 bytes, None if that failed."""
        number = b""
        for level in _SELECT:
            part = self._anticollision(level)
            answer = part and self._transceive(with_crc(bytes([level, 0x70]) + part))
            if not answer or answer[1] or len(answer[0]) != 3 or with_crc(answer[0][:1]) != answer[0]:
                return None
            if not answer[0][0] & _NOT_COMPLETE:
                return number + part[:4]
            number += part[1:4]  # the first byte is the cascade tag
        return None

    def _anticollision(self, level):
        """Return four bytes of a number and their check byte; where tags differ, the ones with a 1 win."""
        got = bytearray(5)
        known = 0  # bits of it that are sure
        for _ in range(33):
            full, rest = known >> 3, known & 7
            sent = bytes([level, 0x20 + (full << 4) + rest]) + got[: full + (rest > 0)]
            answer = self._transceive(sent, rest, rest)
            if answer is None or not answer[0] or full + len(answer[0]) > 5:
                return None
            data, collision = answer
            sure = (1 << rest) - 1
            got[full] = got[full] & sure | data[0] & ~sure & 0xFF
            for place in range(1, len(data)):
                got[full + place] = data[place]
            if not collision:
                whole = full + len(data) == 5 and got[0] ^ got[1] ^ got[2] ^ got[3] == got[4]
                return bytes(got) if whole else None
            if collision <= known:  # counted from the beginning of this answer, not of the number
                collision += known
            if collision > 32:
                return None
            place, bit = (collision - 1) >> 3, (collision - 1) & 7
            got[place] = got[place] & (1 << bit) - 1 | 1 << bit
            known = collision
        return None

    def _transceive(self, data, last_bits=0, align=0):
        """Send to the tags; return (answer, place of its first collision from 1 or 0), None for silence.

        `last_bits`: bits of the last byte that are sent, 0 for all; `align`: the bit where the answer begins.
        """
        framing = align << 4 | last_bits
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)  # clears all requests
        self._write(_FIFO_LEVEL, 0x80)  # empties the FIFO
        self._write(_FIFO_DATA, *data)
        self._write(_BIT_FRAMING, framing)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | framing)  # StartSend
        for _ in range(500):  # the chip's own timer ends it after 5 ms
            request = self._read(_COM_IRQ)
            if request & (_ANSWERED | _TIMED_OUT):
                break
        else:
            raise OSError("the MFRC522 does not finish: check plug and power")
        self._write(_BIT_FRAMING, 0x00)
        error = self._read(_ERROR)
        if not request & _ANSWERED or (error & _SPOILT and not error & _COLLISION):
            return None
        count = self._read(_FIFO_LEVEL)
        answer = self._read_fifo(count)
        if not error & _COLLISION:
            return answer, 0
        place = self._read(_COLL)
        if place & 0x20:  # CollPosNotValid: not within the first 32 bits
            return None
        return answer, (place & 0x1F) or 32

    def _write(self, register, *values):
        self._cs(0)
        self._spi.write(bytes((register << 1,) + values))
        self._cs(1)

    def _read(self, register):
        answer = bytearray(2)
        self._cs(0)
        self._spi.write_readinto(bytes((register << 1 | 0x80, 0)), answer)
        self._cs(1)
        return answer[1]

    def _read_fifo(self, count):
        answer = bytearray(count + 1)
        self._cs(0)
        self._spi.write_readinto(bytes([_FIFO_DATA << 1 | 0x80] * count + [0]), answer)
        self._cs(1)
        return bytes(answer[1:])


def with_crc(data):
    """Return data with its CRC_A (ISO/IEC 14443-3, 6.2.4), low byte first."""
    crc = 0x6363
    for byte in data:
        low = byte ^ crc & 0xFF
        low ^= low << 4 & 0xFF
        crc = crc >> 8 ^ low << 8 ^ low << 3 ^ low >> 4
    return bytes(data) + bytes([crc & 0xFF, crc >> 8])
