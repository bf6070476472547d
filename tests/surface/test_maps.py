"""Maps of both games: every click gives a command that the game takes, and everything can be clicked."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runeheart.core.events import AskChoose, AskCommand, AskNumber, AskRoll
from runeheart.games.cult.settings import HOUSE_RULES as CULT_RULES
from runeheart.games.heart.rules import HEART
from runeheart.games.ruin.settings import HOUSE_RULES, KEYWORDS
from runeheart.surface import maps
from runeheart.surface.maps_forms import MOST_BUTTONS, of_number
from support.clicks import Clicks, play_by_clicks
from support.cult import Cult, around
from support.ruin import Ruin

SEEDS = st.integers(0, 2**32)


def houses(rules):
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in rules.items()})


def played(game):
    """Return the map of a game that a test plays, and what happened in it."""
    return maps.play(game.game.name, game.state, game.game.ask(game.state), game.events)


@settings(max_examples=25, deadline=None)
@given(
    seed=SEEDS,
    house=houses(HOUSE_RULES),
    keywords=st.lists(st.sampled_from(KEYWORDS), unique=True),
    defense=st.sampled_from(["ask", "none"]),
)
def test_every_command_that_a_map_of_the_ruin_offers_is_taken(seed, house, keywords, defense):
    setup = {"house": house, "keywords": keywords, "defense": defense, "ties": "ask", "life": 400}
    for _ in play_by_clicks("ruin", setup, seed, 150):
        pass


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, house=houses(CULT_RULES), die=st.sampled_from([{}, {"movement_die": "placeholder"}]))
def test_every_command_that_a_map_of_the_cult_offers_is_taken(seed, house, die):
    for _ in play_by_clicks("cult", {"house": house, **die}, seed, 150):
        pass


@pytest.mark.parametrize(
    ("game", "setup"),
    [("ruin", {"defense": "ask", "ties": "ask"}), ("cult", {"house": {"town_pull": "all"}})],
)
def test_every_answer_to_every_question_can_be_clicked(game, setup):
    kinds = set()
    for seed in range(8):
        for ask, _choice, _body, table in play_by_clicks(game, setup, seed, 200):
            play = maps.play(game, table.state, ask, [])
            bodies = [choice.body for choice in play.choices if not choice.fields]
            kinds.add(type(ask))
            match ask:
                case AskCommand(commands):
                    assert {choice.body["do"] for choice in play.choices} <= set(commands)
                case AskChoose(options=options):
                    assert bodies == [{"do": "choose", "option": option} for option in options]
                case AskNumber(of=of) if of < MOST_BUTTONS:
                    assert bodies == [{"do": "number", "value": value} for value in range(of + 1)]
                case AskRoll("compass"):
                    assert [body["values"][0] for body in bodies] == ["N", "NE", "SE", "S", "SW", "NW"]
                case AskRoll(die, 1) if die != "movement":
                    assert [body["values"] for body in bodies] == [[face + 1] for face in range(int(die[1:]))]
    assert kinds == {AskCommand, AskRoll, AskChoose} | ({AskNumber} if game == "ruin" else set())


@pytest.mark.parametrize("game", ["ruin", "cult"])
def test_every_command_of_a_game_is_a_choice_where_it_makes_sense(game):
    wanted = {"commit_move", "step", "attack", "skill", "resolve", "end_move"}
    if game == "cult":
        wanted = {"end_turn", "encounter", "event", "move_hero", "challenge", "remove_brand"}
    done = {
        body["do"]
        for seed in range(10)
        for ask, _choice, body, _table in play_by_clicks(game, {}, seed, 150)
        if isinstance(ask, AskCommand)
    }
    assert done == wanted


def test_many_numbers_are_a_form_and_each_can_be_entered():
    (choice,) = of_number(AskNumber("prevented", 30, "discharge", {"brood": 1}))
    assert choice.open
    assert choice.fields[0].most == 30
    entered = {
        Clicks(maps.board("ruin", Ruin().state), NO_PLAY, random.Random(n)).body(choice)["value"]
        for n in range(400)
    }
    assert entered == set(range(31))


NO_PLAY = maps.play("ruin", Ruin().state, None, [])


class TestLog:
    def test_it_tells_what_happened_in_words_and_where_a_round_begins(self):
        ruin = Ruin()
        events = [
            event
            for does in (("commit_move", {"stars": 1}), ("step", {"to": "N"}))
            for event in self.of(ruin, *does)
        ]
        log = maps.play("ruin", ruin.state, ruin.game.ask(ruin.state), events).log
        assert [(line.number, line.text, line.opens) for line in log] == [
            (1, "Commit Move: 1 star", True),
            (2, "You step N, to Hex 0100", False),
        ]

    @staticmethod
    def of(game, do, values):
        game.do(do, **values)
        return game.events

    def test_only_the_last_lines_are_told_and_keep_their_numbers(self):
        events = [{"event": "round_ended", "round": number} for number in range(1, 201)]
        log = maps.play("ruin", Ruin().state, None, events).log
        assert len(log) == maps.LOG_LINES
        assert (log[-1].number, log[0].number) == (200, 201 - maps.LOG_LINES)

    def test_what_another_line_tells_already_has_none(self):
        cult = Cult(around(2))
        events = [{"event": "nothing that is worth a line"}, {"event": "turn", "hero": "Ada"}]
        assert [line.number for line in maps.play("cult", cult.state, None, events).log] == [2]


class TestTheEnd:
    def test_it_says_how_the_game_ended(self):
        events = [{"event": "resolution", "round": 7}]
        play = maps.play("ruin", Ruin().state, None, events)
        assert (play.over, play.asked, play.choices) == (True, play.log[-1].text, ())
        assert "resolved in round 7" in play.asked

    def test_without_a_log_it_says_that_it_is_over(self):
        assert maps.play("ruin", Ruin().state, None, []).asked == "The game is over"


def test_the_question_is_asked_in_the_words_of_every_surface():
    ruin = Ruin((0, -1, 4))
    ruin.enter("N")
    assert played(ruin).asked == "Roll 1 D4 for the discharge of Brood 1"
    assert played(ruin).about == ("brood 1",)


def test_the_heart_has_no_map():
    assert not maps.has_map(HEART.name)
    assert maps.has_map("ruin")
    assert maps.has_map("cult")
