"""`runeheart config`, and that docs/configuration.md is complete."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from runeheart.cli import toml
from runeheart.games.heart.settings import HOUSE_RULES
from runeheart.runtime import config as configuration
from runeheart.runtime.config import DEVICE_TABLES, Config
from runeheart_hw.profile import load_profile
from support.cli import run

PAGE = Path(__file__).parents[2] / "docs/configuration.md"


@pytest.fixture(autouse=True)
def _this_machine(monkeypatch, tmp_path):
    monkeypatch.setattr(configuration, "DEFAULT_PATH", tmp_path / "none.toml")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/runeheart")
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/runeheart")


def test_the_effective_configuration_says_where_each_value_came_from(tmp_path):
    path = tmp_path / "prop.toml"
    path.write_text(
        '[prop]\nname = "A \\"b\\" ü"\n[heart.house]\nactivation = "next"\n[buttons]\nsettle_ms = 20\n'
    )
    result = run("config", "--config", path)
    assert result.exit_code == 0
    lines = {line.partition("#")[0].strip(): line.partition("# ")[2] for line in result.output.splitlines()}
    assert lines['name = "A \\"b\\" ü"'] == str(path)
    assert lines['preset = "normal"'] == "default"
    assert lines['activation = "next"'] == str(path)
    assert lines["settle_ms = 20"] == str(path)
    assert lines["crosstalk_ms = 2"] == "board pi-default"
    assert lines['directory = "/var/lib/runeheart"'] == "chosen for this machine"


def test_what_it_prints_is_a_configuration_that_says_the_same(tmp_path):
    path = tmp_path / "prop.toml"
    path.write_text("[heart]\nend_screen_s = 5\n[lights]\nbrightness = 0.5\n[lights.pins]\nfire = 12\n")
    printed = tmp_path / "printed.toml"
    printed.write_text(run("config", "--config", path).output)
    assert run("config", "--config", printed, "--check").output == ""
    loaded, problems = configuration.load(printed)
    assert problems == []
    assert loaded.heart.end_screen_s == 5
    before, _ = load_profile("pi-default", configuration.load(path)[0].over_profile())
    after, _ = load_profile("pi-default", loaded.over_profile())
    assert before == after


def test_the_example_is_all_defaults(tmp_path):
    path = tmp_path / "example.toml"
    path.write_text(run("config", "--example").output)
    assert configuration.load(path) == (Config(), [])


def test_the_example_with_every_comment_taken_off_is_the_same(tmp_path):
    lines = run("config", "--example").output.splitlines()
    keys = [
        line.removeprefix("# ")
        for line in lines
        if line.startswith("# ") and (" = " in line or "# [" in line)
    ]
    bare = [line for line in lines if not line.startswith("#")]
    both = tomllib.loads("\n".join(bare)) | tomllib.loads("\n".join(keys[keys.index("[pins]") :]))
    config, problems = configuration.check(both)
    assert problems == []
    profile, problems = load_profile("pi-default", config.over_profile())
    assert (profile, problems) == load_profile("pi-default")


def test_problems_of_file_and_board_come_together(tmp_path):
    path = tmp_path / "prop.toml"
    path.write_text('[prop]\nnam = "x"\n[buttons]\nsettle_ms = 900\n[buttons.pins]\nfire = 5\n')
    result = run("config", "--config", path)
    assert (result.exit_code, result.stdout) == (2, "")
    told = [line.removeprefix(f"{path}: ").partition(":")[0] for line in result.stderr.splitlines()]
    assert told == ["prop.nam", "buttons.settle_ms", "buttons.pins.fire"]


def test_a_good_file_is_checked_in_silence(tmp_path):
    path = tmp_path / "prop.toml"
    path.write_text('[prop]\nname = "x"\n')
    result = run("config", "--config", path, "--check")
    assert (result.exit_code, result.output) == (0, "")


class TestThePage:
    """docs/configuration.md lists every key with its default."""

    def _rows(self):
        rows = {}
        for line in PAGE.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if line.startswith("| `") and len(cells) >= 3:
                rows[cells[0].strip("`")] = cells[1].strip("`")
        return rows

    def test_every_own_key_is_there_with_its_default(self):
        rows = self._rows()
        for table in Config.__struct_fields__:
            if table in DEVICE_TABLES:
                continue
            for key, value in msgspec.to_builtins(getattr(Config(), table)).items():
                if isinstance(value, dict):
                    continue
                assert f"{table}.{key}" in rows
                if value is not None:
                    assert rows[f"{table}.{key}"] == toml.value(value)
        for rule, values in HOUSE_RULES.items():
            assert rows[f"heart.house.{rule}"] == f'"{values[0]}"'

    def test_every_device_key_is_there(self):
        profile, _ = load_profile("pi-default")
        rows = self._rows()
        for table in DEVICE_TABLES:
            for key, value in msgspec.to_builtins(getattr(profile, table)).items():
                if not isinstance(value, dict):
                    assert f"{table}.{key}" in rows

    def test_no_key_is_there_that_does_not_exist(self):
        profile, _ = load_profile("pi-default")
        known = {f"heart.house.{rule}" for rule in HOUSE_RULES}
        for table in Config.__struct_fields__:
            shape = getattr(profile if table in DEVICE_TABLES else Config(), table)
            known |= {f"{table}.{key}" for key in msgspec.to_builtins(shape)}
        assert {row for row in self._rows() if "." in row} - known == set()
