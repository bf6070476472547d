"""The splitter: any bytes, cut in any way, give the same sentences and counts, and little is held."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runeheart.wire.framing import LIMIT, Splitter, checksum, frame

GOOD = frame("HCHDG,98.3,,,,")
PIECES = st.one_of(
    st.binary(max_size=12),
    st.sampled_from(
        [GOOD, b"$", b"$$", b"\r", b"\n", b"*6C", GOOD[:9], GOOD[3:], b"x" * 90, b"$" + b"y" * 79, b"\0\xff"]
    ),
)


def counts(splitter):
    return splitter.good, splitter.bad_checksum, splitter.too_long, splitter.other


def split(data, cuts=()):
    splitter = Splitter()
    found = []
    edges = [0, *sorted(cuts), len(data)]
    for begin, end in itertools.pairwise(edges):
        found += splitter.feed(data[begin:end])
        assert len(splitter._held or b"") <= LIMIT - 3
    return found, counts(splitter)


def test_a_sentence_is_framed_as_nmea_0183_says():
    assert GOOD == b"$HCHDG,98.3,,,,*70\r\n"
    assert checksum(b"HCHDG,98.3,,,,") == 0x70


@pytest.mark.parametrize("body", ["a" * 77, "é", "a\nb", "a$b", "a*b", "tab\t"])
def test_what_may_not_be_sent_is_not_framed(body):
    with pytest.raises(ValueError, match="expected"):
        frame(body)


def test_the_longest_sentence_has_82_characters_and_is_read():
    whole = frame("a" * 76)
    assert len(whole) == LIMIT == 82
    assert split(whole) == (["a" * 76], (1, 0, 0, 0))


@pytest.mark.parametrize(
    ("data", "sentences", "expected"),
    [
        (b"", [], (0, 0, 0, 0)),
        (GOOD * 3, 3, (3, 0, 0, 0)),
        (GOOD.replace(b"\r\n", b"\n"), 1, (1, 0, 0, 0)),
        (GOOD.replace(b"\r\n", b"\r"), 1, (1, 0, 0, 0)),
        (b"\r\n\n\r" + GOOD, 1, (1, 0, 0, 0)),
        (GOOD.replace(b"98.3", b"98.4"), 0, (0, 1, 0, 0)),
        (b"$HCHDG,98.3,,,,\r\n", 0, (0, 1, 0, 0)),
        (b"$HCHDG,98.3,,,,*7G\r\n", 0, (0, 1, 0, 0)),
        (b"$\r\n", 0, (0, 1, 0, 0)),
        (frame("PRNH,A,").replace(b"*45", b"*45 "), 0, (0, 1, 0, 0)),
        (b"$PRNH,Q*79\r\n".lower().replace(b"prnh,q", b"PRNH,Q"), 1, (1, 0, 0, 0)),
        (b"boot ok\r\nMicroPython\r\n" + GOOD, 1, (1, 0, 0, 2)),
        (b"\0\0\xff\xfe" + GOOD, 1, (1, 0, 0, 1)),
        (GOOD[:8] + GOOD, 1, (1, 0, 0, 1)),
        (b"$" + b"a" * 80 + GOOD, 1, (1, 0, 1, 0)),
        (b"$" + b"a" * 80 + b"*00\r\n" + GOOD, 1, (1, 0, 1, 0)),
        (b"$" + b"a" * 100_000, 0, (0, 0, 1, 0)),
        (b"a" * 100_000, 0, (0, 0, 0, 1)),
        (b"$\xe9*E9\r\n", 0, (0, 0, 0, 1)),
        (b"$a*b*29\r\n", 0, (0, 0, 0, 1)),
    ],
)
def test_what_is_no_sentence_is_counted_and_skipped(data, sentences, expected):
    found, counted = split(data)
    assert len(found) == (sentences or 0) == counted[0]
    assert counted == expected


@given(st.lists(PIECES, max_size=12).map(b"".join), st.data())
def test_how_the_stream_is_cut_changes_nothing(data, draw):
    cuts = draw.draw(st.lists(st.integers(0, len(data)), max_size=12))
    whole = split(data)
    assert split(data, cuts) == whole
    assert split(data, range(len(data))) == whole


@given(st.lists(PIECES, max_size=12).map(b"".join))
def test_a_good_sentence_is_read_after_any_bytes(data):
    found, _ = split(data + GOOD)
    assert found[-1] == "HCHDG,98.3,,,,"


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$*!\\^~"), max_size=76))
def test_what_is_framed_comes_out_again(body):
    assert split(frame(body)) == ([body], (1, 0, 0, 0))
