"""A whole evening at the console, in Chromium, with the real daemon on a virtual prop."""

import time

import pytest
from playwright.sync_api import expect

from support.console_page import PHONE, free_port, with_console

pytestmark = pytest.mark.browser


def test_an_evening_with_a_win_a_loss_and_a_power_cut(tmp_path, desks):
    port = free_port()
    with with_console(tmp_path, port) as (prop, address):
        master = desks(address, "/checklist", **PHONE)
        players = desks(address, "/player")
        master.reads("#verdict", "Not green yet: Lights, Sound, Screen")
        master.page.get_by_role("button", name="The screen shows what it should").click()
        master.press("Reset for the next group")
        assert master.reads("#verdict", "All green") < 2

        master.go("/")
        master.set_up("The Larks", "4", difficulty="easy")
        assert "The Larks" in master.page.inner_text("#which")
        master.press("Start the clock")
        master.phase_is("Running")
        master.press("Hint")
        master.press("Show it on the prop")
        master.reads("#screen", "^Hint")
        master.more()
        master.press("Lock it")
        master.reads("#places", "Place 1:\\s*(Nature|Fire|Water|Storm|Moon|Sun)")
        expect(players.page.locator("#places li.rune")).to_have_count(1)
        master.press("Undo")
        expect(players.page.locator("#places li.rune")).to_have_count(0)
        master.hold("Solve")
        master.phase_is("Defused")
        master.let_go()
        master.press("Reset for the next group")
        master.phase_is("Free")

        master.go("/checklist")
        assert master.reads("#verdict", "All green") < 2
        master.go("/")
        master.set_up("The Owls", "3", difficulty="hard")
        master.press("Start the clock")
        master.phase_is("Running")
        for _ in range(5):  # five minutes in all
            if master.page.inner_text("#phase") == "Running":
                master.page.click("[data-verb=add-time][data-args*='-60']")
                master.reads("#said", "A minute less")
        master.phase_is("Exploded")
        master.press("Reset for the next group")
        master.phase_is("Free")

        master.set_up("The Wrens", "2")
        master.press("Start the clock")
        master.phase_is("Running")
        time.sleep(1.2)  # a clock row is on the disk each second
        left_s = master.left_s()
        prop.process.kill()
        begun = time.monotonic()
        master.page.wait_for_selector("body[data-link=lost]", timeout=5000)
        assert time.monotonic() - begun < 3
        expect(master.page.locator("#link")).to_contain_text("No connection")
        assert master.page.locator("#table").evaluate("(node) => node.inert")
    with with_console(tmp_path, port):
        master.live()
        players.live()
        master.phase_is("Paused")
        assert left_s - 3 <= master.left_s() <= left_s + 1
        assert "The Wrens" in master.page.inner_text("#which")
        master.press("Go on")
        master.phase_is("Running")
        master.more()
        master.hold("Solve")
        master.phase_is("Defused")
        master.let_go()
        master.press("Reset for the next group")
        master.phase_is("Free")
        master.page.goto(master.address + "/history")
        rows = master.page.inner_text("main")
        for team, outcome in (("The Larks", "Defused"), ("The Owls", "Exploded"), ("The Wrens", "Defused")):
            row = master.page.locator("tr, li", has_text=team).first
            assert outcome.lower() in row.inner_text().lower(), rows


def test_two_operators_see_the_same_and_the_slower_one_is_told_why(tmp_path, desks):
    with with_console(tmp_path, free_port()) as (_, address):
        one, other = desks(address), desks(address, **PHONE)
        one.set_up("The Larks", anyway=True)
        other.reads("#which", "The Larks")
        other.press("Start the clock")
        for desk in (one, other):
            desk.phase_is("Running")
        pause = "() => document.querySelector('[data-verb=pause]').click()"
        one.page.evaluate(pause)
        other.page.evaluate(pause)
        for desk in (one, other):
            desk.phase_is("Paused")
        said = sorted(
            desk.page.wait_for_selector("#said:not([hidden])").inner_text() for desk in (one, other)
        )
        assert said[0] != said[1]
        assert "The clock stands." in said
        other.press("Go on")
        one.phase_is("Running", 3000)


def test_the_answer_is_there_while_it_is_held_and_never_else(tmp_path, desks):
    with with_console(tmp_path, free_port()) as (prop, address):
        master = desks(address)
        master.set_up(anyway=True)
        master.press("Start the clock")
        master.phase_is("Running")
        master.more()
        place = master.page.locator("#answer-text")
        answer = "".join(rune.capitalize() for rune in prop.answer())
        master.press("See the answer")
        expect(place).to_be_empty()
        master.hold("See the answer")
        expect(place).to_have_text(answer)
        master.let_go()
        expect(place).to_be_empty()


def test_what_is_dangerous_wants_to_be_held_or_is_asked_once_more_from_a_keyboard(tmp_path, desks):
    with with_console(tmp_path, free_port()) as (_, address):
        master = desks(address)
        master.set_up(anyway=True)
        master.press("Start the clock")
        master.phase_is("Running")
        master.more()
        master.press("Solve")
        master.reads("#said", "Hold it for a second")
        master.phase_is("Running")
        keys = master.page.keyboard
        solve = master.page.get_by_role("button", name="Solve", exact=True)
        solve.focus()
        keys.press("Enter")
        expect(master.page.locator("#sure")).to_be_visible()
        keys.press("Enter")  # the focus is on No
        expect(master.page.locator("#sure")).to_be_hidden()
        master.phase_is("Running")
        keys.press("Enter")
        keys.press("Tab")
        keys.press("Enter")
        master.phase_is("Defused")


def test_a_game_with_a_map_is_played_by_clicks_alone(tmp_path, desks):
    with with_console(tmp_path, free_port()) as (_, address):
        master, watcher = desks(address), desks(address, "/player")
        master.set_up("The Larks", anyway=True, game="ruin")
        stars = master.page.locator("#map").get_by_role("button", name="3", exact=True)
        stars.click()
        master.reads("#map", "Stars left\\s+3")
        watcher.reads("#map-card", "Stars left\\s+3")
        assert watcher.page.locator("#map button:visible").count() == 0
        master.press("Undo")
        master.reads("#said", "Taken back")
        expect(stars).to_be_visible()


def test_a_prop_that_hangs_is_no_prop_that_lives(tmp_path, desks):
    import signal

    with with_console(tmp_path, free_port()) as (prop, address):
        master = desks(address)
        prop.process.send_signal(signal.SIGSTOP)  # the line stays open, and nothing comes
        begun = time.monotonic()
        try:
            master.page.wait_for_selector("body[data-link=lost]", timeout=6000)
            assert time.monotonic() - begun < 3
        finally:
            prop.process.send_signal(signal.SIGCONT)
        master.live()
