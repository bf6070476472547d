"""`runeheart simulate`: where it keeps its things, when it opens a browser, what it refuses in a sentence."""

import os
import select
import signal
import subprocess
import sys
import webbrowser

import pytest
from websockets.sync.client import connect

from runeheart.cli.simulate import in_own_folder, open_browser
from runeheart.runtime import places
from runeheart.runtime.config import Config, ControlTable, StateTable
from support.served import pressed
from support.simulated import START_S, STOP_S, runeheart, simulated


class TestOwnFolder:
    def test_it_is_the_users_own_never_the_props(self, monkeypatch, tmp_path):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/runeheart")
        config = in_own_folder(Config(), None)
        assert places.state_directory(config) == tmp_path / "runeheart"
        assert places.socket_to_serve(config) == tmp_path / "runeheart/control.sock"

    @pytest.mark.parametrize("home", ["", "relative/path"])
    def test_without_a_usable_xdg_home_it_is_below_the_home_folder(self, monkeypatch, tmp_path, home):
        monkeypatch.setenv("XDG_STATE_HOME", home)
        monkeypatch.setenv("HOME", str(tmp_path))
        assert places.state_directory(in_own_folder(Config(), None)) == tmp_path / ".local/state/runeheart"

    def test_what_is_configured_is_kept_and_the_option_wins(self, tmp_path):
        given = Config(state=StateTable(directory="~/games"), control=ControlTable(socket="/run/x/y.sock"))
        kept = in_own_folder(given, None)
        assert places.state_directory(kept) == places.state_directory(given)
        assert str(places.socket_to_serve(kept)) == "/run/x/y.sock"
        assert places.state_directory(in_own_folder(given, tmp_path)) == tmp_path


class TestBrowser:
    def test_it_is_opened_where_there_is_a_desktop_only(self, monkeypatch):
        opened = []
        monkeypatch.setattr(webbrowser, "open", opened.append)
        monkeypatch.setattr("sys.platform", "linux")
        monkeypatch.delenv("DISPLAY", raising=False)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert not open_browser("http://127.0.0.1:1")
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        assert open_browser("http://127.0.0.1:1")
        assert opened == ["http://127.0.0.1:1"]


def test_problems_of_the_configuration_and_the_board_are_all_named(tmp_path):
    file = tmp_path / "prop.toml"
    file.write_text('[prop]\npreset = "loud"\n[lights.pins]\nfire = 17\n', encoding="utf-8")
    done = runeheart("simulate", "--no-open", "--config", str(file))
    assert done.returncode == 2
    assert "prop.preset" in done.stderr
    assert "lights.pins.fire: GPIO 17 is lights.pins.nature already" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_fingers_that_a_stalled_prop_hears_of_at_once_are_two_presses(tmp_path):
    with simulated(tmp_path, "[buttons]\ncrosstalk_ms = 20\n") as prop:
        with connect(prop.address.replace("http", "ws", 1) + "/live", origin=prop.address) as line:
            line.recv(timeout=START_S)
            prop.process.send_signal(signal.SIGSTOP)
            for at_ms, button in ((5000, "moon"), (5060, "fire")):
                line.send(pressed(button, True, at_ms))
            prop.process.send_signal(signal.SIGCONT)
            for _ in range(50):
                status = runeheart("ctl", "--socket", str(prop.state / "control.sock"), "status").stdout
                if "fire presses 1" in status:
                    break
        assert "moon presses 1" in status
        assert "fire presses 1" in status
        assert "crosstalk" not in status


def test_contacts_that_bounce_are_counted_by_the_real_debounce(tmp_path):
    with simulated(tmp_path, "", "--bounce") as prop:
        with connect(prop.address.replace("http", "ws", 1) + "/live", origin=prop.address) as line:
            for down in (True, False):
                line.send(pressed("storm", down))
            for _ in range(50):
                status = runeheart("ctl", "--socket", str(prop.state / "control.sock"), "status").stdout
                if "storm presses 1" in status and "Choose" in status:
                    break
        assert "storm edges 10" in status  # five for each way
        assert "storm presses 1" in status
        assert prop.stop()[0] == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whatever_ends_it_ends_it_in_order(tmp_path, number):
    with simulated(tmp_path) as prop:
        prop.process.send_signal(number)
        _out, errors = prop.process.communicate(timeout=STOP_S)
        assert (prop.process.returncode, "stopped" in errors) == (0, True)
        assert not (prop.state / "control.sock").exists()


IN_A_TERMINAL = """
import fcntl, termios
fcntl.ioctl(1, termios.TIOCSCTTY, 0)
from runeheart.cli.main import main
main()
"""


def test_a_terminal_that_is_closed_ends_it_in_order(tmp_path):
    """As a lost connection does: the signal comes, and nothing can be written any more."""
    state = tmp_path / "state"
    ours, terminal = os.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            IN_A_TERMINAL,
            *("simulate", "--no-open", "--port", "0", "--state", str(state)),
        ],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    try:
        os.close(terminal)
        said = b""
        while b"ready" not in said:
            assert select.select([ours], [], [], START_S)[0]
            said += os.read(ours, 4096)
        assert (state / "control.sock").exists()
        os.close(ours)
        assert process.wait(STOP_S) == 0
    finally:
        process.kill()
        process.wait()
    assert not (state / "control.sock").exists()


def test_a_printed_set_is_named_on_the_command_line(tmp_path):
    with simulated(tmp_path, "", "--deck", "NF-0007-XP") as prop:
        done = runeheart("ctl", "--socket", str(prop.state / "control.sock"), "start", "--sign", "KEY")
    assert (done.returncode, done.stdout) == (0, "done: heart normal, ready, 7:00 left, mistakes 0 of 3\n")
