"""What lies on the table and how a game is set up: H-001 … H-036, HA-03, HA-20."""

import pytest

from runeheart.core.chance import Chance
from runeheart.core.runes import RUNES
from runeheart.games.heart.deck import draw_answer
from runeheart.games.heart.rules import HEART
from runeheart.games.heart.settings import DIFFICULTIES
from support.heart import ANSWERS, Heart

EVERY = pytest.mark.parametrize("difficulty", list(DIFFICULTIES))


@EVERY
def test_one_board_one_jack_one_clock(difficulty):
    # H-001, H-002, H-008, H-021: one row of places, one token on it, one time left.
    view = Heart(difficulty).view
    assert view["slots"] == [None] * view["length"]
    assert isinstance(view["jack"], int)
    assert view["left_s"] == DIFFICULTIES[difficulty].timer_ms / 1000


def test_there_are_six_runes_and_no_others():
    # H-003, H-011
    assert RUNES == ("nature", "fire", "water", "storm", "moon", "sun")
    game = Heart()
    game.activate("earth", 1)
    assert game.refused


@EVERY
def test_all_six_runes_can_be_named_in_every_difficulty(difficulty):
    # H-022: also those that are not in the answer.
    for rune in RUNES:
        game = Heart(difficulty)
        game.activate(rune, 1)
        assert game.refused is None


@EVERY
@pytest.mark.parametrize("house", [{}, {"answers": "six"}])
def test_there_are_twenty_clue_cards(difficulty, house):
    # H-004
    assert len(HEART.setup({"difficulty": difficulty, "house": house}, 5).deck) == 20


@EVERY
def test_there_are_six_answer_cards_one_of_them_the_answer(difficulty):
    # H-005, HA-03: with answers = six the player may see them.
    state = HEART.setup({"difficulty": difficulty, "house": {"answers": "six"}}, 9)
    assert len(set(state.bank)) == 6
    assert state.answer in state.bank
    assert HEART.view(state)["bank"] == [list(one) for one in state.bank]


def test_the_place_of_the_answer_among_the_six_tells_nothing():
    # HA-03
    states = [HEART.setup({"house": {"answers": "six"}}, seed) for seed in range(120)]
    places = {state.bank.index(state.answer) for state in states}
    assert places == set(range(6))


def test_with_open_answers_there_is_no_bank():
    # HA-03: any arrangement may be the answer, and over many seeds all come up.
    answers = {draw_answer(Chance(seed), 4)[0] for seed in range(3000)}
    assert len(answers) == 360
    assert HEART.setup({"difficulty": "easy"}, 5).answer == draw_answer(Chance(5), 4)[0]
    assert "bank" not in HEART.view(HEART.setup({}, 0))


def test_every_game_has_one_hidden_sequence():
    # H-018, H-019, H-023: drawn once, the same for the whole game, and not to be seen.
    game = Heart()
    before = game.answer
    game.do("read", 0)
    game.wrong(1)
    assert game.state.answer == before
    assert "answer" not in game.view
    assert not any("answer" in event for event in game.events)


def test_the_sequence_and_the_cards_are_shuffled():
    # H-023, H-024, HA-21: another seed, another answer and another order of the deck.
    drawn = [HEART.setup({}, seed) for seed in range(20)]
    assert len({state.answer for state in drawn}) > 15
    assert len({state.deck for state in drawn}) == 20


def test_the_answer_and_the_deck_stay_out_of_logs():
    # H-019: a state that is printed by mistake tells nothing.
    state = HEART.setup({"house": {"answers": "six"}}, 1)
    assert not any(rune in repr(state) for rune in RUNES)


@pytest.mark.parametrize("difficulty", [None, *DIFFICULTIES])
def test_exactly_one_difficulty_is_chosen_before_the_shuffle(difficulty):
    # H-025, HA-20: normal unless told; the answer fits its length.
    state = HEART.setup({} if difficulty is None else {"difficulty": difficulty}, 3)
    assert state.difficulty == (difficulty or "normal")
    assert len(state.answer) == len(state.slots) == DIFFICULTIES[state.difficulty].length


@pytest.mark.parametrize(
    ("difficulty", "timer_s", "length", "cards", "draws", "penalty_s", "mistakes"),
    [
        ("easy", 600, 4, 4, None, 30, 4),
        ("normal", 420, 5, 3, 4, 45, 3),
        ("hard", 300, 6, 2, 3, 60, 2),
    ],
)
def test_the_numbers_of_each_difficulty(difficulty, timer_s, length, cards, draws, penalty_s, mistakes):
    # H-026, H-030 … H-035
    game = Heart(difficulty)
    view = game.view
    assert (view["left_s"], view["length"], view["max_mistakes"]) == (timer_s, length, mistakes)
    assert (view["draws_left"], view["deck_left"]) == (draws, 20 - cards)
    assert [event["event"] for event in game.do("read", 0)] == ["started", *["clue"] * cards]
    assert game.wrong(1)[0]["lost_s"] == penalty_s


def test_each_difficulty_is_stricter_than_the_one_before():
    # H-036: the targets are for people; what can be held is their direction.
    easy, normal, hard = DIFFICULTIES.values()
    for mild, strict in ((easy, normal), (normal, hard)):
        assert mild.timer_ms > strict.timer_ms
        assert mild.length < strict.length
        assert mild.start_cards > strict.start_cards
        assert mild.penalty_ms < strict.penalty_ms
        assert mild.max_mistakes > strict.max_mistakes
    assert easy.draws is None
    assert normal.draws > hard.draws


@EVERY
def test_nothing_is_held_at_the_start(difficulty):
    # H-006, H-007, H-027, H-028: Jack on the start, no tokens, no cards.
    view = Heart(difficulty).view
    assert (view["jack"], view["corruption"], view["mistakes"], view["hand"]) == (0, 0, 0, [])
    assert (view["phase"], view["outcome"]) == ("ready", None)


def test_notes_are_never_needed_to_see_a_clue_again():
    # H-010: every clue that was read stays to be read.
    game = Heart()
    game.do("read", 0)
    game.do("draw", 1)
    seen = game.events[0]
    assert game.view["hand"][-1] == {key: seen[key] for key in ("card", "text", "clue")}
    assert len(game.view["hand"]) == 4


def test_the_known_answers_fit_their_difficulties():
    assert {name: len(answer) for name, answer in ANSWERS.items()} == {"easy": 4, "normal": 5, "hard": 6}
