"""The dice tray and compass rose in Chromium: from a hand on the page through the firmware to the game."""

import asyncio
import itertools
import threading
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe

from runeheart_hw.virtual.page import listening
from runeheart_hw.virtual.prop import page_of
from runeheart_hw.virtual.tray import Tray, dice
from support.needs import needs_module
from support.served import board_of
from support.simulated import runeheart, simulated
from support.table import DESKTOP, LOOK_MS

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "has_touch": True}
SMALL = {"viewport": {"width": 320, "height": 568}}
LOW = {"viewport": {"width": 1024, "height": 600}}
_BOXES = """() => [...document.querySelectorAll("#tray .die, #tray select, #tray button, #rose, #tray-says")]
  .map((node) => [node.id || node.dataset.die || node.innerText, node.getBoundingClientRect()])
  .map(([name, box]) => [name, [box.left, box.top, box.right, box.bottom]])"""


@pytest.fixture(scope="module")
def prop(tmp_path_factory):
    needs_module("micropython_unix", "pip install 'runeheart[sim]'")
    with simulated(tmp_path_factory.mktemp("tray"), "", "--game", "ruin") as running:
        yield running


def ctl(prop, *words):
    done = runeheart("ctl", "--socket", str(prop.state / "control.sock"), *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def to_the_drift(prop):
    """Begin a Ruin and play it to the question for a direction."""
    ctl(prop, "reset")
    ctl(prop, "start", "--game", "ruin")
    ctl(prop, "do", '{"do":"commit_move","stars":1}')
    ctl(prop, "do", '{"do":"end_move"}')


def opened(table):
    table.page.locator(".tray-opener").click()
    table.page.locator("#tray").wait_for(state="visible")


def says(table, words):
    table.page.wait_for_function(
        "(words) => document.querySelector('#tray-says').textContent.includes(words)",
        arg=words,
        timeout=LOOK_MS,
    )


class TestPlay:
    def test_a_direction_by_the_rose_with_keys_and_a_burst_by_a_click(self, prop, seats, tmp_path):
        to_the_drift(prop)
        table = seats(prop, **DESKTOP)
        opened(table)
        says(table, "The game waits for a direction")
        rose = table.page.get_by_role("slider", name="Compass rose")
        rose.focus()
        for key in ("Home", "PageUp", "PageUp", "ArrowRight", "Shift+ArrowLeft"):
            table.page.keyboard.press(key)
        assert rose.get_attribute("aria-valuetext") == "124 degrees, SE"
        table.page.locator("#rose-read", has_text="read by the reader").wait_for(timeout=LOOK_MS)
        table.picture("virtual-prop-tray", tmp_path)
        table.page.get_by_role("button", name="Confirm").click()
        says(table, "The game waits for the D8")
        assert "SE" in ctl(prop, "status") or "SE" in table.page.locator("#map").inner_text()
        assert table.page.locator("#hand-die").input_value() == "d8"
        assert table.page.locator("[data-die=d8][data-awaited]").count() == 1
        table.page.get_by_role("button", name="Roll the D8").click()
        says(table, "Read: D8,")

    def test_a_die_is_put_down_by_hand_with_a_face(self, prop, seats):
        to_the_drift(prop)
        table = seats(prop, **PHONE)
        opened(table)
        table.page.locator("#hand-face").select_option("NW")
        table.page.get_by_role("button", name="Put down").click()
        says(table, "Read: compass die, NW. The game waits for the D8.")
        assert table.page.locator("[data-die=compass] .pip").text_content() == "NW"

    def test_the_readers_own_chance_rolls_too(self, prop, seats):
        to_the_drift(prop)
        table = seats(prop, **DESKTOP)
        opened(table)
        says(table, "waits for a direction")
        table.page.get_by_role("button", name="Roll for me").click()
        says(table, "Read: compass die,")

    def test_what_is_not_asked_for_is_read_and_shown_on_the_screen(self, prop, seats):
        to_the_drift(prop)
        table = seats(prop, **DESKTOP)
        opened(table)
        table.page.get_by_role("button", name="Roll the D10").click()
        says(table, "Read: D10,")
        table.reads("[Nn]ot asked for")
        says(table, "waits for a direction")

    def test_the_needle_is_dragged(self, prop, seats):
        table = seats(prop, **PHONE)
        opened(table)
        rose = table.page.locator("#rose")
        rose.scroll_into_view_if_needed()
        box = rose.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        table.page.mouse.move(x, y - 40)
        table.page.mouse.down()
        table.page.mouse.move(x + 40, y, steps=4)
        table.page.mouse.up()
        assert 88 <= int(rose.get_attribute("aria-valuenow")) <= 92  # the box lies between whole pixels
        table.page.locator("#rose-read", has_text="read by the reader").wait_for(timeout=LOOK_MS)

    @pytest.mark.parametrize("node", ["#rose", ".die >> nth=0", "#confirm-button"])
    def test_digits_anywhere_in_the_tray_press_no_rune(self, prop, seats, node):
        table = seats(prop, **DESKTOP)
        opened(table)
        table.page.locator(node).focus()
        table.page.keyboard.down("3")
        assert table.page.locator("[data-touched]").count() == 0
        table.page.keyboard.up("3")

    def test_digits_in_a_list_press_no_rune_and_escape_closes(self, prop, seats):
        to_the_drift(prop)
        table = seats(prop, **DESKTOP)
        opened(table)
        table.page.locator("#hand-die").select_option("d6")
        table.page.locator("#hand-face").focus()
        table.page.keyboard.press("3")
        assert table.page.locator("[data-touched]").count() == 0
        assert table.page.locator("#hand-face").input_value() == "3"
        table.page.keyboard.press("Escape")
        table.page.locator("#tray").wait_for(state="hidden")
        table.page.wait_for_function("() => document.activeElement.matches('.tray-opener')", timeout=LOOK_MS)
        table.page.locator(".tray-opener[data-awaited]").wait_for(timeout=LOOK_MS)


class TestLook:
    @pytest.mark.parametrize("how", [PHONE, SMALL, DESKTOP, LOW], ids=["360", "320", "1280", "1024"])
    def test_all_is_within_reach_and_nothing_covers_another(self, prop, seats, how):
        table = seats(prop, **how)
        opened(table)
        width = how["viewport"]["width"]
        assert table.page.evaluate("() => document.documentElement.scrollWidth") <= width
        tray = table.page.locator("#tray")
        assert tray.evaluate("(node) => node.scrollWidth <= node.clientWidth")
        boxes = table.page.evaluate(_BOXES)
        for name, (left, _top, right, _bottom) in boxes:
            assert left >= 0, name
            assert right <= width, name
        for (one, here), (other, there) in itertools.combinations(boxes, 2):
            apart = here[2] <= there[0] or there[2] <= here[0] or here[3] <= there[1] or there[3] <= here[1]
            assert apart, (one, other)
        for die in table.page.locator(".die, #tray select, #tray button").all():
            box = die.bounding_box()
            assert min(box["width"], box["height"]) >= 44
        for node in ("#confirm-button", "#roll-button", "#rose"):
            table.page.locator(node).scroll_into_view_if_needed()
            assert table.page.locator(node).is_visible()

    @pytest.mark.parametrize("how", [PHONE, DESKTOP], ids=["360", "1280"])
    def test_it_has_no_barriers(self, prop, seats, how):
        table = seats(prop, **how)
        opened(table)
        found = Axe().run(table.page, context="#tray")
        assert found.violations_count == 0, found.generate_report()

    def test_without_motion_nothing_tumbles(self, prop, seats):
        to_the_drift(prop)
        table = seats(prop, **DESKTOP, reduced_motion="reduce")
        opened(table)
        die = table.page.get_by_role("button", name="Roll the D6")
        die.click()
        assert "tumbles" not in (die.get_attribute("class") or "")
        says(table, "Read: D6,")

    def test_a_game_without_dice_has_no_tray(self, prop, seats):
        ctl(prop, "reset")
        ctl(prop, "start", "--game", "heart")
        table = seats(prop, **DESKTOP)
        table.page.wait_for_function(
            "() => document.documentElement.dataset.game === 'heart'", timeout=LOOK_MS
        )
        assert not table.page.locator(".tray-opener").is_visible()


@contextmanager
def served_with(tray):
    """Serve a page with a tray in a thread of its own."""
    _profile, board = board_of()
    loop, stop, ready, place = asyncio.new_event_loop(), asyncio.Event(), threading.Event(), {}

    async def serve():
        with listening(0) as listener:
            page = page_of(board, listener, title="Test", sides={"tray": tray}, dice=dice([["road"]]))
            async with page as place["address"]:
                ready.set()
                await stop.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert ready.wait(LOOK_MS / 1000)
    try:
        yield place["address"]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(LOOK_MS / 1000)
        loop.close()
        board.close()


class _Place:
    def __init__(self, address):
        self.address = address


def test_without_micropython_the_page_says_how_to_get_it(seats):
    with served_with(Tray(None, "no MicroPython here: pip install it")) as address:
        table = seats(_Place(address), **PHONE)
        opened(table)
        says(table, "no MicroPython here: pip install it")
        table.page.get_by_role("button", name="Roll the D4").click()
        says(table, "no MicroPython here: pip install it")
        assert table.page.locator("#tray[data-off]").count() == 1
