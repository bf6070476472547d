"""`runeheart history` tells who played; a team's name is never a formula in a spreadsheet."""

import csv
import json

import pytest

from runeheart.runtime.clock import ManualClock
from runeheart.runtime.journal import Journal
from runeheart.runtime.records import About, Record
from support.cli import run


@pytest.fixture
def path(tmp_path):
    journal = Journal(tmp_path / "journal.db", ManualClock())
    record = Record(1, "heart", 1, "test", {}, 7, "2026-03-02T19:00:00.000+00:00", False, "easy")
    journal.begin(record)
    journal.describe(1, About("=1+1", 4, left_out=True))
    journal.close()
    return tmp_path / "journal.db"


def test_in_a_spreadsheet(path):
    (row,) = csv.DictReader(run("history", "--journal", path, "--csv").stdout.splitlines())
    assert (row["team"], row["players"], row["left_out"], row["hints"]) == ("'=1+1", "4", "yes", "0")


def test_for_programs(path):
    row = json.loads(run("history", "--journal", path, "--json").stdout)
    assert (row["team"], row["players"], row["left_out"]) == ("=1+1", 4, True)
