"""Game time runs, stands, and never drifts."""

from runeheart.runtime.gameclock import GameClock


def test_stands_until_it_is_started():
    clock = GameClock()
    assert clock.now_ms(999_999) == 0
    assert clock.mono_ms(10) is None


def test_runs_from_its_base_and_back():
    clock = GameClock().follow(runs=True, at_ms=0, mono_ms=5_000)
    assert clock.now_ms(6_234) == 1_234
    assert clock.mono_ms(1_234) == 6_234


def test_a_moment_before_the_base_does_not_turn_time_back():
    clock = GameClock(100).follow(runs=True, at_ms=100, mono_ms=5_000)
    assert clock.now_ms(4_990) == 100


def test_paused_fifteen_minutes_is_exact():
    clock = GameClock().follow(runs=True, at_ms=0, mono_ms=7)
    clock = clock.follow(runs=False, at_ms=clock.now_ms(61_007), mono_ms=61_007)
    assert clock.now_ms(61_007 + 900_000) == 61_000
    clock = clock.follow(runs=True, at_ms=61_000, mono_ms=961_007)
    assert clock.now_ms(961_008) == 61_001


def test_a_thousand_pauses_do_not_drift():
    clock = GameClock()
    mono_ms = 0
    for _ in range(1_000):
        clock = clock.follow(runs=True, at_ms=clock.at_ms, mono_ms=mono_ms)
        mono_ms += 600  # a 10-minute game in a thousand pieces
        clock = clock.follow(runs=False, at_ms=clock.now_ms(mono_ms), mono_ms=mono_ms)
        mono_ms += 333
    assert clock.now_ms(mono_ms) == 600_000


def test_following_a_game_that_just_runs_keeps_the_base():
    clock = GameClock(5, 1_000)
    assert clock.follow(runs=True, at_ms=77, mono_ms=1_072) is clock
