"""Six heroes in the forge, on the page in Chromium: what can be done there can be reached, on a phone too."""

import pytest

from support.onmap import OnMap, play
from support.simulated import simulated
from support.table import LOOK_MS

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
LONG = "Adalbertinamariatheresiavonundzuhohenfelsburgsteinach"
NAMES = (LONG, "Ada", "Adam", "Cyr", "Dorothea", "Eve")


@pytest.fixture
def prop(tmp_path):
    heroes = ", ".join(f'{{ name = "{name}", life = 4, stamina = 3 }}' for name in NAMES)
    config = f'[prop]\ngame = "cult"\n[cult]\nheroes = [{heroes}]\n'
    with simulated(tmp_path, config) as prop:
        yield prop


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_what_can_be_done_in_a_crowd_can_be_reached(prop, seats, screen):
    board = OnMap(seats(prop, **screen))
    page = board.page
    page.locator('[data-new="cult"]:not([data-board])').first.evaluate("node => node.click()")
    board.asks("turn")
    forge = page.locator('.hm-space[aria-label*="forge"]').first
    label = forge.get_attribute("aria-label")
    assert all(f"{name}: Move" in label for name in NAMES)
    forge.click()
    assert "6 things can be done here" in page.locator(".hm-told").inner_text()
    bubble = page.locator(".hm-bubble")
    bubble.wait_for(timeout=LOOK_MS)
    inside = """() => {
      const frame = document.querySelector(".hm-frame").getBoundingClientRect();
      const bubble = document.querySelector(".hm-bubble").getBoundingClientRect();
      return bubble.top >= frame.top && bubble.bottom <= frame.bottom
        && bubble.left >= frame.left && bubble.right <= frame.right;
    }"""
    assert page.evaluate(inside)
    last = bubble.get_by_role("button", name="Eve: Move")
    last.scroll_into_view_if_needed()
    assert page.evaluate(inside)
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(wide)
    last.click()
    page.locator(".hm-form").wait_for(timeout=LOOK_MS)


def test_what_is_half_entered_stays_while_somebody_else_goes_on_or_it_is_said(prop, seats):
    board = OnMap(seats(prop, **LAPTOP))
    board.page.locator('[data-new="cult"]:not([data-board])').first.evaluate("node => node.click()")
    board.asks("turn")
    board.choose("Move", "Ada")
    q, r = min(board.offered)
    board.click(q, r)
    entered = board.page.locator(".hm-form .hm-entered")
    step = entered.inner_text()
    play(prop, [{"do": "encounter", "colour": "green"}])
    board.tells("green Encounter")
    board.refuses("Somebody else went on: what was entered for Ada: Move is gone")
    play(prop, [{"do": "roll", "values": [["other"]]}])
    board.asks("turn")
    board.choose("Move", "Ada")
    board.click(q, r)
    assert entered.inner_text() == step
    play(prop, [{"do": "move_hero", "hero": "Eve", "path": [[q, r]]}])
    board.tells("Eve goes")
    assert entered.inner_text() == step


def test_the_story_is_saved_at_the_end(tmp_path, seats):
    config = (
        '[prop]\ngame = "cult"\n[cult]\nheroes = [{ name = "Ada", life = 4, stamina = 3 }]\n'
        "decks = { red = 0, green = 0, yellow = 0, blue = 0 }\n"
    )
    with simulated(tmp_path, config) as prop:
        board = OnMap(seats(prop, **LAPTOP))
        board.page.locator('[data-new="cult"]:not([data-board])').first.evaluate("node => node.click()")
        board.asks("turn")
        save = board.page.get_by_role("button", name="Save the story")
        assert not save.is_visible()
        limit = int(board.fact("Pile").split()[-1])
        roll = {"do": "roll", "values": [["other"]]}
        play(prop, [one for _ in range(limit - 1) for one in ({"do": "encounter", "colour": "green"}, roll)])
        play(prop, [{"do": "encounter", "colour": "green"}])
        board.asks("over")
        with board.page.expect_download() as saved:
            save.click()
        text = saved.value.path().read_text(encoding="utf-8")
        assert "the game is over, because the pile is full" in text
        assert text.splitlines()[-1].endswith("wins")
