"""The daemon and those who look for it find the same places."""

import os
from pathlib import Path

import pytest

from runeheart.runtime import places
from runeheart.runtime.config import Config, ControlTable, StateTable


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch, tmp_path):
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def _as_a_user(monkeypatch):
    """Let nothing outside the home be writable, whoever runs the tests."""
    allowed = os.environ["HOME"]
    monkeypatch.setattr(os, "access", lambda path, _mode: str(path).startswith(allowed))


class TestState:
    def test_what_is_configured_wins(self, monkeypatch):
        monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/other")
        assert places.state_directory(Config(state=StateTable(directory="/srv/x"))) == Path("/srv/x")

    def test_systemd_says_where(self, monkeypatch):
        monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/runeheart:/var/lib/more")
        assert places.journal_file(Config()) == Path("/var/lib/runeheart/journal.db")

    def test_a_user_has_it_at_home(self, monkeypatch, tmp_path):
        _as_a_user(monkeypatch)
        assert places.state_directory(Config()) == tmp_path / ".local/state/runeheart"
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
        assert places.state_directory(Config()) == tmp_path / "xdg/runeheart"
        monkeypatch.setenv("XDG_STATE_HOME", "relative")  # not allowed by the XDG specification
        assert places.state_directory(Config()) == tmp_path / ".local/state/runeheart"

    def test_root_has_it_in_var(self, monkeypatch):
        monkeypatch.setattr(os, "access", lambda _path, _mode: True)
        assert places.state_directory(Config()) == Path("/var/lib/runeheart")


class TestSocket:
    def test_what_is_configured_is_the_only_place(self):
        config = Config(control=ControlTable(socket="/srv/c.sock"))
        assert places.socket_to_serve(config) == places.socket_to_ask(config) == Path("/srv/c.sock")

    def test_systemd_says_where(self, monkeypatch):
        monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/runeheart")
        assert places.control_sockets(Config()) == [Path("/run/runeheart/control.sock")]

    def test_who_asks_finds_what_a_user_serves(self, monkeypatch, tmp_path):
        _as_a_user(monkeypatch)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
        served = places.socket_to_serve(Config())
        assert served == tmp_path / "run/runeheart/control.sock"
        served.parent.mkdir(parents=True)
        served.touch()
        monkeypatch.setattr(places, "is_there", lambda path: path == served)  # a prop of this machine is not
        assert places.socket_to_ask(Config()) == served

    def test_without_a_runtime_folder_it_is_with_the_games(self, monkeypatch, tmp_path):
        _as_a_user(monkeypatch)
        assert places.socket_to_serve(Config()) == tmp_path / ".local/state/runeheart/control.sock"

    def test_nobody_there_names_the_usual_place(self, monkeypatch):
        monkeypatch.setattr(places, "is_there", lambda _: False)
        assert places.socket_to_ask(Config()) == Path("/run/runeheart/control.sock")

    def test_a_folder_into_which_this_user_may_not_look_is_asked_when_no_other_has_one(
        self, monkeypatch, tmp_path
    ):
        stat = Path.stat

        def guarded(path, **more):
            if str(path).startswith("/run/runeheart/"):
                raise PermissionError(13, "Permission denied", str(path))
            return stat(path, **more)

        monkeypatch.setattr(Path, "stat", guarded)
        assert places.socket_to_ask(Config()) == Path("/run/runeheart/control.sock")
        own = tmp_path / ".local/state/runeheart/control.sock"
        own.parent.mkdir(parents=True)
        own.touch()
        assert places.socket_to_ask(Config()) == own

    def test_who_may_not_talk_is_told_which_group_may(self, tmp_path):
        group = tmp_path.group()
        assert places.may_not_talk(tmp_path / "not/seen") == (
            f"this user may not talk to {tmp_path}/not/seen: it is for the group {group}; put the user into"
            f" that group (sudo usermod -aG {group} USER) and log in again, or use sudo"
        )
