"""The OLED model against luma's own devices, and against the data sheets where luma does not go."""

import itertools
import threading

import pytest
from luma.core.error import DeviceNotFoundError
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image, ImageDraw

from runeheart_hw.virtual.oled_model import OledModel

# field 18: luma still calls what leaves Pillow 14
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


def picture_of(size=(128, 64)):
    """A picture without any symmetry."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, 100, 63), fill=1)
    draw.rectangle((3, 40, 30, 50), fill=1)
    draw.text((60, 5), "Rune 7", fill=1)
    draw.point((127, 0), fill=1)
    draw.point((0, 63), fill=1)
    return image


def as_image(model):
    return Image.frombytes("1", (128, 64), model.picture())


@pytest.fixture(params=[("ssd1306", ssd1306), ("ssd1309", ssd1309), ("sh1106", sh1106)], ids=lambda p: p[0])
def chip(request):
    controller, device_class = request.param
    model = OledModel(controller)
    device = device_class(model)
    device.persist = True  # no exit hook that writes into a closed test
    return model, device


def flipped(image):
    return image.transpose(Image.Transpose.ROTATE_180)


def row_of(model, y):
    return int.from_bytes(model.picture()[16 * y : 16 * y + 16], "big")


def lit_chip(controller="ssd1306", *setup):
    """A model as a driver leaves it: upright, on, RAM empty, the pointer at the beginning."""
    model = OledModel(controller, noise=bytes)
    model.command(0x8D, 0x14, 0xA1, 0xC8, 0xAF, *setup)
    return model


class TestAgainstLuma:
    def test_what_luma_draws_is_what_the_glass_shows(self, chip):
        model, device = chip
        device.display(picture_of())
        assert model.picture() == picture_of().tobytes()

    def test_the_second_picture_replaces_the_first(self, chip):
        model, device = chip
        device.display(picture_of())
        other = flipped(picture_of())
        device.display(other)
        assert model.picture() == other.tobytes()

    def test_hide_makes_dark_and_show_brings_the_picture_back(self, chip):
        model, device = chip
        device.display(picture_of())
        device.hide()
        assert not any(model.picture())
        assert not model.lit
        device.show()
        assert model.picture() == picture_of().tobytes()

    def test_contrast(self, chip):
        model, device = chip
        device.contrast(0x11)
        assert model.contrast == 0x11

    def test_invert_and_all_on(self, chip):
        model, device = chip
        device.display(picture_of())
        device.command(0xA7)
        assert model.picture() == bytes(byte ^ 0xFF for byte in picture_of().tobytes())
        device.command(0xA5)
        assert set(model.picture()) == {0xFF}
        device.command(0xA4, 0xA6)
        assert model.picture() == picture_of().tobytes()

    def test_upside_down(self, chip):
        model, device = chip
        device.command(0xA0, 0xC0)
        device.display(picture_of())
        # SH1106 has 132 columns: the glass begins at the third from either end
        assert model.picture() == flipped(picture_of()).tobytes()

    def test_a_full_frame_costs_what_luma_sends(self):
        model = OledModel("ssd1306")
        device = ssd1306(model)
        device.persist = True
        before = model.bytes_written
        device.display(picture_of())
        # field 15: 1,024 of picture, 6 of commands, one control byte for each of the two transactions
        assert model.bytes_written - before == 1032

    def test_the_wrong_driver_shifts_the_picture(self):
        model = OledModel("sh1106")  # field 16: two columns
        device = sh1106(model, page_address_offset=0)
        device.persist = True
        device.display(picture_of())
        assert model.picture() != picture_of().tobytes()
        shifted = as_image(model).crop((0, 0, 126, 64))
        assert shifted.tobytes() == picture_of().crop((2, 0, 128, 64)).tobytes()


class TestDataSheet:
    def test_after_power_up_all_is_dark_and_ram_is_noise(self):
        model = OledModel()
        assert not any(model.picture())
        model.command(0x8D, 0x14, 0xAF)
        assert len(set(model.picture())) > 20

    def test_ssd1306_is_dark_without_its_charge_pump_and_ssd1309_has_none(self):
        for controller, shines in (("ssd1306", False), ("ssd1309", True), ("sh1106", True)):
            model = OledModel(controller)
            model.command(0xAF)
            assert model.lit is shines, controller

    def test_vertical_addressing_goes_down_the_pages_first(self):
        model = lit_chip("ssd1306", 0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3)
        model.data([0x01, 0x02, 0x03, 0x04])
        column_10, column_11 = 1 << (127 - 10), 1 << (127 - 11)
        assert row_of(model, 16) == column_10 | column_11  # 0x01, 0x03
        assert row_of(model, 17) == column_11  # 0x03
        assert row_of(model, 25) == column_10  # 0x02
        assert row_of(model, 26) == column_11  # 0x04
        model.data([0x80])  # wrapped to the beginning of the window
        assert row_of(model, 23) == column_10

    def test_horizontal_addressing_stays_in_its_window(self):
        model = lit_chip("ssd1306", 0x20, 0x00, 0x21, 126, 127, 0x22, 7, 7)
        model.data([0x80, 0x80, 0x40])
        assert row_of(model, 63) == 0b01
        assert row_of(model, 62) == 0b10

    def test_page_addressing_wraps_in_its_page(self):
        model = lit_chip("ssd1306", 0xB3, 0x0E, 0x17)  # page 3, column 0x7E
        model.data([1, 1, 1])
        assert row_of(model, 24) == 0b11 | 1 << 127
        assert sum(map(row_of, itertools.repeat(model), range(64))) == row_of(model, 24)

    def test_page_commands_do_nothing_in_horizontal_mode(self):
        model = lit_chip("ssd1306", 0x20, 0x00, 0xB5, 0x04)
        model.data([1])
        assert row_of(model, 0) == 1 << 127

    def test_sh1106_stops_at_its_last_column(self):
        model = lit_chip("sh1106", 0xB0, 0x00, 0x18)  # column 0x80
        model.data([1] * 10)
        assert row_of(model, 0) == 0b11  # columns 128 and 129 are visible, 130 and 131 are not

    def test_sh1106_knows_no_other_addressing(self):
        model = lit_chip("sh1106", 0x20)
        model.command(0xB1, 0x02, 0x10)
        model.data([0xFF])
        assert row_of(model, 8) == 1 << 127

    def test_start_line_and_offset_scroll_up(self):
        for command in ([0x40 | 5], [0xD3, 5]):
            model = lit_chip("ssd1306", 0xB0)
            model.data([0x20])  # row 5
            model.command(*command)
            assert row_of(model, 0) == 1 << 127, command
            assert row_of(model, 5) == 0

    def test_a_smaller_multiplex_leaves_rows_dark(self):
        model = lit_chip("ssd1306", 0xA8, 31, 0xA7)
        lit = [y for y in range(64) if row_of(model, y)]
        assert lit == list(range(32, 64))

    def test_ssd1306_remap_counts_for_later_data_only(self):
        model = lit_chip("ssd1306")
        model.data([1])
        model.command(0xA0)
        assert row_of(model, 0) == 1 << 127
        model.command(0x00, 0x10)
        model.data([1])
        assert row_of(model, 0) == 1 << 127 | 1

    def test_arguments_are_no_commands_and_may_come_later(self):
        model = lit_chip()
        model.command(0x81, 0xAE)  # a contrast, not "display off"
        model.command(0x26, 0, 0xAE, 0, 0xAE, 0, 0xFF)  # a scroll and its six arguments
        assert model.lit
        assert model.contrast == 0xAE
        model.command(0x81)
        model.command(0x10)
        assert model.contrast == 0x10

    def test_more_than_luma_sends_in_one_go_is_refused(self):
        with pytest.raises(ValueError, match="33 command bytes"):
            OledModel().command(*[0xE3] * 33)


class TestCable:
    def test_unplugged_it_fails_as_lumas_i2c_does(self):
        model = lit_chip()  # field 13
        model.unplug()
        assert not model.plugged
        with pytest.raises(DeviceNotFoundError, match="0x3C"):
            model.command(0xAF)
        with pytest.raises(OSError, match="121"):
            model.data([1])
        assert not any(model.picture())

    def test_plugged_in_again_it_starts_anew(self):
        model = lit_chip()
        model.data([1])
        model.unplug()
        model.plug()
        assert model.plugged
        assert not model.lit
        model.command(0x8D, 0x14, 0xAF)
        assert not any(model.picture())  # this model's noise is silence; the old pixel is gone

    def test_plugging_what_is_plugged_changes_nothing(self):
        model = lit_chip()
        model.plug()
        assert model.lit

    def test_every_change_is_told_and_counted(self):
        model = lit_chip()
        told = []
        model.watch(lambda: told.append(model.version))
        model.data([1])
        model.command(0xA7)
        model.unplug()
        model.plug()
        assert told == sorted(set(told))
        assert len(told) == 4
        model.watch(None)
        model.cleanup()
        model.data([1])
        assert len(told) == 4

    def test_reading_while_another_thread_writes_sees_whole_transactions(self):
        model = lit_chip("ssd1306", 0x20, 0x00)

        def write():
            for value in itertools.islice(itertools.cycle([0x00, 0xFF]), 60):
                model.data(bytes([value]) * 1024)

        writer = threading.Thread(target=write)
        writer.start()
        seen = [set(model.picture()) for _ in range(40)]
        writer.join(timeout=10)
        assert all(len(values) == 1 for values in seen)
