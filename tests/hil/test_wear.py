"""What is written to the card: nothing while nobody plays, and little in play."""

import pytest

from support import hil

MEASURED_S = 120
MOST_KIB_A_SECOND = 40
"""In play, all that the card is sent, file system's journal included."""
SECTOR = 512


@pytest.fixture
def pi(vm, prop_image, tmp_path):
    disk = vm.copy_image(prop_image, tmp_path / "disk.img")
    with vm.VirtualPi(disk, snapshot=False, cache="writeback") as machine:
        machine.start(hil.BOOT_S)
        # Only the prop may write: the log goes to memory, and the machine's own chores rest.
        machine.check(
            "mkdir -p /etc/systemd/journald.conf.d; printf '[Journal]\nStorage=volatile\n' >"
            " /etc/systemd/journald.conf.d/zz.conf; systemctl restart systemd-journald; sync"
        )
        yield machine


def _written(pi):
    """Return bytes that the prop has written, and those that the disk was sent."""
    pid = pi.check("systemctl show runeheart -P MainPID").strip()
    own = dict(line.split(": ") for line in pi.check(f"sync; cat /proc/{pid}/io").splitlines())
    return int(own["write_bytes"]), int(pi.check("cat /sys/block/vda/stat").split()[6]) * SECTOR


def _in_the_time(pi):
    before = _written(pi)
    pi.check(f"sleep {MEASURED_S}", MEASURED_S + 60)
    return [after - earlier for after, earlier in zip(_written(pi), before, strict=True)]


def test_nothing_is_written_while_nobody_plays_and_little_in_play(pi, measured):
    pi.check("sleep 20", 60)
    idle = _in_the_time(pi)
    pi.check("runeheart ctl start --difficulty normal")
    pi.press(hil.RUNES["nature"], 120)
    hil.status(pi, '"phase": "running"')
    play = _in_the_time(pi)
    measured["wear"] = {
        "measured_s": MEASURED_S,
        "idle": {"prop": idle[0], "card": idle[1]},
        "play": {"prop": play[0], "card": play[1]},
    }
    assert idle[0] == 0
    assert play[1] / 1024 / MEASURED_S <= MOST_KIB_A_SECOND
