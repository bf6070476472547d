"""The self-test's walk, over the real drivers on the virtual board, with a person at the buttons."""

import asyncio
import contextlib

import pytest
from PIL import Image

from runeheart.core.panel import Button, Preset
from runeheart.core.runes import RUNES
from runeheart.runtime.clock import SystemClock
from runeheart_hw.selftest import ASKED_LEVEL, CheckScreen, SelfTest, draw
from runeheart_hw.virtual.prop import open_virtual
from support.served import board_of

WAIT_S = 5


class Person:
    """Looks at the prop and presses; `does(words)` says which buttons to press for what the screen asks."""

    pause_s = 0.03
    """Longer than the settle time of 15 ms."""

    def __init__(self, board, does):
        self.board = board
        self.does = does
        self.asked = []
        self.lights = {}

    async def watch(self):
        answered = None
        while True:
            words = self.board.face().words
            if words != answered:
                answered = words
                self.asked.append(words)
                for button in self.does(words):
                    await self.tap(button)
            await asyncio.sleep(0.001)

    async def tap(self, button):
        await self.move(button, True)
        self.lights.setdefault(button, self.board.face().lights)
        await self.move(button, False)

    async def move(self, button, down):
        await asyncio.wrap_future(self.board.press(button, down=down))
        await asyncio.sleep(self.pause_s)


def obedient(words):
    if words[-1] == "Press it":
        return [Button(words[2].lower())]
    return [Button.SUN] if words[-1] in PATTERNS else []


PATTERNS = ("all on", "checker", "runes")


def walk(does, overrides=None, wait_s=WAIT_S, before=lambda board: None, sounds=True, person_class=Person):
    """Return the findings, what was said, and the person."""
    overrides = (overrides or {}) | ({} if sounds else {"buzzer": {"kind": "none"}})
    profile, board = board_of(overrides, bounce=True)
    person, said = person_class(board, does), []

    async def session():
        clock = SystemClock()
        devices = open_virtual(profile, board, clock=clock, draw=draw)
        before(board)
        test = SelfTest(
            devices,
            board.buttons,
            has_screen=profile.oled.controller != "none",
            has_buzzer=profile.buzzer.kind != "none",
            preset=Preset.NORMAL,
            say=said.append,
            wait_s=wait_s,
        )
        watching = asyncio.create_task(person.watch())
        try:
            return await test.run()
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
            devices.close()

    try:
        return asyncio.run(session()), "".join(said), person
    finally:
        board.close()


class Patient(Person):
    """Waits for a settle time so long that a busy machine does not cut a chatter in two."""

    pause_s = 0.2


def test_a_good_prop_passes_with_its_bounces_counted_and_its_lights_following():
    findings, said, person = walk(
        obedient, {"buttons": {"settle_ms": 100}}, sounds=False, person_class=Patient
    )
    assert [finding.step for finding in findings[:6]] == list(RUNES)
    assert all(finding.seen for finding in findings), said
    assert len(findings) == 9
    for index, rune in enumerate(RUNES):
        assert person.lights[Button(rune)] == tuple(1.0 if i == index else 0.0 for i in range(6))
        assert "4 bounces" in findings[index].note
    assert len(said.splitlines()) == 9


def test_what_nobody_presses_is_not_seen_and_the_walk_goes_on():
    findings, said, _person = walk(
        lambda words: [] if "WATER" in words else obedient(words), wait_s=0.4, sounds=False
    )
    assert [finding.step for finding in findings if not finding.seen] == ["water"]
    assert "not seen" in said


def test_another_rune_in_its_place_is_named():
    swapped = {Button.FIRE: Button.MOON}
    findings, _said, _person = walk(
        lambda words: [swapped.get(button, button) for button in obedient(words)], wait_s=0.4, sounds=False
    )
    assert not findings[1].seen
    assert "moon came in place of fire" in findings[1].note


def test_another_rune_first_is_named_too():
    findings, _said, _person = walk(
        lambda words: [Button.STORM, Button.FIRE] if "FIRE" in words else obedient(words), sounds=False
    )
    assert findings[1].seen
    assert "storm came first" in findings[1].note


class Watchful(Person):
    """Notes the lights after each move, too."""

    async def move(self, button, down):
        await super().move(button, down)
        self.seen = [*getattr(self, "seen", []), (button, down, self.board.face().lights)]


def test_the_asked_runes_light_stays_while_wrong_runes_come_and_go():
    _findings, _said, person = walk(
        lambda words: [Button.STORM, Button.FIRE] if "FIRE" in words else obedient(words),
        sounds=False,
        person_class=Watchful,
    )
    lights = next(lights for button, down, lights in person.seen if button is Button.STORM and not down)
    asked = pytest.approx(ASKED_LEVEL**2, abs=0.01)
    assert lights == (0, asked, 0, 0, 0, 0)
    lights = next(lights for button, down, lights in person.seen if button is Button.STORM and down)
    assert lights == (0, asked, 0, 1, 0, 0)


def test_the_hearts_light_is_tested_with_its_button():
    heart = {"buttons": {"pins": {"heart": 20}}, "lights": {"pins": {"heart": 12}}}
    findings, _said, person = walk(obedient, heart, sounds=False, person_class=Watchful)
    assert [finding.step for finding in findings[:7]] == [*RUNES, "heart"]
    assert findings[6].seen
    hearts = [(button, down, lights[6]) for button, down, lights in person.seen]
    assert all(level == 0 for button, down, level in hearts if button is Button.MOON and down)
    assert (Button.HEART, True, 1.0) in hearts


class JammedMoon(Person):
    async def move(self, button, down):
        if down or button is not Button.MOON:
            await super().move(button, down)


def test_a_button_that_stays_down_is_told():
    findings, _said, _person = walk(obedient, wait_s=0.4, sounds=False, person_class=JammedMoon)
    assert not findings[4].seen
    assert "jammed" in findings[4].note


def test_a_screen_that_does_not_answer_is_told_without_waiting():
    findings, _said, _person = walk(
        lambda words: obedient(words) if words[-1] == "Press it" else [],
        before=lambda board: board.oled.unplug(),
        sounds=False,
    )
    screens = [finding for finding in findings if finding.step.startswith("screen")]
    assert len(screens) == 3
    assert not any(finding.seen for finding in screens)
    assert "0x3C" in screens[0].note


def test_sounds_are_played_and_asked_for():
    tones = []
    findings, _said, _person = walk(
        lambda words: obedient(words) if words[-1] in PATTERNS or words[-1] == "Press it" else [],
        wait_s=0.4,
        before=lambda board: board.watch(lambda: None, lambda _ms, hertz: tones.append(hertz)),
    )
    heard = [finding for finding in findings if finding.step.startswith("sound")]
    assert len(heard) == 3
    assert not any(finding.seen for finding in heard)
    assert {185.0, 784.0, 523.0} <= {round(hertz) for hertz in tones}
    assert tones[-1] == 0


def test_a_prop_without_screen_and_buzzer_is_not_asked_for_them():
    # without a screen the words are still told to the page
    findings, _said, _person = walk(obedient, {"oled": {"controller": "none"}}, sounds=False)
    assert [finding.step for finding in findings] == list(RUNES)
    assert all(finding.seen for finding in findings)


@pytest.mark.parametrize("rune", RUNES)
def test_every_rune_has_a_picture_of_its_own(rune):
    picture = draw(CheckScreen("rune", ("1", rune.upper(), "Press it"), rune))
    others = [
        draw(CheckScreen("rune", ("1", rune.upper(), "Press it"), other)) for other in RUNES if other != rune
    ]
    assert picture.size == (128, 64)
    assert picture.tobytes() not in [other.tobytes() for other in others]


def test_patterns():
    full = draw(CheckScreen("all on"))
    assert set(full.tobytes()) == {0xFF}
    checker = draw(CheckScreen("checker"))
    assert Image.Image.getbbox(checker) == (0, 0, 128, 64)
    lit = sum(byte.bit_count() for byte in checker.tobytes())
    assert 4000 < lit < 4400
    assert CheckScreen("checker").words == ("Self-test", "checker")
