"""What is seen, heard and told of what the cult does: one light event and one sound, the story in words."""

import subprocess
import sys
from itertools import pairwise

import pytest

from runeheart.core.panel import Cue, Pattern, Preset
from runeheart.surface import cult_seen, lights, sounds
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.moments import MOMENTS
from support.cult import Cult, around
from support.cult_prop import Keepers

CALM = SurfaceSettings(game="cult", preset=Preset.CALM)


def a_prop(spaces=None, heroes=((0, 0), (0, 0)), *, settings=None, laid=lambda cult: cult, **setup):
    cult = laid(Cult(spaces or around(2), heroes, **setup))
    prop = Keepers(table=cult.table, settings=settings or SurfaceSettings(game="cult"))
    prop.heard()
    return prop


def end_turn(prop, *words, way=None):
    prop.do(do="end_turn")
    prop.do(do="roll", values=[list(words)])
    if way is not None:
        prop.do(do="choose", option=way)
    return [cue for cue in prop.heard() if cue != "tap"]


def test_where_the_cult_went_blinks_and_is_heard():
    prop = a_prop(around(2, q0rm1="hills"), heroes=((2, 0), (2, 0)))
    assert end_turn(prop, "hills") == ["cult_moved"]
    assert prop.patterns[0] == "blink"
    assert prop.screen.message == ("The cult went", "north.")
    prop.wait(cult_seen.MOVED_MS)
    assert prop.patterns == ["on", "dim", "off", "off", "off", "dim"]


def test_a_town_that_pulls_blinks_where_it_lies():
    prop = a_prop(
        around(2, q0rm1="hills", q1rm2="swamp town=Mill"),
        laid=lambda cult: cult.put(infiltrated=frozenset({(0, 0), (1, -2)})),
        house={"town_pull": "all"},
    )
    assert end_turn(prop, "hills")[-1] == "cult_moved"
    # the forge was left and is entered again after Mill: the last way is what is seen
    assert prop.patterns.count("blink") == 1


def test_a_cultist_that_rises_pulses_once():
    prop = a_prop(around(2, q0rm1="hills jewel=red"), heroes=((2, 0), (2, 0)))
    assert end_turn(prop, "hills") == ["cultist_made"]
    assert prop.patterns == ["pulse"] * 6
    prop.wait(cult_seen.PULSE_MS)
    assert "pulse" not in prop.patterns


def test_a_town_that_is_taken_pulses_three_times_and_is_named():
    prop = a_prop(around(2, q0rm1="hills town=Mill"), heroes=((2, 0), (2, 0)))
    assert end_turn(prop, "hills") == ["infiltrated"]
    assert prop.patterns == ["pulse"] * 6
    assert prop.words == ("Ben's turn", "The cult went north and took Mill.")
    prop.wait(3 * cult_seen.PULSE_MS)
    assert "pulse" not in prop.patterns


def test_a_brand_is_the_weightiest_but_for_losing_a_hero():
    prop = a_prop(around(2, q0rm1="hills town=Mill"), heroes=((0, -1), (2, 0)))
    assert end_turn(prop, "hills") == ["branded"]
    assert prop.patterns == ["flash"] * 6
    assert prop.words[1:] == (
        "The cult went north and took Mill.",
        "Ada was branded and has Life 4 and Stamina 3 now.",
    )


def test_a_hero_who_is_lost_is_seen_and_heard():
    prop = a_prop(
        around(2, q0rm1="hills"), heroes=((0, -1), (2, 0)), laid=lambda cult: cult.put_hero(0, markers=4)
    )
    assert end_turn(prop, "hills") == ["eliminated"]
    assert prop.patterns == ["burst"] * 6
    assert "Ada was branded, has Life 0 and Stamina 0 now and was lost to the cult." in prop.words
    prop.wait(30_000)
    assert [mark.out for mark in prop.screen.heroes] == [True, False]


def test_a_ritual_runs_round():
    prop = a_prop(around(2, q0rm1="hills jewel=red"), heroes=((2, -2), (2, -2)))
    prop.do(do="event", number=1)
    assert prop.heard() == ["ritual"]
    assert prop.patterns == ["wave"] * 6
    assert "A ritual reached 1 space around Forge." in prop.words
    prop.wait(cult_seen.RITUAL_MS)
    assert "wave" not in prop.patterns


def test_cultists_that_rise_in_a_crowd_are_counted():
    prop = a_prop(around(1, "hills jewel=red"), heroes=((0, 1),))
    prop.do(do="event", number=1)
    assert "7 cultists rose." in prop.words
    assert not any("made a red cultist" in line for line in prop.words)


def test_the_end_shows_scores_and_winners_and_waits_to_be_seen():
    prop = a_prop(
        heroes=((0, 0), (0, 1), (0, 2)),
        laid=lambda cult: (
            cult.put(pile=18)
            .put_hero(0, cultists=(3, 2, 2, 0))
            .put_hero(1, cultists=(0, 0, 0, 3), markers=1)
            .put_hero(2, cultists=(1, 0, 0, 0))
        ),
    )
    prop.tap("sun")
    prop.choose("Encounter", "green")
    assert prop.heard()[-1] == "cult_over"
    assert prop.patterns == ["wave"] * 6
    # C-023: 13 points and a bonus of 3
    assert prop.words == (
        "The pile is full",
        "Ada wins",
        "Ada: 13 and 3 bonus, 16 in all",
        "Ben: 12 and 3 bonus, 15 in all",
        "Cyr: 1 and 1 bonus, 2 in all",
    )
    prop.tap("sun")  # too early: nobody shall tap it away unread
    assert prop.state is not None
    prop.wait(cult_seen.OVER_MS)
    assert prop.patterns == ["breathe"] * 6
    prop.tap("nature")
    assert prop.state is None
    assert prop.words[0] == "RUNEHEART"


def test_a_shared_victory_names_all_winners_and_a_lost_game_none():
    prop = a_prop(
        laid=lambda cult: (
            cult.put(pile=17).put_hero(0, cultists=(1, 0, 0, 0)).put_hero(1, cultists=(1, 0, 0, 0))
        )
    )
    prop.do(do="event", number=1)
    assert prop.screen.winners == "Ada and Ben win"
    lost = a_prop(around(1), heroes=((0, 0),), laid=lambda cult: cult.put_hero(0, markers=4))
    lost.do(do="event", number=1)
    assert (lost.screen.cause, lost.screen.winners) == ("No hero is left", "Nobody wins")


def test_an_end_that_stays_is_not_tapped_away():
    prop = a_prop(
        settings=SurfaceSettings(game="cult", end_screen_ms=None), laid=lambda cult: cult.put(pile=17)
    )
    prop.do(do="event", number=1)
    prop.wait(10 * 60_000)
    prop.tap("sun")
    prop.hold("nature")
    assert prop.screen.cause == "The pile is full"


def test_a_short_story_lies_over_the_main_screen_and_a_press_goes_on_at_once():
    prop = a_prop()
    prop.do(do="move_hero", hero="Ada", path=[[0, 1]])
    assert prop.screen.message == ("Ada went to 0102.",)
    prop.tap("fire")
    assert prop.screen.title == "Menu"


def test_a_long_story_goes_with_time():
    prop = a_prop(around(2, q0rm1="hills town=Mill"))
    end_turn(prop, "hills")
    assert prop.words[0] == "Ben's turn"
    assert prop.screen.title == "Ben's turn"
    prop.wait(cult_seen.NEWS_MS)
    assert prop.screen.turn == "Ben"


def test_where_a_question_waits_one_line_tells_and_covers_nothing():
    prop = a_prop(around(2, q0rm1="hills"), heroes=((2, 0), (2, 0)))
    prop.do(do="encounter", colour="yellow")
    prop.do(do="roll", values=[["hills"]])
    assert prop.screen.message == ("The cult goes north",)
    assert len(prop.screen.cells) == 6


def test_what_the_operator_takes_back_is_said():
    prop = a_prop()
    prop.do(do="move_hero", hero="Ada", path=[[0, 1]])
    prop.undo()
    assert prop.screen.message == ("Taken back:", "Move a hero")


@pytest.mark.parametrize(
    "moment", ["cult_moved", "cultist_made", "infiltrated", "branded", "ritual", "eliminated", "cult_over"]
)
def test_calm_has_no_more_than_two_flashes_a_second_and_no_sharp_sound(moment):
    pattern, cue = MOMENTS[moment].pattern, MOMENTS[moment].cue
    from runeheart.core.panel import Light

    for index in range(6):
        shown = [Light(pattern, 0)] * 6
        levels = [lights.levels(shown, at_ms, Preset.CALM)[index] for at_ms in range(0, 4_000, 10)]
        rises = [at for at in range(1, len(levels)) if levels[at] > 0.6 >= levels[at - 1]]
        assert all(later - earlier >= 50 for earlier, later in pairwise(rises)), pattern
    assert all(tone.frequency_hz <= 400 for tone in sounds.tones(cue, Preset.CALM))


def test_calm_shows_a_brand_as_long_as_its_flashes_last():
    prop = a_prop(around(2, q0rm1="hills"), heroes=((0, -1), (2, 0)), settings=CALM)
    assert end_turn(prop, "hills") == ["branded"]
    prop.wait(lights.length_ms(Pattern.FLASH, Preset.CALM) - 1)
    assert prop.patterns == ["flash"] * 6
    prop.wait(1)
    assert "flash" not in prop.patterns


def test_every_cue_of_the_cult_belongs_to_something_that_happens():
    told = {MOMENTS[cult_seen._MOMENTS.get(name, name)].cue for name in cult_seen._WEIGHT}
    done = (Cue.CULT_MOVED, Cue.CULTIST_MADE, Cue.INFILTRATED, Cue.BRANDED, Cue.RITUAL, Cue.ELIMINATED)
    assert told == {*done, Cue.CULT_OVER}


def test_a_prop_that_plays_another_game_imports_nothing_of_the_cult():
    script = (
        "import sys, runeheart.runtime.prop, runeheart.surface.screens, runeheart.surface.wording\n"
        "from runeheart.games.registry import GAMES\n"
        "from runeheart.surface import prop\n"
        "from runeheart.surface.api import SurfaceSettings\n"
        "state = GAMES['heart'].setup({}, 1)\n"
        "ui = prop.start(0)\n"
        "runeheart.surface.screens.draw(prop.panel(ui, state, 0, SurfaceSettings()).screen)\n"
        "print([name for name in sys.modules if 'cult' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
