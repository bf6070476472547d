"""The firmware onto a board: MicroPython's real prompt takes it through mpremote, what was copied runs."""

import hashlib

import pytest

from runeheart.runtime.clock import SystemClock
from runeheart.wire import messages
from runeheart_hw import reader_firmware, reader_flash
from runeheart_hw.reader_firmware import BoardFile
from runeheart_hw.reader_flash import Flasher, FlashError
from runeheart_hw.reader_link import SerialLink
from support.board import Board
from support.cli import run
from support.reader import Cable

BAUD = 115200


@pytest.fixture
def board(tmp_path):
    with Board(tmp_path / "board") as plugged_in:
        yield plugged_in


FEW = (
    BoardFile("lib/one.py", b"one = 1\n"),
    BoardFile("two.py", b"two = 2\n"),
    BoardFile("main.py", b"print(3)\n"),
    BoardFile("own.json", b"{}", only_if_missing=True),
)


def flasher(pattern):
    return Flasher(str(pattern), BAUD, SystemClock())


def copied(board, files=FEW):
    """Copy files to a board at its prompt; returns the names of those that were, in their order."""
    names = []
    count = flasher(board.port).copy(str(board.port), files, lambda step: names.append(step.name))
    assert count == len(names)
    return names


def test_a_new_board_gets_all_runs_it_and_a_second_time_nothing_is_copied(board):
    done = run("reader", "--port", board.port, "flash")
    assert done.exit_code == 0
    assert "  0 %  wire/__init__.py" in done.output
    assert "100 %" in done.output
    assert (
        f"Done: a reader: firmware {reader_firmware.version()}, protocol {messages.PROTOCOL}" in done.output
    )
    files = {file.name: file.data for file in reader_firmware.files()}
    assert board.has().items() >= files.items()
    done = run("reader", "--port", board.port, "flash")
    assert done.exit_code == 0
    assert "nothing differs" in done.output
    assert board.starts == ["prompt", "main.py", "prompt", "main.py"]
    with pytest.raises(FlashError, match=r"says it is .*, not 99\.0 with"):
        flasher(board.port).verify(str(board.port), "99.0")


def test_what_differs_is_copied_and_the_boards_own_files_stay(board):
    assert copied(board) == [file.name for file in FEW]
    assert board.has() == {file.name: file.data for file in FEW}
    (board.files / "lib/one.py").unlink()
    (board.files / "own.json").write_bytes(b"mine")
    board.reset()
    assert copied(board) == ["lib/one.py", "main.py"]
    assert board.has() == {**{file.name: file.data for file in FEW}, "own.json": b"mine"}


def test_main_py_goes_before_anything_is_copied_and_comes_after_it(board):
    copied(board)
    (board.files / "two.py").write_text("old", encoding="utf-8")
    board.reset()
    there = []
    flasher(board.port).copy(
        str(board.port), FEW, lambda step: there.append((step.name, (board.files / "main.py").exists()))
    )
    assert there == [("two.py", False), ("main.py", False)]
    assert (board.files / "main.py").read_bytes() == FEW[2].data


def test_a_few_hundred_bytes_and_none_arrive_as_they_are(board):
    files = (BoardFile("empty.py", b""), BoardFile("odd.bin", bytes(range(256)) * 3))
    assert copied(board, files) == ["empty.py", "odd.bin"]
    assert board.has() == {file.name: file.data for file in files}


class TestInTheWay:
    def test_no_board(self, tmp_path, monkeypatch):
        monkeypatch.setattr(reader_flash, "LABELS", tmp_path)
        with pytest.raises(FlashError, match=r"no board at .*hold BOOTSEL"):
            flasher(tmp_path / "usb-*").find()

    @pytest.mark.parametrize("disk", ["RPI-RP2", "RP2350"])
    def test_a_board_without_micropython(self, tmp_path, monkeypatch, disk):
        monkeypatch.setattr(reader_flash, "LABELS", tmp_path)
        (tmp_path / disk).touch()
        with pytest.raises(FlashError, match=f"without MicroPython is plugged in .the disk {disk}.: copy"):
            flasher(tmp_path / "usb-*").find()

    def test_two_boards(self, tmp_path):
        cables = [Cable(tmp_path / f"usb-{number}") for number in (1, 2)]
        with pytest.raises(FlashError, match=r"several boards .*--port"):
            flasher(tmp_path / "usb-*").find()
        for cable in cables:
            cable.pull()

    def test_the_daemon_holds_it(self, board):
        link = SerialLink(str(board.port), BAUD)
        with pytest.raises(FlashError, match="sudo systemctl stop runeheart"):
            flasher(board.port).find()
        link.close()

    def test_what_does_not_answer_as_micropython_does(self, tmp_path, monkeypatch):
        monkeypatch.setattr(reader_flash, "PROMPT_S", 0.1)
        monkeypatch.setattr(reader_flash, "ENTER_S", 0.2)
        cable = Cable(tmp_path / "usb-1")
        with pytest.raises(FlashError, match="does not answer as MicroPython does"):
            flasher(cable.name).copy(str(cable.name), (), lambda _step: None)
        cable.pull()

    def test_a_cable_that_is_pulled_out_meanwhile(self, board):
        def pull(_step):
            raise OSError(5, "Input/output error")

        with pytest.raises(FlashError, match=r"broke off .*plug it in again and run this again"):
            flasher(board.port).copy(str(board.port), reader_firmware.files(), pull)
        assert "main.py" not in board.has()

    def test_a_board_that_is_full(self, board):
        def full(_step):
            raise OSError(28, "app.py")

        with pytest.raises(FlashError, match="is full"):
            flasher(board.port).copy(str(board.port), reader_firmware.files(), full)

    def test_a_folder_that_cannot_be_made_is_mpremotes_error_in_our_words(self, board):
        (board.files / "wire").write_text("a file", encoding="utf-8")
        with pytest.raises(FlashError, match="broke off"):
            flasher(board.port).copy(str(board.port), reader_firmware.files(), lambda _step: None)

    def test_a_board_that_does_not_say_who_it_is_afterwards(self, board, monkeypatch):
        monkeypatch.setattr(reader_flash, "START_S", 0.1)
        with pytest.raises(FlashError, match="does not say who it is"):
            flasher(board.port).verify(str(board.port), "1.0")


class TestFiles:
    def test_each_is_there_and_main_py_is_the_last_program(self):
        files = reader_firmware.files()
        names = [file.name for file in files]
        assert len(set(names)) == len(names)
        assert [name for name in names if name.endswith(".py")][-1] == "main.py"
        assert [file.name for file in files if file.only_if_missing] == ["sensors.json"]
        assert all(file.data or file.name.endswith("__init__.py") for file in files)

    def test_the_sentences_are_the_controllers_own(self):
        wire = reader_firmware.wire_folder() / "wire"
        for file in reader_firmware.files():
            if file.name.startswith("wire/"):
                path = wire / file.name.removeprefix("wire/")
                assert hashlib.sha256(file.data).digest() == hashlib.sha256(path.read_bytes()).digest()

    def test_its_version_is_known(self):
        assert reader_firmware.version()

    def test_a_micropython_on_the_path_does_as_well(self, monkeypatch, tmp_path):
        monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
        monkeypatch.setenv("PATH", str(tmp_path))
        assert reader_firmware.micropython() is None
        program = tmp_path / "bin/micropython"
        program.parent.mkdir()
        program.touch(0o755)
        monkeypatch.setenv("PATH", str(program.parent))
        assert reader_firmware.micropython() == program


def test_a_trouble_of_the_command_is_a_sentence(tmp_path):
    done = run("reader", "--port", tmp_path / "usb-*", "flash")
    assert done.exit_code == 1
    assert "no board at" in done.output
