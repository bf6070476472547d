"""`python -m bench [PART …] [--long]`: measure, and print the table as Markdown."""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from bench import balance, console, countdown, cult, decks, presses, process, replay, ruin
from bench.table import Row


def _machine() -> str:
    model = next(
        (
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    return f"{model}, {len(os.sched_getaffinity(0))} cores, Python {platform.python_version()}"


def main() -> None:
    """Measure the parts that were asked for, all without any."""
    parser = argparse.ArgumentParser(prog="make bench", description="Measure the budgets of the prop.")
    parser.add_argument("--long", action="store_true", help="a whole 9-minute countdown, a minute of attract")
    names = "presses, countdown, process, replay, decks, balance, ruin, cult, console"
    parser.add_argument("parts", nargs="*", metavar="PART", help=names)
    asked = parser.parse_args()
    parts: dict[str, Callable[[], list[Row]]] = {
        "presses": presses.rows,
        "countdown": lambda: countdown.rows(540 if asked.long else 40),
        "process": lambda: process.rows(60 if asked.long else 20),
        "replay": replay.rows,
        "decks": decks.rows,
        "balance": balance.rows,
        "ruin": ruin.rows,
        "cult": cult.rows,
        "console": console.rows,
    }
    unknown = set(asked.parts) - set(parts)
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    print(f"{_machine()}\n")
    print("| what | budget | measured | beside it | within |\n|---|---|---|---|---|")
    for name, measure in parts.items():
        if not asked.parts or name in asked.parts:
            print(f"measuring: {name}", file=sys.stderr, flush=True)
            for row in measure():
                print(row.line(), flush=True)


if __name__ == "__main__":
    main()
