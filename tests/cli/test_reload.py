"""SIGHUP under systemd: what can change while people play does, the rest is told, a bad file does nothing."""

import json
import signal

import pytest

from support.cli import run
from support.daemon import Daemon, configured


@pytest.fixture
def prop(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path) as daemon:
        yield Reloaded(daemon, config)
        assert daemon.stop() == 0
        assert "Traceback" not in daemon.said()


class Reloaded:
    def __init__(self, daemon, config):
        self.daemon, self.config = daemon, config
        self._plain = config.read_text()

    def with_more(self, more):
        """Change the file, ask for it, and return the alerts when systemd was told that it is done."""
        self.config.write_text(self._plain + more)
        self.daemon.process.send_signal(signal.SIGHUP)
        assert self.daemon.heard().startswith(b"RELOADING=1\nMONOTONIC_USEC=")
        assert self.daemon.heard() == b"READY=1"
        return self.status()["alerts"]

    def status(self):
        socket = self.config.with_name("control.sock")
        return json.loads(run("ctl", "--socket", socket, "status", "--json").stdout)


def test_a_new_name_is_on_the_screen_at_once_and_in_the_log(prop):
    assert prop.with_more('[prop]\nname = "VAULT 7"\npreset = "calm"\n[lights]\nbrightness = 0.5\n') == []
    assert prop.status()["screen"][0] == "VAULT 7"
    said = prop.daemon.said()
    for line in (
        'prop.name: "RUNEHEART" → "VAULT 7"',
        'prop.preset: "normal" → "calm"',
        "lights.brightness: 1.0 → 0.5",
    ):
        assert line in said


def test_a_difficulty_counts_from_the_next_game(prop):
    assert run("ctl", "--config", prop.config, "start").exit_code == 0
    assert prop.with_more('[heart]\ndifficulty = "hard"\n') == []
    assert prop.status()["difficulty"] == "normal"
    for verb in ("abandon", "reset"):
        assert run("ctl", "--config", prop.config, verb).exit_code == 0
    assert "heart hard, ready" in run("ctl", "--config", prop.config, "start").stdout


def test_what_needs_a_restart_is_an_alert_until_it_is_as_before(prop):
    alerts = prop.with_more("[buttons]\nsettle_ms = 20\n[prop]\nname = 'B'\n")
    assert alerts == [
        f"buttons.settle_ms changed in {prop.config} and need a restart: sudo systemctl restart runeheart"
    ]
    assert "buttons.settle_ms: 15 → 20 (after a restart)" in prop.daemon.said()
    assert prop.status()["screen"][0] == "B"
    assert prop.with_more("[prop]\nname = 'B'\n[buttons]\nsettle_ms = 20\n") == alerts  # it still waits
    assert prop.with_more("") == []


def test_a_file_with_problems_keeps_what_was_and_alerts_until_it_is_put_right(prop):
    prop.with_more("[prop]\nname = 'GOOD'\n")
    (alert,) = prop.with_more('[prop]\nname = "BAD"\npreset = "lout"\n[lights]\nbrightness = 7\n')
    assert alert.startswith(
        f"{prop.config} has 2 problems and was not taken over, the settings before it stay: prop.preset: "
    )
    assert alert.endswith("Correct it, then: sudo systemctl reload runeheart")
    assert prop.status()["screen"][0] == "GOOD"
    assert "lights.brightness: " in prop.daemon.said()
    (alert,) = prop.with_more("[prop\n")
    assert "has 1 problem and" in alert
    assert prop.with_more("[prop]\nname = 'GOOD'\n") == []


def test_a_file_that_has_not_changed_is_told(prop):
    assert prop.with_more("") == []
    assert f"{prop.config} was read again: nothing has changed" in prop.daemon.said()


def test_the_same_reload_goes_on_through_a_game(prop):
    run("ctl", "--config", prop.config, "start")
    for number in range(5):
        assert prop.with_more(f"[prop]\nname = 'N{number}'\n") == []
    assert prop.status()["phase"] == "ready"


def test_a_board_that_is_none_keeps_what_was(prop):
    board = prop.config.with_name("board.txt")
    board.write_text("no board")
    (alert,) = prop.with_more(f"[prop]\ngame = 'ruin'\n[ruin]\nboard = '{board}'\n")
    assert "was not taken over" in alert
    assert "board.txt" in alert
