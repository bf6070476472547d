"""The log's lines: few of a kind, with levels under systemd, and never a deck code."""

import io
import logging

import pytest

from runeheart.games.heart.codes import EXAMPLE
from runeheart.runtime import logs
from runeheart.runtime.clock import ManualClock


@pytest.fixture
def calm():
    clock, stream = ManualClock(mono_ns=1), io.StringIO()
    handler = logs.CalmHandler(stream, clock)
    handler.setFormatter(logs.JournalFormatter())
    log = logging.getLogger("runeheart.test")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(handler)
    yield log, clock, stream, handler
    log.removeHandler(handler)
    handler.close()


def _lines(stream):
    return stream.getvalue().splitlines()


def _flood(log, number):
    for count in range(number):
        log.warning("the line catches noise: %d", count)


def test_a_flood_is_twenty_lines_a_minute_and_how_many_more_there_were(calm):
    log, clock, stream, _ = calm
    _flood(log, 1_000)
    assert len(_lines(stream)) == logs.MOST
    clock.advance_ms(60_000)
    log.info("something else")
    assert _lines(stream)[logs.MOST :] == [
        "<4>980 more like this within a minute, the last one: the line catches noise: 999",
        "<6>something else",
    ]


def test_after_a_minute_it_is_written_again(calm):
    log, clock, stream, _ = calm
    _flood(log, 21)
    clock.advance_ms(60_000)
    _flood(log, 1)
    assert _lines(stream)[-1] == "<4>the line catches noise: 0"
    assert "1 more like this" in _lines(stream)[-2]


def test_a_flood_of_one_kind_hides_no_other(calm):
    log, _, stream, _ = calm
    _flood(log, 100)
    log.error("the disk is full")
    assert _lines(stream)[-1] == "<3>the disk is full"


def test_tracebacks_are_fewer(calm):
    log, _, stream, _ = calm
    for _ in range(50):
        log.error("a fault inside", exc_info=ValueError("of ours"))
    assert stream.getvalue().count("ValueError: of ours") == logs.MOST_TRACEBACKS


def test_what_was_left_out_is_told_at_the_end_at_the_latest(calm):
    log, _, stream, handler = calm
    _flood(log, 25)
    handler.close()
    assert "5 more like this" in _lines(stream)[-1]


def test_what_it_keeps_does_not_grow_with_what_is_logged(calm):
    log, clock, _, handler = calm
    for _ in range(200):
        _flood(log, 3)
        clock.advance_ms(30_000)
    assert len(handler._kinds) == 1


@pytest.mark.parametrize(
    "typed", [EXAMPLE, EXAMPLE.lower(), EXAMPLE.replace("-", ""), EXAMPLE.replace("-", " ")]
)
def test_a_deck_code_stands_in_no_line_however_it_was_typed(calm, typed):
    log, _, stream, _ = calm
    log.info("the operator (ctl): start refused: code: %s is not for this", typed)
    assert _lines(stream) == ["<6>the operator (ctl): start refused: code: (deck code) is not for this"]


def test_other_words_stay(calm):
    log, _, stream, _ = calm
    words = "ready: ENFORCER 2024, journal in /var/lib/runeheart/journal.db, hwid 3f-a1b2c3d4"
    log.info(words)
    assert _lines(stream) == [f"<6>{words}"]
