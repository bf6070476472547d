"""Killed at random moments, dozens of times in one evening: what was seen is there, but a second of clock."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
KILLS = 40


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_was_seen_is_ever_lost(tmp_path, seed):
    ran = subprocess.run(
        [sys.executable, TESTS / "support/killed_player.py", tmp_path, str(KILLS), str(seed)],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    evening = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(evening) == KILLS
    in_play = 0
    for number, moment in enumerate(evening):
        shown, back = moment["shown"], moment["back"]
        where = f"kill {number}: {moment}"
        assert back["alerts"] == [], where
        assert back["game"] >= shown["game"], where
        if back["game"] > shown["game"] or shown["game"] == 0:
            continue  # the next game had begun, and was not on the screen yet
        count = len(shown["rows"])
        assert back["rows"][:count] == shown["rows"], where
        assert back["at_ms"] >= shown["at_ms"] - 1_000, where
        if (
            shown["phase"] == "running"
            and len(back["rows"]) == count + 1
            and back["rows"][-1] == "power: pause"
        ):
            in_play += 1
            assert re.fullmatch(r"Power was lost at \d+:\d\d", back["words"][0]), where
    assert in_play > KILLS / 10
    assert max(len(moment["back"]["rows"]) for moment in evening) > 20
