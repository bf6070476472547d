"""The driver of the MFRC522 against a model of its registers and of tags of ISO/IEC 14443-3."""

import asyncio

from bench import PAUSES, raises

from board import Pin, Spi
from mfrc522 import Mfrc522, with_crc
from mfrc522_model import Chip, Tag


def reader(*chips):
    pins = [Pin(1, chip.select) for chip in chips]
    spi = Spi(list(zip(chips, pins)))
    return [Mfrc522(spi, pin) for pin in pins]


def started(chip):
    driver = reader(chip)[0]
    asyncio.run(driver.start())
    return driver


def read(driver):
    return sorted(asyncio.run(driver.tags()))


def lie(chip, *numbers):
    chip.tags = [Tag(bytes.fromhex(number)) for number in numbers]


def check_crc_is_that_of_the_standard(_):
    assert with_crc(b"\x50\x00") == b"\x50\x00\x57\xcd"  # HLTA
    assert with_crc(b"\x00\x00") == b"\x00\x00\xa0\x1e"  # ISO/IEC 14443-3, annex B
    assert with_crc(b"\x12\x34") == b"\x12\x34\x26\xcf"


def check_it_is_set_up_as_the_data_sheet_says(_):
    chip = Chip()
    started(chip)
    registers = chip._registers
    assert registers[0x15] == 0x40  # 100 % ASK
    assert registers[0x11] & 0x03 == 0x01  # CRC preset 6363h
    assert registers[0x26] == 0x78  # 48 dB; the reserved bits as after a reset
    assert registers[0x2A] & 0x80
    ticks = (registers[0x2C] << 8 | registers[0x2D]) * (
        2 * ((registers[0x2A] & 15) << 8 | registers[0x2B]) + 1
    )
    assert 4 < ticks / 13560 < 6  # milliseconds
    assert registers[0x0E] & 0x80 == 0, "bits after a collision are cleared"
    assert registers[0x14] & 3 == 0, "the field is off"


def check_an_empty_pad_has_no_tags(_):
    assert read(started(Chip())) == []


def check_numbers_of_all_lengths(_):
    chip = Chip()
    driver = started(chip)
    for number in ("12345678", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6A7B8C9", "FFFFFFFF", "00000000"):
        lie(chip, number)
        assert read(driver) == [number]


def check_several_tags_at_once(_):
    chip = Chip()
    driver = started(chip)
    for several in (
        ("12345678", "12345679"),
        ("12345678", "92345678"),
        ("00000000", "FFFFFFFF"),
        ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7"),
        ("04A1B2C3D4E5F6", "12345678"),
        ("04A1B2C3D4E5F6", "05A1B2C3D4E5F6", "04A1B2C3D4E576", "12345678"),
        ("01000000", "02000000", "04000000", "08000000", "10000000", "20000000"),
    ):
        lie(chip, *several)
        assert read(driver) == sorted(several)


def check_a_chip_that_counts_collisions_from_its_answer(_):
    chip = Chip(counts_absolutely=False)
    driver = started(chip)
    for several in (
        ("12345678", "12345679"),
        ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7"),
        ("00000000", "FFFFFFFF"),
        ("00000000", "10000000", "50000000"),  # the fifth bit, and then the second of what is left
    ):
        lie(chip, *several)
        assert read(driver) == sorted(several)


def check_a_tag_is_found_at_every_reading(_):
    chip = Chip()
    driver = started(chip)
    lie(chip, "12345678", "04A1B2C3D4E5F6")
    for _ in range(5):
        assert read(driver) == ["04A1B2C3D4E5F6", "12345678"]
        assert chip._registers[0x14] & 3 == 0, "the field is off in between"


def check_it_waits_until_tags_are_ready(_):
    driver = started(Chip())
    PAUSES.clear()
    read(driver)
    assert sum(PAUSES) >= 5


def check_chips_on_one_bus_do_not_mix(_):
    one, other = Chip(), Chip()
    first, second = reader(one, other)
    asyncio.run(first.start())
    asyncio.run(second.start())
    lie(one, "12345678")
    lie(other, "87654321")
    assert read(first) == ["12345678"]
    assert read(second) == ["87654321"]
    one.is_dead = True
    assert "no answer" in raises(OSError, first.tags)
    assert read(second) == ["87654321"]


def check_a_chip_that_is_not_there(_):
    chip = Chip()
    chip.is_dead = True
    assert raises(OSError, reader(chip)[0].start) == "no answer from the MFRC522: check plug and wires"


def check_a_chip_that_lost_its_power(_):
    chip = Chip()
    driver = started(chip)
    chip.power_on()
    assert "lost its settings" in raises(OSError, driver.tags)
    lie(chip, "12345678")
    asyncio.run(driver.start())
    assert read(driver) == ["12345678"]


def check_a_chip_that_never_ends_is_given_up(_):
    chip = Chip()
    driver = started(chip)
    chip._registers[0x2A] = 0  # the timer is lost
    assert "does not finish" in raises(OSError, driver.tags)
    assert chip._registers[0x14] & 3 == 0, "the field is off after a failure, too"


def check_an_answer_that_is_damaged_is_no_tag(_):
    for damaged in (_BadCheckByte, _BadCrc, _TooLong):
        chip = Chip()
        driver = started(chip)
        chip.tags = [damaged(bytes.fromhex("12345678"))]
        assert read(driver) == []


def check_a_spoilt_frame_is_no_tag(_):
    chip = _Spoilt()
    driver = started(chip)
    lie(chip, "12345678")
    assert read(driver) == []


class _Spoilt(Chip):
    def _transceive(self, last_bits, align):
        super()._transceive(last_bits, align)
        self._registers[0x06] |= 0x02  # parity


class _BadCheckByte(Tag):
    def hear(self, bits):
        answer = super().hear(bits)
        if answer and len(answer) == 40:
            answer[-1] ^= 1
        return answer

    def _select(self, data, mine):
        return super()._select(mine and with_crc(data[:2] + mine), mine)  # as if it were its own


class _BadCrc(Tag):
    def hear(self, bits):
        answer = super().hear(bits)
        if answer and len(answer) == 24:
            answer[-1] ^= 1
        return answer


class _TooLong(Tag):
    def hear(self, bits):
        answer = super().hear(bits)
        return answer + [0] * 16 if answer and len(answer) == 40 else answer
