"""Opening the screen's bus: I2C and SPI through luma, and the SPI lines over gpiozero instead of RPi.GPIO."""

import sys
import types

import pytest

from runeheart_hw.chip import PinsError
from runeheart_hw.devices import open_devices
from runeheart_hw.oled_link import link_opener, trouble
from runeheart_hw.oled_pages import PICTURE_BYTES
from runeheart_hw.oled_painter import OledPainter
from runeheart_hw.pins import make_factory
from runeheart_hw.profile import OledPart, load_profile
from runeheart_hw.virtual.oled_model import OledModel

SPI = OledPart(controller="ssd1309", bus="spi", dc=16, reset=4)


@pytest.fixture
def factory():
    factory = make_factory("mock")
    yield factory
    factory.close()


def claim(_name, _gpio, build):
    return build()


class FakeSpi:
    """spidev's few calls; what is written goes to a model, as the D/C line says."""

    def __init__(self, model, dc):
        self.model, self.dc, self.opened, self.closed = model, dc, None, False

    def open(self, port, device):
        self.opened = (port, device)

    def writebytes(self, data):
        (self.model.data if self.dc.state else lambda data: self.model.command(*data))(data)

    def close(self):
        self.closed = True


def with_spidev(monkeypatch, spi):
    module = types.ModuleType("spidev")
    module.SpiDev = lambda: spi
    monkeypatch.setitem(sys.modules, "spidev", module)


def test_a_screen_on_spi_is_driven_without_rpi_gpio(monkeypatch, factory):  # luma.core #268
    model, resets = OledModel("ssd1309"), []
    open_link, release = link_opener(SPI, factory, claim)
    dc, reset = factory.pin(16), factory.pin(4)
    reset_state = reset._change_state
    reset._change_state = lambda value: resets.append(value) or reset_state(value)
    spi = FakeSpi(model, dc)
    with_spidev(monkeypatch, spi)
    painter = OledPainter(SPI, open_link)
    painter.paint(b"\xff" * PICTURE_BYTES, 0)
    assert painter.alert is None
    assert model.picture() == b"\xff" * PICTURE_BYTES
    assert (spi.opened, spi.max_speed_hz) == ((0, 0), 8_000_000)
    assert resets == [False, True]
    assert not any(name.startswith("RPi") for name in sys.modules if sys.modules[name] is None)
    painter.close()
    assert spi.closed
    release()
    assert (dc.function, reset.function) == ("input", "input")


def test_a_missing_spidev_is_told(monkeypatch, factory):
    monkeypatch.setitem(sys.modules, "spidev", None)
    open_link, release = link_opener(SPI, factory, claim)
    painter = OledPainter(SPI, open_link)
    painter.paint(bytes(PICTURE_BYTES), 0)
    assert painter.alert.startswith("the screen needs the library spidev")
    release()


def test_a_screen_on_spi_without_reset_wire(monkeypatch, factory):
    part = OledPart(controller="ssd1306", bus="spi", dc=16)
    model = OledModel()
    open_link, release = link_opener(part, factory, claim)
    with_spidev(monkeypatch, FakeSpi(model, factory.pin(16)))
    painter = OledPainter(part, open_link)
    painter.paint(bytes(PICTURE_BYTES), 0)
    assert model.lit
    painter.close()
    release()


def test_the_lines_of_a_screen_on_spi_are_claimed_by_name(factory):
    from gpiozero import OutputDevice

    holder = OutputDevice(16, pin_factory=factory)
    profile, problems = load_profile("pi-default", {"oled": {"bus": "spi", "port": 0, "dc": 16}})
    assert problems == []
    with pytest.raises(PinsError, match=r"oled.dc: GPIO 16 \(header pin 36\) is in use"):
        open_devices(profile, factory=factory, clock=None)
    holder.close()


def test_a_bus_that_is_not_there_is_told():
    part = OledPart(controller="ssd1306", port=31)
    open_link, _release = link_opener(part, None, claim)
    painter = OledPainter(part, open_link)
    painter.paint(bytes(PICTURE_BYTES), 0)
    assert "/dev/i2c-31" in painter.alert


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("DeviceNotFoundError", "I2C device not found on address: 0x3C", "does not answer"),
        ("DeviceNotFoundError", "I2C device not found: /dev/i2c-1", "enable I2C"),
        ("DevicePermissionError", "I2C device permission denied: /dev/i2c-1", "group i2c"),
    ],
)
def test_lumas_errors_become_sentences(name, text, words):
    import luma.core.error

    assert words in str(trouble(OledPart(controller="ssd1306"), getattr(luma.core.error, name)(text)))
