"""The page and its line, over a real server on loopback and a real WebSocket client."""

import http.client
import json
import re
import socket
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from runeheart.core.panel import Button
from runeheart_hw.virtual.page import HOST, PORT, PortTakenError, listening
from support.served import Seen, served

WAIT_S = 10


@pytest.fixture(scope="module")
def prop():
    with served() as running:
        for gpio in running.profile.buttons.pins.by_button().values():
            pin = running.board.factory.pin(gpio)
            pin.function = "input"
            pin.pull = "up"
        yield running


def get(prop, path="/", method="GET", **headers):
    connection = http.client.HTTPConnection(HOST, prop.port, timeout=WAIT_S)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer, body


def low(prop, button):
    return not prop.board.factory.pin(getattr(prop.profile.buttons.pins, button)).state


class TestServed:
    def test_the_page_has_a_button_for_every_rune_and_escapes_its_title(self, prop):
        answer, body = get(prop)
        assert answer.status == 200
        assert re.findall(r'<button[^>]*data-button="(\w+)"', body) == [str(b) for b in prop.board.buttons]
        assert "Test &amp; &lt;prop&gt;" in body

    def test_nothing_is_inline_and_nothing_comes_from_elsewhere(self, prop):
        _answer, body = get(prop)
        assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", body)
        for address in re.findall(r'(?:src|href)="([^"#][^"]*)"', body):
            assert address.startswith(("/static/", "/map/"))
            asset, text = get(prop, address)
            assert asset.status == 200, address
            for elsewhere in re.findall(r"https?://[^\s\"')]+", text):
                assert elsewhere == "http://www.w3.org/2000/svg"

    @pytest.mark.parametrize("path", ["/", "/static/prop.js", "/static/missing.js"])
    def test_security_headers_are_on_every_answer(self, prop, path):
        answer, _body = get(prop, path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "server" not in answer.headers

    def test_only_loopback_is_listened_on(self, prop):
        assert prop.address.startswith("http://127.0.0.1:")

    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:8137", "127.0.0.1.evil.example:80", "", "::1"]
    )
    def test_a_foreign_host_name_is_refused(self, prop, host):  # DNS rebinding
        answer, body = get(prop, Host=host)
        assert answer.status == 403
        assert "127.0.0.1" in body
        assert "Content-Security-Policy" in answer.headers

    @pytest.mark.parametrize("host", ["localhost", "localhost:9000", "127.0.0.1", "[::1]:8137"])
    def test_loopback_names_are_welcome_also_behind_a_forwarded_port(self, prop, host):
        answer, _body = get(prop, Host=host)
        assert answer.status == 200

    def test_nothing_can_be_posted(self, prop):
        answer, _body = get(prop, method="POST")
        assert answer.status == 405


class TestLine:
    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
    def test_another_sites_page_cannot_open_the_line(self, prop, origin):
        with pytest.raises(InvalidStatus) as refused, prop.open_line(origin=origin):
            pass
        assert refused.value.response.status_code == 403

    def test_everything_at_first_then_what_changed(self, prop):
        with prop.open_line() as line:
            page = Seen(line)
            first = page.hear()
            assert set(first) == {
                "lights",
                "held",
                "picture",
                "contrast",
                "plugged",
                "words",
                "buzzer_hz",
                "page",
            }
            prop.board.say(("4:37 left",))
            assert page.until(lambda state: state["words"] == ["4:37 left"])
            gpio = prop.profile.lights.pins.water
            pin = prop.board.factory.pin(gpio)
            pin.function = "output"
            pin.state = 0.25
            assert page.until(lambda state: state["lights"] == [0, 0, 0.25, 0, 0, 0])
            news = {}
            pin.state = 0.5
            while "lights" not in news:
                news = page.hear()
            assert set(news) == {"lights"}
            pin.state = 0.0

    def test_a_quiet_prop_gives_signs_of_life(self, prop):
        with prop.open_line() as line:
            page = Seen(line)
            page.hear()
            assert page.hear() == {}

    def test_a_press_reaches_the_pin_and_every_page(self, prop):
        with prop.open_line() as mine, prop.open_line() as theirs:
            me, them = Seen(mine), Seen(theirs)
            me.press("fire", True)
            assert them.until(lambda state: state["held"] == ["fire"])
            assert low(prop, "fire")
            me.press("fire", False)
            assert them.until(lambda state: not state["held"])
            assert not low(prop, "fire")

    def test_two_pages_hold_one_button_until_the_last_lets_go(self, prop):
        with prop.open_line() as mine, prop.open_line() as theirs:
            me, them = Seen(mine), Seen(theirs)
            me.press("sun", True)
            them.until(lambda state: state["held"] == ["sun"])
            them.press("sun", True)
            them.press("moon", True)  # when this is seen, the one before was obeyed
            them.until(lambda state: state["held"] == ["moon", "sun"])
            me.press("sun", False)
            me.press("water", True)
            them.until(lambda state: state["held"] == ["moon", "sun", "water"])
            assert low(prop, "sun")

    def test_a_lost_connection_releases_what_it_held(self, prop):
        with prop.open_line() as watching, prop.open_line() as lost:
            witness = Seen(watching)
            Seen(lost).press("storm", True)
            Seen(lost).press("moon", True)
            witness.until(lambda state: state["held"] == ["moon", "storm"])
            lost.socket.shutdown(socket.SHUT_RDWR)  # no goodbye
            witness.until(lambda state: not state["held"])
            assert not low(prop, "storm")
            assert not low(prop, "moon")

    @pytest.mark.parametrize(
        "message",
        [
            "no json",
            "{}",
            '{"do":"press","button":"fire"}',
            '{"do":"press","button":"fire","down":true}',
            '{"do":"press","button":"ice","down":true,"at_ms":1}',
            '{"do":"press","button":"heart","down":true,"at_ms":1}',
            '{"do":"press","button":"fire","down":true,"at_ms":1,"extra":1}',
            '{"do":"dance"}',
            b"\xff\xfe",
            "",
        ],
    )
    def test_a_bad_message_changes_nothing_and_closes_with_a_reason(self, prop, message):
        with prop.open_line() as line:
            page = Seen(line)
            page.press("nature", True)
            page.until(lambda state: state["held"] == ["nature"])
            line.send(message)
            closed = Seen(line).until_closed()
        assert closed.code == 1008
        assert closed.reason
        with prop.open_line() as line:
            assert Seen(line).until(lambda state: not state["held"])

    def test_a_message_that_is_too_long_closes_the_line(self, prop):
        with prop.open_line() as line:
            line.send(json.dumps({"do": "press", "button": "fire", "down": True, "pad": "x" * 3000}))
            closed = Seen(line).until_closed()
        assert closed.code == 1009

    def test_the_screens_cable_can_be_pulled_and_put_back(self, prop):
        with prop.open_line() as line:
            page = Seen(line)
            line.send('{"do":"plug","plugged":false}')
            page.until(lambda state: not state["plugged"])
            assert not prop.board.oled.plugged
            line.send('{"do":"plug","plugged":true}')
            page.until(lambda state: state["plugged"])

    def test_tones_come_with_their_times_however_short(self, prop):
        pin = prop.board.factory.pin(prop.profile.buzzer.pin)
        with prop.open_line() as line:
            page = Seen(line)
            page.hear()
            pin.function = "output"
            for hertz in (880, 440):  # far shorter than a frame
                pin.frequency = hertz
                pin.state = 0.5
                pin.state = 0.0
            while len(page.tones) < 4:
                page.hear()
        assert [hertz for _ms, hertz in page.tones] == [880, 0, 440, 0]
        assert [ms for ms, _hertz in page.tones] == sorted(ms for ms, _hertz in page.tones)

    def test_nobody_watches_when_no_page_is_open(self, prop):
        with prop.open_line() as line:
            Seen(line).hear()
            assert prop.board._on_change is not None
        with prop.open_line() as line:  # the server has seen the first one off
            Seen(line).hear()
        deadline = 1000
        while prop.board._on_change is not None and deadline:
            deadline -= 1
            get(prop)
        assert prop.board._on_change is None


def test_a_page_for_a_prop_without_a_screen_and_with_a_heart():
    with served({"oled": {"controller": "none"}, "buttons": {"pins": {"heart": 20}}}) as prop:
        _answer, body = get(prop)
        assert '<button type="button" class="heart" data-button="heart"' in body
        assert "no screen" in body
        assert 'id="plug"' not in body
        with prop.open_line() as line:
            page = Seen(line)
            page.press("heart", True)
            page.until(lambda state: state["held"] == ["heart"])
            line.send('{"do":"plug","plugged":true}')
            assert "no screen" in page.until_closed().reason
        assert Button.HEART in prop.board.buttons


def test_open_lines_do_not_keep_the_server_from_ending():
    with served() as prop, ExitStack() as leaving:
        line = leaving.enter_context(prop.open_line())
        Seen(line).hear()
        left_open = leaving.pop_all()
    assert Seen(line).until_closed().code == 1012  # service restart
    left_open.close()


class TestPort:
    def test_the_next_free_port_is_taken(self):
        with listening() as first, listening() as second:
            assert PORT <= first.getsockname()[1] < second.getsockname()[1]

    def test_a_port_that_was_asked_for_and_is_taken_is_refused(self):
        with listening(0) as taken:
            port = taken.getsockname()[1]
            with pytest.raises(PortTakenError, match=f"port {port} is taken"), listening(port):
                pass

    def test_a_port_that_may_not_be_used_is_refused(self, monkeypatch):
        def denied(*_arguments):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(socket.socket, "bind", denied)
        with pytest.raises(PortTakenError, match=r"Permission denied.*--port"), listening(80):
            pass


class TestQuiet:
    """What strangers say wrongly is answered, and nothing of it is in the log."""

    def test_a_refused_line(self, prop, caplog):
        for origin in ("http://evil.example", "null"):
            with pytest.raises(InvalidStatus), prop.open_line(origin=origin):
                pass
        get(prop)
        assert not caplog.records

    @pytest.mark.parametrize(
        "said",
        [
            b"HELO prop\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
            (
                b"GET /none HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Origin: http://127.0.0.1\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            ),
        ],
    )
    def test_what_is_no_request_of_a_page(self, prop, caplog, said):
        with socket.create_connection((HOST, prop.port), timeout=WAIT_S) as stranger:
            stranger.sendall(said)
            stranger.shutdown(socket.SHUT_WR)
            assert stranger.recv(4096)
        get(prop)
        assert not caplog.records


def test_a_page_of_a_self_test_says_so_and_is_another_page():
    with served() as prop, served(is_selftest=True) as test:
        pages = [get(running)[1] for running in (prop, test)]
        assert ["How to play" in page for page in pages] == [True, False]
        assert ["self-test" in page for page in pages] == [False, True]
        editions = [re.search(r'data-edition="(\w+)"', page)[1] for page in pages]
        assert editions[0] != editions[1]
        for running, edition in zip((prop, test), editions, strict=True):
            with running.open_line() as line:
                assert Seen(line).hear()["page"] == edition
