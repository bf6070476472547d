"""What the doctor says of a reader."""

import threading

import pytest

from runeheart.runtime.clock import SystemClock
from runeheart.wire import messages
from runeheart_hw.profile import load_profile
from runeheart_hw.reader_checkup import check_reader
from support.hands import until_now
from support.reader import WAIT_S, Cable


def look(port, *, running=False, kind="serial"):
    profile, problems = load_profile("pi-default", {"reader": {"kind": kind, "port": str(port)}})
    assert not problems
    return list(check_reader(profile, SystemClock(), running=running))


def test_a_prop_without_one_hears_nothing_of_it(tmp_path):
    assert look(tmp_path / "usb-*", kind="none") == []


def test_one_that_is_not_there(tmp_path):
    (finding,) = look(tmp_path / "usb-*")
    assert finding.grade == "warn"
    assert "nothing matches" in finding.found
    assert "runeheart reader list" in finding.do


def test_one_that_the_daemon_holds(tmp_path):
    cable = Cable(tmp_path / "usb-1")
    (finding,) = look(cable.name, running=True)
    cable.pull()
    assert finding.grade == "ok"
    assert cable.name.name in finding.found


@pytest.mark.parametrize(
    ("protocol", "grade", "words"),
    [(messages.PROTOCOL, "ok", "a reader, firmware 1.0"), (99, "bad", "speaks protocol 99")],
)
def test_who_answers(tmp_path, protocol, grade, words):
    cable = Cable(tmp_path / "usb-1")

    def answer():
        until_now(lambda: messages.Query() in cable.told(), WAIT_S)
        cable.say(messages.Identity(protocol, "1.0"))

    answering = threading.Thread(target=answer)
    answering.start()
    (finding,) = look(cable.name)
    answering.join()
    cable.pull()
    assert finding.grade == grade
    assert words in finding.found


def test_two_are_told(tmp_path):
    cables = [Cable(tmp_path / f"usb-{number}") for number in (1, 2)]
    first, _second = look(tmp_path / "usb-*", running=True)
    for cable in cables:
        cable.pull()
    assert first.grade == "warn"
    assert "usb-1 is used" in first.found
    assert "usb-2, too" in first.found
