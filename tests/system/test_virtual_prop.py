"""Whole games on the real `runeheart simulate`, played in Chromium by pressing runes."""

import json
import re

import pytest

from runeheart.core.runes import RUNES
from runeheart.surface.screens import draw
from runeheart.surface.views import EndScreen
from support.simulated import runeheart, simulated
from support.table import KEYS, LOOK_MS, PHONE

pytestmark = pytest.mark.browser


def place(table, tap, answer, number):
    """Choose the right rune of a place, then the place."""
    tap(answer[number - 1])
    table.reads(f"{answer[number - 1].upper()}: which place")
    tap(RUNES[number - 1])


def test_a_game_is_won_by_mouse_and_keys_and_a_second_page_sees_the_same(tmp_path, seats):
    with simulated(tmp_path) as prop:
        table, other = seats(prop), seats(prop, **PHONE)
        assert "Press a rune" in table.reads("RUNEHEART")
        table.tap("moon")
        table.reads("1: Easy")
        table.tap("nature")
        table.reads("Easy, 10:00. Press a rune")
        answer = prop.answer()
        table.tap("sun")
        table.reads("Clue 1 of 4")  # H-029: reading the first clue starts the timer
        table.tap("sun")
        table.reads("Clue 2 of 4")
        table.hold_until("fire", "Places: 1 open, 2 open, 3 open, 4 open")
        table.hold_until("nature", "Clue 5 of 5")  # H-050
        table.hold_until("fire", "Places: 1 open")
        place(table, table.tap, answer, 1)
        table.reads(f"Places: 1 {answer[0]}, 2 open")  # H-072
        place(table, table.key, answer, 3)
        table.reads(f"Places: 1 {answer[0]}, 2 open, 3 {answer[2]}, 4 open")
        for seat in (table, other):
            seat.light_is(answer[0], "> 0.9")
            seat.light_is(answer[2], "> 0.9")
        for seat in (table, other):
            seat.reads("^(?!.* is at 3)")  # the message is over
        table.picture("virtual-prop-1280", tmp_path)
        other.picture("virtual-prop-390", tmp_path)
        table.key_until("sun", "Final sequence")
        table.key(answer[1])
        table.reads(f"2 {answer[1]}, 3 {answer[2]}, 4 open")
        table.key(answer[3])
        table.reads("Hold Sun to submit")
        table.key_until("sun", "DEFUSED")  # H-101
        for seat in (table, other):
            assert ", ".join(answer) in seat.reads("DEFUSED")
            seat.shows(draw(EndScreen("defused", (), seat.clock(), answer)))
        assert table.glass() == other.glass()
        table.picture("virtual-prop-win", tmp_path)
        status, errors = prop.stop()
        assert status == 0, errors
        assert "Traceback" not in errors
        for seat in (table, other):
            seat.page.wait_for_selector("body[data-link=ended]", timeout=LOOK_MS)


def test_a_game_is_lost_by_mistakes_on_a_phone(tmp_path, seats):
    with simulated(tmp_path, '[heart]\ndifficulty = "hard"\n[prop]\nname = "OAK TABLE"\n') as prop:
        table = seats(prop, **PHONE)
        assert table.page.title().startswith("OAK TABLE")
        size = table.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert size == [390, 844]  # all in sight without scrolling
        assert all(table.rune(name).bounding_box()["width"] >= 88 for name in KEYS)  # wide enough for a thumb
        table.reads("Press a rune")
        table.touch("sun")
        table.reads("Hard, 5:00")
        answer = prop.answer()
        table.touch("sun")
        table.reads("Clue 1 of 2")
        fingers = table.page.context.new_cdp_session(table.page)
        where = table.rune("moon").bounding_box()
        point = {"x": where["x"] + where["width"] / 2, "y": where["y"] + where["height"] / 2}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        table.reads("Mistakes 0 of 2")  # a hold leaves the clue
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        for mistake in (1, 2):  # H-074, H-092
            wrong = answer[mistake]
            table.touch(wrong)
            table.reads(f"{wrong.upper()}: which place")
            table.touch("nature")
            table.reads("Mistakes 1 of 2" if mistake == 1 else "EXPLODED")
        assert ", ".join(answer) in table.words()
        table.shows(draw(EndScreen("exploded", ("mistakes",), table.clock(), answer)))
        for name in KEYS:
            table.light_is(name, "=== 0")  # a flash, and dark
        table.picture("virtual-prop-explosion", tmp_path)
        assert prop.stop()[0] == 0


def test_several_fingers_are_several_buttons_and_a_page_that_goes_lets_go(tmp_path, seats):
    with simulated(tmp_path) as prop:
        table, other = seats(prop, **PHONE), seats(prop)
        fingers = table.page.context.new_cdp_session(table.page)
        points = []
        for number, name in enumerate(("water", "storm")):
            box = table.rune(name).bounding_box()
            middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}
            points.append(middle)
            fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        other.held_is("water", "storm")
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": points[:1]})
        other.held_is("storm")
        other.page.keyboard.down("5")
        table.held_is("storm", "moon")
        other.page.evaluate("dispatchEvent(new Event('blur'))")
        table.held_is("storm")
        table.page.close()
        other.held_is()


def test_the_screens_cable_pulled_and_put_back_during_a_game(tmp_path, seats):
    with simulated(tmp_path, '[heart]\ndifficulty = "easy"\n') as prop:
        table = seats(prop)
        socket = str(prop.state / "control.sock")
        table.reads("Press a rune")
        table.tap("sun")
        table.reads("Easy, 10:00")
        before = table.glass()
        table.page.get_by_role("button", name="Screen cable").click()
        table.reads("unplugged")
        assert not any(table.glass())
        assert runeheart("ctl", "--socket", socket, "add-time", "60").returncode == 0  # the game goes on
        status = json.loads(runeheart("ctl", "--socket", socket, "status", "--json").stdout)
        assert any(
            "0x3C" in alert for alert in [*status["alerts"], *(d["alert"] or "" for d in status["devices"])]
        )
        table.page.get_by_role("button", name="Screen cable").click()
        assert "Easy, 11:00" in table.reads("Easy")
        table.page.wait_for_function(
            "() => document.querySelector('#plug').getAttribute('aria-pressed') === 'true'", timeout=LOOK_MS
        )
        for _ in range(200):  # the driver tries again after a second or two, and paints all anew
            if any(table.glass()):
                break
            table.page.wait_for_timeout(50)
        assert any(table.glass())
        assert table.glass() != before


def test_a_page_that_lost_its_prop_goes_grey_and_comes_back(tmp_path, seats):
    with simulated(tmp_path) as prop:
        table = seats(prop)
        port = prop.address.rsplit(":", 1)[1]
        assert prop.stop()[0] == 0
        table.page.wait_for_selector("body[data-link=ended]", timeout=LOOK_MS)
        said = table.page.get_by_role("alert").inner_text()
        assert "The prop was stopped" in said
        assert "make run" in said
    with simulated(tmp_path, "", "--port", port):
        table.page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)
        assert not table.page.get_by_role("alert").is_visible()


def test_a_second_simulation_with_the_same_games_is_refused_in_a_sentence(tmp_path):
    with simulated(tmp_path) as prop:
        second = runeheart("simulate", "--no-open", "--port", "0", "--state", str(prop.state))
        assert second.returncode == 1
        assert f"already running, pid {prop.process.pid}" in second.stderr
        taken = prop.address.rsplit(":", 1)[1]
        third = runeheart("simulate", "--no-open", "--port", taken, "--state", str(tmp_path / "other"))
        assert third.returncode == 1
        assert re.search(rf"port {taken} is taken: .*--port|port {taken} is taken: leave out", third.stderr)
        assert "Traceback" not in second.stderr + third.stderr


def test_a_page_can_be_used_without_sight_of_colour_or_mouse(tmp_path, seats):
    with simulated(tmp_path) as prop:
        table = seats(prop)
        table.reads("Press a rune")
        for number, name in enumerate(KEYS, 1):
            assert table.rune(name).get_attribute("aria-label") == f"{number}, {name.capitalize()}"
        table.rune("fire").focus()
        table.page.keyboard.down("Enter")
        table.held_is("fire")
        table.page.keyboard.up("Enter")
        table.reads("1: Easy")
        assert "1: Easy" in table.page.locator("#words").inner_text()
