"""docs/fair-decks.md says what the code counts."""

from pathlib import Path

import pytest
from patterns import tables
from patterns.plot import drawn

from runeheart.games.heart.patterns import LEAST_SHARES
from runeheart.games.heart.patterns_data import PATTERNS

PAGE = (Path(__file__).parents[2] / tables.PAGE).read_text("utf-8")


def test_the_tables_of_ten_seeds_are_those_of_the_code():
    assert tables.replaced(PAGE, "ten seeds", tables.ten_seeds()) == PAGE


@pytest.mark.parametrize(("kind", "length"), LEAST_SHARES)
def test_the_promises_of_the_page_are_those_of_the_code(kind, length):
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}`"))
    name = {4: "Easy", 5: "Normal", 6: "Hard"}[length]
    assert f"{name} ≥ {float(100 * LEAST_SHARES[kind, length]):g} %" in row
    assert len(PATTERNS[kind, length]) == 24


def test_a_block_is_replaced_and_nothing_else():
    page = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n"
    once = tables.replaced(page, "x", ["new", "lines"])
    assert once == "a\n<!-- x -->\n\nnew\nlines\n\n<!-- end of x -->\nb\n"
    assert tables.replaced(once, "x", ["new", "lines"]) == once


def test_the_plot_has_a_dot_for_each_deck():
    plot = drawn({("hard", "fair"): [0.5, 0.9], ("hard", "wild"): [0.0, 0.1, 1.0]})
    assert plot.count("<circle") == 5
    assert plot.count(">Hard<") == 1
    assert 'cx="110.0"' in plot
    assert 'cx="700.0"' in plot
