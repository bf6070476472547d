"""`runeheart doctor` as a command: lines or JSON, exit status, and the system under the board."""

import json
import os
import socket
import types

import pytest
from click.testing import CliRunner

from runeheart.cli import doctor
from runeheart.runtime import config as configuration
from runeheart.runtime import places
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import Journal
from runeheart_hw.checkup import Finding
from support.written import record


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A configuration whose state and socket are in a folder of the test."""
    path = tmp_path / "prop.toml"
    path.write_text(
        f'[state]\ndirectory = "{tmp_path / "state"}"\n[control]\nsocket = "{tmp_path / "control.sock"}"\n'
    )
    monkeypatch.setattr(doctor, "TIMESYNC", tmp_path / "synchronized")
    monkeypatch.setattr("runeheart_hw.checkup.check_board", lambda *_args, **_how: [])
    return path


def run(*args):
    done = CliRunner().invoke(doctor.command, [str(arg) for arg in args])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def findings(path):
    document = json.loads(run("--json", "--config", path).output)
    return {row["what"]: row for row in document["findings"]}


def test_nothing_bad_is_ready_to_play_and_status_0(home):
    done = run("--config", home)
    assert done.exit_code == 0
    assert "Ready to play." in done.output
    assert "→ when nothing here is BAD, start it: runeheart run" in done.output


def test_something_bad_is_counted_and_status_1(home, monkeypatch):
    bad = Finding("screen", "bad", "does not answer", "check its wires")
    monkeypatch.setattr("runeheart_hw.checkup.check_board", lambda *_args, **_how: [bad])
    done = run("--config", home)
    assert done.exit_code == 1
    assert "BAD   screen      does not answer\n" in done.output
    assert "→ check its wires\n\n" not in done.output.split("BAD")[0]
    assert "1 to put right." in done.output
    document = json.loads(run("--json", "--config", home).output)
    assert document["ok"] is False
    assert {
        "what": "screen",
        "grade": "bad",
        "found": "does not answer",
        "do": "check its wires",
    } in document["findings"]


def test_problems_of_configuration_and_profile_come_together(home):
    home.write_text('[heart]\ndifficulty = "medium"\n[buttons]\nsettle_ms = 0\n')
    done = run("--config", home)
    assert done.exit_code == 1
    assert "heart.difficulty" in done.output
    assert "buttons.settle_ms" in done.output
    assert "correct it in" in done.output
    assert "Traceback" not in done.output


def test_a_file_that_is_not_there_is_told(tmp_path):
    done = run("--config", tmp_path / "no.toml")
    assert done.exit_code == 1
    assert "cannot be read" in done.output


def test_the_clock(home, tmp_path):
    assert findings(home)["clock"]["grade"] == "warn"
    (tmp_path / "synchronized").touch()
    assert findings(home)["clock"]["grade"] == "ok"


@pytest.mark.parametrize(("free_mib", "grade"), [(5000, "ok"), (100, "warn"), (5, "bad")])
def test_free_space(home, monkeypatch, free_mib, grade):
    monkeypatch.setattr(
        doctor.shutil, "disk_usage", lambda _path: types.SimpleNamespace(free=free_mib * 2**20)
    )
    state = findings(home)["state"]
    assert state["grade"] == grade
    assert f"{free_mib} MiB" in state["found"]


def test_a_state_folder_that_may_not_be_written(home, monkeypatch, tmp_path):
    monkeypatch.setattr(doctor.os, "access", lambda path, _mode: path != tmp_path)
    state = findings(home)["state"]
    assert state["grade"] == "bad"
    assert f"may not write to {tmp_path}" in state["found"]


def test_the_daemon_by_its_socket(home, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "runeheart_hw.checkup.check_board", lambda *_args, running: asked.append(running) or []
    )
    assert findings(home)["daemon"]["found"].startswith("not running (no socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "control.sock"))
        listener.listen()
        assert findings(home)["daemon"]["found"].startswith("runs and answers")
    left = findings(home)["daemon"]
    assert left["grade"] == "warn"
    assert "a socket is left" in left["found"]
    assert asked == [False, True, False]


def test_a_daemon_that_this_user_may_not_ask(home, tmp_path, monkeypatch):
    (tmp_path / "control.sock").touch()
    monkeypatch.setattr(doctor, "_no_answer", lambda _path: PermissionError(13, os.strerror(13)))
    daemon = findings(home)["daemon"]
    assert daemon["grade"] == "bad"
    assert "put the user into that group" in daemon["do"]


def test_the_journal_with_its_games(home):
    assert "journal" not in findings(home)  # nothing was played yet
    path = places.journal_file(configuration.load(home)[0])
    path.parent.mkdir()
    journal = Journal(path, ManualClock())
    journal.begin(record(journal.next_id()))
    journal.close()
    found = findings(home)["journal"]
    assert found["grade"] == "ok"
    assert ": 1 games, " in found["found"]


def test_what_was_put_aside_is_told_until_it_is_acknowledged(home):
    path = places.journal_file(configuration.load(home)[0])
    path.parent.mkdir()
    path.write_text("no journal" * 100)
    assert "cannot be read as a journal" in findings(home)["journal"]["found"]
    journal = Journal(path, ManualClock())
    found = findings(home)["journal"]
    assert (found["grade"], found["do"]) == ("warn", "when you have read it: runeheart ctl acknowledge")
    assert found["found"] == journal.notes[0]
    journal.acknowledge()
    assert findings(home)["journal"]["grade"] == "ok"
    journal.close()
