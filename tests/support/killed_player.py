"""`python killed_player.py FOLDER KILLS SEED`: one evening with a plug that is pulled again and again.

A child plays on the journal and tells through a pipe what the screen shows; it is killed at a random moment.
Then the prop is switched on again here, and a line of JSON tells what was shown last and what has come back.
"""

import asyncio
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from runeheart.runtime.clock import ManualClock
from support.ports import Rig

RUNES = ("nature", "fire", "water", "storm", "moon", "sun")


def told(rig):
    """Return what the players may rely on: which game, its commands in order, its clock, its words."""
    session = rig.prop.session
    game = session.record.game_id if session.record else 0
    commands = [f"{row.source}: {row.body.get('do', row.kind)}" for row in session._rows]
    at_ms = rig.state.at_ms if rig.state else 0
    return {"game": game, "rows": commands, "at_ms": at_ms, "phase": getattr(rig.state, "phase", None)}


async def play(folder, pipe, chance):
    """Play until the end, which does not come by itself."""
    async with Rig(folder, clock=ManualClock(mono_ns=chance.randrange(10**12)), after_loss="paused") as rig:
        show = rig.devices.display.show

        def tell(screen):
            show(screen)
            os.write(pipe, json.dumps(told(rig)).encode() + b"\n")

        rig.devices.display.show = tell
        os.write(pipe, json.dumps(told(rig)).encode() + b"\n")
        while True:
            if rig.state is None or rig.state.phase == "over":
                await rig.begin()
                await rig.tap("moon")
            if rig.state.phase == "paused":
                await rig.verb("resume")
            match chance.randrange(6):
                case 0:
                    await rig.verb("add-time", seconds=chance.randrange(1, 9))
                case 1:
                    await rig.verb("undo")
                case 2:
                    await rig.after(chance.randrange(100, 2_500))
                case 3:
                    await rig.verb("pause")
                case 4:
                    await rig.tap(chance.choice(RUNES), chance.choice(RUNES))
                case _:
                    await rig.hold("sun")


async def again(folder):
    """Switch the prop on, and return what it shows; nothing is pressed."""
    async with Rig(folder, clock=ManualClock(mono_ns=7), after_loss="paused") as rig:
        return {**told(rig), "words": rig.words, "alerts": rig.prop.status()["alerts"]}


def main():
    folder, kills, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    for _ in range(kills):
        ears, mouth = os.pipe()
        seed = chance.randrange(10**9)
        child = os.fork()
        if child == 0:
            os.close(ears)
            asyncio.run(play(folder, mouth, random.Random(seed)))
        os.close(mouth)
        shown = os.read(ears, 1 << 16)  # it is on
        time.sleep(chance.uniform(0, 0.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(ears, 1 << 16):
            shown += more
        os.close(ears)
        last = json.loads(shown.splitlines()[-1])
        sys.stdout.write(json.dumps({"shown": last, "back": asyncio.run(again(folder))}) + "\n")
        sys.stdout.flush()  # or a child would have a copy to write, too


if __name__ == "__main__":
    main()
