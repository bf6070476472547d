"""`runeheart safe`: by the daemon's note, or by the configuration; never a failure of the unit."""

import pytest

from runeheart_hw import safe
from support.cli import run
from support.daemon import Daemon, configured


@pytest.fixture
def asked(monkeypatch):
    """What was to be made safe; GPIO 18 is held by somebody."""
    wishes = []

    def make_safe(outputs):
        wishes.append(outputs)
        return [gpio for gpio in outputs.off if gpio != 18], ["GPIO 18 is not made safe: held by lg"]

    monkeypatch.setattr(safe, "make_safe", make_safe)
    return wishes


def test_the_daemons_note_says_what_is_driven(tmp_path, monkeypatch, asked):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    safe.take_note(safe.Outputs({17: 0, 18: 0, 27: 1}, 2), tmp_path)
    result = run("safe")
    assert (result.exit_code, result.stdout) == (0, "2 outputs are off: GPIO 17, 27\n")
    assert result.stderr == "GPIO 18 is not made safe: held by lg\n"
    assert asked == [safe.Outputs({17: 0, 18: 0, 27: 1}, 2)]


def test_without_a_note_the_configuration_says_it(tmp_path, monkeypatch, asked):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    config = tmp_path / "prop.toml"
    config.write_text("[lights]\nactive_high = false\n[buzzer]\nkind = 'none'\n")
    assert run("safe", "--config", config).exit_code == 0
    assert asked == [safe.Outputs(dict.fromkeys((17, 27, 22, 23, 24, 25), 1))]


def test_on_a_machine_without_pins_it_is_told_and_no_failure(tmp_path, monkeypatch):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    safe.take_note(safe.Outputs({17: 0}, 99), tmp_path)
    result = run("safe")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "/dev/gpiochip99 cannot be opened: No such file or directory\n"


def test_the_daemon_leaves_its_note_in_its_runtime_folder(tmp_path):
    with Daemon(configured(tmp_path), tmp_path, env={"RUNTIME_DIRECTORY": str(tmp_path)}) as daemon:
        assert safe.noted(tmp_path) == safe.Outputs({})  # mock pins
        assert daemon.stop() == 0


def test_a_note_that_cannot_be_written_is_told_and_the_prop_plays(tmp_path):
    with Daemon(configured(tmp_path), tmp_path, env={"RUNTIME_DIRECTORY": "/proc/runeheart"}) as daemon:
        assert daemon.ready == b"READY=1"
        assert "/proc/runeheart/outputs.json cannot be written" in daemon.said()
        assert daemon.stop() == 0
