"""A Pico as its USB cable shows it: MicroPython's real prompt, files in a folder, and main.py at each reset.

Instead of main.py, which needs the chip's own modules, the simulated firmware runs from the files there.
"""

import os
import select
import shutil
import subprocess
import threading
import tty

from runeheart_hw import reader_firmware
from support.hands import until_now
from support.needs import needs_module

NO_RESET = b"no attribute 'reset'"  # what the prompt says on a computer, where a Pico is gone already
WAIT_S = 10


class Board:
    """Plugged in at `port`, a link, from the beginning on; unplugged at the end of the context."""

    def __init__(self, folder):
        needs_module("micropython_unix", "pip install 'runeheart[sim]'")
        self.files = folder / "reader"
        self.files.mkdir(parents=True)
        shutil.copytree(reader_firmware.folder() / "simulated", folder / "simulated")
        self.port = folder / "port"
        self.starts = []
        self._run_py = folder / "simulated/run.py"
        self._process = None
        self._to_prompt = False
        self._stop, self._wake = os.pipe()
        self._ours, self._terminal = os.openpty()
        tty.setraw(self._terminal)
        self.port.symlink_to(os.ttyname(self._terminal))
        self._thread = threading.Thread(target=self._live)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc):
        os.write(self._wake, b"x")
        self._thread.join(WAIT_S)
        self.port.unlink()
        for number in (self._ours, self._terminal, self._stop, self._wake):
            os.close(number)

    def has(self):
        """Return the board's files by name."""
        return {
            str(path.relative_to(self.files)): path.read_bytes()
            for path in self.files.rglob("*")
            if path.is_file()
        }

    def reset(self):
        """Let it start at the prompt, as after its program was left."""
        began = len(self.starts)
        self._to_prompt = True
        self._process.kill()
        until_now(lambda: len(self.starts) > began, WAIT_S)

    def _live(self):
        while self._run(self._to_prompt or not (self.files / "main.py").exists()):
            self._to_prompt = self._to_prompt or self.starts[-1] == "main.py"  # it was left, not reset

    def _run(self, at_prompt):
        """Run prompt or program until it ends or is reset; returns whether the board is still there."""
        program = str(reader_firmware.micropython())
        main = [str(self._run_py), "--wire", str(self.files), "--state", str(self.files)]
        self._to_prompt = False
        prompt, inside = os.openpty()  # the prompt wants a terminal
        tty.setraw(inside)
        self._process = subprocess.Popen(
            [program] if at_prompt else [program, *main],
            stdin=inside,
            stdout=inside,
            stderr=subprocess.DEVNULL,
            cwd=self.files,
            start_new_session=True,
        )
        os.close(inside)
        self.starts.append("prompt" if at_prompt else "main.py")
        try:
            return self._carry(prompt)
        finally:
            self._process.kill()
            self._process.wait()
            os.close(prompt)

    def _carry(self, prompt):
        said = b""
        while NO_RESET not in said:
            ready, _, _ = select.select([self._ours, prompt, self._stop], [], [], 0.05)
            if self._stop in ready:
                return False
            if self._ours in ready:
                os.write(prompt, os.read(self._ours, 4096))
            if prompt in ready:
                try:
                    data = os.read(prompt, 4096)
                except OSError:  # it has ended
                    return True
                said = (said + data)[-200:]
                os.write(self._ours, data)
        return True
