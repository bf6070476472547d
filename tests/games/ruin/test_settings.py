"""Setups of the Ruin: defaults, every problem at once with its path, and warnings."""

import pytest

from runeheart.core.game import SetupInvalidError
from runeheart.games.ruin.rules import RUIN
from runeheart.games.ruin.settings import HOUSE_RULES, KEYWORDS
from support.ruin import Ruin, board


def problems(**raw):
    with pytest.raises(SetupInvalidError) as caught:
        RUIN.setup(raw, 0)
    return caught.value.problems


def test_without_anything_the_first_shipped_board_is_played_with_the_defaults():
    # RA-01, RA-31, R-031
    state = RUIN.setup({}, 0)
    view = RUIN.view(state)
    assert list(view) == [
        "round", "phase", "player", "mother", "stars_left", "broods", "pool", "damage", "life", "keywords",
        "corruption", "outcome", "house",
    ]  # fmt: skip
    assert (view["round"], view["phase"], view["damage"], view["life"]) == (1, "commit", 0, None)
    assert (view["keywords"], view["corruption"], view["pool"], view["outcome"]) == ([], False, 12, None)
    assert view["house"] == {name: values[0] for name, values in HOUSE_RULES.items()}
    assert len(view["broods"]) == 12
    assert RUIN.warnings(state) == ()
    assert not state.setup.auto_dice
    assert state.setup.auto_ties
    assert not state.setup.asks_defense


def test_keywords_stay_as_given():
    #
    given = list(reversed(KEYWORDS))
    assert Ruin(keywords=given).view["keywords"] == given
    assert Ruin(corruption=True).view["corruption"] is True


def test_the_broods_are_numbered_in_the_order_of_the_list():
    # RA-02
    assert Ruin((2, 0, 3), (-1, 0)).view["broods"] == [
        {"id": 1, "at": [2, 0], "charge": 3, "charge_prevented": 0},
        {"id": 2, "at": [-1, 0], "charge": 1, "charge_prevented": 0},
    ]


def test_a_brood_may_begin_on_the_start_and_the_start_may_be_mothers():
    # RA-01
    game = Ruin((0, -3), start=(0, -3), mother=(0, -3))
    assert game.ask == {"for": "command", "commands": ["commit_move"]}
    assert game.view["damage"] == 0


def test_another_number_of_broods_and_a_mother_out_of_reach_are_warnings():
    # RA-01
    game = Ruin((0, 2), start=(0, 3), mother=(0, 0), hexes=[(0, 0), (0, 2), (0, 3)])
    assert RUIN.warnings(game.state) == (
        "board.broods: there are 1; the rules begin with 12",
        "board.mother: no way leads from the start to [0, 0]; the Ruin cannot be resolved",
    )


def test_every_problem_of_a_board_is_told_at_once():
    # RA-01
    raw = {
        "hexes": [[0, 0], [0, 0], [1], "N", [0, 1], [True, 1]],
        "mother": [5, 5],
        "broods": [
            {"at": [0, 1], "charge": 7}, {"at": [0, 1]}, {"at": [9, 9]}, {"charge": 1, "chrage": 2}, 3,
            {"at": [0, 0], "charge": 2.0},
        ],
        "home": 1,
    }  # fmt: skip
    assert problems(board=raw) == [
        "board.home: unknown key; expected one of: hexes, mother, start, broods, title",
        "board.hexes[1]: [0, 0] is there already, as hexes[0]",
        "board.hexes[2]: [1] is not a Hex [q, r]",
        'board.hexes[3]: "N" is not a Hex [q, r]',
        "board.hexes[5]: [true, 1] is not a Hex [q, r]",
        "board.mother: [5, 5] is not on the map; expected one of its hexes",
        "board.start: missing is not a Hex [q, r]",
        "board.broods[0].charge: 7 is not 1..4",
        "board.broods[1].at: [0, 1] holds broods[0] already; one Brood in a Hex",
        "board.broods[2].at: [9, 9] is not on the map; expected one of its hexes",
        'board.broods[3].chrage: unknown key; did you mean "charge"?',
        "board.broods[3].at: missing is not a Hex [q, r]",
        'board.broods[4]: 3 is not a Brood such as {"at":[0,1],"charge":2}',
        "board.broods[5].charge: 2.0 is not 1..4",
    ]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (7, ["board: 7 is not a board: an object with hexes, mother, start and broods"]),
        ("hollow", ['board: "hollow" is not a board: an object with hexes, mother, start and broods']),
        (
            {"mother": 1, "start": [0, 0]},
            [
                "board.hexes: missing is not a list of one or more Hexes [q, r]",
                "board.mother: 1 is not a Hex [q, r]",
                'board.broods: missing is not a list of Broods such as {"at":[0,1]}',
            ],
        ),
        (
            {"hexes": [], "mother": [0, 0], "start": [0, 0], "broods": [{"at": [0, 0]}]},
            ["board.hexes: [] is not a list of one or more Hexes [q, r]"],
        ),
    ],
)
def test_what_is_no_board(raw, expected):
    assert problems(board=raw) == expected


def test_every_other_problem_is_told_at_once_too():
    #
    words = ", ".join(KEYWORDS)
    assert problems(
        keywrods=[], keywords=["Nurturer", "nurturer", "Nurturer", 4], corruption=1, life=0, defense="yes",
        dice="real", ties=None, house={"gather": "two", "gatherr": "one"}, board=board(), title=[1],
    ) == [
        'keywrods: unknown key; did you mean "keywords"?',
        f'keywords[1]: "nurturer" is not one of {words}; did you mean "Nurturer"?',
        'keywords[2]: "Nurturer" is there twice; expected different keywords',
        f"keywords[3]: 4 is not one of {words}",
        "corruption: 1 is not true or false",
        "life: 0 is not a whole number from 1, or null for no limit",
        'defense: "yes" is not one of none, ask',
        'dice: "real" is not one of ask, auto',
        "ties: null is not one of auto, ask",
        'house.gatherr: unknown house rule; did you mean "gather"?',
        'house.gather: "two" is not one of different, again, one',
    ]  # fmt: skip


def test_keywords_and_house_have_to_be_a_list_and_an_object():
    assert problems(keywords={}, house=[]) == [
        "keywords: {} is not a list of keywords: " + ", ".join(KEYWORDS),
        "house: [] is not an object of house rules and their values",
    ]


@pytest.mark.parametrize("life", [True, 1.0, "3", -1])
def test_what_is_no_life(life):
    # RA-03
    assert problems(life=life)[0].startswith("life: ")


def test_a_title_may_be_anything_and_a_board_may_have_one():
    RUIN.setup({"title": {"a": 1}, "board": {**board(), "title": "A small one"}}, 0)


def test_every_house_rule_has_its_values_in_the_state():
    for name, values in HOUSE_RULES.items():
        for value in values:
            assert Ruin(house={name: value}).view["house"][name] == value
