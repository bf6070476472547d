"""The rules pages list every rule and reading of each game with a test, and the house rules as they are."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from runeheart.games.cult.settings import HOUSE_RULES as CULT_HOUSE_RULES
from runeheart.games.heart.rules import PHASES
from runeheart.games.heart.settings import HOUSE_RULES as HEART_HOUSE_RULES

ROOT = Path(__file__).parents[2]


def numbers(*spans):
    return [number for first, last in spans for number in range(first, last + 1)]


@dataclass(frozen=True)
class Page:
    """A rules page: where it is, the letter of its ids, and which numbers were given."""

    path: str
    letter: str
    rules: list
    readings: list
    house_rules: dict

    @property
    def text(self):
        return (ROOT / self.path).read_text("utf-8")

    @property
    def ids(self):
        return [
            *(f"{self.letter}-{number:03d}" for number in self.rules),
            *(f"{self.letter}A-{number:02d}" for number in self.readings),
        ]

    @property
    def rows(self):
        """Every row: id, words, file and name of its test."""
        row = rf"^\| ({self.letter}-\d{{3}}|{self.letter}A-\d{{2}}) \| (.+?) \| `(tests/\S+)::(\w+)` \|$"
        return re.findall(row, self.text, re.MULTILINE)


PAGES = [
    Page(
        "docs/rules.md",
        "H",
        numbers((1, 36), (40, 45), (50, 54), (60, 62), (70, 75), (80, 83), (90, 92), (100, 106)),
        numbers((1, 21), (23, 23)),  # 22 was never given
        HEART_HOUSE_RULES,
    ),
    Page(
        "docs/cult.md",
        "C",
        numbers((1, 12), (20, 23), (30, 31), (40, 45), (50, 58), (60, 72), (80, 85), (90, 99)),
        numbers((1, 21), (24, 28), (31, 31), (34, 36)),  # the others were never given
        CULT_HOUSE_RULES,
    ),
]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
TESTS = [(rule, file, name) for page in PAGES for rule, _, file, name in page.rows]


@EVERY_PAGE
def test_every_rule_is_listed_once_in_order(page):
    # H-009
    assert [row[0] for row in page.rows] == page.ids


@EVERY_PAGE
def test_every_rule_is_told_in_a_sentence(page):
    assert all(words.endswith(".") and len(words) > 15 for _, words, _, _ in page.rows)


@pytest.mark.parametrize(("rule", "file", "name"), TESTS)
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
    for letter, first, last in re.findall(r"\b([A-Z])-(\d{3}) … \1-(\d{3})", text):
        text += " ".join(f"{letter}-{number:03d}" for number in range(int(first), int(last) + 1))
    return text


@EVERY_PAGE
def test_the_house_rules_and_their_defaults_are_those_of_the_engine(page):
    table = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|", page.text, re.MULTILINE)
    told = [(name, tuple(re.findall(r"\w+", values))) for name, values in table]
    assert told == list(page.house_rules.items())


def test_the_picture_is_the_table_of_phases():
    arrows = re.findall(r"^    (\w+) --> (\w+): (.+)$", PAGES[0].text, re.MULTILINE)
    drawn = {(name, at, to) for at, to, names in arrows for name in names.split(", ")}
    assert drawn == {(name, at, to) for name, row in PHASES.items() for at, tos in row.items() for to in tos}
