"""The Player Phase: Commit Move, steps, and what an entered Hex does."""

import pytest

from support.ruin import Ruin


def test_a_round_is_the_player_phase_then_the_mother_phase():
    #
    game = Ruin((3, 0), mother=(-3, 0))
    assert game.ask == {"for": "command", "commands": ["commit_move"]}
    assert game.view["phase"] == "commit"
    game.commit(1)
    assert game.view["phase"] == "move"
    game.do("step", to="S")
    assert (game.view["phase"], game.view["stars_left"]) == ("entered", 0)
    assert game.do("resolve") == [("mother_phase", 1)]
    assert game.view["phase"] == "mother"
    assert game.roll("S")[0] == ("drift", "S")
    assert game.ask["why"] == "burst"
    assert [event[0] for event in game.rest()] == [
        "burst",
        "gathered",
        "brood_moved",
        "spawned",
        "round_ended",
    ]
    assert (game.view["round"], game.view["phase"]) == (2, "commit")


def test_commit_move_comes_first_every_round():
    #
    game = Ruin()
    for do in ("step", "attack", "skill", "resolve", "end_move"):
        game.do(do, to="N", stars=0, targets=[], uses=[], kind="stealth")
        assert game.refused == f"{do} is not possible now; the round begins with commit_move"


@pytest.mark.parametrize("stars", range(10))
def test_n_stars_are_up_to_n_hexes_and_from_two_on_all_broods_charge(stars):
    # RA-03, RA-45
    game = Ruin((3, 0, 1), start=(0, 0), radius=6, mother=(-6, 0))
    charge = min(1 + stars - 1, 4) if stars >= 2 else 1
    told = game.commit(stars)
    assert told == [("move_committed", stars)] + ([("charged", 1, charge, "commit")] if stars > 1 else [])
    for left in range(stars, 0, -1):
        assert game.view["stars_left"] == left
        game.do("step", to="N" if left % 2 else "S")
        assert game.refused is None
        game.do("resolve")
    assert game.view["phase"] == ("mother" if stars else "move")
    assert game.charges == {1: charge}


def test_the_player_may_move_fewer_hexes_or_none():
    #
    game = Ruin((3, 0), mother=(-3, 0))
    game.commit(3)
    assert game.ask["commands"] == ["step", "attack", "skill", "end_move"]
    game.do("step", to="N")
    assert game.ask["commands"] == ["attack", "skill", "resolve"]
    game.do("resolve")
    assert game.ask["commands"] == ["step", "end_move"]
    assert game.do("end_move") == [("mother_phase", 1)]
    assert game.view["stars_left"] == 0
    still = Ruin((3, 0), mother=(-3, 0))
    still.commit(3)
    assert still.do("end_move") == [("mother_phase", 1)]
    assert still.charges == {1: 3}


def test_without_a_star_there_is_no_step_but_an_attack_or_a_skill():
    #
    game = Ruin()
    game.commit(0)
    assert game.ask["commands"] == ["attack", "skill", "end_move"]
    game.do("step", to="N")
    assert game.refused == "no star is left for another step"


def test_a_step_goes_to_a_direction_or_to_a_hex_next_to_you():
    #
    game = Ruin()
    game.commit(3)
    assert game.do("step", to="NE") == [("stepped", (1, -1), "NE")]
    game.do("resolve")
    assert game.do("step", to=[1, 0]) == [("stepped", (1, 0), "S")]
    assert game.view["player"] == [1, 0]


def test_all_effects_of_an_entry_come_before_the_next_step():
    #
    game = Ruin((0, -2, 4), mother=(0, 3))
    game.commit(2)
    game.do("step", to="N")
    game.do("step", to="N")
    assert game.refused == "step is not possible now; the entered Hex has to be resolved first"
    game.do("resolve")
    game.do("step", to="N")
    assert game.refused == "step has to wait: a roll of 1 d4 for discharge first"
    game.roll(1)
    assert game.do("step", to="S") == [("stepped", (0, 0), "S")]


def test_there_is_no_gear_in_this_scenario():
    #
    game = Ruin()
    game.commit(1)
    assert game.do("step", to="N") == [("stepped", (0, -1), "N")]
    assert game.ask["for"] == "command"


def test_the_brood_in_the_entered_hex_discharges_first_then_the_adjacent_ones_clockwise():
    # RA-08, RA-09
    around = [(-1, -1, 2), (0, -2, 3), (1, -2, 1), (-1, 0, 3)]
    game = Ruin(*around, (0, -1, 2), start=(0, 0), mother=(0, 3))
    game.enter("N")
    assert game.ask["brood"] == 5
    assert game.roll(1) == [
        ("damage", 2, 2, 0, "discharge", 5, 2),
        ("discharged", 5, 1),
        ("charged", 1, 3, "discharge"),
        ("charged", 2, 4, "discharge"),
        ("charged", 3, 2, "discharge"),
        ("charged", 4, 4, "discharge"),
    ]
    assert game.ask["brood"] == 2  # N
    assert game.roll(1)[2:] == [
        ("charged", 1, 4, "discharge"),
        ("charged", 3, 3, "discharge"),
        ("charged", 5, 2, "discharge"),
        ("charged", 3, 4, "adjacent"),  # NE
    ]
    assert game.ask["brood"] == 4  # SW
    assert game.roll(1)[2:] == [("charged", 5, 3, "discharge")]
    # NW was at 3 and is at 4 now, charged by the Discharge in the Hex: by its Charge at that moment
    assert game.ask["brood"] == 1


def test_with_adjacent_order_choose_the_player_picks_the_next_one():
    # RA-08
    around = [(0, -1, 1), (1, -1, 2), (0, 1, 4)]
    game = Ruin(*around, start=(-1, 0), mother=(0, 3), house={"adjacent_order": "choose"})
    game.enter("SE")
    assert game.state.player == game.state.setup.board.field.index[0, 0]
    asked = {"for": "choose", "what": "brood", "why": "adjacent", "random": False, "options": [1, 2, 3]}
    # (-1, 0) SE is (0, 0)
    assert game.ask == asked
    assert game.choose(2) == [("charged", 2, 3, "adjacent")]
    assert game.ask == {**asked, "options": [1, 3]}
    assert game.choose(3) == []
    assert game.roll(1)[2:] == [("charged", 1, 2, "adjacent"), ("mother_phase", 1)]  # one left: no choice


def test_the_next_adjacent_one_is_chosen_from_numbers_in_ascending_order():
    # RA-08
    game = Ruin((-1, 0), (1, -1), (0, -1), start=(0, 1), mother=(3, 0), house={"adjacent_order": "choose"})
    game.enter("N")
    assert game.ask["options"] == [1, 2, 3]  # clockwise they are 3, 2, 1


def test_each_adjacent_brood_resolves_once_per_entry():
    # R-070, RA-08
    game = Ruin((0, -1, 1), (1, -1, 1), mother=(0, 3), start=(0, 1))
    game.commit(2)
    assert game.charges == {1: 2, 2: 2}
    game.do("step", to="N")
    assert game.do("resolve") == [("charged", 1, 3, "adjacent"), ("charged", 2, 3, "adjacent")]


def test_the_one_in_your_own_hex_is_only_adjacent_once_you_leave_it():
    # RA-16, RA-17
    game = Ruin((0, 0, 2), mother=(0, 3))
    game.step("N")
    assert game.do("resolve") == [("charged", 1, 3, "adjacent"), ("mother_phase", 1)]


def test_on_mothers_hex_at_the_end_of_the_round_the_ruin_is_resolved():
    # R-010, RA-28
    game = Ruin(start=(0, -2))
    assert game.enter("N") == [("mother_phase", 1)]
    assert game.view["outcome"] is None
    game.roll("N")
    game.roll(1)  # Spawn 1: your Hex is not empty
    assert game.choose([-1, -2]) == [
        ("spawned", 1, (-1, -2)),
        ("round_ended", 1),
        ("resolution", 1),
    ]
    assert game.view["outcome"] == "resolved"
    assert (game.view["phase"], game.view["round"], game.ask) == ("over", 1, None)


def test_over_mothers_hex_and_away_again_resolves_nothing():
    # RA-28
    game = Ruin(start=(0, -2))
    game.commit(2)
    for to in ("N", "S"):
        game.do("step", to=to)
        game.do("resolve")
    game.rest()
    assert (game.view["outcome"], game.view["round"]) == (None, 2)


def test_a_defeat_in_the_mother_phase_comes_before_the_resolution():
    # RA-28, RA-40
    game = Ruin((0, -2), start=(0, -3), life=1)
    game.wait()
    game.roll("N")
    assert game.roll(1)[-1] == ("defeated", 1, 2)
    assert game.view["outcome"] == "defeated"


def test_start_on_mothers_hex_is_resolved_after_one_round():
    # RA-01, R-010
    game = Ruin(start=(0, -3))
    game.wait()
    game.rest()
    assert game.view["outcome"] == "resolved"


def test_trying_again_is_the_same_start_from_the_same_setup():
    #
    first = Ruin((0, -1), life=2, seed=4)
    before = first.state
    first.enter("N")
    first.roll(4)
    assert first.view["outcome"] == "defeated"
    assert Ruin((0, -1), life=2, seed=4).state == before
