"""Every moment that is heard is seen, and the other way round: players may lack either sense."""

from collections.abc import Mapping

from msgspec import Struct

from runeheart.core.panel import Cue, Pattern


class Moment(Struct, frozen=True):
    """What sounds and what the lights do at a moment; `light` says it in words, as in docs/playing.md."""

    cue: Cue
    pattern: Pattern
    light: str


MOMENTS: Mapping[str, Moment] = {
    "tap": Moment(Cue.TAP, Pattern.ON, "the pressed rune lights up, or goes dark where it was bright"),
    "chosen": Moment(Cue.TAP, Pattern.BLINK, "the chosen rune blinks; entered runes of a final sequence too"),
    "holding": Moment(Cue.TAP, Pattern.HOLDING, "the held rune fills up from dark to bright"),
    "refused": Moment(Cue.REFUSED, Pattern.OFF, "the pressed rune keeps its answer half a second longer"),
    "clue": Moment(Cue.CLUE, Pattern.PULSE, "all unlocked runes pulse once"),
    "locked": Moment(Cue.LOCK, Pattern.ON, "the rune stays lit"),
    "mistake": Moment(Cue.MISTAKE, Pattern.FLASH, "the wrong rune flashes three times"),
    "tick": Moment(Cue.TICK, Pattern.PULSE, "in the last 30 seconds all unlocked runes pulse once a second"),
    "tick_fast": Moment(Cue.TICK_FAST, Pattern.PULSE, "in the last 10 seconds they pulse twice a second"),
    "defused": Moment(Cue.DEFUSED, Pattern.WAVE, "a wave runs round the runes"),
    "exploded": Moment(Cue.EXPLODED, Pattern.BURST, "all runes flash once and go dark"),
    "drift": Moment(Cue.DRIFT, Pattern.PULSE, "the rune of the direction pulses once"),
    "charge": Moment(Cue.CHARGE, Pattern.PULSE, "the runes towards Broods beside you that charge pulse once"),
    "spawn": Moment(Cue.SPAWN, Pattern.PULSE, "all runes pulse once"),
    "burst": Moment(Cue.BURST, Pattern.WAVE, "a wave runs round the runes, once"),
    "destroyed": Moment(Cue.DESTROYED, Pattern.BURST, "all runes flash once"),
    "discharge": Moment(
        Cue.DISCHARGE,
        Pattern.FLASH,
        "the rune towards the Brood flashes three times; all runes, where it is in your Hex",
    ),
    "retaliation": Moment(Cue.RETALIATION, Pattern.FLASH, "all runes flash three times"),
    "resolved": Moment(Cue.RESOLVED, Pattern.WAVE, "a wave runs round the runes"),
    "defeated": Moment(Cue.DEFEATED, Pattern.BURST, "all runes flash once and go dark"),
    "cult_moved": Moment(Cue.CULT_MOVED, Pattern.BLINK, "the rune to which the cult went blinks"),
    "cultist_made": Moment(Cue.CULTIST_MADE, Pattern.PULSE, "all runes pulse once"),
    "infiltrated": Moment(Cue.INFILTRATED, Pattern.PULSE, "all runes pulse three times"),
    "branded": Moment(Cue.BRANDED, Pattern.FLASH, "all runes flash three times"),
    "ritual": Moment(Cue.RITUAL, Pattern.WAVE, "a wave runs round the runes"),
    "eliminated": Moment(Cue.ELIMINATED, Pattern.BURST, "all runes flash once and go dark"),
    "cult_over": Moment(Cue.CULT_OVER, Pattern.WAVE, "a wave runs round the runes, for longer"),
}
