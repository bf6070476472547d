"""No light flashes too fast, whatever patterns follow each other, but by its own press."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runeheart.core.panel import Button, Light, Panel, Pattern, Preset
from runeheart.core.runes import RUNES
from runeheart.runtime.outputs import Outputs
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.views import AttractScreen
from support.cult_prop import Keepers
from support.ports import FakeDevices
from support.seated import Seated

STEP_MS = 25
RUNES_ONLY = st.sampled_from([button for button in Button if button is not Button.HEART])


def _rises(levels):
    """Return the moments at which a light has risen by a tenth after it had fallen by as much."""
    found, low, high, falling = [], 0.0, 0.0, True
    for at_ms, level in levels:
        if falling:
            low = min(low, level)
            if level >= low + 0.1:
                found.append(at_ms)
                falling, high = False, level
        else:
            high = max(high, level)
            if level <= high - 0.1:
                falling, low = True, level
    return found


def _assert_slow(samples, preset, pressed=()):
    """`samples` are (ms, six levels); of lights that were pressed nothing is said."""
    most = 2 if preset is Preset.CALM else 3
    for index, rune in enumerate(RUNES):
        if rune in pressed:
            continue
        moments = _rises([(at_ms, levels[index]) for at_ms, levels in samples])
        for first in moments:
            assert sum(first <= at_ms < first + 1_000 for at_ms in moments) <= most


class Lamps:
    """Outputs with lights that remember, run from frame to frame as a prop does."""

    def __init__(self, preset):
        self.preset, self.now_ms, self.samples = preset, 1_000_000, []
        self.outputs = Outputs(FakeDevices(), preset)

    def show(self, panel, for_ms):
        self.outputs.show(panel, self.now_ms)
        end_ms = self.now_ms + for_ms
        while True:
            self.samples.append((self.now_ms, self.outputs.levels))
            wait_ms = self.outputs.frame_ms(self.now_ms)
            if wait_ms is None or self.now_ms + wait_ms >= end_ms:
                break
            self.now_ms += wait_ms
            self.outputs.animate(self.now_ms)
        self.now_ms = end_ms


@settings(max_examples=150)
@given(
    st.sampled_from(Preset),
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(Pattern), min_size=6, max_size=6), st.sampled_from([5, 40, 130, 400])
        ),
        max_size=40,
    ),
)
def test_whatever_patterns_follow_each_other(preset, changes):
    lamps = Lamps(preset)
    for patterns, for_ms in changes:
        six = tuple(Light(pattern, lamps.now_ms) for pattern in patterns)
        lamps.show(Panel(six, AttractScreen("RUNEHEART")), for_ms)
    _assert_slow(lamps.samples, preset)


@pytest.mark.parametrize("preset", Preset)
def test_what_was_held_back_comes_as_soon_as_it_may(preset):
    lamps = Lamps(preset)
    dark = Panel((Light(),) * 6, AttractScreen("RUNEHEART"))
    lit = Panel((Light(Pattern.ON),) * 6, AttractScreen("RUNEHEART"))
    for _ in range(6):
        lamps.show(lit, 50)
        lamps.show(dark, 50)
    lamps.show(lit, 1_500)
    assert lamps.outputs.levels == (1.0,) * 6
    risen = _rises([(at_ms, levels[0]) for at_ms, levels in lamps.samples])
    most = 2 if preset is Preset.CALM else 3
    assert [at_ms - risen[0] for at_ms in risen[: most + 1]] == [*range(0, 100 * most, 100), 1_000]


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("lit", [Pattern.DIM, Pattern.ON])
def test_a_press_is_answered_however_fast_it_comes(preset, lit):
    lamps = Lamps(preset)
    answer = Pattern.OFF if lit is Pattern.ON else Pattern.ON
    base = (Light(lit),) * 6
    lamps.show(Panel(base, AttractScreen("RUNEHEART")), 3_000)
    for _ in range(8):
        lamps.outputs.touch(Button.NATURE)
        lamps.show(Panel((Light(answer), *base[1:]), AttractScreen("RUNEHEART")), 60)
        assert (lamps.outputs.levels[0] >= 0.5) == (answer is Pattern.ON)
        lamps.show(Panel(base, AttractScreen("RUNEHEART")), 60)
        assert (lamps.outputs.levels[0] >= 0.5) == (lit is Pattern.ON)


def _played(seated, preset, presses):
    """Press fast what a game shows; return what its lights did."""
    lamps = Lamps(preset)
    pressed = set()
    for button, for_ms, then_ms in presses:
        lamps.now_ms = seated.now_ms
        lamps.outputs.touch(button)
        pressed.add(button.value)
        seated.down(button)
        _wait(seated, lamps, for_ms)
        seated.up(button)
        _wait(seated, lamps, then_ms)
    _assert_slow(lamps.samples, preset, pressed)


def _wait(seated, lamps, for_ms):
    for _ in range(0, for_ms, STEP_MS):
        lamps.show(seated.panel, STEP_MS)
        seated.wait(STEP_MS)
        lamps.now_ms = seated.now_ms


PRESSES = st.lists(
    st.tuples(
        st.sampled_from([Button.NATURE, Button.SUN]),
        st.sampled_from([50, 50, 850]),
        st.sampled_from([50, 100, 400]),
    ),
    max_size=14,
)


@settings(max_examples=60)
@given(st.sampled_from(Preset), PRESSES)
def test_random_presses_in_a_ruin(preset, presses):
    _played(Seated("ruin", preset=preset), preset, presses)


@settings(max_examples=40)
@given(st.sampled_from(Preset), PRESSES)
def test_random_presses_in_a_cult(preset, presses):
    _played(Keepers(settings=SurfaceSettings(game="cult", preset=preset)), preset, presses)
