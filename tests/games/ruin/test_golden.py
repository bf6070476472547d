"""Rounds and whole games of the Ruin, byte for byte: every row, keyword and reading.

A change here is a change of the contract or of what a seed draws: bump `rules_version` if old journals would
be read differently.
"""

from pathlib import Path

import pytest

from runeheart.core.lines import written
from runeheart.games.ruin.settings import HOUSE_RULES, KEYWORDS
from support import transcript

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))
EVENTS = {
    "move_committed", "stepped", "charged", "charge_prevented", "discharge_prevented", "damage", "discharged",
    "destroyed", "brood_moved", "brood_blocked", "mother_phase", "drift", "burst", "gathered", "spawned",
    "spawn_ignored", "round_ended", "resolution", "defeated",
}  # fmt: skip
BY = {
    "commit", "attunement", "drift", "gather", "move", "charge", "adjacent", "discharge", "retaliation",
    "blocked", "crowded", "all",
}  # fmt: skip


def lines():
    for path in GOLDEN:
        for exchange in transcript.read(path).exchanges:
            yield from exchange.expect


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_is_answered_byte_for_byte(path):
    game = transcript.read(path)
    out = b"".join(written(line) for answer in transcript.play(game) for line in answer)
    assert out.decode().splitlines() == transcript.golden_bytes(game).decode().splitlines()
    assert out == transcript.golden_bytes(game)


def test_every_event_of_the_contract_is_there_and_no_other():
    assert {line["event"] for line in lines()} == EVENTS | {"rolled", "chosen", "state", "refused", "next"}
    assert {line["by"] for line in lines() if line["event"] in {"charged", "brood_moved"}} == BY
    assert {line["by"] for line in lines() if line["event"] == "brood_blocked"} == {"edge", "brood", "you"}


def test_the_fields_of_the_events_have_the_order_of_the_contract():
    orders = {}
    for line in lines():
        orders.setdefault(line["event"], set()).add(tuple(line)[1:])
    assert orders["damage"] == {
        ("amount", "rolled", "prevented", "source", "brood", "total"),
        ("amount", "rolled", "prevented", "source", "total"),
    }
    assert orders["brood_moved"] == {("brood", "from", "to", "by")}
    assert orders["brood_blocked"] == {("brood", "by"), ("brood", "by", "other")}
    assert orders["charged"] == {("brood", "charge", "by")}
    assert orders["burst"] == {("die", "roll", "effects")}
    assert orders["stepped"] == {("to", "direction")}
    assert orders["rolled"] == {("die", "values", "why")}
    assert orders["chosen"] == {("what", "option", "random", "why")}
    assert orders["defeated"] == {("round", "total")}


def test_every_row_every_keyword_and_every_value_of_every_house_rule_is_played():
    #
    setups = [transcript.read(path).head["setup"] for path in GOLDEN]
    assert {line["roll"] for line in lines() if line["event"] == "burst"} == set(range(1, 11))
    assert {keyword for setup in setups for keyword in setup.get("keywords", [])} == set(KEYWORDS)
    for name, values in HOUSE_RULES.items():
        assert {setup["house"][name] for setup in setups if name in setup.get("house", {})} >= set(values) - {
            values[0]
        }
        assert len({setup.get("house", {}).get(name, values[0]) for setup in setups}) == len(values)


def test_every_question_of_the_contract_is_asked():
    asked = set()
    for line in lines():
        if line["event"] == "next" and line["ask"] is not None and line["ask"]["for"] != "command":
            ask = line["ask"]
            asked.add((ask["for"], ask.get("die") or ask["what"], ask["why"], ask.get("random")))
    assert asked >= {
        ("roll", "d4", "discharge", None),
        ("roll", "d4", "retaliation", None),
        ("roll", "compass", "drift", None),
        ("roll", "d4", "gather", None),
        *[("roll", die, "burst", None) for die in ("d4", "d6", "d8", "d10")],
        ("number", "prevented", "discharge", None),
        ("number", "prevented", "retaliation", None),
        ("choose", "brood", "drift", True),
        ("choose", "brood", "gather", True),
        ("choose", "hex", "gather", True),
        ("choose", "hex", "spawn", True),
        ("choose", "brood", "move", True),
        ("choose", "hex", "move", True),
        ("choose", "brood", "charge", False),
        ("choose", "brood", "charge", True),
        ("choose", "brood", "adjacent", False),
    }
