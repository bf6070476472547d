"""What taps and holds mean while the Heart runs (issue point 7): a table per mode, on the real game."""

import pytest

from runeheart.core.panel import Button
from runeheart.core.runes import RUNES
from runeheart.games.heart.rules import HEART
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.views import (
    BankScreen,
    ClueScreen,
    HoldsScreen,
    PlaceScreen,
    PlayScreen,
    SubmitScreen,
)
from support.players import ANSWER, Players, playing


def _refused(players, *message):
    """The press was answered by a low sound and a line, and the game was not troubled."""
    assert players.message == message
    assert players.heard() == ["refused"]
    assert players.wanted() == []


# --- choosing a rune, and its place ---


@pytest.mark.parametrize("rune", RUNES)
def test_a_tap_chooses_a_rune(rune):
    players = playing()
    players.tap(rune)
    assert players.screen == PlaceScreen(players.screen.clock, rune, (None,) * 5, (1, 2, 3, 4, 5))
    assert players.screen.words[:2] == (f"{rune.upper()}: which place?", "Open: 1, 2, 3, 4, 5")
    assert players.patterns[RUNES.index(rune)] == "blink"
    assert players.heard() == ["tap"]
    assert players.wanted() == []


def test_the_place_is_the_number_of_a_button():
    players = playing()
    players.tap("water", "water")  # the third rune, the third place
    assert players.wanted() == [{"do": "activate", "rune": "water", "position": 3}]
    assert players.heard() == ["tap", "lock"]
    assert players.screen.slots == (None, None, "water", None, None)
    assert players.message == ("WATER is at 3",)
    assert players.patterns == ["dim", "dim", "on", "dim", "dim", "dim"]


def test_a_wrong_place_costs_a_mistake_and_flashes_three_times():
    players = playing()
    players.tap("water", "nature")
    assert players.heard() == ["tap", "mistake"]
    assert isinstance(players.screen, PlayScreen)
    assert players.screen.mistakes == 1
    assert players.message == ("WATER: not at 1", "-45 seconds")
    assert players.patterns == ["dim", "dim", "flash", "dim", "dim", "dim"]
    players.wait(1_000)
    assert players.patterns == ["dim"] * 6


def test_a_locked_rune_is_not_chosen_and_a_locked_place_not_taken():
    players = playing()
    players.tap("water", "water")
    players.heard()
    players.wanted()
    players.tap("water")
    _refused(players, "WATER is locked")
    players.wait(500)
    players.tap("fire")
    players.heard()
    assert players.patterns == ["dim", "blink", "on", "dim", "dim", "off"]
    players.tap("water")
    _refused(players, "Place 3 is taken")
    assert isinstance(players.screen, PlaceScreen)  # it may still be put elsewhere
    players.tap("sun")
    _refused(players, "Only 5 places")
    players.tap("heart")
    _refused(players, "Press a place")


def test_with_activation_next_only_the_next_place_is_open():  # HA-05
    players = playing(house={"activation": "next"})
    players.tap("moon")
    assert players.screen.places == (1,)
    assert players.patterns == ["dim", "off", "off", "off", "blink", "off"]
    players.heard()
    players.tap("storm")
    _refused(players, "Place 1 is next")


@pytest.mark.parametrize("button", Button)
def test_any_hold_cancels_the_choice(button):
    players = playing()
    players.tap("moon")
    players.heard()
    players.hold(button)
    assert isinstance(players.screen, PlayScreen)
    assert players.wanted() == []
    assert players.heard() == ["tap", "tap"]


# --- holds of the main screen ---


@pytest.mark.parametrize("press", [("nature", 900), ("heart", 80)])
def test_drawing_shows_the_clue_at_once(press):
    players = playing()
    button, for_ms = press
    players.tap(button, for_ms=for_ms)
    assert players.wanted() == [{"do": "draw"}]
    assert isinstance(players.screen, ClueScreen)
    assert (players.screen.card, players.screen.cards) == (4, 4)
    assert players.heard()[-1] == "clue"
    assert players.patterns == ["pulse"] * 6
    players.wait(1_000)
    assert players.patterns == ["dim"] * 6


def test_drawing_is_refused_when_no_draw_is_left():  # HA-16
    players = playing("hard", answer=[*ANSWER, "nature"])
    for _ in range(3):
        players.tap("heart")
    players.hold("moon")
    players.heard()
    players.wanted()
    players.tap("heart")
    _refused(players, "No draws left")


def test_drawing_is_refused_when_the_deck_is_used_up():  # HA-16
    players = playing("easy", answer=ANSWER[:4])
    for _ in range(16):
        players.tap("heart")
    players.heard()
    players.wanted()
    players.tap("heart")
    _refused(players, "No cards left")


def test_reading_turns_through_the_hand_and_a_hold_goes_back():
    players = playing()
    players.hold("fire")
    assert players.wanted() == []  # nothing that the game need know
    cards = [players.screen.card]
    for button in ("sun", "sun", "sun", "nature", "nature", "moon"):
        players.tap(button)
        cards.append(players.screen.card)
    assert cards == [1, 2, 3, 1, 3, 2, 3]
    assert players.wanted() == []
    players.hold("sun")
    assert isinstance(players.screen, PlayScreen)


def test_a_clue_of_two_pages_is_turned_page_by_page(monkeypatch):
    texts = {1: "one", 2: "a long story " * 8, 3: "three"}
    monkeypatch.setattr(
        "runeheart.surface.heart.text", lambda clue, length: texts[_card(players.state, clue)]
    )
    players = playing()
    players.hold("fire")
    seen = []
    for _ in range(5):
        seen.append((players.ui.mode.card, players.ui.mode.page))
        players.tap("sun")
    assert seen == [(0, 0), (1, 0), (1, 1), (2, 0), (0, 0)]
    players.tap("nature", "nature", "nature")
    assert (players.ui.mode.card, players.ui.mode.page) == (1, 1)


def _card(state, clue):
    return next(number for number, other in state.hand if other == clue)


def test_the_possible_answers_follow_the_hand_where_they_are_open():  # HA-03
    players = playing(house={"answers": "six"})
    players.hold("fire")
    players.tap("nature")
    assert isinstance(players.screen, BankScreen)
    assert players.screen.first == 4
    players.tap("nature")
    assert (players.screen.first, players.screen.answers) == (1, players.state.bank[:3])
    players.tap("nature")
    assert isinstance(players.screen, ClueScreen)


def test_who_drew_before_reading_reads_the_starting_cards_first():  # HA-15
    players = Players(SurfaceSettings(difficulty="normal"))
    players.tap("sun")
    players.command({"do": "draw"})
    players.hold("moon")
    players.wanted()
    players.hold("fire")
    assert players.wanted() == [{"do": "read"}]
    assert (players.screen.card, players.screen.cards) == (1, 4)


@pytest.mark.parametrize("button", ["water", "storm", "moon"])
def test_a_hold_without_a_function_of_its_own_is_help(button):
    players = playing()
    players.hold(button)
    assert isinstance(players.screen, HoldsScreen)
    assert players.screen.message == ("Tap a rune to try it",)
    assert players.heard() == ["tap", "tap"]
    assert players.wanted() == []
    players.wait(6_000)
    assert isinstance(players.screen, PlayScreen)
    players.hold(button)
    players.tap("fire")  # it is in nobody's way
    assert isinstance(players.screen, PlaceScreen)


def test_who_has_done_nothing_on_the_main_screen_is_told_where_help_is():
    players = playing()
    players.hold("fire")
    players.hold("fire")
    assert players.message == ("Hold MOON: help",)
    players.hold("moon")
    assert isinstance(players.screen, HoldsScreen)
    players.tap("moon", "sun")  # only five places
    players.hold("sun")
    assert players.message == ()  # a cancelled choice is no news


@pytest.mark.parametrize("done", ["draw", "lock", "mistake"])
def test_who_has_done_something_needs_no_help(done):
    players = playing()
    players.command(
        {"draw": {"do": "draw"}}.get(
            done, {"do": "activate", "rune": "fire", "position": 1 + (done == "mistake")}
        )
    )
    players.hold("fire")
    if done != "draw":
        players.hold("fire")
    assert isinstance(players.screen, PlayScreen)
    assert players.message == ()


# --- the final sequence ---


@pytest.mark.parametrize("button", ["sun", "heart"])
def test_submitting_the_answer(button):
    players = playing()
    players.hold(button)
    assert isinstance(players.screen, SubmitScreen)
    players.tap(*ANSWER)  # Water and Sun among them: taps are runes, holds are functions
    assert players.screen.slots == tuple(ANSWER)
    assert players.patterns == ["dim", *["blink"] * 5]
    assert players.wanted() == []
    players.hold(button)
    assert players.wanted() == [{"do": "submit", "sequence": ANSWER}]
    assert players.state.outcome == "defused"


def test_locked_runes_stand_in_the_final_sequence():
    players = playing()
    players.tap("water", "water")
    players.hold("sun")
    assert players.screen.locked == (3,)
    players.tap("fire", "sun", "moon")
    assert players.screen.slots == ("fire", "sun", "water", "moon", None)
    players.heard()
    players.wanted()
    players.tap("water")
    _refused(players, "WATER is locked")
    players.tap("moon")
    _refused(players, "MOON is in")
    players.tap("heart")
    _refused(players, "Hold to submit")
    players.tap("nature")
    players.heard()
    for rune in ("storm", "sun", "water"):  # entered or locked or neither: how to go on is what matters
        players.tap(rune)
        _refused(players, "Full: hold SUN")
    players.hold("sun")
    assert players.wanted() == [{"do": "submit", "sequence": ["fire", "sun", "water", "moon", "nature"]}]
    assert players.state.because == ("sequence",)


def test_holding_water_takes_the_last_rune_back():
    players = playing()
    players.hold("sun")
    players.tap("moon", "water")
    players.hold("water")
    assert players.screen.slots[:2] == ("moon", None)
    players.hold("water")
    players.heard()
    players.hold("water")
    assert players.message == ("Nothing to undo",)
    assert players.heard() == ["tap", "refused"]
    assert isinstance(players.screen, SubmitScreen)


def test_holding_nature_cancels_the_final_sequence():
    players = playing()
    players.hold("sun")
    players.tap("moon")
    players.hold("nature")
    assert isinstance(players.screen, PlayScreen)
    assert players.wanted() == []


@pytest.mark.parametrize(
    ("entered", "why"), [(ANSWER[:4], "1 more rune"), (ANSWER[:3], "2 more runes"), ((), "5 more runes")]
)
def test_an_incomplete_sequence_is_not_submitted(entered, why):
    players = playing()
    players.hold("sun")
    players.tap(*entered)
    players.hold("sun")
    assert players.message == (why,)
    assert players.wanted() == []


def test_other_holds_have_no_function_in_the_final_sequence():
    players = playing()
    players.hold("sun")
    players.hold("storm")
    assert players.message == ("STORM: tap only",)
    assert isinstance(players.screen, SubmitScreen)


# --- when the game changes under the players' hands ---


def test_a_refusal_by_the_game_is_said_in_its_own_words(monkeypatch):
    players = playing()
    monkeypatch.setattr("runeheart.surface.heart.open_places", lambda state: (1, 2, 3, 4, 5))
    players.state = HEART.setup(
        {"difficulty": "normal", "answer": ANSWER, "house": {"activation": "next"}}, 7
    )
    players.command({"do": "read"})
    players.hold("moon")
    players.tap("fire", "water")
    assert players.refusals == ["place 3 is not the next one: place 1 comes first"]
    assert players.message == ("Place 3 is not the", "next one")
    assert players.heard()[-1] == "refused"


def test_a_rune_that_was_locked_meanwhile_is_no_longer_chosen():
    players = playing()
    players.tap("fire")
    players.command({"do": "activate", "rune": "fire", "position": 1})
    assert isinstance(players.screen, PlayScreen)


def test_a_sequence_whose_rune_was_locked_meanwhile_begins_anew():
    players = playing()
    players.hold("sun")
    players.tap("water", "fire")
    players.command({"do": "activate", "rune": "fire", "position": 1})
    assert isinstance(players.screen, PlayScreen)


def test_a_card_that_was_undone_is_not_read_on():
    players = playing()
    before = players.state
    players.tap("heart")
    players.tap("sun")  # the first again
    players.tap("nature")
    players.state = before
    players._told()
    assert isinstance(players.screen, PlayScreen)


def test_a_page_that_is_no_more_is_turned_from_the_first():
    players = playing()
    players.hold("fire")
    players.ui = players.ui.stay(type(players.ui.mode)(card=1, page=1), players.now_ms)
    players.tap("sun")
    assert players.screen.card == 2
