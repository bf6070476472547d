"""The drivers of the AS5600 and the QMC5883L against models of their registers."""

import asyncio

from bench import raises

from as5600 import As5600
from i2c_models import As5600Chip, I2c, Qmc5883lChip
from qmc5883l import Qmc5883l


def dial():
    chip = As5600Chip()
    return chip, As5600(I2c({chip.address: chip}))


def magnetometer():
    chip = Qmc5883lChip()
    driver = Qmc5883l(I2c({chip.address: chip}))
    asyncio.run(driver.start())
    return chip, driver


def check_the_dial_gives_its_angle(_):
    chip, driver = dial()
    for degrees in (0, 0.1, 59.9, 90, 180, 270.5, 359.9):
        chip.degrees = degrees
        assert abs(driver.degrees() - degrees) < 0.05, (driver.degrees(), degrees)
        assert driver.warning == ""
    assert 0 <= driver.degrees() < 360


def check_the_dial_tells_of_its_magnet(_):
    chip, driver = dial()
    chip.pull = 0.3
    driver.degrees()
    assert driver.warning == "put the magnet nearer to the AS5600 (gain 255)"
    chip.pull = 3
    driver.degrees()
    assert driver.warning == "put the magnet farther from the AS5600 (gain 42)"
    chip.pull = 1
    driver.degrees()
    assert driver.warning == ""
    chip.pull = 0
    assert "no magnet" in raises(OSError, driver.degrees)


def check_a_dial_that_is_not_there(_):
    chip, driver = dial()
    chip.is_dead = True
    assert "5" in raises(OSError, driver.degrees)


def check_the_magnetometer_gives_gauss(_):
    chip, driver = magnetometer()
    for field in ((0.2, -0.1, 0.4), (-0.5, 0.0003, 0), (7.9, -7.9, 0)):
        chip.field = field
        for got, wanted in zip(driver.gauss(), field):
            assert abs(got - wanted) < 0.0004, (got, wanted)


def check_the_magnetometer_is_set_up_as_the_data_sheet_says(_):
    chip, _ = magnetometer()
    control = chip._registers[0x09]
    assert control & 0x03 == 0x01, "continuous"
    assert control >> 2 & 3 == 1, "50 Hz"
    assert control >> 4 & 3 == 1, "8 gauss"
    assert control >> 6 == 0, "512 samples"
    assert chip._registers[0x0B] == 0x01, "set and reset period"


def check_no_new_measurement_is_none(_):
    chip, driver = magnetometer()
    driver.gauss()
    chip.is_stalled = True
    assert driver.gauss() is None
    for _ in range(19):
        driver.gauss()
    assert "lost its settings" in raises(OSError, driver.gauss)


def check_a_magnetometer_that_lost_its_power(_):
    chip, driver = magnetometer()
    chip.power_on()
    assert "lost its settings" in raises(OSError, driver.gauss)
    asyncio.run(driver.start())
    assert driver.gauss() is not None


def check_a_field_that_is_too_strong(_):
    chip, driver = magnetometer()
    chip.field = (9, 0, 0)
    assert raises(OSError, driver.gauss) == "the field is too strong: take magnets away"


def check_another_chip_at_its_address(_):
    chip = Qmc5883lChip()
    chip.power_on = lambda: None
    chip._registers[0x0D] = 0x00
    driver = Qmc5883l(I2c({chip.address: chip}))
    assert raises(OSError, driver.start) == "the chip at 0x0D is no QMC5883L"
