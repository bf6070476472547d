"""Many games: which a filter lets through, page by page, and what they add up to."""

import asyncio
from datetime import date

import pytest

from runeheart.runtime import archive, history
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.history import Filter
from runeheart.runtime.journal import Journal
from runeheart.runtime.records import About, Ending, Record
from support.ports import Rig

MINUTE_MS = 60_000


def _write(path, games):
    journal = Journal(path, ManualClock())
    for number, game in enumerate(games, 1):
        about = About(game.get("team"), game.get("players"), game.get("left_out", False))
        begun = f"{game.get('day', '2026-03-02')}T19:00:00.000+00:00"
        record = Record(
            number, "heart", 1, "test", {}, 7, begun, False, game.get("difficulty", "easy"), about
        )
        journal.begin(record)
        journal.describe(number, about)
        if "outcome" in game:
            ending = Ending(
                {"left_s": 1, "mistakes": sum(game.get("places", ()))},
                game["outcome"],
                game.get("played_ms", MINUTE_MS),
                game.get("places", (0, 0, 0, 0)),
            )
            journal.close_game(number, ending)
    assert journal.problem is None
    journal.close()
    return path


def _ids(path, **wanted):
    return [game.game_id for game in history.page(path, Filter(**wanted)).games]


@pytest.fixture
def path(tmp_path):
    return _write(
        tmp_path / "journal.db",
        [
            {"outcome": "defused", "team": "Füchse", "day": "2026-03-01", "places": (1, 0, 0, 2)},
            {"outcome": "exploded", "difficulty": "hard", "places": (3, 0, 0, 0, 0, 0)},
            {"outcome": "defused", "difficulty": "hard", "played_ms": 130_000, "day": "2026-03-09"},
            {"outcome": "abandoned", "left_out": True},
            {"outcome": "interrupted"},
            {"team": "100 % sure"},
        ],
    )


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        ({}, [6, 5, 4, 3, 2, 1]),
        ({"difficulty": "hard"}, [3, 2]),
        ({"outcome": "defused"}, [3, 1]),
        ({"outcome": "under way"}, [6]),
        ({"team": "fÜCHS"}, [1]),
        ({"team": "%"}, [6]),
        ({"team": "_"}, []),
        ({"left_out": True}, [4]),
        ({"left_out": False}, [6, 5, 3, 2, 1]),
        ({"since": date(2026, 3, 2), "until": date(2026, 3, 2)}, [6, 5, 4, 2]),
        ({"until": date(2026, 3, 1)}, [1]),
        ({"since": date(2026, 3, 9), "until": date(9999, 12, 31)}, [3]),
        ({"game": "ruin"}, []),
    ],
)
def test_a_filter_lets_through_what_is_asked_for(path, wanted, ids):
    assert _ids(path, **wanted) == ids
    assert history.page(path, Filter(**wanted)).total == len(ids)


def test_pages_give_every_game_once(tmp_path):
    count = 2 * history.PAGE + 3
    path = _write(tmp_path / "j.db", [{"outcome": "defused"}] * count)
    found, before = [], None
    for _ in range(3):
        page = history.page(path, Filter(), before)
        found += [game.game_id for game in page.games]
        before = page.older
    assert found == list(range(count, 0, -1))
    assert before is None


def test_a_last_page_that_is_full_has_no_older_one(tmp_path):
    path = _write(tmp_path / "j.db", [{"outcome": "defused"}] * history.PAGE)
    assert history.page(path, Filter()).older is None


def test_figures_count_what_was_won_and_lost(path):
    figures = history.figures(path, Filter())
    assert {name: (tally.won, tally.lost) for name, tally in figures.by_difficulty.items()} == {
        "easy": (1, 0),
        "hard": (1, 1),
    }
    assert list(figures.by_difficulty) == ["easy", "hard"]
    assert figures.by_difficulty["hard"].rate == 0.5
    weeks = {day.isoformat(): (tally.won, tally.lost) for day, tally in figures.by_week.items()}
    assert weeks == {"2026-02-23": (1, 0), "2026-03-02": (0, 1), "2026-03-09": (1, 0)}
    assert figures.minutes == {"easy": {1: 1}, "hard": {2: 1}}
    assert figures.places == (4, 0, 0, 2, 0, 0)


def test_a_week_without_games_is_in_the_row_of_weeks(tmp_path):
    path = _write(
        tmp_path / "j.db",
        [{"outcome": "defused", "day": "2026-01-05"}, {"outcome": "defused", "day": "2026-01-25"}],
    )
    by_week = history.figures(path, Filter()).by_week
    assert [tally.rate for tally in by_week.values()] == [1, None, 1]
    assert all(day.weekday() == 0 for day in by_week)


def test_no_games_add_up_to_nothing(tmp_path):
    path = _write(tmp_path / "j.db", [])
    assert history.figures(path, Filter()) == history.Figures({}, {}, {}, {}, (), 0, 0)
    assert history.newest_day(path) is None


def test_an_export_gives_all_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(history, "_BATCH", 2)
    path = _write(tmp_path / "j.db", [{"outcome": "defused"}] * 5)
    pieces = list(history.listed(path, Filter()))
    assert [[game.game_id for game in piece] for piece in pieces] == [[5, 4], [3, 2], [1]]


def test_a_file_that_is_none_is_told(tmp_path):
    with pytest.raises(archive.NoJournalError):
        history.page(tmp_path / "none.db", Filter())
    (tmp_path / "text").write_text("no journal " * 1000)
    with pytest.raises(archive.ArchiveError, match="cannot be read as a journal"):
        history.figures(tmp_path / "text", Filter())


def test_every_question_is_answered_from_the_index(path):
    with history._reading(path) as db:
        plan = db.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM games INDEXED BY games_facts WHERE game = 'heart' AND"
            " difficulty = 'easy' AND outcome = 'x' AND left_out = 0 AND begun > '2' AND instr(team, 'a')"
        ).fetchall()
    assert "COVERING INDEX games_facts" in plan[0][3]


class TestAtTheProp:
    """What a prop writes while it is played and operated."""

    def _play(self, folder, script):
        async def play():
            async with Rig(folder) as rig:
                await script(rig)
                await rig.written()

        asyncio.run(play())
        return history.page(folder / "journal.db", Filter()).games

    def test_who_plays_is_kept_from_the_start(self, tmp_path):
        async def script(rig):
            answer = await rig.verb("start", difficulty="hard", team="  Foxes ", players=4)
            assert answer.result == "done"
            status = rig.prop.status()
            assert (status["team"], status["players"], status["id"]) == ("Foxes", 4, 1)

        (game,) = self._play(tmp_path, script)
        assert (game.difficulty, game.about, game.outcome) == ("hard", About("Foxes", 4), "under way")

    def test_who_plays_survives_a_power_cut(self, tmp_path):
        async def script(rig):
            await rig.verb("start", team="Foxes", players=4)

        async def later(rig):
            assert rig.prop.status()["team"] == "Foxes"
            await rig.verb("describe", id=1, players=5)

        self._play(tmp_path, script)
        (game,) = self._play(tmp_path, later)
        assert game.about == About("Foxes", 5)

    def test_what_the_operator_did_is_counted(self, tmp_path):
        async def script(rig):
            await rig.begin({"difficulty": "easy", "answer": ["fire", "water", "sun", "moon"]})
            await rig.verb("command", body={"do": "read"})
            await rig.verb("pause")
            await rig.verb("resume")
            await rig.verb("lock")
            await rig.verb("undo")
            await rig.verb("lock")
            await rig.after(30_000)
            await rig.verb("solve")

        (game,) = self._play(tmp_path, script)
        assert (game.outcome, game.interventions, game.hints) == ("defused", 6, 0)
        assert (game.played_ms, game.mistakes, game.places) == (30_000, 0, (0, 0, 0, 0))

    def test_a_mistake_that_was_taken_back_is_none(self, tmp_path):
        async def script(rig):
            await rig.begin({"difficulty": "easy", "answer": ["fire", "water", "sun", "moon"]})
            await rig.verb("command", body={"do": "read"})
            for _ in range(2):
                await rig.verb("command", body={"do": "activate", "rune": "moon", "position": 1})
            await rig.verb("undo")
            await rig.verb("abandon")

        (game,) = self._play(tmp_path, script)
        assert (game.mistakes, game.places) == (1, (1, 0, 0, 0))

    def test_an_ended_game_that_is_taken_back_is_under_way_again(self, tmp_path):
        async def script(rig):
            await rig.verb("start")
            await rig.verb("command", body={"do": "read"})
            await rig.verb("abandon")
            await rig.verb("undo")

        (game,) = self._play(tmp_path, script)
        assert (game.outcome, game.left_ms, game.places) == ("under way", None, None)

    def test_a_reset_before_the_clock_ran_is_no_loss(self, tmp_path):
        async def script(rig):
            await rig.verb("start")
            await rig.verb("reset")

        (game,) = self._play(tmp_path, script)
        assert game.outcome == "not begun"

    def test_an_older_game_is_described_later(self, tmp_path):
        async def script(rig):
            await rig.verb("start", team="First")
            await rig.verb("reset")
            await rig.verb("start", team="Second")
            answer = await rig.verb("describe", id=1, team=None, left_out=True)
            assert answer.result == "done"
            answer = await rig.verb("describe", id=9, team="x")
            assert (answer.result, answer.why) == ("refused", "there is no game 9 in the history")

        second, first = self._play(tmp_path, script)
        assert first.about == About(None, None, left_out=True)
        assert second.about == About("Second")

    @pytest.mark.parametrize(
        ("verb", "args", "why"),
        [
            ("start", {"team": "x" * 61}, "60 characters"),
            ("start", {"team": "two\nlines"}, "in one line"),
            ("start", {"team": 5}, "not 5"),
            ("start", {"players": 0}, "from 1 to 99"),
            ("start", {"players": 2.0}, "whole number"),
            ("start", {"players": True}, "whole number"),
            ("describe", {}, "id must be"),
            ("describe", {"id": "1"}, 'not "1"'),
            ("describe", {"id": 1, "left_out": "yes"}, "true or false"),
            ("describe", {"id": 1, "team": "\ud800"}, "half a character"),
            ("describe", {"id": 2**63}, "id must be"),
        ],
    )
    def test_nonsense_is_refused_in_a_sentence(self, tmp_path, verb, args, why):
        async def script(rig):
            answer = await rig.prop.operator(verb, args, "ctl")
            assert answer.result == "refused"
            assert why in answer.why

        assert self._play(tmp_path, script) == ()

    def test_a_board_game_keeps_its_seed_and_the_heart_does_not(self, tmp_path):
        async def script(rig):
            await rig.verb("start", difficulty="easy")
            await rig.verb("reset")
            await rig.verb("start", game="ruin")
            kept = archive.game(rig.path, 2)
            assert kept.seed is None  # it decides what the dice will give
            await rig.verb("reset")

        self._play(tmp_path, script)
        assert archive.game(tmp_path / "journal.db", 1).seed is None
        assert archive.game(tmp_path / "journal.db", 2).seed is not None
