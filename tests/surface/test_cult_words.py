"""The Cult in words: what is asked, what can be chosen, what happened; every event has a line."""

import json
from pathlib import Path

import pytest

from runeheart.core.events import AskChoose, AskCommand, AskRoll, Event
from runeheart.games.cult.commands import CARRY_OUT
from runeheart.games.cult.rules import CULT
from runeheart.surface import cult_words, wording
from support.cult import Cult, around

GOLDEN = Path(__file__).parents[1] / "games/cult/golden"
SPACES = around(
    2, q0rm1="hills road jewel=red", q1rm1="swamp town=Mill", q1r0="", q2rm2="plains town=Larkmoor jewel=blue"
)


@pytest.fixture
def state():
    return Cult(SPACES, ((0, 0), (0, 1))).flip((0, -1)).state


def test_every_command_has_a_label_that_fits_a_button():
    labels = {name: wording.command("cult", name) for name in CARRY_OUT}
    assert list(labels) == list(CARRY_OUT)
    assert all(1 < len(label) <= 16 for label in labels.values())


def test_what_is_asked_is_one_plain_sentence(state):
    asks = [
        (AskCommand(tuple(CARRY_OUT)), "Ada's turn: tell what happened, or end the turn"),
        (AskRoll("movement", 1, "end_turn"), "Roll the movement die for the end of the turn"),
        (AskRoll("movement", 1, "encounter"), "Roll the movement die for the Encounter"),
        (AskChoose("direction", "cult_move", random=False, options=()), "Which way does the cult go?"),
        (
            AskChoose("town", "pull", random=False, options=()),
            "Several towns pull: which one does the cult enter?",
        ),
    ]
    for ask, sentence in asks:
        assert wording.asked("cult", ask, state) == sentence
    brand = AskChoose("colour", "brand", random=False, options=("green", "red"), about={"hero": "Ben"})
    assert wording.asked("cult", brand, state) == "Ben is branded: which cultist goes back under its deck?"


def test_options_say_what_lies_there(state):
    way = AskChoose("direction", "cult_move", random=False, options=("N", "NE", "SE"))
    assert [wording.option("cult", way, one, state) for one in way.options] == [
        "N: red cultist, hills, road",
        "NE: Mill, swamp",
        "SE: nothing",
    ]
    pull = AskChoose("town", "pull", random=False, options=([1, -1], [2, -2]))
    assert [wording.option("cult", pull, one, state) for one in pull.options] == [
        "Mill, NE",
        "Larkmoor, NE 2",
    ]
    brand = AskChoose("colour", "brand", random=False, options=("green", "red"), about={"hero": "Ben"})
    assert wording.option("cult", brand, "red", state) == "red"
    assert cult_words.lies(state, (2, -2)) == "Larkmoor, blue jewel, plains"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (("rolled", {"values": [["river", "road"]]}), "The movement die shows river and road"),
        (("cult_moved", {"to": [1, -1], "direction": "NE"}), "The cult goes north-east, to Mill"),
        (("cult_moved", {"to": [0, -1], "direction": "N"}), "The cult goes north, to 0100"),
        (("cult_stays", {}), "The cult finds no way"),
        (("bearing", {"to": "SW", "why": "edge"}), "The cult turns at the edge: south-west"),
        (("bearing", {"to": "N", "why": "first_move"}), "The cult has its bearing now: north"),
        (("bearing", {"to": "N", "why": "last_move"}), "The cult follows its last move: north"),
        (("pulled", {"town": "Mill"}), "Mill draws the cult in"),
        (("cultist_made", {"at": [0, -1], "colour": "red"}), "A red cultist rises at 0100"),
        (("infiltrated", {"town": "Mill"}), "Mill is infiltrated"),
        (
            ("branded", {"hero": "Ada", "markers": 1, "why": "marker"}),
            "Ada is branded, 1 brand now: met the cult",
        ),
        (
            ("branded", {"hero": "Ada", "markers": 2, "why": "ritual"}),
            "Ada is branded, 2 brands now: within the ritual",
        ),
        (("cultist_lost", {"hero": "Ada", "colour": "red"}), "Ada gives up a red cultist"),
        (
            ("check_knock_out", {"hero": "Ada", "life": 3, "stamina": 0}),
            "Ada has Life 3 and Stamina 0: check for a knock-out",
        ),
        (("eliminated", {"hero": "Ada"}), "Ada is lost to the cult"),
        (
            ("cultist_won", {"hero": "Ada", "colour": "red", "points": 4}),
            "Ada defeats a red cultist, 4 points",
        ),
        (("challenge_won", {"hero": "Ada", "colour": "red"}), "Ada wins a red challenge"),
        (
            ("challenge_returned", {"hero": "Ada", "colour": "red", "cult": True}),
            "Ada does not defeat the red cultist: the card goes under its deck",
        ),
        (("hero_moved", {"hero": "Ada", "to": [1, -1]}), "Ada goes to Mill"),
        (
            ("discarded", {"card": "red", "count": 3, "limit": 18}),
            "The red Encounter goes to the pile, card 3 of 18",
        ),
        (("discarded", {"card": 4, "count": 3, "limit": 18}), "Event IV goes to the pile, card 3 of 18"),
        (("replenished", {"count": 2}), "2 jewels replenished"),
        (("replenished", {"count": 0}), "No jewel to replenish"),
        (("ritual", {"radius": 1, "at": [1, -1]}), "A ritual reaches 1 space around Mill"),
        (("brand_removed", {"hero": "Ada", "markers": 0}), "Ada is healed of a brand, 0 left"),
        (("turn", {"hero": "Ben"}), "Ben's turn"),
        (
            ("game_over", {"because": "pile", "winners": ["Ada", "Ben"]}),
            "The game is over, because the pile is full; Ada and Ben win",
        ),
        (
            ("game_over", {"because": "eliminated", "winners": []}),
            "The game is over, because no hero is left; nobody wins",
        ),
        (("chosen", {"what": "direction", "option": "N"}), None),
    ],
)
def test_what_happened_is_a_line(state, event, line):
    assert wording.happened("cult", Event(*event), state) == line


def test_every_event_of_the_golden_evenings_has_a_line():
    lines = 0
    cult = CULT.setup({}, 1)
    for path in sorted(GOLDEN.glob("*.jsonl")):
        told = [json.loads(text).get("expect", ()) for text in path.read_text(encoding="utf-8").splitlines()]
        for event in (event for answer in told for event in answer):
            name = event.pop("event")
            if name in {"next", "refused", "state", "chosen"}:
                continue
            line = wording.happened("cult", Event(name, event), cult)
            assert line, name
            assert not line.endswith(".")
            lines += 1
    assert lines > 500


def test_where_something_lies_is_told_by_the_nearest_side():
    assert cult_words.whither((0, 0), (0, 0)) == "here"
    assert cult_words.whither((0, 0), (-1, 0)) == "NW"
    assert cult_words.whither((0, 0), (3, -4)) == "NE 4"
    assert cult_words.whither((0, 0), (0, 7)) == "S 7"
