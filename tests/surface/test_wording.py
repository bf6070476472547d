"""All games in words: every question, option, command and event has some, for people."""

import random

import pytest

from runeheart.core.events import AskChoose, AskNumber, AskRoll, Event
from runeheart.core.game import Refused
from runeheart.games.heart.rules import HEART
from runeheart.games.ruin.rules import RUIN
from runeheart.surface import wording
from runeheart.surface.menu import SIDES
from support.ruin import Ruin


def _some_answer(game, state, ask, chance):
    match ask:
        case AskRoll(die="compass", count=count):
            return {"do": "roll", "values": [chance.choice(("N", "SE", "SW")) for _ in range(count)]}
        case AskRoll(die, count):
            return {"do": "roll", "values": [chance.randint(1, SIDES[die]) for _ in range(count)]}
        case AskChoose(options=options):
            return {"do": "choose", "option": chance.choice(options)}
        case AskNumber(of=of):
            return {"do": "number", "value": chance.randint(0, of)}
    beside = [
        brood.id for brood in state.broods if state.setup.board.field.steps(brood.at, state.player) == 1
    ]
    return chance.choice(
        [
            {"do": "commit_move", "stars": chance.randint(0, 3)},
            {"do": "step", "to": chance.choice(("N", "NE", "SE", "S", "SW", "NW"))},
            {"do": "attack", "stars": 2, "targets": beside[:2]},
            {
                "do": "skill",
                "kind": "stealth",
                "stars": 2,
                "uses": [{"prevent_charge": one} for one in beside[:2]],
            },
            {
                "do": "skill",
                "kind": "attunement",
                "stars": 1,
                "uses": [{"move": state.broods[0].id, "to": "S"}],
            },
            {"do": "resolve"},
            {"do": "end_move"},
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_everything_in_a_ruin_has_words(seed):
    chance = random.Random(seed)
    house = {
        "adjacent_order": "choose",
        "charge_tie": chance.choice(("choose", "random")),
        "move_blocked": "retry",
    }
    setup = {"ties": "ask", "defense": "ask", "life": 90, "house": house, "keywords": ["Desecrator"]}
    state = RUIN.setup(setup, seed)
    seen = set()
    for _ in range(600):
        ask = RUIN.ask(state)
        if ask is None:
            break
        _is_plain(wording.asked("ruin", ask, state))
        if isinstance(ask, AskChoose):
            for option in ask.options:
                _is_plain(wording.option("ruin", ask, option, state))
        step = RUIN.step(state, _some_answer(RUIN, state, ask, chance))
        if isinstance(step, Refused):
            continue
        state = step.state
        for event in step.events:
            seen.add(event.name)
            _is_plain(wording.happened("ruin", event, state))
    assert len(seen) >= 15


def _is_plain(sentence):
    assert isinstance(sentence, str)
    assert sentence[:1] == sentence[:1].upper()
    assert not sentence.endswith(".")
    assert 3 <= len(sentence) <= 110
    assert "{" not in sentence
    assert "None" not in sentence


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event("stepped", {"to": [0, -1], "direction": "N"}), "You step N, to Hex 0100"),
        (
            Event(
                "damage",
                {"amount": 3, "rolled": 5, "prevented": 2, "source": "discharge", "brood": 4, "total": 9},
            ),
            "3 Damage by the discharge of Brood 4 (2 of 5 prevented), 9 in all",
        ),
        (
            Event("damage", {"amount": 6, "rolled": 6, "prevented": 0, "source": "retaliation", "total": 6}),
            "6 Damage by Mother's Retaliation, 6 in all",
        ),
        (
            Event("burst", {"die": "d8", "roll": 10, "effects": [["gather", 3], ["all", 1]]}),
            "Mother's Burst, 10: gather 3, all charge 1",
        ),
        (
            Event("brood_blocked", {"brood": 1, "by": "you", "other": 2}),
            "Brood 1 stays: Brood 2 is in your Hex already",
        ),
        (Event("spawn_ignored"), "No Brood appears: there are enough"),
        (Event("defeated", {"round": 4, "total": 30}), "Defeated in round 4, with 30 Damage"),
        (
            Event("chosen", {"what": "hex", "option": [1, 1], "random": True, "why": "spawn"}),
            "Chosen: Hex 0202",
        ),
        (Event("something", {}), None),
    ],
)
def test_lines_of_a_ruin(event, line):
    assert wording.happened("ruin", event, Ruin().state) == line


def test_questions_of_a_ruin():
    ruin = Ruin((0, -1, 4), (1, 0, 2), (3, 0))
    ask = AskRoll("d4", 2, "retaliation")
    assert wording.asked("ruin", ask, ruin.state) == "Roll 2 D4 for Mother's Retaliation"
    discharge = AskRoll("d4", 1, "discharge", {"brood": 5})
    assert wording.asked("ruin", discharge, ruin.state) == "Roll 1 D4 for the discharge of Brood 5"
    assert (
        wording.asked("ruin", AskRoll("compass", 1, "drift"), ruin.state)
        == "Roll the Compass Die for the Drift"
    )
    choose = AskChoose("brood", "charge", random=False, options=(1, 2))
    assert wording.asked("ruin", choose, ruin.state) == "Which Brood is charged? Choose one"
    drawn = AskChoose("brood", "charge", random=True, options=(1, 2))
    assert wording.asked("ruin", drawn, ruin.state) == "Which Brood is charged? Draw one at random"
    assert wording.option("ruin", choose, 1, ruin.state) == "Brood 1, Charge 4"
    assert wording.option("ruin", choose, 99, ruin.state) == "Brood 99"
    hexes = AskChoose("hex", "spawn", random=True, options=([0, -1], [3, 0]))
    assert wording.option("ruin", hexes, [0, -1], ruin.state) == "Hex 0100, N of you"
    assert wording.option("ruin", hexes, [3, 0], ruin.state) == "Hex 0402"


@pytest.mark.parametrize("game", ["ruin", "heart"])
def test_every_command_has_a_label(game):
    names = {
        "ruin": ("commit_move", "step", "attack", "skill", "resolve", "end_move"),
        "heart": ("read", "draw", "study", "activate", "submit", "pause", "resume", "add_time", "abandon"),
    }
    for name in names[game]:
        _is_plain(wording.command(game, name))


def test_everything_in_a_heart_has_words():
    state = HEART.setup({"answer": ["fire", "sun", "water", "moon", "storm"]}, 1)
    lines = []
    for body in (
        {"do": "read"},
        {"do": "draw"},
        {"do": "activate", "rune": "fire", "position": 1},
        {"do": "activate", "rune": "sun", "position": 3},
        {"do": "add_time", "seconds": 60},
        {"do": "pause"},
        {"do": "resume"},
        {"do": "submit", "sequence": ["fire", "water", "sun", "moon", "storm"]},
    ):
        _is_plain(wording.asked("heart", HEART.ask(state), state))
        step = HEART.step(state, body)
        state = step.state
        lines += [wording.happened("heart", event, state) for event in step.events]
    for line in lines:
        assert line[:1] == line[:1].upper()
    assert "Fire is at 1, 7:00 left" in lines
    assert "Sun is not at 3: 45 seconds lost" in lines
    assert lines[-1] == "Exploded, a wrong sequence: fire, sun, water, moon, storm"
    assert wording.happened("heart", Event("defused", {"left_s": 61, "answer": ["fire"]}), state) == (
        "Defused with 1:01 left: fire"
    )
    assert wording.happened("heart", Event("something"), state) is None
    assert wording.option("heart", HEART.ask(HEART.setup({}, 1)), "x", state) == "x"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("defused", {"left_s": 61}), "Defused with 1:01 left"),
        (Event("exploded", {"because": ["timer"], "left_s": 0}), "Exploded, time is up"),
        (
            Event("exploded", {"because": ["timer"], "left_s": 0, "answer": ["sun", "moon"]}),
            "Exploded, time is up: sun, moon",
        ),
    ],
)
def test_an_end_of_the_heart_is_told_with_and_without_its_answer(event, said):
    assert wording.happened("heart", event, None) == said
