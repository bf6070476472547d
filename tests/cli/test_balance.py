"""`runeheart balance` as a command: the same figures whatever the cores, and bad input in a sentence."""

import json
import re

import pytest
from click.testing import CliRunner

from runeheart.cli.balance import command
from runeheart.games.heart.players import PARAMETERS, PLAYERS
from runeheart.games.heart.simulation import ATTEMPTS
from support.cli import run as runeheart


def run(*args):
    return CliRunner().invoke(command, args)


def figures(*args):
    done = run("--json", *args)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_the_number_of_processes_changes_no_figure():
    alone = run("--persons", "30", "--seed", "4", "--jobs", "1")
    both = run("--persons", "30", "--seed", "4", "--jobs", "2")
    assert alone.exit_code == both.exit_code == 0
    assert alone.stdout == both.stdout
    assert run("--persons", "30", "--seed", "5", "--jobs", "1").stdout != alone.stdout


def test_causes_of_loss_add_up():
    found = figures("--persons", "20", "--jobs", "1")
    assert list(found["difficulties"]) == ["easy", "normal", "hard"]
    for difficulty in found["difficulties"].values():
        assert list(difficulty["players"]) == list(PLAYERS)
        for attempts in difficulty["players"].values():
            assert [one["attempts"] for one in attempts] == [[n + 1] for n in range(ATTEMPTS)]
            by_then = [one["won_by_then"]["value"] for one in attempts]
            assert by_then == sorted(by_then)
            for one in attempts:
                won = round(one["won"]["value"] * one["games"])
                assert won + sum(one["lost"].values()) == one["games"] == 20
                assert one["won"]["low"] <= one["won"]["value"] <= one["won"]["high"]
                assert one["used_s"] == sorted(one["used_s"])
                assert one["won_by_then"]["value"] >= one["won"]["value"]


def test_the_text_tells_the_aims_and_says_plainly_what_is_missed():
    slow = run("--persons", "20", "--jobs", "1", "--pace", "30")
    assert re.search(r"easy +by attempt 1 .*missed: too hard \(most win at the first attempt\)", slow.stdout)
    assert "the printed parameters miss the aim of Easy" in slow.stdout
    assert "The rules stay as printed." in slow.stdout
    assert "runeheart balance --compare" in slow.stdout


def test_a_met_aim_is_called_met():
    easy = run("--persons", "40", "--jobs", "1", "--difficulty", "easy")
    assert re.search(r"easy +by attempt 1 +50-100 % .* met ", easy.stdout)
    assert "miss the aim" not in easy.stdout


@pytest.mark.parametrize(
    ("games", "persons"), [("1", 1), (str(20 * ATTEMPTS), 5), (str(20 * ATTEMPTS + 1), 6)]
)
def test_games_are_all_games_rounded_up_to_whole_persons(games, persons):
    done = run("--games", games, "--jobs", "1", "--difficulty", "hard")
    assert done.stdout.startswith(
        f"{persons * len(PLAYERS) * ATTEMPTS} games: {persons} persons of each kind, "
    )


def test_progress_goes_to_standard_error():
    done = run("--persons", "1", "--jobs", "1")
    assert f"Playing {3 * len(PLAYERS) * ATTEMPTS} games" in done.stderr
    assert "games a second in 1 process" in done.stderr
    assert "Playing" not in done.stdout


def test_house_rules_and_decks_are_played_and_named():
    args = ("--persons", "5", "--jobs", "1", "--difficulty", "hard")
    changed = run(*args, "--house", "mistake_limit=exceed", "--deck", "mixed")
    assert "Rules: mistake_limit = exceed, deck = mixed; else as printed." in changed.stdout
    printed = run(*args, "--house", "mistake_limit=reach", "--deck", "fair")
    assert "Rules: as printed, fair decks." in printed.stdout
    assert printed.stdout == run(*args).stdout


def test_compare_plays_every_other_house_rule_and_deck():
    found = figures("--persons", "2", "--jobs", "1", "--difficulty", "normal", "--compare")
    variants = found["difficulties"]["normal"]["variants"]
    names = ["answers = six", "mistake_limit = exceed", "activation = next", "deck = mixed", "deck = wild"]
    assert list(variants) == names
    assert all(len(aims) == 2 for aims in variants.values())
    text = run("--persons", "2", "--jobs", "1", "--difficulty", "normal", "--compare").stdout
    assert all(name in text for name in names)


def test_parameters_are_listed_with_their_sources_and_nothing_is_played():
    done = run("--parameters")
    for name, one in PARAMETERS.items():
        assert f"\n{name} ({one.unit}): " in done.stdout
        assert one.source in done.stdout
    assert not done.stderr
    assumed = json.loads(run("--parameters", "--json", "--pace", "2").stdout)
    assert list(assumed) == ["players", "parameters"]
    assert (assumed["players"][0]["reading_wpm"], list(assumed["parameters"])) == (119, list(PARAMETERS))
    assert "reading_wpm (words a minute): 238 · 175 · 238 · 300" in done.stdout
    assert "reading_wpm (words a minute): 119 · " in run("--parameters", "--pace", "2").stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--games", "0"], "'--games': 0 is not possible; expected a whole number from 1 to 1,000,000"),
        (["--persons", "0"], "'--persons': 0 is not possible; expected a whole number from 1 to 1,000,000"),
        (["--persons", "2", "--games", "2"], "--persons and --games were both given; leave one of them out"),
        (["--jobs", "0"], "'--jobs': 0 is not possible; expected a whole number from 1 to 1,000"),
        (["--difficulty", "hrad"], '--difficulty: there is no difficulty "hrad"; did you mean "hard"?'),
        (
            ["--house", "exceed"],
            '"exceed" is no house rule; expected NAME=VALUE, such as mistake_limit=exceed',
        ),
        (
            ["--house", "foo=bar"],
            "'--house': foo: unknown house rule; expected one of: answers, mistake_limit",
        ),
        (["--house", "activation=any", "--house", "activation=next"], "activation is given twice"),
        (["--house", "mistake_limt=exceed"], 'unknown house rule; did you mean "mistake_limit"?'),
        (["--house", "mistake_limit=exeed"], 'did you mean "exceed"?'),
        (["--house", "deck=wild"], "deck is no house rule; use --deck"),
        (["--deck", "fare"], '--deck: there is no kind of deck "fare"; did you mean "fair"?'),
        (["--pace", "0"], "'--pace': 0 is not possible; expected a number from 0.01 to 100"),
        (["--slips", "nan"], "'--slips': \"nan\" is not a number; expected one from 0.01 to 100"),
        (
            ["--plot", "balance.png"],
            "balance.png ends in .png; a plot is SVG, expected a name such as balance.svg",
        ),
        (["--plot", "balance"], "balance has no ending; a plot is SVG"),
        (["--plot", "nowhere/balance.svg"], "cannot be written: there is no folder nowhere; make it first"),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_anything_is_played(args, sentence):
    done = run(*args)
    assert done.exit_code == 2
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert "Playing" not in done.stderr


def test_a_plot_that_is_a_folder_is_refused_before_anything_is_played(tmp_path):
    (tmp_path / "b.svg").mkdir()
    done = run("--persons", "1", "--plot", str(tmp_path / "b.svg"))
    assert done.exit_code == 2
    assert "b.svg is a folder; add the name of a file" in " ".join(done.stderr.split())
    assert "is a folder; add the name" in " ".join(run("--plot", str(tmp_path)).stderr.split())


def test_a_disk_that_fills_up_is_told_in_a_sentence(monkeypatch, tmp_path):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    done = run("--persons", "1", "--jobs", "1", "--plot", str(tmp_path / "b.svg"))
    assert done.exit_code == 1
    assert "b.svg cannot be written: No space left on device" in done.stderr
    assert "1 persons of each kind" in done.stdout  # what was played is not lost with it
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_it_without_a_traceback(monkeypatch):
    def interrupted(batch):
        raise KeyboardInterrupt

    monkeypatch.setattr("runeheart.cli.balance.play_batch", interrupted)
    done = runeheart("balance", "--persons", 1, "--jobs", 1)
    assert done.exit_code == 130
    assert not done.stdout
