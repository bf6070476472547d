"""The countdown: OLED bytes for one tick, and whether the shown seconds drift."""

import asyncio

from bench.rig import MS, running
from bench.table import Row, median, percentile

FULL_FRAME_BYTES = 1032


async def _ticks(seconds: int) -> tuple[list[int], list[float]]:
    """Let the clock of a game run; return OLED bytes per tick, and how late each second was shown, in ms."""
    async with running() as rig:
        await rig.begin()
        oled = rig.board.oled
        await asyncio.sleep(8)  # the hint for newcomers goes
        began = len(rig.display.shown)
        sizes: list[int] = []
        before = oled.bytes_written
        for _ in range(seconds):
            rig.display.event.clear()
            await asyncio.to_thread(rig.display.event.wait, 3)
            await asyncio.sleep(0.2)  # the worker draws and writes
            sizes.append(oled.bytes_written - before)
            before = oled.bytes_written
        state = rig.prop.session.state
        ends_ns = rig.prop.session.due_mono_ms() * MS
        late = [((shown_ns - ends_ns) / MS) % 1000 for shown_ns, _ in rig.display.shown[began:]]
        assert state.phase == "running"
        return sizes, [ms if ms < 500 else ms - 1000 for ms in late]


def rows(seconds: int) -> list[Row]:
    """Measure over a countdown of `seconds`."""
    sizes, late_ms = asyncio.run(_ticks(seconds))
    tenth = max(len(late_ms) // 10, 3)
    drift_ms = median(late_ms[-tenth:]) - median(late_ms[:tenth])
    ticks = [size for size in sizes if size < FULL_FRAME_BYTES]  # a repaint is another thing
    return [
        Row(
            "OLED bytes for one tick of mm:ss",
            "≤ 150",
            f"median {median(ticks)}, 95 of 100 at most {percentile(ticks, 0.95)}, the largest {max(ticks)}",
            f"{median(ticks) / FULL_FRAME_BYTES:.2f} x a full frame ({FULL_FRAME_BYTES})",
            percentile(ticks, 0.95) <= 150,
        ),
        Row(
            f"drift of the shown countdown over {seconds} s",
            "≤ 5 ms in 10 minutes",
            f"{drift_ms:+.2f} ms (shown {median(late_ms):.2f} ms after the second in the median)",
            "the monotonic clock of this machine",
            abs(drift_ms) <= 5,
        ),
    ]
