"""In the virtual Pi: plays on the prop without end and tells over the serial port all that it is shown.

Presses are levels on the wires of the GPIO chip, the operator's verbs go to the control socket. Each status
that the prop answers is a line on the serial port before the next thing is done: what the other end has read
is what people have seen. Standard library only.

    python3 guest_player.py SEED
"""

import json
import os
import random
import socket
import sys
import termios
import time
import tty
from pathlib import Path

WIRES = Path("/run/virtual-pi/gpio")
SOCKET = "/run/runeheart/control.sock"
PORT = "/dev/ttyS2"
BUTTONS = (5, 6, 13, 19, 26, 21)
NATURE, SUN = BUTTONS[0], BUTTONS[5]
TAP_S, HOLD_S = 0.1, 1.0


class Player:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.port = os.open(PORT, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.port, termios.TCSANOW)
        self.wire = socket.socket(socket.AF_UNIX)
        while self.wire.connect_ex(SOCKET):
            time.sleep(0.05)
        self.answers = self.wire.makefile("rb")

    def say(self, **what):
        data = json.dumps(what).encode() + b"\n"
        while data:
            data = data[os.write(self.port, data) :]

    def ask(self, **verb):
        self.wire.sendall(json.dumps(verb).encode() + b"\n")
        return json.loads(self.answers.readline())

    def look(self):
        seen = self.ask(do="status")
        self.say(seen={key: value for key, value in seen.items() if key not in {"devices", "lights"}})
        return seen

    def operate(self, **verb):
        self.say(does=verb["do"])
        self.say(answer=self.ask(**verb).get("result"))

    def press(self, button, for_s=TAP_S):
        self.say(does=f"press {button} {for_s}")
        for level, rest_s in (("pull-down", for_s), ("pull-up", 0.1)):
            (WIRES / f"sim_gpio{button}/pull").write_text(level, encoding="ascii")
            time.sleep(rest_s)

    def step(self):
        seen = self.look()
        phase = seen.get("phase") if seen.get("game") else None
        if phase == "over":
            self.operate(do="reset")
        elif phase is None:
            self.operate(do="start", difficulty="normal")
        elif phase == "ready":
            self.press(self.chance.choice(BUTTONS))
        elif phase == "paused":
            if self.chance.random() < 0.5:
                self.press(SUN, HOLD_S)
            else:
                self.operate(do="resume")
        else:
            self.play(seen)
        self.look()

    def play(self, seen):
        what = self.chance.random()
        if seen["mistakes"] >= 2:
            self.operate(do="abandon")
        elif what < 0.04:
            self.operate(do="undo")
        elif what < 0.08:
            self.operate(do="pause")
        elif what < 0.15:
            self.operate(do="add-time", seconds=self.chance.choice((-5, 10, 30)))
        elif what < 0.45:
            self.press(NATURE, HOLD_S)
        else:
            self.press(self.chance.choice(BUTTONS))
            self.look()
            self.press(self.chance.choice(BUTTONS[:5]))


if __name__ == "__main__":
    player = Player(int(sys.argv[1]))
    while True:
        player.step()
