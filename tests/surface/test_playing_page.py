"""docs/playing.md says what the code does: moments, patterns, presets, times, difficulties, pictures."""

import re
from pathlib import Path

from runeheart.core.panel import Cue, Pattern, Preset
from runeheart.core.runes import RUNES
from runeheart.core.units import minutes
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.moments import MOMENTS
from runeheart.surface.shell import CHOICES
from runeheart.surface.ui import CHOICE_MS, DEAD_MS, HOLD_MS, HOLD_SHOWN_MS, PLACE_MS
from support.pictures import IN_DOCS

PAGE = (Path(__file__).parents[2] / "docs/playing.md").read_text(encoding="utf-8")


def _table(first_cell):
    """Return the rows of the table whose head begins with this cell, cell by cell."""
    lines = [line.strip() for line in PAGE.splitlines()]
    start = next(index for index, line in enumerate(lines) if line.startswith(f"| {first_cell} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_every_moment_is_told_with_its_light_and_sound():
    assert _table("moment") == [
        [name, moment.light, f"`{moment.cue.value}`"] for name, moment in MOMENTS.items()
    ]


def test_every_cue_pattern_and_preset_is_named():
    for name in (*Cue, *Pattern, *Preset):
        assert f"`{name.value}`" in PAGE, name
    assert [row[0] for row in _table("preset")] == [f"`{preset.value}`" for preset in Preset]


def test_the_runes_stand_in_the_order_of_the_buttons():
    assert _table("number")[0][1:] == [rune.capitalize() for rune in RUNES]


def test_the_difficulties_are_those_of_the_game():
    expected = [
        [
            str(RUNES.index(button.value) + 1),
            name.capitalize(),
            minutes(DIFFICULTIES[name].timer_ms),
            str(DIFFICULTIES[name].length),
            str(DIFFICULTIES[name].start_cards),
            str(DIFFICULTIES[name].draws or "all"),
            f"{DIFFICULTIES[name].penalty_ms // 1000} s",
            str(DIFFICULTIES[name].max_mistakes),
        ]
        for button, name in CHOICES.items()
    ]
    assert _table("button") == expected


def test_the_times_are_those_of_the_code():
    assert f"a press of {HOLD_MS / 1000} s" in PAGE
    assert f"after {HOLD_SHOWN_MS / 1000} s" in PAGE
    assert f"a chosen rune waits {PLACE_MS // 1000} s" in PAGE
    assert f"the difficulty {CHOICE_MS // 1000} s for a tap" in PAGE
    assert f"once it was shown for {DEAD_MS // 1000} s" in PAGE
    assert f"that is configured ({SurfaceSettings().end_screen_ms // 1000} s)" in PAGE


def test_every_picture_of_a_screen_is_shown():
    shown = set(re.findall(r"pictures/screen-([a-z-]+)\.png", PAGE))
    assert shown == {*IN_DOCS, "runes"}
