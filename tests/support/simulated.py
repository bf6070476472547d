"""`runeheart simulate` as a process of its own, and what a test may know about it."""

import json
import os
import re
import select
import signal
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from runeheart.games.registry import GAMES

START_S = 30
STOP_S = 15
COMMAND = (sys.executable, "-c", "from runeheart.cli.main import main; main()")


@dataclass
class Simulated:
    process: subprocess.Popen
    address: str
    state: Path

    def answer(self):
        """Return the hidden order of the game at the table: from the journal, as no player could."""
        journal = sqlite3.connect(f"file:{self.state / 'journal.db'}?mode=ro", uri=True)
        try:
            ((game, name),) = journal.execute("SELECT id, game FROM games WHERE closed IS NULL").fetchall()
            ((seed, setup),) = journal.execute(
                "SELECT seed, body FROM secret WHERE game = ? AND seq = 0", (game,)
            )
        finally:
            journal.close()
        return GAMES[name].setup(json.loads(setup), seed).answer

    def stop(self):
        """Press Ctrl-C and return the exit status and what was written to standard error."""
        self.process.send_signal(signal.SIGINT)
        _out, errors = self.process.communicate(timeout=STOP_S)
        return self.process.returncode, errors


def runeheart(*arguments, timeout=START_S):
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env=_environment(),
    )


@contextmanager
def simulated(folder, config="", *options):
    """Start a virtual prop on a free port with its state in `folder`; it is gone when the context ends."""
    file = folder / "prop.toml"
    file.write_text(config, encoding="utf-8")
    state = folder / "state"
    process = subprocess.Popen(
        [
            *COMMAND,
            *("simulate", "--no-open", "--port", "0", "--config", str(file), "--state", str(state), *options),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(),
    )
    try:
        readable, _, _ = select.select([process.stdout], [], [], START_S)
        line = process.stdout.readline() if readable else ""
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if not found:
            process.kill()
            raise AssertionError(f"no address: {line!r} {process.communicate(timeout=STOP_S)}")
        yield Simulated(process, found[0], state)
    finally:
        if process.poll() is None:
            process.terminate()
        if not process.stdout.closed:
            process.communicate(timeout=STOP_S)


def _environment():
    return {**os.environ, "PYTHONWARNINGS": "error"}
