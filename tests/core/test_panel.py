import dataclasses

import pytest

from runeheart.core.panel import Button, Cue, Light, Panel, Pattern, Preset, Press, Tone
from runeheart.core.runes import RUNES


@dataclasses.dataclass(frozen=True)
class Words:
    words: tuple[str, ...] = ("RUNEHEART",)


def test_the_six_runes_are_the_first_six_buttons_in_their_order():  # H-011
    assert RUNES == ("nature", "fire", "water", "storm", "moon", "sun")
    assert tuple(Button) == (*RUNES, "heart")


def test_panels_are_values_so_that_only_a_change_is_shown():
    dark = (Light(),) * 6
    lit = (Light(Pattern.ON), *dark[1:])
    assert Panel(dark, Words()) == Panel(dark, Words())
    assert Panel(dark, Words()) != Panel(lit, Words())
    assert len({Panel(dark, Words()), Panel(dark, Words()), Panel(lit, Words())}) == 2
    assert Light(Pattern.BLINK, 5) != Light(Pattern.BLINK, 6)


@pytest.mark.parametrize(
    "value", [Light(), Panel((Light(),) * 6, Words()), Tone(440, 80), Press(Button.SUN, True, 1)]
)
def test_nothing_on_a_panel_can_be_changed_in_place(value):
    with pytest.raises(AttributeError):
        setattr(value, value.__struct_fields__[0], None)


@pytest.mark.parametrize("words", [Pattern, Cue, Preset, Button])
def test_names_on_the_wire_are_lower_case_words(words):
    assert all(str(word) == word.value == word.value.lower() for word in words)
