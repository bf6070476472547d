"""The hands of the soak: whoever plays, operates and breaks things, in threads of the measuring process.

Owns what is done to the prop and what must be true afterwards: each breach is a sentence in `breaches`. Knows
no figure of memory; `bench.soak` looks at those.
"""

import json
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.soak_prop import TROUBLES
from runeheart.games.registry import GAMES

RUNES = ("nature", "fire", "water", "storm", "moon", "sun")
ANSWER_S = 2.0
"""A verb is answered within this, whatever else is broken."""
BACK_S = 45
"""What was broken is well again within this: the screen is tried every 30 s at the latest."""


class Wire:
    """One socket of the prop, one line out and one back."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
            wire.settimeout(60)
            wire.connect(str(self._path))
            wire.sendall(json.dumps(asked).encode() + b"\n")
            with wire.makefile("rb") as lines:
                answer: dict[str, Any] = json.loads(lines.readline())
        return answer


class Hands:
    """Plays and breaks until `stop`; `awake` is held while the process is stopped on purpose."""

    def __init__(self, folder: Path, pid: int, seed: int) -> None:
        self.stop = threading.Event()
        self.awake = threading.Lock()
        self.done: Counter[str] = Counter()
        self.breaches: list[str] = []
        self.trouble = "none"
        self._folder = folder
        self._pid = pid
        self._control = Wire(folder / "control.sock")
        self._troubles = Wire(folder / TROUBLES)
        self._table = threading.Lock()
        """Held while a rune is pressed, and by a trouble in which no press may be lost or made up."""
        self._jammed: str | None = None
        self._play_chance = random.Random(seed)  # noqa: S311 - no secret, and it can be played again
        self._trouble_chance = random.Random(seed + 1)  # noqa: S311 - as above
        self._threads = [
            threading.Thread(target=self._guarded, args=(work,), daemon=True)
            for work in (self._play, self._break)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        self.stop.set()
        for thread in self._threads:
            thread.join(120)

    def verb(self, verb: str, **more: Any) -> dict[str, Any]:
        """Ask the operator's line; the answer must come in time unless the process is stopped."""
        with self.awake:
            start_s = time.monotonic()
            answer = self._control.ask({"do": verb, **more})
            took_s = time.monotonic() - start_s
        if took_s > ANSWER_S:
            self.breaches.append(f"{verb} took {took_s:.1f} s (trouble: {self.trouble})")
        return answer

    def _guarded(self, work: Callable[[], None]) -> None:
        while not self.stop.is_set():
            try:
                work()
            except (OSError, ValueError, KeyError, sqlite3.Error) as error:
                if self.stop.is_set():
                    return
                self.breaches.append(f"no answer: {type(error).__name__}: {error} (trouble: {self.trouble})")
                self.stop.wait(5)

    # Players and operator

    def _press(self, rune: str, held_ms: int = 60) -> None:
        if rune == self._jammed:
            return
        with self._table:
            self._troubles.ask({"do": "press", "button": rune, "down": True})
            self.stop.wait(held_ms / 1000)
            self._troubles.ask({"do": "press", "button": rune, "down": False})
        self.done["presses"] += 1
        self.stop.wait(self._play_chance.uniform(0.05, 0.5))

    def _play(self) -> None:
        """Play one evening's table: begin somehow, press, and end somehow."""
        chance = self._play_chance
        self.verb("reset")
        how = chance.choice(("answer", "answer", "presses", "verbs", "board"))
        if how == "board":  # a game with a board, by its menus: each press asks or answers something
            self.verb("start", game=chance.choice(("ruin", "cult")))
        elif chance.random() < 0.5:
            self.verb("start", difficulty=chance.choice(("easy", "normal", "hard")))
        else:
            for rune in ("nature", "nature", "nature"):
                self._press(rune)
            self._press("nature", 900)
        self.done["games"] += 1
        if how == "answer":
            self._solve()
        for _ in range(chance.randrange(5, 40)):
            if self.stop.is_set():
                return
            if how == "verbs" and chance.random() < 0.4:
                self._operate()
            else:
                self._press(chance.choice(RUNES), chance.choice((40, 60, 120, 900)))

    def _solve(self) -> None:
        """Do what a table does that knows the answer: the order is read from the disk, as no player could."""
        with sqlite3.connect(f"file:{self._folder / 'state/journal.db'}?mode=ro", uri=True, timeout=5) as db:
            found = db.execute(
                "SELECT games.game, secret.seed, body FROM games"
                " JOIN secret ON secret.game = games.id AND seq = 0"
                " WHERE closed IS NULL AND games.game = 'heart'"
            ).fetchone()
        db.close()
        if found is None:  # while the disk takes nothing, the game is not on it
            return
        name, seed, setup = found
        self._press("moon")
        for place, rune in enumerate(GAMES[name].setup(json.loads(setup), seed).answer):
            self._press(rune)
            self._press(RUNES[place])
        if self.verb("status").get("outcome") == "defused":
            self.done["won"] += 1

    def _operate(self) -> None:
        chance = self._play_chance
        verb, more = chance.choice(
            (
                ("pause", {}),
                ("resume", {}),
                ("resume", {}),
                ("add-time", {"seconds": chance.choice((-5, 30, 60))}),
                ("undo", {}),
                ("hint", {}),
                ("abandon", {}),
            )
        )
        self.done[self.verb(verb, **more)["result"]] += 1

    # Troubles

    def _break(self) -> None:
        chance = self._trouble_chance
        self.stop.wait(chance.uniform(5, 25))
        if self.stop.is_set():
            return
        troubles = (
            self._screen_off,
            self._noise,
            self._stuck,
            self._bus_stalls,
            self._date_jumps,
            self._process_stops,
            self._disk_full,
            self._busy_machine,
        )
        trouble = chance.choice(troubles)
        self.trouble = trouble.__name__.strip("_")
        trouble(chance)
        self.done[self.trouble] += 1
        self.trouble = "none"

    def _until(self, what: str, true: Callable[[dict[str, Any]], bool]) -> None:
        end_s = time.monotonic() + BACK_S
        while not true(self.verb("status")):
            if self.stop.wait(0.5):
                return
            if time.monotonic() > end_s:
                self.breaches.append(f"not in {BACK_S} s: {what}")
                return

    @staticmethod
    def _alert(status: dict[str, Any], device: str) -> str | None:
        (alert,) = (one["alert"] for one in status["devices"] if one["device"] == device)
        return alert

    def _screen_off(self, chance: random.Random) -> None:
        self._troubles.ask({"do": "unplug"})
        self._until("the screen's alert", lambda status: self._alert(status, "display") is not None)
        self.stop.wait(chance.uniform(1, 20))
        self._troubles.ask({"do": "plug"})
        self._until("the screen back", lambda status: self._alert(status, "display") is None)
        if not self.stop.is_set() and not self._troubles.ask({"do": "look"})["lit"]:
            self.breaches.append("the screen is back, but dark")

    def _noise(self, chance: random.Random) -> None:
        with self._table:
            self.stop.wait(0.3)  # the last press has settled
            before = self._presses()
            self._troubles.ask({"do": "noise", "pulses": chance.randrange(10, 200)})
            self.stop.wait(0.3)
            if (after := self._presses()) != before:
                self.breaches.append(f"noise made {after - before} presses")

    def _presses(self) -> int:
        (counters,) = (
            one["counters"] for one in self.verb("status")["devices"] if one["device"] == "buttons"
        )
        return sum(number for name, number in counters.items() if name.endswith(" presses"))

    def _stuck(self, chance: random.Random) -> None:
        rune = chance.choice(RUNES)
        with self._table:
            self._jammed = rune
            self._troubles.ask({"do": "press", "button": rune, "down": True})
        self._until("a stuck rune's alert", lambda status: rune in str(self._alert(status, "buttons")))
        with self._table:
            self._troubles.ask({"do": "press", "button": rune, "down": False})
            self._jammed = None
        self._until("the rune free", lambda status: rune not in str(self._alert(status, "buttons")))

    def _bus_stalls(self, chance: random.Random) -> None:
        time_s = chance.uniform(1, 8)
        self._troubles.ask({"do": "stall", "time_s": time_s})
        self.stop.wait(time_s + 1)

    def _date_jumps(self, chance: random.Random) -> None:
        self._troubles.ask({"do": "date", "days": chance.choice((-365, 365, 0))})

    def _process_stops(self, chance: random.Random) -> None:
        with self.awake:
            os.kill(self._pid, signal.SIGSTOP)
            self.stop.wait(chance.uniform(0.2, 15))
            os.kill(self._pid, signal.SIGCONT)

    def _disk_full(self, chance: random.Random) -> None:
        """No file may grow beyond its first pages, as on a card without a free block."""
        soft, hard = resource.prlimit(self._pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (chance.choice((0, 4096, 9000)), hard))
        self.stop.wait(chance.uniform(1, 20))
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (soft, hard))
        self._until("the journal written again", lambda status: status["journal"]["written"])

    def _busy_machine(self, chance: random.Random) -> None:
        with subprocess.Popen([sys.executable, "-c", "import os; os.nice(5)\nwhile True: pass"]) as busy:
            self.stop.wait(chance.uniform(1, 4))
            busy.kill()
