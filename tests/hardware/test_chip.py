"""The header's chip on made-up machines: device trees and labels as kernels have had them."""

import struct

import pytest

from runeheart_hw import chip
from runeheart_hw.chip import Chip, PinsError, chips, find_chip, is_pi, label_of, line_owner


def machine(root, *found):
    """Make a sysfs with chips: (number, compatible or None)."""
    for number, compatible in found:
        folder = root / f"bus/gpio/devices/gpiochip{number}"
        folder.mkdir(parents=True)
        if compatible is not None:
            (folder / "of_node").mkdir()
            (folder / "of_node/compatible").write_bytes(compatible)
    return root


def labels(**names):
    return lambda device: names.get(device.name, "")


@pytest.mark.parametrize(
    ("found", "number"),
    [
        ([(0, b"brcm,bcm2835-gpio\0"), (1, b"raspberrypi,firmware-gpio\0")], 0),  # Zero to 3
        ([(0, b"brcm,bcm2711-gpio\0"), (1, b"raspberrypi,firmware-gpio\0")], 0),  # 4
        (
            [(0, b"brcm,bcm7445-gpio\0brcm,brcmstb-gpio\0"), (4, b"raspberrypi,rp1-gpio\0")],
            4,
        ),  # 5, kernel 6.1
        ([(0, b"raspberrypi,rp1-gpio\0"), (10, b"brcm,brcmstb-gpio\0")], 0),  # 5, kernel 6.6.45
        ([(10, b"brcm,brcmstb-gpio\0"), (15, b"raspberrypi,rp1-gpio\0")], 15),  # 5, kernel 6.12 and a HAT
    ],
)
def test_the_device_tree_tells(tmp_path, found, number):
    assert find_chip(machine(tmp_path, *found), label=labels()).number == number


def test_where_there_is_no_device_tree_the_label_tells(tmp_path):
    sysfs = machine(tmp_path, (0, None), (1, None))
    names = labels(gpiochip0="gpio-mockup", gpiochip1="pinctrl-bcm2835")
    assert find_chip(sysfs, label=names) == Chip(1, "pinctrl-bcm2835", is_header=True)


def test_a_label_does_not_outweigh_the_device_tree(tmp_path):
    sysfs = machine(tmp_path, (0, b"ti,tca6424\0"))
    with pytest.raises(PinsError):
        find_chip(sysfs, label=labels(gpiochip0="pinctrl-bcm2835"))


@pytest.mark.parametrize(
    ("tree", "cpuinfo", "pi"),
    [
        ("00902120", "", True),  # Zero 2 W
        ("00c04170", "", True),  # 5
        (None, "Hardware\t: BCM2835\nRevision\t: a02082\n", True),
        (None, "Revision\t: 1000000e\n", True),  # an overvolted B
        (None, "Revision\t: 0000\n", False),  # other boards have the line, too
        (None, "model name\t: a PC\n", False),
        (None, None, False),
        ("00", "", False),
    ],
)
def test_a_machine_is_a_pi_if_it_says_which(tmp_path, tree, cpuinfo, pi):
    if tree is not None:
        (tmp_path / "device-tree/system").mkdir(parents=True)
        (tmp_path / "device-tree/system/linux,revision").write_bytes(bytes.fromhex(tree))
    if cpuinfo is not None:
        (tmp_path / "cpuinfo").write_text(cpuinfo)
    assert is_pi(tmp_path) is pi


def test_other_machines_are_told_what_was_found_and_what_to_do(tmp_path):
    sysfs = machine(tmp_path, (0, None), (1, None))
    with pytest.raises(
        PinsError, match=r"found: gpiochip0 \(INT33FF:00\), gpiochip1 \(no label\)"
    ) as refused:
        find_chip(sysfs, label=labels(gpiochip0="INT33FF:00"))
    assert "runeheart simulate" in str(refused.value)
    with pytest.raises(PinsError, match="found: none"):
        find_chip(tmp_path / "nothing")


def test_what_is_no_chip_is_passed_over(tmp_path):
    sysfs = machine(tmp_path, (0, None))
    (sysfs / "bus/gpio/devices/gpiochip_of_somebody").mkdir()
    assert [found.number for found in chips(sysfs, label=labels())] == [0]


def test_a_device_that_is_no_chip_has_no_label_and_no_owner(tmp_path):
    (tmp_path / "gpiochip0").write_bytes(b"")
    assert label_of(tmp_path / "gpiochip0") == ""
    assert label_of(tmp_path / "gpiochip1") == ""
    assert line_owner(0, 17, tmp_path) is None
    assert line_owner(1, 17, tmp_path) is None


@pytest.mark.parametrize(
    ("flags", "consumer", "owner"),
    [(0, b"", None), (1, b"spi0 CS0", "spi0 CS0"), (3, b"", "the kernel"), (2, b"", None)],
)
def test_a_lines_owner_as_the_kernel_answers(monkeypatch, flags, consumer, owner):
    asked = []

    def answer(device, request, question):
        asked.append((device.name, request, struct.unpack_from("I", question, 64)[0], len(question)))
        reply = bytearray(question)
        struct.pack_into("32s32s", reply, 0, b"GPIO8", consumer)
        struct.pack_into("Q", reply, 72, flags)
        return bytes(reply)

    monkeypatch.setattr(chip, "_ask", answer)
    assert line_owner(3, 8) == owner
    assert asked == [("gpiochip3", 0xC100B405, 8, 256)]


def test_a_chips_label_as_the_kernel_answers(monkeypatch, tmp_path):
    def answer(_device, request, question):
        assert (request, len(question)) == (0x8044B401, 68)
        return struct.pack("32s32sI", b"gpiochip0", b"pinctrl-rp1", 54)

    monkeypatch.setattr(chip, "_ask", answer)
    assert label_of(tmp_path / "gpiochip0") == "pinctrl-rp1"
