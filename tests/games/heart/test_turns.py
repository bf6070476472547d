"""From the start of the timer through every action: H-029, H-040 … H-083, HA-05 … HA-16, HA-23."""

import itertools

import pytest

from runeheart.core.game import Step
from runeheart.core.runes import RUNES
from runeheart.games.heart import clues
from runeheart.games.heart.rules import CLOCK, HEART, PHASES
from support.heart import ANSWERS, Heart

ACTIONS = {
    "read": {},
    "draw": {},
    "study": {},
    "activate": {"rune": "moon", "position": 1},
    "submit": {"sequence": list(ANSWERS["normal"])},
}


@pytest.mark.parametrize("name", ACTIONS)
def test_the_first_reading_or_action_starts_the_timer(name):
    # H-029, HA-14
    game = Heart()
    game.do("wait", 1000)
    assert game.view["left_s"] == 420
    events = game.do(name, 1010, **ACTIONS[name])
    assert events[0] == {"event": "started", "left_s": 420}
    if name != "submit":
        assert game.view["phase"] == "running"
        assert "started" not in game.names("study", 1011)
        game.do("wait", 1020)
        assert game.view["left_s"] == 410 - (45 if name == "activate" else 0)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("activate", {}),
        ("activate", {"rune": "sun", "position": 6}),
        ("submit", {"sequence": []}),
        ("pause", {}),
    ],
)
def test_a_refused_command_starts_nothing(name, values):
    # HA-14
    game = Heart()
    before = game.state
    assert game.do(name, 0, **values) == []
    assert game.refused
    assert game.state == before


def test_the_operators_verbs_start_nothing():
    # HA-14, HA-23
    game = Heart()
    assert game.names("add_time", 5, seconds=10) == ["time_changed"]
    game.do("wait", 100)
    assert (game.view["phase"], game.view["left_s"]) == ("ready", 430)


def test_nothing_of_the_game_stops_the_timer():
    # H-041, H-062, H-072: reading, drawing, studying, a locked rune and a refusal all leave it running.
    game = Heart()
    game.do("read", 0)
    for at, command in enumerate(
        [
            ("draw", {}),
            ("study", {}),
            ("read", {}),
            ("activate", {"rune": "sun", "position": 1}),
            ("jump", {}),
        ],
        1,
    ):
        game.do(command[0], at * 10, **command[1])
        assert game.view["left_s"] == 420 - at * 10


def test_one_action_at_a_time_and_the_next_at_once():
    # H-042, H-043: four commands at the same moment are four actions, each carried out whole.
    game = Heart()
    for seq, command in enumerate(["read", "draw", "study", "draw"], 1):
        game.do(command, 3)
        assert game.table.seq == seq


def test_there_are_four_actions_besides_reading():
    # H-044
    game = Heart()
    game.do("read", 0)
    assert game.commands == ["read", "draw", "study", "activate", "submit", "pause", "add_time", "abandon"]
    game.do("heal", 1)
    assert "there is no command" in game.refused


def test_drawing_reads_the_top_card():
    # H-050, H-054, HA-15: the next after the starting cards, counted against the draws alone.
    game = Heart()
    game.do("read", 0)
    for number in range(4, 8):
        clue = game.do("draw", number)[0]
        assert list(clue) == ["event", "card", "text", "clue", "draws_left"]
        assert clue["card"] == number
        assert clue["clue"] == game.state.deck[number - 1].json()
        assert clue["draws_left"] == 7 - number
        assert game.view["draws_left"] == 7 - number
        assert game.view["deck_left"] == 20 - number


def test_clues_are_read_out_in_words_and_are_true():
    # H-020, H-051
    game = Heart()
    for clue, card in zip(game.do("read", 0)[1:], game.state.deck, strict=False):
        assert clue["text"] == clues.text(card, 5)
        assert clues.holds(card, game.answer)


def test_reading_again_writes_the_starting_cards_again_and_draws_nothing():
    # HA-15
    game = Heart()
    first = game.do("read", 0)[1:]
    assert game.do("read", 5) == first
    assert game.view["deck_left"] == 17
    assert game.view["left_s"] == 415


def test_before_the_first_read_the_hand_holds_drawn_cards_only():
    # HA-15
    game = Heart()
    game.do("draw", 0)
    assert [card["card"] for card in game.view["hand"]] == [4]
    game.do("read", 1)
    assert [card["card"] for card in game.view["hand"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(("difficulty", "draws"), [("easy", 16), ("normal", 4), ("hard", 3)])
def test_without_a_draw_left_drawing_is_refused(difficulty, draws):
    # H-033, HA-16: no penalty, no reshuffle; on Easy the deck is the limit.
    game = Heart(difficulty)
    for _ in range(draws):
        assert "draw" in game.commands or game.state.phase == "ready"
        game.do("draw", 0)
        assert game.refused is None
    before = game.state
    assert game.do("draw", 0) == []
    assert game.refused
    assert game.state == before
    assert "draw" not in game.commands


def test_studying_changes_nothing_but_the_time():
    # H-060, H-061, H-062
    game = Heart()
    game.do("read", 0)
    before = game.view
    assert game.do("study", 7) == []
    assert game.refused is None
    assert game.view == {**before, "left_s": 413}


def test_a_right_activation_is_checked_against_the_answer_and_locks():
    # H-070, H-071, H-072, H-100 (not before the last)
    game = Heart()
    assert game.right(3, at=0)[1:] == [{"event": "locked", "rune": "nature", "position": 3, "left_s": 420}]
    assert game.view["slots"] == [None, None, "nature", None, None]
    assert game.view["outcome"] is None


@pytest.mark.parametrize(("rune", "position"), [("nature", 3), ("nature", 1), ("sun", 3), ("moon", 3)])
def test_what_is_locked_stays_and_naming_it_is_refused(rune, position):
    # H-073, HA-08: no penalty, the time goes on.
    game = Heart()
    game.right(3, at=0)
    assert game.activate(rune, position, at=10) == []
    assert game.refused
    assert game.view["slots"] == [None, None, "nature", None, None]
    assert (game.view["mistakes"], game.view["left_s"]) == (0, 410)


@pytest.mark.parametrize("position", [0, 6, -1, 2.0, True, "2", None, [2]])
def test_a_place_that_is_none_is_refused(position):
    # HA-08
    game = Heart()
    game.activate("sun", position, at=0)
    assert "whole number from 1 to 5" in game.refused
    assert game.state.phase == "ready"


@pytest.mark.parametrize("rune", ["moon", "fire"])
def test_a_wrong_activation_tells_no_more_than_that(rune):
    # H-074, H-075, HA-06: not in the sequence, or elsewhere in it: the same mistake, nothing placed.
    game = Heart()
    game.do("study", 0)
    assert game.activate(rune, 1, at=20) == [
        {
            "event": "mistake",
            "rune": rune,
            "position": 1,
            "mistakes": 1,
            "of": 3,
            "lost_s": 45,
            "left_s": 355,
        }
    ]
    assert game.view["slots"] == [None] * 5
    assert game.view["hand"] == []


def test_a_rune_stays_free_after_a_wrong_activation():
    # H-075
    game = Heart()
    game.activate("fire", 1, at=0)
    assert game.right(5)[0]["event"] == "locked"


def test_the_same_wrong_guess_is_a_new_mistake():
    # HA-09, H-090
    game = Heart("easy")
    counts = [game.wrong(0)[-1]["mistakes"] for _ in range(3)]
    assert counts == [1, 2, 3]


@pytest.mark.parametrize("order", [(1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (3, 1, 5, 2, 4)])
def test_any_open_place_may_be_activated_at_any_time(order):
    # HA-05, HA-10
    game = Heart()
    names = [event["event"] for position in order for event in game.right(position, at=0)]
    assert names == ["started", *["locked"] * 5, "defused"]


def test_with_activation_next_only_the_next_open_place_may():
    # HA-05
    game = Heart(house={"activation": "next"})
    for position in range(1, 6):
        for other in range(position + 1, 6):
            game.right(other, at=0)
            assert "comes first" in game.refused
        assert game.right(position, at=0)
        assert game.refused is None
    assert game.view["outcome"] == "defused"


def test_a_submission_may_come_at_any_time():
    # H-080: as the very first action, and with places locked.
    assert Heart().submit(at=0)[-1]["event"] == "defused"
    game = Heart()
    game.right(2, at=0)
    assert game.submit(at=1)[-1]["event"] == "defused"


def test_a_submission_is_compared_with_the_answer_that_is_then_revealed():
    # H-081, H-082, H-083
    for sequence in itertools.islice(itertools.permutations(RUNES, 5), 0, 720, 7):
        game = Heart()
        end = game.submit(sequence, at=0)[-1]
        assert end["answer"] == list(game.answer)
        assert end["event"] == ("defused" if sequence == game.answer else "exploded")


@pytest.mark.parametrize(
    "sequence",
    [
        None,
        "sun",
        [],
        ["sun", "water", "nature", "storm"],
        ["sun", "water", "nature", "storm", "fire", "moon"],
        ["sun", "water", "nature", "storm", "storm"],
        ["sun", "water", "nature", "storm", "earth"],
        ["sun", "water", "nature", "storm", None],
        ["sun", "water", "nature", "storm", ["fire"]],
        ["sun", "water", "storm", "nature", "fire"],
    ],
)
def test_what_is_no_submission_is_refused_not_lost(sequence):
    # HA-11: the last one does not agree with the locked rune.
    game = Heart()
    game.right(3, at=0)
    before = game.state
    assert game.do("submit", sequence=sequence) == []
    assert game.refused
    assert game.state == before


def test_while_paused_the_clock_stands_and_at_goes_on():
    # HA-23, HA-13
    game = Heart()
    game.do("read", 0)
    assert game.do("pause", 10) == [{"event": "paused", "left_s": 410}]
    assert game.commands == ["resume", "add_time", "abandon"]
    game.do("wait", 5000)
    assert (game.table.at_ms, game.view["left_s"]) == (5_000_000, 410)
    assert HEART.deadline_ms(game.state) is None
    assert game.do("resume", 6000) == [{"event": "resumed", "left_s": 410}]
    assert HEART.deadline_ms(game.state) == 6_410_000


@pytest.mark.parametrize("name", [*ACTIONS, "pause"])
def test_while_paused_players_can_do_nothing(name):
    # HA-23
    game = Heart()
    game.do("study", 0)
    game.do("pause", 1)
    before = game.state
    game.do(name, **ACTIONS.get(name, {}))
    assert "paused" in game.refused
    assert game.state == before


@pytest.mark.parametrize(
    ("seconds", "written", "left"),
    [
        (60, 60, 470),
        (-60, -60, 350),
        (0, 0, 410),
        (0.25, 0.25, 410.25),
        (-0.0004, 0, 410),
        (1e15, 10**15, 10**15 + 410),
    ],
)
@pytest.mark.parametrize("pause", [False, True])
def test_the_operator_changes_the_time(seconds, written, left, pause):
    # HA-23
    game = Heart()
    game.do("read", 0)
    if pause:
        game.do("pause", 10)
    assert game.do("add_time", 10, seconds=seconds) == [
        {"event": "time_changed", "seconds": written, "left_s": left}
    ]
    assert game.view["left_s"] == left


@pytest.mark.parametrize("seconds", [None, True, "5", [5], {}, float("inf"), 10**400])
def test_what_is_no_time_is_refused(seconds):
    # HA-23
    game = Heart()
    before = game.state
    game.do("add_time", 0, seconds=seconds)
    assert "expected a finite number" in game.refused
    assert game.state == before


@pytest.mark.parametrize("phase", ["ready", "running", "paused"])
def test_time_can_be_taken_down_to_zero_in_every_phase(phase):
    # HA-23
    game = Heart()
    for name in {"ready": [], "running": ["study"], "paused": ["study", "pause"]}[phase]:
        game.do(name, 0)
    assert game.do("add_time", 0, seconds=-420.0004) == [
        {"event": "time_changed", "seconds": -420, "left_s": 0},
        {"event": "exploded", "because": ["timer"], "left_s": 0, "answer": list(game.answer)},
    ]
    assert game.state.because == ("timer",)


@pytest.mark.parametrize("phase", ["ready", "running", "paused"])
def test_the_operator_may_abandon_until_the_end(phase):
    # HA-23: the record says so.
    game = Heart()
    for name in {"ready": [], "running": ["study"], "paused": ["study", "pause"]}[phase]:
        game.do(name, 0)
    left = 420 if phase != "running" else 400
    assert game.do("abandon", 20) == [{"event": "abandoned", "left_s": left, "answer": list(game.answer)}]
    assert (game.view["phase"], game.view["outcome"]) == ("over", "abandoned")
    game.do("abandon", 21)
    assert game.refused


def in_every_phase():
    ready = Heart()
    running = Heart()
    running.do("study", 0)
    scarce = Heart()  # one wrong activation from the end
    scarce.do("add_time", 0, seconds=-419)
    paused = Heart()
    paused.do("study", 0)
    paused.do("pause", 0)
    over = Heart()
    over.do("abandon", 0)
    solved = Heart()
    for position in range(1, 5):
        solved.right(position, at=0)
    return [game.state for game in (ready, running, scarce, paused, over, solved)]


def test_the_table_of_phases_is_what_happens():
    # Every command in every phase: allowed exactly where the table says, leading exactly where it says.
    values = [
        {"rune": "moon", "position": 5, "sequence": list(ANSWERS["normal"]), "seconds": 1},
        {"rune": "fire", "position": 5, "sequence": list(reversed(ANSWERS["normal"])), "seconds": -1000},
    ]
    seen = {name: {} for name in PHASES}
    for state, given, name in itertools.product(in_every_phase(), values, list(PHASES)):
        if name == CLOCK:
            after = HEART.advance(state, 10_000_000).state
            if after.phase == state.phase:
                continue
        else:
            step = HEART.step(state, {"do": name, **given})
            if not isinstance(step, Step):
                continue
            after = step.state
        seen[name].setdefault(state.phase, set()).add(after.phase)
    assert {name: {at: set(to) for at, to in row.items()} for name, row in PHASES.items()} == seen
