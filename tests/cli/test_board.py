"""`runeheart board`: check, show and list; and a board's path in the setup of `runeheart play`."""

import json
import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from runeheart.cli import play
from runeheart.cli.board import command
from runeheart.cli.board_picture import in_letters
from runeheart.core.boards import read_text
from runeheart.games.ruin import shipped
from runeheart.runtime.boardfiles import MOST_BYTES

TINY = '0101 start\n0102 brood=2 hills\n0202 mother\n0301 town "Old Mill" road river jewel=green\n'
TILED = """<map orientation="hexagonal" staggeraxis="x" staggerindex="odd" width="2" height="1" tilewidth="36"
 tileheight="32" hexsidelength="18"><tileset firstgid="1" source="tiles.tsx"/>
 <layer name="l" width="2" height="1"><data encoding="csv">1,2</data></layer></map>"""
TILESET = '<tileset tilecount="2"><tile id="0" class="start"/><tile id="1" class="mother"/></tileset>'


def run(*args):
    done = CliRunner().invoke(command, [str(arg) for arg in args])
    assert "Traceback" not in done.output
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def file(tmp_path):
    def write(content, name="board.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_check_names_every_problem_with_its_line(file):
    path = file("0101 start\n0101 mother\n0102 mother\n0103 brood=9\nroad attributes\n")
    status, out, err = run("check", path)
    assert (status, out) == (1, "")
    assert err.splitlines() == [
        f"{path}: line 2: this space is there already, in line 1",
        f"{path}: line 3: a second mother; the first is in line 2",
        f"{path}: line 4: brood=9 is not brood=1 … brood=4",
        f'{path}: warning: line 5: "road attributes" is no space; it is skipped',
    ]


def test_check_of_a_good_board_says_so_with_its_warnings(file):
    path = file("0101 start\n0102 mother\n")
    assert run("check", path) == (
        0,
        f"{path}: a board for ruin with 2 spaces; it can be played\n",
        f"{path}: warning: board.broods: there are 0; the rules begin with 12\n",
    )


def test_check_guesses_the_game_from_the_words(file):
    path = file('0101 town forge "Forge"\n')
    assert run("check", path)[:2] == (0, f"{path}: a board for cult with 1 spaces; it can be played\n")
    for text, why in (("0101 hills\n", "no word tells"), (TINY, "words of ruin and cult stand in it")):
        status, _, err = run("check", file(text))
        assert status == 1
        assert err == f"{path}: {why} which game's board it is; say --game ruin or cult\n"
    assert run("check", file(TINY), "--game", "ruin")[0] == 0
    assert run("check", file("what\n"))[2].splitlines()[0].startswith(f"{path}: line 1: ")


def test_check_of_an_empty_board(file):
    status, _, err = run("check", file(""), "--game", "ruin")
    assert status == 1
    assert "no space has the word mother" in err


def test_an_unknown_game_is_a_sentence(file):
    status, _, err = run("check", file(TINY), "--game", "heart")
    assert status == 2
    assert 'there is no game with a board "heart"; expected one of: ruin, cult' in err


def test_files_that_cannot_be_read_say_why(file, tmp_path):
    for path, why in (
        (tmp_path / "none.txt", "the file cannot be read: No such file or directory"),
        (tmp_path, "the file cannot be read: Is a directory"),
        (file(b"\xff\xfe", "bytes.txt"), "the file is not UTF-8 text; save it as UTF-8"),
        (file(b" " * (MOST_BYTES + 1), "large.tmx"), "the file is larger than 16 MiB, which no board is"),
    ):
        for do in ("check", "show"):
            status, out, err = run(do, path, "--game", "ruin")
            assert (status, out) == (1, "")
            assert err.splitlines()[0] == f"{path}: {why}"


def test_maps_of_tiled_are_read_with_their_tilesets_beside_them(file):
    path = file(TILED, "map.tmx")
    assert "cannot be read; put it beside the map" in run("check", path, "--game", "ruin")[2]
    file(TILESET, "tiles.tsx")
    assert run("check", path)[:2] == (0, f"{path}: a board for ruin with 2 spaces; it can be played\n")


DRAWN = r"""
  ____        ____
 /0101\      /0301\
/start \    /Old Mi\
\      /    \town… /
 \____/      \____/
 /0102\
/brood2\____
\hills /0202\
 \____/mother\
      \      /
       \____/
"""


def test_show_draws_hexes_with_their_numbers_and_words(file):
    assert run("show", file(TINY)) == (0, DRAWN[1:], "")
    assert in_letters([]) == ""
    assert "/*green\\" in in_letters(read_text("0101 jewel=green").spaces)


def test_show_draws_what_can_be_read_of_a_board_with_problems(file):
    path = file("0101 start\nwhat\n")
    status, out, err = run("show", path)
    assert status == 0
    assert "0101" in out
    assert err == f"{path}: has problems; runeheart board check {path} names them\n"


def test_show_of_nothing_says_so(file):
    path = file("# nothing\n")
    assert run("show", path) == (1, "", f"{path}: there are no spaces to draw\n")


def test_show_writes_svg(file, tmp_path):
    out = tmp_path / "board.svg"
    path = file(TINY.replace("Old", "O&<d"))
    assert run("show", path, "--svg", out) == (0, "", "")
    root = ET.fromstring(out.read_text("utf-8"))  # noqa: S314 - our own file
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert names.count("polygon") == 4
    texts = [element.text for element in root.iter() if element.tag.endswith("}text")]
    assert {"0101", "0202", "2", "M", "S", "G", "O&<d Mill"} <= set(texts)
    status, _, err = run("show", path, "--svg", tmp_path / "no" / "board.svg")
    assert status == 2
    assert "cannot be written: No such file or directory" in err


def test_list_tells_the_shipped_boards_and_show_and_check_know_their_names():
    status, out, _ = run("list")
    assert status == 0
    assert [line.split()[:2] for line in out.splitlines()][:3] == [["ruin", name] for name in shipped.SHIPPED]
    for name in shipped.SHIPPED:
        assert run("check", name)[0] == 0
        assert "mother" in run("show", name, "--game", "ruin")[1]
    assert run("show", next(iter(shipped.SHIPPED)), "--game", "cult")[0] == 1


def played(tmp_path, setup, typed='{"do":"state"}\n'):
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(setup), "utf-8")
    done = CliRunner().invoke(play.command, ["ruin", "--setup", str(path)], input=typed)
    return done.exit_code, done.stdout, done.stderr


def test_play_reads_a_boards_path_from_the_setups_folder(file, tmp_path, monkeypatch):
    # RA-01
    (tmp_path / "boards").mkdir()
    file("0101 start\n0102 brood=2\n0103 mother\n", "boards/small.txt")
    monkeypatch.chdir("/")
    status, out, err = played(tmp_path, {"board": "boards/small.txt"})
    assert status == 0
    state = json.loads(out.splitlines()[0])
    assert (state["player"], state["mother"]) == ([0, 0], [0, 2])
    assert state["broods"] == [{"id": 1, "at": [0, 1], "charge": 2, "charge_prevented": 0}]
    assert err == "warning: board.broods: there are 1; the rules begin with 12\n"


def test_play_knows_shipped_boards_by_name(tmp_path):
    status, out, err = played(tmp_path, {"board": "spiral"})
    assert (status, err) == (0, "")
    assert len(json.loads(out.splitlines()[0])["broods"]) == 12


def test_play_names_every_problem_of_a_board_file_and_of_the_rest(file, tmp_path):
    file("0101 start\nwhat\n", "bad.txt")
    status, out, err = played(tmp_path, {"board": "bad.txt", "life": 0})
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        'board: bad.txt: line 2: "what" is no space; expected a number and words: 0203 hills "Name"',
        "board: bad.txt: no space has the word mother; give it to one",
        "life: 0 is not a whole number from 1, or null for no limit",
    ]
    assert played(tmp_path, {"board": "none.txt"})[2].splitlines()[0] == (
        "board: none.txt: the file cannot be read: No such file or directory"
    )
    assert played(tmp_path, {"board": "a\0b"})[0] == 2


def test_a_problem_that_only_the_setup_sees_has_its_path(file, tmp_path):
    status, _, err = played(tmp_path, {"board": 7})
    assert status == 2
    assert err == "board: 7 is not a board: an object with hexes, mother, start and broods\n"


def test_the_program_knows_the_command():
    done = subprocess.run(
        [sys.executable, "-c", "from runeheart.cli.main import main; main()", "board", "list"],
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"hollow" in done.stdout
