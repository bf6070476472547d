"""The search for patterns: attempts that count right, sets that only get better, runs that can be resumed."""

import importlib
import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from patterns import anneal, search

from runeheart.core.runes import RUNES
from runeheart.games.heart import patterns
from runeheart.games.heart.certificate import certify
from runeheart.games.heart.settings import House

SMALL = dict.fromkeys((4, 5, 6), 24)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Search in a folder of its own, in this process, with short attempts for one deck of each set."""
    monkeypatch.setattr(search, "LOG", tmp_path / "build" / "patterns.jsonl")
    monkeypatch.setattr(search, "DATA", tmp_path / "patterns_data.py")
    monkeypatch.setattr(search, "MOVES", SMALL)
    monkeypatch.setattr(search, "WANTED", 1)
    monkeypatch.setattr("runeheart.cli.workers.pool", ThreadPoolExecutor)
    return tmp_path


def run(monkeypatch, *args):
    monkeypatch.setattr("sys.argv", ["search", "--jobs", "1", *args])
    search.main()


@pytest.mark.parametrize("length", [4, 5, 6])
@pytest.mark.parametrize("kind", ["fair", "mixed"])
def test_an_attempt_keeps_to_the_mix_and_counts_exactly(kind, length):
    on = anneal.ground(kind, length)
    found = anneal.attempt(kind, length, "a seed", 24, [], 16)
    assert found == anneal.attempt(kind, length, "a seed", 24, [], 16)
    assert len(found.cards) == 20
    assert on.allowed(found.cards)
    certificate = certify([on.clues[card] for card in found.cards], on.difficulty, House())
    held = certificate.hands[length != 4]
    assert held.count - held.sure == found.unsure


def test_longer_attempts_find_better_decks_and_stay_away_from_known_ones():
    short = anneal.attempt("fair", 6, "a seed", 40, [], 17)
    longer = anneal.attempt("fair", 6, "a seed", 240, [], 17)
    assert longer.unsure < short.unsure
    on = anneal.ground("fair", 6)
    for known in (longer.cards, on.mirror(longer.cards)):
        other = anneal.attempt("fair", 6, "a seed", 40, [known], 10)
        assert on.overlap(other.cards, known) <= 10


@pytest.mark.parametrize("length", [4, 5, 6])
def test_a_mirrored_deck_is_as_fair(length):
    on = anneal.ground("mixed", length)
    deck = anneal.attempt("mixed", length, "x", 40, [], 16).cards
    assert on.mirror(on.mirror(deck)) == deck
    assert on.unsure(on.everything, list(on.mirror(deck)), on.size) == on.unsure(
        on.everything, list(deck), on.size
    )


def test_a_set_fills_up_and_then_gives_up_its_worst(monkeypatch):
    monkeypatch.setattr(search, "WANTED", 2)
    monkeypatch.setattr(search, "MOST_SHARED", dict.fromkeys((4, 5, 6), 19))
    key = ("fair", 6)
    one, two, three = sorted(
        (anneal.attempt(*key, seed, moves, [], 19) for seed, moves in (("a", 100), ("b", 40), ("c", 4))),
        key=lambda found: found.unsure,
    )
    assert one.unsure < two.unsure < three.unsure
    some = search.Kept(key).with_one(three)
    assert some.decks == (three,)
    assert some.with_one(three) is some  # too close to a deck that stays
    both = some.with_one(one)
    assert both.decks == (one, three)
    assert both.with_one(two).decks == (one, two)
    assert both.with_one(anneal.Found(two.cards, three.unsure)) is both  # no gain
    worse = both.with_one(two)
    assert worse.with_one(three) is worse


def test_a_run_writes_a_log_and_then_the_module_and_goes_on_from_both(here, monkeypatch, capsys):
    run(monkeypatch, "--attempts", "1", "--fresh")
    lines = [json.loads(line) for line in search.LOG.read_text().splitlines()]
    assert [(line["kind"], line["length"], line["attempt"]) for line in lines] == [
        (*key, 0) for key in search.KEYS
    ]
    spec = importlib.util.spec_from_file_location("written_data", search.DATA)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert set(module.PATTERNS) == set(search.KEYS)
    for line in lines:
        assert module.PATTERNS[line["kind"], line["length"]] == (line["pattern"],)
        assert len(patterns.read(line["pattern"], RUNES)) == 20
    assert "attempt 1 of 1: mixed 6: 1 decks" in capsys.readouterr().err
    run(monkeypatch, "--attempts", "1", "--fresh")
    assert "attempt 1 of 1" not in capsys.readouterr().err
    run(monkeypatch, "--attempts", "2", "--fresh", "--only", "fair-6")
    assert len(search.LOG.read_text().splitlines()) == 7


@pytest.mark.parametrize(
    "torn", ['{"kind": "fair", "len', '{"kind": "fair", "len\n', "\x00\x00\x00", '{"kind": "fair"}\n']
)
def test_a_last_line_that_was_not_written_whole_is_made_anew(here, monkeypatch, capsys, torn):
    run(monkeypatch, "--attempts", "1", "--fresh")
    whole = search.LOG.read_text().splitlines(keepends=True)
    search.LOG.write_text("".join(whole[:-1]) + torn)
    capsys.readouterr()
    run(monkeypatch, "--attempts", "1", "--fresh")
    assert capsys.readouterr().err.count("attempt 1 of 1") == 1
    assert search.LOG.read_text().splitlines(keepends=True) == whole


def test_a_last_line_without_its_end_counts(here, monkeypatch, capsys):
    run(monkeypatch, "--attempts", "1", "--fresh")
    search.LOG.write_text(search.LOG.read_text().rstrip("\n"))
    run(monkeypatch, "--attempts", "2", "--fresh", "--only", "fair-6")
    assert [json.loads(line)["attempt"] for line in search.LOG.read_text().splitlines()] == [0] * 6 + [1]


@pytest.mark.parametrize(
    "line",
    [
        '{"kind": "fair", "len',
        "7",
        "",
        '{"kind": "fair", "length": 7, "attempt": 0, "unsure": 0, "pattern": ""}',
        '{"kind": "fair", "length": 4, "attempt": 0, "unsure": 0, "pattern": "=b2"}',
        '{"kind": "fair", "length": 4, "attempt": 0, "unsure": 0, "pattern": "?b2"}',
    ],
)
def test_a_broken_line_in_the_middle_is_named(here, monkeypatch, line):
    run(monkeypatch, "--attempts", "1", "--fresh")
    first, *others = search.LOG.read_text().splitlines(keepends=True)
    broken = "".join((first, line + "\n", *others))
    search.LOG.write_text(broken)
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, "--fresh")
    assert str(ended.value).startswith(f"{search.LOG}: line 2 is no attempt of a search (")
    assert str(ended.value).endswith("delete that line, or the file to begin anew")
    assert search.LOG.read_text() == broken


def test_numbers_that_are_none_are_named(here, monkeypatch):
    run(monkeypatch, "--attempts", "1", "--fresh")
    search.LOG.write_text(search.LOG.read_text().replace('"attempt": 0', '"attempt": "0"', 1))
    with pytest.raises(SystemExit, match=r"line 1 is no attempt .*expected whole numbers"):
        run(monkeypatch, "--fresh")


def test_a_run_that_is_stopped_keeps_what_was_found(here, monkeypatch, capsys):
    def stopped(sets, *_args, **_settings):
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "search", stopped)
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, "--fresh")
    assert ended.value.code == 1
    assert not search.DATA.exists()
    assert "goes on from here" in capsys.readouterr().err


def test_verify_tells_good_sets_from_others(monkeypatch, capsys):
    assert search.verify([("fair", 4)]) == 0
    assert "good: fair 4: 24 decks" in capsys.readouterr().err
    monkeypatch.setitem(patterns.LEAST_SHARES, ("fair", 4), Fraction(1))
    assert search.verify([("fair", 4)]) == 1
    assert "NOT GOOD" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--only", "fair-7"], 'there is no set "fair-7"; expected one of: fair-4, mixed-4, fair-5'),
        (["--jobs", "0"], '--jobs: "0" is not possible; expected a whole number from 1'),
        (["--attempts", "1_0"], '--attempts: "1_0" is not possible; expected a whole number from 1'),
    ],
)
def test_a_wrong_option_is_named(here, monkeypatch, capsys, args, said):
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *args)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
