"""Golden pictures: each screen, dot by dot, and the pictures of docs/playing.md.

A picture that differs is put enlarged into tests/failures/, beside the one that was expected. After a wanted
change look at it there, then renew them all:

    RENEW_PICTURES=1 .venv/bin/python -m pytest tests/surface/test_pictures.py
"""

from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from PIL import Image

from runeheart.core.runes import RUNES
from runeheart.surface.glyphs import glyph
from runeheart.surface.letters import LARGE
from runeheart.surface.screens import draw
from runeheart.surface.views import HeartScreen
from support.pictures import IN_DOCS, SCREENS, framed, same

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
PICTURES = ROOT / "docs/pictures"


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_drawn_as_they_were_approved(name):
    same(draw(SCREENS[name]), GOLDEN / f"{name}.png")


def test_no_golden_picture_is_left_over():
    assert {path.stem for path in GOLDEN.iterdir()} == set(SCREENS)


def test_every_kind_of_screen_has_a_picture():
    assert {type(screen) for screen in SCREENS.values()} == set(get_args(HeartScreen))


@pytest.mark.parametrize("name", IN_DOCS)
def test_the_docs_show_the_screens_as_they_are(name):
    same(framed(draw(SCREENS[name])), PICTURES / f"screen-{name}.png")


def test_the_docs_show_the_runes_as_they_are():
    sheet = Image.new("1", (6 * 20, 20))
    for index, rune in enumerate(RUNES):
        for row, dots in enumerate(glyph(rune, 16)):
            for column, dot in enumerate(dots):
                sheet.putpixel((index * 20 + 2 + column, 2 + row), 255 * (dot == "#"))
    same(framed(sheet), PICTURES / "screen-runes.png")


def test_drawing_twice_gives_the_same_picture():
    for screen in SCREENS.values():
        assert draw(screen).tobytes() == draw(screen).tobytes()


@pytest.mark.parametrize("said", [("gjpqy",), ("gjpqy", "gjpqy")])
def test_a_message_is_whole_to_the_feet_of_its_letters(said):
    image = draw(replace(SCREENS["play"], message=said))
    left, shape = (128 - LARGE.width("gjpqy")) // 2, LARGE.shape("g")
    dots = [["." if image.getpixel((left + x, y)) else "#" for x in range(len(shape[0]))] for y in range(64)]
    drawn = "\n".join("".join(row) for row in dots)
    assert drawn.count("\n".join(shape)) == len(said)


@pytest.mark.parametrize("said", [("One line",), ("Two", "lines")])
@pytest.mark.parametrize(
    "name", ["play", "play-easy", "place", "final", "defused", "exploded", "choice", "sign"]
)
def test_a_message_covers_a_rune_or_a_digit_wholly_or_not_at_all(name, said):
    bare, told = (draw(replace(SCREENS[name], message=lines)) for lines in ((), said))
    rows = [[image.crop((0, y, 128, y + 1)) for y in range(64)] for image in (bare, told)]
    top = next(y for y, (one, other) in enumerate(zip(*rows, strict=True)) if one != other)
    assert rows[0][top].getbbox() is None or rows[0][top - 1].getbbox() is None


@pytest.mark.parametrize("size", [12, 16, 24])
def test_runes_differ_by_shape(size):
    """Each pair of runes differs in a sixth of all dots at least: told apart without colour and from afar."""
    for one in RUNES:
        for other in RUNES:
            if one < other:
                pairs = zip("".join(glyph(one, size)), "".join(glyph(other, size)), strict=True)
                assert sum(a != b for a, b in pairs) >= size * size / 6, (one, other)


@pytest.mark.parametrize("size", [12, 16, 24])
@pytest.mark.parametrize("rune", [*RUNES, "heart"])
def test_runes_fill_their_square(rune, size):
    rows = glyph(rune, size)
    assert [len(row) for row in rows] == [size] * size
    lit = [(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"]
    assert max(y for _, y in lit) - min(y for _, y in lit) >= size * 0.8
    assert 0.15 <= len(lit) / size**2 <= 0.75


@pytest.mark.parametrize("name", SCREENS)
def test_words_say_what_is_seen(name):
    screen = SCREENS[name]
    assert all(screen.words)
    for line in getattr(screen, "message", ()):
        assert line in screen.words
    for what in ("clock", "text", "name"):
        if hasattr(screen, what) and not name.startswith("power-lost"):
            assert any(getattr(screen, what) in line for line in screen.words)


def test_words_of_some_screens():
    assert SCREENS["play"].words == (
        "6:42 left",
        "Places: 1 fire, 2 open, 3 open, 4 moon, 5 open",
        "Mistakes 1 of 3",
        "Draws left 2",
        "Corruption 2 of 6",
        "Jack on space 2 of 5",
    )
    assert SCREENS["play-easy"].words[3] == "Draws without limit"
    assert SCREENS["possible-answers"].words[:2] == (
        "Possible answers",
        "4: fire, sun, water, moon, storm, nature",
    )
    assert SCREENS["final-refused"].words[2:] == (
        "Press the runes in order",
        "Hold Water to take one back, Nature to cancel",
        "2:12 left",
        "1 more rune",
    )
    assert SCREENS["exploded-twice"].words == (
        "EXPLODED",
        "Mistakes + time is up",
        "0:00 left",
        "The answer: fire, sun, water, moon, storm, nature",
    )
