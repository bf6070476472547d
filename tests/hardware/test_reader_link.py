"""The serial line itself: ours alone, never waiting, one error for all that pyserial and the kernel throw."""

import errno
import fcntl
import os
import struct
import termios
import threading
from pathlib import Path

import pytest

import serial
from runeheart_hw.reader_link import LinkError, SerialLink, Waker, trouble
from support.reader import Cable

TIOCGEXCL = 0x80045440  # asm-generic/ioctls.h


@pytest.fixture
def cable(tmp_path):
    made = Cable(tmp_path / "usb-reader-1")
    yield made
    made.pull()


@pytest.fixture
def link(cable):
    made = SerialLink(str(cable.name), 115200)
    yield made
    made.close()


@pytest.fixture
def waker():
    made = Waker()
    yield made
    made.close()


def is_exclusive(number):
    return struct.unpack("i", fcntl.ioctl(number, TIOCGEXCL, bytes(4)))[0] == 1


class TestExclusive:
    def test_a_second_opening_is_refused(self, cable, link):
        with pytest.raises(LinkError, match="held by another program") as refused:
            SerialLink(str(cable.name), 115200)
        assert refused.value.kind == "busy"
        assert link.write(b"x")

    def test_the_kernel_refuses_also_those_who_ask_for_no_lock(self, cable, link):
        assert is_exclusive(link.fileno())
        link.close()
        assert not is_exclusive(cable._terminal)

    def test_who_held_it_in_the_kernel_only_is_told_too(self, cable, monkeypatch):
        def busy(*_args, **_more):
            raise serial.SerialException(errno.EBUSY, "could not open port")

        monkeypatch.setattr(serial, "Serial", busy)
        with pytest.raises(LinkError, match="held by another"):
            SerialLink(str(cable.name), 115200)

    def test_it_can_be_had_again_after_a_close(self, cable, link):
        link.close()
        SerialLink(str(cable.name), 115200).close()


class TestReading:
    def test_nothing_is_nothing_not_the_end(self, link):
        assert link.read() == b""

    def test_what_came_comes_at_once(self, cable, link, waker):
        cable.send(b"$one\r\n")
        assert link.wait(waker, 5)
        assert link.read() == b"$one\r\n"

    def test_no_bytes_from_a_line_that_is_ready_are_a_pulled_plug(self, link, monkeypatch):
        monkeypatch.setattr(os, "read", lambda _number, _size: b"")
        with pytest.raises(LinkError, match="was unplugged") as gone:
            link.read()
        assert gone.value.kind == "gone"

    def test_a_pulled_plug_wakes_and_is_told(self, cable, link, waker):
        cable.pull()
        assert link.wait(waker, 5)
        with pytest.raises(LinkError, match="was unplugged"):
            link.read()
        with pytest.raises(LinkError, match="was unplugged"):
            link.write(b"x")
        link.close()
        link.close()

    def test_another_thread_can_end_a_wait(self, link, waker):
        threading.Timer(0.01, waker.wake).start()
        assert not link.wait(waker, 30)

    def test_a_wake_before_the_wait_is_not_lost_and_counts_once(self, waker):
        waker.wake()
        waker.wake()
        waker.wait(30)
        waker.clear()

    def test_what_waits_can_be_let_go(self, cable, link):
        cable.send(b"old")
        link.drop_input()
        assert link.read() == b""


def test_a_reader_that_does_not_listen_holds_nobody(link):
    while link.write(b"$PRNH,Q*79\r\n" * 50):
        pass
    assert not link.write(b"x" * 5000)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), "gone", "was unplugged"),
        (OSError(errno.EIO, "Input/output error"), "gone", "was unplugged"),
        (termios.error(errno.EIO, "Input/output error"), "gone", "was unplugged"),
        (TypeError("an integer is required (got type NoneType)"), "gone", "was unplugged"),
        (serial.SerialException("device reports readiness to read"), "gone", "was unplugged"),
        (serial.SerialException(errno.EACCES, "no"), "denied", "usermod -aG dialout"),
        (serial.SerialException(errno.EAGAIN, "no"), "busy", "end that first"),
        (OSError(errno.EBUSY, "no"), "busy", "end that first"),
        (termios.error(errno.ENOTTY, "no"), "odd", r"correct \[reader\] port and baud"),
        (ValueError("Invalid baud rate: 3"), "odd", r"correct \[reader\] port and baud"),
    ],
)
def test_each_trouble_is_a_sentence(error, kind, words):
    found = trouble("/dev/x", error)
    assert found.kind == kind
    assert found.args[0].startswith("/dev/x ")
    with pytest.raises(LinkError, match=words):
        raise found


@pytest.mark.parametrize("method", ["read", "drop_input"])
@pytest.mark.parametrize("error", [OSError(5, "io"), termios.error(5, "io"), TypeError("closed")])
def test_whatever_is_thrown_comes_out_as_one_error(link, monkeypatch, method, error):
    def throw(*_args):
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(os, "read", throw)
        broken.setattr(termios, "tcflush", throw)
        with pytest.raises(LinkError):
            getattr(link, method)()


def test_a_port_that_fails_between_opening_and_claiming_is_closed(cable, monkeypatch):
    opened = {entry.name for entry in Path("/proc/self/fd").iterdir()}
    with monkeypatch.context() as broken:

        def throw(*_args):
            raise OSError(5, "io")

        broken.setattr(fcntl, "ioctl", throw)
        with pytest.raises(LinkError):
            SerialLink(str(cable.name), 115200)
    assert {entry.name for entry in Path("/proc/self/fd").iterdir()} == opened
