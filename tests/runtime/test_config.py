"""The configuration: defaults, every problem at once, and what it gives to others."""

import pytest

from runeheart.core.panel import Preset
from runeheart.runtime import config
from runeheart.runtime.config import Config, load


def _file(tmp_path, text):
    path = tmp_path / "prop.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_all_defaults(monkeypatch, tmp_path):
    monkeypatch.setattr(config, "DEFAULT_PATH", tmp_path / "none.toml")
    assert load() == (Config(), [])


def test_an_empty_file_is_all_defaults(tmp_path):
    assert load(_file(tmp_path, "")) == (Config(), [])


def test_the_usual_file_is_read(monkeypatch, tmp_path):
    monkeypatch.setattr(config, "DEFAULT_PATH", _file(tmp_path, '[prop]\nname = "Vault 7"\n'))
    loaded, problems = load()
    assert (loaded.prop.name, problems) == ("Vault 7", [])


def test_a_file_that_was_asked_for_must_be_there(tmp_path):
    loaded, problems = load(tmp_path / "none.toml")
    assert loaded == Config()
    assert problems == [f"{tmp_path}/none.toml cannot be read: No such file or directory"]


def test_every_problem_at_once_with_path_value_expectation_and_suggestion(tmp_path):
    text = """
        [prop]
        nam = "x"
        preset = "lout"
        [heart]
        difficulty = "medium"
        end_screen_s = -1
        [heart.house]
        activaton = "next"
        answers = "seven"
        mistake_limit = 3
        [buttons]
        settle_ms = "checked with the board profile"
        [power]
        after_loss = "pause"
        [state]
        directory = 5
        [heard]
    """
    loaded, problems = load(_file(tmp_path, text))
    assert problems == [
        'heard: unknown key; did you mean "heart"?',
        'prop.nam: unknown key; did you mean "name"?',
        'prop.preset: "lout" does not fit; expected one of: normal, quiet, calm',
        'heart.difficulty: "medium" does not fit; expected one of: choose, easy, normal, hard',
        "heart.end_screen_s: -1 does not fit; expected a whole number from 0 to 86400",
        'power.after_loss: "pause" does not fit; did you mean "paused"?',
        "state.directory: 5 does not fit; expected a text of at least 1 character",
        'heart.house.activaton: no such house rule; did you mean "activation"?',
        'heart.house.answers: "seven" does not fit; expected one of: open, six',
        "heart.house.mistake_limit: 3 does not fit; expected one of: reach, exceed",
    ]
    assert loaded.over_profile() == {"buttons": {"settle_ms": "checked with the board profile"}}
    assert loaded.prop == Config().prop


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'[prop]\nname = "x\n', "is not TOML: Illegal character '\\n' (at line 2, column 10)"),
        (b"[prop]\nname = 1\nname = 2\n", "is not TOML: Cannot overwrite a value (at line 3, column 9)"),
        (b"[prop]\n\nname = '\xff'\n", ", line 3: not UTF-8 text; save it as UTF-8"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(tmp_path, content, problem):
    path = tmp_path / "prop.toml"
    path.write_bytes(content)
    assert load(path) == (Config(), [f"{path}{'' if problem[0] == ',' else ' '}{problem}"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('state.directory = ""', 'state.directory: "" does not fit; expected a text of at least 1 character'),
        ('control.socket = ""', 'control.socket: "" does not fit; expected a text of at least 1 character'),
        ('state.directory = "a\\u0000"', 'state.directory: "a\\u0000" has a NUL character'),
        (f'control.socket = "/{"x" * 107}"', "has 108 bytes as a whole path; a socket's may have 107"),
        (f'control.socket = "/{"ü" * 54}"', "has 109 bytes as a whole path"),
    ],
)
def test_a_path_that_could_never_be_used_is_told(tmp_path, text, problem):
    _, (line,) = load(_file(tmp_path, text))
    assert problem in line


def test_the_longest_path_of_a_socket_is_taken(tmp_path):
    assert load(_file(tmp_path, f'control.socket = "/{"x" * 106}"'))[1] == []


def test_a_table_must_be_a_table(tmp_path):
    _, problems = load(_file(tmp_path, 'prop = "x"\npins = 3\n[heart]\nhouse = 1\n'))
    assert [problem.partition(":")[0] for problem in problems] == ["prop", "heart.house", "pins"]


def test_a_windows_file_with_a_mark_is_read(tmp_path):
    path = tmp_path / "prop.toml"
    path.write_bytes(b'\xef\xbb\xbf[prop]\r\nname = "x"\r\n')
    loaded, problems = load(path)
    assert (loaded.prop.name, problems) == ("x", [])


def test_what_the_surface_is_told(tmp_path):
    text = """
        [prop]
        name = "Crypt"
        preset = "calm"
        [heart]
        difficulty = "hard"
        deck = "wild"
        end_screen_s = 0
        house = {activation = "next"}
    """
    loaded, _ = load(_file(tmp_path, text))
    told = loaded.surface()
    assert (told.prop_name, told.preset, told.difficulty) == ("Crypt", Preset.CALM, "hard")
    assert (told.end_screen_ms, told.house, told.deck_kind) == (None, {"activation": "next"}, "wild")
    by_default = Config().surface()
    assert (by_default.difficulty, by_default.end_screen_ms) == (None, 60_000)
    assert told.heart_setup({"difficulty": "hard"}) == {
        "difficulty": "hard",
        "deck_kind": "wild",
        "house": {"activation": "next"},
    }
    assert "deck_kind" not in told.heart_setup({"code": "NF-0007-XP", "sign": "key"})
    assert by_default.heart_setup({"difficulty": "hard"}) == {"difficulty": "hard", "house": {}}
