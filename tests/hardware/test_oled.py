"""The OLED driver on a model of its controller: what the glass shows, and what a pulled cable does."""

import errno
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from runeheart.runtime.clock import ManualClock, SystemClock
from runeheart_hw.oled import NoDisplay, OledDisplay
from runeheart_hw.oled_pages import PAGES, PICTURE_BYTES, pack
from runeheart_hw.oled_painter import REPAINT_MS, RETRY_MS, OledPainter
from runeheart_hw.profile import OledPart
from runeheart_hw.virtual.oled_model import OledModel
from support.hands import Words, draw, until_now

MS = 1_000_000
CONTROLLERS = ("ssd1306", "ssd1309", "sh1106")
BLANK = bytes(PICTURE_BYTES)


def rows(packed):
    """Return a packed picture as rows, which is what the model's glass shows."""
    picture = Image.new("1", (128, 64))
    for at, byte in enumerate(packed):
        for bit in range(8):
            if byte >> bit & 1:
                picture.putpixel((at % 128, at // 128 * 8 + bit), 1)
    return picture.tobytes()


class Frail:
    """A link that fails at a byte: the cable comes off in the midst of a transfer."""

    def __init__(self, model, left):
        self.model, self.left = model, left

    def spend(self, count):
        if count > self.left:
            self.model.unplug()
        self.left -= count

    def command(self, *commands):
        self.spend(1 + len(commands))
        self.model.command(*commands)

    def data(self, data):
        if 1 + len(data) > self.left > 0:
            self.model.data(data[: self.left])  # this much still arrived
        self.spend(1 + len(data))
        self.model.data(data)

    def cleanup(self):
        self.model.cleanup()


def painter_on(link, controller="ssd1306"):
    return OledPainter(OledPart(controller=controller), lambda: link)


@pytest.mark.parametrize("controller", CONTROLLERS)
@settings(max_examples=15)
@given(frames=st.lists(st.binary(min_size=PICTURE_BYTES, max_size=PICTURE_BYTES), min_size=1, max_size=4))
def test_the_glass_shows_the_picture_after_every_frame(controller, frames):
    model = OledModel(controller)
    painter = painter_on(model, controller)
    for number, packed in enumerate(frames):
        painter.paint(packed, number * MS)
        assert model.lit
        assert model.picture() == rows(packed)
    assert painter.bytes_sent == model.bytes_written


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_the_glass_is_dark_until_its_first_picture_is_whole(controller):
    model = OledModel(controller)
    seen = []
    model.watch(lambda: seen.append(model.lit and model.picture()))
    wanted = pack(draw(Words(("4:00",))))
    painter_on(model, controller).paint(wanted, 0)
    assert [picture for picture in seen if picture] == [rows(wanted)]


@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("left", [0, 1, 5, 20, 33, 60, 100, 500, 1000, 1100, 1130])
def test_it_comes_back_whatever_byte_the_cable_came_off_at(controller, left):  # field 3.6
    model = OledModel(controller)
    link = Frail(model, left)
    painter = painter_on(link, controller)
    first, second = pack(draw(Words(("3:59",)))), pack(draw(Words(("3:58",))))
    painter.paint(first, 0)
    painter.paint(second, 1 * MS)
    if model.plugged:
        model.unplug()
        painter.paint(first, 2 * MS)
    assert "does not answer at address 0x3C of /dev/i2c-1" in painter.alert
    model.plug()
    link.left = 1_000_000
    painter.paint(first, 40_000 * MS)
    assert model.picture() == rows(first)
    assert painter.alert is None
    assert painter.returns == 1


def test_tries_grow_rarer_up_to_half_a_minute():
    model = OledModel()
    model.unplug()
    painter = painter_on(model)
    now_ns, waits_ms = 0, []
    for _ in range(8):
        waits_ms.append(painter.paint(BLANK, now_ns) // MS)
        assert painter.paint(BLANK, now_ns + 1) == waits_ms[-1] * MS - 1  # not due: nothing is tried
        now_ns += waits_ms[-1] * MS
    assert waits_ms == [*RETRY_MS, 30_000, 30_000]
    assert model.bytes_written == 0


def test_after_a_return_the_next_loss_is_tried_soon_again():
    model = OledModel()
    painter = painter_on(model)
    model.unplug()
    painter.paint(BLANK, 0)
    painter.paint(BLANK, 1_000 * MS)
    model.plug()
    painter.paint(BLANK, 3_000 * MS)
    model.unplug()
    assert painter.paint(b"\1" * PICTURE_BYTES, 4_000 * MS) == RETRY_MS[0] * MS


def test_lumas_own_exit_hook_does_not_write_beside_the_worker():
    model = OledModel()
    painter = painter_on(model)
    painter.paint(BLANK, 0)
    written = model.bytes_written
    painter._device.cleanup()
    assert model.bytes_written == written


def test_failed_tries_make_no_new_luma_device(monkeypatch):  # luma.oled leaks 331 kB for each
    import luma.core.device

    made = []
    real = luma.core.device.atexit.register
    monkeypatch.setattr(luma.core.device.atexit, "register", lambda hook: made.append(1) or real(hook))
    model = OledModel()
    painter = painter_on(model)
    for second in range(100):
        (model.unplug if second % 2 else model.plug)()
        painter.paint(bytes([second % 2]) * PICTURE_BYTES, second * 31_000 * MS)
    assert painter.returns > 10
    assert made == [1]


def painted_anew(painter, wanted, now_ms):
    """Call the painter as its worker does, until it wants to rest; return for how many ms."""
    while (rest_ns := painter.paint(wanted, now_ms * MS)) == 0:
        pass
    return rest_ns // MS


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_a_repaint_heals_a_picture_that_noise_has_changed_without_a_blink(controller):
    model = OledModel(controller)
    painter = painter_on(model, controller)
    wanted = pack(draw(Words(("4:00",))))
    assert painter.paint(wanted, 0) == REPAINT_MS * MS
    model.command(0xB2, 0x00, 0x11, 0xA7, 0xC0)  # inverted and upside down
    model.data([0xFF] * 20)
    assert painter.paint(wanted, 1000 * MS) == (REPAINT_MS - 1000) * MS
    assert model.picture() != rows(wanted)
    dark = []
    model.watch(lambda: dark.append(not model.lit))
    assert painted_anew(painter, wanted, REPAINT_MS) == REPAINT_MS
    assert model.picture() == rows(wanted)
    assert not any(dark)


@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("lost_ms", [1, 1500, REPAINT_MS, REPAINT_MS + 3])
def test_power_that_fails_between_two_writes_is_healed_within_ten_seconds(controller, lost_ms):
    """No transfer failed, so nothing tells of it: the chip began anew, dark, its RAM full of noise."""
    model = OledModel(controller)
    painter = painter_on(model, controller)
    pictures = [pack(draw(Words((f"3:{second}",)))) for second in range(59, 29, -1)]
    due_ms, lost, healed_ms = 0, False, None
    for now_ms in range(30_000):
        if now_ms == lost_ms:
            model.unplug()
            model.plug()
            lost = True
        if now_ms % 1000 and now_ms < due_ms:
            continue
        wanted = pictures[now_ms // 1000]
        due_ms = now_ms + max(painter.paint(wanted, now_ms * MS) // MS, 1)
        right = model.lit and model.picture() == rows(wanted)
        assert not model.lit or right or lost_ms > REPAINT_MS  # noise shows only of a loss amid a repaint
        if lost and right and healed_ms is None:
            healed_ms = now_ms - lost_ms
    assert healed_ms <= 10_000
    assert painter.alert is None


@pytest.mark.parametrize("page", range(PAGES))
def test_power_that_fails_in_the_midst_of_a_repaint_is_healed_by_the_next(page):
    model = OledModel()
    painter = painter_on(model)
    wanted = pack(draw(Words(("4:00",))))
    painter.paint(wanted, 0)
    for _ in range(page + 1):
        painter.paint(wanted, REPAINT_MS * MS)
    model.unplug()
    model.plug()
    painted_anew(painter, wanted, REPAINT_MS)
    painted_anew(painter, wanted, 2 * REPAINT_MS)
    assert model.picture() == rows(wanted)


def test_a_new_picture_waits_for_one_page_of_a_repaint_at_most():
    model = OledModel()
    painter = painter_on(model)
    first, second = pack(draw(Words(("4:00",)))), pack(draw(Words(("3:59",))))
    painter.paint(first, 0)
    assert painter.paint(first, REPAINT_MS * MS) == 0
    assert painter.paint(second, REPAINT_MS * MS) == 0
    assert model.picture() == rows(second)
    painted_anew(painter, second, REPAINT_MS)
    assert model.picture() == rows(second)


def test_a_plug_pulled_in_the_midst_of_a_repaint_begins_it_anew():
    model = OledModel()
    painter = painter_on(model)
    wanted = pack(draw(Words(("4:00",))))
    painter.paint(wanted, 0)
    painter.paint(wanted, REPAINT_MS * MS)
    model.unplug()
    painter.paint(wanted, REPAINT_MS * MS)
    model.plug()
    painted_anew(painter, wanted, REPAINT_MS + 1000)
    model.command(0xA7)  # the set-up comes with the next repaint, from its first page on
    painted_anew(painter, wanted, 2 * REPAINT_MS + 1000)
    assert model.picture() == rows(wanted)


def test_repaints_cost_nine_kilobytes_a_minute():
    model = OledModel()
    painter = painter_on(model)
    painter.paint(BLANK, 0)
    before = model.bytes_written
    for second in range(1, 61):
        painted_anew(painter, BLANK, second * 1000)
    assert 6_000 < model.bytes_written - before < 9_000  # 100 kHz carries 660,000


def test_contrast_is_the_profiles():
    model = OledModel()
    OledPainter(OledPart(controller="ssd1306", contrast=7), lambda: model).paint(BLANK, 0)
    assert model.contrast == 7


def test_closing_switches_the_glass_off_and_nothing_is_written_after_it():
    model = OledModel()
    painter = painter_on(model)
    painter.paint(b"\xff" * PICTURE_BYTES, 0)
    painter.close()
    assert not model.lit
    written = model.bytes_written
    painter._device.cleanup()  # luma's own exit hook
    assert model.bytes_written == written


def test_closing_a_screen_that_is_away_is_quiet():
    model = OledModel()
    painter = painter_on(model)
    painter.paint(BLANK, 0)
    model.unplug()
    painter.close()


# The thread around it


def display_on(model, clock=None, draw=draw, **part):
    return OledDisplay(OledPart(controller="ssd1306", **part), lambda: model, clock or SystemClock(), draw)


def test_the_worker_shows_the_latest_screen_and_sleeps():
    model = OledModel()
    display = display_on(model)
    for second in range(60):
        display.show(Words((f"0:{second:02d}",)))
    wanted = draw(Words(("0:59",))).tobytes()
    until_now(lambda: model.picture() == wanted)
    version = model.version
    display.show(Words(("0:59",)))
    display.close()
    assert model.version == version + 1  # only the switching off
    assert not model.lit


def test_rotated_half_a_turn():
    model = OledModel()
    display = display_on(model, rotate=180)
    display.show(Words(("UP",)))
    wanted = draw(Words(("UP",))).transpose(Image.Transpose.ROTATE_180).tobytes()
    until_now(lambda: model.picture() == wanted)
    display.close()


def test_an_absent_screen_is_an_alert_and_holds_nobody():
    model = OledModel()
    model.unplug()
    display = display_on(model)
    display.show(Words(("4:00",)))
    until_now(lambda: display.health().alert)
    assert display.health().device == "display"
    display.close()


def test_a_screen_that_cannot_be_drawn_is_told_and_the_next_one_is_shown(caplog):
    def clumsy(screen):
        if screen.words == ("bad",):
            raise KeyError("a mistake of ours")
        return draw(screen)

    model = OledModel()
    display = display_on(model, draw=clumsy)
    display.show(Words(("bad",)))
    until_now(lambda: display.health().alert)
    assert "could not be drawn" in display.health().alert
    display.show(Words(("good",)))
    until_now(lambda: model.picture() == draw(Words(("good",))).tobytes())
    assert display.health().alert is None
    display.close()
    assert caplog.text.count("could not be drawn") == 1


def test_a_bus_that_hangs_does_not_hold_the_exit(caplog):
    let_go, asked = threading.Event(), threading.Event()

    class Hanging(OledModel):
        def command(self, *commands):
            asked.set()
            let_go.wait(10)

    display = display_on(Hanging())
    display.show(Words(("4:00",)))
    assert asked.wait(5)
    display.close()
    assert "hangs" in caplog.text
    let_go.set()
    display._worker.join(5)
    assert not display._worker.is_alive()


def test_the_clock_is_the_one_that_was_given():
    clock = ManualClock()
    model = OledModel()
    model.unplug()
    display = display_on(model, clock)
    display.show(Words(("1",)))
    until_now(lambda: display.health().alert)
    model.plug()
    clock.advance_ms(999)
    display.show(Words(("2",)))
    clock.advance_ms(1)
    display.show(Words(("3",)))
    until_now(lambda: model.picture() == draw(Words(("3",))).tobytes())
    display.close()


def test_a_board_without_a_screen_shows_nothing_and_is_well():
    display = NoDisplay()
    display.show(Words(("4:00",)))
    assert display.health().alert is None
    display.close()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENODEV, "enable I2C"),
        (errno.EREMOTEIO, "does not answer"),
        (errno.EIO, "does not answer"),
        (errno.ETIMEDOUT, "SDA or SCL is held low"),
        (errno.EACCES, "group i2c"),
        (errno.ENOENT, "enable I2C"),
        (errno.ENOMEM, "cannot be written"),
    ],
)
def test_errors_become_sentences(number, words):
    def broken():
        raise OSError(number, "from the kernel", "/dev/i2c-1")

    painter = OledPainter(OledPart(controller="ssd1306"), broken)
    painter.paint(BLANK, 0)
    assert words in painter.alert


class TestTheOtherAddress:
    """A screen that was bought anew may be at 0x3D; the pins of its back decide."""

    def _painter(self, away, there):
        return OledPainter(OledPart(controller="ssd1306"), lambda: away, lambda: there)

    def test_it_is_found_and_told(self):
        away, there = OledModel(), OledModel()
        away.unplug()
        painter = self._painter(away, there)
        painter.paint(BLANK, 0)
        assert there.lit
        assert painter.alert == (
            "the screen answers at 0x3D, not at 0x3C as configured: it is used there; write [oled] address ="
            " 0x3D into the configuration"
        )

    def test_pulled_there_it_comes_back_where_it_is(self):
        away, there = OledModel(), OledModel()
        away.unplug()
        painter = self._painter(away, there)
        painter.paint(BLANK, 0)
        there.unplug()
        painter.paint(b"\xff" * PICTURE_BYTES, MS)
        assert "does not answer" in painter.alert
        away.plug()  # it was put back as it should be
        painter.paint(b"\xff" * PICTURE_BYTES, RETRY_MS[0] * MS + MS)
        assert painter.alert is None
        assert away.picture() == b"\xff" * PICTURE_BYTES

    def test_at_neither_it_is_told_as_missing_where_it_should_be(self):
        away, there = OledModel(), OledModel()
        away.unplug()
        there.unplug()
        painter = self._painter(away, there)
        painter.paint(BLANK, 0)
        assert "does not answer at address 0x3C" in painter.alert

    def test_a_bus_that_hangs_is_not_asked_twice(self):
        def hang(*_commands):
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

        hanging, other = OledModel(), OledModel()
        hanging.command = hang
        painter = self._painter(hanging, other)
        painter.paint(BLANK, 0)
        assert "the screen's bus hangs" in painter.alert
        assert other.bytes_written == 0
