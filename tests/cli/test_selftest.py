"""`runeheart selftest`: on the virtual prop where there are no pins, and never beside a running daemon."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from runeheart.cli import selftest
from runeheart.runtime.single import OneDaemon
from runeheart_hw.chip import Chip
from support.served import pressed
from support.simulated import COMMAND, START_S, STOP_S

WAIT_S = 30
PATTERNS = {"all on", "checker", "runes", "Press a rune when heard"}


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "prop.toml"
    file.write_text(f'[state]\ndirectory = "{tmp_path}/state"\n[prop]\nname = "ELM"\n', encoding="utf-8")
    return file


@pytest.fixture
def chips(monkeypatch):
    """This machine's GPIO chips, as the test says."""
    found = []
    monkeypatch.setattr("runeheart_hw.chip.chips", lambda: found)
    monkeypatch.setattr("runeheart_hw.chip.is_pi", lambda: True)
    return found


def run(config, *arguments):
    return CliRunner().invoke(selftest.command, ["--config", str(config), "--no-open", *arguments])


def test_without_pins_it_is_the_virtual_prop_and_what_nobody_does_is_not_seen(config, chips):
    done = run(config, "--wait", "0.1", "--port", "0")
    assert done.exit_code == 1
    assert "No pins on this machine (no GPIO chip)" in done.output
    assert re.search(r"Self-test of ELM at http://127\.0\.0\.1:\d+", done.output)
    assert done.output.count("not seen\n") == 12
    assert "0 of 12 seen. Not seen: nature; fire;" in done.output
    assert "runeheart doctor" in done.output


def test_chips_of_a_machine_that_is_no_pi_are_no_pins(config, chips, monkeypatch):
    chips.append(Chip(0, "INT33FF:00", is_header=False))
    monkeypatch.setattr("runeheart_hw.chip.is_pi", lambda: False)
    done = run(config, "--wait", "0.1", "--port", "0")
    assert "No pins on this machine (not a Raspberry Pi)" in done.output


def test_the_mock_backend_has_no_pins_either(config, chips, tmp_path):
    chips.append(Chip(0, "pinctrl-bcm2835", True))
    config.write_text('[pins]\nbackend = "mock"\n[oled]\ncontroller = "none"\n[buzzer]\nkind = "none"\n')
    done = run(config, "--wait", "0.1", "--port", "0")
    assert 'the backend is "mock"' in done.output
    assert "0 of 6 seen" in done.output


def test_beside_a_running_daemon_it_is_refused_politely(config, chips, tmp_path):
    chips.append(Chip(0, "pinctrl-bcm2835", True))
    daemon = OneDaemon(tmp_path / "state")
    try:
        done = run(config)
    finally:
        daemon.release()
    assert done.exit_code == 1
    assert "already running" in done.output
    assert "sudo systemctl stop runeheart" in done.output


def test_pins_that_cannot_be_had_are_a_sentence(config, chips, monkeypatch, tmp_path):
    from runeheart_hw.chip import PinsError

    def refused(*_arguments):
        raise PinsError("GPIO 5 is held by another program")

    chips.append(Chip(0, "pinctrl-bcm2835", True))
    monkeypatch.setattr("runeheart_hw.pins.make_factory", refused)
    done = run(config)
    assert done.exit_code == 1
    assert done.output == "GPIO 5 is held by another program\n"
    OneDaemon(tmp_path / "state").release()  # the lock was given back


def test_on_pins_it_walks_through_the_real_drivers(config, chips, monkeypatch):
    from runeheart_hw.pins import make_factory

    chips.append(Chip(0, "pinctrl-bcm2835", True))
    monkeypatch.setattr("runeheart_hw.pins.make_factory", lambda _backend, _chip: make_factory("mock"))
    config.write_text(config.read_text() + '[oled]\ncontroller = "none"\n[buzzer]\nkind = "none"\n')
    done = run(config, "--wait", "0.1")
    assert "Self-test of ELM; 0.1 s for each step" in done.output
    assert done.output.count("not seen\n") == 6
    assert done.exit_code == 1


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "1e400", "601", "soon"])
def test_a_wait_that_is_no_span_of_seconds_is_refused(config, chips, seconds):
    done = run(config, "--wait", seconds)
    assert done.exit_code == 2
    assert "--wait" in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_whatever_ends_it_the_outputs_are_made_safe_first(config, number):
    config.write_text(config.read_text() + '[oled]\ncontroller = "none"\n')
    process = subprocess.Popen(
        [sys.executable, "-c", ON_MOCK_PINS, "selftest", "--config", str(config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = ""
        while "let go" not in said:  # the first light is on
            assert select.select([process.stdout], [], [], START_S)[0]
            said += os.read(process.stdout.fileno(), 4096).decode()
        process.send_signal(number)
        process.send_signal(number)  # impatience does not break into it
        out, errors = process.communicate(timeout=STOP_S)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 128 + number
    assert out.splitlines()[-1] == "outputs safe"
    assert not errors


ON_MOCK_PINS = """
import runeheart_hw.chip, runeheart_hw.pins
from runeheart_hw.chip import Chip
from runeheart_hw.devices import PropDevices
from runeheart_hw.pins import make_factory

factory = make_factory("mock")
runeheart_hw.chip.chips = lambda: [Chip(0, "pinctrl-bcm2835", True)]
runeheart_hw.chip.is_pi = lambda: True
runeheart_hw.pins.make_factory = lambda backend, chip: factory
close = PropDevices.close

def told(self):
    assert factory.pin(17).function == "output"
    close(self)
    assert factory.pin(17).function == "input"
    print("\\noutputs safe", flush=True)

PropDevices.close = told
from runeheart.cli.main import main
main()
"""


def test_a_person_who_does_what_is_asked_gets_status_0(config):
    process = subprocess.Popen(
        [*COMMAND, "selftest", "--config", str(config), "--virtual", "--no-open", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        readable, _, _ = select.select([process.stdout], [], [], START_S)
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline() if readable else "")[0]
        live = address.replace("http", "ws", 1) + "/live"
        with suppress(ConnectionClosed), connect(live, origin=address) as line:  # until it has ended
            obey(line)
        out, errors = process.communicate(timeout=STOP_S)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0, out + errors
    assert out.endswith("12 of 12 seen.\n")
    assert not errors


def obey(line):
    """Press what the screen asks for, for ever."""
    sounds = 0
    while True:
        words = json.loads(line.recv(timeout=WAIT_S)).get("words", [])
        if words[-1:] == ["Press it"]:
            press(line, words[2].lower())
        elif words and words[-1] in PATTERNS:
            press(line, "sun")
            while words[-1] == "Press a rune when heard" and sounds < 2:
                sounds += 1
                until_silent(line)
                press(line, "sun")


def press(line, button):
    for down in (True, False):
        line.send(pressed(button, down))


def until_silent(line):
    """Wait until the sound before was cut short and the next one is playing."""
    heard = []
    while 0 not in heard or heard[-1] == 0:
        heard += [hertz for _ms, hertz in json.loads(line.recv(timeout=WAIT_S)).get("tones", [])]
