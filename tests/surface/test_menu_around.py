"""Around a game that asks: choosing it, leaving it, its end, power lost, the operator's hand."""

import pytest

from runeheart.games.registry import GAMES
from runeheart.surface import prop
from runeheart.surface.api import CloseGame, NewGame, SurfaceSettings
from runeheart.surface.faces import game_of
from runeheart.surface.menu_views import AskScreen, FinishScreen, ListScreen
from runeheart.surface.ui import Leaving
from runeheart.surface.views import AttractScreen, ChoiceScreen, PlayScreen, ReadyScreen, SignScreen
from support.ruin import board
from support.seated import Seated

BROODS = ((0, -1, 4), (1, 0, 2))
OVER = {"board": board(start=(0, -3)), "dice": "auto"}
"""You begin on Mother's Hex: a round resolves the Ruin (R-010)."""


def _over(**settings):
    seated = Seated("ruin", OVER, **settings)
    seated.hold("storm")  # no star
    seated.tap("nature")  # end of the move
    assert seated.state.outcome == "resolved"
    return seated


def _asked(*broods, stars=None, setup=None, **settings):
    seated = Seated("ruin", {"board": board(*broods), **(setup or {})}, **settings)
    if stars is not None:
        seated.command({"do": "commit_move", "stars": stars})
    seated.heard()
    return seated


# --- beginning ---


@pytest.mark.parametrize("game", GAMES)
def test_the_game_of_every_state_is_known(game):
    assert game_of(GAMES[game].setup({}, 1)) == game


def test_a_press_begins_the_game_that_is_configured():
    setup = {"keywords": ["Nurturer"], "life": 30}
    seated = Seated("ruin", setup, begin=False)
    assert seated.screen == AttractScreen("RUNEHEART")
    seated.tap("moon")
    assert seated.intents == [NewGame("ruin", setup)]
    assert isinstance(seated.screen, AskScreen)
    assert seated.screen.sentence == "Round 1: Commit Move, how many stars?"


def test_a_setup_that_cannot_be_is_told_on_the_attract_screen():
    seated = Seated("ruin", {"life": 0})
    assert isinstance(seated.screen, AttractScreen)
    assert seated.message == ("Life",)
    assert seated.heard()[-1] == "refused"


@pytest.mark.parametrize(("button", "game"), [("fire", "ruin"), ("water", "cult")])
def test_the_players_choose_the_game(button, game):
    setups = {"ruin": {"life": 9}, "cult": {"title": "Ours"}}
    seated = Seated("choose", begin=False, setups=setups)
    seated.tap("sun")
    assert seated.screen == ListScreen(
        "What do you play?", ("Corrupted Heart", "The Ruin", "Cult of the Rune")
    )
    assert seated.bright == [1, 2, 3]
    seated.tap(button)
    assert seated.intents == [NewGame(game, setups[game])]
    assert seated.game.name == game


def test_the_heart_may_be_chosen_and_taken_back_step_by_step():
    seated = Seated("choose", begin=False)
    seated.tap("sun", "nature")
    assert isinstance(seated.screen, ChoiceScreen)
    seated.hold("moon")
    assert isinstance(seated.screen, ListScreen)
    seated.tap("nature", "water")
    assert isinstance(seated.screen, ReadyScreen)
    seated.hold("moon")
    assert isinstance(seated.screen, ChoiceScreen)
    seated.hold("moon")
    seated.hold("moon")
    assert isinstance(seated.screen, AttractScreen)


def test_a_heart_of_fixed_difficulty_goes_back_to_the_choice_of_the_game():
    seated = Seated("choose", begin=False, difficulty="easy")
    seated.tap("sun", "nature")
    assert seated.screen == ReadyScreen("easy", "10:00", chosen=True)
    seated.hold("moon")
    assert isinstance(seated.screen, ListScreen)


def test_a_printed_set_is_asked_for_after_the_game():
    seated = Seated("choose", begin=False, code="fair1-normal-abcd")
    seated.tap("sun", "nature")
    assert isinstance(seated.screen, SignScreen)
    seated.hold("moon")
    assert isinstance(seated.screen, ListScreen)


def test_the_choice_of_the_game_waits_twenty_seconds_and_refuses_other_buttons():
    seated = Seated("choose", begin=False)
    seated.tap("sun", "storm")
    assert (seated.message, seated.intents) == (("Press 1, 2 or 3",), [])
    seated.wait(19_900)
    assert isinstance(seated.screen, ListScreen)
    seated.wait(200)
    assert isinstance(seated.screen, AttractScreen)


# --- no hurry ---


def test_nothing_that_was_entered_is_lost_by_waiting():
    seated = _asked(*BROODS, stars=0)
    seated.tap("fire")
    seated.wait(10 * 3_600_000)
    assert seated.screen.title == "Attack: stars?"
    assert prop.wake_ms(seated.ui, seated.state, seated.now_ms, seated.settings) is None


def test_a_step_back_at_every_step():
    seated = _asked(*BROODS, (2, 0), stars=0)
    titles = [seated.screen.title]
    for button in ("storm", "water", "nature", "moon"):
        seated.tap(button)
        titles.append(seated.screen.title)
    assert titles == ["What now?", "Attune: stars?", "Star 1 of 3", "Which Brood?", "Brood 1: where?"]
    for title in reversed(titles[:-1]):
        seated.hold("sun")
        assert seated.screen.title == title
    assert seated.commands == [{"do": "commit_move", "stars": 0}]


# --- leaving ---


def test_holding_sun_with_nothing_to_take_back_asks_whether_to_leave():
    seated = _asked(*BROODS)
    seated.hold("sun")
    assert seated.screen.words == ("Leave the game?", "1: Stay", "2: Leave")
    seated.tap("moon")
    assert seated.message == ("Press 1 or 2",)
    seated.tap("nature")
    assert isinstance(seated.screen, AskScreen)
    seated.hold("sun")
    seated.tap("fire")
    assert seated.intents[-1] == CloseGame()
    assert seated.screen == AttractScreen("RUNEHEART")


def test_staying_is_what_happens_by_itself_and_by_a_hold():
    seated = _asked(*BROODS)
    seated.hold("sun")
    seated.wait(20_100)
    assert isinstance(seated.screen, AskScreen)
    seated.hold("sun")
    seated.hold("fire")
    assert isinstance(seated.screen, AskScreen)


def test_where_only_the_operator_ends_a_game_nobody_leaves():
    seated = _asked(*BROODS, end_screen_ms=None)
    seated.hold("sun")
    assert seated.message == ("Nothing to take back",)
    assert isinstance(seated.screen, AskScreen)


def test_a_refused_wish_to_leave_is_told():
    seated = _asked(*BROODS)
    seated.refuses = "not now"
    seated.hold("sun")
    seated.tap("fire")
    assert (seated.screen.title, seated.message) == ("Leave the game?", ("Not now",))


# --- the end ---


def test_the_end_tells_round_and_damage():
    seated = _over()
    damage = f"{seated.state.damage} Damage"
    assert seated.screen == FinishScreen("RESOLVED", ("in round 1", damage), "won", again=True)
    assert seated.heard()[-1] == "resolved"
    assert seated.patterns == ["wave"] * 6


def test_a_defeat_tells_round_and_damage():  # RA-03, RA-40
    seated = _asked((0, -1, 4), setup={"life": 1}, stars=1)
    seated.tap("nature", "nature", "water")
    assert seated.state.outcome == "defeated"
    assert seated.screen == FinishScreen("DEFEATED", ("in round 1", "4 Damage"), "lost", again=True)
    assert seated.heard()[-1] == "defeated"
    assert seated.patterns == ["burst"] * 6


def test_an_end_takes_no_press_before_it_could_be_read():
    seated = _over()
    before = len(seated.intents)
    seated.tap("nature", "fire")
    assert len(seated.intents) == before
    seated.wait(2_000)
    seated.tap("fire")
    assert seated.intents[before:] == [CloseGame()]
    assert isinstance(seated.screen, AttractScreen)


def test_an_end_goes_by_itself():
    seated = _over()
    seated.wait(60_100)
    assert isinstance(seated.screen, AttractScreen)


def test_trying_again_begins_at_the_recorded_start():
    setup = {
        "board": board((0, -1, 4), (2, 0, 2)),
        "life": 3,
        "keywords": ["Nurturer"],
        "house": {"gather": "one"},
    }
    seated = Seated("ruin", setup)
    begun = GAMES["ruin"].view(seated.state)
    seated.tap("nature", "nature", "nature", "storm")
    assert seated.state.outcome == "defeated"
    seated.wait(2_500)
    seated.settings = SurfaceSettings(game="ruin")  # whatever is configured meanwhile
    seated.tap("nature")
    assert GAMES["ruin"].view(seated.state) == begun
    assert seated.screen.sentence == "Round 1: Commit Move, how many stars?"


def test_where_the_operator_ends_games_the_end_stays():
    seated = _over(end_screen_ms=None)
    assert not seated.screen.again
    seated.wait(3_600_000)
    seated.tap("nature", "fire")
    assert seated.screen.title == "RESOLVED"
    assert set(seated.patterns) == {"off"}


# --- power, operator ---


def test_a_power_loss_is_said_once_and_all_is_where_it_was():
    seated = _asked(*BROODS, stars=2)
    fresh = prop.told(prop.start(0), seated.state, (), None, 0, seated.settings).ui
    seated.ui = prop.power_lost(fresh, None, 0)
    assert seated.message == ("Power was lost", "press to go on")
    assert seated.screen.title == "Step where?"
    seated.now_ms = 1_000
    seated.wait(60_000)
    assert seated.message == ("Power was lost", "press to go on")
    state = seated.state
    seated.tap("storm")  # a step to the S, if it were seen
    assert (seated.message, seated.state, seated.screen.title) == ((), state, "Step where?")
    seated.tap("storm")
    assert seated.state != state


def test_the_first_press_after_a_power_loss_only_takes_the_words_away_in_a_list_too():
    seated = _asked(*BROODS, stars=0)
    seated.ui = prop.power_lost(seated.ui, None, seated.now_ms)
    state = seated.state
    seated.down("nature")  # two at once: neither means anything that was hidden
    seated.down("fire")
    seated.up("nature")
    seated.up("fire")
    assert (seated.state, seated.ui.mode.path) == (state, ())
    seated.ui = prop.power_lost(seated.ui, None, seated.now_ms)
    seated.hold("sun")
    assert seated.message == ()
    assert not isinstance(seated.ui.mode, Leaving)


def test_lit_is_what_may_be_pressed_and_dim_what_is_held():
    seated = _asked(*BROODS, stars=2)
    seated.wait(5_000)
    assert "off" not in seated.patterns  # steps are bright, the others lead to more when they are held
    assert seated.screen.hint == "hold 1-5: more"
    for rune in ("nature", "fire", "water", "storm", "moon"):
        other = _asked(*BROODS, stars=2)
        other.hold(rune)
        assert other.screen.title == "What now?"
    seated.hold("sun")
    assert isinstance(seated.ui.mode, Leaving)


def test_words_tell_how_to_answer():
    seated = _asked(*BROODS)
    assert {"Press 1 to 6", "Hold 4 for 0, 1 for 7, 2 for 8, 3 for 9"} <= {*seated.screen.words}
    seated = _asked(*BROODS, stars=2)
    assert "NATURE: N" in seated.screen.words
    assert "hold 1-5: more" in seated.screen.words


def test_undo_brings_the_players_to_what_is_asked_then():
    seated = _asked(*BROODS, stars=2)
    seated.tap("storm")  # a step
    assert "resolve" in seated.ask.commands
    seated.tap("fire")  # half a command
    seated.undo()
    assert seated.message == ("Taken back:", "Step")
    assert seated.screen.title == "Step where?"
    seated.undo()
    assert seated.screen.title == "Commit Move: stars?"
    assert seated.message == ("Taken back:", "Commit Move")


def test_undo_of_an_answer_and_of_the_end():
    seated = _asked((0, -1, 4), setup={"life": 1}, stars=1)
    seated.tap("nature", "nature", "water")
    assert isinstance(seated.screen, FinishScreen)
    seated.undo()
    assert seated.screen.sentence == "Roll 1 D4 for the discharge of Brood 1"
    assert seated.message == ("Taken back:", "the roll")
    assert "burst" not in seated.patterns


def test_what_somebody_else_does_begins_the_menu_anew():
    seated = _asked(*BROODS, stars=0)
    seated.tap("fire", "nature")
    assert seated.screen.title == "Attack whom?"
    seated.command({"do": "skill", "kind": "stealth", "stars": 0, "uses": []})
    assert seated.screen.title == "Drift: which way?"
    assert seated.ui.mode.path == ()


def test_what_others_are_refused_is_not_for_the_players():
    seated = _asked(*BROODS, stars=0)
    seated.tap("fire", "nature")
    seated.heard()
    seated.command({"do": "step", "to": "N"})
    assert (seated.message, seated.heard(), seated.screen.title) == ((), [], "Attack whom?")


def test_a_refused_command_can_be_mended():
    seated = _asked(*BROODS, stars=0)
    seated.tap("fire", "nature")
    seated.heard()
    seated.refuses = "Brood 1 is not near enough; in reach: 2"
    seated.tap("nature")
    assert (seated.screen.title, seated.message) == ("Attack whom?", ("Brood 1 is not near enough",))
    assert seated.heard() == ["refused"]
    seated.refuses = None
    seated.tap("water")
    assert seated.commands[-1]["targets"] == [2]


def test_a_state_of_another_game_leads_to_its_own_screen():
    seated = _asked(*BROODS, stars=2)
    heart = GAMES["heart"]
    seated.game, seated.state = heart, heart.step(heart.setup({}, 1), {"do": "read"}).state
    seated._told()
    assert isinstance(seated.screen, PlayScreen)
    seated.game, seated.state = GAMES["ruin"], GAMES["ruin"].setup({}, 1)
    seated._told()
    assert seated.screen.title == "Commit Move: stars?"


# --- presses ---


def test_a_press_of_another_screen_does_nothing_and_is_answered():
    seated = _asked(*BROODS, stars=0)
    seated.down("fire")
    seated.wait(30)
    seated.down("water")
    seated.wait(30)
    seated.up("fire")
    seated.up("water")
    assert seated.screen.title == "Attack: stars?"
    assert seated.message == ("One at a time",)


def test_fast_dice_may_overlap():
    seated = _asked((0, -1), (1, 0), (0, 1), stars=0)
    seated.tap("fire", "water")  # all three: four dice
    for first, second in (("nature", "fire"), ("water", "storm")):
        seated.down(first)
        seated.wait(30)
        seated.down(second)
        seated.wait(30)
        seated.up(first)
        seated.up(second)
    assert seated.commands[-1] == {"do": "roll", "values": [1, 2, 3, 4]}


def test_a_number_that_cannot_be_is_refused():
    seated = _asked(*BROODS)
    seated.hold("moon")
    assert (seated.message, seated.heard()[-1]) == (("0 to 9",), "refused")
    assert seated.commands == []


def test_what_may_be_pressed_is_said_wherever_another_press_comes():
    seated = _asked(*BROODS, (2, 0), stars=0)
    seated.tap("sun")
    assert seated.message == ("Press 1 to 4",)
    seated.tap("storm", "nature", "nature", "fire")
    assert seated.message == ("MOON takes it",)
    seated.tap("heart")  # the heart takes it, too
    assert seated.screen.title == "Brood 1: where?"
    seated.hold("heart")
    assert seated.screen.title == "Which Brood?"
