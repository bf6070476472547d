"""The messages: each one says what it was built from, and nothing that may not be said."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.core.hexes import DIRECTIONS as HEXES
from runeheart.wire import messages as m
from runeheart.wire.fields import DICE, DIRECTIONS
from runeheart.wire.framing import Splitter, frame

EACH = [
    (m.Roll(17, "D8", 5), "PRNH,D,17,D8,5"),
    (m.Roll(9999, "CMP", "NE"), "PRNH,D,9999,CMP,NE"),
    (m.Roll(1, "MOV", ("forest", "old-road")), "PRNH,D,1,MOV,forest+old-road"),
    (m.Confirm(18, 98.3), "PRNH,C,18,98.3"),
    (m.Confirm(18), "PRNH,C,18,"),
    (m.HeadingSentence(98.25), "HCHDG,98.3,,,,"),
    (m.HeadingSentence(359.96), "HCHDG,0.0,,,,"),
    (m.HeadingSentence(7, variation=-3.5), "HCHDG,7.0,,,3.5,W"),
    (m.HeadingSentence(7, variation=12.34), "HCHDG,7.0,,,12.3,E"),
    (m.HeadingSentence(98.3, "HDM"), "HCHDM,98.3,M"),
    (m.HeadingSentence(98.3, "HDT"), "HCHDT,98.3,T"),
    (m.Identity(1, "0.1.0", ("pad1", "rose")), "PRNH,I,1,0.1.0,pad1+rose"),
    (m.Identity(1, "0.1.0"), "PRNH,I,1,0.1.0,"),
    (m.Beat(86400, 17, 1), "PRNH,B,86400,17,1"),
    (m.Error("pad1", "no answer: check the plug"), "PRNH,E,pad1,no answer: check the plug"),
    (m.Error("pad1"), "PRNH,E,pad1,"),
    (m.Await("D8"), "PRNH,A,D8"),
    (m.Await(), "PRNH,A,"),
    (m.Query(), "PRNH,Q"),
    (m.Repeat(17), "PRNH,R,17"),
    (m.Teach("D8", 1, 5), "PRNH,T,D8,1,5,"),
    (m.Teach("D8", 2, 5, "04A1B2C3"), "PRNH,T,D8,2,5,04A1B2C3"),
    (m.Teach("D8", 2), "PRNH,T,D8,2,,"),
    (m.Teach(), "PRNH,T,,,,"),
    (m.Calibrate("mag", "walk", 40), "PRNH,K,mag,walk,40"),
    (m.Calibrate("mag", "start"), "PRNH,K,mag,start,"),
    (m.Upload(), "PRNH,U"),
]


@pytest.mark.parametrize(("message", "body"), EACH, ids=[body for _, body in EACH])
def test_each_message_has_its_body_and_comes_back(message, body):
    assert message.body() == body
    again = m.parse(body)
    assert again == message
    assert hash(again) == hash(message)
    assert type(again) is type(message)
    assert repr(again) == f"<{body}>"


def test_messages_that_say_something_else_differ():
    assert len({message for message, _ in EACH}) == len(EACH)
    assert m.Query() != "PRNH,Q"


def test_fields_come_back_as_values():
    roll = m.parse("PRNH,D,17,MOV,forest+hills")
    assert (roll.seq, roll.die, roll.face) == (17, "MOV", ("forest", "hills"))
    assert m.parse("PRNH,D,17,D10,10").face == 10
    assert m.parse("PRNH,D,17,CMP,SW").face == "SW"
    assert m.parse("PRNH,C,3,359.9").degrees == 359.9
    assert m.parse("PRNH,C,3,").degrees is None
    assert m.parse("PRNH,A,").die is None
    taught = m.parse("PRNH,T,CMP,2,NE,04A1")
    assert (taught.die, taught.number, taught.face, taught.tag) == ("CMP", 2, "NE", "04A1")


def test_directions_are_those_of_the_games():
    assert DIRECTIONS == HEXES


@pytest.mark.parametrize(
    ("body", "degrees", "variation"),
    [
        ("HCHDG,98.3,,,,", 98.3, None),
        ("HCHDG,98.3", 98.3, None),
        ("IIHDG,098,,,,", 98, None),
        ("HCHDG,98.25,,,,", 98.3, None),
        ("HCHDG,98.24999,,,,", 98.2, None),
        ("HCHDG,.5,,,,", 0.5, None),
        ("HCHDG,7.,,,,", 7, None),
        ("HCHDG,360.0,,,,", 0, None),
        ("HCHDG,100.0,2.5,E,,", 102.5, None),  # NMEA 0183: easterly is added
        ("HCHDG,100.0,2.5,W,,", 97.5, None),
        ("HCHDG,1.0,2.0,W,,", 359, None),
        ("HCHDG,359.0,2.0,E,,", 1, None),
        ("HCHDG,100.0,2.5,E,7.0,W", 102.5, -7),
        ("SDHDG,234.6,,,1.3,E", 234.6, 1.3),
        ("HCHDM,98.3,M", 98.3, None),
        ("GPHDT,98.3,T", 98.3, None),
    ],
)
def test_any_compass_is_understood(body, degrees, variation):
    heading = m.parse(body)
    assert (heading.degrees, heading.variation) == (degrees, variation)


@pytest.mark.parametrize(
    "body",
    [
        "",
        ",",
        "PRNH",
        "PRNH,",
        "PRNH,Z,1",
        "PRNH,d,1,D8,5",
        "PRNH,D,0,D8,5",
        "PRNH,D,10000,D8,5",
        "PRNH,D,-1,D8,5",
        "PRNH,D,1_0,D8,5",
        "PRNH,D, 1,D8,5",
        "PRNH,D,1,D8,0",
        "PRNH,D,1,D8,9",
        "PRNH,D,1,D8,",
        "PRNH,D,1,D20,5",
        "PRNH,D,1,D8,N",
        "PRNH,D,1,CMP,E",
        "PRNH,D,1,CMP,5",
        "PRNH,D,1,MOV,",
        "PRNH,D,1,MOV,hills+hills",
        "PRNH,D,1,MOV,a+b+c+d",
        "PRNH,D,1,MOV,Hills",
        "PRNH,D,1,MOV,1hills",
        "PRNH,D,1,MOV," + "a" * 17,
        "PRNH,C,1,361",
        "PRNH,C,1,-1",
        "PRNH,C,1,nan",
        "PRNH,C,1,.",
        "PRNH,I,1,,pad1",
        "PRNH,I,0,1.0,pad1",
        "PRNH,I,1,1.0,Pad",
        "PRNH,I,1,1.0,pad1++x",
        "PRNH,B,,1,0",
        "PRNH,B,1,1",
        "PRNH,E,,text",
        "PRNH,A,d8",
        "PRNH,R,",
        "PRNH,T,D8,0,5",
        "PRNH,T,D8,1,9",
        "PRNH,K,mag,dance",
        "PRNH,K,mag,walk,101",
        "HCHDG,,,,,",
        "HCHDG,98.3,2.0,,,",
        "HCHDG,98.3,2.0,N,,",
        "HCHDG,98.3,,,2.0,",
        "HCHDG,1e2,,,,",
        "HCHDG,98.1234567,,,,",
        "HCHDG,9999999999,,,,",
        "HCHDM,98.3,T",
        "HCHDT,98.3,M",
        "HCHDT,98.3",
        "GPGGA,1,2",
        "HDG,98.3",
    ],
)
def test_what_is_not_understood_is_none(body):
    assert m.parse(body) is None


def test_an_identity_of_another_protocol_with_more_fields_is_still_read():
    identity = m.parse("PRNH,I,7,9.9.9,pad1,what,ever")
    assert (identity.protocol, identity.version, identity.sensors) == (7, "9.9.9", ("pad1",))


@pytest.mark.parametrize(
    "build",
    [
        lambda: m.Roll(1, "D8", True + 8),
        lambda: m.Roll(1, "D8", "5"),
        lambda: m.Roll(1, "MOV", "hills"),
        lambda: m.Roll(1, "MOV", ()),
        lambda: m.HeadingSentence(math.nan),
        lambda: m.HeadingSentence(math.inf),
        lambda: m.HeadingSentence(-0.1),
        lambda: m.HeadingSentence(1, "HDX"),
        lambda: m.Await("D20"),
        lambda: m.Identity(1, "a b"),
        lambda: m.Identity(1, "123456789012"),
        lambda: m.Error("nine-char"),
        lambda: m.Teach("D8", 1, 5, "0 4"),
        lambda: m.Calibrate("mag", "walk", -1),
    ],
)
def test_what_may_not_be_said_cannot_be_built(build):
    with pytest.raises(ValueError, match="expected"):
        build()


def test_an_error_keeps_to_its_characters_and_its_length():
    error = m.Error("sensors8", "Größe, $5*: \n" + "x" * 200)
    assert error.text.startswith("Gr  e   5 :  x")
    assert len(frame(error.body())) <= 82


def test_the_longest_of_each_fits():
    words = ("a" * 16, "b" * 16, "c" * 16)
    frame(m.Roll(9999, "MOV", words).body())
    frame(m.Identity(999, "v" * 11, ("abcdefgh",) * 6).body())
    frame(m.Beat(999_999_999, 9999, 99).body())


@given(st.binary(max_size=200))
def test_any_bytes_are_messages_or_counted(data):
    splitter = Splitter()
    got = m.receive(splitter, data)
    assert len(got) == splitter.good


def test_a_whole_sentence_that_is_no_message_counts_as_other():
    splitter = Splitter()
    got = m.receive(splitter, frame("GPGGA,1") + frame("PRNH,Q"))
    assert got == [m.Query()]
    assert (splitter.good, splitter.other) == (1, 1)


@given(st.text(max_size=80))
def test_any_text_parses_or_is_none(body):
    message = m.parse(body)
    assert message is None or m.parse(message.body()) == message


FIELD = st.sampled_from(
    [*DICE, *DIRECTIONS, "", "0", "1", "5", "10", "98.3", "E", "hills+road", "mag", "walk", "04AB"]
)


@given(
    st.sampled_from(["PRNH," + letter for letter in "DCIBEAQRTKU"] + ["HCHDG", "HCHDM"]),
    st.lists(FIELD, max_size=5),
)
def test_fields_in_any_order_parse_or_are_none(head, fields):
    message = m.parse(",".join([head, *fields]))
    assert message is None or m.parse(message.body()) == message
