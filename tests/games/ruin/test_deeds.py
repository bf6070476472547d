"""Attack, Retaliation, Attunement and Stealth: R-060 … R-067, R-080 … R-088 and their readings."""

import pytest

from support.ruin import Ruin

THREE = [(0, -1, 1), (1, -1, 2), (1, 0, 3), (3, 0, 1)]
"""Three Broods next to the middle, one far away."""


def attacked(stars, targets, *broods, **setup):
    game = Ruin(*(broods or THREE), mother=(-3, 0), **setup)
    game.commit(0)
    return game, game.do("attack", stars=stars, targets=targets)


def test_an_attack_destroys_in_the_order_of_the_targets_then_mother_retaliates():
    # RA-04, RA-35
    game, told = attacked(2, [3, 1])
    assert told == [("destroyed", 3), ("destroyed", 1)]
    assert game.ask == {"for": "roll", "die": "d4", "count": 3, "why": "retaliation"}
    assert game.view["phase"] == "move"
    assert game.roll(1, 2, 4) == [
        ("damage", 7, 7, 0, "retaliation", 7),
        ("charged", 2, 3, "retaliation"),  # all once
        ("charged", 4, 2, "retaliation"),
        ("charged", 2, 4, "retaliation"),  # then all again
        ("charged", 4, 3, "retaliation"),
        ("mother_phase", 1),  # in place of moving: no Hex resolves
    ]


def test_retaliation_each_rolls_for_every_destroyed_brood_and_adds_up():
    # RA-04, R-088
    game, _ = attacked(2, [1, 2], house={"retaliation": "each"}, keywords=["Connexus Link-A"], defense="ask")
    assert game.ask["count"] == 3
    assert game.roll(1, 1, 1) == []
    assert game.ask["count"] == 3
    assert game.roll(4, 4, 4) == []
    assert game.ask == {"for": "number", "what": "prevented", "of": 17, "why": "retaliation"}
    assert game.number(17)[0] == ("damage", 0, 17, 17, "retaliation", 0)
    assert game.charges == {3: 4, 4: 3}  # Damage 0 charges too


def test_three_destroyed_broods_are_three_rolls_of_four_dice_with_each():
    # RA-04
    game, _ = attacked(3, [1, 2, 3], house={"retaliation": "each"})
    for one in (1, 2):
        assert game.ask["count"] == 4
        assert game.roll(one, 1, 1, 1) == []
    assert game.roll(4, 4, 4, 4)[0] == ("damage", 25, 25, 0, "retaliation", 25)
    assert game.charges == {4: 4}


@pytest.mark.parametrize(("mode", "rolls", "count"), [("total", 1, 2), ("each", 2, 2)])
def test_blood_offer_rolls_one_die_for_each_destroyed_brood(mode, rolls, count):
    # R-084, RA-04, RA-07
    game, _ = attacked(
        2, [1, 2], house={"retaliation": mode}, keywords=["Blood Offer", "Connexus Link-A", "Connexus Link-B"]
    )
    for _ in range(rolls):
        assert game.ask["count"] == count
        told = game.roll(*[2] * count)
    assert told[0] == ("damage", 4 * rolls + 1, 4 * rolls + 1, 0, "retaliation", 4 * rolls + 1)


@pytest.mark.parametrize(
    ("links", "none", "one", "both"), [("printed", 0, 2, 1), ("swapped", 0, 1, 2), ("added", 0, 2, 3)]
)
def test_killed_links_add_to_the_total(links, none, one, both):
    # RA-05
    for keywords, added in (
        ([], none),
        (["Connexus Link-A"], one),
        (["Connexus Link-B"], one),
        (["Connexus Link-B", "Connexus Link-A"], both),
    ):
        game, _ = attacked(1, [1], keywords=keywords, house={"links": links})
        assert game.roll(1, 1)[0][1] == 2 + added


def test_defense_is_asked_once_against_the_total():
    #
    game, _ = attacked(2, [1, 2], defense="ask")
    assert game.roll(4, 4, 4) == []
    assert game.ask == {"for": "number", "what": "prevented", "of": 12, "why": "retaliation"}
    assert game.number(2)[0] == ("damage", 10, 12, 2, "retaliation", 10)


def test_a_retaliation_that_reaches_life_is_the_end():
    # RA-04, RA-40
    game, _ = attacked(1, [1], life=2)
    assert game.roll(1, 1) == [("damage", 2, 2, 0, "retaliation", 2), ("defeated", 1, 2)]
    assert game.charges == {2: 2, 3: 3, 4: 1}


def test_an_attack_that_destroys_nothing_is_not_retaliated():
    # RA-06, R-080
    _, told = attacked(0, [])
    assert told == [("mother_phase", 1)]
    _, told = attacked(3, [], (3, 0))
    assert told == [("mother_phase", 1)]


def test_an_attack_must_destroy_as_many_as_it_can_or_may():
    # RA-33
    game, _ = attacked(2, [1])
    assert game.refused == "an Attack must destroy as many as it can: expected 2 targets, not 1"
    game, _ = attacked(9, [1, 2])
    assert game.refused == "an Attack must destroy as many as it can: expected 3 targets, not 2"
    game, told = attacked(9, [3, 2, 1])
    assert len(told) == 3
    game, told = attacked(9, [2], house={"attack": "may"})
    assert told == [("destroyed", 2)]
    game, told = attacked(9, [], house={"attack": "may"})
    assert told == [("mother_phase", 1)]


@pytest.mark.parametrize(
    ("stars", "targets", "why"),
    [
        (1, [1, 2], "2 targets for 1 star; expected at most 1"),
        (2, [1, 1], "Brood 1 is named twice; expected different targets"),
        (1, [4], "Brood 4 is not near enough; in reach: 1, 2, 3"),
        (1, [5], "there is no Brood 5 on the map"),
        (1, [0], "0 is not the number of a Brood"),
        (1, [True], "true is not the number of a Brood"),
        (1, [1.0], "1.0 is not the number of a Brood"),
        (1, None, "targets is null; expected a list of adjacent Broods, [] for none"),
        (10, [1], "stars is 10; expected a whole number from 0 to 9"),
        (-1, [1], "stars is -1; expected a whole number from 0 to 9"),
        (1.0, [1], "stars is 1.0; expected a whole number from 0 to 9"),
        (True, [1], "stars is true; expected a whole number from 0 to 9"),
    ],
)
def test_what_is_no_attack(stars, targets, why):
    game, told = attacked(stars, targets)
    assert (told, game.refused) == ([], why)
    assert game.ask["commands"] == ["attack", "skill", "end_move"]


def test_an_attack_without_its_fields_is_refused():
    game = Ruin(*THREE, mother=(-3, 0))
    game.commit(0)
    game.do("attack", stars=1)
    assert game.refused == "targets is missing; expected a list of adjacent Broods, [] for none"
    game.do("attack", targets=[])
    assert game.refused == "stars is missing; expected a whole number from 0 to 9"


def test_the_brood_in_your_own_hex_is_no_target():
    # RA-16
    game, _ = attacked(1, [1], (0, 0), (0, -1))
    assert game.refused == "Brood 1 is not near enough; in reach: 2"


def test_after_a_step_the_attack_comes_first_and_then_the_hex_resolves():
    # R-060, RA-44
    game = Ruin((0, -2, 4), (1, -2, 1), mother=(-3, 0))
    game.step("N")
    assert game.do("attack", stars=1, targets=[1]) == [("destroyed", 1)]
    assert game.view["phase"] == "entered"
    assert game.roll(1, 1)[1:] == [
        ("charged", 2, 2, "retaliation"),
        ("charged", 2, 3, "adjacent"),
        ("mother_phase", 1),
    ]


def test_one_attack_or_skill_for_each_entry():
    #
    game = Ruin((3, 0), mother=(-3, 0))
    game.commit(2)
    for to in ("N", "S"):
        game.do("step", to=to)
        assert game.ask["commands"] == ["attack", "skill", "resolve"]
        game.do("skill", kind="stealth", stars=0, uses=[])
        assert game.refused is None
    assert game.view["phase"] == "mother"


def test_after_the_first_step_there_is_none_in_place_of_moving():
    # R-060, RA-35
    game = Ruin((3, 0), mother=(-3, 0))
    game.commit(2)
    game.do("step", to="N")
    game.do("resolve")
    for do in ("attack", "skill"):
        game.do(do, stars=0, targets=[], kind="stealth", uses=[])
        assert game.refused == (
            f"{do} is possible before the first step, or after a step before its Hex resolves"
        )


def skilled(kind, uses, *broods, stars=None, to="N", **setup):
    """Enter the Hex N of the middle and use a Skill there; return the game and what happened."""
    game = Ruin(*broods, mother=(-3, 0), **setup)
    game.step(to)
    return game, game.do("skill", kind=kind, stars=len(uses) if stars is None else stars, uses=uses)


def test_attunement_keeps_an_adjacent_brood_from_charging_once():
    # R-061, RA-14
    game, told = skilled("attunement", [{"prevent_charge": 1}], (0, -2, 2), (1, -2, 2))
    assert told == [("charge_prevented", 1), ("charged", 2, 3, "adjacent"), ("mother_phase", 1)]
    assert game.charges == {1: 2, 2: 3}


def test_a_prevented_charge_never_prevents_a_discharge():
    # R-063, RA-14, RA-12
    game, _ = skilled("attunement", [{"prevent_charge": 1}], (0, -2, 4))
    assert game.ask["why"] == "discharge"
    game.roll(1)
    assert game.prevented == {1: 1}


def test_attunement_moves_any_brood_by_the_rules_of_brood_movement():
    # RA-43
    uses = [{"move": 2, "to": "N"}, {"move": 1, "to": "N"}, {"move": 3, "to": "SE"}]
    game, told = skilled("attunement", uses, (0, 1, 1), (0, 0, 1), (3, 0, 2))
    assert told == [("brood_moved", 2, (0, 0), (0, -1), "attunement")]
    assert game.ask["brood"] == 2  # into your Hex: at once
    assert game.roll(1) == [
        ("damage", 2, 2, 0, "discharge", 2, 2),
        ("discharged", 2, 1),
        ("brood_moved", 1, (0, 1), (0, 0), "attunement"),
        ("brood_blocked", 3, "edge"),
        ("charged", 1, 2, "adjacent"),  # 2 came in during this entry: it has discharged already
        ("mother_phase", 1),
    ]


def test_a_brood_that_came_in_and_went_out_is_only_adjacent():
    # RA-09
    uses = [{"move": 1, "to": "N"}, {"move": 1, "to": "S"}]
    game, _ = skilled("attunement", uses, (0, 0, 1))
    assert game.roll(1) == [
        ("damage", 2, 2, 0, "discharge", 1, 2),
        ("discharged", 1, 1),
        ("brood_moved", 1, (0, -1), (0, 0), "attunement"),
        ("charged", 1, 2, "adjacent"),
        ("mother_phase", 1),
    ]


def test_the_brood_in_the_entered_hex_moved_out_is_only_adjacent():
    # RA-09
    _, told = skilled("attunement", [{"move": 1, "to": "N"}], (0, -1, 2))
    assert told == [
        ("brood_moved", 1, (0, -1), (0, -2), "attunement"),
        ("charged", 1, 3, "adjacent"),
        ("mother_phase", 1),
    ]


def test_the_brood_in_the_entered_hex_moved_out_and_in_discharges_once():
    # RA-09
    uses = [{"move": 1, "to": "N"}, {"move": 1, "to": "S"}]
    game, _ = skilled("attunement", uses, (0, -1, 2))
    assert game.roll(1)[2:] == [("mother_phase", 1)]
    assert game.charges == {1: 1}


def test_a_brood_that_came_in_an_earlier_entry_discharges_again():
    # RA-09
    game = Ruin((0, -2, 1), mother=(-3, 0))
    game.commit(3)
    game.do("step", to="N")
    game.do("skill", kind="attunement", stars=1, uses=[{"move": 1, "to": "S"}])
    game.roll(1)
    game.do("step", to="S")
    game.do("resolve")
    game.do("step", to="N")
    game.do("resolve")
    assert game.ask["why"] == "discharge"


def test_a_defeat_in_the_midst_of_the_uses_drops_the_rest():
    # RA-40
    game, _ = skilled("attunement", [{"move": 1, "to": "N"}, {"move": 2, "to": "N"}], (0, 0), (3, 0), life=2)
    assert game.roll(1)[-1] == ("defeated", 1, 2)
    assert game.broods[2] == (3, 0, 1)


def test_each_use_is_checked_where_the_earlier_ones_leave_the_broods():
    #
    game, _ = skilled("attunement", [{"prevent_charge": 1}, {"move": 1, "to": "N"}], (0, 1), stars=2)
    assert game.refused == "use 1: Brood 1 is not near enough; in reach: none"
    assert game.broods == {1: (0, 1, 1)}
    game, _ = skilled("attunement", [{"move": 1, "to": "N"}, {"prevent_charge": 1}], (0, 1), stars=2)
    assert game.refused is None
    # Moved out of reach, into another one's way, and off the map: as far as it comes.
    uses = [{"move": 1, "to": "N"}, {"prevent_charge": 1}]
    game, _ = skilled("attunement", uses, (0, -2))
    assert game.refused == "use 2: Brood 1 is not near enough; in reach: none"
    game, told = skilled("attunement", uses, (0, -2), (0, -3))
    assert told[0] == ("brood_blocked", 1, "brood", 2)
    assert ("charge_prevented", 1) in told


def test_stealth_keeps_a_brood_from_discharging_in_its_hex_and_beside_it():
    # RA-13
    uses = [{"prevent_discharge": 1}, {"prevent_discharge": 2}, {"prevent_discharge": 2}]
    game, told = skilled("stealth", uses, (0, -1, 3), (0, -2, 4), (1, -2, 1))
    assert told == [
        ("discharge_prevented", 1),
        ("discharge_prevented", 2),
        ("charged", 3, 2, "adjacent"),
        ("mother_phase", 1),
    ]
    assert game.charges == {1: 3, 2: 4, 3: 2}


def test_stealth_does_not_stop_others_nor_what_comes_into_your_hex():
    # RA-13
    game, _ = skilled("stealth", [{"prevent_discharge": 1}], (0, -2, 4), (1, -2, 4))
    assert game.ask["brood"] == 2
    assert game.roll(1)[2:] == [("mother_phase", 1)]
    game.roll("S")  # the drift brings 1 into your Hex: Stealth was for the entry only
    game.rest()
    assert game.view["damage"] == 4


def test_stealth_prevents_charges_too():
    #
    _, told = skilled("stealth", [{"prevent_charge": 1}, {"prevent_charge": 1}], (0, -2, 2))
    assert told == [("charge_prevented", 1), ("mother_phase", 1)]


def test_stealth_on_a_brood_that_would_only_charge_does_nothing():
    # RA-13
    _, told = skilled("stealth", [{"prevent_discharge": 1}], (0, -2, 3))
    assert told == [("charged", 1, 4, "adjacent"), ("mother_phase", 1)]


def test_in_place_of_moving_a_prevented_discharge_is_allowed_and_does_nothing():
    # RA-13, RA-35
    game = Ruin((0, -1, 4), (0, 0, 2), mother=(-3, 0))
    game.commit(0)
    told = game.do(
        "skill", kind="stealth", stars=2, uses=[{"prevent_discharge": 1}, {"prevent_discharge": 2}]
    )
    assert told == [("mother_phase", 1)]
    game.roll("S")
    assert game.ask["for"] == "roll"  # 2 moves out, 1 moves in and discharges
    assert game.ask["brood"] == 1


@pytest.mark.parametrize(("prevention", "left"), [("round", 2), ("entry", 0)])
def test_preventions_add_up_and_wait_to_the_end_of_the_round_or_of_the_entry(prevention, left):
    # RA-12
    uses = [{"prevent_charge": 1}, {"prevent_charge": 1}, {"prevent_charge": 1}]
    game, told = skilled("attunement", uses, (0, -2, 2), house={"prevention": prevention})
    assert told[0] == ("charge_prevented", 1)
    assert game.prevented == {1: left}
    game.rest()
    assert game.prevented[1] == 0


@pytest.mark.parametrize(("prevention", "left"), [("round", 1), ("entry", 0)])
def test_a_prevention_waits_for_the_next_entry_or_is_gone_with_its_own(prevention, left):
    # RA-12
    game = Ruin((0, -2, 1), mother=(-3, 0), house={"prevention": prevention})
    game.commit(2)
    game.do("step", to="N")
    game.do("skill", kind="stealth", stars=2, uses=[{"prevent_charge": 1}, {"prevent_charge": 1}])
    assert (game.view["phase"], game.prevented) == ("move", {1: left})


@pytest.mark.parametrize(("prevention", "left"), [("round", 1), ("entry", 0)])
def test_in_place_of_moving_a_prevented_charge_waits_in_the_mother_phase(prevention, left):
    # RA-12, RA-35
    game = Ruin((0, -1, 2), mother=(-3, 0), house={"prevention": prevention})
    game.commit(0)
    game.do("skill", kind="stealth", stars=1, uses=[{"prevent_charge": 1}])
    assert game.prevented == {1: left}


def test_a_prevented_charge_is_used_by_an_event_of_any_size_also_at_4():
    # RA-12, R-063
    game = Ruin((0, -1, 4), (1, -1, 1), mother=(-3, 0), keywords=["Nurturer"])
    game.commit(0)
    game.do("skill", kind="stealth", stars=2, uses=[{"prevent_charge": 1}, {"prevent_charge": 2}])
    game.roll("NE")
    told = game.roll(2)  # Gather 1, Spawn 1, Charge 1
    told += game.rest()
    assert ("charge_prevented", 1) in told
    assert game.charges[1] == 4


def test_the_brood_in_your_own_hex_cannot_be_kept_from_charging():
    # RA-16
    game, _ = skilled("attunement", [{"prevent_charge": 1}], (0, -1))
    assert game.refused == "use 1: Brood 1 is not near enough; in reach: none"


ATTUNEMENT = "prevent_charge, move for attunement"


@pytest.mark.parametrize(
    ("kind", "stars", "uses", "why"),
    [
        ("magic", 1, [], 'kind is "magic"; expected one of: attunement, stealth'),
        ("stelth", 1, [], 'kind is "stelth"; did you mean "stealth"?'),
        (None, 1, [], "kind is null; expected one of: attunement, stealth"),
        (["stealth"], 1, [], 'kind is ["stealth"]; expected one of: attunement, stealth'),
        ("stealth", 10, [], "stars is 10; expected a whole number from 0 to 9"),
        ("stealth", 1, None, "uses is null; expected a list, one entry per star at most, [] for none"),
        ("stealth", 0, [{"prevent_charge": 1}], "1 use for 0 stars; expected at most one per star"),
        (
            "stealth", 1, [{"move": 1, "to": "N"}],
            'use 1 is {"move": 1, "to": "N"}; expected one of prevent_charge, prevent_discharge for stealth',
        ),
        (
            "attunement", 1, [{"prevent_discharge": 1}],
            'use 1 is {"prevent_discharge": 1}; expected one of prevent_charge, move for attunement',
        ),
        (
            "attunement", 1, [{"prevent_charge": 1, "move": 1, "to": "N"}],
            'use 1 is {"prevent_charge": 1, "move": 1, "to": …; expected one of ' + ATTUNEMENT,
        ),
        ("attunement", 1, [{}], "use 1 is {}; expected one of prevent_charge, move for attunement"),
        ("attunement", 1, [1], "use 1 is 1; expected one of prevent_charge, move for attunement"),
        ("attunement", 1, [{"move": 1}], "use 1: to is missing; expected one of: N, NE, SE, S, SW, NW"),
        (
            "attunement", 1, [{"move": 1, "to": [0, 1]}],
            "use 1: to is [0, 1]; expected one of: N, NE, SE, S, SW, NW",
        ),
        ("attunement", 1, [{"move": 1, "to": "W"}], 'use 1: to is "W"; did you mean "SW"?'),
        ("attunement", 1, [{"move": 7, "to": "N"}], "use 1: there is no Brood 7 on the map"),
        ("attunement", 1, [{"move": True, "to": "N"}], "use 1: true is not the number of a Brood"),
        ("stealth", 1, [{"prevent_charge": "1"}], 'use 1: "1" is not the number of a Brood'),
        ("stealth", 1, [{"prevent_discharge": 2}], "use 1: Brood 2 is not near enough; in reach: 1"),
    ],
)  # fmt: skip
def test_what_is_no_skill(kind, stars, uses, why):
    game = Ruin((0, -2), (3, 0), mother=(-3, 0))
    game.step("N")
    before = game.state
    game.do("skill", kind=kind, stars=stars, uses=uses)
    assert (game.refused, game.events) == (why, [])
    assert game.state == before
