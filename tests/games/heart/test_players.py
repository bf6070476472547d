"""Model players: what their parameters are, and what practice and trial factors do to them."""

from dataclasses import fields

import pytest

from runeheart.games.heart.players import PARAMETERS, PEOPLE, PLAYERS, Player

NAMES = [field.name for field in fields(Player) if field.name != "name"]
TIMES = ("step_ms", "press_ms", "bit_ms")
SLIPS = ("misread", "missed", "muddled", "overlooked")


def test_every_parameter_has_a_unit_a_meaning_and_a_source():
    assert list(PARAMETERS) == NAMES
    for one in PARAMETERS.values():
        assert one.unit
        assert one.meaning
        assert "assumed" in one.source or any(character.isdigit() for character in one.source)


def test_the_perfect_logician_slips_nowhere_and_people_do():
    assert all(getattr(PLAYERS["logician"], name) == 0 for name in (*SLIPS, "submits", "hurry"))
    for name in SLIPS:
        careful, average, hasty = (getattr(PLAYERS[kind], name) for kind in PEOPLE)
        assert 0 < careful < average < hasty < 1


def test_practice_shortens_times_and_slips_by_a_power_law():
    first, fifth = PLAYERS["average"].practised(1), PLAYERS["average"].practised(5)
    assert first == PLAYERS["average"]
    for name in (*TIMES, *SLIPS):
        assert getattr(fifth, name) == pytest.approx(getattr(first, name) * 5**-0.4)
    assert fifth.reading_wpm == first.reading_wpm
    assert fifth.sure_enough == first.sure_enough
    assert PLAYERS["logician"].practised(5) == PLAYERS["logician"]


def test_pace_changes_all_times_and_slips_stay_shares():
    slow = PLAYERS["hasty"].scaled(pace=2, slips=5)
    for name in TIMES:
        assert getattr(slow, name) == 2 * getattr(PLAYERS["hasty"], name)
    assert slow.reading_wpm == PLAYERS["hasty"].reading_wpm / 2
    assert slow.misread == pytest.approx(0.45)
    assert slow.missed == slow.overlooked == 1
