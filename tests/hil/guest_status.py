"""In the virtual Pi: prints the prop's status when it says what is waited for, within a time.

    python3 -IS guest_status.py SECONDS [WORDS]

WORDS is a regular expression, looked for in the status as JSON. Standard library only: it starts quickly.
"""

import json
import re
import socket
import sys
import time

SOCKET = "/run/runeheart/control.sock"


def asked():
    """Return the status; None while nobody answers."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.settimeout(10)
        try:
            wire.connect(SOCKET)
            wire.sendall(b'{"do":"status"}\n')
            return json.loads(wire.makefile("rb").readline())
        except (OSError, ValueError):
            return None


def main(seconds, words=""):
    end_s = time.monotonic() + float(seconds)
    while True:
        seen = asked()
        text = json.dumps(seen)
        if seen is not None and re.search(words, text):
            sys.stdout.write(text)
            return 0
        if time.monotonic() > end_s:
            sys.stdout.write(text)
            return 1
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
