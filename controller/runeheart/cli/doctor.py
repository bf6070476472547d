"""`runeheart doctor`: looks at this machine as a prop and says, per finding, what to do."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runeheart.cli import settings
from runeheart.runtime import config as configuration
from runeheart.runtime import places
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.config import Config

if TYPE_CHECKING:
    from runeheart_hw.checkup import Finding, Grade, Machine
    from runeheart_hw.profile import Profile

ENOUGH_MIB = 200
"""Free space for years of games; a full card is how most of them end."""
TIMESYNC = Path("/run/systemd/timesync/synchronized")
_MARKS = {"ok": "ok  ", "warn": "note", "bad": "BAD "}


@click.command(name="doctor")
@settings.config_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of lines.")
def command(config_file: Path | None, *, as_json: bool) -> None:
    """Look at this machine: pins, screen, permissions, clock, disk, and whether the daemon runs.

    Changes nothing. Exit status 0: a prop can play here; 1: something is bad; what to do is said with it.
    """
    from runeheart_hw.checkup import Machine

    findings = list(examine(config_file, Machine()))
    bad = sum(finding.grade == "bad" for finding in findings)
    if as_json:
        rows = [
            {"what": finding.what, "grade": finding.grade, "found": finding.found, "do": finding.do}
            for finding in findings
        ]
        click.echo(json.dumps({"ok": not bad, "findings": rows}, ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            click.echo(f"{_MARKS[finding.grade]}  {finding.what:<10}  {finding.found}")
            if finding.do and finding.grade != "ok":
                click.echo(f"                  → {finding.do}")
        click.echo(f"\n{'Ready to play.' if not bad else f'{bad} to put right.'}")
    sys.exit(1 if bad else 0)


def examine(config_file: Path | None, machine: "Machine") -> Iterator["Finding"]:
    """Yield all findings: configuration first, then the board, then the system under it."""
    from runeheart_hw.checkup import Finding, check_board
    from runeheart_hw.profile import load_profile

    config, problems = configuration.load(config_file)
    profile, more = load_profile(config.prop.board, config.over_profile())
    if problems or profile is None:
        source = config_file or configuration.DEFAULT_PATH
        for problem in (*problems, *more):
            yield Finding(
                "settings", "bad", problem, f"correct it in {source}; runeheart config shows all settings"
            )
    else:
        yield _settings(config_file, profile)
    running, daemon = _daemon(config)
    if profile is not None:
        yield from check_board(profile, machine, running=running)
        if profile.reader.kind != "none":
            from runeheart_hw.reader_checkup import check_reader

            yield from check_reader(profile, SystemClock(), running=running)
    yield daemon
    yield _state(places.state_directory(config))
    yield from _journal(places.journal_file(config))
    yield _clock()


def _settings(config_file: Path | None, profile: "Profile") -> "Finding":
    from runeheart_hw.checkup import Finding

    source = config_file or configuration.DEFAULT_PATH
    where = str(source) if places.is_there(source) else "defaults, no file"
    return Finding("settings", "ok", f"{where}; board: {profile.board}")


def _daemon(config: Config) -> "tuple[bool, Finding]":
    """Tell whether the daemon runs, by its socket, and whether this user may talk to it."""
    from runeheart_hw.checkup import Finding

    path = places.socket_to_ask(config)
    if places.is_there(path) is False:
        found = f"not running (no socket at {path})"
        do = "when nothing here is BAD, start it: runeheart run, or systemctl start runeheart"
        return False, Finding("daemon", "warn", found, do)
    why = _no_answer(path)
    if why is None:
        return True, Finding("daemon", "ok", f"runs and answers at {path}")
    if isinstance(why, PermissionError):
        return True, Finding("daemon", "bad", "may run, but does not answer", places.may_not_talk(path))
    found = f"not running; a socket is left at {path} ({why.strerror})"
    return False, Finding("daemon", "warn", found, "it is replaced at the next start; nothing to do")


def _no_answer(path: Path) -> OSError | None:
    import socket

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(2)
        try:
            probe.connect(str(path))
        except OSError as error:
            return error
    return None


def _state(folder: Path) -> "Finding":
    """Tell whether games can be kept: the folder, or its nearest parent, writable and with space."""
    from runeheart_hw.checkup import Finding

    there = places.nearest(folder)
    if not os.access(there, os.W_OK | os.X_OK):
        found = f"{folder}: this user may not write to {there}"
        do = f"give it the folder (sudo chown), or set [state] directory in {configuration.DEFAULT_PATH}"
        return Finding("state", "bad", found, do)
    free_mib = shutil.disk_usage(there).free // 2**20
    if free_mib < ENOUGH_MIB:
        grade: Grade = "bad" if free_mib < ENOUGH_MIB // 10 else "warn"
        do = "make room, for instance: sudo journalctl --vacuum-size=50M"
        return Finding("state", grade, f"{folder}: only {free_mib} MiB free", do)
    return Finding("state", "ok", f"{folder}: writable, {free_mib} MiB free")


def _journal(path: Path) -> "Iterator[Finding]":
    """Tell of the file of games, if there is one, and of what was put aside and nobody has read yet."""
    from runeheart.runtime import archive, journalfile
    from runeheart_hw.checkup import Finding

    if places.is_there(path) is not False:
        try:
            count = archive.count(path)
        except archive.ArchiveError as error:
            do = "nothing, if it is a trouble of rights; what is damaged the daemon puts aside at its start"
            yield Finding("journal", "warn", str(error), do)
        else:
            size_kib = path.stat().st_size // 1024
            yield Finding("journal", "ok", f"{path}: {count:,} games, {size_kib:,} KiB")
    for note in journalfile.unread(path):
        yield Finding("journal", "warn", note, "when you have read it: runeheart ctl acknowledge")


def _clock() -> "Finding":
    """Tell whether the date is right. No game needs it; the history shows it."""
    from runeheart_hw.checkup import Finding

    if TIMESYNC.exists():
        return Finding("clock", "ok", "synchronised")
    return Finding(
        "clock",
        "warn",
        "not synchronised, or not by systemd-timesyncd",
        "games do not need it; dates in the history may be wrong without a network or a clock module",
    )
