"""The console: whether 50 viewers slow a press, what it costs in memory, and a history of 100,000 games."""

import asyncio
import contextlib
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2

from bench.process import _ENVIRONMENT, RUNEHEART, _rss_mib
from bench.rig import MS, RUNES, Rig
from bench.table import Row, median, percentile
from runeheart.console import compose
from runeheart.runtime import password
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.config import Config, ConsoleTable
from runeheart.runtime.journal import Journal

VIEWERS = 50
PRESSES = 150
GAMES = 100_000
OLD = Path(__file__).parent.parent / "tests" / "runtime" / "journals" / "layout-1.db"
"""A journal of the layout before this one: its won game, again and again, makes the long history."""
_VIEWERS = """
import asyncio, sys
async def view(port, token):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET /api/v1/events HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {token}"
    writer.write(head.encode() + b"\\r\\n\\r\\n")
    head = await reader.readuntil(b"\\r\\n\\r\\n")
    assert b" 200 " in head, head
    heard[0] += 1
    if heard[0] == count:
        print("all", flush=True)
    while part := await reader.read(65536):
        heard[1] += len(part)
port, token, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
heard = [0, 0]
async def main():
    await asyncio.gather(*(view(port, token) for _ in range(count)))
asyncio.run(main())
"""


def _token(folder: Path) -> str:
    found, token = password.read(folder).with_token("bench", "operator")
    password.write(folder, found)
    return token


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@asynccontextmanager
async def _running(folder: Path) -> AsyncIterator[tuple[Rig, int, str]]:
    """Run a whole prop with its console; yield it with the console's port and a token."""
    token, port = _token(folder), _free_port()
    rig, stop, ready, open_ = Rig(folder), asyncio.Event(), asyncio.Event(), asyncio.Event()
    playing = asyncio.create_task(rig.prop.run(stop, ready.set))
    await ready.wait()
    config = Config(console=ConsoleTable(listen="loopback", port=port))
    serving = asyncio.create_task(
        compose.serve(rig.prop, config, folder, SystemClock(), "bench", lambda _address: open_.set())
    )
    await open_.wait()
    try:
        yield rig, port, token
    finally:
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving
        stop.set()
        await playing
        rig.devices.close()
        rig.board.close()
        rig.prop.session.shut()


@contextmanager
def _viewers(port: int, token: str, count: int) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-c", _VIEWERS, str(port), token, str(count)], stdout=subprocess.PIPE
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def _presses(rig: Rig) -> list[float]:
    """Press ten times a second; return press to light beyond the settle time, in ms."""
    took: list[float] = []
    await rig.begin()
    hands = random.Random(1)  # noqa: S311 - the same every time
    while len(took) < PRESSES:
        if rig.prop.session.state is None or rig.prop.session.state.phase != "running":
            await rig.begin()
        started_ns = time.monotonic_ns()
        down_ns, _ = await rig.tap(hands.choice(RUNES))
        lit_ns = rig.lights.first_after(down_ns)
        if lit_ns is not None:
            took.append((lit_ns - down_ns) / MS - rig.settle_ms)
        await asyncio.sleep(max(0, 0.1 - (time.monotonic_ns() - started_ns) / 1e9))
    return took


async def _load() -> Row:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with _running(folder) as (rig, port, token):
            alone_ms = await _presses(rig)
            with _viewers(port, token, VIEWERS):
                await asyncio.sleep(3)  # until all of them listen
                watched_ms = await _presses(rig)
    alone, watched = median(alone_ms), median(watched_ms)
    worst, watched_worst = percentile(alone_ms, 0.99), percentile(watched_ms, 0.99)
    return Row(
        f"press → its light, {VIEWERS} viewers on the events, 10 presses a second ({PRESSES} presses)",
        "median ≤ 2 ms, p99 ≤ 10 ms",
        f"median {watched:.2f} ms, p99 {watched_worst:.2f} ms",
        f"{watched / alone:.1f} x and {watched_worst / worst:.1f} x without viewers"
        f" ({alone:.2f}, {worst:.2f} ms)",
        watched <= 2 and watched_worst <= 10,
    )


def _memory() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        token, port, notes = _token(folder), _free_port(), folder / "notify"
        config = folder / "prop.toml"
        config.write_text(
            f'[pins]\nbackend = "mock"\n[console]\nlisten = "loopback"\nport = {port}\n', encoding="utf-8"
        )
        places = {"STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder)}
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.bind(str(notes))
            ear.settimeout(30)
            process = subprocess.Popen(
                [RUNEHEART, "run", "--config", config],
                env={**_ENVIRONMENT, "NOTIFY_SOCKET": str(notes), **places},
                stderr=subprocess.DEVNULL,
            )
            try:
                while b"READY=1" not in ear.recv(4096):
                    pass
                headers = {"Authorization": f"Bearer {token}"}
                address = f"http://127.0.0.1:{port}"
                with httpx2.Client(base_url=address, headers=headers, timeout=30) as client:
                    _until(lambda: client.get("/").status_code == 200)
                    client.post("/api/v1/verbs/start", json={"difficulty": "easy"})
                    for page in ("/", "/checklist", "/history", "/player"):
                        client.get(page)
                    with _viewers(port, token, 5):
                        time.sleep(3)
                        used_mib = _rss_mib(process.pid)
                    client.post("/api/v1/commands", json={"do": "read"})
                    client.post("/api/v1/verbs/solve", json={})
                    client.get("/history/figures")
                    client.get("/history/charts/times.svg")
                    drawn_mib = _rss_mib(process.pid)
            finally:
                process.terminate()
                process.wait(10)
    return [
        Row(
            "memory with the console on, a game and five viewers",
            "≤ 48 MiB RSS",
            f"{used_mib:.1f} MiB",
            f"{drawn_mib:.1f} MiB once a chart was drawn",
            used_mib <= 48,
        )
    ]


def _until(there: Callable[[], bool]) -> None:
    for _ in range(200):
        with contextlib.suppress(httpx2.TransportError):
            if there():
                return
        time.sleep(0.1)
    raise TimeoutError


def _long_history(path: Path) -> None:
    """Write a journal of the old layout with many games, two hours apart."""
    shutil.copy(OLD, path)
    chance = random.Random(1)  # noqa: S311 - the same every time
    newest = datetime(2026, 11, 1, tzinfo=UTC)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous=OFF")
    db.execute("BEGIN")
    db.execute("DELETE FROM games WHERE id > 2")
    db.execute("DELETE FROM rows WHERE game > 2")
    for number in range(6, GAMES + 6):
        begun = (newest - timedelta(hours=2 * (GAMES - number))).isoformat(timespec="milliseconds")
        like = 1 if chance.random() < 0.6 else 2
        db.execute(
            "INSERT INTO games SELECT ?, game, rules_version, version, setup, ?, ?, ?,"
            " json_set(result, '$.left_s', ?, '$.difficulty', ?) FROM games WHERE id = ?",
            (number, begun, begun, begun, chance.randint(1, 599),
             chance.choice(("easy", "normal", "hard")), like),
        )  # fmt: skip
        db.execute(
            "INSERT INTO rows SELECT ?, seq, at_ms * ?, kind, name, body, events, wall, source FROM rows"
            " WHERE game = ?",
            (number, chance.randint(1, 40), like),
        )
    db.execute("COMMIT")
    db.close()


async def _history() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "journal.db"
        _long_history(path)
        size_mib = path.stat().st_size / 2**20
        start_s = time.perf_counter()
        journal = Journal(path, SystemClock())
        took_s = time.perf_counter() - start_s
        assert journal.problem is None, journal.problem
        journal.close()
        found = [
            Row(
                f"a journal of the layout before, {GAMES:,} games ({size_mib:.0f} MiB), brought up",
                "≤ 60 s, once",
                f"{took_s:.1f} s",
                f"{1e6 * took_s / GAMES:.0f} µs a game",
                took_s <= 60,
            )
        ]
        async with _running(folder) as (_, port, token):
            found += await asyncio.to_thread(_pages, port, token)
    return found


def _pages(port: int, token: str) -> list[Row]:
    pages = {
        "the first page": "/history",
        "a page from the middle": f"/history?before={GAMES // 2}",
        "no team of that name": "/history?team=nobody",
        "exploded, hard, of one year": "/history?result=exploded&difficulty=hard"
        "&since=2020-01-01&until=2020-12-31",
        "statistics of the last year": "/history/figures",
        "a chart of the last year": "/history/charts/week-times.svg",
        "a game, step by step": f"/history/{GAMES // 3}",
    }
    rows = []
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:
        client.get("/history/charts/places.svg")  # the library is loaded once
        bare_ms = median([_timed(client, "/static/icon.svg") for _ in range(9)])
        for name, address in pages.items():
            took_ms = median([_timed(client, address) for _ in range(9)])
            rows.append(
                Row(
                    f"history of {GAMES:,} games: {name}",
                    "≤ 100 ms",
                    f"{took_ms:.0f} ms",
                    f"{took_ms / bare_ms:.0f} x a small file ({bare_ms:.1f} ms)",
                    took_ms <= 100,
                )
            )
        all_ms = _timed(client, "/history/figures?since=1990-01-01")
        csv_ms = _timed(client, "/history/games.csv")
    rows.append(
        Row(
            f"statistics of all {GAMES:,} games",
            "≤ 1 s",
            f"{all_ms:.0f} ms",
            f"all of them as CSV in {csv_ms / 1000:.1f} s",
            all_ms <= 1000,
        )
    )
    return rows


def _timed(client: httpx2.Client, address: str) -> float:
    start_ns = time.monotonic_ns()
    answer = client.get(address)
    took_ms = (time.monotonic_ns() - start_ns) / MS
    assert answer.status_code == 200, (address, answer.text[:200])
    time.sleep(0.05)
    return took_ms


def rows() -> list[Row]:
    """Measure."""
    return [asyncio.run(_load()), *_memory(), *asyncio.run(_history())]
