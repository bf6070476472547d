"""Whole evenings of the Cult, byte for byte. A change here is a change of the contract: bump `rules_version`
if old journals would be read differently."""

from pathlib import Path

import pytest

from runeheart.core.lines import written
from runeheart.games.cult.settings import HOUSE_RULES
from runeheart.games.cult.story import Story
from support import transcript

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


def lines_of(name):
    path = next(path for path in GOLDEN if path.stem == name)
    return [line for exchange in transcript.read(path).exchanges for line in exchange.expect]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_game_is_answered_byte_for_byte(path):
    game = transcript.read(path)
    out = b"".join(written(line) for answer in transcript.play(game) for line in answer)
    assert out.decode().splitlines() == transcript.golden_bytes(game).decode().splitlines()
    assert out == transcript.golden_bytes(game)


def test_the_events_and_the_ends_are_all_there():
    events, ends = set(), set()
    for path in GOLDEN:
        for line in lines_of(path.stem):
            events.add(line["event"])
            if line["event"] == "game_over":
                ends.add(line["because"])
    story_events = set(Story()._tell)
    assert events == story_events | {"chosen", "next", "refused", "state"}
    assert ends == {"red", "points", "pile", "eliminated"}


def test_both_readings_of_every_house_rule_are_played():
    # CA-01, CA-02, CA-03, CA-12
    played = [
        next(line["house"] for line in lines_of(name) if line["event"] == "state")
        for name in ("house-rules-printed", "house-rules-other")
    ]
    assert [tuple(house[name] for house in played) for name in HOUSE_RULES] == list(HOUSE_RULES.values())
    assert lines_of("house-rules-printed") != lines_of("house-rules-other")


def test_the_worked_examples_come_out_as_printed():
    # C-023, C-092, C-094, C-095, C-096
    forge = lines_of("from-the-forge")
    assert [line["to"] for line in forge if line["event"] == "bearing"] == ["S"]
    arc = lines_of("bearing-south-east")
    assert [line["event"] for line in arc if line["event"] == "cult_stays"] == ["cult_stays"]
    asked = [line["ask"] for line in arc if line["event"] == "next" and line["ask"]]
    assert {tuple(ask["options"]) for ask in asked if ask["for"] == "choose"} == {("NE", "SE")}
    road = lines_of("bearing-south-east-road")
    assert [line["direction"] for line in road if line["event"] == "cult_moved"] == ["SE", "NE"]
    over = next(line for line in lines_of("worked-scores") if line["event"] == "game_over")
    assert over["scores"][0] == {"hero": "Ada", "points": 13, "bonus": 3, "total": 16}
