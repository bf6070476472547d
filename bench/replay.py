"""The fold of a long game from its journal."""

import json
import tempfile
import time
from pathlib import Path

from bench.table import Row
from runeheart.core.table import Table
from runeheart.core.units import seconds
from runeheart.games.heart.rules import HEART
from runeheart.runtime import records
from runeheart.runtime.clock import SystemClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.records import Record
from runeheart.runtime.records import Row as Command

COMMANDS = 10_000


def rows() -> list[Row]:
    """Measure: read 10,000 commands from the disk and fold them, beside parsing the same lines of JSON."""
    with tempfile.TemporaryDirectory() as folder:
        clock = SystemClock()
        journal = Journal(Path(folder) / "journal.db", clock)
        record = Record(1, "heart", HEART.rules_version, "bench", {"difficulty": "easy"}, 7, journal.wall())
        journal.begin(record)
        table = Table(HEART, HEART.setup(record.setup, record.seed))
        bodies = [
            {"do": "study"} if number % 3 else {"do": "pause"} if number % 2 else {"do": "resume"}
            for number in range(2 * COMMANDS)
        ]
        lines: list[str] = []
        for number, body in enumerate(bodies):
            taken = table.take({**body, "at": seconds(number * 10)})
            table = taken.table
            if not taken.counted or len(lines) == COMMANDS:
                continue
            row = Command(
                len(lines) + 1,
                number * 10,
                "command",
                body,
                "bench",
                journal.wall(),
                records.public_events(taken.events),
            )
            journal.append(1, row, body, None)
            lines.append(json.dumps({**body, "events": list(row.events)}))
        journal.close()
        assert len(lines) == COMMANDS
        start_s = time.perf_counter()
        for line in lines:
            json.loads(line)
        parse_s = time.perf_counter() - start_s
        start_s = time.perf_counter()
        again = Journal(Path(folder) / "journal.db", clock)
        saved = again.live()
        assert saved is not None
        folded = records.fold(HEART, saved.record, saved.rows, saved.clock_ms)
        took_s = time.perf_counter() - start_s
        again.close()
    assert folded.seq == COMMANDS
    return [
        Row(
            f"replay of {COMMANDS:,} commands from the disk",
            "≤ 1 s",
            f"{took_s:.2f} s",
            f"{took_s / parse_s:.1f} x parsing the same commands as JSON ({1000 * parse_s:.0f} ms)",
            took_s <= 1,
        )
    ]
