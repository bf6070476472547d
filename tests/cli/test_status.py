"""`runeheart status`: the whole prop on one screen, from a daemon that runs; what is said when none does."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from runeheart import __version__
from runeheart.cli import status
from runeheart.cli.commands import group
from support.cli import run
from support.daemon import Daemon, configured

WAIT_S = 20
NOBODY = {
    "name": "TABLE 3",
    "version": "0.0.1",
    "python": "3.11.2",
    "uptime_s": 11_520.5,
    "game": None,
    "screen": ["TABLE 3", "Press a rune"],
    "lights": [
        {"rune": "nature", "pattern": "off", "level": 0},
        {"rune": "fire", "pattern": "steady", "level": 1},
    ],
    "devices": [
        {
            "device": "buttons",
            "alert": None,
            "counters": {"fire edges": 1_204, "fire noise": 3, "sun edges": 2, "sun noise": 0},
        },
        {
            "device": "display",
            "alert": "the screen does not answer",
            "counters": {"bytes": 1_000_000, "returns": 2},
        },
    ],
    "alerts": ["display: the screen does not answer"],
    "journal": {"path": "/var/lib/runeheart/journal.db", "written": False},
}


def _text(**changes):
    return "\n".join(status.lines({**NOBODY, **changes}))


def test_all_of_it_is_on_one_screen():
    assert _text() == (
        "TABLE 3: up for 3 h 12 min, Runeheart 0.0.1"
        f" (installed here is {__version__}: it runs after a restart), Python 3.11.2\n"
        "game      no game, waiting for players\n"
        "screen    TABLE 3 | Press a rune\n"
        "lights    fire steady\n"
        "journal   /var/lib/runeheart/journal.db: NOT SAVED\n"
        "\n"
        "buttons   works\n"
        "                         edges      noise\n"
        "          fire           1,204          3\n"
        "          sun                2          0\n"
        "display   NEEDS A PERSON   bytes 1,000,000, returns 2\n"
        "\n"
        "ALERT     display: the screen does not answer"
    )


@pytest.mark.parametrize(
    ("uptime_s", "words"), [(59, "0 min"), (3_599, "59 min"), (7_260, "2 h 1 min"), (200_000, "2 days")]
)
def test_how_long_it_is_up(uptime_s, words):
    assert f"up for {words}, " in _text(uptime_s=uptime_s)


def test_nothing_to_tell_is_said_so():
    assert _text(alerts=[]).endswith("\nalerts    none")


@pytest.fixture
def daemon(tmp_path):
    with Daemon(configured(tmp_path), tmp_path) as process:
        yield process


def test_of_a_daemon_that_runs(daemon, tmp_path):
    config = tmp_path / "prop.toml"
    run("ctl", "--config", config, "start", "--difficulty", "hard")
    told = run("status", "--config", config)
    assert told.exit_code == 0
    assert "game      heart hard, ready, " in told.stdout
    assert "journal   " in told.stdout
    assert "all is saved" in told.stdout
    as_json = run("status", "--config", config, "--json")
    document = json.loads(as_json.stdout)
    assert document["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {device["device"] for device in document["devices"]} == {"buttons", "lights", "display", "buzzer"}


def test_an_alert_is_status_1(daemon, tmp_path):
    (tmp_path / "state/journal.db").unlink()
    (tmp_path / "state/journal.db").mkdir()
    run("ctl", "--config", tmp_path / "prop.toml", "start", "--difficulty", "easy")
    told = run("status", "--config", tmp_path / "prop.toml")
    assert told.exit_code == 1
    assert "ALERT     the journal is a folder: it was put aside as " in told.stdout


def test_no_daemon_is_a_sentence_and_status_3(tmp_path):
    told = run("status", "--config", configured(tmp_path))
    assert (told.exit_code, told.stdout) == (3, "")
    assert told.stderr.startswith(
        f"no daemon answers at {tmp_path}/control.sock; start one with: runeheart run"
    )


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_watched_it_is_shown_again_and_survives_the_daemon(daemon, tmp_path, more):
    watching = subprocess.Popen(
        [
            *(Path(sys.executable).with_name("runeheart"), "status", "--watch", "--every", "1"),
            *("--config", tmp_path / "prop.toml", *more),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    with watching:
        found = []
        for line in watching.stdout:
            found.append(line)
            if len([one for one in found if '"uptime_s"' in one or "up for" in one]) == 2:
                daemon.stop()
            if "no daemon answers" in line:
                break
        watching.send_signal(signal.SIGINT)
        assert watching.wait(WAIT_S) == 130
        assert watching.stderr.read() == ""
    if more:
        assert json.loads(found[-1])["result"] == "no daemon"


def test_a_bad_option_is_a_sentence(tmp_path):
    told = run("status", "--every", "0", "--watch")
    assert told.exit_code == 2
    assert "Traceback" not in told.stderr
    assert "status" in group.list_commands(None)
