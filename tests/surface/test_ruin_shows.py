"""What is seen and heard of a Ruin: lights towards what happens, one sound, a few words, the map."""

import pytest

from runeheart.core.events import Event
from runeheart.core.hexes import DIRECTIONS, OFFSETS
from runeheart.core.panel import Preset
from runeheart.games.ruin.mother import BURST
from runeheart.surface import lights
from runeheart.surface.letters import SMALL, lines
from runeheart.surface.menu_screens import ROOM
from runeheart.surface.menu_views import turned
from runeheart.surface.moments import MOMENTS
from support.ruin import board
from support.seated import Seated


def _seated(*broods, stars=None, step=None, setup=None, **settings):
    seated = Seated("ruin", {"board": board(*broods), "ties": "ask", **(setup or {})}, **settings)
    if stars is not None:
        seated.command({"do": "commit_move", "stars": stars})
    if step is not None:
        seated.command({"do": "step", "to": step})
    seated.wait(5_000)
    seated.heard()
    return seated


def _lit(seated, pattern):
    return [index for index, shown in enumerate(seated.patterns) if shown == pattern]


# --- moments ---


@pytest.mark.parametrize("rotation", range(6))
def test_a_discharge_flashes_towards_the_brood(rotation):
    seated = _seated((0, -1), (1, 0, 4), stars=1, step="S", rotation=rotation)
    seated.command({"do": "resolve"})  # at (0, 1): the Brood at (1, 0) lies in the NE
    seated.command({"do": "roll", "values": [3]})
    assert _lit(seated, "flash") == [(DIRECTIONS.index("NE") - rotation) % 6]
    assert seated.heard() == ["discharge"]
    assert seated.message == ("4 Damage",)
    assert (seated.screen.gauges[0].sign, seated.screen.gauges[0].text) == ("damage", "4")


def test_a_discharge_in_your_hex_flashes_everywhere():
    seated = _seated((0, -1), stars=1, step="N")
    seated.command({"do": "resolve"})
    seated.command({"do": "roll", "values": [1]})
    assert _lit(seated, "flash") == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("way", DIRECTIONS)
def test_the_drift_pulses_in_its_direction(way, rotation):
    seated = _seated((3, -3), stars=0, rotation=rotation)
    seated.command({"do": "end_move"})
    seated.command({"do": "roll", "values": [way]})
    assert _lit(seated, "pulse") == [(DIRECTIONS.index(way) - rotation) % 6]
    assert seated.heard()[-1] == "drift"
    assert seated.message == (f"Drift {way}",)


def test_charges_pulse_towards_those_beside_you():
    seated = _seated((0, -1), (0, 1), (3, 0))
    seated.command({"do": "commit_move", "stars": 2})
    assert _lit(seated, "pulse") == [0, 3]
    assert seated.heard() == ["charge"]
    assert seated.message == ()


@pytest.mark.parametrize("row", BURST)
def test_a_burst_is_a_wave_and_tells_its_row(row):
    keywords = ["Desecrator"] if row > 8 else []
    seated = _seated((0, -2), (3, 0), stars=0, setup={"keywords": keywords})
    seated.command({"do": "end_move"})
    seated.command({"do": "roll", "values": ["SE"]})
    seated.command({"do": "roll", "values": [row]})
    assert set(seated.patterns) == {"wave"}
    assert seated.heard()[-1] == "burst"
    assert seated.message[0] == f"Burst {row}"
    assert seated.message[1].startswith("G")
    assert len([part for line in seated.message for part in lines(line, SMALL, ROOM - 4)]) <= 3


@pytest.mark.parametrize("preset", Preset)
def test_the_wave_of_a_burst_comes_to_every_rune(preset):
    seated = _seated((0, -2), (3, 0), stars=0, preset=preset)
    seated.command({"do": "end_move"})
    seated.command({"do": "roll", "values": ["SE"]})
    seated.wait(5_000)
    seated.command({"do": "roll", "values": [1]})
    heads = []
    while any(pattern == "wave" for pattern in seated.patterns):
        (head,) = [index for index, level in enumerate(seated.levels) if level == 1.0]
        heads += [head] if heads[-1:] != [head] else []
        seated.wait(10)
    assert heads == [0, 1, 2, 3, 4, 5]


def test_a_spawn_pulses_all_runes():
    seated = _seated((3, 0), stars=0)
    seated.command({"do": "end_move"})
    seated.command({"do": "roll", "values": ["SE"]})
    seated.command({"do": "roll", "values": [1]})
    seated.command({"do": "roll", "values": [1]})  # gathers, then one spawns
    if seated.ask.json()["for"] == "choose":
        seated.command({"do": "choose", "option": seated.ask.options[0]})
    assert seated.events[-1].name == "round_ended"
    assert seated.message[0] == "1 new Brood"
    assert seated.heard()[-1] == "spawn"
    assert set(seated.patterns) == {"pulse"}


def test_an_attack_and_its_retaliation():
    seated = _seated((0, -1), (3, 0, 1), stars=0)
    seated.command({"do": "attack", "stars": 1, "targets": [1]})
    assert (set(seated.patterns), seated.heard(), seated.message) == (
        {"burst"},
        ["destroyed"],
        ("1 destroyed",),
    )
    seated.wait(1_000)
    seated.command({"do": "roll", "values": [2, 3]})
    assert (set(seated.patterns), seated.heard()) == ({"flash"}, ["retaliation"])
    assert seated.message == ("5 Damage",)


def test_what_is_weightier_is_heard_and_both_are_said():
    seated = _seated((0, -1), setup={"dice": "auto", "ties": "auto"}, stars=0)
    before = seated.state.damage
    seated.command({"do": "end_move"})
    hurt = seated.state.damage > before
    assert seated.heard() == ["discharge" if hurt else "burst"]
    assert len(seated.message) == 3
    assert seated.message[1 if hurt else 0].startswith("Burst")


def test_a_command_without_any_news_is_still_answered():
    seated = _seated(stars=2, step="N")
    seated.tap("nature")
    assert (seated.commands[-1], seated.events[-1].name) == ({"do": "resolve"}, "stepped")
    assert seated.heard() == ["tap"]


@pytest.mark.parametrize("preset", Preset)
def test_effects_end_when_they_are_over(preset):
    seated = _seated((0, -1), preset=preset)
    seated.command({"do": "commit_move", "stars": 2})
    seated.wait(5_000)
    assert seated.ui.effects == ()
    assert "pulse" not in seated.patterns


@pytest.mark.parametrize("name", ["discharge", "retaliation", "destroyed", "defeated"])
def test_a_flash_lasts_as_long_as_it_flashes(name):
    for preset in Preset:
        assert 500 <= lights.length_ms(MOMENTS[name].pattern, preset) <= 2_000


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("every", [3, 7, 9, 17, 41])
@pytest.mark.parametrize("event", ["damage", "destroyed"])
def test_what_follows_fast_never_flashes_too_fast(preset, every, event):
    """However fast Damage comes, no light rises more than three times a second, in calm twice."""
    seated = _seated(preset=preset)
    rises, was = {index: [] for index in range(6)}, seated.levels
    for step in range(240):
        if step % every == 0:
            seated._told((Event(event, {"source": "retaliation", "amount": 1, "brood": 1}),))
        seated.wait(25)
        for index, (before, now) in enumerate(zip(was, seated.levels, strict=True)):
            if now - before >= 0.5:
                rises[index].append(seated.now_ms)
        was = seated.levels
    most = 2 if preset is Preset.CALM else 3
    for moments in rises.values():
        assert all(sum(first <= at < first + 1_000 for at in moments) <= most for first in moments)
    assert event == "destroyed" or len(rises[0]) >= 3


# --- the map ---


def _marks(seated):
    return {mark.at: mark for mark in seated.screen.picture.marks}


def test_broods_stand_around_you_with_their_charge():
    seated = _seated((0, -1, 3), (2, -1, 4), (3, 0, 2))
    marks = _marks(seated)
    assert len(marks) == 19
    assert (marks[0, 0].shape, marks[0, -1].text, marks[2, -1].text) == ("you", "3", "4")
    assert (marks[0, -1].is_full, marks[2, -1].is_full) == (False, True)


def test_hexes_off_the_map_are_not_there():
    seated = Seated("ruin", {"board": board(start=(3, 0))})
    assert set(_marks(seated)) == {
        (q, r)
        for q in range(-2, 1)
        for r in range(-2, 3)
        if abs(q + r) <= 2 and abs(3 + q + r) <= 3 and abs(r) <= 3
    }


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("way", DIRECTIONS)
def test_the_picture_is_turned_as_the_prop_lies(way, rotation):
    seated = _seated((*OFFSETS[way], 3), rotation=rotation)
    shown = DIRECTIONS[(DIRECTIONS.index(way) - rotation) % 6]
    assert {at for at, mark in _marks(seated).items() if mark.text} == {OFFSETS[shown]}


def test_turning_keeps_distances():
    assert [turned((3, -1), (1, 0), rotation) for rotation in range(6)] == [
        (2, -1),
        (1, -2),
        (-1, -1),
        (-2, 1),
        (-1, 2),
        (1, 1),
    ]


def test_mother_is_pointed_at_beyond_the_picture_and_shown_within():
    far = _seated()
    assert [(pointer.shape, pointer.at) for pointer in far.screen.picture.pointers] == [("mother", (0, -3))]
    near = Seated("ruin", {"board": board(start=(0, -1))})
    assert near.screen.picture.pointers == ()
    assert _marks(near)[0, -2].shape == "mother"
    there = Seated("ruin", {"board": board(start=(0, -3))})
    assert _marks(there)[0, 0].shape == "you-mother"


def test_a_brood_on_her_hex_does_not_hide_where_she_is():
    seated = Seated("ruin", {"board": board((0, -3, 2), start=(0, -1))})
    assert _marks(seated)[0, -2].text == "2"
    assert [(pointer.shape, pointer.at) for pointer in seated.screen.picture.pointers] == [
        ("mother", (0, -2))
    ]


def test_a_brood_in_your_hex_is_dark_on_light():
    seated = _seated((0, -1, 2), stars=1, step="N")
    mark = _marks(seated)[0, 0]
    assert (mark.text, mark.is_full, mark.shape) == ("2", True, "")


def test_what_is_meant_far_away_is_in_the_middle_and_you_are_pointed_at():
    seated = _seated((3, 0, 2), (-3, 0, 1), stars=0)
    seated.tap("storm", "nature", "nature")
    middle = _marks(seated)[0, 0]
    assert (middle.text, middle.is_meant) == ("1", False) or middle.is_meant
    assert {pointer.shape: pointer.at for pointer in seated.screen.picture.pointers}["you"] == (-3, 0)
    seated.tap("moon")
    assert seated.screen.title == "Brood 1: where?"
    assert _marks(seated)[0, 0].is_meant


def test_status_and_gauges():
    seated = _seated(setup={"life": 20})
    assert (seated.screen.status, [gauge.text for gauge in seated.screen.gauges]) == ("R1 Commit", ["0/20"])
    seated.command({"do": "commit_move", "stars": 3})
    assert [gauge.text for gauge in seated.screen.gauges] == ["0/20", "3"]
    assert seated.screen.status == "R1 Move"
    seated.command({"do": "step", "to": "N"})
    assert seated.screen.status == "R1 Enter"
    seated.command({"do": "resolve"})
    seated.command({"do": "end_move"})
    assert seated.screen.status == "R1 Mother"


def test_an_unknown_event_is_no_news():
    seated = _seated()
    seated._told((Event("something"),))
    assert seated.heard() == ["tap"]
