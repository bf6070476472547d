"""Golden pictures of the Cult's screens, dot by dot, and what docs/playing.md shows of them."""

import cmath
import math
from pathlib import Path
from typing import get_args

import pytest

from runeheart.surface import cult_shapes
from runeheart.surface.cult_views import MARK_WIDTH, CultView
from runeheart.surface.letters import SMALL
from runeheart.surface.screens import draw
from runeheart.surface.short_names import shorts
from support.cult_pictures import IN_DOCS, SCREENS
from support.pictures import framed, same

GOLDEN = Path(__file__).parent / "golden_cult"
PICTURES = Path(__file__).parents[2] / "docs/pictures"


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_drawn_as_they_were_approved(name):
    same(draw(SCREENS[name]), GOLDEN / f"{name}.png")


def test_every_kind_of_screen_has_a_picture_and_no_picture_is_left_over():
    assert {type(screen) for screen in SCREENS.values()} == set(get_args(CultView))
    assert {path.stem for path in GOLDEN.iterdir()} == set(SCREENS)


@pytest.mark.parametrize("name", IN_DOCS)
def test_the_docs_show_the_screens_as_they_are(name):
    same(framed(draw(SCREENS[name])), PICTURES / f"cult-{name}.png")


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_drawn_beyond_the_edge(name):
    """What is shown whole stays whole: a picture drawn on a wider glass has nothing right of the screen."""
    screen = SCREENS[name]
    assert draw(screen).size == (128, 64)
    assert all(screen.words)
    assert hash(screen) == hash(SCREENS[name])
    for line in screen.message:
        assert line in screen.words


def test_the_arrow_points_to_the_button_that_lies_there():
    """The bearing's arrow is rotated with the prop: slot 0 is up, 3 down, whatever the table calls it."""
    pictures = {name: draw(SCREENS[name]) for name in ("home-turned", "home-long-name")}
    rows = {
        name: [sum(picture.getpixel((x, y)) > 0 for x in range(14, 37)) for y in range(10, 40)]
        for name, picture in pictures.items()
    }
    # an arrow's head is wide, its shaft is not: up it is wide near its top, down near its foot
    assert max(rows["home-turned"][:15]) > max(rows["home-turned"][15:])
    assert max(rows["home-long-name"][:15]) < max(rows["home-long-name"][15:])


@pytest.mark.parametrize("slot", range(6))
def test_a_pointer_cannot_be_read_as_one_to_another_side(slot):
    """Turned by a third of a circle about its own middle it is another picture; a bare head would not be."""
    rows = cult_shapes.pointer(slot, 50)
    dots = {(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}
    middle = sum(complex(*dot) for dot in dots) / len(dots)
    for third in (1, 2):
        turn = cmath.rect(1, math.tau * third / 3)
        places = (middle + (complex(*dot) - middle) * turn for dot in dots)
        turned = {(round(place.real), round(place.imag)) for place in places}
        assert len(dots & turned) / len(dots | turned) < 0.65


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ada", "Ben", "Dorothea"), ("Ada", "Ben", "Dor")),
        (("Ada", "Adam", "Adalbert"), ("Ada", "Adm", "Adt")),
        (("Anna", "Anna M", "ANNA", "anna"), ("Ann", "AnM", "AN", "ana")),
        (("Ольга", "Олег"), ("1.", "2.")),
        (("X", "x"), ("X", "x2")),
        (("Mmm", "Mm"), ("Mm", "M2")),
        (("Mmm", "Mmmm"), ("Mm", "M2")),
        (("2.", "Ольга"), ("2.", "2:")),
        (("M\u200bm", " \n"), ("Mm", "2.")),
    ],
)
def test_short_names_fit_and_no_two_are_alike(names, told):
    shown = shorts(names, MARK_WIDTH)
    assert len({one.casefold() for one in shown}) == len(names)
    assert all(SMALL.width(one) <= MARK_WIDTH for one in shown)
    assert shown == told
