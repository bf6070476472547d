"""The history room: what it shows, to whom, and that no answer of a running game is in it."""

import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest

from runeheart.console.export import as_csv, as_json
from runeheart.runtime.history import Listed
from runeheart.runtime.records import About
from support.consoled import consoled, token_for


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with consoled(tmp_path_factory.mktemp("history")) as served:
        served.win(team="<b>Foxes</b>", wrong=1, players=4)
        served.win(team="=1+1")
        served.play_a_ruin()
        served.operator("start", difficulty="hard", team="Now")
        served.command(do="read")
        served.command(do="draw")
        yield served


@pytest.fixture
def browser(served):
    with served.client() as client:
        yield client


def test_the_list_has_every_game_with_what_happened(browser):
    page = browser.get("/history").text
    assert "4 games" in page
    assert "1 mistake (place 2)" in page
    assert "1 hint" in page
    assert "&lt;b&gt;Foxes&lt;/b&gt;" in page
    assert "<b>Foxes" not in page


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("game=ruin", [3]),
        ("result=defused", [2, 1]),
        ("difficulty=hard", [4]),
        ("team=foxes", [1]),
        ("result=under+way", [4]),
        ("since=2000-01-01&until=2000-01-02", []),
        ("left_out=yes", []),
        ("before=3", [2, 1]),
        ("", [4, 3, 2, 1]),
    ],
)
def test_filters(browser, query, ids):
    answer = browser.get(f"/api/v1/games?{query}").json()
    assert [game["id"] for game in answer["games"]] == ids


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("since=yesterday", "since is no date; expected one such as 2026-01-31"),
        ("game=chess", "game"),
        ("before=-1", "before"),
        ("colour=red", "colour"),
    ],
)
def test_a_filter_that_is_none_is_told(browser, query, why):
    answer = browser.get(f"/api/v1/games?{query}")
    assert answer.status_code == 400
    assert why in answer.json()["why"]
    page = browser.get(f"/history?{query}")
    assert page.status_code == 200
    assert "all are shown" in page.text


def test_statistics_have_a_table_behind_each_chart(browser):
    page = browser.get("/history/figures").text
    for title in ("Won, by difficulty", "Won, by week", "Time to win, by difficulty", "Time to win, by week"):
        assert title in page
    assert "100 %" in page
    assert page.count("<img ") == page.count("<table>") == 5


@pytest.mark.parametrize("name", ["difficulties", "weeks", "times", "week-times", "places"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chart_is_a_picture_without_any_script(browser, name, theme):
    answer = browser.get(f"/history/charts/{name}.svg?theme={theme}")
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ET.fromstring(answer.text)  # noqa: S314 - our own
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert not [key for node in root.iter() for key in node.attrib if key.endswith("href")]
    assert "script-src" not in answer.headers["content-security-policy"]


def test_a_chart_that_is_none(browser):
    assert browser.get("/history/charts/none.svg").status_code == 404
    assert browser.get("/history/charts/weeks.svg?theme=pink").status_code == 404


def test_a_team_name_is_never_a_formula(browser):
    rows = list(csv.DictReader(io.StringIO(browser.get("/history/games.csv").content.decode("utf-8-sig"))))
    assert [row["team"] for row in rows] == ["Now", "Ruin crew", "'=1+1", "<b>Foxes</b>"]
    assert rows[-1]["mistakes_by_place"] == "0 1 0 0"


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t=", " =", "\r"])
def test_what_a_spreadsheet_would_carry_out_is_marked_as_text(begin):
    game = Listed(
        1, "heart", "1", "2026", None, None, About(begin + "cmd"), "defused", None, None, None, None, 0, 0
    )
    text = b"".join(as_csv([[game]])).decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["team"] == f"'{begin}cmd"


def test_the_json_file_is_one_array(browser):
    games = browser.get("/history/games.json?result=defused").json()
    assert [game["id"] for game in games] == [2, 1]
    assert browser.get("/history/games.json?team=nobody").json() == []
    assert json.loads(b"".join(as_json([]))) == []


def test_the_heart_is_shown_step_by_step(browser):
    answer = browser.get("/api/v1/games/1").json()
    steps = answer["steps"]
    assert [step["what"] for step in steps][:2] == ["Read the starting clues", steps[1]["what"]]
    assert steps[0]["heart"]["phase"] == "running"
    assert len(steps[0]["heart"]["hand"]) >= 3
    assert steps[1]["heart"]["mistakes"] == 1
    assert "Hint, step 1" in [step["what"] for step in steps]
    assert steps[-1]["heart"]["phase"] == "over"
    page = browser.get("/history/1").text
    assert "Step by step" in page
    assert 'data-maps="no"' in page


def test_a_game_on_a_board_has_its_map_after_each_step(browser):
    steps = browser.get("/api/v1/games/3").json()["steps"]
    first = browser.get("/api/v1/games/3/maps/1").json()
    last = browser.get(f"/api/v1/games/3/maps/{len(steps) + 1}").json()
    assert first["board"] == last["board"]
    assert first["play"]["pieces"] != last["play"]["pieces"]
    assert first["play"]["choices"] == last["play"]["choices"] == []
    assert browser.get(f"/api/v1/games/3/maps/{len(steps) + 2}").status_code == 404
    assert browser.get("/api/v1/games/1/maps/1").status_code == 404


def test_a_step_that_was_undone_is_marked_and_its_effect_gone(tmp_path):
    with consoled(tmp_path) as served:
        served.operator("start", difficulty="easy")
        served.command(do="read")
        served.operator("lock")
        served.operator("undo")
        served.operator("abandon")
        with served.client() as client:
            steps = client.get("/api/v1/games/1").json()["steps"]
    read, lock, undo, abandon = steps
    assert (lock["undone"], lock["heart"]["slots"].count(None)) == (True, 3)
    assert undo["what"].startswith("Undo: Try a rune")
    assert undo["heart"]["slots"] == abandon["heart"]["slots"] == [None] * 4
    assert "undone" not in read


def test_no_answer_of_the_game_at_the_table_is_anywhere(served, browser):
    answer = list(served.answer())
    record = served.prop.session.record
    texts = [
        browser.get(address).text
        for address in (
            "/history", "/history/figures", "/history/4", "/history/games.csv", "/history/games.json",
            "/api/v1/games", "/api/v1/games/4", "/api/v1/status",
        )
    ]  # fmt: skip
    for text in texts:
        assert str(record.seed) not in text
        for written in (json.dumps(answer), json.dumps(answer, separators=(",", ":")), ", ".join(answer)):
            assert written not in text


def test_a_viewer_looks_and_an_operator_edits(served):
    viewer = token_for(served.prop._journal.path.parent, "eyes", "viewer")
    with served.client(viewer) as client:
        page = client.get("/history").text
        assert "Foxes" in page
        assert '<form class="about"' not in page
        assert client.patch("/api/v1/games/2", json={"team": "x"}).status_code == 403
    with served.client() as client:
        answer = client.patch("/api/v1/games/2", json={"team": "Owls", "left_out": True})
        assert answer.json()["result"] == "done"
        (game,) = client.get("/api/v1/games?left_out=yes").json()["games"]
        assert (game["id"], game["team"]) == (2, "Owls")
        assert client.patch("/api/v1/games/2", json={"left_out": False, "team": "=1+1"}).status_code == 200
        assert client.patch("/api/v1/games/99", json={"team": "x"}).status_code == 409
        assert client.patch("/api/v1/games/2", json={"team": "x" * 61}).status_code == 400


@pytest.mark.parametrize("address", ["/history", "/history/1", "/history/figures", "/history/games.csv"])
def test_nobody_else_sees_it(tmp_path, address):
    from support.console import give_passwords

    give_passwords(tmp_path)
    with consoled(tmp_path) as served, served.client(None) as client:
        assert client.get(address).status_code == 401


def test_before_the_first_game_there_is_a_friendly_page(tmp_path):
    with consoled(tmp_path) as served, served.client() as client:
        assert "No game was played here yet." in client.get("/history").text
        assert "No game was won or lost" in client.get("/history/figures").text
        assert client.get("/history/1").status_code == 404
        assert client.get("/history/99999999999999999999").status_code == 404


@pytest.mark.parametrize("path", ["/history/{}", "/api/v1/games/{}", "/api/v1/games/1/maps/{}"])
@pytest.mark.parametrize("digits", [10, 5000])
def test_a_number_that_no_game_can_have_is_no_address(served, path, digits):
    with served.client(None) as client:
        answer = client.get(path.format("9" * digits))
    assert answer.status_code == 404
    assert answer.json() == {"result": "refused", "why": "there is no such page"}
