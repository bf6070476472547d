"""Outputs off without a daemon: what is driven, how the kernel is asked, and what cannot be done."""

import ctypes
import errno
import os
import struct

import pytest

from runeheart_hw import safe
from runeheart_hw.chip import PinsError
from runeheart_hw.profile import load_profile


def _profile(**overrides):
    profile, problems = load_profile("pi-default", overrides)
    assert problems == []
    return profile


class LineRequest(ctypes.Structure):
    """gpio_v2_line_request as linux/gpio.h has it, one attribute as plain bytes."""

    _fields_ = (
        ("offsets", ctypes.c_uint32 * 64),
        ("consumer", ctypes.c_char * 32),
        ("flags", ctypes.c_uint64),
        ("num_attrs", ctypes.c_uint32),
        ("padding", ctypes.c_uint32 * 5),
        ("attrs", ctypes.c_uint8 * 240),
        ("num_lines", ctypes.c_uint32),
        ("event_buffer_size", ctypes.c_uint32),
        ("padding2", ctypes.c_uint32 * 5),
        ("fd", ctypes.c_int32),
    )


class Kernel:
    """Takes line requests for a chip; the lines in `busy` are held by somebody."""

    def __init__(self, busy=()):
        self.busy = set(busy)
        self.driven = {}
        self.open = set()

    def ioctl(self, _descriptor, number, request):
        assert number == 0xC000B407 | ctypes.sizeof(LineRequest) << 16
        asked = LineRequest.from_buffer_copy(request)
        gpio = asked.offsets[0]
        assert (asked.num_lines, asked.num_attrs, asked.consumer) == (1, 0, b"runeheart safe")
        if gpio in self.busy:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.driven[gpio] = asked.flags
        asked.fd = os.open(os.devnull, os.O_RDONLY)
        self.open.add(asked.fd)
        return bytes(asked)


@pytest.fixture
def dev(tmp_path):
    (tmp_path / "gpiochip3").touch()
    return tmp_path


def _make_safe(monkeypatch, kernel, outputs, dev):
    monkeypatch.setattr(safe.fcntl, "ioctl", kernel.ioctl)
    return safe.make_safe(outputs, dev=dev)


def test_lights_and_buzzer_of_a_profile_are_its_outputs():
    outputs = safe.outputs_of(_profile())
    assert outputs == safe.Outputs(dict.fromkeys((17, 27, 22, 23, 24, 25, 18), 0))


def test_lights_that_are_on_when_low_are_off_when_high():
    outputs = safe.outputs_of(
        _profile(lights={"active_high": False}, buzzer={"kind": "none"}, pins={"chip": 4})
    )
    assert outputs == safe.Outputs(dict.fromkeys((17, 27, 22, 23, 24, 25), 1), 4)


def test_mock_pins_drive_nothing():
    outputs = safe.outputs_of(_profile(pins={"backend": "mock"}))
    assert safe.make_safe(outputs) == ([], [])


def test_every_output_is_driven_to_its_off_level_with_a_pull_that_way(monkeypatch, dev):
    kernel = Kernel()
    assert _make_safe(monkeypatch, kernel, safe.Outputs({17: 0, 27: 1}, 3), dev) == ([17, 27], [])
    output, active_low, pull_up, pull_down = 8, 2, 256, 512  # linux/gpio.h
    assert kernel.driven == {17: output | pull_down, 27: output | active_low | pull_up}
    for descriptor in kernel.open:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)


def test_a_line_that_somebody_holds_is_left_alone_and_told(monkeypatch, dev):
    kernel = Kernel(busy={17})
    monkeypatch.setattr(safe, "line_owner", lambda chip, gpio, _dev: f"lg of {chip}, {gpio}")
    done, problems = _make_safe(monkeypatch, kernel, safe.Outputs({17: 0, 18: 0}, 3), dev)
    assert done == [18]
    assert problems == ["GPIO 17 is not made safe: held by lg of 3, 17; its holder answers for it"]


def test_what_the_kernel_refuses_is_told_with_its_reason(monkeypatch, dev):
    monkeypatch.setattr(safe, "line_owner", lambda *_: None)
    _, problems = _make_safe(monkeypatch, Kernel(busy={17}), safe.Outputs({17: 0}, 3), dev)
    assert problems == ["GPIO 17 is not made safe: Device or resource busy"]


def test_a_chip_that_is_not_there_is_told(dev):
    done, problems = safe.make_safe(safe.Outputs({17: 0}, 9), dev=dev)
    assert done == []
    assert problems == [f"{dev}/gpiochip9 cannot be opened: No such file or directory"]


def test_a_machine_without_pins_is_told(monkeypatch):
    def none(_sysfs):
        raise PinsError("no GPIO chip here")

    monkeypatch.setattr(safe, "find_chip", none)
    assert safe.make_safe(safe.Outputs({17: 0})) == ([], ["no GPIO chip here"])


def test_the_note_is_read_back(tmp_path):
    outputs = safe.outputs_of(_profile())
    safe.take_note(outputs, tmp_path)
    assert safe.noted(tmp_path) == outputs


@pytest.mark.parametrize("content", [None, b"", b"{}", b'{"off": {"x": 0}}', struct.pack("Q", 2**40)])
def test_a_note_that_is_none_is_none(tmp_path, content):
    if content is not None:
        (tmp_path / safe.NOTE).write_bytes(content)
    assert safe.noted(tmp_path) is None
