"""`runeheart reader` with the real firmware at the other end: list, monitor, teach, calibrate, simulate."""

import json
import math
import os
import select
import signal

import pytest

from runeheart.wire import framing, messages
from support.cli import run
from support.hands import until_now
from support.reader import Cable, sentences
from support.virtual_reader import WAIT_S, Program, virtual_reader


@pytest.fixture
def reader(tmp_path):
    with virtual_reader(tmp_path / "reader") as running:
        yield running


@pytest.fixture
def port(reader):
    return str(reader.port)


class TestList:
    def test_a_reader_with_its_sensors(self, port):
        done = run("reader", "--port", port, "list")
        assert done.exit_code == 0
        assert f"* {port}\n" in done.output
        assert "a reader, firmware 0.1.0, sensors: pad1, pad2, rose, roll, ok" in done.output
        listed = json.loads(run("reader", "--port", port, "list", "--json").output)["ports"]
        assert [(one["port"], one["reader"], one["used"]) for one in listed] == [(port, True, True)]

    def test_nothing_plugged_in(self, tmp_path):
        done = run("reader", "--port", tmp_path / "usb-*", "list")
        assert done.exit_code == 1
        assert "Is it plugged in?" in done.output

    @pytest.mark.parametrize(
        ("answer", "words", "status"),
        [
            (messages.Identity(99, "9.9.9"), "speaks protocol 99; this controller needs", 1),
            (None, "silent", 1),
            (b"\xff\xfe\x00 nonsense\r\n", "no sentence at 115200 baud", 1),
            (framing.frame("HCHDG,98.3,,,,"), "a plain compass (HDG)", 0),
            (framing.frame("PRNH,Q") + b">>> ", "without the reader's program: runeheart reader flash", 1),
        ],
        ids=["protocol", "silent", "noise", "compass", "prompt"],
    )
    def test_who_else_may_be_there(self, tmp_path, answer, words, status):
        cable = Cable(tmp_path / "usb-1")
        with Program(tmp_path, "--port", cable.name, "list") as program:
            until_now(lambda: messages.Query() in cable.told(), WAIT_S)
            if answer is not None:
                cable.send(answer if isinstance(answer, bytes) else sentences(answer))
            found, text = program.ended()
        cable.pull()
        assert words in text
        assert found == status

    def test_one_that_another_program_holds(self, port):
        from runeheart_hw.reader_link import SerialLink

        link = SerialLink(port, 115200)
        done = run("reader", "--port", port, "list")
        link.close()
        assert done.exit_code == 1
        assert "sudo systemctl stop runeheart" in done.output


def test_a_prompt_that_repeats_what_it_is_told_is_not_taught(tmp_path):
    cable = Cable(tmp_path / "usb-1")
    with Program(tmp_path, "--port", cable.name, "teach", "d8") as program:
        for _ in range(1000):
            if program.process.poll() is not None:
                break
            cable.say(*cable.told(0.05))
        status, text = program.ended()
    cable.pull()
    assert status == 1
    assert "without the reader's program: run runeheart reader flash" in text


def test_an_empty_port_is_not_the_default_one():
    done = run("reader", "--port", "", "list")
    assert done.exit_code == 2
    assert "it is empty; expected the path of a port" in done.output


class TestMonitor:
    def test_a_port_that_vanishes_and_another_protocol_are_told(self, tmp_path):
        cable = Cable(tmp_path / "usb-1")
        with Program(tmp_path, "--port", cable.name, "monitor") as program:
            until_now(lambda: messages.Query() in cable.told(), WAIT_S)
            cable.say(messages.Identity(99, "9.9.9"))
            program.until("protocol 99, sensors: none yet; this controller needs protocol 1: run runeheart")
            cable.pull()
            status, text = program.ended()
        assert status == 1
        assert "1 good sentences.\n" in text

    def test_says_in_words_what_happens(self, reader, tmp_path):
        with Program(tmp_path, "--port", reader.port, "monitor") as program:
            program.until("a reader: firmware")
            reader.tell("put d8 5")
            program.until("the D8 shows 5 (number 1)")
            reader.tell("dial 121")
            program.until("compass at 121.0° (SE)")
            reader.tell("press ok")
            program.until("confirmed: 121.0° (SE) (number 2)")
            reader.tell("tag 04A1B2C3")
            program.until("tag 04A1B2C3 is not known")
            reader.tell("fail pad1")
            program.until("pad1: ")
            status, text = program.stop(signal.SIGINT)
        assert status == 0
        assert "good sentences" in text

    def test_raw_shows_the_sentences_and_ends_by_itself(self, port):
        done = run("reader", "--port", port, "monitor", "--raw", "--for", "2.2")
        assert done.exit_code == 0
        assert "PRNH,B," in done.output
        assert "on for " in done.output

    def test_counts_what_is_none(self, tmp_path):
        cable = Cable(tmp_path / "usb-1")
        with Program(tmp_path, "--port", cable.name, "monitor") as program:
            until_now(lambda: messages.Query() in cable.told(), WAIT_S)
            cable.send(b"noise\r\n$PRNH,B,1,1,0*00\r\n" + framing.frame("PRNH,D,1,D20,20"))
            program.until("PRNH,D,1,D20,20")
            program.until("not known here")
            status, text = program.stop(signal.SIGINT)
        cable.pull()
        assert status == 0
        assert "1 with a bad checksum" in text

    def test_a_pulled_plug_is_a_sentence(self, tmp_path):
        cable = Cable(tmp_path / "usb-1")
        with Program(tmp_path, "--port", cable.name, "monitor") as program:
            until_now(lambda: messages.Query() in cable.told(), WAIT_S)
            cable.pull()
            status, text = program.ended()
        assert status == 1
        assert "was unplugged" in text
        assert "Traceback" not in text

    def test_no_port_is_a_sentence(self, tmp_path):
        done = run("reader", "--port", tmp_path / "usb-*", "monitor")
        assert done.exit_code == 1
        assert "plug it in" in done.output


def lay(reader, program, tag, face):
    """Lay the side with a tag on a pad until it was learned, as for the face that is asked for."""
    program.until(f"{face} up …")
    reader.tell(f"tag {tag} pad1")
    program.until(f"learned (tag {tag})")
    reader.tell("lift")


class TestTeach:
    TAGS = ("04010201", "04010202", "04010203", "04010204")

    def teach(self, reader, state, *arguments):
        return Program(state, "--port", reader.port, "teach", "d4", *arguments)

    def test_face_by_face(self, reader, tmp_path):
        with self.teach(reader, tmp_path, "--number", 2) as program:
            for face, tag in enumerate(self.TAGS, 1):
                lay(reader, program, tag, face)
            status, text = program.ended()
        assert status == 0
        assert "The D4 number 2 is kept: 4 faces" in text
        table = json.loads((tmp_path / "reader/tags.json").read_text(encoding="utf-8"))
        assert [table[tag] for tag in self.TAGS] == [["D4", 2, face] for face in (1, 2, 3, 4)]

    def test_one_back(self, reader, tmp_path):
        with self.teach(reader, tmp_path) as program:
            lay(reader, program, self.TAGS[0], 1)
            lay(reader, program, self.TAGS[2], 2)  # the wrong side
            program.until("3 up …")
            program.type("u\n")
            program.until("one back")
            for face, tag in enumerate(self.TAGS[1:], 2):
                lay(reader, program, tag, face)
            assert program.ended()[0] == 0
        table = json.loads((tmp_path / "reader/tags.json").read_text(encoding="utf-8"))
        assert [table[tag][2] for tag in self.TAGS] == [1, 2, 3, 4]

    def test_a_reader_that_starts_anew_is_brought_to_where_the_lesson_is(self, tmp_path):
        me = messages.Identity(messages.PROTOCOL, "0.1.0", ("pad1",))
        cable = Cable(tmp_path / "usb-1")
        ends, goes_on = messages.Teach(), messages.Teach("D4", 1, 1, self.TAGS[0])
        with Program(tmp_path, "--port", cable.name, "teach", "d4") as program:
            self.obey(cable, me, messages.Teach("D4", 1, 1))
            cable.say(goes_on)
            self.obey(cable, me, messages.Teach("D4", 1, 2))
            cable.say(me)
            told = self.obey(cable, me, messages.Teach("D4", 1, 2))
            program.until("the reader started anew: the lesson goes on")
        cable.pull()
        assert told == [ends, goes_on, messages.Teach("D4", 1, 2)]

    def test_two_sides_with_the_same_face_have_a_tag_each(self, tmp_path):
        me = messages.Identity(messages.PROTOCOL, "0.1.0", ("pad1",))
        cable = Cable(tmp_path / "usb-1")
        road, roads = messages.Teach("MOV", 1, ("road",)), ("--face", "road") * 2
        with Program(tmp_path, "--port", cable.name, "teach", "movement", *roads) as program:
            for tag in (self.TAGS[0], self.TAGS[0], self.TAGS[1]):
                self.obey(cable, me, road)
                cable.say(messages.Teach("MOV", 1, ("road",), tag))
            program.until("this side was learned already: turn the die")
            self.obey(cable, me, messages.Teach("MOV", 1))
            status, text = program.ended()
        cable.pull()
        assert status == 0
        assert "The movement die number 1 is kept: 2 faces." in text

    def obey(self, cable, me, last):
        """Answer as a reader that can be taught, until it is told `last`; returns what it was told."""
        told = []
        while last not in told:
            new = cable.told(WAIT_S)
            assert new, f"never told {last.body()}: {[one.body() for one in told]}"
            for message in new:
                cable.say(me if message == messages.Query() else message)
            told += new
        return told

    def test_a_side_that_was_learned_already_is_told(self, reader, tmp_path):
        with self.teach(reader, tmp_path) as program:
            lay(reader, program, self.TAGS[0], 1)
            program.until("2 up …")
            reader.tell(f"tag {self.TAGS[0]} pad2")
            program.until("this side is 1 already: turn the die")

    def test_ctrl_c_changes_nothing_and_the_same_command_goes_on(self, reader, tmp_path):
        before = json.loads((tmp_path / "reader/tags.json").read_text(encoding="utf-8"))
        with self.teach(reader, tmp_path) as program:
            lay(reader, program, self.TAGS[0], 1)
            lay(reader, program, self.TAGS[1], 2)
            program.until("3 up …")
            status, text = program.stop(signal.SIGINT)
        assert status == 130
        assert "Stopped after 2 of 4 faces" in text
        assert json.loads((tmp_path / "reader/tags.json").read_text(encoding="utf-8")) == before
        with self.teach(reader, tmp_path) as program:
            program.until("Going on after 2 of 4 faces")
            for face, tag in enumerate(self.TAGS[2:], 3):
                lay(reader, program, tag, face)
            assert program.ended()[0] == 0
        table = json.loads((tmp_path / "reader/tags.json").read_text(encoding="utf-8"))
        assert [table[tag] for tag in self.TAGS] == [["D4", 1, face] for face in (1, 2, 3, 4)]

    def test_anew_begins_again(self, reader, tmp_path):
        with self.teach(reader, tmp_path) as program:
            lay(reader, program, self.TAGS[0], 1)
            program.until("2 up …")
            program.stop(signal.SIGINT)
        with self.teach(reader, tmp_path, "--anew") as program:
            assert "Going on" not in program.until("1 of 4: 1 up …")

    def test_a_cable_that_came_loose_breaks_nothing(self, tmp_path):
        folder = tmp_path / "reader"
        with virtual_reader(folder) as reader, self.teach(reader, tmp_path) as program:
            lay(reader, program, self.TAGS[0], 1)
            program.until("2 up …")
            reader.close()
            program.until("plug it in again, and the lesson goes on")
            with virtual_reader(folder) as again:
                for face, tag in enumerate(self.TAGS[1:], 2):
                    lay(again, program, tag, face)
                assert program.ended()[0] == 0
        assert json.loads((folder / "tags.json").read_text(encoding="utf-8"))[self.TAGS[0]] == ["D4", 1, 1]

    def test_the_movement_die_by_the_faces_that_are_given(self, reader, tmp_path):
        faces = ("road", "forest+hills")
        options = [part for face in faces for part in ("--face", face)]
        with Program(tmp_path, "--port", reader.port, "teach", "movement", *options) as program:
            for words, tag in zip(("road", "forest and hills"), self.TAGS, strict=False):
                lay(reader, program, tag, words)
            assert program.ended()[0] == 0
        table = json.loads((tmp_path / "reader/tags.json").read_text(encoding="utf-8"))
        assert table[self.TAGS[1]] == ["MOV", 1, ["forest", "hills"]]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("d7",), "is no die"),
            (("d44",), 'did you mean "d4"'),
            (("movement",), "a --face for each"),
            (("movement", "--face", "Forest"), "lower-case word"),
            (("d4", "--face", "road"), "for the movement die only"),
            (("d4", "--number", "0"), "expected a whole number"),
        ],
    )
    def test_what_cannot_be_taught_is_a_sentence(self, port, arguments, words):
        done = run("reader", "--port", port, "teach", *arguments)
        assert done.exit_code == 2
        assert words in done.output

    def test_a_reader_that_cannot_be_taught_says_so(self, tmp_path, monkeypatch):
        from runeheart.cli import reader_teach

        monkeypatch.setattr(reader_teach, "ANSWER_S", 0.2)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        cable = Cable(tmp_path / "usb-1")
        done = run("reader", "--port", cable.name, "teach", "d4")
        cable.pull()
        assert done.exit_code == 1
        assert "no reader answers" in done.output


class TestCalibrate:
    def test_a_dial_needs_its_north_only(self, reader, tmp_path):
        reader.tell("dial 200")
        until_now(lambda: reader.seen.heading == 200, WAIT_S)
        with Program(tmp_path, "--port", reader.port, "calibrate") as program:
            program.until("press Enter")
            program.type("\n")
            status, text = program.ended()
        assert status == 0
        assert "it reads 0.0° there" in text

    @pytest.mark.parametrize(
        ("sensor", "words"), [("nobody", "has no sensor nobody"), ("pad1", "no compass")]
    )
    def test_what_is_no_compass_is_told(self, port, sensor, words):
        done = run("reader", "--port", port, "calibrate", sensor)
        assert done.exit_code == 1
        assert words in done.output

    def test_a_magnetometer_is_walked_through_all_directions(self, tmp_path):
        folder = tmp_path / "reader"
        folder.mkdir()
        sensors = [{"name": "mag", "kind": "magnetometer"}, {"name": "ok", "kind": "confirm", "pin": 15}]
        settings = {"settle_ms": 100, "sensors": sensors}
        (folder / "sensors.json").write_text(json.dumps(settings), encoding="utf-8")
        with (
            virtual_reader(folder) as reader,
            Program(tmp_path, "--port", reader.port, "calibrate") as program,
        ):
            program.until("Calibrating mag")
            reader.tell("fail mag")
            program.until("  mag: ")  # told at once, not waited for
            reader.tell("heal mag")
            program.until("mag works again")
            tumble(reader, program)
            program.until("press Enter.\n")
            reader.tell("field 0.5 0.1 0.05")
            answer = ""
            while not answer.startswith("Done"):
                assert not answer or "let it rest" in answer
                program.type("\n")
                answer = program.until("\n")
            assert program.ended()[0] == 0
        assert answer == "Done: it reads 0.0° there."
        assert set(json.loads((folder / "compass.json").read_text(encoding="utf-8"))["mag"]) == {
            "offset",
            "matrix",
            "zero_deg",
        }


def test_what_is_stopped_after_the_walk_was_saved_is_told_apart(tmp_path):
    told, status = answered_walk(tmp_path, messages.Calibrate("mag", "save"), stop=True)
    assert status == 130
    assert "the walk is saved, its north is as it was" in told


def test_a_walk_that_cannot_be_saved_is_ended(tmp_path):
    told, status = answered_walk(tmp_path, messages.Error("reader", "too few sides"), stop=False)
    assert status == 1
    assert "the reader cannot save it: too few sides" in told


def answered_walk(tmp_path, to_save, *, stop):
    """Calibrate with a reader that answers `to_save` after the walk; returns what was said and the status."""
    me = messages.Identity(messages.PROTOCOL, "0.1.0", ("mag",))
    start, cancel = messages.Calibrate("mag", "start"), messages.Calibrate("mag", "cancel")
    save = messages.Calibrate("mag", "save")
    answers = {
        messages.Query(): [me],
        start: [start],
        save: [to_save],
        cancel: [cancel],
    }
    cable, told = Cable(tmp_path / "usb-1"), []
    with Program(tmp_path, "--port", cable.name, "calibrate") as program:
        while (save if stop else cancel) not in told:
            new = cable.told(WAIT_S)
            assert new, [one.body() for one in told]
            for message in new:
                cable.say(*answers[message])
            if start in new:
                program.until("Ctrl-C stops.")
                cable.say(messages.Calibrate("mag", "walk", 100))
            told += new
        if stop:
            program.until("Now its north")
        status, text = program.stop(signal.SIGINT) if stop else program.ended()
    cable.pull()
    return text, status


def tumble(reader, program):
    """Turn a field of half a gauss through every direction, around an offset, until all of it was seen."""
    seen, place = "", 0
    while "100 %: saved." not in seen:
        tilt, around = math.asin(1 - 2 * (place % 61 + 0.5) / 61), place * 2.4  # a spiral over the ball
        x, y, z = math.cos(tilt) * math.cos(around), math.cos(tilt) * math.sin(around), math.sin(tilt)
        reader.tell(f"field {0.45 * x + 0.1:.4f} {0.5 * y - 0.05:.4f} {0.4 * z + 0.02:.4f}")
        place += 1
        assert place < 500, program.heard
        if select.select([program.process.stdout], [], [], 0.06)[0]:  # the chip is polled each 50 ms
            seen += os.read(program.process.stdout.fileno(), 4096).decode()
    program.heard = seen.partition("100 %: saved.")[2]


class TestSimulate:
    def test_a_terminal_that_is_closed_takes_the_port_with_it(self, tmp_path):
        with Program(tmp_path, "simulate", "--state", tmp_path / "reader") as program:
            program.until(f"The virtual reader is at {tmp_path / 'reader/port'}")
            assert program.stop(signal.SIGHUP)[0] == 0
        assert not (tmp_path / "reader/port").is_symlink()

    def test_a_folder_that_cannot_be_is_a_sentence(self):
        done = run("reader", "simulate", "--state", "/proc/x")
        assert done.exit_code == 1
        assert done.output.startswith("/proc/x cannot be written to (")

    def test_prints_its_port_and_obeys_what_is_typed(self, tmp_path):
        folder = tmp_path / "reader"
        with Program(tmp_path, "simulate", "--state", folder) as program:
            program.until(f"The virtual reader is at {folder / 'port'}")
            with Program(tmp_path, "--port", folder / "port", "monitor") as watcher:
                watcher.until("a reader: firmware")
                program.type("put d10 10\n")
                watcher.until("the D10 shows 10")
                program.type("dance\n")
                program.until("dance: expected put, tag")
                watcher.stop(signal.SIGINT)
            assert program.stop(signal.SIGTERM)[0] == 0
        assert not (folder / "port").is_symlink()

    def test_without_micropython_it_says_how_to_get_it(self, tmp_path, monkeypatch):
        monkeypatch.setattr("runeheart_hw.reader_firmware.micropython", lambda: None)
        done = run("reader", "simulate", "--state", tmp_path / "reader")
        assert done.exit_code == 1
        assert "pip install 'runeheart[sim]'" in done.output

    def test_a_port_that_is_a_file_is_not_overwritten(self, tmp_path):
        (tmp_path / "port").write_text("mine", encoding="utf-8")
        with Program(tmp_path, "simulate", "--state", tmp_path) as program:
            status, text = program.ended()
        assert status == 1
        assert "is a file of another kind" in text
        assert (tmp_path / "port").read_text(encoding="utf-8") == "mine"
