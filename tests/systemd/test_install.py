"""The installer on a folder that stands for a machine: what goes where, what stays, what goes away again.

The environment is a stand-in here, with a `runeheart` that answers at once, or this environment's own;
`make hil` installs for real.
"""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
RUNEHEART = Path(sys.executable).with_name("runeheart")
QUICK = """#!/bin/sh
case "$1 $2" in
"config --check") if grep -q lout "$4"; then echo "$4: prop.preset: no" >&2; exit 2; fi ;;
"config --example") echo "settle_ms = 15" ;;
"password --state") echo "a hash" > "$3/passwords"; echo "shown this once: pass" ;;
*) echo "runeheart 9" ;;
esac
"""


@pytest.fixture(scope="module")
def installer():
    """Return the module `systemd/install.py`, found as the program finds it."""
    folder = str(TOP / "systemd")
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.spec_from_file_location("install", f"{folder}/install.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        while folder in sys.path:
            sys.path.remove(folder)
        for name in ("machine", "environment"):
            sys.modules.pop(name, None)


@pytest.fixture
def pi(installer, tmp_path, monkeypatch):
    """A bare machine."""

    quick = tmp_path / "quick"
    quick.write_text(QUICK)
    quick.chmod(0o755)
    _fill_with(installer, monkeypatch, quick)
    monkeypatch.delenv("SUDO_USER", raising=False)
    monkeypatch.setattr(installer.Machine, "has_group", staticmethod(lambda group: group == "dialout"))
    return Pi(installer, tmp_path / "root")


def _fill_with(installer, monkeypatch, program):
    def fill(_environment, new, _source, _wheels):
        (new / "bin").mkdir(parents=True)
        (new / "bin/runeheart").symlink_to(program)

    monkeypatch.setattr(installer.Environment, "_fill", fill)


class Pi:
    def __init__(self, installer, root):
        self.installer = installer
        self.root = root
        self.machine = installer.Machine(root)
        (root / "var/lib/runeheart").mkdir(parents=True)

    def install(self, *, i2c="no", upgrade=False):
        self.machine.called.clear()
        self.installer.install(self.machine, TOP, self.installer.Wheels(None), i2c, upgrade=upgrade)

    def uninstall(self, *, purge=False):
        self.machine.called.clear()
        self.installer.uninstall(self.machine, purge=purge)

    def files(self):
        """Return every file and link below the root, without the environment's own."""
        found = {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}
        return {name for name in found if not name.startswith("opt/runeheart/versions/")}

    def changed(self):
        """Return the programs of the system that were called and are no question."""
        return [words for words in self.machine.called if "is-active" not in words]

    def read(self, name):
        return (self.root / name).read_text(encoding="utf-8")


EVERYTHING = {
    "etc/systemd/system/runeheart.service",
    "etc/sysusers.d/runeheart.conf",
    "etc/tmpfiles.d/runeheart.conf",
    "etc/modules-load.d/runeheart.conf",
    "etc/udev/rules.d/70-runeheart.rules",
    "etc/runeheart/prop.toml",
    "etc/runeheart/prop.toml.default",
    "opt/runeheart/made",
    "usr/local/bin/runeheart",
    "var/lib/runeheart/passwords",
}


def test_everything_is_in_its_place_and_the_service_starts(pi, capfd, installer, monkeypatch):
    _fill_with(installer, monkeypatch, RUNEHEART)
    pi.install()
    assert tomllib.loads(pi.read("etc/runeheart/prop.toml"))["prop"]["name"] == "RUNEHEART"
    assert pi.read("var/lib/runeheart/passwords").startswith("operator scrypt$")
    assert pi.files() == EVERYTHING
    assert (pi.root / "opt/runeheart/venv").resolve() == pi.root / "opt/runeheart/versions/1"
    command = (pi.root / "usr/local/bin/runeheart").readlink()
    assert command == Path("/opt/runeheart/venv/bin/runeheart")
    assert pi.read("etc/systemd/system/runeheart.service") == (TOP / "systemd/runeheart.service").read_text()
    called = pi.machine.called
    assert called.index(("systemd-sysusers", "runeheart.conf")) < called.index(
        ("systemctl", "restart", "runeheart.service")
    )
    assert ("systemctl", "--quiet", "enable", "runeheart.service") in called
    said = capfd.readouterr().out
    assert said.count("shown this once: ") == 1


def test_the_configuration_and_the_password_stay_for_ever(pi, capfd):
    pi.install()
    config = pi.root / "etc/runeheart/prop.toml"
    config.write_text('[prop]\nname = "OURS"\n')
    password = pi.read("var/lib/runeheart/passwords")
    (pi.root / "etc/runeheart/prop.toml.default").write_text("of an older version")
    capfd.readouterr()
    for upgrade in (False, True):
        pi.install(upgrade=upgrade)
        assert config.read_text() == '[prop]\nname = "OURS"\n'
        assert "settle_ms" in pi.read("etc/runeheart/prop.toml.default")  # the new defaults, beside it
        assert pi.read("var/lib/runeheart/passwords") == password
    assert "shown this once" not in capfd.readouterr().out
    assert pi.files() == EVERYTHING


def test_an_old_environment_goes_only_after_the_new_one_is_in_use(pi):
    pi.install()
    pi.install(upgrade=True)
    assert [path.name for path in (pi.root / "opt/runeheart/versions").iterdir()] == ["2"]


def test_what_fails_half_way_leaves_the_old_one_in_use(pi, installer, monkeypatch):
    pi.install()
    before = pi.files()

    def broken(_environment, new, *_):
        new.mkdir(parents=True)
        raise installer.StopError("no space left")

    monkeypatch.setattr(installer.Environment, "_fill", broken)
    with pytest.raises(installer.StopError, match="no space left"):
        pi.install(upgrade=True)
    assert (pi.root / "opt/runeheart/venv").resolve().name == "1"
    assert [path.name for path in (pi.root / "opt/runeheart/versions").iterdir()] == ["1"]
    assert (pi.files(), pi.changed()) == (before, [])


def test_a_configuration_that_the_new_version_does_not_take_stops_the_upgrade(pi, installer, capfd):
    pi.install()
    (pi.root / "etc/runeheart/prop.toml").write_text('[prop]\npreset = "lout"\n')
    with pytest.raises(installer.StopError, match="does not take /etc/runeheart/prop"):
        pi.install(upgrade=True)
    assert "prop.preset" in capfd.readouterr().out
    assert (pi.root / "opt/runeheart/venv").resolve().name == "1"
    assert pi.changed() == []


def test_a_new_version_that_does_not_start_gives_way_to_the_old_one(pi, installer, monkeypatch):
    pi.install()
    tries = installer.Machine.tries

    def broken(machine, *words):
        is_new = (pi.root / "opt/runeheart/venv").resolve().name == "2"
        return tries(machine, *words) and not (words[:2] == ("systemctl", "restart") and is_new)

    monkeypatch.setattr(installer.Machine, "tries", broken)
    with pytest.raises(installer.StopError, match="the old one runs again"):
        pi.install(upgrade=True)
    assert (pi.root / "opt/runeheart/venv").resolve().name == "1"
    assert pi.machine.called[-1] == ("systemctl", "restart", "runeheart.service")


def test_one_that_has_never_run_is_installed_all_the_same(pi, installer, monkeypatch, capfd):
    monkeypatch.setattr(installer.Machine, "tries", lambda _machine, *words: words[1] != "restart")
    pi.install()
    assert "is installed but does not run yet" in capfd.readouterr().out


def test_there_must_be_something_to_upgrade(pi, installer):
    with pytest.raises(installer.StopError, match="begin with: sudo make install"):
        pi.install(upgrade=True)
    assert pi.files() == set()


def test_what_people_made_stays_at_an_uninstall(pi, capfd):
    pi.install()
    (pi.root / "var/lib/runeheart/journal.db").touch()
    pi.uninstall()
    assert pi.files() == {
        "etc/runeheart/prop.toml",
        "var/lib/runeheart/passwords",
        "var/lib/runeheart/journal.db",
    }
    assert ("userdel", "runeheart") not in pi.machine.called  # the games are the user's
    assert "PURGE=1" in capfd.readouterr().out
    pi.uninstall(purge=True)
    assert pi.files() == set()
    assert ("userdel", "runeheart") in pi.machine.called


def test_folders_that_were_not_there_go_again_and_others_stay(pi):
    (pi.root / "etc/tmpfiles.d").mkdir(parents=True)
    pi.install()
    (pi.root / "etc/modules-load.d/theirs.conf").touch()
    pi.install(upgrade=True)
    pi.uninstall(purge=True)
    left = sorted(str(path.relative_to(pi.root)) for path in (pi.root / "etc").rglob("*"))
    assert left == [
        "etc/modules-load.d",
        "etc/modules-load.d/theirs.conf",
        "etc/systemd",
        "etc/tmpfiles.d",
        "etc/udev",
    ]


def test_groups_that_were_not_there_go_again_and_others_stay(pi):
    pi.install()
    pi.install(upgrade=True)
    pi.uninstall(purge=True)
    assert {words[1] for words in pi.machine.called if words[0] == "groupdel"} == {
        *("gpio", "i2c", "spi"),
        "runeheart",
    }


def test_where_nothing_is_installed_an_uninstall_is_fine(pi):
    pi.uninstall(purge=True)
    assert pi.files() == set()


def test_a_command_of_somebody_else_is_left_alone(pi, capfd):
    (pi.root / "usr/local/bin").mkdir(parents=True)
    (pi.root / "usr/local/bin/runeheart").write_text("theirs")
    pi.install()
    assert pi.read("usr/local/bin/runeheart") == "theirs"
    assert "is not ours and was left alone" in capfd.readouterr().out
    pi.uninstall(purge=True)
    assert pi.read("usr/local/bin/runeheart") == "theirs"


class TestI2c:
    @pytest.fixture
    def boot(self, pi):
        path = pi.root / "boot/firmware/config.txt"
        path.parent.mkdir(parents=True)
        path.write_text("# For more options see elsewhere\ndtparam=audio=on\n#dtparam=i2c_arm=on\n")
        return path

    def test_it_is_switched_on_when_a_person_agrees(self, pi, boot, installer, monkeypatch, capfd):
        monkeypatch.setattr(installer.shutil, "which", lambda _name: None)
        pi.install(i2c="yes")
        assert boot.read_text().splitlines()[1:3] == ["dtparam=audio=on", "#dtparam=i2c_arm=on"]
        assert boot.read_text().splitlines()[-1] == "dtparam=i2c_arm=on"
        before = boot.read_text()
        pi.install(i2c="yes")
        assert boot.read_text() == before
        assert "will be there after a restart" in capfd.readouterr().out

    def test_where_there_is_raspi_config_that_does_it(self, pi, boot, installer, monkeypatch):
        monkeypatch.setattr(installer.shutil, "which", lambda _name: "/usr/bin/raspi-config")
        before = boot.read_text()
        pi.install(i2c="yes")
        assert ("raspi-config", "nonint", "do_i2c", "0") in pi.machine.called
        assert boot.read_text() == before

    def test_nobody_there_to_ask_is_a_no(self, pi, boot, capfd):
        before = boot.read_text()
        pi.install(i2c="ask")
        assert boot.read_text() == before
        assert "I2C stays off" in capfd.readouterr().out

    def test_a_bus_that_is_there_is_not_talked_about(self, pi, boot, capfd):
        (pi.root / "dev").mkdir()
        (pi.root / "dev/i2c-1").touch()
        pi.install(i2c="ask")
        assert "I2C" not in capfd.readouterr().out


class TestPins:
    def test_every_library_of_the_locks_keeps_its_version_without_hashes(self, installer):
        without_hashes = sys.modules["environment"].without_hashes
        for name in ("requirements-run.lock", "requirements-pi.lock"):
            lock = (TOP / name).read_text(encoding="utf-8")
            pins = without_hashes(lock).splitlines()
            assert len(pins) == len(re.findall(r"^\S+==", lock, re.MULTILINE))
            assert all("==" in pin and "--hash" not in pin and "\\" not in pin for pin in pins)

    def test_lgpio_is_the_one_of_the_tests(self):
        pi = (TOP / "requirements-pi.lock").read_text(encoding="utf-8")
        assert pi.strip() in (TOP / "requirements-dev.lock").read_text(encoding="utf-8")

    def test_a_folder_without_our_wheel_is_no_wheelhouse(self, installer, tmp_path):
        with pytest.raises(installer.StopError, match="is no wheelhouse"):
            installer.Wheels(tmp_path)
        (tmp_path / "runeheart-0.1.0-py3-none-any.whl").touch()
        options = installer.Wheels(tmp_path).options()
        assert options == ["--no-index", "--find-links", str(tmp_path)]


@pytest.mark.parametrize(
    ("error", "told", "status"),
    [
        (
            OSError(28, "No space left on device", "/opt/x"),
            "make install: /opt/x: No space left on device; put",
            1,
        ),
        (KeyboardInterrupt(), "make install: interrupted; run it again to go on", 130),
    ],
)
def test_what_goes_wrong_is_a_sentence(installer, monkeypatch, capsys, error, told, status):
    def install(*_, **__):
        raise error

    monkeypatch.setattr(installer, "install", install)
    monkeypatch.setattr(installer.os, "geteuid", lambda: 0)
    monkeypatch.setattr(sys, "argv", ["install.py", "install"])
    assert installer.main() == status
    assert told in capsys.readouterr().err


def test_only_root_may(installer, monkeypatch, capsys):
    monkeypatch.setattr(installer.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["install.py", "install"])
    assert installer.main() == 1
    assert capsys.readouterr().err == "this changes the system: sudo make install\n"
