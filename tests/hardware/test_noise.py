"""The minute over which noise is told."""

from runeheart.core.panel import Button
from runeheart_hw.debounce import Counters
from runeheart_hw.noise import LOUD, Noise

SECOND = 1_000_000_000


def _counts(**noise):
    return {Button(name): Counters(noise=pulses) for name, pulses in noise.items()}


def test_nothing_is_loud_before_there_was_a_mark():
    assert Noise().loud(_counts(sun=1_000)) == {}


def test_what_came_within_the_minute_counts_and_quiet_lines_are_not_named():
    noise = Noise()
    noise.mark(0, _counts(sun=500, moon=3))
    assert noise.loud(_counts(sun=500 + LOUD - 1, moon=3)) == {}
    assert noise.loud(_counts(sun=500 + LOUD - 1, moon=4)) == {Button.SUN: LOUD - 1, Button.MOON: 1}


def test_refused_presses_are_noise_too():
    noise = Noise()
    noise.mark(0, {Button.SUN: Counters()})
    assert noise.loud({Button.SUN: Counters(noise=10, crosstalk=LOUD)}) == {Button.SUN: LOUD + 10}


def test_after_a_quiet_minute_it_is_over():
    noise = Noise()
    noise.mark(0, _counts(sun=0))
    for second in range(1, 61):
        noise.mark(second * SECOND, _counts(sun=100))
        assert noise.loud(_counts(sun=100)) == {Button.SUN: 100}
    noise.mark(61 * SECOND, _counts(sun=100))
    assert noise.loud(_counts(sun=100)) == {}


def test_it_keeps_a_minute_however_often_it_is_asked():
    noise = Noise()
    for tenth in range(10_000):
        noise.mark(tenth * SECOND // 10, _counts(sun=tenth))
    assert len(noise._marks) <= 62
