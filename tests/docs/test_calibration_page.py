"""The calibration page says of the model players what the code says, with the sources."""

from pathlib import Path

import pytest

from runeheart.cli.balance_figures import AIMS
from runeheart.games.heart.players import PARAMETERS, PLAYERS
from runeheart.games.heart.settings import HOUSE_RULES

PAGE = (Path(__file__).parents[2] / "docs/calibration.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:1] == "|"
]


def written(value):
    return ("no", "yes")[value] if isinstance(value, bool) else f"{value:g}"


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_stands_there_with_its_values_and_source(name):
    one = PARAMETERS[name]
    values = [written(player.json()[name]) for player in PLAYERS.values()]
    assert [f"`{name}`", one.unit, *values, one.meaning, one.source] in ROWS


def test_every_aim_and_house_rule_stands_there():  # H-036
    for difficulty, aims in AIMS.items():
        for aim in aims:
            assert any(row[:2] == [difficulty, aim.text] for row in ROWS)
    for name, values in HOUSE_RULES.items():
        for value in values[1:]:
            assert any(row[0] == f"{name} = {value}" for row in ROWS)
