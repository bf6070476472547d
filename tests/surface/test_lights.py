"""What the patterns look like over time, in each preset (issue point 9)."""

import itertools

import pytest

from runeheart.core.panel import Button, Light, Pattern, Preset
from runeheart.surface import lights

ALL = list(itertools.product(Pattern, Preset))
STEADY = {Pattern.OFF, Pattern.ON, Pattern.DIM}


def _six(pattern, since_ms=0):
    return (Light(pattern, since_ms),) * 6


def _levels(pattern, preset, now_ms):
    return lights.levels(_six(pattern), now_ms, preset)


@pytest.mark.parametrize(("pattern", "preset"), ALL)
def test_levels_change_exactly_when_frame_ms_says_so(pattern, preset):
    now_ms = 0
    shown = _levels(pattern, preset, 0)
    while now_ms < 24_000:
        wait_ms = lights.frame_ms(_six(pattern), now_ms, preset)
        if wait_ms is None:
            assert _levels(pattern, preset, now_ms + 1_000_000) == shown
            break
        assert wait_ms >= 1
        assert _levels(pattern, preset, now_ms + wait_ms - 1) == shown
        now_ms += wait_ms
        shown = _levels(pattern, preset, now_ms)
        assert all(0 <= level <= 1 for level in shown)
    assert (pattern in STEADY) == (lights.frame_ms(_six(pattern), 0, preset) is None)


@pytest.mark.parametrize(("pattern", "preset"), ALL)
def test_writes_are_few(pattern, preset):
    """At most 20 steps a second while something happens, and 7 while nothing does."""
    most = 7 if pattern is Pattern.BREATHE else 20
    for first_ms in range(0, 24_000, 2_000):
        steps, now_ms = 0, first_ms
        while True:
            wait_ms = lights.frame_ms(_six(pattern), now_ms, preset)
            if wait_ms is None or now_ms + wait_ms >= first_ms + 1_000:
                break
            now_ms += wait_ms
            steps += 1
        assert steps <= most


def _flashes(samples, *, swing):
    """Return the moments at which a light has risen by `swing` after it had fallen by as much."""
    found, low, high = [], samples[0][1], samples[0][1]
    falling = True
    for at_ms, level in samples:
        if falling:
            low = min(low, level)
            if level >= low + swing:
                found.append(at_ms)
                falling, high = False, level
        else:
            high = max(high, level)
            if level <= high - swing:
                falling, low = True, level
    return found


def _most_in_a_second(moments):
    return max((sum(first <= at < first + 1_000 for at in moments) for first in moments), default=0)


@pytest.mark.parametrize("pattern", Pattern)
def test_calm_never_flashes_more_than_twice_a_second(pattern):
    samples = [(at, _levels(pattern, Preset.CALM, at)) for at in range(0, 24_000, 25)]
    for index in range(6):
        one = [(at, levels[index]) for at, levels in samples]
        assert _most_in_a_second(_flashes(one, swing=0.1)) <= 2
    overall = [(at, sum(levels) / 6) for at, levels in samples]
    assert _most_in_a_second(_flashes(overall, swing=0.1)) <= 2


@pytest.mark.parametrize(("pattern", "preset"), ALL)
def test_no_preset_flashes_more_than_three_times_a_second(pattern, preset):
    samples = [(at, _levels(pattern, preset, at)) for at in range(0, 24_000, 25)]
    for index in range(6):
        one = [(at, levels[index]) for at, levels in samples]
        assert _most_in_a_second(_flashes(one, swing=0.1)) <= 3


@pytest.mark.parametrize("preset", Preset)
def test_wrong_is_three_flashes_and_then_dark(preset):
    samples = [(at, _levels(Pattern.FLASH, preset, at)[0]) for at in range(0, 5_000, 10)]
    assert len(_flashes([(-1, 0.0), *samples], swing=0.5)) == 3
    length_ms = lights.length_ms(Pattern.FLASH, preset)
    assert length_ms == (1_800 if preset is Preset.CALM else 900)
    assert all(level == 0 for at, level in samples if at >= length_ms)


@pytest.mark.parametrize("preset", Preset)
def test_exploded_is_one_flash_and_then_dark(preset):
    samples = [(at, _levels(Pattern.BURST, preset, at)[0]) for at in range(0, 5_000, 10)]
    assert len(_flashes([(-1, 0.0), *samples], swing=0.3)) == 1
    assert samples[-1][1] == 0


@pytest.mark.parametrize("preset", Preset)
def test_defused_runs_round_all_six_in_order(preset):
    heads = [
        levels.index(max(levels))
        for levels in (_levels(Pattern.WAVE, preset, at) for at in range(0, 3_600, 150))
    ]
    order = [head for head, _ in itertools.groupby(heads)]
    assert order[:7] == [0, 1, 2, 3, 4, 5, 0]


def test_a_hold_fills_up():
    filling = [_levels(Pattern.HOLDING, Preset.NORMAL, at)[0] for at in range(0, 600, 100)]
    assert filling == sorted(filling)
    assert (filling[0], filling[-1]) == (0.1, 1.0)


def test_each_light_has_its_own_beginning():
    six = (Light(Pattern.BLINK, 0), Light(Pattern.BLINK, 300), *_six(Pattern.OFF)[2:])
    assert lights.levels(six, 300, Preset.NORMAL)[:2] == (0.0, 1.0)
    assert lights.levels(six, 0, Preset.NORMAL)[:2] == (1.0, 1.0)  # not begun yet: as at its beginning


@pytest.mark.parametrize("button", Button)
def test_a_press_is_answered_by_the_other_of_bright_and_dark(button):
    shown = (0.0, 0.12, 0.49, 0.5, 0.8, 1.0)
    index = list(Button).index(button)
    answer = lights.touched(shown, button)
    expected = list(shown)
    if button is not Button.HEART:
        expected[index] = 1.0 if shown[index] < 0.5 else 0.0
    assert answer == tuple(expected)
