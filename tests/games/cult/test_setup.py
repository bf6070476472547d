"""Setups and boards: defaults, every problem at once, warnings."""

import pytest

from runeheart.core.boards import Sheet, read_text
from runeheart.core.game import SetupInvalidError
from runeheart.games.cult import boards, sheets
from runeheart.games.cult.rules import CULT
from runeheart.games.cult.settings import HOUSE_RULES, PLACEHOLDER_DIE
from runeheart.games.cult.shipped import SHIPPED
from runeheart.games.cult.words import USUAL
from support.cult import FORGE, Cult, a_board, a_hero, around

DIE = [["road"], ["river"], ["hills"], ["forest"], ["swamp"], ["mountains", "plains"]]


def problems(raw):
    with pytest.raises(SetupInvalidError) as caught:
        CULT.setup(raw, 0)
    return caught.value.problems


def setup(**changes):
    return {"board": a_board({FORGE: "plains town=Forge"}), "heroes": [a_hero(0, FORGE)], **changes}


def test_without_a_setup_the_first_board_and_two_heroes_in_the_forge_are_used():
    # C-011, C-012, CA-34
    view = CULT.view(CULT.setup({}, 0))
    assert [hero["at"] for hero in view["heroes"]] == [view["marker"]] * 2
    assert view["infiltrated"] == [view["marker"]]
    assert view["decks"] == {"green": 8, "yellow": 8, "blue": 7, "red": 7}
    assert view["house"] == {name: values[0] for name, values in HOUSE_RULES.items()}
    assert (view["turn"], view["bearing"], view["pile"], view["outcome"]) == ("First", None, 0, None)


def test_the_first_board_without_heroes_and_heroes_without_a_board():
    state = CULT.setup({"board": a_board({(3, 3): "plains town=Forge"}, forge=(3, 3))}, 0)
    assert [hero.at for hero in state.heroes] == [(3, 3), (3, 3)]
    state = CULT.setup({"heroes": [a_hero(0, CULT.setup({}, 0).board.forge)]}, 0)
    assert len(state.board.spaces) == 21


def test_what_every_game_accepts_at_the_top_changes_nothing():
    given = {"title": 7, "ties": "ask", "dice": "ask", "movement_die": DIE}
    assert CULT.view(CULT.setup(setup(**given), 0)) == CULT.view(CULT.setup(setup(), 0))
    board = {**a_board({FORGE: "plains town=Forge"}), "title": "A board"}
    assert CULT.setup(setup(board=board), 0) == CULT.setup(setup(), 0)


@pytest.mark.parametrize("house", [{name: value} for name, values in HOUSE_RULES.items() for value in values])
def test_every_house_rule_can_be_set(house):
    assert CULT.view(CULT.setup(setup(house=house), 0))["house"].items() >= house.items()


BAD_SPACES = {
    "spaces": [
        7,
        {"at": [0, 0], "terrain": ["plains", "Hills", "plains"], "town": "Mill", "twon": 1},
        {"at": [0, 0], "terrain": []},
        {"at": "0001", "terrain": "plains", "jewel": "grean", "town": " "},
        {"terrain": [""], "town": 5, "jewel": ["red"]},
    ],
    "forge": [2, 2],
    "frge": 1,
}


def test_every_problem_of_a_board_is_told_at_once_by_its_path():
    assert problems(setup(board=BAD_SPACES, heroes=[a_hero(0, (1, 1))])) == [
        'board.frge: unknown key; did you mean "forge"?',
        'board.spaces[0]: 7 is not a space such as {"at":[0,1],"terrain":["hills"]}',
        'board.spaces[1].twon: unknown key; did you mean "town"?',
        'board.spaces[1].terrain[1]: "Hills" is not a lower-case word; expected a terrain such as hills',
        "board.spaces[1].terrain[2]: plains is there twice; expected different terrains",
        "board.spaces[2].at: [0, 0] is there already, in spaces[1]",
        'board.spaces[3].at: "0001" is not a Hex [q, r]',
        'board.spaces[3].terrain: "plains" is not a list of terrains such as ["hills","road"]',
        'board.spaces[3].town: " " is not a town\'s name',
        'board.spaces[3].jewel: "grean" is no colour of a jewel; did you mean "green"?',
        "board.spaces[4].at: missing is not a Hex [q, r]",
        'board.spaces[4].terrain[0]: "" is not a lower-case word; expected a terrain such as hills',
        "board.spaces[4].town: 5 is not a town's name",
        'board.spaces[4].jewel: ["red"] is no colour of a jewel; did you mean "red"?',
        "board.forge: [2, 2] is not a space of the board",
        "heroes[0].at: [1, 1] is off the board; expected one of its spaces",
    ]


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("keep.txt", 'board: "keep.txt" is not a board: an object with spaces and forge'),
        ({"spaces": [], "forge": [0, 0]}, "board.spaces: [] is not a list of one or more spaces"),
        ({"forge": [0, 0]}, "board.spaces: missing is not a list of one or more spaces"),
        (
            {"spaces": [{"at": [0, 0], "terrain": []}]},
            "board.forge: missing is not a Hex [q, r]; expected the",
        ),
        (
            {"spaces": [{"at": [0, 0], "terrain": []}], "forge": [0, 0]},
            "board.forge: [0, 0] is not a town; give its space a town's name",
        ),
        (
            {"spaces": [{"at": [0, 0], "town": "Forge"}], "forge": [0, 0]},
            "board.spaces[0].terrain: missing is not a list of terrains",
        ),
    ],
)
def test_a_board_that_is_none(board, problem):
    told = problems({"board": board})
    assert len(told) == 1
    assert problem in told[0]


def test_every_problem_of_the_rest_is_told_at_once_by_its_path():
    given = setup(
        heroes=[
            {"name": "Ada", "at": [5, 5], "life": 0, "stamina": -1},
            {"name": "Ada", "at": [0, 0], "life": 5.0, "stamina": True, "lief": 1},
            {"name": " ", "life": 5, "stamina": 4},
            "Ben",
            {},
        ],
        decks={"green": -1, "yelow": 8, "red": 7.0},
        house={"town_pul": "all", "bearing": "loose"},
        dice="autos",
        ties=1,
        movement_die=[["road"], "river", ["River", "Road", 1], [], ["hills", "hills"]],
        heros=[],
    )
    assert problems(given) == [
        'heros: unknown key; did you mean "heroes"?',
        "heroes[0].at: [5, 5] is off the board; expected one of its spaces",
        "heroes[0].life: 0 is not a whole number from 1",
        "heroes[0].stamina: -1 is not a whole number from 0",
        'heroes[1].lief: unknown key; did you mean "life"?',
        'heroes[1].name: "Ada" is the name of heroes[0] too',
        "heroes[1].life: 5.0 is not a whole number from 1",
        "heroes[1].stamina: true is not a whole number from 0",
        'heroes[2].name: " " is not a name',
        "heroes[2].at: missing is not a Hex [q, r]",
        'heroes[3]: "Ben" is not a hero: an object with name, at, life, stamina',
        "heroes[4].name: missing is not a name",
        "heroes[4].at: missing is not a Hex [q, r]",
        "heroes[4].life: missing is not a whole number from 1",
        "heroes[4].stamina: missing is not a whole number from 0",
        'decks.yelow: unknown key; did you mean "yellow"?',
        "decks.green: -1 is not a whole number from 0",
        "decks.red: 7.0 is not a whole number from 0",
        'dice: "autos" is not one of ask, auto; did you mean "auto"?',
        "ties: 1 is not one of auto, ask",
        "movement_die: 5 faces; expected a list of 6 faces, each a list of terrains",
        'movement_die[1]: "river" is not a list of 1 to 3 different terrains, such as ["river", "road"]',
        'movement_die[2][0]: "River" is not a lower-case word; expected a terrain such as hills',
        'movement_die[2][1]: "Road" is not a lower-case word; expected a terrain such as hills',
        "movement_die[2][2]: 1 is not a lower-case word; expected a terrain such as hills",
        'movement_die[3]: [] is not a list of 1 to 3 different terrains, such as ["river", "road"]',
        "movement_die[4][1]: hills is there twice; expected different terrains",
        'house.town_pul: unknown house rule; did you mean "town_pull"?',
        'house.bearing: "loose" is not one of fixed, last_move',
    ]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"heroes": []}, "heroes: 0 heroes; expected a list of 1 to 6 heroes"),
        ({"heroes": "Ada"}, 'heroes: "Ada"; expected a list of 1 to 6 heroes'),
        (
            {"heroes": [{**a_hero(0, FORGE), "name": f"Hero {number}"} for number in range(7)]},
            "heroes: 7 heroes; expected a list of 1 to 6 heroes",
        ),
        ({"decks": [8, 8, 7, 7]}, 'decks: [8, 8, 7, 7] is not an object such as {"green":8,"red":7}'),
        ({"house": []}, "house: [] is not an object of house rules and their values"),
        ({"movement_die": 6}, "movement_die: 6; expected a list of 6 faces, each a list of terrains"),
        (
            {"dice": "auto"},
            'movement_die: is missing; dice = auto needs its 6 faces, or "placeholder" for ours',
        ),
    ],
)
def test_a_single_problem(changes, problem):
    assert problems(setup(**changes)) == [problem]


# The die


def test_with_a_die_of_its_own_the_engine_rolls_from_the_seed():
    # CA-05
    rolled = []
    for seed in range(8):
        cult = Cult({FORGE: "lava town=Forge"}, [FORGE], seed=seed, dice="auto", movement_die=DIE)
        cult.do("end_turn")
        assert cult.names == ["rolled", "cult_stays", "turn"]
        assert cult.events[0]["values"][0] in DIE
        rolled += cult.events[0]["values"]
    assert len({tuple(face) for face in rolled}) > 1


def test_every_face_is_rolled_in_the_long_run():
    # CA-05
    cult = Cult({FORGE: "lava town=Forge"}, [FORGE], dice="auto", movement_die=DIE)
    faces = [tuple(cult.do("end_turn")[0]["values"][0]) for _ in range(120)]
    assert {faces.count(tuple(face)) for face in DIE} <= set(range(8, 36))


def test_the_shipped_die_is_a_placeholder_and_must_be_asked_for_by_name():
    # CA-05
    state = CULT.setup(setup(dice="auto", movement_die="placeholder"), 0)
    assert state.die == PLACEHOLDER_DIE
    assert {word for face in PLACEHOLDER_DIE for word in face} == set(USUAL)
    assert len(PLACEHOLDER_DIE) == 6


# Boards of files


def test_the_shipped_boards_can_be_played_and_have_nothing_odd():
    # CA-05, CA-27
    sizes = {}
    for name, text in SHIPPED.items():
        board, told = sheets.board_of(read_text(text))
        state = CULT.setup({"board": board, "movement_die": "placeholder"}, 0)
        assert (told, CULT.warnings(state)) == ((), ())
        towns = [space for space in state.board.spaces.values() if space.town is not None]
        terrains = set().union(*(space.terrain for space in state.board.spaces.values()))
        colours = {space.jewel for space in state.board.spaces.values()} - {None}
        assert (terrains, colours) == (set(USUAL), {"green", "yellow", "blue", "red"})
        sizes[name] = (len(state.board.spaces), len(towns))
    assert sizes == {"hearth": (21, 3), "realm": (150, 8)}
    assert next(iter(SHIPPED)) == "hearth"


def test_a_text_board_is_what_its_words_say():
    # CA-27, CA-35
    text = """
    # a comment
    0101 town forge plains "Forge"
    0102 hills road jewel=green
    0201 town jewel=red hills hills "The Mill"
    0202
    """
    assert sheets.board_of(read_text(text)) == (
        {
            "spaces": [
                {"at": [0, 0], "terrain": ["plains"], "town": "Forge"},
                {"at": [0, 1], "terrain": ["hills", "road"], "jewel": "green"},
                {"at": [1, 0], "terrain": ["hills"], "jewel": "red", "town": "The Mill"},
                {"at": [1, 1], "terrain": []},
            ],
            "forge": [0, 0],
        },
        (),
    )


def test_every_problem_of_a_text_board_is_told_at_once_by_its_line():
    # a town without a name, an unknown colour, a forge that is no town, a second one, a word that is none
    text = """
    0101 town hills
    0102 jewel=grean
    0103 forge "Forge"
    0104 forge town ""
    0105 Hills jewel=red jewel=blue
    """
    assert sheets.board_of(read_text(text))[1] == (
        'line 2: a town without a name; give it one, such as "Riverwatch"',
        'line 3: jewel=grean is no colour of a jewel; did you mean "green"?',
        "line 4: the forge is not a town; add the word town and its name",
        "line 5: a second forge; the first is in line 4",
        'line 5: a town without a name; give it one, such as "Riverwatch"',
        'line 6: "Hills" is no terrain; expected a lower-case word',
        "line 6: jewel=blue is a second jewel; a space has one",
    )
    assert sheets.board_of(read_text('0101 town "Mill"'))[1] == (
        "no space has the word forge; give it to the town where the cult begins",
    )


def test_a_board_file_that_cannot_be_read_is_the_only_problem():
    unread = Sheet((), ("the file cannot be read: No such file or directory",))
    assert sheets.board_of(unread)[1] == unread.problems  # nobody knows whether it has a forge


def test_what_is_odd_is_a_warning():
    spaces = around(1, q0r1="plains lava", q1r0="lava ice town=Forge") | {(5, 5): "hills", (6, 5): "plains"}
    given = {"board": a_board(spaces), "heroes": [a_hero(0, FORGE)], "movement_die": DIE}
    assert CULT.warnings(CULT.setup(given, 0)) == (
        "board.spaces[3].terrain: the movement die never shows ice (space 0201)",
        "board.spaces[3].terrain: the movement die never shows lava (space 0201)",
        "board.spaces[3].town: Forge is the name of spaces[0] too",
        "board.spaces: no way leads from the forge to 2 of them, such as space 0608",
    )
    del given["movement_die"]  # without its table nobody knows what the die can never show
    assert len(CULT.warnings(CULT.setup(given, 0))) == 2


def test_without_a_table_of_the_die_a_slip_of_the_pen_is_a_warning():
    spaces = {FORGE: "plains town=Forge", (0, 1): "forrest lava", (0, 2): "forrest"}
    given = {"board": a_board(spaces), "heroes": [a_hero(0, FORGE)]}
    assert CULT.warnings(CULT.setup(given, 0)) == (
        'board.spaces[1].terrain: forrest is none of the usual terrains; did you mean "forest"? (space 0102)',
    )


def test_a_jewel_without_a_colour_is_a_terrain_and_a_warning():
    board, told = sheets.board_of(read_text('0101 town forge "Forge"\n0102 hills jewel'))
    assert told == ()
    odd = "jewel is read as a terrain; a jewel has a colour, such as jewel=green"
    assert CULT.warnings(CULT.setup({"board": board}, 0)) == (f"board.spaces[1].terrain: {odd} (space 0102)",)


def test_a_board_read_alone_has_its_path_from_the_top():
    assert boards.read(7, "keep.json") == (
        None,
        ["keep.json: 7 is not a board: an object with spaces and forge"],
    )


def test_nothing_of_the_doom_track_is_kept():
    # C-005, C-007, C-008: markers of towns and of heroes are all that the counters are used for
    view = CULT.view(CULT.setup(setup(), 0))
    assert set(view) == {
        "turn",
        "marker",
        "bearing",
        "infiltrated",
        "spaces_with_jewels",
        "heroes",
        "decks",
        "pile",
        "pile_limit",
        "points_limit",
        "outcome",
        "house",
    }
    assert list(view["heroes"][0]) == [
        "name",
        "at",
        "life",
        "stamina",
        "markers",
        "cultists",
        "points",
        "out",
    ]
