"""Press to light, press to result, and a bad second of noise on all lines."""

import asyncio
import sqlite3
import tempfile
import threading
import time
from pathlib import Path

from bench.rig import MS, RUNES, Rig, running
from bench.table import Row, median, percentile

GAMES = 25


async def _bare_hops(count: int, settle_ms: int) -> list[float]:
    """Time a thread's call into an idle loop and a timer of the settle time, beyond that time, in ms."""
    loop = asyncio.get_running_loop()
    beyond: list[float] = []
    for _ in range(count):
        done = asyncio.Event()
        started_ns: list[int] = []

        def settled(done: asyncio.Event = done) -> None:
            done.set()

        def knock(started_ns: list[int] = started_ns, settled: object = settled) -> None:
            started_ns.append(time.monotonic_ns())
            loop.call_soon_threadsafe(lambda: loop.call_later(settle_ms / 1000, settled))

        threading.Thread(target=knock).start()
        await done.wait()
        beyond.append((time.monotonic_ns() - started_ns[0]) / MS - settle_ms)
    return beyond


def _bare_commits(count: int) -> list[float]:
    """Time a one-row commit with WAL and FULL, in ms."""
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("CREATE TABLE t (x)")
        took = []
        for number in range(count):
            start_ns = time.monotonic_ns()
            db.execute("INSERT INTO t VALUES (?)", (number,))
            took.append((time.monotonic_ns() - start_ns) / MS)
        db.close()
    return took


async def _play(rig: Rig) -> tuple[list[float], list[float]]:
    to_light: list[float] = []
    to_result: list[float] = []
    for _ in range(GAMES):
        await rig.begin()
        answer = rig.prop.session.state.answer
        for place, rune in enumerate(answer):
            chosen = next(button for button in RUNES if button == rune)
            down_ns, _ = await rig.tap(chosen)
            lit_ns = rig.lights.first_after(down_ns)
            place_ns, up_ns = await rig.tap(RUNES[place])
            also_ns = rig.lights.first_after(place_ns)
            shown_ns = await rig.shown_after(up_ns)
            assert lit_ns is not None
            assert also_ns is not None
            to_light += [(lit_ns - down_ns) / MS, (also_ns - place_ns) / MS]
            to_result.append((shown_ns - up_ns) / MS)
        assert rig.prop.session.state.outcome == "defused"
    settle_ms = rig.settle_ms
    return [ms - settle_ms for ms in to_light], [ms - settle_ms for ms in to_result]


async def _noise(rig: Rig) -> tuple[int, int, list[float]]:
    """In one second 200 short pulses on each line at once, with real presses between; loop lag in ms."""
    await rig.prop.operator("reset", {}, "bench")
    before = {button: counts.presses for button, counts in rig.devices.buttons.counters().items()}
    lag: list[float] = []
    over = asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            start_ns = time.monotonic_ns()
            await asyncio.sleep(0.005)
            lag.append((time.monotonic_ns() - start_ns) / MS - 5)

    watching = asyncio.create_task(watch())
    pins = {
        button: rig.board.factory.pin(gpio) for button, gpio in rig.profile.buttons.pins.by_button().items()
    }
    made = 0

    def storm() -> None:
        nonlocal made
        pause = threading.Event()
        for _ in range(4):  # a burst of 50 edges on all six lines, then a real press in the quiet after it
            for _ in range(25):
                for pin in pins.values():
                    pin.ground(grounded=True)
                pause.wait(0.001)
                for pin in pins.values():
                    pin.ground(grounded=False)
                pause.wait(0.003)
            pause.wait(0.04)
            button = list(pins)[made % 6]
            pins[button].ground(grounded=True)
            pause.wait(0.05)
            pins[button].ground(grounded=False)
            pause.wait(0.04)
            made += 1

    await asyncio.to_thread(storm)
    await asyncio.sleep(0.1)
    over.set()
    await watching
    counted = sum(
        counts.presses - before[button] for button, counts in rig.devices.buttons.counters().items()
    )
    return made, counted, lag


async def _all() -> list[Row]:
    async with running() as rig:
        bare_ms = await _bare_hops(200, rig.settle_ms)
        commit_ms = _bare_commits(200)
        light_ms, result_ms = await _play(rig)
        made, counted, lag_ms = await _noise(rig)
    light, light_worst = median(light_ms), percentile(light_ms, 0.99)
    bare, bare_worst = median(bare_ms), percentile(bare_ms, 0.99)
    result = percentile(result_ms, 0.99)
    lag = percentile(lag_ms, 0.99)
    return [
        Row(
            f"press → its light, beyond the {rig.settle_ms} ms settle time ({len(light_ms)} presses)",
            "median ≤ 2 ms, p99 ≤ 10 ms",
            f"median {light:.2f} ms, p99 {light_worst:.2f} ms",
            f"{light / bare:.1f} x and {light_worst / bare_worst:.1f} x a bare hop into an idle loop"
            f" ({bare:.2f}, {bare_worst:.2f} ms)",
            light <= 2 and light_worst <= 10,
        ),
        Row(
            f"release → result shown, commit included ({len(result_ms)} activations)",
            "p99 ≤ 50 ms",
            f"median {median(result_ms):.2f} ms, p99 {result:.2f} ms",
            f"{result / percentile(commit_ms, 0.99):.1f} x a bare commit's p99"
            f" ({median(commit_ms):.2f}, {percentile(commit_ms, 0.99):.2f} ms)",
            result <= 50,
        ),
        Row(
            f"a bad second: 200 noisy edges on each of six lines, {made} real presses between",
            "none missed, no phantom, loop lag p99 ≤ 20 ms",
            f"{counted} presses counted, lag p99 {lag:.2f} ms",
            f"idle hop p99 {bare_worst:.2f} ms",
            counted == made and lag <= 20,
        ),
    ]


def rows() -> list[Row]:
    """Measure."""
    return asyncio.run(_all())
