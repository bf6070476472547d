"""Text in dots: every character that a screen can need, lines, pages, messages (issue points 6, 8)."""

import itertools
import string

import pytest

from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import KEYS, Clue, Kind, text
from runeheart.surface.letters import LARGE, PAGE_LINES, SMALL, WIDTH, lines, pages, shortened

WRITTEN = string.ascii_letters + string.digits + ".,:;!?'-+/()\"…∞&%="


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
def test_every_character_has_a_shape_of_its_own(font):
    shapes = {}
    for character in WRITTEN:
        shape = font.shapes[character]
        assert len(shape) == font.rows
        assert len({len(row) for row in shape}) == 1
        assert any("#" in row for row in shape)
        assert set("".join(shape)) <= {"#", "."}
        shapes.setdefault(shape, []).append(character)
    doubles = sorted("".join(same) for same in shapes.values() if len(same) > 1)
    assert doubles == []


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
def test_capitals_and_digits_stand_on_the_line(font):
    for character in string.ascii_uppercase + string.digits:
        shape = font.shapes[character]
        assert "#" in shape[0]
        assert not any("#" in row for row in shape[font.capital :])


def test_what_has_no_shape_is_its_base_letter_or_a_question_mark():
    assert LARGE.shape("Ü") == LARGE.shape("U")
    assert LARGE.shape("é") == LARGE.shape("e")
    assert LARGE.shape("火") == LARGE.shape("?")
    assert LARGE.shape("\uff21") == LARGE.shape("A")
    assert LARGE.shape("ﬁ") == LARGE.shape("?")  # two letters: neither alone would be right


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
def test_characters_that_cannot_be_drawn_are_named_once_each(font):
    assert font.cannot_draw("Saint Brân's Well, 2nd door (left)") == ()
    assert font.cannot_draw("日本 日") == ("日", "本")
    assert font.cannot_draw("a\nb\0c½ø") == ("\n", "\0", "½", "ø")


def test_width_counts_gaps_between_characters_only():
    assert SMALL.width("") == 0
    assert SMALL.width("i") == 1
    assert SMALL.width("il") == 1 + 1 + 2
    assert SMALL.width("i i") == 1 + 1 + 3 + 1 + 1


def test_lines_break_between_words_and_cut_what_is_too_long():
    assert lines("Nature comes somewhere before Water.", LARGE) == (
        "Nature comes",
        "somewhere before",
        "Water.",
    )
    cut = lines("X" * 30, LARGE)
    assert "".join(cut) == "X" * 30
    assert all(LARGE.width(line) <= WIDTH for line in cut)
    assert lines("", LARGE) == ()


def _every_clue():
    for kind, (one, other) in itertools.product(Kind, itertools.permutations(RUNES, 2)):
        runes = (one,) if "rune" in KEYS[kind] else (one, other)
        for number in range(1, 7):
            numbers = {"position": (number,), "positions": (number, number + 1), "distance": (number,)}
            yield Clue(kind, runes, numbers.get(KEYS[kind][-1], ()))


def test_every_clue_fits_on_two_screens_at_most():  # issue point 6
    counts = set()
    for clue in _every_clue():
        for length in (4, 5, 6):
            found = pages(text(clue, length))
            counts.add(len(found))
            assert all(len(page) <= PAGE_LINES for page in found)
            assert all(LARGE.width(line) <= WIDTH for page in found for line in page)
            assert " ".join(line for page in found for line in page) == text(clue, length)
    assert max(counts) <= 2


def test_two_pages_are_filled_evenly():
    found = pages("somewhere before " * 5)
    assert [len(page) for page in found] == [3, 2]


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("the game is over", ("The game is over",)),
        ("place 3 is not the next one: place 1 comes first", ("Place 3 is not the", "next one")),
        (
            "pause is only possible while the game is running; it is ready",
            ("Pause is only", "possible while th…"),
        ),
    ],
)
def test_a_refusal_is_shortened_to_two_lines(sentence, message):
    assert shortened(sentence) == message
    assert all(LARGE.width(line) <= WIDTH for line in message)
