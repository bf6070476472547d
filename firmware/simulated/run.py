"""Runs the reader's app on a computer, with simulated chips: firmware/README.md tells how."""

import asyncio
import os
import sys

_HERE = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
_SENSORS = {
    "settle_ms": 200,
    "sensors": [
        {"name": "pad1", "kind": "pad", "cs": 17, "light": 6, "dice": ["D4", "D6", "D8", "D10"]},
        {"name": "pad2", "kind": "pad", "cs": 20, "light": 7, "dice": ["CMP", "MOV"]},
        {"name": "rose", "kind": "dial", "light": 8},
        {"name": "roll", "kind": "roll", "pin": 14, "light": 9},
        {"name": "ok", "kind": "confirm", "pin": 15, "light": 10},
    ],
}


def _options(words):
    options = {"--wire": None, "--state": None, "--control": None}
    for place in range(0, len(words), 2):
        if words[place] not in options or place + 1 == len(words):
            raise SystemExit("run.py --wire DIR --state DIR [--control FD]")
        options[words[place]] = words[place + 1]
    if options["--wire"] is None or options["--state"] is None:
        raise SystemExit("run.py --wire DIR --state DIR [--control FD]")
    return options["--wire"], options["--state"], options["--control"]


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


async def _obey(wire, hands):
    held = b""
    while True:
        try:
            held += wire.read()
        except EOFError:
            return
        while b"\n" in held:
            line, held = held.split(b"\n", 1)
            try:
                await hands.do(line.decode())
            except Exception as error:  # noqa: BLE001 no line may end the hands: the next one may be right
                wire.write(b"odd " + line + f": {error}\n".encode())
        await asyncio.sleep_ms(10)


async def _main(state, control):
    store = Store(state + "/")
    for name, make in (("sensors.json", lambda: _SENSORS), ("tags.json", box)):
        if not _exists(state + "/" + name):
            store.save(name, make())
    sensors = Settings(store).sensors
    if control is None:
        await App(Board(state + "/", sensors)).run()
        return
    stream = open(int(control), "r+b")  # noqa: ASYNC230, SIM115 a socket, as long as the program runs
    wire = Serial(stream, stream)
    board = Board(
        state + "/",
        sensors,
        on_light=lambda name, level: wire.write(f"light {name} {'on' if level else 'off'}\n".encode()),
    )
    app = App(board)
    obeying = asyncio.create_task(_obey(wire, Hands(board, app, sensors)))
    wire.write(b"ready\n")
    await app.run()
    obeying.cancel()


wire_folder, state_folder, control_fd = _options(sys.argv[1:])
for folder in (wire_folder, _HERE, _HERE + "/../reader"):
    sys.path.insert(0, folder)

# Only now can the app be found.
from app import App  # noqa: E402
from board import Board  # noqa: E402
from control import Hands, box  # noqa: E402
from serial import Serial  # noqa: E402
from settings import Settings  # noqa: E402
from store import Store  # noqa: E402

asyncio.run(_main(state_folder, control_fd))
