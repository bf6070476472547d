"""The Ruin's map: what lies where, what moved lately, and its forms."""

import pytest

from runeheart.surface import maps
from runeheart.surface.maps_shape import Fact, Trace
from support.ruin import FAR, Ruin


class Told(Ruin):
    """A game that keeps everything that happened, as the prop's log does."""

    def __init__(self, *broods, **setup):
        super().__init__(*broods, **setup)
        self.all = []

    def do(self, name, **values):
        told = super().do(name, **values)
        self.all += self.events
        return told

    @property
    def play(self):
        return maps.play("ruin", self.state, self.game.ask(self.state), self.all)

    def choice(self, label):
        return next(choice for choice in self.play.choices if choice.label == label)

    def traces(self, kind):
        return [trace for trace in self.play.traces if trace.kind == kind]


def facts(play):
    return {fact.label: fact.value for fact in play.facts}


class TestBoard:
    def test_it_has_every_hex_with_its_number_and_mother_and_the_start(self):
        board = maps.board("ruin", Ruin(start=(1, 0), hexes=[(0, 0), (1, 0), (0, 1)], mother=(0, 1)).state)
        assert [(space.at, space.name, space.signs) for space in board.spaces] == [
            ((0, 0), "0101", ()),
            ((0, 1), "0102", ("mother",)),
            ((1, 0), "0201", ("start",)),
        ]

    def test_mother_may_be_at_the_start(self):
        board = maps.board("ruin", Ruin(start=FAR).state)
        assert [space.signs for space in board.spaces if space.at == FAR] == [("mother", "start")]

    def test_it_stays_the_same_whatever_happens(self):
        ruin = Ruin((0, -1))
        before = maps.board("ruin", ruin.state)
        ruin.step("N", stars=2)
        assert maps.board("ruin", ruin.state) == before


class TestPieces:
    def test_broods_with_number_and_charge_and_you_on_top(self):
        pieces = Told((0, -1, 3), (1, 0)).play.pieces
        assert [(piece.id, piece.kind, piece.at, piece.charge, piece.label) for piece in pieces] == [
            ("brood 1", "brood", (0, -1), 3, "1"),
            ("brood 2", "brood", (1, 0), 1, "2"),
            ("you", "you", (0, 0), 0, ""),
        ]
        assert pieces[0].name == "Brood 1, Charge 3"

    @pytest.mark.parametrize(("times", "words"), [(1, "next Charge"), (2, "next 2 Charges")])
    def test_a_brood_that_is_kept_from_its_next_charge(self, times, words):
        ruin = Told((0, -1))
        ruin.commit(0)
        uses = [{"prevent_charge": 1}] * times
        ruin.do("skill", kind="stealth", stars=times, uses=uses)
        (brood, _you) = ruin.play.pieces
        assert brood.prevented == times
        assert brood.name.endswith(f"kept from its {words}")


class TestFacts:
    def test_what_is_counted(self):
        ruin = Told((0, -1))
        assert facts(ruin.play) == {"Round": "1, the round begins", "Damage": "0", "Broods": "1, pool 12"}
        ruin.commit(3)
        assert facts(ruin.play)["Stars left"] == "3"

    def test_what_was_set_up(self):
        play = Told(life=20, keywords=["Desecrator", "Nurturer"], corruption=True).play
        assert facts(play)["Damage"] == "0 of 20"
        assert facts(play)["Broods"] == "0, pool 10"
        assert Fact("Keywords", "Desecrator, Nurturer") in play.facts
        assert Fact("Corruption", "yes") in play.facts


class TestTraces:
    def test_your_steps_of_this_round_and_the_one_before(self):
        ruin = Told()
        for _ in range(2):
            ruin.enter("S")
            ruin.rest()
        assert ruin.traces("you") == [Trace("you", (0, 2), (0, 1), 1)]
        ruin.enter("N")
        assert ruin.traces("you") == [Trace("you", (0, 2), (0, 1), 1), Trace("you", (0, 1), (0, 2), 0)]

    def test_a_brood_that_moves_and_where_it_went(self):
        ruin = Told((1, -1))
        ruin.commit(0)
        ruin.do("skill", kind="attunement", stars=1, uses=[{"move": 1, "to": "NW"}])
        assert ruin.traces("brood") == [Trace("brood", (0, -1), (1, -1), 0)]

    def test_a_brood_that_is_destroyed_where_it_was(self):
        ruin = Told((0, -1), (1, 0))
        ruin.commit(0)
        ruin.do("attack", stars=1, targets=[1])
        assert ruin.traces("destroyed") == [Trace("destroyed", (0, -1))]

    def test_a_brood_that_appeared_and_discharges_there(self):
        ruin = Told()
        ruin.all = [
            {"event": "spawned", "brood": 9, "at": [2, 0]},
            {"event": "discharged", "brood": 9, "charge": 1},
        ]
        assert ruin.play.traces == (Trace("spawned", (2, 0)), Trace("discharged", (2, 0)))


class TestChoices:
    def test_a_round_begins_with_the_stars_of_commit_move(self):
        (choice,) = Told().play.choices
        assert choice.open
        assert [(field.kind, field.least, field.most) for field in choice.fields] == [("number", 0, 9)]

    def test_steps_are_clicked_on_the_map_and_never_lead_off_it(self):
        ruin = Told(hexes=[(0, 0), (0, 1), (1, 0)], mother=(0, 1))
        ruin.commit(1)
        steps = [(choice.label, choice.at) for choice in ruin.play.choices if choice.group == "Step"]
        assert steps == [("SE, to 0201", (1, 0)), ("S, to 0102", (0, 1))]

    @pytest.mark.parametrize(("attack", "fill"), [("must", True), ("may", False)])
    def test_an_attack_is_its_stars_and_the_broods_beside_you(self, attack, fill):
        ruin = Told((0, -1, 2), (1, 0), (2, 0), house={"attack": attack})
        ruin.commit(0)
        stars, targets = ruin.choice("Attack").fields
        assert stars.name == "stars"
        assert [(option.value, option.piece) for option in targets.options] == [
            (1, "brood 1"),
            (2, "brood 2"),
        ]
        assert (targets.limit, targets.fill, targets.most) == ("stars", fill, 2)

    def test_an_attack_without_anybody_near_has_stars_only(self):
        ruin = Told((2, 0))
        ruin.commit(0)
        choice = ruin.choice("Attack")
        assert choice.body == {"do": "attack", "targets": []}
        assert [field.name for field in choice.fields] == ["stars"]

    def test_skills_have_all_their_uses(self):
        ruin = Told((0, -1))
        ruin.commit(0)
        forms = {
            label: [[field.name for field in form.fields] for form in ruin.choice(label).fields[1].forms]
            for label in ("Attunement", "Stealth")
        }
        assert forms == {
            "Attunement": [["prevent_charge"], ["move", "to"]],
            "Stealth": [["prevent_discharge"], ["prevent_charge"]],
        }
        keep, charge = ruin.choice("Stealth").fields[1].forms
        assert (keep.fields[0].once, charge.fields[0].once) == (True, False)  # RA-12, RA-13

    def test_several_dice_are_a_form_that_takes_a_face_twice(self):
        ruin = Told((0, -1), (1, 0))
        ruin.commit(0)
        ruin.do("attack", stars=2, targets=[1, 2])
        (choice,) = ruin.play.choices
        (dice,) = choice.fields
        assert (dice.least, dice.most, dice.again, len(dice.options)) == (3, 3, True, 4)

    def test_a_choice_of_broods_is_clicked_on_them(self):
        ruin = Told((2, 0), (-2, 2), (0, 2))
        ruin.drift("N")
        assert ruin.ask["for"] == "choose"
        assert {choice.piece for choice in ruin.play.choices} == {
            f"brood {one}" for one in ruin.ask["options"]
        }
