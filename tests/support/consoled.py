"""A prop in memory with its whole console on a real port, both in one loop in a thread of its own."""

import asyncio
import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2 as httpx

from runeheart.console import compose
from runeheart.core.runes import RUNES
from runeheart.runtime import password
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.config import Config, ConsoleTable
from runeheart.runtime.journal import Journal
from runeheart.runtime.prop import Prop
from runeheart.surface.api import SurfaceSettings
from support.evenings import SETUPS, Somebody
from support.ports import FakeDevices

WAIT_S = 20


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def token_for(folder, name="bridge", role="operator"):
    """Make a token, as `runeheart password --token` does."""
    found, token = password.read(folder).with_token(name, role)
    password.write(folder, found)
    return token


@dataclass
class Consoled:
    prop: Prop
    address: str
    loop: asyncio.AbstractEventLoop
    token: str

    def operator(self, verb, **args):
        """Carry out a verb in the prop's own loop."""
        done = asyncio.run_coroutine_threadsafe(self.prop.operator(verb, args, "ctl"), self.loop)
        return done.result(WAIT_S)

    def command(self, **body):
        answer = self.operator("command", body=body)
        assert answer.result == "done", answer
        return answer

    def answer(self):
        """Return the hidden order, as no player could."""
        return self.prop.session.state.answer

    def win(self, team=None, wrong=0, **start):
        """Let a team win an easy game with a hint, after `wrong` mistakes at place 2."""
        self.operator("start", **{"difficulty": "easy", "team": team, **start})
        self.command(do="read")
        for _ in range(wrong):
            other = next(rune for rune in RUNES if rune != self.answer()[1])
            self.command(do="activate", rune=other, position=2)
        self.operator("hint")
        self.operator("solve")

    def play_a_ruin(self, commands=25):
        """Let somebody play a while; the game is taken from the table."""
        self.operator("start", game="ruin", team="Ruin crew")
        somebody = Somebody(3)
        for _ in range(commands):
            table = self.prop.session.table
            ask = table.game.ask(table.state)
            self.operator("command", body=somebody.answer(ask.json(), table.game.view(table.state)))
        self.operator("reset")

    def client(self, token: str | None = "", **more: Any):
        headers = {} if token is None else {"Authorization": f"Bearer {token or self.token}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=WAIT_S, **more)


@contextmanager
def consoled(folder, **settings):
    """Serve; the folder holds the journal and the passwords."""
    port = free_port()
    table = ConsoleTable(**{"listen": "loopback", "port": port, **settings})
    token = token_for(folder)
    ready = threading.Event()
    clock = SystemClock()
    made, failed = [], []

    async def run():
        stop = asyncio.Event()
        journal = Journal(folder / "journal.db", clock)
        surface = SurfaceSettings(end_screen_ms=None, setups={"ruin": SETUPS["ruin"]})
        prop = Prop(FakeDevices(), journal, surface, clock, version="test")
        made.extend((prop, asyncio.get_running_loop(), stop))
        playing = asyncio.create_task(prop.run(stop))
        serving = asyncio.create_task(
            compose.serve(prop, Config(console=table), folder, clock, "test", lambda _address: ready.set())
        )
        await asyncio.wait([playing, serving], return_when=asyncio.FIRST_COMPLETED)
        serving.cancel()
        ended = await asyncio.gather(serving, return_exceptions=True)
        failed.extend(error for error in ended if isinstance(error, Exception))
        ready.set()
        stop.set()
        await playing
        prop.session.shut()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        assert ready.wait(WAIT_S), "the console did not start"
        if failed:
            raise failed[0]
        yield Consoled(made[0], f"http://127.0.0.1:{port}", made[1], token)
    finally:
        if thread.is_alive():
            made[1].call_soon_threadsafe(made[2].set)
        thread.join(WAIT_S)
