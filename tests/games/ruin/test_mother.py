"""The Mother Phase: Drift, the Burst's table and its effects, with their readings."""

import pytest

from runeheart.games.ruin.mother import BURST
from support.ruin import Ruin, short


def lane(*broods, start=None, length=7, mother=(0, 0), **setup):
    """Return a game in a lane of one Hex's width, N to S; a drift to the SE is blocked for everyone."""
    cells = [(0, r) for r in range(length)]
    return Ruin(*broods, start=start or cells[-1], mother=mother, hexes=cells, **setup)


def test_drift_moves_every_brood_one_hex_in_the_direction_of_the_compass_die():
    # RA-37
    game = Ruin((2, 0), (-2, 1, 3), mother=(0, -3))
    game.wait()
    assert game.ask == {"for": "roll", "die": "compass", "count": 1, "why": "drift"}
    told = game.roll("SW")
    assert told[0] == ("drift", "SW")
    told += game.choose(2)
    assert told[1:] == [
        ("brood_moved", 2, (-2, 1), (-3, 2), "drift"),
        ("brood_moved", 1, (2, 0), (1, 1), "drift"),
    ]


def test_the_closest_to_you_drifts_first_the_one_in_your_hex_before_all():
    # R-092, RA-16, RA-39
    game = Ruin((0, 3), (0, 1), (0, 0), (0, 2))
    assert [event[1] for event in game.drift("N")[1:]] == [3, 2]
    game.roll(1)  # 2 comes into your Hex
    assert [event["brood"] for event in game.events if event["event"] == "brood_moved"] == [4, 1]


def test_each_brood_is_done_before_the_next_one_drifts():
    #
    game = Ruin((0, -1), (0, -2), mother=(0, 3))
    assert game.drift("S")[1:] == [("brood_moved", 1, (0, -1), (0, 0), "drift")]
    assert game.ask["why"] == "discharge"
    assert game.roll(1)[2:] == [("brood_moved", 2, (0, -2), (0, -1), "drift")]


def test_at_equal_distance_the_order_is_random_and_asked_again_among_those_still_tied():
    #
    game = Ruin((0, -2), (2, -2), (-2, 0), (0, 3))
    game.drift("N")
    asked = {"for": "choose", "what": "brood", "why": "drift", "random": True}
    assert game.ask == {**asked, "options": [1, 2, 3]}
    game.choose(2)
    assert game.ask == {**asked, "options": [1, 3]}
    game.choose(3)
    assert [event.get("brood") for event in game.events[1:]] == [3, 1, 4]


def test_a_tie_is_looked_up_by_the_distances_of_those_that_wait():
    #
    game = Ruin((0, 1), (0, 2), (2, 0), mother=(-3, 0))
    told = game.drift("S")
    assert told[1] == ("brood_blocked", 1, "brood", 2)
    assert game.ask["options"] == [2, 3]


TABLE = {
    1: "G1 S1", 2: "G1 S1 C1", 3: "G1 S1 M1", 4: "G1 S1 M1 C1", 5: "G2 S2", 6: "G2 S2 M2", 7: "G2 S2 C2",
    8: "G2 S2 M2 C2", 9: "G3 S3 M3 C3", 10: "G3 S3 M3 A1",
}  # fmt: skip
WORDS = {"G": "gather", "S": "spawn", "M": "move", "C": "charge", "A": "all"}


@pytest.mark.parametrize("row", TABLE)
def test_every_row_of_the_burst_from_left_to_right(row):
    #
    effects = [(WORDS[word[0]], int(word[1])) for word in TABLE[row].split()]
    game = lane((0, 5), (0, 8), length=12, corruption=True)
    game.burst(row, "SE")
    told = [short(event) for event in game.events]
    assert game.events[1]["effects"] == [list(effect) for effect in effects]
    assert BURST[row] == tuple(effects)
    told += game.rest()
    sizes = dict(effects)
    kinds = [_kind(event) for event in told if _kind(event)]
    expected = ["gather"] * min(sizes["gather"], 2) + ["spawn"] * sizes["spawn"]
    expected += ["move"] * sizes.get("move", 0)
    expected += ["charge"] * ("charge" in sizes) + ["all"] * (2 + sizes["spawn"]) * ("all" in sizes)
    assert kinds == expected
    if "charge" in sizes:
        assert ("charged", 2, 1 + sizes["charge"], "charge") in told
    assert told[-1] == ("round_ended", 1)


def _kind(event):
    """Tell which effect of the Burst an event belongs to."""
    if event[0] in {"gathered", "spawned"}:
        return {"gathered": "gather", "spawned": "spawn"}[event[0]]
    return event[-1] if event[-1] in {"move", "charge", "all"} else None


def test_gather_moves_the_farthest_from_mother_that_is_not_beside_you():
    #
    game = lane((0, 6), (0, 3), (0, 4), start=(0, 5))
    game.burst(1, "SE")  # 6 and 4 are beside you
    assert game.ask == {"for": "roll", "die": "d4", "count": 1, "why": "gather", "brood": 2}
    assert game.roll(2)[:3] == [
        ("gathered", 2, 2),
        ("brood_moved", 2, (0, 3), (0, 2), "gather"),
        ("brood_moved", 2, (0, 2), (0, 1), "gather"),
    ]


def test_a_tie_of_the_farthest_is_random():
    #
    game = Ruin((3, 0), (-3, 3), mother=(0, 0), start=(0, -3))
    game.drift("SE")
    game.rest_of("drift")
    game.roll(1)
    assert game.broods == {1: (3, 0, 1), 2: (-2, 3, 1)}
    assert game.ask == {"for": "choose", "what": "brood", "why": "gather", "random": True, "options": [1, 2]}
    game.choose(2)
    assert game.ask["brood"] == 2


def test_gather_stops_where_another_brood_is_and_both_charge():
    #
    game = lane((0, 1), (0, 3))
    game.burst(1, "SE")
    assert game.roll(4) == [
        ("gathered", 2, 4),
        ("brood_moved", 2, (0, 3), (0, 2), "gather"),
        ("brood_blocked", 2, "brood", 1),
        ("charged", 2, 2, "blocked"),
        ("charged", 1, 2, "blocked"),
        ("spawned", 3, (0, 0)),
        ("round_ended", 1),
    ]


def test_gather_goes_through_your_hex_with_a_discharge():
    # RA-21, R-123
    game = lane((0, 5, 3), start=(0, 3))
    game.burst(1, "SE")
    assert game.roll(3)[1:] == [
        ("brood_moved", 1, (0, 5), (0, 4), "gather"),
        ("brood_moved", 1, (0, 4), (0, 3), "gather"),
    ]
    assert game.ask["why"] == "discharge"
    assert game.roll(1)[:3] == [
        ("damage", 2, 2, 0, "discharge", 1, 2),
        ("discharged", 1, 1),
        ("brood_moved", 1, (0, 3), (0, 2), "gather"),
    ]


def test_gather_stops_before_your_hex_where_a_brood_is_and_those_around_you_charge():
    # RA-15, R-043, RA-16
    game = Ruin((0, 3), (0, 0), start=(0, 0), mother=(0, -3), hexes=[(0, r) for r in range(-3, 4)])
    game.drift("SE")
    game.roll(1)
    told = game.roll(4)
    assert told[:5] == [
        ("gathered", 1, 4),
        ("brood_moved", 1, (0, 3), (0, 2), "gather"),
        ("brood_moved", 1, (0, 2), (0, 1), "gather"),
        ("brood_blocked", 1, "you", 2),
        ("charged", 1, 2, "crowded"),
    ]
    assert told[5][0] == "spawned"


def test_gather_may_choose_the_brood_in_your_hex():
    # RA-16
    game = lane((0, 3), start=(0, 3))
    game.drift("SE")
    game.roll(1)
    assert game.ask["brood"] == 1


@pytest.mark.parametrize(("mode", "chosen"), [("different", [3, 2, 1]), ("again", [3, 3, 3]), ("one", [3])])
def test_gather_x_takes_x_different_ones_or_again_or_one(mode, chosen):
    # RA-20
    game = lane((0, 1), (0, 2), (0, 8), length=11, corruption=True, house={"gather": mode})
    game.burst(9, "SE")
    taken = []
    while game.ask.get("why") == "gather":
        taken.append(game.ask["brood"])
        game.roll(1)
    assert taken == chosen


def test_without_a_brood_to_gather_nothing_happens():
    # RA-20
    game = lane((0, 4), start=(0, 3))
    game.burst(1, "SE")
    assert [short(event) for event in game.events[2:]] == [("spawned", 2, (0, 0)), ("round_ended", 1)]


def test_a_brood_on_mothers_hex_is_gathered_without_a_roll():
    # RA-22
    game = lane((0, 0), (0, 3), start=(0, 6), corruption=True)
    game.burst(5, "SE")
    assert game.ask["brood"] == 2
    told = game.roll(1)
    assert told[2] == ("gathered", 1, 0)


def test_gather_stops_at_mothers_hex():
    # RA-22
    game = lane((0, 2), start=(0, 6))
    game.burst(1, "SE")
    assert game.roll(4) == [
        ("gathered", 1, 4),
        ("brood_moved", 1, (0, 2), (0, 1), "gather"),
        ("brood_moved", 1, (0, 1), (0, 0), "gather"),
        ("spawned", 2, (0, 1)),
        ("round_ended", 1),
    ]


def test_of_several_ways_toward_mother_a_random_one_is_taken_also_if_occupied():
    # RA-23, R-123
    cells = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (-3, 0)]
    game = Ruin((2, 1), (1, 1), start=(-3, 0), mother=(0, 0), hexes=cells)
    game.burst(1, "S")
    game.roll(2)
    assert game.ask == {
        "for": "choose", "what": "hex", "why": "gather", "random": True, "options": [[1, 1], [2, 0]],
    }  # fmt: skip
    assert game.choose([1, 1])[0] == ("brood_blocked", 1, "brood", 2)


def test_blocked_by_the_edge_on_the_way_to_mother():
    # RA-23, R-040
    game = Ruin((0, 3), start=(0, 1), mother=(0, 0), hexes=[(0, 0), (0, 1), (0, 3), (1, 3)])
    game.burst(1, "N")
    assert game.roll(2)[:3] == [("gathered", 1, 2), ("brood_blocked", 1, "edge"), ("spawned", 2, (0, 0))]


def test_spawn_places_one_at_a_time_on_mothers_hex_then_the_closest_empty_ones():
    #
    game = Ruin(mother=(0, -3), start=(0, 3), corruption=True)
    game.burst(9)
    assert short(game.events[-1]) == ("spawned", 1, (0, -3))
    asked = {"for": "choose", "what": "hex", "why": "spawn", "random": True}
    assert game.ask == {**asked, "options": [[-1, -2], [0, -2], [1, -3]]}
    assert game.choose([1, -3]) == [("spawned", 2, (1, -3))]
    assert game.ask == {**asked, "options": [[-1, -2], [0, -2]]}
    game.choose([0, -2])
    assert ("spawned", 3, (0, -2)) in [short(event) for event in game.events]
    assert {number: game.broods[number][2] for number in (1, 2)} == {1: 1, 2: 1}


def test_your_hex_is_not_empty_for_a_spawn():
    # RA-27
    game = lane(start=(0, 0))
    game.burst(1)
    assert short(game.events[2]) == ("spawned", 1, (0, 1))


def test_a_spawn_that_exceeds_the_pool_is_ignored_one_by_one():
    # RA-27
    game = lane(*[(0, r) for r in range(1, 12)], length=20, corruption=True)
    game.burst(9, "SE")
    told = game.rest()
    assert [event[0] for event in told].count("spawned") == 1
    assert [event[0] for event in told].count("spawn_ignored") == 2
    assert len(game.broods) == 12


def test_a_spawn_without_an_empty_hex_is_ignored():
    # RA-27
    game = lane((0, 0), (0, 1), length=3)
    game.burst(5, "SE")
    told = [short(event) for event in game.events]
    assert told[2:] == [("gathered", 1, 0), ("spawn_ignored",), ("spawn_ignored",), ("round_ended", 1)]


def test_charge_x_goes_to_the_closest():
    #
    game = lane((0, 4), (0, 1))
    game.burst(7, "SE")
    told = game.rest()  # 1 is gathered to 3, 2 to 0; the spawned ones are at 1 and 2
    assert [event for event in told if event[-1] == "charge"] == [("charged", 1, 3, "charge")]


@pytest.mark.parametrize(("house", "random"), [({}, False), ({"charge_tie": "random"}, True)])
def test_a_tie_of_the_charge_is_chosen_not_random(house, random):
    # R-141, RA-26
    game = lane((0, 3), (0, 5), start=(0, 4), house=house)
    game.burst(7, "SE")
    assert game.ask == {
        "for": "choose", "what": "brood", "why": "charge", "random": random, "options": [1, 2],
    }  # fmt: skip
    assert game.choose(2) == [("charged", 2, 3, "charge"), ("round_ended", 1)]


def test_the_brood_in_your_hex_is_the_closest_for_a_charge():
    # RA-16, R-140
    game = lane((0, 4), (0, 5), start=(0, 4))
    game.burst(2, "SE")
    assert ("charged", 1, 2, "charge") in game.rest()


def test_move_x_takes_the_closest_toward_you_and_stops_in_your_hex():
    #
    game = lane((0, 4), start=(0, 6), length=12, corruption=True)
    game.burst(9, "SE")
    game.roll(1)  # gathered to 3; the spawned ones are at 0, 1 and 2
    assert game.ask == {"for": "roll", "die": "d4", "count": 1, "why": "discharge", "brood": 1}
    moved = [short(event) for event in game.events if event["event"] == "brood_moved"]
    assert moved[1:] == [("brood_moved", 1, (0, r), (0, r + 1), "move") for r in (3, 4, 5)]
    near = lane((0, 4), start=(0, 5), length=12, corruption=True)
    near.burst(9, "SE")
    assert [event["event"] for event in near.events].count("brood_moved") == 1  # of three steps


def test_a_tie_of_the_move_is_random_and_broken_before_it_moves():
    #
    game = lane((0, 4), (0, 8), start=(0, 6), length=13, mother=(0, 12))
    game.burst(3, "SE")
    game.roll(1)  # 1 is gathered to 5
    told = [short(event) for event in game.events]
    assert ("brood_moved", 1, (0, 5), (0, 6), "move") in told
    game = lane((0, 5), (0, 7), start=(0, 6), length=13, mother=(0, 12))
    game.burst(3, "SE")  # nobody can be gathered
    assert game.ask == {"for": "choose", "what": "brood", "why": "move", "random": True, "options": [1, 2]}
    assert game.choose(2) == [("brood_moved", 2, (0, 7), (0, 6), "move")]


@pytest.mark.parametrize(("blocked", "times"), [("stop", 1), ("retry", 3)])
def test_a_blocked_move_stops_or_tries_again(blocked, times):
    # RA-24, R-043, RA-15
    house = {"move_blocked": blocked, "move_sharing": "next", "gather": "one"}
    game = lane((0, 5), (0, 6), (0, 9), start=(0, 5), length=12, corruption=True, house=house)
    game.burst(10, "SE")
    told = [event for event in game.roll(1) if event[0] == "brood_blocked" or event[-1] == "crowded"]
    block = ("brood_blocked", 2, "you", 1)
    assert told == [line for time in range(times) for line in (block, ("charged", 2, 2 + time, "crowded"))]


@pytest.mark.parametrize("blocked", ["stop", "retry"])
def test_no_hex_nearer_to_you_ends_a_move_with_retry_too(blocked):
    # RA-24, RA-23
    cells = [(0, 0), (0, 3), (1, 3), (9, 0)]
    house = {"move_blocked": blocked, "gather": "one"}
    game = Ruin((0, 3), mother=(9, 0), hexes=cells, corruption=True, house=house)
    game.burst(10, "N")
    told = [event for event in game.rest() if event[0] in {"brood_blocked", "gathered"}]
    # 3 spawned in (0, 3), where no Hex beside it is nearer to you: one block, whatever is left.
    assert told == [("gathered", 1, 1), ("brood_blocked", 3, "edge")]


@pytest.mark.parametrize(("sharing", "moves"), [("none", []), ("next", [("brood_blocked", 2, "you", 1)])])
def test_move_with_the_closest_in_your_hex(sharing, moves):
    # RA-25, RA-16
    game = lane((0, 5), (0, 6), (0, 9), start=(0, 5), length=12, house={"move_sharing": sharing})
    game.burst(3, "SE")
    assert game.ask["brood"] == 3
    told = game.roll(1)
    assert [event for event in told if event[0] == "brood_blocked"] == moves
    assert told[-1] == ("round_ended", 1)


def test_without_a_brood_nothing_moves_and_nothing_charges():
    # RA-27
    game = Ruin(start=(0, 0), mother=(0, 0), hexes=[(0, 0)])
    game.burst(4)
    assert [short(event) for event in game.events[2:]] == [
        ("spawn_ignored",),
        ("round_ended", 1),
        ("resolution", 1),
    ]


def test_a_brood_that_spawned_takes_part_in_what_follows():
    #
    cells = [(0, 0), (0, 1)]
    moved = Ruin(start=(0, 1), mother=(0, 0), hexes=cells)
    moved.burst(3)
    assert ("brood_moved", 1, (0, 0), (0, 1), "move") in [short(event) for event in moved.events]
    charged = Ruin(start=(0, 1), mother=(0, 0), hexes=cells)
    charged.burst(2)
    assert ("charged", 1, 2, "charge") in [short(event) for event in charged.events]


def test_with_next_and_nobody_else_nothing_moves():
    # RA-25
    game = Ruin((0, 0), start=(0, 0), mother=(0, 1), hexes=[(0, 0), (0, 1)], house={"move_sharing": "next"})
    told = game.burst(3, "SE") + game.rest()
    assert told[-1] == ("round_ended", 1)


def test_row_ten_charges_every_brood_once():
    #
    game = lane((0, 5, 4), (0, 8, 2), length=12, corruption=True)
    game.burst(10, "SE")
    told = game.rest()
    assert [event for event in told if event[-1] == "all"] == [
        ("charged", number, 3 if number == 2 else 2, "all") for number in (2, 3, 4, 5)
    ]
    assert game.charges == {1: 4, 2: 3, 3: 2, 4: 2, 5: 2}


KEYWORDS = {
    "N": "Nurturer",
    "M": "Malformed Connexus",
    "A": "Connexus Link-A",
    "B": "Connexus Link-B",
    "D": "Desecrator",
}


@pytest.mark.parametrize(
    ("given", "corruption", "summed", "stepwise"),
    [
        ("", False, "d8", "d8"),
        ("N", False, "d4", "d4"),
        ("M", False, "d6", "d6"),
        ("NM", False, "d4", "d4"),
        ("A", False, "d10", "d10"),
        ("B", False, "d10", "d10"),
        ("AB", False, "d10", "d10"),
        ("D", False, "d10", "d10"),
        ("", True, "d10", "d10"),
        ("NA", False, "d8", "d8"),
        ("NMA", False, "d6", "d8"),
        ("NMAB", False, "d6", "d8"),
        ("ND", True, "d8", "d8"),
        ("NMD", True, "d6", "d8"),
        ("NMAD", True, "d10", "d10"),
        ("MAD", True, "d10", "d10"),
        ("MAD", False, "d10", "d10"),
    ],
)
def test_keywords_change_the_die_of_the_burst(given, corruption, summed, stepwise):
    # RA-29, RA-30, RA-31
    for chain, die in (("sum", summed), ("stepwise", stepwise)):
        game = Ruin(
            mother=(0, -3), keywords=[KEYWORDS[letter] for letter in given], corruption=corruption,
            house={"die_chain": chain},
        )  # fmt: skip
        game.wait()
        game.roll("N")
        assert game.ask == {"for": "roll", "die": die, "count": 1, "why": "burst"}


def test_desecrator_begins_with_twelve_and_spawns_only_below_ten():
    #
    twelve = [(0, r) for r in range(1, 13)]
    game = lane(*twelve, length=20, start=(0, 13), keywords=["Desecrator"])
    assert (len(game.broods), game.view["pool"]) == (12, 10)
    told = game.burst(1, "SE") + game.rest()
    assert ("spawn_ignored",) in told
    nine = lane(*twelve[:9], length=20, start=(0, 13), keywords=["Desecrator"])
    told = nine.burst(5, "SE") + nine.rest()
    assert [event[0] for event in told].count("spawned") == 1
    assert [event[0] for event in told].count("spawn_ignored") == 1
    assert len(nine.broods) == 10
