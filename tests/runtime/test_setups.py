"""[ruin] and [cult]: read with the games' own checks, boards found, all problems at once with their paths."""

import subprocess
import sys
import tomllib

import pytest

from runeheart.core.game import SetupInvalidError
from runeheart.games.cult.rules import CULT
from runeheart.games.ruin.rules import RUIN
from runeheart.games.ruin.settings import KEYWORDS
from runeheart.runtime import setups
from runeheart.runtime.config import Config, check, load
from runeheart.runtime.tables import CultTable, RuinTable, given
from support.cli import run

BOARD = "0101 start\n0102 brood=2\n0103 brood\n0104 mother\n"


def problems_of(text, folder=None):
    return check(tomllib.loads(text), *([folder] if folder else []))[1]


@pytest.mark.parametrize(("table", "game"), [(RuinTable, RUIN), (CultTable, CULT)])
def test_the_defaults_of_a_table_are_those_of_the_game(table, game):
    values = {name: getattr(table(), name) for name in table.__struct_fields__}
    bare = {name: value for name, value in values.items() if value is not None}
    assert game.setup(bare, 7) == game.setup({}, 7)
    assert given(table()) == {}


def test_every_problem_at_once_each_with_its_path_from_the_top(tmp_path):
    (tmp_path / "broken.txt").write_text("0101 start\n0101 brood\nxx\n")
    text = """
        [prop]
        game = "choose"
        rotation = 6
        [ruin]
        board = "broken.txt"
        keywords = ["Blod Offer"]
        lief = 3
        life = 0
        [ruin.house]
        atack = "may"
        [cult]
        dice = "auto"
        decks = {pink = 3}
        [[cult.heroes]]
        name = "Ada"
        life = 3
        stamina = 1
        [[cult.heroes]]
        name = "Ada"
        at = [90, 0]
        life = 3
    """
    board = tmp_path / "broken.txt"
    assert problems_of(text, tmp_path) == [
        "prop.rotation: 6 does not fit; expected a whole number from 0 to 5",
        'ruin.lief: unknown key; did you mean "life"?',
        f'ruin.board: {board}: line 3: "xx" is no space; expected a number and words: 0203 hills "Name"',
        f"ruin.board: {board}: line 2: this space is there already, in line 1",
        f"ruin.board: {board}: no space has the word mother; give it to one",
        f'ruin.keywords[0]: "Blod Offer" is not one of {", ".join(KEYWORDS)}; did you mean "Blood Offer"?',
        "ruin.life: 0 is not a whole number from 1, or null for no limit",
        'ruin.house.atack: unknown house rule; did you mean "attack"?',
        'cult.heroes[1].name: "Ada" is the name of heroes[0] too',
        "cult.heroes[1].at: [90, 0] is off the board; expected one of its spaces",
        "cult.heroes[1].stamina: missing is not a whole number from 0",
        "cult.decks.pink: unknown key; expected one of: green, yellow, blue, red",
        'cult.movement_die: is missing; dice = auto needs its 6 faces, or "placeholder" for ours',
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('prop.game = "go"', 'prop.game: "go" does not fit; expected one of: heart, ruin, cult, choose'),
        ("prop.game = []", "prop.game: [] does not fit; expected one of: heart, ruin, cult, choose"),
        ("ruin = 3", "ruin: 3 does not fit; expected a table"),
        ("cult = []", "cult: [] does not fit; expected a table"),
        ("ruin.board = 3", "ruin.board: 3 is not a board: an object with hexes, mother, start and broods"),
        ("ruin.keywords = 3", "ruin.keywords: 3 is not a list of keywords: "),
        ("ruin.house = 3", "ruin.house: 3 is not an object of house rules and their values"),
        ("ruin.life = 1979-05-27", 'ruin.life: "1979-05-27" is not a whole number from 1'),
        ("cult.heroes = 3", "cult.heroes: 3; expected a list of 1 to 6 heroes"),
        ("cult.decks = 3", 'cult.decks: 3 is not an object such as {"green":8,"red":7}'),
        ('cult.board = "hall"', "No such file or directory; those that come with the game are hearth, realm"),
        ('cult.board = "~nobody-here/x"', "/~nobody-here/x: the file cannot be read: "),
        ('cult.board = "x\\u0000y"', "the file cannot be read: "),
        ('cult.board = "/dev"', "cult.board: /dev: the file cannot be read: Is a directory"),
    ],
)  # fmt: skip
def test_what_is_no_setup_is_one_sentence(text, problem):
    (found,) = problems_of(text)
    assert problem in found


def test_a_board_file_is_seen_from_the_folder_of_the_configuration(tmp_path, monkeypatch):
    folder = tmp_path / "etc"
    (folder / "boards").mkdir(parents=True)
    (folder / "boards/cellar.txt").write_text(BOARD)
    (folder / "prop.toml").write_text('[prop]\ngame = "ruin"\n[ruin]\nboard = "boards/cellar.txt"\n')
    monkeypatch.chdir(folder)
    config, problems = load((folder / "prop.toml").relative_to(folder))
    assert (problems, config.ruin.board) == ([], str(folder / "boards/cellar.txt"))
    monkeypatch.chdir("/")
    board = config.surface().setups["ruin"]["board"]
    assert (board["title"], len(board["hexes"]), len(board["broods"])) == ("cellar", 4, 2)


def test_the_name_of_one_of_ours_means_ours_unless_a_file_beside_the_configuration_has_it(
    tmp_path, monkeypatch
):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "hollow").write_text(BOARD)
    monkeypatch.chdir(elsewhere)
    text = 'ruin.board = "hollow"'
    config, _ = check(tomllib.loads(text), tmp_path)
    assert config.ruin.board == "hollow"
    assert len(config.surface().setups["ruin"]["board"]["hexes"]) == 37
    config, _ = check(tomllib.loads(text), elsewhere)
    assert len(config.surface().setups["ruin"]["board"]["hexes"]) == 4


def test_a_board_that_is_gone_since_it_was_checked_is_told_at_the_start(tmp_path):
    (tmp_path / "cellar.txt").write_text(BOARD)
    config, _ = check({"ruin": {"board": "cellar.txt"}}, tmp_path)
    (tmp_path / "cellar.txt").unlink()
    with pytest.raises(SetupInvalidError, match=r"^ruin\.board: .*cellar\.txt: the file cannot be read"):
        config.surface()


def test_only_games_that_are_played_or_configured_have_a_setup():
    assert Config().surface().setups == {}
    assert set(check({"prop": {"game": "cult"}})[0].surface().setups) == {"cult"}
    assert set(check({"prop": {"game": "choose"}})[0].surface().setups) == {"ruin", "cult"}
    both = check({"prop": {"game": "heart", "rotation": 4}, "ruin": {"life": 9}})[0].surface()
    assert (set(both.setups), both.game, both.rotation) == ({"ruin"}, "heart", 4)


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("", ("ruin", "cult", "boards_tiled", "boardfiles", "setups", "wording", "boards")),
        ('[prop]\ngame = "ruin"\n', ("cult", "boards_tiled")),
        ('[prop]\ngame = "cult"\n', ("ruin", "boards_tiled")),
    ],
)
def test_what_is_not_played_is_not_imported(tmp_path, text, absent):
    (tmp_path / "prop.toml").write_text(text)
    script = (
        "import sys; from pathlib import Path; from runeheart.runtime import config, host, prop;"
        " loaded, problems = config.load(Path(sys.argv[1])); assert not problems; loaded.surface();"
        " print(*{part for name in sys.modules if name.startswith('runeheart.') for part in name.split('.')})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "prop.toml")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(absent) & set(done.stdout.split()) == set()


class TestPrinted:
    def _file(self, tmp_path):
        (tmp_path / "cellar.txt").write_text(BOARD)
        path = tmp_path / "prop.toml"
        path.write_text(
            '[prop]\ngame = "choose"\nrotation = 2\n[ruin]\nboard = "cellar.txt"\nlife = 9\n'
            'keywords = ["Nurturer"]\n[ruin.house]\nattack = "may"\n[cult.decks]\nred = 3\n'
            '[[cult.heroes]]\nname = "Ada \\"A\\""\nlife = 3\nstamina = 1\n'
        )
        return path

    def test_each_value_with_where_it_came_from(self, tmp_path):
        path = self._file(tmp_path)
        result = run("config", "--config", path)
        lines = {}
        for line in result.output.splitlines():
            key, _, comment = line.rpartition("  # ")
            lines[key.strip()] = comment
        assert lines[f'board = "{tmp_path}/cellar.txt"'] == str(path)
        assert lines['attack = "may"'] == str(path)
        assert lines['links = "printed"'] == "default"
        assert lines['board = "hearth"'] == "default"
        assert lines["red = 3"] == str(path)
        assert lines["green = 8"] == "default"
        assert lines['heroes = [{ name = "Ada \\"A\\"", life = 3, stamina = 1 }]'] == str(path)
        assert "there are 2; the rules begin with 12" in result.stderr

    def test_it_can_be_read_again_and_says_the_same(self, tmp_path):
        path = self._file(tmp_path)
        again = tmp_path / "else/where.toml"
        again.parent.mkdir()
        again.write_text(run("config", "--config", path).stdout)
        before, after = load(path)[0].surface(), load(again)[0].surface()
        assert (after.game, after.rotation) == (before.game, before.rotation)
        for name, game in (("ruin", RUIN), ("cult", CULT)):
            assert game.setup(after.setups[name], 1) == game.setup(before.setups[name], 1)


def test_names_that_the_screen_cannot_draw_are_told_and_played():
    board = {
        "spaces": [{"at": [0, 0], "terrain": ["road"], "town": "Ёж"}, {"at": [0, 1], "terrain": ["road"]}],
        "forge": [0, 0],
    }
    heroes = [{"name": name, "life": 5, "stamina": 4} for name in ("Ольга", "Brân", "A\u200bda\nB")]
    found = setups.read("cult", {"board": board, "heroes": heroes})
    assert found.problems == ()
    told = [warning for warning in found.warnings if "cannot draw" in warning]
    assert [warning.partition(":")[0] for warning in told] == [
        "cult.heroes[0].name",
        "cult.heroes[2].name",
        "cult.board.spaces[0].town",
    ]
    assert "U+200B, U+000A" in told[1]
