"""Worker processes end with the command that started them, whatever ended it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WAIT_S = 20
COUNTS = {
    "balance": ["-c", "from runeheart.cli.main import main; main()", "balance", "--jobs", "2"],
    "patterns": ["-m", "patterns.search", "--jobs", "2", "--longer", "1000", "--attempts", "1000"],
}


def _processes(group):
    """Return the processes of a group, those that only wait to be collected left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, in_group = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
        except OSError:
            continue  # it has just ended
        if int(in_group) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.parametrize(
    ("count", "ended_by"),
    [
        ("balance", signal.SIGTERM),
        ("balance", signal.SIGHUP),
        ("balance", signal.SIGKILL),
        ("patterns", signal.SIGHUP),
        ("patterns", signal.SIGKILL),
    ],
)
def test_no_process_outlives_the_command(count, ended_by, tmp_path):
    with subprocess.Popen(
        [sys.executable, *COUNTS[count]],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as first:
        try:
            until = time.monotonic() + WAIT_S
            while len(_processes(first.pid)) < 3 and time.monotonic() < until:
                assert first.poll() is None
            first.send_signal(ended_by)
            until = time.monotonic() + WAIT_S
            while _processes(first.pid) and time.monotonic() < until:
                time.sleep(0.01)
            assert _processes(first.pid) == []
            first.communicate(timeout=WAIT_S)
        finally:
            for process in _processes(first.pid):
                os.kill(process, signal.SIGKILL)
