"""`python -m bench.soak [--hours H]`: hours of play and faults, and whether what the process holds is flat.

Owns the samples and the verdict; `soak_hands` plays and breaks, `soak_prop` is the prop. Every sample is
written at once, so that a soak that was cut short can still be read: `--table FILE.csv` prints its figures.
"""

import argparse
import csv
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pygal

from bench.soak_hands import Hands

SAMPLE_S = 5
WARM_UP = 0.5
"""The share of the time in which caches and the heap may fill; what is flat is flat in the second half."""
MINUTE_S = 60
COLUMNS = ("at_s", "rss_kib", "anon_kib", "threads", "files", "journal_kib", "answer_ms", "games", "presses")
FLAT = {
    "rss_kib": ("memory (RSS)", 256.0, "KiB"),
    "anon_kib": ("of it not from files", 256.0, "KiB"),
    "threads": ("threads", 0.1, ""),
    "files": ("open files", 0.1, ""),
}
"""What must not grow: its name, the growth an hour that is still flat, the unit."""
Sample = dict[str, float]


def process_sample(pid: int, folder: Path) -> Sample:
    """Read what the kernel tells of the process, and how large its journal is."""
    proc = Path(f"/proc/{pid}")
    status = dict(
        line.split(":", 1)
        for line in (proc / "status").read_text(encoding="ascii").splitlines()
        if ":" in line
    )
    journal = sum(part.stat().st_size for part in (folder / "state").glob("journal.db*"))
    return {
        "rss_kib": int(status["VmRSS"].split()[0]),
        "anon_kib": int(status["RssAnon"].split()[0]),
        "threads": int(status["Threads"]),
        "files": sum(1 for _ in (proc / "fd").iterdir()),
        "journal_kib": journal / 1024,
    }


def by_minute(samples: Sequence[Sample], column: str) -> list[tuple[float, float]]:
    """Return (minute, median of a column in it): a moment's peak is no growth."""
    minutes: dict[int, list[float]] = {}
    for sample in samples:
        minutes.setdefault(int(sample["at_s"] // MINUTE_S), []).append(sample[column])
    return [(minute, statistics.median(values)) for minute, values in sorted(minutes.items())]


def slope_an_hour(points: Sequence[tuple[float, float]]) -> float:
    """Return the median slope of all pairs (Theil-Sen) of points by minute, in units an hour."""
    slopes = [
        (later - sooner) / (end - start)
        for index, (start, sooner) in enumerate(points)
        for end, later in points[index + 1 :]
    ]
    return 60 * statistics.median(slopes) if slopes else 0.0


def settled(samples: Sequence[Sample]) -> list[Sample]:
    """Leave the warm-up out."""
    end_s = samples[-1]["at_s"]
    return [sample for sample in samples if sample["at_s"] >= WARM_UP * end_s]


def table(samples: Sequence[Sample]) -> tuple[list[str], bool]:
    """Return the figures as Markdown, and whether all that must be is flat."""
    rows = [
        "| what | at half time | at the end | most | growth an hour | flat |",
        "|---|---|---|---|---|---|",
    ]
    warm, all_flat = settled(samples), True
    for column, (name, most, unit) in FLAT.items():
        points = by_minute(warm, column)
        growth = slope_an_hour(points)
        flat = growth <= most
        all_flat &= flat
        first, latest = points[0][1], points[-1][1]
        peak = max(sample[column] for sample in warm)
        rows.append(
            f"| {name} | {first:,.0f} {unit} | {latest:,.0f} {unit} | {peak:,.0f} {unit}"
            f" | {growth:+,.1f} {unit} (allowed {most:g}) | {'yes' if flat else '**no**'} |"
        )
    last, answers = samples[-1], [sample["answer_ms"] for sample in samples]
    games = max(last["games"], 1)
    grown = f"{last['journal_kib']:,.0f} KiB, {last['journal_kib'] / games:.1f} KiB a game"
    answered = f"{statistics.median(answers):.1f} ms (median), {max(answers):.0f} ms at most"
    told = (
        f"{last['at_s'] / 3600:.2f} hours, {games:,.0f} games, {last['presses']:,.0f} presses.",
        f"The journal, which keeps the history, grew to {grown}.",
        f"Status was answered in {answered}.",
    )
    rows += ["", " ".join(told)]
    return rows, all_flat


def plot(samples: Sequence[Sample], file: Path) -> None:
    """Draw what must be flat over the minutes."""
    chart = pygal.XY(
        title="What the daemon holds",
        x_title="minutes of play and faults",
        show_dots=False,
        range=(0, 50),
        legend_at_bottom=True,
        width=960,
        height=480,
        js=[],
    )
    for column, (name, _, unit) in FLAT.items():
        scale = 1024 if unit == "KiB" else 1
        points = [(minute, value / scale) for minute, value in by_minute(samples, column)]
        chart.add(f"{name}, MiB" if unit else name, points)
    file.write_bytes(chart.render())


def read(file: Path) -> list[Sample]:
    """Read the samples of a soak, also of one that still runs."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(lines)]


def start_prop(folder: Path, log: Path) -> subprocess.Popen[bytes]:
    """Start the prop in a folder and wait until it answers."""
    state, control = folder / "state", folder / "control.sock"
    (folder / "prop.toml").write_text(
        f'[state]\ndirectory = "{state}"\n[control]\nsocket = "{control}"\n[heart]\nend_screen_s = 2\n',
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.soak_prop", folder], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    threading.Thread(target=_keep_log, args=(process, log), daemon=True).start()
    for _ in range(300):
        if (folder / "troubles.sock").exists():
            return process
        time.sleep(0.1)
    raise SystemExit(f"the prop did not start; see {log}")


def _keep_log(process: subprocess.Popen[bytes], log: Path) -> None:
    """Write the prop's log for it: while no file of its may grow, its words still arrive."""
    assert process.stderr is not None
    with log.open("wb", buffering=0) as file:
        for line in process.stderr:
            file.write(line)


def soak(hours: float, out: Path, seed: int, folder: Path) -> tuple[list[Sample], Hands]:
    """Play for so many hours; samples are written to `out` as they come."""
    process = start_prop(folder, out.with_suffix(".log"))
    hands = Hands(folder, process.pid, seed)
    samples: list[Sample] = []
    start_s = time.monotonic()
    signal.signal(signal.SIGTERM, lambda _number, _frame: hands.stop.set())
    try:
        hands.start()
        with out.open("w", encoding="utf-8", newline="", buffering=1) as file:
            lines = csv.DictWriter(file, COLUMNS)
            lines.writeheader()
            while time.monotonic() - start_s < hours * 3600 and not hands.stop.is_set():
                samples.append(_sample(process, folder, hands, start_s))
                lines.writerow({name: round(value, 1) for name, value in samples[-1].items()})
                hands.stop.wait(SAMPLE_S)
    finally:
        hands.join()
        process.terminate()
        if process.wait(20) != 0:
            hands.breaches.append(f"the prop ended with status {process.returncode}")
    return samples, hands


def _sample(process: subprocess.Popen[bytes], folder: Path, hands: Hands, start_s: float) -> Sample:
    if process.poll() is not None:
        raise SystemExit(f"the prop ended by itself with status {process.returncode}")
    with hands.awake:
        pass  # a process that is stopped on purpose answers afterwards
    ask_s = time.monotonic()
    hands.verb("status")
    answer_ms = 1000 * (time.monotonic() - ask_s)
    found = process_sample(process.pid, folder)
    done = {"games": hands.done["games"], "presses": hands.done["presses"]}
    return {"at_s": time.monotonic() - start_s, "answer_ms": answer_ms, **found, **done}


def main() -> None:
    """Soak, print the figures, and end with 1 if anything grew or did not come back."""
    parser = argparse.ArgumentParser(prog="make soak", description="Hours of presses and faults.")
    number: Callable[[str], float] = float
    parser.add_argument("--hours", type=number, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, default=Path("build/soak.csv"), help="samples; plot and log beside it"
    )
    parser.add_argument("--table", type=Path, metavar="FILE.csv", help="print the figures of a soak and end")
    asked = parser.parse_args()
    if asked.table:
        rows, _ = table(read(asked.table))
        print("\n".join(rows))
        return
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        samples, hands = soak(asked.hours, asked.out, asked.seed, Path(folder))
    rows, is_flat = table(samples)
    plot(samples, asked.out.with_suffix(".svg"))
    troubles = ", ".join(f"{name} {count}" for name, count in sorted(hands.done.items()))
    end = [*rows, "", f"Done: {troubles}.", *(f"Breach: {breach}" for breach in hands.breaches)]
    end.append("Flat, and all came back." if is_flat and not hands.breaches else "NOT as it should be.")
    asked.out.with_suffix(".md").write_text("\n".join(end) + "\n", encoding="utf-8")
    print("\n".join(end))
    sys.exit(0 if is_flat and not hands.breaches else 1)


if __name__ == "__main__":
    main()
