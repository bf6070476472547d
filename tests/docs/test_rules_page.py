"""docs/rules.md lists every rule and reading of the Heart with a test, and the house rules as they are."""

import ast
import re
from pathlib import Path

import pytest

from runeheart.games.heart.rules import PHASES
from runeheart.games.heart.settings import HOUSE_RULES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/rules.md").read_text("utf-8")
ROWS = re.findall(r"^\| (HA?-\d{3}|HA-\d{2}) \| (.+?) \| `(tests/\S+)::(\w+)` \|$", PAGE, re.MULTILINE)


def numbers(*spans):
    return [number for first, last in spans for number in range(first, last + 1)]


RULES = [
    f"H-{number:03d}"
    for number in numbers((1, 36), (40, 45), (50, 54), (60, 62), (70, 75), (80, 83), (90, 92), (100, 106))
]
READINGS = [f"HA-{number:02d}" for number in numbers((1, 21), (23, 23))]  # 22 was never given


def test_every_rule_is_listed_once_in_order():
    # H-009
    assert [row[0] for row in ROWS] == RULES + READINGS


def test_every_rule_is_told_in_a_sentence():
    assert all(words.endswith(".") and len(words) > 15 for _, words, _, _ in ROWS)


@pytest.mark.parametrize(("rule", "file", "name"), [(row[0], row[2], row[3]) for row in ROWS])
def test_the_named_test_exists_and_names_the_rule(rule, file, name):
    source = (ROOT / file).read_text("utf-8")
    found = [
        node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    assert found, f"{file} has no {name}"
    body = "\n".join(source.splitlines()[found[0].lineno - 1 : found[0].end_lineno])
    assert rule in with_spans(body), f"{name} does not say that it covers {rule}"


def with_spans(text):
    """Write `H-030 … H-035` as every number in between."""
    for first, last in re.findall(r"H-(\d{3}) … H-(\d{3})", text):
        text += " ".join(f"H-{number:03d}" for number in range(int(first), int(last) + 1))
    return text


def test_the_house_rules_and_their_defaults_are_those_of_the_engine():
    table = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    assert [(name, tuple(re.findall(r"\w+", values))) for name, values in table] == list(HOUSE_RULES.items())


def test_the_picture_is_the_table_of_phases():
    arrows = re.findall(r"^    (\w+) --> (\w+): (.+)$", PAGE, re.MULTILINE)
    drawn = {(name, at, to) for at, to, names in arrows for name in names.split(", ")}
    assert drawn == {(name, at, to) for name, row in PHASES.items() for at, tos in row.items() for to in tos}
