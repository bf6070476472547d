"""The plot of `runeheart balance`: what is on it, that it needs nothing from elsewhere, that it repeats."""

from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from runeheart.cli.balance import command
from runeheart.cli.balance_figures import AIMS
from runeheart.games.heart.players import PLAYERS
from runeheart.games.heart.settings import DIFFICULTIES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def plot(tmp_path_factory):
    path = tmp_path_factory.mktemp("plot") / "b.svg"
    done = CliRunner().invoke(command, ["--games", "4", "--jobs", "1", "--plot", str(path)])
    assert done.exit_code == 0, done.stderr
    return path.read_text(encoding="utf-8")


def parsed(plot):
    return ET.fromstring(plot)  # noqa: S314 our own text


def words(element):
    return " ".join("".join(text.itertext()) for text in element.iter(f"{SVG}text"))


def test_there_is_a_panel_for_each_difficulty_and_a_band_for_each_aim(plot):
    panels = parsed(plot).findall(f"{SVG}svg")
    assert len(panels) == len(DIFFICULTIES)
    for panel, (difficulty, aims) in zip(panels, AIMS.items(), strict=True):
        assert difficulty.capitalize() in words(panel)
        lines = [path for path in panel.iter(f"{SVG}path") if "line reactive" in path.get("class", "")]
        filled = [path for path in lines if "nofill" not in path.get("class", "")]
        assert len(filled) == len(aims)
        assert len(lines) >= len(aims) + len(PLAYERS)


def test_kinds_of_players_are_told_apart_without_colour(plot):
    root = parsed(plot)
    key = root.findall(f"{SVG}line")
    assert len({line.get("stroke-dasharray") for line in key}) == len(key) == len(PLAYERS)
    assert all(name in words(root) for name in PLAYERS)
    for line in key:
        assert plot.count(f"stroke-dasharray:{line.get('stroke-dasharray')}") == len(DIFFICULTIES)


def test_each_aim_is_told_with_its_verdict(plot):
    told = words(parsed(plot))
    assert told.count("aim 50-100: ") == 3
    assert told.count("aim 0-50: ") == 2


def test_the_picture_needs_nothing_from_elsewhere(plot):
    assert "<script" not in plot
    assert plot.replace("http://www.w3.org/2000/svg", "").count("//") == 0


def test_the_same_games_give_the_same_picture(plot, tmp_path):
    path = tmp_path / "again.svg"
    CliRunner().invoke(command, ["--games", "4", "--jobs", "1", "--plot", str(path)])
    assert path.read_text(encoding="utf-8") == plot
