"""`runeheart board new`: a file with every number to fill, and typing it in the terminal."""

import pytest
from click.testing import CliRunner

from runeheart.cli.board import command
from runeheart.core.boards import read_text
from runeheart.games.cult.shipped import SHIPPED
from support.cli import run


def lines(text):
    """The lines that are spaces."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def typed(*args, answers):
    """Run `board new ARGS` and type answers."""
    return CliRunner().invoke(command, ["new", *map(str, args)], input="".join(f"{one}\n" for one in answers))


def test_a_grid_of_columns_and_rows_is_printed_to_fill():
    done = run("board", "new", "--like", "3x2")
    assert lines(done.stdout) == ["0101", "0102", "0201", "0202", "0301", "0302"]
    assert "# column 2" in done.stdout
    assert "/0202\\" in done.stdout  # the picture with the coordinates
    assert 'town "Riverwatch"' in done.stdout  # what can be typed


@pytest.mark.parametrize("name", SHIPPED)
def test_a_board_like_one_of_ours_has_its_spaces_and_nothing_on_them(name, tmp_path):
    out = tmp_path / "mine.txt"
    done = run("board", "new", out, "--like", name)
    spaces = read_text(out.read_text("utf-8")).spaces
    assert {space.at for space in spaces} == {space.at for space in read_text(SHIPPED[name]).spaces}
    assert all(space.words == () and space.label is None for space in spaces)
    assert done.stderr == f"{out}: {len(spaces)} spaces for the cult\n"


def test_a_board_like_a_file_of_another_game_tells_its_words(tmp_path):
    like = tmp_path / "like.txt"
    like.write_text("0202 mother\n0101 start\n", "utf-8")
    done = run("board", "new", "--like", like)
    assert lines(done.stdout) == ["0101", "0202"]
    assert "mother, start" in done.stdout
    assert "jewel" in run("board", "new", "--like", like, "--game", "cult").stdout


def test_a_board_is_typed_space_by_space_and_checked_on_the_way(tmp_path):
    out = tmp_path / "mine.txt"
    done = typed(
        out,
        "--like",
        "2x2",
        "--fill",
        answers=[
            'town forge plains "Forge"',
            "jewel=grean",
            "jewel=green Hills",
            "hills",
            "<",
            "hills road",
            "-",
            "",
        ],
    )
    assert done.exit_code == 0
    assert 'jewel=grean is no colour of a jewel; did you mean "green"?' in done.stdout
    assert '"Hills" is no terrain' in done.stdout
    assert lines(out.read_text("utf-8")) == ['0101 town forge plains "Forge"', "0102 hills road", "0202"]
    assert run("board", "check", out).exit_code == 0


def test_who_stops_goes_on_later_where_words_are_missing(tmp_path):
    out = tmp_path / "mine.txt"
    done = typed(out, "--like", "2x2", "--fill", answers=["", "hills"])
    assert "Stopped; the same command goes on from here." in done.stdout
    assert lines(out.read_text("utf-8")) == ["0101", "0102 hills", "0201", "0202"]
    done = typed(out, "--like", "2x2", "--fill", answers=['town forge "Forge"', "-", "<", "road", "-"])
    assert "0101 (1 of 3)" in done.stdout
    assert lines(out.read_text("utf-8")) == ['0101 town forge "Forge"', "0102 hills", "0201 road"]


def test_at_the_first_space_there_is_no_way_back(tmp_path):
    done = typed(tmp_path / "mine.txt", "--like", "1x1", "--fill", answers=["<", "road"])
    assert done.stdout.count("0101 (1 of 1)") == 2


def test_what_cannot_be_made_is_a_sentence(tmp_path):
    there = tmp_path / "there.txt"
    there.write_text("x\n", "utf-8")
    for args, status, why in (
        ((), 2, "say how large it is: --like 15x10"),
        (("--like", "2x2", "--fill"), 2, "--fill needs a file to write"),
        ((there, "--like", "2x2"), 2, "is there already; choose another name"),
        (("--like", "0x4"), 1, "0x4: the file cannot be read"),
        (("--like", there), 1, 'line 1: "x" is no space'),
        ((there, "--fill"), 1, 'line 1: "x" is no space'),
        ((tmp_path / "no/such/folder.txt", "--like", "2x2"), 2, "cannot be written"),
    ):
        done = run("board", "new", *args)
        assert (done.exit_code, done.stdout) == (status, "")
        assert why in done.stderr
    assert there.read_text("utf-8") == "x\n"
