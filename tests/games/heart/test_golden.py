"""Whole games, byte for byte. A change here is a change of the contract or of what a seed draws: bump
`rules_version` if old journals would be read differently."""

from pathlib import Path

import pytest

from runeheart.core.lines import written
from support import transcript

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_game_is_answered_byte_for_byte(path):
    game = transcript.read(path)
    out = b"".join(written(line) for answer in transcript.play(game) for line in answer)
    assert out.decode().splitlines() == transcript.golden_bytes(game).decode().splitlines()
    assert out == transcript.golden_bytes(game)


def test_the_ends_and_the_refusals_are_all_there():
    endings = set()
    refused = set()
    for path in GOLDEN:
        for exchange in transcript.read(path).exchanges:
            for line in exchange.expect:
                if line["event"] == "refused":
                    refused.add(line["why"])
                if "answer" in line and line["event"] != "state":
                    endings.add((line["event"], *line.get("because", [])))
    assert endings == {
        ("defused",),
        ("exploded", "timer"),
        ("exploded", "mistakes"),
        ("exploded", "sequence"),
        ("exploded", "mistakes", "timer"),
        ("abandoned",),
    }
    assert len(refused) >= 50


def test_a_partial_transcript_is_held_against_the_important_lines():
    locked = {"event": "locked", "rune": "fire", "position": 2, "left_s": 5, "more": {"a": 1, "b": 2}}
    closing = {"event": "next", "seq": 1, "at": 0, "ask": None}
    answer = [{"event": "started", "left_s": 5}, locked, closing]

    def held(*expect, loose=False):
        return transcript.mismatch(transcript.Exchange("", list(expect), loose), answer) is None

    assert held()
    assert held({"event": "started"})
    assert held({"event": "started"}, {"rune": "fire", "more": {"a": 1}, "answer": "$absent"})
    assert held({"event": "locked", "loose": True}, {"event": "next"})
    assert held({"event": "locked"}, {"event": "next"}, loose=True)
    assert not held({"event": "locked"})
    assert not held({"event": "started"}, {"event": "next"})
    assert not held({"event": "started"}, {"rune": "$absent"})
    assert not held({"event": "started"}, {"more": {"a": 2}})
    assert not held({"event": "next"}, {"event": "locked"}, loose=True)
    assert not held({"event": "started", "missing": None})
