"""Golden pictures of the Ruin and of the menu, and what docs/playing.md shows of them (test_pictures)."""

from pathlib import Path
from typing import get_args

import pytest

from runeheart.surface.letters import SMALL, WIDTH, lines
from runeheart.surface.menu_screens import LEFT, ROOM
from runeheart.surface.menu_views import AskScreen, MenuView
from runeheart.surface.screens import draw
from support.pictures import framed, same
from support.ruin_pictures import IN_DOCS, SCREENS

GOLDEN = Path(__file__).parent / "golden_ruin"
PICTURES = Path(__file__).parents[2] / "docs/pictures"


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_drawn_as_they_were_approved(name):
    same(draw(SCREENS[name]), GOLDEN / f"{name}.png")


def test_every_kind_of_screen_has_a_picture_and_no_picture_is_left_over():
    assert {type(screen) for screen in SCREENS.values()} == set(get_args(MenuView))
    assert {path.stem for path in GOLDEN.iterdir()} == set(SCREENS)


@pytest.mark.parametrize("name", IN_DOCS)
def test_the_docs_show_the_screens_as_they_are(name):
    same(framed(draw(SCREENS[name])), PICTURES / f"ruin-{name}.png")


@pytest.mark.parametrize("name", SCREENS)
def test_words_say_what_is_seen(name):
    screen = SCREENS[name]
    assert all(screen.words)
    assert hash(screen) == hash(SCREENS[name])
    for line in screen.message:
        assert line in screen.words


@pytest.mark.parametrize("name", [name for name, screen in SCREENS.items() if isinstance(screen, AskScreen)])
def test_every_text_has_room(name):
    screen = SCREENS[name]
    gauges = sum(9 + SMALL.width(gauge.text) + 5 for gauge in screen.gauges) - 5
    for text in (screen.status, screen.hint, *screen.rows):
        assert SMALL.width(text) <= ROOM, text
    assert gauges <= ROOM
    assert len(lines(screen.title, SMALL, ROOM)) <= 2
    assert len([part for line in screen.message for part in lines(line, SMALL, WIDTH - LEFT - 4)]) <= 3
