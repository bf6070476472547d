"""A printed set on the table: the players choose its sign on the prop, and read their clues on the cards."""

import pytest

from runeheart.core.panel import Button
from runeheart.games.heart.codes import EXAMPLE, DeckCode
from runeheart.games.heart.printed import SIGNS, print_set
from runeheart.surface.api import CloseGame, NewGame, SurfaceSettings
from runeheart.surface.shell import SIGN_CHOICES
from runeheart.surface.views import AttractScreen, BankScreen, ClueScreen, ReadyScreen, SignScreen
from support.players import Players


def at_the_table(**settings):
    return Players(SurfaceSettings(code=EXAMPLE, **settings))


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("difficulty", [None, "normal"])
def test_any_press_asks_for_the_sign_and_for_no_difficulty(button, difficulty):
    players = at_the_table(difficulty=difficulty)
    players.tap(button)
    assert players.screen == SignScreen(SIGNS)
    assert players.patterns == ["on"] * 6
    assert players.wanted() == []
    assert players.heard() == ["tap"]


@pytest.mark.parametrize(("button", "sign"), SIGN_CHOICES.items())
def test_each_rune_chooses_the_sign_beside_it(button, sign):
    players = at_the_table(house={"activation": "next"})
    players.tap("sun", button)
    assert players.wanted() == [
        NewGame("heart", {"code": EXAMPLE, "sign": sign, "house": {"activation": "next"}})
    ]
    assert players.screen == ReadyScreen("normal", "7:00", chosen=True, sign=sign)
    assert players.state.answer == print_set(DeckCode("normal", "fair", 138_138), 5).answer(sign)


def test_the_signs_stand_in_the_order_of_the_buttons():
    assert [button.value for button in SIGN_CHOICES] == ["nature", "fire", "water", "storm", "moon", "sun"]
    assert SignScreen(SIGNS).words[1:] == tuple(
        f"{number}: {sign.capitalize()}" for number, sign in enumerate(SIGNS, 1)
    )


def test_the_heart_button_chooses_no_sign():
    players = at_the_table()
    players.tap("sun")
    players.heard()
    players.tap("heart")
    assert (players.wanted(), players.heard(), players.message) == ([], ["refused"], ("Press 1 to 6",))


def test_the_choice_of_the_sign_is_cancelled_by_a_hold_and_after_20_seconds():
    players = at_the_table()
    players.tap("sun")
    players.hold("fire")
    assert isinstance(players.screen, AttractScreen)
    players.tap("sun")
    players.wait(19_959)
    assert isinstance(players.screen, SignScreen)
    players.wait(1)
    assert isinstance(players.screen, AttractScreen)
    assert players.wanted() == []


def test_a_wrong_sign_is_given_back_before_the_first_clue():
    players = at_the_table()
    players.tap("sun", "water")
    players.wanted()
    players.hold("moon")
    assert players.wanted() == [CloseGame()]
    assert isinstance(players.screen, SignScreen)
    players.tap("nature")
    assert players.screen.sign == "star"


def test_the_screen_counts_cards_and_shows_no_clue():
    # The cards on the table were shuffled by people: what the prop would show might lie deep in their deck.
    players = at_the_table()
    players.tap("sun", "water", "sun")
    said = "Take a card: read its KEY line."
    for card in (1, 2, 3):
        assert players.screen == ClueScreen(players.screen.clock, card, 3, said, ())
        players.tap("sun")
    players.hold("moon")
    players.hold("nature")
    assert players.screen == ClueScreen(players.screen.clock, 4, 4, said, ())
    assert players.state.draws_left == 3


def test_the_six_answers_can_be_read_with_their_house_rule():
    players = at_the_table(house={"answers": "six"})
    players.tap("sun", "water", "sun")
    players.tap("nature")  # back from the first card: the last leaf
    assert isinstance(players.screen, BankScreen)


def test_a_printed_set_is_won_by_the_answer_of_its_sign():
    players = at_the_table()
    players.tap("sun", "sun", "sun")
    players.hold("sun")
    answer = print_set(DeckCode("normal", "fair", 138_138), 5).answer("tower")
    for rune, place in zip(answer, ("nature", "fire", "water", "storm", "moon"), strict=True):
        players.tap(rune, place)
    assert players.screen.words[0] == "DEFUSED"
