"""Each rules page lists every rule and reading of its game with a test, and the house rules as they are."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from runeheart.games.cult.settings import HOUSE_RULES as CULT_HOUSE_RULES
from runeheart.games.heart.rules import PHASES as HEART_PHASES
from runeheart.games.heart.settings import HOUSE_RULES as HEART_HOUSE_RULES
from runeheart.games.ruin.rules import PHASES as RUIN_PHASES
from runeheart.games.ruin.settings import HOUSE_RULES as RUIN_HOUSE_RULES

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Page:
    file: str
    letter: str
    rules: list[tuple[int, int]]
    """First and last number of each span."""
    readings: list[tuple[int, int]]
    house_rules: dict
    phases: dict | None

    @property
    def text(self):
        return (ROOT / self.file).read_text("utf-8")

    @property
    def rows(self):
        pattern = rf"^\| ({self.letter}-\d{{3}}|{self.letter}A-\d{{2}}) \| (.+?) \| `(tests/\S+)::(\w+)` \|$"
        return re.findall(pattern, self.text, re.MULTILINE)

    @property
    def ids(self):
        return [
            *[f"{self.letter}-{number:03d}" for number in numbers(self.rules)],
            *[f"{self.letter}A-{number:02d}" for number in numbers(self.readings)],
        ]


def numbers(spans):
    return [number for first, last in spans for number in range(first, last + 1)]


PAGES = {
    "heart": Page(
        "docs/rules.md",
        "H",
        [(1, 36), (40, 45), (50, 54), (60, 62), (70, 75), (80, 83), (90, 92), (100, 106)],
        [(1, 21), (23, 23)],
        HEART_HOUSE_RULES,
        HEART_PHASES,
    ),
    "ruin": Page(
        "docs/ruin.md",
        "R",
        [
            *[(1, 7), (10, 13), (20, 33), (40, 46), (50, 71), (80, 88), (90, 94), (100, 111)],
            *[(120, 124), (130, 135), (140, 141), (150, 153), (160, 160)],
        ],
        [(1, 10), (12, 17), (19, 31), (33, 33), (35, 37), (39, 40), (42, 45)],
        RUIN_HOUSE_RULES,
        RUIN_PHASES,
    ),
    "cult": Page(
        "docs/cult.md",
        "C",
        [(1, 12), (20, 23), (30, 31), (40, 45), (50, 58), (60, 72), (80, 85), (90, 99)],
        [(1, 21), (24, 28), (31, 31), (34, 36)],
        CULT_HOUSE_RULES,
        None,
    ),
}


@pytest.fixture(params=PAGES)
def page(request):
    return PAGES[request.param]


def test_every_rule_is_listed_once_in_order(page):
    # H-009
    assert [row[0] for row in page.rows] == page.ids


def test_every_rule_is_told_in_a_sentence(page):
    assert all(words.endswith((".", ".)")) and len(words) > 15 for _, words, _, _ in page.rows)


@pytest.mark.parametrize(
    ("rule", "file", "name"),
    [(row[0], row[2], row[3]) for page in PAGES.values() for row in page.rows],
)
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
    for letter, first, last in re.findall(r"([A-Z])-(\d{3}) … \1-(\d{3})", text):
        text += " ".join(f"{letter}-{number:03d}" for number in range(int(first), int(last) + 1))
    return text


def test_the_house_rules_and_their_defaults_are_those_of_the_engine(page):
    table = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|", page.text, re.MULTILINE)
    assert [(name, tuple(re.findall(r"\w+", values))) for name, values in table] == list(
        page.house_rules.items()
    )


@pytest.mark.parametrize("game", [game for game, page in PAGES.items() if page.phases is not None])
def test_the_picture_is_the_table_of_phases(game):
    page = PAGES[game]
    arrows = re.findall(r"^    (\w+) --> (\w+): (.+)$", page.text, re.MULTILINE)
    drawn = {(name, at, to) for at, to, names in arrows for name in names.split(", ")}
    assert drawn == {
        (name, at, to) for name, row in page.phases.items() for at, tos in row.items() for to in tos
    }
