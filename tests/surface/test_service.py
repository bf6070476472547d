"""The service view: Nature and Sun held together in attract tell the staff where the console is."""

import pytest
from msgspec.structs import replace

from runeheart.console.door import dots_of
from runeheart.core.panel import Button, Pattern, Press
from runeheart.surface import prop as surface
from runeheart.surface.api import Door, NewGame, SurfaceSettings
from runeheart.surface.screens import draw
from runeheart.surface.ui import KNOCK_MS, SERVICE_MS, Attract, Choosing, Service
from runeheart.surface.views import ServiceScreen
from support.qr import dots_of as seen_dots
from support.qr import text_of

ADDRESSES = [
    "http://10.0.0.7:8080",
    "http://192.168.178.123:8080",
    "https://runeheart.example",
    "http://escape-room-prop-1.local:8080",
]
HERE = SurfaceSettings(console=Door("http://10.0.0.7:8080", dots_of("http://10.0.0.7:8080")))


class Hands:
    def __init__(self, settings=HERE):
        self.settings = settings
        self.now_ms = 1000
        self.ui = surface.start(self.now_ms)
        self.wanted = []

    def _take(self, reaction):
        self.ui = reaction.ui
        self.wanted += reaction.intents

    def edge(self, name, *, down):
        self._take(surface.press(self.ui, None, Press(Button(name), down, self.now_ms), self.settings))

    def down(self, *names):
        for name in names:
            self.edge(name, down=True)

    def up(self, *names):
        for name in names:
            self.edge(name, down=False)

    def after(self, time_ms):
        end_ms = self.now_ms + time_ms
        while (
            due := surface.wake_ms(self.ui, None, self.now_ms, self.settings)
        ) is not None and due <= end_ms:
            self.now_ms = max(due, self.now_ms + 1)
            self._take(surface.tick(self.ui, None, self.now_ms, self.settings))
        self.now_ms = end_ms
        self._take(surface.tick(self.ui, None, self.now_ms, self.settings))

    @property
    def screen(self):
        return surface.panel(self.ui, None, self.now_ms, self.settings).screen


def test_both_held_for_five_seconds_open_it_and_letting_go_does_nothing():
    hands = Hands()
    hands.down("nature", "sun")
    hands.after(KNOCK_MS - 1)
    assert not isinstance(hands.ui.mode, Service)
    hands.after(1)
    assert isinstance(hands.screen, ServiceScreen)
    hands.up("nature", "sun")
    hands.after(2000)
    assert isinstance(hands.ui.mode, Service)
    assert hands.wanted == []


def test_while_they_are_held_their_lights_fill_and_the_others_are_dark():
    hands = Hands()
    hands.down("sun")
    hands.after(300)
    hands.down("nature")
    hands.after(2000)
    lights = surface.panel(hands.ui, None, hands.now_ms, HERE).lights
    assert [light.pattern for light in lights] == [Pattern.HOLDING, *[Pattern.OFF] * 4, Pattern.HOLDING]


def test_one_that_is_let_go_too_early_ends_it_and_begins_no_game():
    hands = Hands()
    hands.down("nature", "sun")
    hands.after(KNOCK_MS - 100)
    hands.up("sun")
    assert isinstance(hands.ui.mode, Attract)
    hands.after(60_000)
    hands.up("nature")
    assert isinstance(hands.ui.mode, Attract)
    assert hands.wanted == []
    hands.down("nature")
    hands.up("nature")
    assert isinstance(hands.ui.mode, Choosing), "the next tap is one again"


@pytest.mark.parametrize("others", [("nature", "moon"), ("fire", "sun"), ("nature",)])
def test_other_runes_begin_a_game_as_always(others):
    hands = Hands()
    hands.down(*others)
    hands.after(KNOCK_MS)
    assert not isinstance(hands.ui.mode, Service)


def test_a_second_hand_that_comes_after_the_first_was_taken_is_too_late():
    hands = Hands()
    hands.down("nature")
    hands.after(900)
    assert isinstance(hands.ui.mode, Choosing)
    hands.down("sun")
    hands.after(KNOCK_MS)
    assert not isinstance(hands.ui.mode, Service)


def test_it_leaves_by_itself():
    hands = Hands()
    hands.down("nature", "sun")
    hands.after(KNOCK_MS)
    hands.up("nature", "sun")
    hands.after(SERVICE_MS - 1)
    assert isinstance(hands.ui.mode, Service)
    hands.after(1)
    assert isinstance(hands.ui.mode, Attract)


@pytest.mark.parametrize("how_long_ms", [50, 1000])
@pytest.mark.parametrize("name", [button.value for button in Button])
def test_any_press_leaves_it_and_does_nothing_else(name, how_long_ms):
    hands = Hands()
    hands.down("nature", "sun")
    hands.after(KNOCK_MS)
    hands.up("nature", "sun")
    hands.down(name)
    hands.after(how_long_ms)
    hands.up(name)
    assert isinstance(hands.ui.mode, Attract)
    assert hands.wanted == []


def test_another_rune_beside_the_two_changes_nothing():
    hands = Hands()
    hands.down("nature", "sun", "fire")
    hands.after(2000)
    hands.up("fire")
    hands.after(KNOCK_MS)
    assert isinstance(hands.ui.mode, Service)
    assert not any(isinstance(wish, NewGame) for wish in hands.wanted)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_code_on_the_screen_leads_to_the_address(address):
    picture = draw(ServiceScreen(Door(address, dots_of(address))))
    dots, margin = seen_dots(picture)
    assert text_of(dots) == address.upper()
    assert margin >= 1.5, "a light frame, or no phone finds it"


def test_a_dot_that_is_wrong_would_be_found_out():
    dots = [[dot == "1" for dot in row] for row in dots_of(ADDRESSES[0])]
    dots[-1][-1] = not dots[-1][-1]
    with pytest.raises(AssertionError):
        text_of(dots)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_address_is_told_in_words_too(address):
    assert address in ServiceScreen(Door(address, dots_of(address))).words


def test_a_console_that_is_off_is_said_to_be_off():
    hands = Hands(replace(HERE, console=None))
    hands.down("nature", "sun")
    hands.after(KNOCK_MS)
    assert "It is off" in hands.screen.words
    assert draw(hands.screen).getbbox() is not None


def test_a_console_for_this_machine_only_says_so():
    door = Door("http://127.0.0.1:8080", dots_of("http://127.0.0.1:8080"), is_for_phones=False)
    assert "This machine only" in ServiceScreen(door).words


def test_the_wave_that_tries_the_lights_runs_over_all_of_them_and_ends():
    reaction = surface.sweep(surface.start(0), 1000, HERE)
    assert reaction.cues
    lights = surface.panel(reaction.ui, None, 1500, HERE).lights
    assert {light.pattern for light in lights} == {Pattern.WAVE}
    after = surface.tick(reaction.ui, None, 1000 + surface.SWEEP_MS, HERE)
    lights = surface.panel(after.ui, None, 4000, HERE).lights
    assert {light.pattern for light in lights} == {Pattern.BREATHE}
