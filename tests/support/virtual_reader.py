"""The real firmware on a pty, and `runeheart reader` beside it as a program of its own."""

import os
import select
import subprocess
from contextlib import contextmanager

from runeheart_hw.virtual.reader import VirtualReader
from support.hands import until_now
from support.needs import needs_module
from support.simulated import COMMAND

WAIT_S = 20


@contextmanager
def virtual_reader(folder):
    """Run the firmware; its port is `folder`/port."""
    needs_module("micropython_unix", "pip install 'runeheart[sim]'")
    reader = VirtualReader(folder, folder / "port")
    reader.start()
    try:
        until_now(lambda: reader.seen.runs, WAIT_S)
        yield reader
    finally:
        reader.close()
        assert not reader.is_running


class Program:
    """`runeheart reader ARGS` with its input and output in a test's hands."""

    def __init__(self, state, *arguments):
        self.heard = ""
        self.process = subprocess.Popen(
            [*COMMAND, "reader", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "XDG_STATE_HOME": str(state), "PYTHONUNBUFFERED": "1"},
        )

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=WAIT_S)

    def until(self, words):
        """Read on until these words come; what was said before them is left out of the next search."""
        while words not in self.heard:
            ready, _, _ = select.select([self.process.stdout], [], [], WAIT_S)
            data = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            assert data, f"never said: {words!r}; last: {self.heard!r}"
            self.heard += data.decode()
        before, _, self.heard = self.heard.partition(words)
        return before

    def type(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def stop(self, number):
        self.process.send_signal(number)
        return self.ended()

    def ended(self):
        """Return the exit status and what else was said."""
        out, _ = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, self.heard + out.decode()


def said(folder, state, *arguments):
    """Run a command to its end; returns its status and what it said."""
    with Program(state, "--port", folder / "port", *arguments) as program:
        return program.ended()
