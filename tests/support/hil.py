"""The virtual Raspberry Pi with Runeheart on it: images, what the prop says, and what people saw of it."""

import json
import shlex
import subprocess
import threading
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
RUNES = dict(zip(("nature", "fire", "water", "storm", "moon", "sun"), (5, 6, 13, 19, 26, 21), strict=True))
"""GPIOs of the buttons."""
LIGHTS = dict(zip(RUNES, (17, 27, 22, 23, 24, 25), strict=True))
BUZZER = 18
CONFIG = '[oled]\ncontroller = "none"\n[lights]\nkind = "on_off"\n'
"""No screen is there; lights without PWM have a level that can be read back."""
BOOT_S = 300


def sources(folder):
    """Copy what git knows of this tree into a folder: what a clone would have, without tests and pages."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=TOP,
        check=True,
        capture_output=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        source = TOP / name
        if source.is_file() and name.split("/")[0] not in {"tests", "docs", "bench", "patterns"}:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(source.read_bytes())
            (folder / name).chmod(source.stat().st_mode & 0o755)
    return folder


def make_image(rig, output, *words):
    """Build an image; nothing is done when its inputs are the same as last time."""
    command = [f"{rig}/make-image", "--reuse", "--include", "make", "--output", str(output), *map(str, words)]
    subprocess.run(command, check=True, timeout=1800)
    return output


def status(pi, words="", timeout=90):
    """Return the prop's status document as soon as it says `words`, a regular expression."""
    asked = f"python3 -IS /usr/local/bin/guest_status.py {timeout} {shlex.quote(words)}"
    return json.loads(pi.check(asked, timeout + 30))


def wait_for(pi, condition, timeout=60):
    """Wait in the guest for a shell command to succeed."""
    inner = f"until {condition}; do sleep 0.1; done"
    pi.check(f"timeout {timeout} bash -c {shlex.quote(inner)}", timeout + 20)


class Seen:
    """What the player in the guest has told: each line as soon as it left the machine."""

    def __init__(self, serial):
        self.last = None
        """The last status that was seen."""
        self.plays = threading.Event()
        """A game has been seen to run."""
        self._serial = serial.dup()  # the machine closes its own when its power is cut
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait(self, time_s):
        """Let the player play."""
        self._thread.join(time_s)

    def end(self):
        """Return the last status, after the machine went: all that had left it counts."""
        self._thread.join(10)
        self._serial.close()
        return self.last

    def _read(self):
        rest = b""
        while True:
            try:
                part = self._serial.recv(65536)
            except (OSError, ValueError):
                return
            if not part:
                return
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                try:
                    told = json.loads(line)
                except ValueError:
                    continue  # the port's own noise while the machine starts
                if isinstance(told, dict) and "seen" in told:
                    self.last = told["seen"]
                if self.last is not None and self.last.get("phase") == "running":
                    self.plays.set()
