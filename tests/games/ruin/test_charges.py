"""Charge, Discharge, and what happens when Broods move: R-020 … R-046 and their readings."""

import pytest

from support.ruin import Ruin


def test_a_brood_has_a_charge_of_1_to_4_and_begins_with_1_or_as_the_board_says():
    # R-020, RA-02
    assert Ruin((1, 0), (2, 0, 4), (3, 0, 2)).charges == {1: 1, 2: 4, 3: 2}


def test_charge_x_raises_by_x_and_never_above_4():
    # RA-45
    game = Ruin((2, 0, 1), (-2, 0, 2), (0, 2, 4))
    assert game.commit(3) == [
        ("move_committed", 3),
        ("charged", 1, 3, "commit"),
        ("charged", 2, 4, "commit"),
    ]
    assert game.charges == {1: 3, 2: 4, 3: 4}


def test_reaching_4_never_discharges():
    # R-022, RA-10
    game = Ruin((0, -1, 3))
    game.commit(2)
    assert game.charges == {1: 4}
    assert game.ask["for"] == "command"


def test_a_discharge_damages_then_resets_then_charges_its_neighbours_by_number():
    # RA-40
    game = Ruin((0, -2, 4), (1, -3, 2), (-1, -2, 4), (0, -1, 1), start=(0, 0), mother=(0, 3))
    game.step("N")
    assert game.do("resolve") == []  # the one in the entered Hex comes first
    assert game.ask == {"for": "roll", "die": "d4", "count": 1, "why": "discharge", "brood": 4}
    assert game.roll(3) == [
        ("damage", 4, 4, 0, "discharge", 4, 4),
        ("discharged", 4, 1),
        # N of the entered Hex: at 4 already, so the neighbour's Discharge charged nothing
    ]
    assert game.ask["brood"] == 1
    assert game.roll(1) == [
        ("damage", 2, 2, 0, "discharge", 1, 6),
        ("discharged", 1, 1),
        ("charged", 2, 3, "discharge"),
        # 3 is at 4 and stays there: no chain (RA-10)
        ("charged", 4, 2, "discharge"),
        ("mother_phase", 1),
    ]
    assert game.charges == {1: 1, 2: 3, 3: 4, 4: 2}


def test_a_discharge_is_told_also_where_the_charge_was_1_already():
    #
    game = Ruin((0, -1, 1))
    game.enter("N")
    assert game.roll(2)[:2] == [("damage", 3, 3, 0, "discharge", 1, 3), ("discharged", 1, 1)]


def test_a_destroyed_brood_is_gone_and_its_place_in_the_pool_free():
    # R-026, RA-42
    ring = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    far = [(-3, 0), (-3, 1), (-3, 2), (-3, 3), (-2, 3), (-1, 3)]
    game = Ruin(*ring, *far, mother=(3, -3))
    game.commit(1)
    assert game.do("attack", stars=1, targets=[1]) == [("destroyed", 1)]
    assert sorted(game.broods) == list(range(2, 13))
    assert ("spawned", 13, (3, -3)) in game.rest()  # Gather 1, Spawn 1
    assert len(game.broods) == 12


def test_a_brood_that_would_leave_the_map_stays():
    # R-040, RA-36, RA-37
    game = Ruin((0, -3, 2), mother=(0, 3))
    assert game.drift("N") == [("drift", "N"), ("brood_blocked", 1, "edge")]
    assert game.broods == {1: (0, -3, 2)}


def test_a_hole_is_off_the_map_too():
    # RA-36
    game = Ruin((0, 0, 2), start=(0, 3), mother=(0, 2), hexes=[(0, 0), (0, 2), (0, 3)])
    assert game.drift("S") == [("drift", "S"), ("brood_blocked", 1, "edge")]


def test_a_brood_that_would_enter_another_ones_hex_stays_and_both_charge_the_mover_first():
    #
    game = Ruin((0, -3, 1), (0, -2, 2), start=(0, 3), mother=(3, 0))
    assert game.drift("N") == [
        ("drift", "N"),
        ("brood_blocked", 2, "brood", 1),
        ("charged", 2, 3, "blocked"),
        ("charged", 1, 2, "blocked"),
        ("brood_blocked", 1, "edge"),
    ]


def test_a_brood_that_enters_your_hex_discharges_whatever_its_charge_and_stays():
    # RA-17, RA-19
    game = Ruin((0, -1, 1), start=(0, 0), mother=(0, 3))
    assert game.drift("S") == [("drift", "S"), ("brood_moved", 1, (0, -1), (0, 0), "drift")]
    assert game.ask == {"for": "roll", "die": "d4", "count": 1, "why": "discharge", "brood": 1}
    assert game.roll(4) == [("damage", 5, 5, 0, "discharge", 1, 5), ("discharged", 1, 1)]
    assert game.broods == {1: (0, 0, 1)}


def test_a_second_brood_cannot_enter_your_hex_and_all_around_you_charge():
    # R-043, RA-15
    game = Ruin((0, 0, 1), (0, -1, 1), (1, -1, 2), (0, 2, 1), (-1, 1, 4), start=(0, 0), mother=(3, 0))
    game.commit(1)
    assert game.do("skill", kind="attunement", stars=1, uses=[{"move": 2, "to": "S"}])[:4] == [
        ("brood_blocked", 2, "you", 1),
        ("charged", 2, 2, "crowded"),
        ("charged", 3, 3, "crowded"),
        ("mother_phase", 1),
    ]
    assert game.charges == {1: 1, 2: 2, 3: 3, 4: 1, 5: 4}


def test_those_around_you_charge_by_number_not_by_place():
    # R-043, RA-15
    game = Ruin((1, 0), (0, 0), (0, -1), (-1, 0), (0, 1, 4), mother=(3, 0))
    game.commit(0)
    told = game.do("skill", kind="attunement", stars=1, uses=[{"move": 4, "to": "SE"}])
    assert told[0] == ("brood_blocked", 4, "you", 2)
    assert [event[1] for event in told if event[-1] == "crowded"] == [1, 3, 4]


def test_broods_enter_mothers_hex():
    #
    game = Ruin((0, -2), start=(0, 3))
    assert game.drift("N") == [("drift", "N"), ("brood_moved", 1, (0, -2), (0, -3), "drift")]


def test_blood_offer_discharges_d4():
    #
    game = Ruin((0, -1), keywords=["Blood Offer"])
    game.enter("N")
    assert game.roll(3)[0] == ("damage", 3, 3, 0, "discharge", 1, 3)


def test_defense_is_asked_once_for_each_discharge_with_the_whole_damage():
    # R-087, RA-03, RA-40
    game = Ruin((0, -1, 3), (0, -2, 2), defense="ask")
    game.enter("N")
    assert game.roll(4) == []
    assert game.ask == {
        "for": "number", "what": "prevented", "of": 5, "why": "discharge", "brood": 1,
    }  # fmt: skip
    assert game.number(5) == [
        ("damage", 0, 5, 5, "discharge", 1, 0),
        ("discharged", 1, 1),  # Damage 0 is a Discharge still
        ("charged", 2, 3, "discharge"),
        ("charged", 2, 4, "adjacent"),
        ("mother_phase", 1),
    ]


@pytest.mark.parametrize(("life", "over"), [(3, True), (4, False), (None, False)])
def test_damage_that_reaches_life_defeats_at_once_and_drops_the_rest(life, over):
    # RA-03, RA-40
    game = Ruin((0, -1, 3), (0, -2, 2), life=life)
    game.enter("N")
    events = game.roll(2)
    assert events[0] == ("damage", 3, 3, 0, "discharge", 1, 3)
    if over:
        assert events[1:] == [("defeated", 1, 3)]
        assert game.ask is None
        assert game.view["outcome"] == "defeated"
        assert (game.view["phase"], game.view["stars_left"], game.view["life"]) == ("over", 0, 3)
        assert game.charges == {1: 3, 2: 2}  # not even reset
    else:
        assert events[1] == ("discharged", 1, 1)
        assert game.view["outcome"] is None
