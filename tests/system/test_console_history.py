"""The history in Chromium: by hand, by keys, on a phone and a laptop, and for everybody (axe)."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.consoled import consoled

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PAGES = ("/history", "/history?difficulty=easy", "/history/figures", "/history/1", "/history/3", "/history/4")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with consoled(tmp_path_factory.mktemp("history")) as served:
        served.win(team="Foxes", wrong=1, players=4)
        served.win(team="Night shift")
        served.play_a_ruin()
        served.operator("start", difficulty="hard", team="Now playing")
        served.command(do="read")
        yield served


@pytest.fixture
def opened(served, chromium):  # in this order: the browser leaves first
    """Open pages as an operator at this machine; no page may have had any trouble, its policy's included."""
    contexts, troubles = [], []

    def open_page(address, **how):
        context = chromium.new_context(**how)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(served.address + address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_are_for_everybody(opened, size, scheme):
    for address in PAGES:
        page = opened(address, color_scheme=scheme, **size)
        if address.startswith("/history/") and address != "/history/figures":
            expect(page.locator("#replay")).to_be_visible()
        for details in page.locator("details").all():
            details.evaluate("node => { node.open = true; }")
        found = Axe().run(page)
        assert not found.response["violations"], (address, found.generate_report())
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, address


@pytest.mark.browser
def test_the_step_that_is_shown_is_the_current_one(opened):
    address = next(one for one in PAGES if one.startswith("/history/") and one != "/history/figures")
    page = opened(address, **LAPTOP)
    page.locator("[data-go=on]").click()
    expect(page.locator("#steps li").first).to_have_attribute("aria-current", "step")
    expect(page.locator("#steps li[aria-current]")).to_have_count(1)


@pytest.mark.browser
def test_charts_are_drawn(opened):
    page = opened("/history/figures", **LAPTOP)
    for picture in page.locator(".chart img").all():
        picture.scroll_into_view_if_needed()
        page.wait_for_function("node => node.complete && node.naturalWidth > 0", arg=picture.element_handle())


@pytest.mark.browser
def test_a_game_is_left_out_and_named_in_place(opened, served):
    page = opened("/history", **PHONE)
    card = page.locator("li.game").nth(2)
    card.get_by_text("Edit").click()
    card.get_by_label("Team").fill("Owls & Co")
    card.get_by_label("Leave out of the statistics").check()
    card.get_by_role("button", name="Save").click()
    expect(card.locator("[role=status]")).to_have_text("Saved")
    expect(card.locator("[data-team]")).to_have_text("Owls & Co")
    page.reload()
    expect(page.locator("li.game").nth(2)).to_contain_text("left out")
    assert served.operator("describe", id=2, team="Night shift", left_out=False).result == "done"


@pytest.mark.browser
def test_a_heart_is_stepped_through_by_keys_slider_and_buttons(opened):
    page = opened("/history/1", **LAPTOP)
    step = page.locator("#step")
    expect(step).to_have_text("The beginning")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("Read the starting clues")
    expect(page.locator("#left")).to_have_text("10:00")
    page.keyboard.press("End")
    expect(step).to_contain_text("Defused")
    page.get_by_label("One step back").click()
    expect(step).not_to_contain_text("Defused")
    page.locator("#slider").focus()
    page.keyboard.press("Home")
    expect(step).to_have_text("The beginning")


@pytest.mark.browser
def test_a_ruin_is_stepped_through_on_its_map(opened):
    page = opened("/history/3", **LAPTOP)
    expect(page.locator("#map .hm-drawing")).to_be_visible()
    expect(page.locator("#map .hm-log, #map ol")).not_to_have_count(0)
    before = page.locator("#map").inner_text()
    page.keyboard.press("End")
    page.wait_for_function("text => document.querySelector('#map').innerText !== text", arg=before)


@pytest.mark.browser
def test_the_filter_works_by_keyboard_alone(opened):
    page = opened("/history", **LAPTOP)
    page.get_by_text("Which games").focus()
    page.keyboard.press("Enter")
    page.get_by_role("searchbox", name="Team").fill("fox")
    page.keyboard.press("Enter")
    expect(page.locator("li.game")).to_have_count(1)
