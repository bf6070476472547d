"""What is written of `prop.rotation`, against what the buttons mean."""

import re
from pathlib import Path

import pytest

from runeheart.core.hexes import DIRECTIONS
from runeheart.runtime import tables
from runeheart.surface.menu import BUTTONS, Enter, keys, toward

ROOT = Path(__file__).parents[2]
SAID = re.compile(r"with `?(\d)`? Nature\s+points (\w+), and N is at (\w+)")


@pytest.mark.parametrize(
    ("where", "times"),
    [("docs/configuration.md", 1), ("docs/playing.md", 2), ("controller/runeheart/runtime/tables.py", 0)],
)
def test_the_example_of_a_prop_that_lies_turned_is_true(where, times):
    text = (ROOT / where).read_text(encoding="utf-8")
    if not times:
        (field,) = [one for one in tables.PropTable.__annotations__.items() if one[0] == "rotation"]
        text, times = str(field), 1
    found = SAID.findall(text)
    assert len(found) == times
    for rotation, nature, north in found:
        deeds = keys(toward("Where?"), 0, int(rotation))
        means = {button.value: deeds[button, False] for button in BUTTONS}
        assert means["nature"] == Enter(nature)
        assert means[north.lower()] == Enter("N")
        # clockwise from N to Nature, as all three say
        assert DIRECTIONS.index(nature) == int(rotation)


def test_the_table_of_settings_says_from_where_to_where():
    row = next(
        line
        for line in (ROOT / "docs/configuration.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `prop.rotation` |")
    )
    assert "how far the first button, Nature, lies from the table's N, in sixths of a turn clockwise" in row
