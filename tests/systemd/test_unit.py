"""The unit and its companions: verified by systemd's own tools, and what must not be in them."""

import configparser
import re
import subprocess
from pathlib import Path

import pytest

from support.needs import needs_program

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNIT = FOLDER / "runeheart.service"
MOST_EXPOSURE = 2.0


@pytest.fixture
def analyze():
    return needs_program("systemd-analyze", "systemd")


def _settings(section):
    """Return all (key, value) pairs of a section: in a unit a key may stand more than once."""
    pairs, here = [], ""
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            here = line.strip("[]")
        elif "=" in line and not line.startswith("#") and here == section:
            key, _, value = line.partition("=")
            pairs.append((key, value))
    return pairs


def test_systemd_takes_every_line(analyze, tmp_path):
    program = tmp_path / "runeheart"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "runeheart.service"
    unit.write_text(
        UNIT.read_text(encoding="utf-8").replace("/opt/runeheart/venv/bin/runeheart", str(program))
    )
    found = subprocess.run([analyze, "verify", "--man=no", unit], check=False, capture_output=True, text=True)
    ours = [line for line in (found.stdout + found.stderr).splitlines() if "runeheart" in line]
    assert ours == []


def test_little_is_exposed(analyze):
    found = subprocess.run(
        [analyze, "security", "--offline=yes", "--no-pager", UNIT], check=True, capture_output=True, text=True
    )
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", found.stdout)
    assert float(exposure) <= MOST_EXPOSURE


def test_it_waits_for_no_network_broker_or_time():
    """What is ordered after something that may never come does not start."""
    unit = dict(_settings("Unit"))
    assert not {"After", "Requires", "Wants", "BindsTo", "Requisite"} & set(unit)
    assert unit["StartLimitIntervalSec"] == "0"  # it never gives up
    assert _settings("Install") == [("WantedBy", "multi-user.target")]


def test_each_exception_of_the_hardening_has_its_reason_beside_it():
    text = UNIT.read_text(encoding="utf-8")
    for exception in ("ProcSubset=pid", "PrivateDevices=yes", "PrivateUsers=yes", "PrivateNetwork=yes"):
        assert re.search(rf"^# {exception} would ", text, re.MULTILINE)
        assert not re.search(rf"^{exception}", text, re.MULTILINE)


def test_the_user_has_exactly_the_groups_of_the_unit():
    lines = [line.split() for line in (FOLDER / "runeheart.sysusers.conf").read_text().splitlines()]
    member_of = {words[2] for words in lines if words[:2] == ["m", "runeheart"]}
    made = {words[1] for words in lines if words[:1] == ["g"]}
    service = dict(_settings("Service"))
    assert member_of == made == set(service["SupplementaryGroups"].split())
    assert (service["User"], service["StateDirectory"]) == ("runeheart", "runeheart")


def test_every_rule_for_devices_is_whole():
    for line in (FOLDER / "70-runeheart.rules").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            parts = line.split(", ")
            assert all(re.fullmatch(r'[A-Z_]+(\{\w+\})?(==|=|\+=)"[^"]+"', part) for part in parts), line
            assert any("==" in part for part in parts)


def test_devices_of_the_unit_are_of_modules_that_are_loaded_before_it():
    """systemd opens a class of devices only if its driver is known when the service starts."""
    loaded = (FOLDER / "runeheart.modules.conf").read_text(encoding="utf-8").split()
    allowed = {value for key, value in _settings("Service") if key == "DeviceAllow"}
    for device, module in (("i2c", "i2c-dev"), ("ttyACM", "cdc_acm"), ("ttyUSB", "usbserial")):
        assert f"char-{device} rw" in allowed
        assert module in loaded


def test_the_unit_is_an_ini_file_that_people_can_override():
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(UNIT.read_text(encoding="utf-8"))
    assert parser.sections() == ["Unit", "Service", "Install"]
