"""Puts Runeheart on a Raspberry Pi as a service, brings it up to date, or takes it away again: make install.

Owns the order of the steps and what stays when something goes wrong half way: the new environment is complete
before anything points to it, so that a cut cable or a pulled plug leaves the old one at work. Python's
standard library only: nothing else is there yet.

    python3 systemd/install.py install|upgrade|uninstall [--wheelhouse DIR] [--i2c yes|no|ask] [--purge]
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from environment import Environment, Wheels
from machine import Machine, StopError, say

OPT = Path("/opt/runeheart")
ETC = Path("/etc/runeheart")
STATE = Path("/var/lib/runeheart")
NOTES = OPT / "made"
PROGRAM = OPT / "venv/bin/runeheart"
COMMAND = Path("/usr/local/bin/runeheart")
CONFIG = ETC / "prop.toml"
DEFAULTS = ETC / "prop.toml.default"
USER = "runeheart"
UNIT = "runeheart.service"
FILES = {
    "runeheart.service": Path("/etc/systemd/system/runeheart.service"),
    "runeheart.sysusers.conf": Path("/etc/sysusers.d/runeheart.conf"),
    "runeheart.tmpfiles.conf": Path("/etc/tmpfiles.d/runeheart.conf"),
    "runeheart.modules.conf": Path("/etc/modules-load.d/runeheart.conf"),
    "70-runeheart.rules": Path("/etc/udev/rules.d/70-runeheart.rules"),
}
"""What of this folder goes where."""
GROUPS = ("gpio", "i2c", "spi", "dialout")
PYTHONS = ((3, 11), (3, 14))


def install(machine: Machine, source: Path, wheels: Wheels, i2c: str, *, upgrade: bool) -> None:
    """Install, or install anew over what is there; games, configuration and password stay."""
    if not PYTHONS[0] <= sys.version_info < PYTHONS[1]:
        raise StopError(f"Runeheart needs Python 3.11 to 3.13, this is {sys.version.split()[0]}")
    environment = Environment(machine, machine.at(OPT))
    if upgrade and environment.current() is None:
        raise StopError("there is no Runeheart here to bring up to date; begin with: sudo make install")
    old = environment.current() if machine.tries("systemctl", "is-active", "--quiet", UNIT) else None
    new = environment.build(source, wheels)
    _check_config(machine, new)
    _files(machine, source / "systemd")
    _users(machine)
    _config(machine, new)
    environment.switch(new)
    _command(machine)
    _password(machine, new)
    _devices(machine)
    _switch_on_i2c(machine, i2c)
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "--quiet", "enable", UNIT)
    started = machine.tries("systemctl", "restart", UNIT)
    if old is not None and not started:
        environment.switch(old)
        machine.tries("systemctl", "restart", UNIT)
        raise StopError(
            f"the new version does not start, so the old one runs again: journalctl -u {UNIT} has the reason"
        )
    environment.tidy()
    _done(machine, started=started)


def uninstall(machine: Machine, *, purge: bool) -> None:
    """Take everything away that `install` brought; games and configuration only with `purge`."""
    machine.tries("systemctl", "--quiet", "disable", "--now", UNIT)
    for path in (*FILES.values(), DEFAULTS):
        machine.remove(path)
    if _is_ours(machine.at(COMMAND)):
        machine.remove(COMMAND)
    machine.tries("systemctl", "daemon-reload")
    machine.tries("systemctl", "reset-failed", UNIT)
    machine.tries("udevadm", "control", "--reload")
    groups = _noted(machine, "group")
    for folder in _noted(machine, "folder"):
        machine.remove_empty(Path(folder))
    machine.remove(OPT)
    kept = [path for path in (ETC, STATE) if machine.at(path).exists()]
    if purge:
        for path in kept:
            machine.remove(path)
        kept = []
    for group in groups:
        machine.tries("groupdel", group)
    if kept:
        names = " and ".join(map(str, kept))
        say(f"Kept: {names} (configuration, games, password), and the user {USER} who owns them.")
        say("To remove these too: sudo make uninstall PURGE=1")
    else:
        machine.tries("userdel", USER)
        machine.tries("groupdel", USER)
    say("Runeheart is removed.")


def _files(machine: Machine, folder: Path) -> None:
    folders = {str(path.parent) for path in FILES.values()}
    _note(machine, "folder", sorted(name for name in folders if not machine.at(Path(name)).exists()))
    for name, path in FILES.items():
        if machine.write(path, (folder / name).read_text(encoding="utf-8")):
            say(f"{path}")


def _users(machine: Machine) -> None:
    """Make the user and the groups."""
    _note(machine, "group", [group for group in GROUPS if not machine.has_group(group)])
    machine.run("systemd-sysusers", "runeheart.conf")
    machine.run("systemd-tmpfiles", "--create", "runeheart.conf")
    person = os.environ.get("SUDO_USER", "")
    if person and person != "root" and not machine.is_in_group(person, USER):
        machine.run("usermod", "--append", "--groups", USER, person)
        say(f"{person} is in the group {USER} now: after the next login `runeheart ctl` works without sudo.")


def _note(machine: Machine, kind: str, names: list[str]) -> None:
    """Note what was not there before, so that it can go again."""
    known = [(noted, name) for noted in ("folder", "group") for name in _noted(machine, noted)]
    new = [(kind, name) for name in names if (kind, name) not in known]
    if new:
        machine.write(NOTES, "".join(f"{noted} {name}\n" for noted, name in (*known, *new)))


def _noted(machine: Machine, kind: str) -> list[str]:
    notes = machine.at(NOTES)
    lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
    return [name for noted, name in map(str.split, lines) if noted == kind]


def _check_config(machine: Machine, venv: Path) -> None:
    """Stop before anything changes if the new version cannot read the configuration that is there."""
    if not machine.at(CONFIG).exists():
        return
    found = machine.ask(venv / "bin/runeheart", "config", "--check", "--config", machine.at(CONFIG))
    if found.returncode:
        say(found.stderr.strip() or found.stdout.strip())
        raise StopError(
            f"this version does not take {CONFIG} as it is. The old one stays in use: correct it, then again"
        )


def _config(machine: Machine, venv: Path) -> None:
    """Put the commented defaults down, and beside a configuration that is there already."""
    example = machine.ask(venv / "bin/runeheart", "config", "--example").stdout
    if not machine.at(CONFIG).exists():
        machine.write(CONFIG, example)
        say(f"{CONFIG}: all settings with their defaults, to be changed")
    machine.write(DEFAULTS, example)


def _command(machine: Machine) -> None:
    """Let `runeheart` be found by everybody."""
    place = machine.at(COMMAND)
    if _is_ours(place) or not place.exists():
        machine.link(place, PROGRAM)
    else:
        say(f"{COMMAND} is not ours and was left alone; the command is {PROGRAM}")


def _is_ours(place: Path) -> bool:
    return place.is_symlink() and place.readlink() == PROGRAM


def _password(machine: Machine, venv: Path) -> None:
    """Let a person choose the console's password, or make one where nobody can be asked."""
    folder = machine.at(STATE)
    if (folder / "passwords").exists():
        return
    words: list[str | Path] = [venv / "bin/runeheart", "password", "--state", folder]
    if not machine.agrees("Choose a password for the game master's console yourself (no: one is made)?"):
        words.append("--generate")
    machine.talk(*words)


def _switch_on_i2c(machine: Machine, wish: str) -> None:
    """Switch the bus of the screen on, if this is a Raspberry Pi where it is off, and a person agrees."""
    boot = next((path for path in BOOT if machine.at(path).exists()), None)
    if boot is None or machine.at(Path("/dev/i2c-1")).exists():
        return
    lines = machine.at(boot).read_text(encoding="utf-8").splitlines()
    if any(line.replace(" ", "").startswith("dtparam=i2c_arm=on") for line in lines):
        say("I2C is switched on and will be there after a restart of the machine.")
        return
    if wish == "ask":
        wish = "yes" if machine.agrees("The screen needs I2C, which is off here. Switch it on?") else "no"
    if wish == "no":
        say("I2C stays off; a screen on I2C will not answer. Later: sudo raspi-config, Interface Options")
        return
    if shutil.which("raspi-config"):
        machine.run("raspi-config", "nonint", "do_i2c", "0")
    else:
        machine.write(boot, "\n".join([*lines, "", "# Runeheart: the screen", "dtparam=i2c_arm=on"]) + "\n")
    say("I2C is switched on; it may need a restart of the machine.")


BOOT = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))


def _devices(machine: Machine) -> None:
    """Let the rules and modules count at once; what this machine lacks is no fault."""
    machine.tries("udevadm", "control", "--reload")
    for subsystem in ("gpio", "i2c-dev", "spidev", "tty"):
        machine.tries("udevadm", "trigger", f"--subsystem-match={subsystem}")
    machine.tries("udevadm", "settle", "--timeout=5")
    machine.tries("modprobe", "--all", "--quiet", "i2c-dev", "cdc_acm", "usbserial")


def _done(machine: Machine, *, started: bool) -> None:
    version = machine.ask(machine.at(OPT) / "venv/bin/runeheart", "--version").stdout.strip()
    if started:
        say(f"{version} runs, and starts by itself with the machine: runeheart ctl status")
    else:
        say(f"{version} is installed but does not run yet; it keeps trying. What it needs: runeheart doctor")
    say(f"Settings: {CONFIG}; after a change: sudo systemctl reload runeheart")


def main() -> int:
    """Run a step by its name; a StopError is a sentence and status 1."""
    parser = argparse.ArgumentParser(prog="install.py", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("install", "upgrade", "uninstall"))
    parser.add_argument("--wheelhouse", type=Path, help="a folder of `make wheelhouse`: no network is used")
    parser.add_argument("--i2c", choices=("yes", "no", "ask"), default="ask")
    parser.add_argument("--purge", action="store_true", help="uninstall: configuration and games, too")
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)  # the tests' machine
    given = parser.parse_args()
    machine = Machine(given.root)
    if os.geteuid() != 0:
        print(f"this changes the system: sudo make {given.what}", file=sys.stderr)
        return 1
    try:
        if given.what == "uninstall":
            uninstall(machine, purge=given.purge)
        else:
            source = Path(__file__).resolve().parent.parent
            wheels = Wheels(given.wheelhouse)
            install(machine, source, wheels, given.i2c, upgrade=given.what == "upgrade")
    except StopError as error:
        print(f"make {given.what}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"make {given.what}: {error.filename}: {error.strerror}; put that right, then again",
            file=sys.stderr,
        )
        return 1
    except (KeyboardInterrupt, EOFError):
        print(f"\nmake {given.what}: interrupted; run it again to go on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
