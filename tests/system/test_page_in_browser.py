"""The virtual prop's page in Chromium, over a served board: its layout, its light, its words, its hands."""

import io
import itertools
import json

import pytest
from PIL import Image, ImageStat

from support.hands import until_now
from support.served import served
from support.table import DESKTOP, KEYS, LOOK_MS, PHONE

pytestmark = pytest.mark.browser

WINDOWS = [
    (320, 568, 1),
    (320, 568, 2),
    (360, 640, 2),
    (390, 844, 3),
    (280, 600, 2),
    (400, 420, 1),
    (480, 320, 1),
    (533, 300, 2.4),
    (568, 320, 1),
    (569, 356, 2.25),
    (590, 420, 1),
    (599, 450, 1),
    (600, 600, 1),
    (640, 400, 2),
    (768, 1024, 1),
    (844, 390, 3),
    (1000, 740, 1),
    (1024, 600, 1),
    (1180, 820, 2),
    (1280, 800, 1),
    (1366, 650, 1),
    (1366, 768, 1),
    (1536, 730, 1.25),
    (1920, 1080, 1),
]

_BOXES = """() => Object.fromEntries(
  ["h1", "#link", ".glass", "#oled", ".ring", "#sound", "#plug", ".buzzer",
   ...["nature", "fire", "water", "storm", "moon", "sun"].map((name) => `.rune[data-button=${name}]`)]
  .map((name) => [name, document.querySelector(name).getBoundingClientRect()])
  .filter(([, box]) => box.width)
  .map(([name, box]) => [name, [box.left, box.top, box.right, box.bottom]]))"""
_PAGE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


class NoGame:
    """The game's side of a prop at which nobody plays: its page has all that pages have."""

    def look(self):
        return {"game": None, "under_way": False, "board": None, "play": None}

    def watch(self, call):
        return lambda: call


@pytest.fixture(scope="module")
def prop():
    with served(sides={"game": NoGame()}) as running:
        for gpio in running.profile.buttons.pins.by_button().values():
            pin = running.board.factory.pin(gpio)
            pin.function, pin.pull = "input", "up"
        for gpio in running.profile.lights.pins.by_button().values():
            running.board.factory.pin(gpio).function = "output"
        yield running


def window(width, height, ratio=1, **more):
    return {"viewport": {"width": width, "height": height}, "device_scale_factor": ratio, **more}


def light(prop, name, level):
    prop.board.factory.pin(getattr(prop.profile.lights.pins, name)).state = level


def shot(table, box):
    """Return what is drawn in a box (left, top, right, bottom), in device pixels."""
    left, top, right, bottom = box
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return Image.open(io.BytesIO(table.page.screenshot(clip=clip))).convert("RGB")


def overlap(one, other):
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


class TestLayout:
    @pytest.mark.parametrize(("width", "height", "ratio"), WINDOWS)
    def test_all_of_it_is_in_sight(self, prop, seats, width, height, ratio):
        table = seats(prop, **window(width, height, ratio))
        boxes = table.page.evaluate(_BOXES)
        self.nothing_covers_another(boxes, table.page.evaluate(_PAGE), width, height)
        self.the_glass_is_as_large_as_its_picture(boxes["#oled"], boxes[".glass"], ratio)

    @staticmethod
    def nothing_covers_another(boxes, page, width, height):
        assert page == [width, height]  # no scrolling
        for name, (left, top, right, bottom) in boxes.items():
            assert left >= 0, name
            assert top >= 0, name
            assert right <= width + 0.5, name
            assert bottom <= height + 0.5, name
            if name.startswith(".rune"):
                assert right - left >= 44, name
        names = [name for name in boxes if name not in {".ring", ".glass"}]
        runes = [name for name in names if name.startswith(".rune")]
        for one in names:
            for other in names:
                if one < other and not (one in runes and other in runes):  # stones are round
                    assert not overlap(boxes[one], boxes[other]), (one, other)

    @staticmethod
    def the_glass_is_as_large_as_its_picture(picture, glass, ratio):
        left, top, right, bottom = picture
        pixels = (right - left) * ratio / 128
        assert pixels == pytest.approx(round(pixels), abs=0.02)  # whole ones
        assert (bottom - top) * 2 == pytest.approx(right - left, abs=0.1)
        assert (left - glass[0]) == pytest.approx(glass[2] - right, abs=0.6)
        assert (right - left) / (glass[2] - glass[0]) > 0.9

    @pytest.mark.parametrize(("width", "height"), [(240, 320), (300, 240), (700, 180)])
    def test_what_has_no_room_is_scrolled_to_never_shrunk(self, prop, seats, width, height):
        table = seats(prop, **window(width, height))
        assert table.page.evaluate(_PAGE)[0] == width
        for name in KEYS:
            rune = table.rune(name)
            rune.scroll_into_view_if_needed()
            assert rune.bounding_box()["width"] >= 44
        table.page.locator("#sound").scroll_into_view_if_needed()

    def test_a_window_that_turns_is_laid_out_anew(self, prop, seats):
        table = seats(prop, **window(844, 390))
        table.page.set_viewport_size({"width": 390, "height": 844})
        table.page.wait_for_function("() => document.querySelector('#oled').width === 256", timeout=LOOK_MS)
        assert table.page.evaluate(_PAGE) == [390, 844]


class TestLegible:
    """WCAG 2.2, 1.4.3: 4.5 to 1, against the brightest of the stone behind."""

    @pytest.mark.parametrize("how", [PHONE, DESKTOP, window(568, 320)])
    def test_words_stand_out_from_what_is_behind_them(self, prop, seats, how):
        table = seats(prop, **how)
        for name in ("h1", "#link", "#sound", "#plug"):
            self.stands_out(table, name)
        if (button := table.page.locator("[popovertarget=help]")).is_visible():
            button.click()
        for name in (".plaque h2", ".plaque dt", ".plaque dd"):
            self.stands_out(table, name)

    @staticmethod
    def stands_out(table, name):
        node = table.page.locator(name).first
        colour = node.evaluate("(node) => getComputedStyle(node).color.match(/\\d+/g).map(Number)")
        node.evaluate("(node) => (node.style.cssText = 'color: transparent; text-shadow: none')")
        box = node.bounding_box()
        behind = shot(table, [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]])
        node.evaluate("(node) => (node.style.cssText = '')")
        bright = [brightest(channel) for channel in behind.split()]
        assert contrast(colour[:3], bright) >= 4.5, (name, contrast(colour[:3], bright))


def brightest(channel):
    """Return the value that only a tenth of a channel's pixels is above (a lamp before a word is no more)."""
    up_to = list(itertools.accumulate(channel.histogram()))
    return next(value for value, pixels in enumerate(up_to) if pixels >= 0.9 * up_to[-1])


def contrast(one, other):
    def luminance(colour):
        parts = [
            part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class TestLight:
    def test_what_is_drawn_of_a_light_follows_its_pin(self, prop, seats):
        table = seats(prop)
        seen = {}
        for level in (0.0, 0.01, 0.09, 0.36, 1.0):
            light(prop, "fire", level)
            table.light_is("fire", f"=== {level}")
            seen[level] = {name: self.brightness(table, name) for name in ("fire", "storm")}
        light(prop, "fire", 0.0)
        fire = [at["fire"] for at in seen.values()]
        for darker, brighter in itertools.pairwise(fire):
            assert brighter - darker > 4, fire  # of 255: each step can be seen
        dark, full = fire[0], fire[-1]
        for level, here in zip(
            seen, fire, strict=True
        ):  # an eye's brightness goes with the root of the light
            assert here == pytest.approx(dark + (full - dark) * level**0.5, abs=(full - dark) * 0.2)
        storm = [at["storm"] for at in seen.values()]
        assert max(storm) - min(storm) < 3  # the others stay dark

    def test_the_heart_catches_the_light(self, prop, seats):
        table = seats(prop)
        drawn = [self.brightness(table, "heart", ".heart")]
        for name in KEYS:
            light(prop, name, 1.0)
            table.light_is(name, "=== 1")
        drawn.append(self.brightness(table, "heart", ".heart"))
        for name in KEYS:
            light(prop, name, 0.0)
        assert drawn[1] - drawn[0] > 20

    @staticmethod
    def brightness(table, name, node=None):
        """Return how bright the middle of a stone is drawn: the brightest channel's mean, of 255."""
        box = table.page.locator(node or f".rune[data-button={name}]").bounding_box()
        third = box["width"] / 4
        middle = [box["x"] + third, box["y"] + third, box["x"] + 3 * third, box["y"] + 3 * third]
        return max(ImageStat.Stat(shot(table, middle)).mean)


class TestLine:
    def test_a_hand_on_a_rune_lets_go_when_the_line_is_lost(self, prop, seats):
        table = seats(prop)
        table.page.keyboard.down("2")
        table.rune("moon").hover()
        table.page.mouse.down()
        table.held_is("fire", "moon")
        cut(table)
        assert table.page.locator("[data-touched]").count() == 0
        table.page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)
        table.held_is()
        table.page.keyboard.up("2")
        table.page.mouse.up()
        table.page.keyboard.down("2")  # and nothing is stuck
        table.held_is("fire")
        table.page.keyboard.up("2")
        table.held_is()

    @pytest.mark.parametrize("how", [PHONE, DESKTOP, window(568, 320), window(320, 568), window(280, 600)])
    def test_the_notice_of_it_covers_no_rune_and_says_what_to_do(self, seats, how):
        with served() as mine:
            table = seats(mine, **how)
        table.page.wait_for_selector("body[data-link=ended]", timeout=LOOK_MS)
        alert = table.page.get_by_role("alert")
        assert "make run" in alert.inner_text()
        box = alert.bounding_box()
        notice = [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]
        assert notice[0] >= 0
        assert notice[2] <= how["viewport"]["width"]
        for name, there in table.page.evaluate(_BOXES).items():
            assert not overlap(notice, there) or name in {"#oled", ".glass"}, name

    def test_a_self_test_says_so_and_that_it_has_ended(self, seats):
        with served(is_selftest=True) as mine:
            table = seats(mine)
            assert table.page.title().endswith("self-test")
            assert "How to play" not in table.page.locator("main").inner_text()
        table.page.wait_for_selector("body[data-link=ended]", timeout=LOOK_MS)
        assert "The self-test has ended" in table.page.get_by_role("alert").inner_text()
        for _ in range(2):  # it tries again, and that nobody answers is no news
            table.page.wait_for_event(
                "console", lambda said: said.text.startswith("WebSocket connection"), timeout=LOOK_MS
            )
        assert "The self-test has ended" in table.page.get_by_role("alert").inner_text()

    def test_a_page_of_another_prop_is_loaded_anew(self, seats):
        with served(is_selftest=True) as mine:
            table = seats(mine)
            port = mine.port
        with served(port=port):
            table.page.wait_for_function(
                "() => document.title.endsWith('virtual prop') && document.body.dataset.link === 'live'",
                timeout=LOOK_MS,
            )

    def test_presses_are_told_with_the_time_of_the_hand(self, prop, seats):
        table = seats(prop, **PHONE)
        sent = []
        table.page.on(
            "websocket", lambda line: line.on("framesent", lambda text: sent.append(json.loads(text)))
        )
        table.page.reload()
        table.page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)
        table.page.evaluate(  # two fingers while the page is busy
            """() => {
              for (const name of ["water", "storm"]) {
                const node = document.querySelector(`[data-button=${name}]`);
                node.setPointerCapture = () => {};
                const end = performance.now() + 60;
                while (performance.now() < end);
                node.dispatchEvent(new PointerEvent("pointerdown", { pointerId: name.charCodeAt(0) }));
              }
              dispatchEvent(new Event("blur"));
            }"""
        )
        until_now(lambda: len(sent) == 4, LOOK_MS / 1000)
        assert [one["button"] for one in sent[:2]] == ["water", "storm"]
        assert 55 <= sent[1]["at_ms"] - sent[0]["at_ms"] < 1000


def cut(table):
    """Cut the page's line as a cable does: the page hears nothing more of it."""
    table.page.context.set_offline(True)
    table.page.wait_for_selector("body[data-link=lost]", timeout=LOOK_MS)
    assert "No connection" in table.page.get_by_role("alert").inner_text()
    table.page.context.set_offline(False)
