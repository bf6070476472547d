"""`runeheart password`: a hash in the state folder; what was typed or made is nowhere else."""

import pytest

from runeheart.runtime import password as passwords
from support.cli import run


def test_one_that_is_made_is_shown_once_and_opens(tmp_path):
    result = run("password", "--state", tmp_path, "--generate")
    assert result.exit_code == 0
    made = result.stdout.strip().rpartition(" ")[2]
    assert result.stdout == f"The console's password for operator, shown this once: {made}\n"
    assert passwords.read(tmp_path).role_of(made) == "operator"
    assert made not in (tmp_path / "passwords").read_text()


def test_a_line_of_standard_input_is_one(tmp_path, monkeypatch):
    monkeypatch.setattr("runeheart.cli.password._asked", lambda role: f"tall {role} oak")
    result = run("password", "--state", tmp_path, "--role", "viewer")
    assert (result.exit_code, result.stdout) == (0, "The console's password for viewer is set.\n")
    assert passwords.read(tmp_path).role_of("tall viewer oak") == "viewer"


@pytest.mark.parametrize("typed", ["short", ""])
def test_a_weak_one_is_told_and_the_old_one_stays(tmp_path, monkeypatch, typed):
    passwords.write(tmp_path, passwords.Passwords().with_password("operator", "the old one"))
    monkeypatch.setattr("runeheart.cli.password._asked", lambda _role: typed)
    result = run("password", "--state", tmp_path)
    assert result.exit_code == 1
    assert f"this one has {len(typed)}" in result.stderr
    assert passwords.read(tmp_path).role_of("the old one") == "operator"


def test_the_configuration_names_the_folder(tmp_path):
    config = tmp_path / "prop.toml"
    config.write_text(f'[state]\ndirectory = "{tmp_path}/state"\n')
    assert run("password", "--config", config, "--generate").exit_code == 0
    assert list(passwords.read(tmp_path / "state").roles) == ["operator"]


def test_from_a_pipe_the_first_line_counts(tmp_path):
    from click.testing import CliRunner

    from runeheart.cli.commands import group

    result = CliRunner().invoke(group, ["password", "--state", str(tmp_path)], input="a long one\nmore\n")
    assert result.exit_code == 0
    assert passwords.read(tmp_path).role_of("a long one") == "operator"


def test_a_token_is_shown_once_and_taken_back(tmp_path):
    result = run("password", "--state", tmp_path, "--token", "lobby", "--role", "viewer")
    token = result.stdout.strip().rpartition(" ")[2]
    assert result.stdout == f"The token lobby (viewer), shown this once: {token}\n"
    assert passwords.read(tmp_path).token_of(token) == ("lobby", "viewer")
    assert token not in (tmp_path / "passwords").read_text()
    result = run("password", "--state", tmp_path, "--revoke", "lobby")
    assert result.stdout == "The token lobby is worth nothing any more.\n"
    assert passwords.read(tmp_path).token_of(token) is None


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--revoke", "lobby"], 'there is no token "lobby"; there is: none'),
        (["--token", "Two Words"], "is no name for a token"),
        (["--token", "a", "--revoke", "a"], "exclude each other"),
    ],
)
def test_a_token_that_cannot_be_is_told(tmp_path, options, why):
    result = run("password", "--state", tmp_path, *options)
    assert result.exit_code in {1, 2}
    assert why in result.stderr


def test_one_is_taken_away_and_what_there_is_can_be_listed(tmp_path):
    assert run("password", "--state", tmp_path, "--list").stdout.split() == [
        "operator",
        "has",
        "none",
        "viewer",
        "has",
        "none",
    ]
    run("password", "--state", tmp_path, "--generate", "--role", "viewer")
    run("password", "--state", tmp_path, "--token", "lobby")
    listed = run("password", "--state", tmp_path, "--list").stdout.splitlines()
    assert [line.split(maxsplit=1)[1] for line in listed] == [
        "has none",
        "has a password",
        "lobby (operator)",
    ]
    assert run("password", "--state", tmp_path, "--remove", "--role", "viewer").exit_code == 0
    assert passwords.read(tmp_path).roles == {}
    again = run("password", "--state", tmp_path, "--remove", "--role", "viewer")
    assert (again.exit_code, "viewer has no password" in again.stderr) == (1, True)
    both = run("password", "--state", tmp_path, "--remove", "--list")
    assert "exclude each other" in both.stderr
