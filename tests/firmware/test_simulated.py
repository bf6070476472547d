"""The firmware on a computer as a process: the wire on its standard streams, the hands on a socket."""

import contextlib
import json
import select
import socket
import subprocess
import time

import pytest

from runeheart.wire import messages
from runeheart.wire.framing import Splitter, frame
from support.micropython import FIRMWARE, WIRE, needs_micropython

WAIT_S = 20


class Reader:
    """A simulated reader: `hand` moves things, `say` is the prop, `until` waits for what it says."""

    def __init__(self, state):
        self._hand, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [
                    *(needs_micropython(), FIRMWARE / "simulated/run.py", "--wire", WIRE),
                    *("--state", state, "--control", str(theirs.fileno())),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
            )
        self._splitter = Splitter()
        self.told = ""

    def hand(self, *lines):
        self._hand.sendall("".join(line + "\n" for line in lines).encode())

    def hand_bytes(self, data):
        self._hand.sendall(data)

    def say(self, *said):
        self.process.stdin.write(b"".join(frame(message.body()) for message in said))
        self.process.stdin.flush()

    def until(self, wanted):
        """Wait for a message, an equal one or one of a class; return it."""
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.5)
            if not ready:
                continue
            for message in messages.receive(self._splitter, self.process.stdout.read1(4096)):
                if message == wanted or (isinstance(wanted, type) and isinstance(message, wanted)):
                    return message
        raise AssertionError(f"{wanted} never came")

    def until_told(self, line):
        self._hand.settimeout(WAIT_S)
        while line + "\n" not in self.told:
            self.told += self._hand.recv(4096).decode()

    def close(self):
        self.process.stdin.close()
        self.process.wait(WAIT_S)
        self.process.stdout.close()
        self._hand.close()


@pytest.fixture
def reader(tmp_path):
    with contextlib.closing(Reader(tmp_path)) as one:
        yield one


def test_dice_compass_buttons_and_lights(reader):
    reader.until(messages.Identity(1, "0.1.0", ("pad1", "pad2", "rose", "roll", "ok")))
    reader.until_told("ready")
    reader.say(messages.Await("D8"))
    reader.until_told("light pad1 on")
    reader.hand("put d8 5")
    reader.until(messages.Roll(1, "D8", 5))
    reader.hand("put d8 6", "dial 120")
    reader.until(messages.Roll(2, "D8", 6))
    reader.until(messages.HeadingSentence(120))
    reader.hand("press ok")
    reader.until(messages.Confirm(3, 120))
    reader.hand("press roll")
    assert reader.until(messages.Roll).seq == 4
    reader.hand("put mov hills+road")
    reader.until(messages.Roll(5, "MOV", ("hills", "road")))
    reader.hand("put mov forest")
    reader.until(messages.Roll(6, "MOV", ("forest",)))
    reader.hand("put cmp NW")
    reader.until(messages.Roll(7, "CMP", "NW"))
    reader.say(messages.Repeat(6))
    reader.until(messages.Roll(6, "MOV", ("forest",)))
    reader.say(messages.Await())
    reader.until_told("light pad1 off")


def test_a_chip_that_fails_and_heals(reader):
    reader.hand("fail pad1")
    reader.until(messages.Error("pad1", "no answer from the MFRC522: check plug and wires"))
    reader.hand("heal pad1", "put d4 2 pad1")
    reader.until(messages.Error("pad1"))
    reader.until(messages.Roll(1, "D4", 2))


def test_a_lesson(reader, tmp_path):
    for face in (1, 2):
        reader.say(messages.Teach("D4", 2, face))
        reader.hand("lift", f"tag 04A1B2C{face}")
        reader.until(messages.Teach("D4", 2, face, f"04A1B2C{face}"))
    reader.say(messages.Teach("D4", 2))
    reader.until(messages.Teach("D4", 2))
    table = json.loads((tmp_path / "tags.json").read_text(encoding="utf-8"))
    assert table["04A1B2C1"] == ["D4", 2, 1]


def test_put_leaves_what_was_taught(reader, tmp_path):
    for face in (1, 2):
        reader.say(messages.Teach("D4", 1, face))
        reader.hand("lift", f"tag 04A1B2C{face}")
        reader.until(messages.Teach("D4", 1, face, f"04A1B2C{face}"))
    reader.say(messages.Teach("D4", 1))
    reader.until(messages.Teach("D4", 1))
    reader.hand("lift", "put d4 3")
    reader.until(messages.Roll(1, "D4", 3))
    for seq, face in ((2, ("hills",)), (3, ("river", "road")), (4, ("hills",))):
        reader.hand("put mov " + "+".join(face))
        reader.until(messages.Roll(seq, "MOV", face))
    table = json.loads((tmp_path / "tags.json").read_text(encoding="utf-8"))
    own = {tag: entry for tag, entry in table.items() if tag.startswith("04A1B2C")}
    assert own == {"04A1B2C1": ["D4", 1, 1], "04A1B2C2": ["D4", 1, 2]}
    moves = [entry for entry in table.values() if entry[0] == "MOV"]
    assert sorted(moves) == [["MOV", 1, ["hills"]], ["MOV", 1, ["river", "road"]]]


def test_lines_that_are_not_understood(reader):
    reader.hand(
        "jump",
        "",
        "put d9 1",
        "put d8 9",
        "put d8",
        "tag xyz",
        "tag 04",
        "press heart",
        "fail heart",
        "put d8 1 p",
    )
    for told in (
        "odd jump: expected put, tag, lift, dial, field, press, fail, heal or quit",
        "odd : expected put, tag, lift, dial, field, press, fail, heal or quit",
        "odd put d9 1: die d9; expected one of",
        "odd put d8 9: face 9 of D8; expected 1 to 8",
        "odd put d8: put takes other words",
        "odd tag xyz: ",
        "odd tag 04: a tag has 4, 7 or 10 bytes",
        "odd press heart: there is no button heart",
        "odd fail heart: there is no chip heart",
        "odd put d8 1 p: there is no pad p",
    ):
        while told not in reader.told:
            reader.told += reader._hand.recv(4096).decode()
    reader.until(messages.Beat)


@pytest.mark.parametrize("odd", [b"pad pad1", b"chips", b"chip pad1", b"put d8 \xff", b"\xff\xfe"])
def test_no_line_ends_the_hands(reader, odd):
    reader.hand_bytes(odd + b"\nput d8 5\n")
    reader.until(messages.Roll(1, "D8", 5))


@pytest.mark.parametrize("how", ["quit", "end of input", "upload"])
def test_it_ends(reader, how):
    reader.until(messages.Beat)
    if how == "quit":
        reader.hand("quit")
    elif how == "upload":
        reader.say(messages.Upload())
    else:
        reader.process.stdin.close()
    assert reader.process.wait(WAIT_S) == 0


def test_without_a_control_it_runs_as_well(tmp_path):
    ended = subprocess.run(
        [needs_micropython(), FIRMWARE / "simulated/run.py", "--wire", WIRE, "--state", tmp_path],
        input=frame(messages.Query().body()),
        capture_output=True,
        check=True,
        timeout=WAIT_S,
    )
    splitter = Splitter()
    said = messages.receive(splitter, ended.stdout)
    assert said.count(messages.Identity(1, "0.1.0", ("pad1", "pad2", "rose", "roll", "ok"))) == 2
    assert splitter.other == 0


def test_it_needs_no_more_memory_than_a_board_has(tmp_path):
    """A Pico's heap is some 190 KiB, and its words are half as long as those here."""
    ended = subprocess.run(
        [
            *(needs_micropython(), "-X", "heapsize=256k", FIRMWARE / "simulated/run.py"),
            *("--wire", WIRE, "--state", tmp_path),
        ],
        input=frame(messages.Query().body()),
        capture_output=True,
        check=True,
        timeout=WAIT_S,
    )
    assert b"$PRNH,I," in ended.stdout


def test_without_its_folders_it_tells_how_it_is_called(tmp_path):
    for words in ([], ["--wire", tmp_path], ["--what"]):
        ended = subprocess.run(
            [needs_micropython(), FIRMWARE / "simulated/run.py", *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=WAIT_S,
        )
        assert ended.returncode != 0
        assert "run.py --wire DIR --state DIR [--control FD]" in ended.stdout + ended.stderr
