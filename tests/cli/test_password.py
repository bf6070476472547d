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
