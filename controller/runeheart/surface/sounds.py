"""What each Cue sounds like, per preset. Knows no game and no buzzer.

A buzzer has no volume. A small piezo is loud near 2 … 4 kHz and soft far below; a short tone seems softer
than a long one. So `quiet` is lower and shorter, and `calm` is a few low, short steps and never an alarm.
"""

from collections.abc import Mapping

from runeheart.core.panel import Cue, Preset, Tone


def tones(cue: Cue, preset: Preset) -> tuple[Tone, ...]:
    """Return the melody of a cue; empty is silence."""
    return _TONES[preset][cue]


def length_ms(cue: Cue, preset: Preset) -> int:
    """Return how long the melody of a cue sounds."""
    return sum(tone.length_ms for tone in tones(cue, preset))


def _melody(*steps: tuple[int, int]) -> tuple[Tone, ...]:
    return tuple(Tone(frequency_hz, length_ms) for frequency_hz, length_ms in steps)


_NORMAL: Mapping[Cue, tuple[Tone, ...]] = {
    Cue.TAP: _melody((1320, 25)),
    Cue.REFUSED: _melody((185, 140)),
    Cue.CLUE: _melody((784, 70), (1047, 70), (1568, 110)),
    Cue.LOCK: _melody((659, 90), (880, 90), (1319, 220)),
    # as long as the three flashes of its light
    Cue.MISTAKE: _melody((392, 150), (0, 150), (311, 150), (0, 150), (233, 300)),
    Cue.TICK: _melody((1047, 25)),
    Cue.TICK_FAST: _melody((1397, 25)),
    Cue.DEFUSED: _melody((523, 130), (659, 130), (784, 130), (1047, 260), (0, 60), (784, 130), (1047, 520)),
    Cue.EXPLODED: _melody(
        (1760, 50), (1397, 50), (1109, 50), (880, 60), (698, 60), (554, 70), (440, 80), (349, 100),
        (277, 120), (220, 150), (175, 200), (131, 260), (98, 500),
    ),
    Cue.DRIFT: _melody((294, 90), (330, 90), (294, 120)),
    Cue.CHARGE: _melody((440, 40), (554, 60)),
    Cue.SPAWN: _melody((165, 90), (208, 90), (165, 160)),
    Cue.BURST: _melody((147, 120), (196, 120), (147, 120), (110, 320)),
    Cue.DESTROYED: _melody((784, 60), (988, 60), (494, 140)),
    # as long as the three flashes of their lights
    Cue.DISCHARGE: _melody((1175, 60), (880, 90), (0, 150), (698, 150), (0, 150), (523, 300)),
    Cue.RETALIATION: _melody((262, 150), (0, 150), (262, 150), (0, 150), (131, 300)),
    Cue.RESOLVED: _melody((392, 150), (523, 150), (659, 150), (784, 150), (1047, 300), (0, 60), (1319, 520)),
    Cue.DEFEATED: _melody((440, 180), (392, 180), (330, 180), (262, 260), (0, 80), (131, 520)),
    Cue.CULT_MOVED: _melody((196, 90), (0, 50), (147, 140)),
    Cue.CULTIST_MADE: _melody((330, 80), (294, 80), (247, 180)),
    Cue.INFILTRATED: _melody((392, 120), (370, 120), (311, 120), (233, 340)),
    Cue.BRANDED: _melody((622, 60), (440, 60), (622, 60), (440, 60), (262, 320)),
    Cue.RITUAL: _melody((147, 220), (175, 220), (147, 220), (131, 460)),
    Cue.ELIMINATED: _melody((294, 200), (277, 200), (262, 200), (131, 600)),
    Cue.CULT_OVER: _melody((262, 160), (311, 160), (392, 160), (523, 320), (0, 60), (392, 160), (523, 560)),
}  # fmt: skip

_QUIET: Mapping[Cue, tuple[Tone, ...]] = {
    Cue.TAP: _melody((660, 12)),
    Cue.REFUSED: _melody((165, 70)),
    Cue.CLUE: _melody((392, 40), (523, 60)),
    Cue.LOCK: _melody((440, 50), (659, 90)),
    Cue.MISTAKE: _melody((196, 100), (0, 100), (165, 150)),
    Cue.TICK: _melody(),  # the pulse of the lights says it; the last ten seconds are heard
    Cue.TICK_FAST: _melody((523, 12)),
    Cue.DEFUSED: _melody((392, 80), (494, 80), (587, 80), (784, 200)),
    Cue.EXPLODED: _melody((294, 80), (220, 100), (165, 140), (110, 260)),
    Cue.DRIFT: _melody((220, 60), (247, 80)),
    Cue.CHARGE: _melody((330, 30), (415, 40)),
    Cue.SPAWN: _melody((147, 60), (185, 80)),
    Cue.BURST: _melody((131, 80), (175, 80), (110, 160)),
    Cue.DESTROYED: _melody((440, 40), (330, 90)),
    Cue.DISCHARGE: _melody((392, 80), (0, 60), (262, 120)),
    Cue.RETALIATION: _melody((196, 100), (0, 80), (131, 160)),
    Cue.RESOLVED: _melody((330, 80), (415, 80), (494, 80), (659, 200)),
    Cue.DEFEATED: _melody((262, 90), (220, 110), (165, 140), (131, 220)),
    Cue.CULT_MOVED: _melody((175, 60), (0, 40), (131, 90)),
    Cue.CULTIST_MADE: _melody((262, 50), (233, 50), (196, 100)),
    Cue.INFILTRATED: _melody((294, 70), (277, 70), (233, 70), (175, 160)),
    Cue.BRANDED: _melody((392, 40), (294, 40), (392, 40), (294, 40), (196, 160)),
    Cue.RITUAL: _melody((147, 110), (175, 110), (147, 110), (131, 220)),
    Cue.ELIMINATED: _melody((220, 100), (208, 100), (196, 100), (110, 300)),
    Cue.CULT_OVER: _melody((262, 80), (311, 80), (392, 80), (494, 200)),
}

_CALM: Mapping[Cue, tuple[Tone, ...]] = {
    Cue.TAP: _melody((330, 12)),
    Cue.REFUSED: _melody((147, 60)),
    Cue.CLUE: _melody((262, 40), (330, 50)),
    Cue.LOCK: _melody((262, 50), (392, 80)),
    Cue.MISTAKE: _melody((165, 90), (147, 90)),
    Cue.TICK: _melody(),
    Cue.TICK_FAST: _melody(),
    Cue.DEFUSED: _melody((262, 90), (330, 90), (392, 140)),
    Cue.EXPLODED: _melody((196, 90), (165, 90), (131, 140)),
    Cue.DRIFT: _melody((196, 50), (220, 60)),
    Cue.CHARGE: _melody((262, 25), (294, 30)),
    Cue.SPAWN: _melody((131, 50), (165, 60)),
    Cue.BURST: _melody((131, 60), (165, 60), (131, 90)),
    Cue.DESTROYED: _melody((294, 35), (220, 70)),
    Cue.DISCHARGE: _melody((262, 60), (196, 100)),
    Cue.RETALIATION: _melody((165, 80), (131, 100)),
    Cue.RESOLVED: _melody((262, 90), (330, 90), (392, 140)),
    Cue.DEFEATED: _melody((220, 90), (175, 90), (131, 140)),
    Cue.CULT_MOVED: _melody((165, 60), (131, 80)),
    Cue.CULTIST_MADE: _melody((196, 60), (175, 80)),
    Cue.INFILTRATED: _melody((220, 70), (208, 70), (165, 120)),
    Cue.BRANDED: _melody((196, 80), (147, 80), (131, 100)),
    Cue.RITUAL: _melody((131, 100), (147, 100), (131, 120)),
    Cue.ELIMINATED: _melody((165, 100), (147, 100), (110, 140)),
    Cue.CULT_OVER: _melody((196, 90), (262, 90), (330, 140)),
}

_TONES: Mapping[Preset, Mapping[Cue, tuple[Tone, ...]]] = {
    Preset.NORMAL: _NORMAL,
    Preset.QUIET: _QUIET,
    Preset.CALM: _CALM,
}
