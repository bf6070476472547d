"""Sounds per preset, and that every sound has a light and every light event a sound (issue point 9)."""

import pytest

from runeheart.core.panel import Cue, Pattern, Preset
from runeheart.surface import sounds
from runeheart.surface.moments import MOMENTS


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("cue", Cue)
def test_every_cue_is_known_in_every_preset(cue, preset):
    for tone in sounds.tones(cue, preset):
        assert tone.frequency_hz == 0 or 90 <= tone.frequency_hz <= 2_000
        assert 10 <= tone.length_ms <= 600
    assert sounds.length_ms(cue, preset) <= 2_000


@pytest.mark.parametrize("cue", Cue)
def test_quiet_and_calm_are_lower_and_shorter(cue):
    def highest(preset):
        return max((tone.frequency_hz for tone in sounds.tones(cue, preset)), default=0)

    for softer, louder in ((Preset.QUIET, Preset.NORMAL), (Preset.CALM, Preset.QUIET)):
        assert highest(softer) <= highest(louder)
        assert sounds.length_ms(cue, softer) <= sounds.length_ms(cue, louder)


@pytest.mark.parametrize("cue", Cue)
def test_calm_is_never_loud(cue):
    assert all(tone.frequency_hz <= 400 and tone.length_ms <= 150 for tone in sounds.tones(cue, Preset.CALM))
    assert sounds.length_ms(cue, Preset.CALM) <= 400


@pytest.mark.parametrize("preset", Preset)
def test_only_ticks_are_ever_silent(preset):
    silent = {cue for cue in Cue if not sounds.tones(cue, preset)}
    assert silent <= {Cue.TICK, Cue.TICK_FAST}


def test_ticks_fit_between_ticks():
    for preset in Preset:
        assert sounds.length_ms(Cue.TICK_FAST, preset) < 100


def test_every_sound_has_a_light():
    assert {moment.cue for moment in MOMENTS.values()} == set(Cue)
    assert all(moment.light for moment in MOMENTS.values())


def test_every_light_event_has_a_sound():
    waiting = {Pattern.OFF, Pattern.DIM, Pattern.BREATHE}  # what a light does while nothing happens
    assert {moment.pattern for moment in MOMENTS.values()} >= set(Pattern) - waiting


def test_refused_is_low_and_short():
    for preset in Preset:
        (tone,) = sounds.tones(Cue.REFUSED, preset)
        assert tone.frequency_hz < 200
        assert tone.length_ms <= 150
