"""What a reader says becomes readings, once each; what it is told; the sentence when it is of no use."""

import random

import pytest

from runeheart.core.events import AskChoose, AskCommand, AskRoll
from runeheart.core.panel import Headed, Rolled
from runeheart.wire import framing, messages
from runeheart.wire.heading import HeadingSentence
from runeheart_hw.reader_part import ReaderPart
from runeheart_hw.reader_talk import REFRESH_MS, SILENCE_MS, Talk, awaited_die
from support.reader import sentences

PORT = "/dev/serial/by-id/reader"
ME = messages.Identity(messages.PROTOCOL, "1.0.0", ("pad1", "rose", "ok"))
D8 = AskRoll("d8", 1, "burst")
DRIFT = AskRoll("compass", 1, "drift")


@pytest.fixture
def talk():
    made = Talk(ReaderPart(kind="serial"))
    made.opened(PORT, 0)
    return made


def hear(talk, now_ms, *said):
    return talk.heard(sentences(*said), now_ms)


def known(talk):
    told(talk, 0)
    hear(talk, 0, ME, messages.Beat(10, 4))
    told(talk, 0)
    return talk


def told(talk, now_ms):
    splitter = framing.Splitter()
    return [message for data in talk.to_send(now_ms) for message in messages.receive(splitter, data)]


def counted(talk):
    return dict(talk.counters())


class TestReadings:
    @pytest.mark.parametrize(
        ("die", "face", "name"),
        [
            ("D4", 4, "d4"),
            ("D6", 1, "d6"),
            ("D8", 8, "d8"),
            ("D10", 10, "d10"),
            ("CMP", "NW", "compass"),
            ("MOV", ("forest", "hills"), "movement"),
        ],
    )
    def test_each_die_by_the_name_that_games_use(self, talk, die, face, name):
        known(talk)
        assert hear(talk, 7, messages.Roll(5, die, face)) == [Rolled(name, face, 7)]

    def test_a_repeat_is_no_second_reading(self, talk):
        known(talk)
        roll = messages.Roll(5, "D8", 3)
        assert len(hear(talk, 0, roll, roll)) == 1
        assert hear(talk, 9, roll) == []
        assert counted(talk)["repeated"] == 2

    def test_what_was_rolled_before_we_came_is_nobodys_answer(self, talk):
        told(talk, 0)
        assert hear(talk, 0, messages.Roll(4, "D8", 3)) == []
        known(talk)
        assert hear(talk, 1, messages.Roll(4, "D8", 3)) == []

    def test_a_confirmed_heading_is_a_reading_a_mere_one_is_not(self, talk):
        known(talk)
        assert hear(talk, 5, HeadingSentence(120.0)) == []
        assert hear(talk, 6, messages.Confirm(5, 120.4)) == [Headed(120.4, 6)]
        assert hear(talk, 7, messages.Confirm(6)) == []  # nothing lay still

    def test_our_readers_headings_never_answer_without_its_button(self, talk):
        known(talk)
        talk.expect(DRIFT)
        for number in range(60):
            assert hear(talk, 200 * number, HeadingSentence(0 if number < 3 else 90), ME) == []

    def test_a_compass_of_a_reader_without_a_button_answers_when_it_rests(self, talk):
        told(talk, 0)
        hear(talk, 0, messages.Identity(messages.PROTOCOL, "1.0.0", ("mag",)), messages.Beat(10, 0))
        talk.expect(DRIFT)
        found = []
        for number in range(12):  # each two seconds while it rests
            degrees = 0.0 if number < 4 else 90.0
            found += hear(talk, 2000 * number, HeadingSentence(degrees))
        assert [reading.degrees for reading in found] == [pytest.approx(90)]

    def test_a_gap_is_asked_for_and_filled(self, talk):
        known(talk)
        hear(talk, 0, messages.Roll(5, "D4", 1))
        hear(talk, 0, messages.Roll(7, "D4", 3))
        assert messages.Repeat(6) in told(talk, 0)
        repeated = hear(talk, 20, messages.Roll(6, "D4", 2), messages.Roll(7, "D4", 3))
        assert repeated == [Rolled("d4", 2, 20)]
        assert counted(talk)["lost"] == 0

    def test_what_never_comes_again_is_counted_as_lost(self, talk):
        known(talk)
        hear(talk, 0, messages.Roll(7, "D4", 3))
        for now_ms in range(0, 6000, 500):
            told(talk, now_ms)
        assert counted(talk)["lost"] == 2

    @pytest.mark.parametrize("said", [(ME,), (messages.Beat(0, 0),)])
    def test_after_a_restart_small_numbers_are_new(self, talk, said):
        known(talk)
        hear(talk, 0, messages.Roll(5, "D4", 1))
        hear(talk, 2000, *said)
        assert hear(talk, 2100, messages.Roll(1, "D4", 2)) == [Rolled("d4", 2, 2100)]
        assert counted(talk)["restarts"] == 1
        assert counted(talk)["repeated"] == 0

    def test_a_slow_one_that_answers_twice_did_not_start_anew(self, talk):
        told(talk, 0)
        told(talk, 1000)
        hear(talk, 1200, ME, messages.Beat(10, 4))
        told(talk, 1200)
        hear(talk, 1300, ME, messages.Beat(11, 4))
        assert told(talk, 1300) == [messages.Await(None)]  # and no Repeat: the old ones are nobody's answer
        assert hear(talk, 1400, messages.Roll(3, "D8", 3), messages.Roll(4, "D8", 3)) == []
        assert hear(talk, 1500, messages.Roll(5, "D8", 2)) == [Rolled("d8", 2, 1500)]
        assert counted(talk)["restarts"] == 0

    def test_a_question_that_was_lost_does_not_hide_a_restart_for_ever(self, talk):
        told(talk, 0)
        told(talk, 1000)
        hear(talk, 1200, ME)
        hear(talk, 1000 + SILENCE_MS, messages.Beat(16, 4))
        hear(talk, 9000, ME)
        assert counted(talk)["restarts"] == 1

    def test_an_answer_to_our_question_is_no_restart(self, talk):
        known(talk)
        hear(talk, 0, messages.Beat(11, 4, 1))
        assert messages.Query() in told(talk, 0)
        hear(talk, 1, ME, messages.Error("pad1", "does not answer"))
        assert counted(talk)["restarts"] == 0
        assert talk.alert is not None
        assert talk.alert.startswith("pad1: does not answer")

    def test_a_die_that_no_game_has_is_told_and_never_a_reading(self, talk):
        known(talk)
        assert talk.heard(framing.frame("PRNH,D,5,D20,17"), 0) == []
        assert talk.alert is not None
        assert "PRNH,D,5,D20,17" in talk.alert
        assert "can be typed" in talk.alert
        hear(talk, 40_000, messages.Beat(50, 5))
        assert talk.alert is None

    @pytest.mark.parametrize("face", ["0", "9", "N", "", "3.5", "-1"])
    def test_a_face_that_the_die_does_not_have_is_no_reading(self, talk, face):
        known(talk)
        assert talk.heard(framing.frame(f"PRNH,D,5,D8,{face}"), 0) == []


class TestWhoIsThere:
    def test_a_port_is_asked_at_once_and_again_until_it_says(self, talk):
        assert told(talk, 0) == [messages.Query()]
        assert told(talk, 500) == []
        assert told(talk, 1000) == [messages.Query()]
        hear(talk, 1100, ME)
        assert talk.is_understood
        assert "1.0.0" in talk.who
        assert messages.Query() not in told(talk, 5000)

    def test_another_protocol_is_told_with_what_to_do(self, talk):
        hear(talk, 0, messages.Identity(messages.PROTOCOL + 1, "9.0.0", ("pad1",)))
        assert not talk.is_understood
        why = talk.hopeless(0)
        assert f"speaks protocol {messages.PROTOCOL + 1}" in why
        assert f"this controller needs {messages.PROTOCOL}" in why
        assert "`runeheart reader flash`" in why
        assert hear(talk, 1, messages.Roll(5, "D8", 3)) == []

    def test_silence_is_told(self, talk):
        assert talk.hopeless(SILENCE_MS - 1) is None
        assert f"{PORT} is silent" in talk.hopeless(SILENCE_MS)

    def test_a_board_at_its_prompt_that_repeats_all_it_is_told_is_no_reader(self, talk):
        for now_ms in range(0, SILENCE_MS, 500):
            for data in talk.to_send(now_ms):
                talk.heard(data + b"\r\nSyntaxError: invalid syntax\r\n>>> ", now_ms + 1)
        assert not talk.is_understood
        assert counted(talk)["good"] == 0
        assert "without the reader's program: run `runeheart reader flash`" in talk.hopeless(SILENCE_MS)

    def test_a_wrong_baud_rate_is_told_apart_from_silence(self, talk):
        noise = random.Random(4).randbytes(5000)
        for at in range(0, 5000, 100):
            assert talk.heard(noise[at : at + 100], at) == []
        assert "baud (115200)" in talk.hopeless(SILENCE_MS)

    def test_one_that_falls_silent_is_gone(self, talk):
        known(talk)
        assert talk.hopeless(SILENCE_MS - 1) is None
        assert "gone silent" in talk.hopeless(SILENCE_MS)
        hear(talk, SILENCE_MS, messages.Beat(20, 4))
        assert talk.hopeless(SILENCE_MS) is None

    def test_one_whose_checksums_went_bad_is_not_called_silent(self, talk):
        known(talk)
        for now_ms in range(0, SILENCE_MS, 1000):
            talk.heard(b"$HCHDG,98.3,,,,\r\n", now_ms)
        assert "speaks, but with bad checksums or none" in talk.hopeless(SILENCE_MS)

    def test_failing_sensors_are_told_until_they_are_well(self, talk):
        known(talk)
        hear(talk, 0, messages.Error("pad1", "does not answer"), messages.Error("rose", "no magnet"))
        assert "pad1: does not answer; rose: no magnet" in talk.alert
        hear(talk, 1, messages.Error("pad1"))
        assert "pad1" not in talk.alert
        hear(talk, 2, messages.Error("rose"))
        assert talk.alert is None

    def test_what_is_wrong_without_failing_stays_told(self, talk):
        known(talk)
        hear(talk, 0, messages.Error("pad1", "tag 04A1B2C3 is not known"), messages.Beat(11, 4, 0))
        hear(talk, 5000, messages.Beat(16, 4, 0))
        assert "tag 04A1B2C3 is not known" in talk.alert

    def test_that_it_is_well_again_may_get_lost(self, talk):
        known(talk)
        hear(talk, 0, messages.Error("pad1", "does not answer"), messages.Beat(11, 4, 1))
        assert messages.Query() not in told(talk, 0)
        hear(talk, REFRESH_MS, messages.Beat(41, 4, 0))
        assert messages.Query() in told(talk, REFRESH_MS)
        hear(talk, REFRESH_MS + 1, ME)
        assert talk.alert is None
        hear(talk, REFRESH_MS + 1000, messages.Beat(42, 4, 0))
        assert messages.Query() not in told(talk, REFRESH_MS + 1000)

    def test_a_port_that_closes_leaves_no_alert_of_its_own(self, talk):
        known(talk)
        hear(talk, 0, messages.Error("pad1", "does not answer"))
        talk.closed()
        assert talk.alert is None
        assert not talk.is_understood


class TestPlainCompass:
    @pytest.mark.parametrize("kind", ["HDG", "HDM", "HDT"])
    def test_it_needs_no_identity(self, talk, kind):
        talk.expect(DRIFT)
        found = []
        for number in range(60):
            degrees = 10 if number < 20 else 120
            found += hear(talk, 200 * number, HeadingSentence(degrees, kind))
        assert talk.is_understood
        assert "plain compass" in talk.who
        assert [reading.degrees for reading in found] == [pytest.approx(120)]
        assert talk.hopeless(200 * 60) is None

    def test_nothing_is_sent_to_it_but_the_question_who_it_is(self, talk):
        talk.expect(DRIFT)
        said = []
        for number in range(100):
            hear(talk, 100 * number, HeadingSentence(10))
            said += told(talk, 100 * number)
        assert set(said) == {messages.Query()}
        assert len(said) <= 5

    def test_sentences_of_other_instruments_beside_it_do_no_harm(self, talk):
        talk.heard(framing.frame("GPGGA,1,2,3") + framing.frame("IIMWV,120,R"), 0)
        assert talk.alert is None


class TestExpect:
    @pytest.mark.parametrize(
        ("ask", "die"),
        [
            (None, None),
            (AskCommand(("step",)), None),
            (D8, "D8"),
            (AskRoll("d4", 2, "retaliation"), "D4"),
            (AskRoll("movement", 1, "end_turn"), "MOV"),
            (DRIFT, "CMP"),
            (AskChoose("direction", "cult_move", False, ("N", "S")), "CMP"),
            (AskChoose("brood", "drift", True, (1, 2)), None),
        ],
    )
    def test_the_die_that_answers(self, ask, die):
        assert awaited_die(ask) == die

    def test_the_awaited_die_is_sent_when_it_changes_and_renewed(self, talk):
        talk.expect(D8)
        known(talk)
        assert told(talk, 100) == []
        talk.expect(None)
        assert told(talk, 200) == [messages.Await(None)]
        assert told(talk, 9000) == [messages.Await(None)]

    def test_it_is_sent_again_after_a_restart(self, talk):
        talk.expect(D8)
        known(talk)
        hear(talk, 100, ME)
        assert told(talk, 100) == [messages.Await("D8")]


def test_half_a_sentence_before_a_pull_spoils_nothing_after_it(talk):
    known(talk)
    whole = sentences(messages.Roll(5, "D8", 3))
    talk.heard(whole[:9], 0)
    talk.closed()
    talk.opened(PORT, 100)
    told(talk, 100)
    hear(talk, 100, ME, messages.Beat(1, 0))
    assert hear(talk, 200, messages.Roll(1, "D8", 4)) == [Rolled("d8", 4, 200)]


def test_how_long_one_may_sleep(talk):
    assert talk.wait_ms(0) == 20  # a question is due
    told(talk, 0)
    assert talk.wait_ms(0) == 1000
    assert talk.wait_ms(SILENCE_MS - 100) == 20
