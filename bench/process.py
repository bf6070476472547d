"""The daemon as a process: time to READY=1, memory, CPU in attract, threads."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.table import Row, median

STARTS = 9
LIBRARIES = "import gpiozero, gpiozero.pins.lgpio, PIL.Image, serial"
_TELL_RSS = """
status = open("/proc/self/status").read()
print(int(status.split("VmRSS:")[1].split()[0]) / 1024)
"""
RUNEHEART = Path(sys.executable).with_name("runeheart")
_ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""As on a prop, where the code was compiled when it was installed."""


@contextmanager
def _daemon(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """Run the daemon on mock pins; yield it with the seconds that it took to READY=1."""
    config = folder / "prop.toml"
    config.write_text('[pins]\nbackend = "mock"\n', encoding="utf-8")
    address = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(address))
        ear.settimeout(30)
        start_s = time.perf_counter()
        process = subprocess.Popen(
            [RUNEHEART, "run", "--config", config],
            env={
                **_ENVIRONMENT,
                "NOTIFY_SOCKET": str(address),
                "STATE_DIRECTORY": str(folder),
                "RUNTIME_DIRECTORY": str(folder),
            },
            stderr=subprocess.DEVNULL,
        )
        try:
            while b"READY=1" not in ear.recv(4096):
                pass
            yield process, time.perf_counter() - start_s
        finally:
            process.terminate()
            process.wait(10)


def _rss_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rows(idle_s: int) -> list[Row]:
    """Measure; the CPU over `idle_s` seconds of attract."""
    import_s, ready_s = [], []
    with tempfile.TemporaryDirectory() as folder, _daemon(Path(folder)):
        pass  # what is not compiled yet is now
    for _ in range(STARTS):  # in turn, so that a busy moment hits both
        start_s = time.perf_counter()
        subprocess.run([sys.executable, "-c", LIBRARIES], check=True)
        import_s.append(time.perf_counter() - start_s)
        with tempfile.TemporaryDirectory() as folder, _daemon(Path(folder)) as (_, took_s):
            ready_s.append(took_s)
    with tempfile.TemporaryDirectory() as folder, _daemon(Path(folder)) as (process, _):
        time.sleep(2)
        before_s = _cpu_s(process.pid)
        time.sleep(idle_s)
        share = (_cpu_s(process.pid) - before_s) / idle_s
        memory_mib = _rss_mib(process.pid)
        threads = len(list(Path(f"/proc/{process.pid}/task").iterdir()))
    bare = subprocess.run(
        [sys.executable, "-c", LIBRARIES + _TELL_RSS], check=True, capture_output=True, text=True
    )
    bare_mib = float(bare.stdout)
    ratio = median(ready_s) / median(import_s)
    return [
        Row(
            f"start to READY=1 (median of {STARTS})",
            "≤ 1.5 x importing gpiozero, lgpio, Pillow, serial alone",
            f"{1000 * median(ready_s):.0f} ms",
            f"{ratio:.2f} x the imports alone ({1000 * median(import_s):.0f} ms)",
            ratio <= 1.5,
        ),
        Row(
            "memory in attract, console off",
            "≤ 38 MiB RSS",
            f"{memory_mib:.1f} MiB",
            f"{memory_mib / bare_mib:.2f} x the imports alone ({bare_mib:.1f} MiB)",
            memory_mib <= 38,
        ),
        Row(
            f"idle in attract ({idle_s} s)",
            "≤ 1 % of one core, no thread per button",
            f"{100 * share:.2f} % of one core, {threads} threads",
            f"{len(os.sched_getaffinity(0))} cores here",
            share <= 0.01,
        ),
    ]
