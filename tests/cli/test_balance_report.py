"""The words of `runeheart balance`: what is missed, and what would help, from made-up games."""

from runeheart.cli.balance_report import Run, text
from runeheart.games.heart.players import PEOPLE, PLAYERS
from runeheart.games.heart.simulation import ATTEMPTS, Played

WON = (Played(None, 100_000, 0, 0),) * ATTEMPTS
LOST = (Played("timer", 300_000, 0, 0),) * ATTEMPTS
LATER = (LOST[0], WON[0], *LOST[2:])


def people(persons):
    return dict.fromkeys(PEOPLE, persons)


def report(played, variants=None, rules=None):
    return text(Run(0, 100, rules or {}, PLAYERS, {"normal": people(played)}, {"normal": variants or {}}))


def test_what_meets_the_aims_is_suggested():
    variants = {"deck = wild": people([LATER] * 100), "answers = six": people([WON] * 100)}
    told = report([WON] * 100, variants)
    assert "With these model players the printed parameters miss the aim of Normal." in told
    assert "Normal meets its aims with deck = wild." in told
    assert "answers = six           won by attempt 1: 100.0 % [96, 100]  missed: too easy" in told


def test_nothing_is_suggested_that_does_not_meet_them():
    told = report([WON] * 100, {"answers = six": people([WON] * 100)})
    assert "Normal meets its aims with none of the changes below." in told


def test_nothing_is_said_to_be_missed_if_nothing_is():
    assert "miss the aim" not in report([LATER] * 100)


def test_house_rules_are_not_called_the_printed_parameters():
    told = report([LOST] * 100, rules={"deck": "wild"})
    assert "these rules miss the aim of Normal" in told
    assert "Rules: deck = wild; else as printed." in told


def test_times_and_shares_of_a_row():
    told = report([LOST] * 50 + [WON] * 50)
    row = next(line for line in told.splitlines() if line.startswith("careful"))
    assert "50.0 % [40, 60]" in row
    assert "3:20 (1:40-5:00)" in row
    assert row.split()[-8:] == ["0.0", "%", "50.0", "%", "0.0", "%", "0.00", "0.00"]
