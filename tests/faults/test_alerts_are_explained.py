"""Each sentence with which the code can call a person stands in the staff's page, as it will be read."""

import re
from pathlib import Path

import pytest

from support import alerts
from support.broken_prop import BrokenProp

PAGE = Path(__file__).parents[2] / "docs/when-something-is-wrong.md"
SENTENCES = sorted(alerts.kept() | alerts.written())


def _as_read(text):
    """Return a sentence with … for its values, as the page has it."""
    return " ".join(re.sub(r"\{[^{}]*\}", "…", text).split())


@pytest.fixture(scope="module")
def page():
    return " ".join(PAGE.read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("module", "sentence"), SENTENCES)
def test_it_is_in_the_page(page, module, sentence):
    assert f"| {_as_read(sentence)} |" in page, module


def test_the_page_explains_nothing_that_no_longer_exists(page):
    known = {_as_read(sentence) for _, sentence in SENTENCES}
    tables = PAGE.read_text(encoding="utf-8").partition("## What an alert says")[2].partition("## Faults")[0]
    rows = [line.split("|")[1].strip() for line in tables.splitlines() if line.startswith("| ")]
    told = [row for row in rows if row != "alert"]
    assert len(told) == len(set(told))
    assert set(told) == known


def test_the_collector_finds_them():
    texts = {text for _, text in SENTENCES}
    assert len(texts) > 35
    assert any(text.startswith("the journal cannot be written") for text in texts)
    assert any(text.startswith("no reader at") for text in texts)
    assert any("a fault happened inside" in text for text in texts)


def test_no_driver_writes_an_alert_past_the_collector():
    """What a port's health gives as its alert is a name, not a text of its own."""
    for module in alerts.modules():
        source = Path(module.__file__).read_text(encoding="utf-8")
        assert not re.search(r'Health\(\s*"\w+",\s*f?"[^"]+ [^"]+ [^"]+"', source), module.__name__


def test_what_is_told_in_a_test_of_all_faults_is_told_by_these(tmp_path):
    patterns = [
        re.compile(".*".join(map(re.escape, re.split(r"\{[^{}]*\}", text))), re.DOTALL)
        for _, text in SENTENCES
    ]
    prop = BrokenProp(tmp_path, "easy")
    try:
        prop.glass.unplug()
        found = prop.journal.notes + prop.alerts()
        assert all(any(pattern.search(alert) for pattern in patterns) for alert in found)
    finally:
        prop.devices.close()
        prop.board.close()
        prop.prop.session.shut()
