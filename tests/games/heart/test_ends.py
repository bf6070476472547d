"""Mistakes, penalties, every end, and what is only shown: H-012 … H-106, HA-04, HA-12 … HA-19."""

import pytest
from msgspec.structs import replace

from runeheart.games.heart.rules import HEART, corruption, jack, left_ms
from runeheart.games.heart.settings import DIFFICULTIES
from support.heart import ANSWERS, Heart

EVERY = pytest.mark.parametrize("difficulty", list(DIFFICULTIES))


def reversed_answer(game):
    return list(reversed(game.answer))


@EVERY
def test_locking_the_whole_sequence_wins_at_once(difficulty):
    # H-012, H-013, H-100, HA-10: no submission is needed.
    game = Heart(difficulty)
    for position in range(1, len(game.answer) + 1):
        assert game.view["outcome"] is None
        game.right(position, at=position)
    left = DIFFICULTIES[difficulty].timer_ms // 1000 - (len(game.answer) - 1)
    assert [event["event"] for event in game.events] == ["locked", "defused"]
    assert game.events[1] == {"event": "defused", "left_s": left, "answer": list(game.answer)}
    assert (game.view["phase"], game.view["outcome"]) == ("over", "defused")


@EVERY
def test_submitting_the_whole_sequence_wins_at_once(difficulty):
    # H-013, H-082, H-101; the places stay as they were.
    game = Heart(difficulty)
    assert game.submit(at=0)[-1]["event"] == "defused"
    assert game.view["slots"] == [None] * len(game.answer)
    assert (game.view["jack"], game.view["outcome"]) == (0, "defused")


@EVERY
def test_a_wrong_submission_explodes(difficulty):
    # H-016, H-017, H-083, H-105
    game = Heart(difficulty)
    end = game.submit(reversed_answer(game), at=0)[-1]
    assert (end["event"], end["because"]) == ("exploded", ["sequence"])
    assert game.view["outcome"] == "exploded"


@EVERY
def test_the_end_of_the_timer_explodes(difficulty):
    # H-014, H-017, H-040, H-103
    game = Heart(difficulty)
    game.do("study", 0)
    end = game.do("wait", DIFFICULTIES[difficulty].timer_ms / 1000)
    assert end == [{"event": "exploded", "because": ["timer"], "left_s": 0, "answer": list(game.answer)}]
    assert game.view["outcome"] == "exploded"


@EVERY
@pytest.mark.parametrize("limit", ["reach", "exceed"])
def test_the_mistake_that_is_one_too_many_explodes(difficulty, limit):
    # H-007, H-015, H-017, H-035, H-092, H-104, HA-04: reach: the 4th, 3rd, 2nd; exceed: one more, `of` stays.
    game = Heart(difficulty, house={"mistake_limit": limit})
    most = DIFFICULTIES[difficulty].max_mistakes
    fatal = most + (limit == "exceed")
    for count in range(1, fatal + 1):
        events = [event for event in game.wrong(at=0) if event["event"] != "started"]
        assert events[0]["mistakes"] == count
        assert events[0]["of"] == game.view["max_mistakes"] == most
        assert [event["event"] for event in events[1:]] == (["exploded"] if count == fatal else [])
    assert game.events[-1]["because"] == ["mistakes"]


@EVERY
def test_every_wrong_activation_costs_the_penalty(difficulty):
    # H-034, H-090, H-091
    penalty_s = {"easy": 30, "normal": 45, "hard": 60}[difficulty]
    game = Heart(difficulty)
    left_s = game.view["left_s"]
    mistake = game.wrong(at=0)[-1]
    assert (mistake["mistakes"], mistake["lost_s"], mistake["left_s"]) == (1, penalty_s, left_s - penalty_s)


@pytest.mark.parametrize(
    ("at", "left", "because"),
    [(374.999, 0.001, None), (375, 0, ["timer"]), (375.001, 0, ["timer"]), (419.999, 0, ["timer"])],
)
def test_a_penalty_larger_than_the_time_left_explodes(at, left, because):
    # HA-12: time left becomes 0, never less; lost_s is the whole penalty.
    game = Heart()
    game.do("study", 0)
    events = game.wrong(at)
    assert (events[0]["lost_s"], events[0]["left_s"]) == (45, left)
    assert [event["because"] for event in events[1:]] == ([because] if because else [])


def test_both_causes_are_told_mistakes_first():
    # HA-12
    game = Heart("hard")
    game.wrong(at=0)
    events = game.wrong(at=200)
    assert [event["event"] for event in events] == ["mistake", "exploded"]
    assert events[1]["because"] == ["mistakes", "timer"]
    assert game.state.because == ("mistakes", "timer")


@pytest.mark.parametrize("name", ["right", "submit", "wrong"])
def test_just_before_the_deadline_counts(name):
    # HA-13
    game = Heart()
    game.do("study", 10)
    getattr(game, name)(*([1] if name == "right" else []), at=429.999)
    assert game.refused is None


@pytest.mark.parametrize("name", ["right", "submit", "wrong"])
def test_at_the_deadline_it_is_too_late(name):
    # H-045, HA-13: the explosion, then the refusal.
    game = Heart()
    game.do("study", 10)
    events = getattr(game, name)(*([1] if name == "right" else []), at=430)
    assert [event["event"] for event in events] == ["exploded"]
    assert game.refused == "the game is over"
    assert game.view["slots"] == [None] * 5
    assert game.view["mistakes"] == 0


def test_the_deadline_is_start_and_time_less_penalties_and_changes():
    # HA-13
    game = Heart()
    assert HEART.deadline_ms(game.state) is None
    game.do("study", 10)
    game.wrong(20)
    game.do("add_time", 30, seconds=12.5)
    game.do("add_time", 31, seconds=-2.25)
    game.do("pause", 40)
    game.do("resume", 140)
    assert HEART.deadline_ms(game.state) == (10 + 420 - 45 + 12.5 - 2.25 + 100) * 1000
    game.do("wait", 495.249)
    assert game.view["left_s"] == 0.001
    assert game.names("wait", 495.25) == ["exploded"]
    assert HEART.deadline_ms(game.state) is None


def test_after_the_end_nothing_changes_but_the_clock_outside():
    # H-045: left_s, slots, jack and corruption stay as they were.
    game = Heart()
    game.right(2, at=0)
    game.submit(at=100)
    before = game.view
    for name in ("read", "draw", "study", "pause", "resume", "abandon"):
        game.do(name, 1000)
        assert game.refused == "the game is over"
        assert HEART.step(game.state, {"do": name}).why == "the game is over"
    assert game.view == before
    assert game.commands is None
    assert game.table.closing() == {"event": "next", "seq": 2, "at": 1000, "ask": None}
    assert (before["left_s"], before["slots"][1], before["jack"]) == (320, "water", 1)


@pytest.mark.parametrize(
    ("name", "values", "outcome"),
    [
        ("submit", {"sequence": list(ANSWERS["normal"])}, "defused"),
        ("submit", {"sequence": list(reversed(ANSWERS["normal"]))}, "exploded"),
        ("add_time", {"seconds": -420}, "exploded"),
        ("abandon", {}, "abandoned"),
    ],
)
def test_every_end_shows_the_answer_and_none_before(name, values, outcome):
    # H-019, H-081, H-102, H-106: what the prop shows at an end is in the event and in the state.
    game = Heart()
    assert "answer" not in game.view
    end = game.do(name, 0, **values)[-1]
    assert (end["event"], end["answer"]) == (outcome, list(game.answer))
    assert (game.view["outcome"], game.view["answer"]) == (outcome, list(game.answer))


@pytest.mark.parametrize(
    ("left_s", "mistakes", "tokens"),
    [
        (420, 0, 0),
        (500, 0, 0),  # more time than the difficulty gives counts as all of it
        (350.001, 0, 0),
        (350, 0, 1),
        (349.999, 0, 1),
        (210, 0, 3),
        (70.001, 0, 4),
        (70, 0, 5),
        (0.001, 0, 5),
        (0, 0, 6),
        (420, 2, 2),
        (210, 2, 5),
        (70, 2, 6),
        (10**300, 1, 1),
    ],
)
def test_corruption_is_time_gone_and_mistakes(left_s, mistakes, tokens):
    # H-006, HA-17: shown only, 0 … 6.
    state = replace(Heart().state, clock_left_ms=round(left_s * 1000), mistakes=mistakes)
    assert corruption(state) == HEART.view(state)["corruption"] == tokens


def test_jack_stands_on_the_number_of_locked_runes():
    # H-002, H-027, HA-18
    game = Heart()
    for locked, position in enumerate([3, 1, 5], 1):
        game.right(position, at=0)
        assert jack(game.state) == game.view["jack"] == locked
    game.wrong(at=0)
    assert game.view["jack"] == 3


def test_the_engine_tells_only_what_a_rule_tells():
    # HA-19: a right guess, a wrong one and a refusal name nothing of the answer but what was guessed.
    game = Heart()
    seen = [game.do("read", 0), game.right(1, at=1), game.activate("moon", 2, at=2), game.activate("sun", 3)]
    assert not any("answer" in event for events in seen for event in events)
    assert game.view["slots"] == ["sun", None, None, None, None]


def test_time_left_is_whole_milliseconds():
    game = Heart()
    game.do("study", 0.0004)
    game.do("wait", 1.2345)
    assert left_ms(game.state) == 420_000 - 1_234  # round() of 1234.5 goes to the even neighbour
    assert ANSWERS["normal"] == game.answer
