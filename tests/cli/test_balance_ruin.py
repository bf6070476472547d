"""`runeheart balance ruin`: what a board is like to play, as text, JSON and a plot."""

import json
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from runeheart.cli.balance import command
from runeheart.cli.balance_ruin import by_round, figures
from runeheart.games.ruin.shipped import SHIPPED
from runeheart.games.ruin.simulation import Moment, Played

LANE = "0101 start\n0102\n0103 brood\n0104 mother\n"


def run(*args):
    done = CliRunner().invoke(command, ["ruin", *map(str, args)])
    assert "Traceback" not in done.output
    return done.exit_code, done.stdout, done.stderr


def played(outcome="resolved", *moments):
    return Played(outcome, len(moments), moments[-1].damage, moments)


def test_figures_are_counts_spreads_and_means_by_round():
    games = [
        played("resolved", Moment(2, 12, 1), Moment(6, 12, 3)),
        played("defeated", Moment(4, 11, 0)),
    ]
    assert figures({"simple": games}) == {
        "players": {
            "simple": {
                "games": 2,
                "resolved": 1,
                "defeated": 1,
                "rounds": {"mean": 1.5, "p10": 1, "p50": 1, "p90": 1},
                "damage": {"mean": 5.0, "p10": 4, "p50": 4, "p90": 4},
                "by_round": [
                    {"round": 1, "games": 2, "broods": 11.5, "ready": 0.5, "damage": 3.0},
                    {"round": 2, "games": 1, "broods": 12.0, "ready": 3.0, "damage": 6.0},
                ],
            }
        }
    }


def test_rounds_that_fewer_than_a_tenth_of_the_games_came_to_are_left_out():
    short = [played("resolved", Moment(1, 12, 0))] * 10
    assert len(by_round([*short, played("resolved", Moment(1, 12, 0), Moment(2, 12, 0))])) == 1
    assert len(by_round([*short[:9], played("resolved", Moment(1, 12, 0), Moment(2, 12, 0))])) == 2


def test_the_report_tells_rounds_damage_and_broods_of_both_players():
    status, out, err = run("--games", 20)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{next(iter(SHIPPED))}: 37 Hexes, 12 Broods; 20 games of each player"
    assert [line for line in lines if line.endswith("% resolved")] == [
        "simple: 100 % resolved",
        "careful: 100 % resolved",
    ]
    assert sum(line.startswith("  Damage  ") for line in lines) == 4
    assert run("--games", 20)[1] == out
    assert run("--games", 20, "--seed", 1)[1] != out


def test_a_board_and_a_setup_can_be_given(tmp_path):
    (tmp_path / "lane.txt").write_text(LANE, "utf-8")
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps({"board": "lane.txt", "life": 3, "keywords": ["Nurturer"]}), "utf-8")
    status, out, err = run("--setup", setup, "--games", 30)
    assert status == 0
    assert out.startswith("lane.txt: 4 Hexes, 1 Broods; 30 games of each player")
    assert "% defeated" in out
    assert err == "warning: board.broods: there are 1; the rules begin with 12\n"
    given = tmp_path / "given.json"
    given.write_text('{"board":{"hexes":[[0,0],[0,1]],"mother":[0,0],"start":[0,1],"broods":[]}}', "utf-8")
    assert run("--setup", given, "--games", 1)[1].startswith("the board of the setup: 2 Hexes, 0 Broods")
    status, out, _ = run("--setup", setup, "--board", "spiral", "--games", 5, "--json")
    told = json.loads(out)
    assert (told["board"], told["seed"]) == ("spiral", 0)
    assert [told["players"][name]["games"] for name in ("simple", "careful")] == [5, 5]
    assert run("--board", tmp_path / "lane.txt", "--games", 1)[0] == 0


def test_the_plot_is_svg_with_a_line_for_each_figure_of_each_player(tmp_path):
    plot = tmp_path / "plot.svg"
    assert run("--games", 10, "--plot", plot)[0] == 0
    first = plot.read_text("utf-8")
    texts = {element.text for element in ET.fromstring(first).iter()}  # noqa: S314 - our own file
    assert {
        f"{name}, {player}" for name in ("Broods", "Damage so far") for player in ("simple", "careful")
    } <= texts
    assert "script" not in first
    run("--games", 10, "--plot", plot)
    assert plot.read_text("utf-8") == first
    status, _, err = run("--games", 1, "--plot", tmp_path / "no" / "plot.svg")
    assert status == 2
    assert "cannot be written: there is no folder " in err


@pytest.mark.parametrize("games", ["0", "x", "1000000"])
def test_what_is_no_number_of_games(games):
    status, _, err = run("--games", games)
    assert status == 2
    assert "--games" in err


def test_every_problem_of_board_and_setup_is_told(tmp_path):
    (tmp_path / "bad.txt").write_text("0101 start\nwhat\n", "utf-8")
    setup = tmp_path / "setup.json"
    setup.write_text('{"life": 0}', "utf-8")
    status, out, err = run("--board", tmp_path / "bad.txt", "--setup", setup)
    assert (status, out) == (2, "")
    assert [line.split(": ")[-1] for line in err.splitlines()][-1].startswith("0 is not a whole number")
    assert "line 2" in err
    status, _, err = run("--setup", tmp_path / "none.json")
    assert (status, err) == (2, f"{tmp_path / 'none.json'}: cannot be read: No such file or directory\n")
