"""Boards of the Ruin from board files: words, problems by line, and the boards that are shipped."""

import pytest

from runeheart.core.boards import Sheet, read_text
from runeheart.core.hexes import reachable
from runeheart.games.ruin import shipped
from runeheart.games.ruin.rules import RUIN


def board_of(text):
    return RUIN.board_of(read_text(text))


def test_words_give_mother_start_and_broods_in_the_order_of_the_lines():
    # RA-01, RA-02
    board, problems = board_of("0101 start forest\n0102 brood=3 hills\n0103 mother brood\n0202")
    assert problems == ()
    assert board == {
        "hexes": [[0, 0], [0, 1], [0, 2], [1, 1]],
        "start": [0, 0],
        "mother": [0, 2],
        "broods": [{"at": [0, 1], "charge": 3}, {"at": [0, 2], "charge": 1}],
    }
    RUIN.setup({"board": board}, 0)


def test_every_problem_is_told_by_its_line():
    # RA-01
    text = (
        "0101 mother\n0102 mother brood brood=2\n0103 brood=5\n0104 brood= start start\n0105 brood=x\nwhat\n"
    )
    _, problems = board_of(text)
    assert problems == (
        'line 6: "what" is no space; expected a number and words: 0203 hills "Name"',
        "line 2: a second mother; the first is in line 1",
        "line 2: 2 Broods; one Brood in a Hex",
        "line 3: brood=5 is not brood=1 … brood=4",
        "line 4: brood= is not brood=1 … brood=4",
        "line 5: brood=x is not brood=1 … brood=4",
    )


def test_a_board_without_mother_and_start_says_so():
    _, problems = board_of("0101 forest\n0102 brood")
    assert problems == (
        "no space has the word mother; give it to one",
        "no space has the word start; give it to one",
    )


def test_a_board_file_that_cannot_be_read_is_the_only_problem():
    unread = Sheet((), ("the file cannot be read: No such file or directory",))
    assert RUIN.board_of(unread)[1] == unread.problems  # nobody knows what its spaces say


def test_a_board_file_without_a_space_lacks_mother_and_start():
    _, problems = board_of("# nothing yet\n")
    assert [problem.split(";")[0] for problem in problems] == [
        "no space has the word mother",
        "no space has the word start",
    ]


@pytest.mark.parametrize("name", shipped.SHIPPED)
def test_a_shipped_board_has_an_idea_twelve_broods_and_a_way_to_mother(name):
    # RA-01, R-031
    text = shipped.SHIPPED[name]
    assert text.startswith("# ")
    board, problems = board_of(text)
    assert problems == ()
    state = RUIN.setup({"board": board}, 0)
    assert RUIN.warnings(state) == ()
    field = state.setup.board.field
    assert reachable(field.hexes[field.start], field.hexes) == set(field.hexes)  # no island


def test_the_shipped_boards_differ_in_size_and_the_first_is_played_without_a_choice():
    sizes = [len(board_of(text)[0]["hexes"]) for text in shipped.SHIPPED.values()]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 3
    assert RUIN.setup({}, 0).setup.board == RUIN.setup({"board": shipped.first()}, 0).setup.board
    assert len(shipped.first()["hexes"]) == sizes[0]
