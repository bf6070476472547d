"""The gate: every way in that must stay shut, one by one, and the ways that must open."""

import json
import time

import pytest
from starlette.testclient import TestClient

from support.console import OPERATOR, ORIGIN, VIEWER, Console, give_passwords, sign_in


@pytest.fixture
def console(tmp_path):
    give_passwords(tmp_path)
    return Console(tmp_path)


@pytest.fixture
def browser(console):
    return console.browser()


def test_nobody_is_let_in_without_a_password(browser):
    answer = browser.get("/look")
    assert answer.status_code == 401
    assert answer.json() == {"result": "refused", "why": "sign in first"}


def test_a_person_without_a_session_is_led_to_the_sign_in_page(browser):
    answer = browser.get("/look", headers={"Accept": "text/html"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")


def test_the_password_decides_the_role(console):
    for word, role in ((OPERATOR, "operator"), (VIEWER, "viewer")):
        browser = console.browser()
        assert sign_in(browser, word).status_code == 204
        assert browser.get("/look").json() == {"who": "console", "role": role}


def test_a_viewer_may_look_and_not_act(browser):
    sign_in(browser, VIEWER)
    answer = browser.post("/act")
    assert answer.status_code == 403
    assert "may only look" in answer.json()["why"]


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(browser):
    flags = sign_in(browser).headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert "secure" not in flags  # without TLS a browser would never send it


def test_with_tls_the_cookie_is_for_this_host_over_https_only(tmp_path):
    give_passwords(tmp_path)
    console = Console(tmp_path, certificate="c.pem", key="k.pem")
    browser = TestClient(console.app(), base_url="https://localhost")
    answer = browser.post("/sign-in", json={"password": OPERATOR}, headers={"Origin": "https://localhost"})
    assert answer.headers["set-cookie"].startswith("__Host-runeheart=")
    assert "secure" in answer.headers["set-cookie"].lower()
    assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://localhost", "http://localhost:81"]
)
def test_a_change_that_another_site_asks_for_is_refused(browser, origin):
    sign_in(browser)
    del browser.headers["Origin"]
    answer = browser.post("/act", headers={} if origin is None else {"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("token", [None, "", "0" * 64])
def test_a_change_without_the_page_s_own_token_is_refused(browser, token):
    sign_in(browser)
    del browser.headers["X-Runeheart-Token"]
    answer = browser.post("/act", headers={} if token is None else {"X-Runeheart-Token": token})
    assert answer.status_code == 403
    assert "reload" in answer.json()["why"]


def test_what_a_page_of_ours_asks_for_is_done(browser):
    sign_in(browser)
    assert browser.post("/act", content=b"abc").text == "3"


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.5", "", "[::1", "a" * 300]
)
def test_a_foreign_name_that_was_pointed_here_stays_foreign(browser, host):
    answer = browser.get("/sign-in", headers={"Host": host})
    assert answer.status_code in {400, 403}
    assert "form-token" not in answer.text


def test_on_the_network_any_address_and_the_configured_names_are_ours(tmp_path):
    give_passwords(tmp_path)
    browser = Console(tmp_path, listen="lan", names=("runes.example",)).browser()
    for host in ("192.168.1.5:8080", "[fe80::1]:8080", "RUNES.example", "127.0.0.1"):
        assert browser.get("/sign-in", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("cookie", ["", "x", "WyJvcGVyYXRvciJd.aaaa.bbbb", "é", "a" * 5000])
def test_a_cookie_of_somebody_else_s_making_is_nothing(browser, cookie):
    answer = browser.get("/look", headers={"Cookie": f"runeheart={cookie}".encode()})
    assert answer.status_code == 401


def test_a_viewer_s_cookie_cannot_be_turned_into_an_operator_s(browser):
    sign_in(browser, VIEWER)
    whole = browser.cookies["runeheart"]
    body, rest = whole.split(".", 1)
    browser.cookies.clear()
    forged = body[:-4] + ("AAAA" if body[-4:] != "AAAA" else "BBBB") + "." + rest
    assert browser.get("/look", headers={"Cookie": f"runeheart={forged}"}).status_code == 401


def test_another_password_ends_every_session_of_the_old_one(tmp_path, console):
    browser = console.browser()
    sign_in(browser)
    assert browser.get("/look").status_code == 200
    give_passwords(tmp_path, operator="a new one, longer")
    assert browser.get("/look").status_code == 401


def test_a_session_outlives_a_restart(tmp_path, browser):
    sign_in(browser)
    again = Console(tmp_path).browser()
    again.cookies.update(browser.cookies)
    assert again.get("/look").status_code == 200


def test_signing_out_ends_the_session_also_for_who_kept_the_cookie(console, browser):
    sign_in(browser)
    kept = dict(browser.cookies)
    assert browser.post("/sign-out").status_code == 204
    other = console.browser()
    other.cookies.update(kept)
    assert other.get("/look").status_code == 401


def test_wrong_passwords_have_to_wait_longer_and_longer(console, browser):
    said = [sign_in(browser, "wrong one").status_code for _ in range(6)]
    assert said == [403] * 5 + [429]
    assert sign_in(browser, OPERATOR).status_code == 429, "also the right one waits"
    console.clock.advance_ms(2_000)
    assert sign_in(browser, "wrong one").status_code == 403
    console.clock.advance_ms(1_500)
    assert sign_in(browser, OPERATOR).status_code == 429, "the wait has doubled"
    console.clock.advance_ms(1_000)
    assert sign_in(browser, OPERATOR).status_code == 204


def test_a_flood_of_requests_from_one_address_is_held_back_and_told_so(console, browser):
    statuses = [browser.get("/static/console.css").status_code for _ in range(205)]
    assert statuses[:200] == [200] * 200
    assert 429 in statuses[200:]
    console.clock.advance_ms(1_000)
    assert browser.get("/static/console.css").status_code == 200


def test_a_body_that_is_too_long_is_refused_with_or_without_its_length(browser):
    sign_in(browser)
    assert browser.post("/act", content=b"x" * 65_537).status_code == 413

    def endless():
        for _ in range(3000):
            yield b"x" * 1024

    answer = browser.post("/act", content=endless())
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2f..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/",
    ],
)
def test_there_is_no_directory_to_climb(browser, path):
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text


def test_every_answer_has_the_security_headers(browser):
    for answer in (browser.get("/sign-in"), browser.get("/look"), browser.get("/none"), browser.post("/act")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


def test_a_program_s_token_opens_and_needs_no_page(tmp_path, browser):
    from runeheart.runtime import password

    passwords, token = password.read(tmp_path).with_token("lobby", "operator")
    password.write(tmp_path, passwords)
    bearer = {"Authorization": f"Bearer {token}"}
    assert browser.get("/look", headers=bearer).json() == {"who": "token lobby", "role": "operator"}
    assert browser.post("/act", headers=bearer).status_code == 200
    wrong = browser.get("/look", headers={"Authorization": "Bearer rune_wrong"})
    assert wrong.status_code == 401
    password.write(tmp_path, passwords.without_token("lobby"))
    assert browser.get("/look", headers=bearer).status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"password": 5}',
        b'{"password": ""}',
        b"\xff",
        b"[" * 60_000,
        b'{"password":"\\ud800"}',
    ],
)
def test_a_sign_in_that_is_no_password_is_a_sentence(browser, body):
    answer = browser.post("/sign-in", content=body, headers={"Origin": ORIGIN})
    assert answer.status_code in {400, 403}
    assert answer.json()["result"] == "refused"


def test_without_a_password_this_machine_is_let_in_and_no_site_it_visits(tmp_path):
    browser = Console(tmp_path).browser()
    assert browser.get("/look").json() == {"who": "console", "role": "operator"}
    assert browser.post("/act", headers={"Origin": "http://evil.example"}).status_code == 403
    assert browser.post("/act", headers={"Origin": ORIGIN}).status_code == 403, "without the page's own token"
    token = browser.get("/sign-in").text.split('name="form-token" content="')[1].split('"')[0]
    assert browser.post("/act", headers={"Origin": ORIGIN, "X-Runeheart-Token": token}).status_code == 200
    assert browser.get("/look", headers={"Host": "evil.example"}).status_code == 403


def test_without_a_password_the_network_is_not_let_in(tmp_path):
    answer = Console(tmp_path, listen="lan").browser().get("/look")
    assert answer.status_code == 503
    assert "no password" in answer.json()["why"]


def test_a_fault_inside_says_nothing_of_the_inside(console):
    from starlette.routing import Route

    async def broken(request):
        raise RuntimeError("the answer is moon sun fire")

    answer = console.browser(Route("/broken", broken)).get("/broken")
    assert answer.status_code == 500
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "moon" not in answer.text
    assert json.loads(answer.text)["result"] == "refused"
    page = console.browser(Route("/broken", broken)).get("/broken", headers={"Accept": "text/html"})
    assert "moon" not in page.text
    assert "RuntimeError" not in page.text


def test_a_viewer_s_sign_in_does_not_clear_what_was_tried_for_the_operator_s(console, browser):
    for _ in range(4):
        sign_in(browser, "wrong one")
    assert sign_in(browser, VIEWER).status_code == 204
    assert sign_in(browser, "wrong one").status_code == 403
    assert sign_in(browser, "wrong one").status_code == 429


@pytest.mark.parametrize("host", ["evil.example@127.0.0.1", "a:b@localhost"])
def test_a_name_before_our_address_is_no_name_of_ours(browser, host):
    assert browser.get("/sign-in", headers={"Host": host}).status_code == 403


def test_many_headers_are_too_many_also_when_they_come_at_once(browser):
    answer = browser.get("/sign-in", headers=[(f"x{number}", "y") for number in range(3000)])
    assert answer.status_code == 431
    assert "16384 bytes" in answer.json()["why"]


def test_what_was_signed_out_stays_out_after_a_restart(tmp_path, console, browser):
    sign_in(browser)
    cookie = browser.cookies["runeheart"]
    other = console.browser()
    sign_in(other)
    assert browser.post("/sign-out").status_code == 204
    again = Console(tmp_path).browser()
    for one, status in ((cookie, 401), (other.cookies["runeheart"], 200)):
        assert again.get("/look", headers={"Cookie": f"runeheart={one}"}).status_code == status


@pytest.mark.parametrize(
    ("later_s", "status"),
    [(-3 * 24 * 3600, 200), (-400 * 24 * 3600, 401), (15 * 3600, 200), (17 * 3600, 401)],
)
def test_a_session_outlives_a_clock_that_went_back_but_not_a_day(browser, monkeypatch, later_s, status):
    sign_in(browser)
    now_s = time.time()
    monkeypatch.setattr(time, "time", lambda: now_s + later_s)
    assert (
        browser.get("/look", headers={"Cookie": f"runeheart={browser.cookies['runeheart']}"}).status_code
        == status
    )
