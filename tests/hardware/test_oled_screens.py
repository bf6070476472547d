"""The OLED with the Heart's own screens: what the glass shows, and what a second costs (design 8)."""

import pytest

from runeheart.surface.screens import draw
from runeheart.surface.views import AttractScreen, PlaceScreen, PlayScreen, ReadyScreen
from runeheart_hw.oled_pages import PICTURE_BYTES, pack
from runeheart_hw.oled_painter import REPAINT_MS, OledPainter
from runeheart_hw.profile import OledPart
from runeheart_hw.virtual.oled_model import OledModel

SLOTS = ("fire", None, None, "sun", None)
MS = 1_000_000


def play(left_s, **more):
    clock = f"{left_s // 60}:{left_s % 60:02d}"
    values = {"slots": SLOTS, "mistakes": 1, "max_mistakes": 4, "draws_left": 2, "corruption": 2, "jack": 1}
    return PlayScreen(clock, **(values | more))


@pytest.mark.parametrize("controller", ["ssd1306", "ssd1309", "sh1106"])
def test_the_glass_follows_a_game(controller):
    model = OledModel(controller)
    painter = OledPainter(OledPart(controller=controller), lambda: model)
    screens = [
        AttractScreen("RUNEHEART"),
        ReadyScreen("normal", "7:00"),
        *(play(left_s) for left_s in range(420, 360, -7)),
        PlaceScreen("3:12", "fire", SLOTS, (2, 3, 5)),
        play(190, message=("Not in place 2",)),
        play(189, mistakes=2, corruption=3),
        AttractScreen("RUNEHEART"),
    ]
    for number, screen in enumerate(screens):
        painter.paint(pack(draw(screen)), number)
        assert model.picture() == draw(screen).tobytes()


def test_a_second_costs_at_most_150_bytes_and_a_full_minute_a_fifth_of_a_frame():
    model = OledModel()
    painter = OledPainter(OledPart(controller="ssd1306"), lambda: model)
    painter.paint(pack(draw(play(420))), 0)
    for left_s in range(419, 10, -1):
        before = model.bytes_written
        painter.paint(pack(draw(play(left_s))), 1)
        changes_three_digits = left_s % 60 == 59
        assert 0 < model.bytes_written - before <= (200 if changes_three_digits else 150)


def test_the_same_screen_costs_nothing_until_the_next_repaint():
    model = OledModel()
    painter = OledPainter(OledPart(controller="ssd1306"), lambda: model)
    picture = pack(draw(AttractScreen("RUNEHEART")))
    painter.paint(picture, 0)
    written = model.bytes_written
    painter.paint(picture, REPAINT_MS * MS - 1)
    assert model.bytes_written == written
    while painter.paint(picture, REPAINT_MS * MS) == 0:
        pass
    assert PICTURE_BYTES < model.bytes_written - written < PICTURE_BYTES + 100
