"""Lessons by themselves: faces in their order, back, notes that go on or not; messages in words."""

import json

import pytest

from runeheart.cli.reader_lesson import Lesson, die_named, faces_of
from runeheart.cli.reader_words import counted, in_words
from runeheart.wire import framing, messages
from runeheart.wire.heading import HeadingSentence

TAGS = ("04A1", "04A2", "04A3")


@pytest.fixture
def notes(tmp_path):
    return tmp_path / "lessons" / "D4-1.json"


def lesson(notes, die="D4", faces=("1", "2", "3", "4")):
    return Lesson(die, 1, faces, notes)


class TestLesson:
    def test_faces_come_in_their_order_and_at_the_end_all_is_kept(self, notes):
        mine = lesson(notes)
        for face, tag in zip("123", TAGS, strict=True):
            assert mine.ask() == messages.Teach("D4", 1, int(face))
            mine.take(face, tag)
        mine.take("4", "04A4")
        assert mine.face is None
        assert mine.ask() == messages.Teach("D4", 1)
        assert mine.so_far()[1] == messages.Teach("D4", 1, 2, "04A2")

    def test_one_back_and_no_further_than_the_first(self, notes):
        mine = lesson(notes)
        mine.take("1", TAGS[0])
        mine.take("2", TAGS[1])
        assert mine.back() == "2"
        assert mine.face == "2"
        assert mine.back() == "1"
        assert mine.back() is None
        assert mine.learned == 0

    def test_it_goes_on_where_it_was_broken_off(self, notes):
        lesson(notes).take("1", TAGS[0])
        again = lesson(notes)
        assert again.face == "2"
        assert again.learned == 1
        again.anew()
        assert lesson(notes).learned == 0

    @pytest.mark.parametrize(
        "noted",
        [
            "",
            "not JSON",
            "[]",
            "3",
            '{"1": "04A1"}',
            '[["1", 3]]',
            '[["1"]]',
            '[["9", "04A1"]]',
            '[["2", "04A1"]]',
            '[["1", "04A1"], ["x", "04A2"]]',
            '[["1", "a,b"]]',
        ],
    )
    def test_notes_that_do_not_fit_count_for_nothing(self, notes, noted):
        notes.parent.mkdir()
        notes.write_text(noted, encoding="utf-8")
        assert lesson(notes).learned == 0

    def test_where_notes_cannot_be_written_the_lesson_goes_on(self, tmp_path):
        (tmp_path / "lessons").write_text("a file", encoding="utf-8")
        mine = lesson(tmp_path / "lessons" / "D4-1.json")
        mine.take("1", TAGS[0])
        mine.anew()
        assert mine.face == "1"

    def test_faces_of_the_movement_die_are_noted_by_their_words(self, notes):
        mine = lesson(notes, "MOV", ("road", "forest+hills"))
        mine.take("road", TAGS[0])
        mine.take("forest+hills", TAGS[1])
        assert json.loads(notes.read_text(encoding="utf-8")) == [["road", "04A1"], ["forest+hills", "04A2"]]
        assert mine.so_far()[1] == messages.Teach("MOV", 1, ("forest", "hills"), "04A2")

    def test_two_sides_of_a_movement_die_may_show_the_same(self, notes):
        faces = faces_of("MOV", ("road", "forest", "road"))
        mine = lesson(notes, "MOV", faces)
        mine.take("road", TAGS[0])
        mine.take("forest", TAGS[1])
        assert mine.face == "road"
        assert mine.has(TAGS[0])
        assert not mine.has(TAGS[2])
        mine.take("road", TAGS[2])
        assert lesson(notes, "MOV", faces).face is None


class TestDice:
    @pytest.mark.parametrize(
        ("name", "die"),
        [("d8", "D8"), ("D10", "D10"), ("compass", "CMP"), ("cmp", "CMP"), ("Movement", "MOV")],
    )
    def test_each_has_its_names(self, name, die):
        assert die_named(name) == die

    def test_their_faces(self):
        assert faces_of("D4", ()) == ("1", "2", "3", "4")
        assert faces_of("CMP", ()) == ("N", "NE", "SE", "S", "SW", "NW")
        assert faces_of("MOV", ("road", "forest+hills")) == ("road", "forest+hills")


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (messages.Roll(3, "D8", 5), "the D8 shows 5 (number 3)"),
        (messages.Roll(4, "CMP", "NW"), "the compass die shows NW (number 4)"),
        (messages.Roll(4, "MOV", ("forest", "hills")), "the movement die shows forest and hills (number 4)"),
        (messages.Confirm(5, 359.9), "confirmed: 359.9° (N) (number 5)"),
        (messages.Confirm(5), "confirm pressed (number 5)"),
        (HeadingSentence(98.3), "compass at 98.3° (SE)"),
        (messages.Identity(1, "1.0"), "a reader: firmware 1.0, protocol 1, sensors: none yet"),
        (messages.Beat(60, 3, 1), "on for 60 s, 1 sensor failing"),
        (messages.Beat(60, 3, 2), "on for 60 s, 2 sensors failing"),
        (messages.Beat(60, 3), "on for 60 s"),
        (messages.Error("pad1", "no answer"), "pad1: no answer"),
        (messages.Error("pad1"), "pad1 works again"),
        (messages.Calibrate("mag", "walk", 40), "calibration of mag: 40 %"),
        (messages.Calibrate("mag", "save"), "calibration of mag: save"),
        (messages.Teach(), "teaching: ended"),
        (messages.Teach("D8", 2), "teaching: the D8 number 2 is kept"),
        (messages.Teach("D8", 2, 5, "04A1"), "teaching: tag 04A1 is 5 of the D8 number 2"),
        (messages.Query(), "PRNH,Q, which a reader does not send"),
    ],
)
def test_each_message_in_words(message, words):
    assert in_words(message) == words


def test_what_was_counted_names_troubles_only_where_there_are_any():
    splitter = framing.Splitter()
    splitter.feed(framing.frame("PRNH,B,1,0,0"))
    assert counted(splitter) == "1 good sentences"
    splitter.feed(b"noise\r\n$PRNH,B,1,0,0*00\r\n$" + b"x" * 100)
    assert counted(splitter) == "1 good sentences, 1 with a bad checksum, 1 too long, 1 that no reader sends"
