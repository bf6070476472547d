"""`runeheart run` and `runeheart ctl` for real: a process on mock pins, told what to do over its socket."""

import json
import signal

import pytest

from support.cli import run
from support.daemon import Daemon, configured


def _ctl(config, *words):
    result = run("ctl", "--config", config, *words)
    return result.exit_code, (result.stdout or result.stderr).strip()


def test_a_prop_is_started_told_what_to_do_and_stopped(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path) as daemon:
        assert daemon.ready == b"READY=1"
        assert _ctl(config, "pause") == (
            1,
            "refused: there is no game; begin one on the prop, or with: runeheart ctl start",
        )
        assert _ctl(config, "start", "--difficulty", "hard") == (
            0,
            "done: heart hard, ready, 5:00 left, mistakes 0 of 2",
        )
        assert _ctl(config, "add-time", "-30") == (0, "done: heart hard, ready, 4:30 left, mistakes 0 of 2")
        assert _ctl(config, "add-time", "0.5")[1] == "done: heart hard, ready, 4:31 left, mistakes 0 of 2"
        assert (
            _ctl(config, "undo")[1]
            == "done: add_time is undone; heart hard, ready, 4:30 left, mistakes 0 of 2"
        )
        status = json.loads(_ctl(config, "status", "--json")[1])
        assert (status["left_s"], status["alerts"], status["journal"]["written"]) == (270, [], True)
        assert "seed" not in status
        assert _ctl(config, "hint") == (
            1,
            "refused: no card has been read yet; the players read the starting cards first",
        )
        assert _ctl(config, "abandon")[1] == "done: heart hard, abandoned, 4:30 left, mistakes 0 of 2"
        assert _ctl(config, "reset") == (0, "done: no game, waiting for players")
        status, words = _ctl(config, "status")
        assert status == 0
        version = json.loads(_ctl(config, "status", "--json")[1])["version"]
        assert words.splitlines()[:2] == [
            f"RUNEHEART (Runeheart {version}): no game, waiting for players",
            "screen:  RUNEHEART | Press a rune",
        ]
        assert words.splitlines()[-1] == "alerts:  none"
        assert daemon.stop() == 0
        assert "Traceback" not in daemon.said()
    assert not (tmp_path / "control.sock").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT])
def test_other_signals_end_it_in_order_too(tmp_path, number):
    with Daemon(configured(tmp_path), tmp_path) as daemon:
        assert daemon.stop(number) == 0
        assert "stopped" in daemon.said()
    assert not (tmp_path / "control.sock").exists()


def test_killed_and_started_again_the_game_is_there(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path) as daemon:
        _ctl(config, "start")
        _ctl(config, "add-time", "60")
        daemon.stop(signal.SIGKILL)
    assert _ctl(config, "status")[0] == 3  # its socket is still there, and nobody behind it
    with Daemon(config, tmp_path) as daemon:
        assert "heart normal, ready, 8:00 left" in _ctl(config, "status")[1]
        assert daemon.stop() == 0


def test_a_second_daemon_is_refused(tmp_path):
    config = configured(tmp_path)
    with Daemon(config, tmp_path) as daemon:
        result = run("run", "--config", config)
        assert result.exit_code == 1
        assert result.stderr.splitlines()[-1] == (
            f"already running, pid {daemon.process.pid} ({tmp_path}/state); stop that one first, or use it: "
            "runeheart ctl status"
        )
        other = tmp_path / "other.toml"
        other.write_text(config.read_text().replace("/state", "/other"))
        result = run("run", "--config", other)
        assert result.exit_code == 1
        assert "another daemon answers at" in result.stderr
        assert _ctl(config, "status")[0] == 0
        assert daemon.stop() == 0


def test_problems_of_the_configuration_are_all_told(tmp_path):
    config = configured(tmp_path, '[buttons]\nsettle_ms = 0\n[prop]\npreset = "lout"\n')
    result = run("run", "--config", config)
    assert result.exit_code == 2
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == [
        "prop.preset",
        "buttons.settle_ms",
    ]


def test_a_state_folder_that_cannot_be_is_told(tmp_path):
    config = configured(tmp_path)
    (tmp_path / "state").write_text("in the way")
    result = run("run", "--config", config)
    assert result.exit_code == 1
    assert (
        "cannot be had: File exists; name one that this user may write to, as [state] directory"
        in result.stderr
    )


class TestCtlAlone:
    @pytest.mark.parametrize(
        "words", [["add-time"], ["add-time", "much"], ["pauze"], ["status", "--jsn"], ["pause", "now"]]
    )
    def test_wrong_use_is_status_2(self, tmp_path, words):
        assert _ctl(configured(tmp_path), *words)[0] == 2

    @pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "1e400", "much", "", "1_0", " 7 ", "٣"])
    def test_what_is_no_number_of_seconds_is_told(self, tmp_path, seconds):
        status, words = _ctl(configured(tmp_path), "add-time", "--", seconds)
        assert status == 2
        assert f'"{seconds}" is no number of seconds; expected one such as 60, 2.5 or -30' in words

    def test_a_hint_is_shown_with_its_cards(self, tmp_path, monkeypatch):
        asked = []

        def answer(_path, line):
            asked.append(line)
            cards = [{"card": 2, "text": "Nature comes directly before Fire."}]
            return {"result": "done", "hint": "Nature is in place 1.", "step": 2, "cards": cards}

        monkeypatch.setattr("runeheart.cli.ctl._ask", answer)
        assert _ctl(configured(tmp_path), "hint", "--step", "2") == (
            0,
            "Nature is in place 1.\n  card 2: Nature comes directly before Fire.",
        )
        assert asked == [{"do": "hint", "step": 2}]
        assert "expected a whole number from 1 to 99" in _ctl(configured(tmp_path), "hint", "--step", "0")[1]

    def test_a_socket_in_a_folder_of_others_is_told_with_the_remedy(self, tmp_path, monkeypatch):
        def forbidden(*_):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("socket.socket.connect", forbidden)
        status, words = _ctl(configured(tmp_path), "status")
        assert status == 3
        assert f"this user may not talk to {tmp_path}/control.sock: it is for the group" in words
        assert "log in again" in words

    def test_nobody_there_is_status_3(self, tmp_path):
        status, words = _ctl(configured(tmp_path), "pause")
        remedy = "start one with: runeheart run, or runeheart simulate without pins"
        assert (status, words) == (3, f"no daemon answers at {tmp_path}/control.sock; {remedy}")

    def test_the_socket_can_be_named(self, tmp_path):
        result = run("ctl", "--socket", tmp_path / "x.sock", "reset")
        assert (result.exit_code, str(tmp_path / "x.sock") in result.stderr) == (3, True)

    def test_each_verb_has_help(self, tmp_path):
        listed = run("ctl", "--help").output
        for verb in ("status", "start", "pause", "resume", "add-time", "hint", "undo", "abandon", "reset"):
            assert verb in listed
            assert run("ctl", verb, "--help").exit_code == 0


@pytest.mark.parametrize("option", ["--code", "--deck"])
def test_a_printed_set_is_named_on_the_command_line(tmp_path, option):
    config = configured(tmp_path, '[heart]\ndifficulty = "hard"\ncode = "HF-0007-TY"\n')
    with Daemon(config, tmp_path, option, "nf 0007 xp"):
        assert _ctl(config, "start", "--sign", "key") == (
            0,
            "done: heart normal, ready, 7:00 left, mistakes 0 of 3",
        )


@pytest.mark.parametrize("command", ["run", "simulate"])
def test_a_code_that_is_none_is_told_before_anything_starts(tmp_path, command):
    done = run(command, "--config", configured(tmp_path), "--code", "NF-0007-XQ")
    assert done.exit_code == 2
    assert "Invalid value for '--code' / '--deck': \"NF-0007-XQ\" is no deck code" in done.stderr
    assert "did you mean NF-0007-XP?" in done.stderr
