"""Whole evenings by presses alone: the golden games, entered on the prop, end as they are written down."""

import json
from pathlib import Path

import pytest

from runeheart.core.table import Table
from runeheart.games.cult.rules import CULT
from runeheart.surface.api import SurfaceSettings
from support.cult_prop import Keepers

GOLDEN = Path(__file__).parents[1] / "games/cult/golden"
EVENINGS = sorted(path.stem for path in GOLDEN.glob("*.jsonl") if path.stem != "refused-lines")
"""All games; but one has rolls that no die of the board can show."""


def _read(name):
    head, *lines = map(json.loads, (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    table = Table(CULT, CULT.setup(head.get("setup", {}), head.get("seed", 0)))
    sent = []
    for line in lines:
        if "send" in line:
            taken = table.take(line["send"])
            table = taken.table
            if taken.counted:
                sent.append({key: value for key, value in line["send"].items() if key != "at"})
    return head, sent, table.state


@pytest.mark.parametrize(("name", "rotation"), [(name, place % 6) for place, name in enumerate(EVENINGS)])
def test_a_whole_evening_is_entered_by_presses_and_is_the_same_game(name, rotation):
    head, sent, state = _read(name)
    prop = Keepers(
        head.get("setup", {}),
        settings=SurfaceSettings(game="cult", rotation=rotation),
        seed=head.get("seed", 0),
    )
    for body in sent:
        before = len(prop.given)
        prop.enter(body)
        assert prop.given[before:] == [body], body
    assert prop.refusals == []
    assert prop.state == state


def test_a_game_is_the_same_when_it_is_replayed():
    head, sent, _ = _read("evening-red")
    prop = Keepers(head.get("setup", {}), seed=head.get("seed", 0))
    for body in sent:
        prop.enter(body)
    table = Table(CULT, CULT.setup(head.get("setup", {}), head.get("seed", 0)))
    for body in prop.given:
        table = table.take(body).table
    assert table.state == prop.state
    assert prop.state.outcome == "red"
    assert any(line.endswith((" wins", " win")) for line in prop.words)
