"""What differs between two configurations, by path, and what of it needs no restart."""

from runeheart.runtime.changes import changes


def _told(before, after):
    return [(str(change), change.is_live) for change in changes(before, after)]


def test_each_setting_is_named_with_both_values():
    before = {"prop": {"name": "A", "board": "x"}, "heart": {"house": {"answers": "open"}, "code": None}}
    after = {"prop": {"name": "B", "board": "y"}, "heart": {"house": {}, "code": "NF-0007-XP"}}
    assert _told(before, after) == [
        ('heart.code: nothing → "NF-0007-XP"', True),
        ('heart.house.answers: "open" → nothing', True),
        ('prop.board: "x" → "y"', False),
        ('prop.name: "A" → "B"', True),
    ]


def test_what_is_the_same_is_no_change():
    assert _told({"a": {"b": [1, {"c": 2}]}}, {"a": {"b": [1, {"c": 2}]}}) == []


def test_brightness_is_live_and_pins_are_not():
    before = {"lights": {"brightness": 1.0, "pins": {"fire": 27}}}
    after = {"lights": {"brightness": 0.5, "pins": {"fire": 22}}}
    assert _told(before, after) == [
        ("lights.brightness: 1.0 → 0.5", True),
        ("lights.pins.fire: 27 → 22", False),
    ]


def test_a_table_is_live_only_by_its_whole_name():
    assert not changes({"heartless": {"x": 1}}, {"heartless": {"x": 2}})[0].is_live
