"""Board files in the text form: spaces with words and names, problems and warnings by line."""

import pytest

from runeheart.core.boards import Space, read_text


def read(text):
    sheet = read_text(text)
    assert sheet.problems == (), sheet
    return {space.at: (space.words, space.label) for space in sheet.spaces}


def test_a_line_is_a_space_with_words_and_a_name():
    assert read(
        '0101 forest\n0102 hills road\n\n0203 town forge plains "Forge of Old"\n0402 brood=2\n0501'
    ) == {
        (0, 0): (("forest",), None),
        (0, 1): (("hills", "road"), None),
        (1, 2): (("town", "forge", "plains"), "Forge of Old"),
        (3, 0): (("brood=2",), None),
        (4, -2): ((), None),
    }


def test_spaces_keep_the_order_and_the_number_of_their_lines():
    assert read_text("# my board\n0102 a\n\n0101 b").spaces == (
        Space((0, 1), ("a",), None, "line 2"),
        Space((0, 0), ("b",), None, "line 4"),
    )


def test_more_than_two_digits_are_written_with_a_dot():
    assert read("100.200 start\n-1.3") == {(99, 150): (("start",), None), (-2, 3): ((), None)}


def test_comments_end_a_line_but_not_in_a_name():
    assert read('0101 a "No. #1" b # c "d"\n   # all of it') == {(0, 0): (("a", "b"), "No. #1")}


def test_every_end_of_line_and_a_byte_order_mark_are_read():
    assert set(read("\ufeff0101 a\r\n0102 b\r0103 c")) == {(0, 0), (0, 1), (0, 2)}


@pytest.mark.parametrize(
    "line",
    [
        'forest attributes fill="green"',
        "include https://example.org/gnomeyland.txt",
        "0101-0203 road",
        "0101-0203-0405 trail",
        "dark-green attributes fill=#274200",
        "text font-size=20pt",
        "option horizontal",
        "mountain path attributes stroke=black",
        'mountain lib <path d="M1,1"/>',
    ],
)
def test_lines_of_text_mapper_that_are_no_spaces_are_skipped_with_a_warning(line):
    sheet = read_text(f"0101 start\n{line}\n")
    assert [space.where for space in sheet.spaces] == ["line 1"]
    assert sheet.problems == ()
    assert len(sheet.warnings) == 1
    assert sheet.warnings[0].startswith("line 2: ")
    assert sheet.warnings[0].endswith(" is no space; it is skipped")


def test_every_problem_has_its_line():
    sheet = read_text('0101\n101 a\nhello there\n0102 "a\n0103 "a" "b"\n0101 c\n01011 d\n0101x\n')
    assert sheet.problems == (
        'line 2: "101 a" is no space; expected a number and words: 0203 hills "Name"',
        'line 3: "hello there" is no space; expected a number and words: 0203 hills "Name"',
        "line 4: a quotation mark is alone; a name stands between two",
        "line 5: has 2 names; expected one at most",
        'line 7: "01011 d" is no space; expected a number and words: 0203 hills "Name"',
        'line 8: "0101x" is no space; expected a number and words: 0203 hills "Name"',
        "line 6: this space is there already, in line 1",
    )


def test_nothing_is_no_space_and_no_problem():
    assert read_text("") == read_text("# only words\n\n")
    assert read_text("").spaces == ()
