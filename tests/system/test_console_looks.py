"""The console's pages for everybody: axe, keyboard alone, a phone in one hand, double size, less motion."""

import os
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe

from support.console import give_passwords
from support.console_page import LAPTOP, PHONE, Desk, free_port, with_console
from support.table import PICTURES

pytestmark = pytest.mark.browser

WIDE = "document.documentElement.scrollWidth"
LEAST_TAP = 44
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    }
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory, chromium):
    """A prop, and a table that somebody is at."""
    folder = tmp_path_factory.mktemp("evening")
    config = '[prop]\nname = "Lumen"\n'
    with with_console(folder, free_port(), config) as (_, address):
        yield address


def begin(desk, game="heart", **more):
    """Clear the table, and set a game up."""
    desk.page.evaluate(
        """async () => (await import("/static/console.js")).ask("/api/v1/verbs/reset", { sweep: true })"""
    )
    desk.phase_is("Free")
    desk.set_up(anyway=True, game=game, **more)
    if game == "heart":
        desk.press("Start the clock")
    desk.phase_is("Running")


@contextmanager
def desk_at(chromium, address, path="/", **how):
    desk = Desk(chromium.new_context(**how), address, path)
    try:
        yield desk
    finally:
        desk.page.context.close()
    assert not desk.troubles


def has_no_violations(page, where):
    found = Axe().run(page, options=RULES).response["violations"]
    told = [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]
    assert not told, (where, told)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_axe_finds_nothing_on_any_page(evening, chromium, scheme, size):
    how = {**(PHONE if size == "phone" else LAPTOP), "color_scheme": scheme}
    with desk_at(chromium, evening, **how) as desk:
        for game in ("heart", "ruin"):
            begin(desk, game)
            if game == "heart":
                desk.press("Hint")
                desk.page.wait_for_selector("#hinted:not([hidden])")
                desk.page.wait_for_function("() => document.querySelector('#said').hidden", timeout=15_000)
            desk.more()
            has_no_violations(desk.page, f"/ {game}")
            desk.go("/player")
            has_no_violations(desk.page, f"/player {game}")
            desk.go("/")
        for path in ("/checklist", "/history", "/sign-in", "/none"):
            desk.page.goto(evening + path)
            desk.page.wait_for_timeout(300)
            has_no_violations(desk.page, path)


@pytest.mark.parametrize("path", ["/", "/checklist", "/player", "/history", "/sign-in"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568), (640, 400)])  # 640: 1280 at 200 %
def test_nothing_is_wider_than_the_screen_and_all_is_large_enough_for_a_thumb(
    evening, chromium, path, width, height
):
    with desk_at(chromium, evening, viewport={"width": width, "height": height}) as desk:
        if path == "/":
            begin(desk)
            desk.more()
        desk.page.goto(evening + path)
        desk.page.wait_for_timeout(400)
        assert desk.page.evaluate(WIDE) <= width
        small = desk.page.evaluate(
            """(least) => [...document.querySelectorAll("button, select, input, summary, nav a")]
              .filter((node) => node.checkVisibility() && !node.matches(".link"))
              .map((node) => [node.textContent.trim().slice(0, 20), node.getBoundingClientRect().height])
              .filter(([, height]) => height < least)""",
            LEAST_TAP,
        )
        assert small == []


def test_a_game_is_led_by_keyboard_alone(evening, chromium):
    with desk_at(chromium, evening, **LAPTOP) as desk:
        begin(desk)
        keys = desk.page.keyboard

        def to(name):
            for _ in range(60):
                keys.press("Tab")
                at = "document.activeElement.textContent.trim().replace(/\\s+/g, ' ')"
                if desk.page.evaluate(at) == name:
                    ring = "getComputedStyle(document.activeElement).outlineStyle"
                    assert desk.page.evaluate(ring) != "none", name
                    return
            raise AssertionError(f"no way to {name}")

        desk.page.evaluate("document.activeElement.blur()")
        to("Pause")
        keys.press("Enter")
        desk.phase_is("Paused")
        to("Go on")
        keys.press("Space")
        desk.phase_is("Running")
        to("Help out, or end it")
        keys.press("Enter")
        to("Abandon")
        keys.press("Enter")
        to("Yes, do it")
        keys.press("Enter")
        desk.phase_is("Abandoned")


def test_with_less_motion_nothing_moves(evening, chromium):
    with desk_at(chromium, evening, "/player", reduced_motion="reduce", **LAPTOP) as desk:
        assert desk.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1920, 1080), (360, 740)])
def test_the_players_see_clock_places_and_clues_at_once(evening, chromium, width, height):
    with desk_at(chromium, evening, **LAPTOP) as desk:
        begin(desk)
        desk.more()
        desk.press("Lock it")
        with desk_at(chromium, evening, "/player", viewport={"width": width, "height": height}) as players:
            players.page.wait_for_selector("#places .rune")
            assert players.page.evaluate(WIDE) <= width
            bottom = "document.querySelector('#hand').getBoundingClientRect().bottom"
            assert players.page.evaluate(bottom) <= height
            boxes = players.page.evaluate(
                """() => ["#clock", "#places .rune svg"].map((one) => {
                  const box = document.querySelector(one).getBoundingClientRect();
                  return Math.min(box.width, box.height); })"""
            )
            assert min(boxes) >= 0.035 * width


def test_somebody_signs_in_looks_and_signs_out(tmp_path, chromium):
    with with_console(tmp_path, free_port()) as (prop, address):
        give_passwords(prop.state)
        context = chromium.new_context(**PHONE)
        page = context.new_page()
        page.goto(address)
        page.wait_for_url("**/sign-in")
        page.fill("#password", "wrong one here")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_selector(".said:not([hidden])")
        page.fill("#password", "only looking in")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_selector("body[data-link=live]")
        assert page.locator("#start").count() == 0, "a viewer looks"
        assert context.cookies()[0]["httpOnly"]
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_url("**/sign-in")
        page.goto(address + "/checklist")
        page.wait_for_url("**/sign-in")
        context.close()


def test_the_pages_as_the_docs_show_them(evening, chromium, tmp_path):
    folder = PICTURES if os.environ.get("RUNEHEART_PICTURES") else tmp_path
    with desk_at(chromium, evening, viewport={"width": 1280, "height": 820}) as desk:
        begin(desk, difficulty="normal")
        desk.more()
        desk.press("Lock it")
        desk.reads("#places", "Place 1")
        desk.press("Hint")
        desk.page.wait_for_selector("#hinted:not([hidden])")
        desk.page.wait_for_function("() => document.querySelector('#said').hidden", timeout=15_000)
        desk.page.screenshot(path=folder / "console-live.png")
        with desk_at(chromium, evening, "/player", viewport={"width": 1280, "height": 720}) as players:
            players.page.wait_for_selector("#places .rune")
            players.page.screenshot(path=folder / "console-player.png")
        phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "color_scheme": "dark"}
        with desk_at(chromium, evening, "/checklist", **phone) as list_page:
            list_page.page.wait_for_selector("#items li")
            list_page.page.screenshot(path=folder / "console-checklist.png")
